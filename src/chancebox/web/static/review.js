// The review of a finished game: asked for again while it is being made, and the way back into play.
import { post } from "./commands.js";
import { toast } from "./toast.js";

const { table: id, name } = document.body.dataset;
const root = document.getElementById("review");
const AGAIN = 1200;

const state = () => root.querySelector(".look").dataset.state;

async function look() {
  try {
    const answer = await fetch(`/t/${id}/review/look`);
    if (answer.ok) Idiomorph.morph(root, await answer.text(), { morphStyle: "innerHTML" });
    else if (answer.status < 500) { toast((await answer.json()).error); return; }
  } catch { /* the house is away for a moment */ }
  again();
}

// Whoever does not look is not asked for: a review that nobody waits for is left.
function again() {
  if (!["waiting", "working"].includes(state())) return;
  if (document.hidden) document.addEventListener("visibilitychange", look, { once: true });
  else setTimeout(look, AGAIN);
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-fork]");
  if (!button) return;
  try {
    const told = await post(`tables/${id}/fork`, { events: Number(button.dataset.fork), seat: Number(button.dataset.seat), name });
    location.href = `/t/${told.table}`;
  } catch (error) { toast(error.message); }
});
again();
