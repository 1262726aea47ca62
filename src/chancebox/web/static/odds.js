// Odds: a small bar at what they are about, where the host lets them be shown and this browser likes to see them.
// The house computes them from what the seat knows. What has data-odds (a move, or the name of a piece) is looked up
// in the list of a question; what a game chooses by taps (data-odds-of: the move it would be) is asked for by itself.
import { SEMICOLON } from "./punctuation.js";
import { setting } from "./settings.js";

export function bindOdds(id, table, isStaging, send) {
  let frame = null;
  let question = "";
  let known = new Map(); // by move; "" is the list of all choices
  let asking = false;

  const isOn = () => Boolean(frame?.odds && frame.turn && setting("odds") === "on");
  const wanted = () => ["", ...[...table.root.querySelectorAll("[data-odds-of]")].map(({ dataset }) => dataset.oddsOf).filter(Boolean)];

  // One question at a time; whoever drags something on is answered about where it is by then.
  async function ask() {
    const next = wanted().find((move) => !known.has(move));
    if (asking || next === undefined || !isOn() || isStaging()) return;
    asking = true;
    const about = question;
    const search = new URLSearchParams({ seat: frame.eyes, ...(next ? { move: next } : {}) });
    const answer = await fetch(`/api/v1/tables/${id}/odds?${search}`).catch(() => null);
    const told = answer?.ok ? (await answer.json().catch(() => null))?.odds : null;
    asking = false;
    // What could not be told is not asked again; the table may have gone on meanwhile.
    if (about === question) known.set(next, told ?? []);
    tell();
  }

  function clear() {
    for (const note of table.root.querySelectorAll(".odds")) {
      if (note.parentElement.getAttribute("aria-describedby") === note.id) note.parentElement.removeAttribute("aria-describedby");
      note.remove();
    }
  }

  function note(odds, n) {
    const made = document.createElement("span");
    const words = odds.map((odd) => odd.words).join(SEMICOLON);
    made.className = "odds";
    made.id = `odds-${n}`;
    made.title = words;
    made.setAttribute("role", "img");
    made.setAttribute("aria-label", `– ${words}`); // read after the name of a button, with a pause
    const text = document.createElement("span");
    text.className = "text";
    for (const { label, text: number } of odds.filter((odd) => odd.label)) {
      const part = document.createElement("span");
      part.textContent = `${label} ${number}`;
      text.append(part, " ");
    }
    const gauge = document.createElement("span");
    gauge.className = odds[0].exact ? "gauge" : "gauge sampled";
    gauge.style.setProperty("--share", odds[0].share);
    made.append(text, gauge);
    return made;
  }

  function draw() {
    clear();
    if (!isOn() || isStaging()) return;
    const chosen = wanted().slice(1).flatMap((move) => known.get(move) ?? []);
    const all = known.get("") ?? [];
    const found = (about) => {
      const own = chosen.filter((odd) => odd.about === about);
      return own.length ? own : all.filter((odd) => odd.about === about);
    };
    [...table.root.querySelectorAll("[data-odds-of], [data-odds]")].forEach((piece, n) => {
      const told = found(piece.dataset.oddsOf || piece.dataset.odds);
      if (!told.length) return;
      const made = note(told, n);
      piece.append(made);
      // What has a name of its own is not read by what is in it.
      if (piece.hasAttribute("aria-label")) piece.setAttribute("aria-describedby", made.id);
    });
  }

  // Show what is known, and ask for what is not.
  function tell() { draw(); ask(); }

  const allowing = document.querySelector("[data-shows-odds]");
  allowing?.addEventListener("change", () => send("odds", { shown: allowing.value === "yes" }));

  function update(next) {
    frame = next;
    const asked = next.turn ? `${next.eyes} ${next.asked}` : "";
    if (asked !== question) { question = asked; known = new Map(); }
    // Room is kept for them from the beginning: when they come, nothing moves.
    document.body.classList.toggle("with-odds", Boolean(next.odds && setting("odds") === "on"));
    if (allowing) {
      allowing.closest(".allowing-odds").hidden = !next.host;
      allowing.value = next.odds ? "yes" : "no";
    }
    draw();
  }
  addEventListener("settings", () => { if (frame) { update(frame); tell(); } });
  return { update, tell };
}
