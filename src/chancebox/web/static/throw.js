// Real dice: what people enter of their own throws. Dice are tapped or typed one by one, cards are searched for; the
// house says what a throw would mean before it counts.
import { remember } from "./fairness.js";

export function bindThrow(id, root, { send, isArmed }) {
  const kept = new Map(); // what was tapped so far, by what is asked
  let frame = null;
  const pads = () => [...root.querySelectorAll("form.throw")];
  const backOf = (pad) => (pad.dataset.ago === undefined ? null : Number(pad.dataset.ago));
  const keyOf = (pad) => `${frame.asked} ${pad.dataset.ago ?? ""}`;
  const tossed = (pad) => kept.get(keyOf(pad)) ?? [];
  const all = (pad) => Number(pad.querySelector(".faces")?.dataset.dice ?? 0);

  function draw(pad) {
    const dice = tossed(pad);
    if (!all(pad)) return;
    [...pad.querySelectorAll(".slots li")].forEach((slot, i) => {
      const face = dice[i] && pad.querySelector(`[data-tap="${CSS.escape(dice[i])}"]`);
      slot.innerHTML = face ? `<span class="${face.className}">${face.innerHTML}</span>` : "";
      slot.setAttribute("aria-label", face?.getAttribute("aria-label") ?? "");
    });
    const isWhole = dice.length === all(pad);
    pad.querySelector("[data-take-die]").disabled = !dice.length;
    pad.querySelector(".enter .primary").disabled = !isWhole || dice.join(" ") === pad.dataset.was;
    for (const face of pad.querySelectorAll("[data-tap]")) face.disabled = isWhole;
    const told = pad.querySelector(".meaning");
    if (!isWhole && dice.length) told.textContent = told.dataset.words.replace("{n}", dice.length).replace("{all}", all(pad));
  }

  function set(pad, dice) {
    kept.set(keyOf(pad), dice);
    draw(pad);
    if (dice.length === all(pad)) foretell(pad, dice.join(" "));
  }

  const add = (pad, face) => { const dice = tossed(pad); if (dice.length < all(pad)) set(pad, [...dice, face]); };
  const take = (pad) => set(pad, tossed(pad).slice(0, -1));

  // What the throw would mean, in the words of the log.
  async function foretell(pad, outcome) {
    const back = backOf(pad);
    const query = new URLSearchParams({ outcome, ...(back === null ? {} : { back }) });
    const answer = await fetch(`/api/v1/tables/${id}/throws/meaning?${query}`).catch(() => null);
    const { text } = answer?.ok ? await answer.json() : {};
    if (tossed(pad).join(" ") === outcome) pad.querySelector(".meaning").textContent = text || outcome;
  }

  async function enter(pad, outcome) {
    if (!isArmed()) return;
    const back = backOf(pad);
    // Whoever entered a throw has counted it; only there a correction is counted, too.
    const counts = (one) => all(one) && (backOf(one) === null || one.dataset.own !== undefined);
    const thrown = counts(pad) ? setOf(pad) : null;
    // What was entered after a corrected throw is entered again.
    const again = back === null ? [] : pads().filter((other) => counts(other) && backOf(other) !== null && backOf(other) < back).map(setOf);
    // Before the next list is there: what was typed would hide it. The field keeps the focus.
    const search = pad.querySelector("input");
    if (search) { search.value = ""; filter(pad, ""); }
    const done = await send("throws", { outcome, version: frame.version, ...(back === null ? {} : { back }) });
    if (!done) return;
    kept.clear();
    pad.closest("details")?.removeAttribute("open");
    const { game } = document.body.dataset;
    if (thrown) remember(game, thrown.kind, thrown.faces, outcome.split(" "), thrown.was);
    for (const { kind, faces, was } of again) remember(game, kind, faces, [], was);
  }

  const setOf = (pad) => ({
    kind: pad.querySelector(".faces").dataset.set,
    faces: [...pad.querySelectorAll("[data-tap]")].map((face) => face.dataset.tap),
    was: pad.dataset.was?.split(" "),
  });

  root.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    const pad = button?.closest("form.throw");
    if (!button || button.disabled) return;
    if (button.dataset.right !== undefined && isArmed()) send("throws/right", { version: frame.version });
    if (!pad) return;
    if (button.dataset.tap) add(pad, button.dataset.tap);
    else if (button.dataset.takeDie !== undefined) take(pad);
    else if (button.dataset.outcome) enter(pad, button.dataset.outcome);
  });
  root.addEventListener("submit", (event) => {
    if (!event.target.matches("form.throw")) return;
    event.preventDefault();
    if (all(event.target)) { if (tossed(event.target).length === all(event.target)) enter(event.target, tossed(event.target).join(" ")); return; }
    const left = [...event.target.querySelectorAll(".outcomes li:not([hidden]) button")];
    if (left.length === 1) enter(event.target, left[0].dataset.outcome);
  });
  root.addEventListener("input", ({ target }) => {
    const pad = target.closest("form.throw");
    if (pad) filter(pad, target.value);
  });
  // Who corrects a throw begins with what was entered.
  root.addEventListener("toggle", ({ target }) => {
    if (!target.matches?.("details.entry")) return;
    const pad = target.querySelector("form.throw");
    for (const other of root.querySelectorAll("details.entry[open]")) if (target.open && other !== target) other.open = false;
    if (target.open && pad.dataset.was && all(pad)) set(pad, pad.dataset.was.split(" "));
  }, { capture: true });

  // Every word that was typed stands somewhere in what may have come up.
  function filter(pad, typed) {
    const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean);
    for (const entry of pad.querySelectorAll(".outcomes li")) {
      const text = entry.textContent.toLowerCase();
      entry.hidden = !wanted.every((word) => text.includes(word));
    }
  }

  return {
    show(shown) {
      frame = shown;
      for (const pad of pads()) { draw(pad); if (!all(pad)) filter(pad, pad.querySelector("input")?.value ?? ""); }
    },
    // Digits and first letters are faces; true if the key was meant for the dice.
    key(event) {
      const pad = root.querySelector("details.entry[open] form.throw") ?? root.querySelector(".actions > form.throw");
      if (!pad || !all(pad)) return false;
      const face = [...pad.querySelectorAll("[data-tap]")].find(({ dataset }) => dataset.tap[0] === event.key.toLowerCase());
      if (face) add(pad, face.dataset.tap);
      else if (event.key === "Backspace") take(pad);
      else if (event.key === "Enter" && !event.target.closest("button, a, summary") && tossed(pad).length === all(pad)) enter(pad, tossed(pad).join(" "));
      else return false;
      event.preventDefault();
      return true;
    },
  };
}
