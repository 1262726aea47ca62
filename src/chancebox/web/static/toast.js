// A sentence that appears for a moment, and is read out.
let timer;
export function toast(text) {
  const place = document.getElementById("toast");
  place.textContent = text;
  place.hidden = !text;
  clearTimeout(timer);
  timer = setTimeout(() => { place.hidden = true; }, 5000);
}
