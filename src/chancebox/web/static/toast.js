// A sentence that appears for a moment, and is said.
import { say } from "./spoken.js";

let timer;
export function toast(text) {
  const place = document.getElementById("toast");
  place.textContent = text;
  place.hidden = !text;
  say(text);
  clearTimeout(timer);
  timer = setTimeout(() => { place.hidden = true; }, 5000);
}
