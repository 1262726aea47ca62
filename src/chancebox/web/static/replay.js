// A finished game: a slider over its events, keys, and the way back into play.
import { post } from "./commands.js";
import { bindSeats } from "./seats.js";
import { say } from "./spoken.js";
import { toast } from "./toast.js";

const { table: id, eyes, events } = document.body.dataset;
const root = document.getElementById("table");
const slider = document.querySelector(".slide input");
const runner = document.querySelector("[data-run]");
const lines = [...document.querySelectorAll("[data-moment]")];
const moments = [0, ...lines.map((line) => Number(line.dataset.moment))];
const showUnfolded = bindSeats(root);
const kept = new Map();
let wanted = -1;
let running = null;

async function go(n) {
  wanted = Math.min(Math.max(n, 0), Number(events));
  slider.value = wanted;
  const asked = wanted;
  if (!kept.has(asked)) {
    const answer = await fetch(`/t/${id}/moments/${asked}?eyes=${eyes}&whole=1`);
    if (!answer.ok) { toast((await answer.json()).error); return; }
    kept.set(asked, await answer.text());
  }
  if (asked !== wanted) return;
  Idiomorph.morph(root, kept.get(asked), { morphStyle: "innerHTML" });
  showUnfolded();
  root.setAttribute("aria-busy", "false");
  let current = null;
  for (const line of lines) {
    line.removeAttribute("aria-current");
    if (Number(line.dataset.moment) <= asked) current = line;
  }
  current?.setAttribute("aria-current", "true");
  say(current?.textContent, "moment");
  current?.scrollIntoView({ block: "nearest" });
}

// Steps follow the sentences: small actions in between are no moments of their own.
const step = (by) => go(by > 0 ? moments.find((n) => n > wanted) ?? Number(events) : moments.findLast((n) => n < wanted) ?? 0);

function run(on) {
  clearInterval(running);
  running = on ? setInterval(() => (wanted >= Number(events) ? run(false) : step(1)), 1200) : null;
  runner.setAttribute("aria-pressed", String(on));
  runner.querySelector("use").setAttribute("href", on ? "#i-pause" : "#i-play");
}

slider.addEventListener("input", () => { run(false); go(Number(slider.value)); });
document.addEventListener("click", async (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  if (button.dataset.step) { run(false); step(Number(button.dataset.step)); }
  else if (button.dataset.moment) { run(false); go(Number(button.dataset.moment)); }
  else if (button === runner) run(!running);
  else if (button.dataset.fork !== undefined) {
    const seat = Number(eyes) < 8 ? Number(eyes) : 0;
    try {
      const told = await post(`tables/${id}/fork`, { events: wanted, seat, name: button.dataset.name });
      location.href = `/t/${told.table}`;
    } catch (error) { toast(error.message); }
  }
});
// Who chooses by keys loads a page with each of them, and is at the same choice again.
const choice = document.querySelector("[data-eyes-choice]");
choice.addEventListener("change", () => {
  try { sessionStorage.setItem("choosing-eyes", id); } catch { /* then one has to go there again */ }
  location.href = `?eyes=${choice.value}#${wanted}`;
});
try { if (sessionStorage.getItem("choosing-eyes") === id) { sessionStorage.removeItem("choosing-eyes"); choice.focus({ preventScroll: true }); } } catch { /* as above */ }
document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.target.matches("input, select") || document.querySelector("dialog:modal")) return;
  if (event.key === " " && event.target.closest("button, a, summary")) return; // a button does what it says
  const keys = { ArrowRight: () => step(1), ArrowLeft: () => step(-1), Home: () => go(0), End: () => go(Number(events)), " ": () => run(!running) };
  if (!keys[event.key]) return;
  event.preventDefault();
  keys[event.key]();
});
go(Number(location.hash.slice(1)) || 0);
