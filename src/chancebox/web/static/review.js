// The review of a finished game: asked for again while it is being made, and the way back into play.
import { post } from "./commands.js";
import { clear, noteGame, show } from "./form.js";
import { toast } from "./toast.js";

const { table: id, name } = document.body.dataset;
const root = document.getElementById("review");
const card = document.getElementById("form");
const mine = document.body.dataset.mine.split(" ").filter(Boolean);
const AGAIN = 1200;
const LATER = ["too-much", "cannot-write", "broken"];

const state = () => root.querySelector(".look").dataset.state;

async function look() {
  try {
    const answer = await fetch(`/t/${id}/review/look`);
    if (answer.ok) Idiomorph.morph(root, await answer.text(), { morphStyle: "innerHTML", callbacks: { beforeAttributeUpdated: (attribute) => attribute !== "open" } }); // what is unfolded stays so
    else {
      const { error, code } = await answer.json();
      if (!LATER.includes(code)) { toast(error); return; }
    }
  } catch { /* the house is away for a moment */ }
  again();
}

// Whoever does not look is not asked for: a review that nobody waits for is left.
function again() {
  if (!["waiting", "working"].includes(state())) { finish(); return; }
  if (document.hidden) document.addEventListener("visibilitychange", look, { once: true });
  else setTimeout(look, AGAIN);
}

// What is complete goes onto the card of those who played here.
function finish() {
  if (state() === "done") {
    noteGame(id, mine.map((seat) => {
      const { name, luck, decisions, result, adjusted } = root.querySelector(`[data-seat-review="${seat}"]`).dataset;
      return { name, luck: Number(luck), decisions: Number(decisions), result: Number(result), adjusted: Number(adjusted) };
    }));
  }
  show(card);
}

card.querySelector("[data-clear]").addEventListener("click", () => { clear(); show(card); });
document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-fork]");
  if (!button) return;
  try {
    const told = await post(`tables/${id}/fork`, { events: Number(button.dataset.fork), seat: Number(button.dataset.seat), name });
    location.href = `/t/${told.table}`;
  } catch (error) { toast(error.message); }
});
again();
