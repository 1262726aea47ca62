// chance it: taps play at once; here guide cards turn over and changed counts say by how much.
import { setting } from "../settings.js";

const HOLD = { slow: 4500, normal: 2800, fast: 1400, instant: 0 };
const KEYS = { i: "in", o: "out", c: "chance", n: "pass" };

export default function chanceIt(table) {
  const { root } = table;
  let round = null;
  let guides = new Map();
  let counts = new Map();
  let timer = null;
  let question = "";

  const conceal = () => { clearTimeout(timer); root.classList.remove("revealing"); };

  // The cards of a round may be back in the hands already when its reveal is told: they are shown for a while.
  function reveal() {
    const panel = root.querySelector(".reveal");
    const before = round;
    round = panel?.dataset.round ?? "";
    if (before === null || before === round || !panel) return;
    conceal();
    const hold = HOLD[setting("pace")];
    if (!hold) return;
    void panel.offsetWidth;
    root.classList.add("revealing");
    timer = setTimeout(conceal, hold);
  }

  function turnOver() {
    const before = guides;
    guides = new Map();
    for (const laid of root.querySelectorAll(".laid")) {
      const { seat, guide } = laid.dataset;
      const face = laid.querySelector(".face");
      guides.set(seat, face ? guide : "");
      laid.classList.toggle("turn", Boolean(face && before.has(seat) && before.get(seat) !== guide));
    }
  }

  function tellChanges() {
    const before = counts;
    counts = new Map();
    for (const count of root.querySelectorAll("[data-count]")) {
      const { count: key } = count.dataset;
      const n = Number(count.querySelector("b").textContent);
      counts.set(key, n);
      const by = n - (before.get(key) ?? n);
      if (by) count.dataset.by = `${by > 0 ? "+" : "−"}${Math.abs(by)}`;
    }
  }

  // Bring what is asked about into sight, once for each question.
  function attend() {
    const before = question;
    question = [...root.querySelectorAll("[data-move]")].map((button) => button.dataset.move).join();
    if (!question || question === before) return;
    root.querySelector(".middle").scrollTop = 0;
    root.querySelector(".stall.open .market")?.scrollIntoView({ block: "nearest" });
  }

  root.addEventListener("click", conceal);

  return {
    update() { reveal(); turnOver(); tellChanges(); attend(); },
    key({ key }) {
      conceal();
      if (!table.frame?.turn) return;
      if (KEYS[key]) root.querySelector(`[data-move="${KEYS[key]}"]`)?.click();
      else if (/^[1-9]$/.test(key)) root.querySelectorAll('[data-move^="use "], [data-move^="buy "]')[Number(key) - 1]?.click();
    },
  };
}
