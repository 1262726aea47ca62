// A sentence that appears for a moment, and is said.
import { say, write } from "./spoken.js";

const place = document.getElementById("toast");
let timer;
export function toast(text, code = "") {
  say(text, null, code);
  write(place, text);
  place.hidden = !text;
  clearTimeout(timer);
  timer = setTimeout(() => { place.hidden = true; }, 5000);
}

// A command is sent again, since the house did not answer; where a lasting sign says so there is nothing to add.
addEventListener("trying", () => { if (!document.body.classList.contains("offline")) toast(place.dataset.trying); });
