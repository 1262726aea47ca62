// A sentence that appears for a moment, and is said.
import { say, write } from "./spoken.js";

let timer;
export function toast(text, code = "") {
  const place = document.getElementById("toast");
  say(text, null, code);
  write(place, text);
  place.hidden = !text;
  clearTimeout(timer);
  timer = setTimeout(() => { place.hidden = true; }, 5000);
}
