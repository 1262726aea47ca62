// Learning by playing: one sentence at a time, and a ring around the thing that it is about. Nothing waits for it.
const card = document.querySelector(".lesson");

// Which lines were read in this tab; a reader may be faster than one line a decision, which is what the house counts.
function shelf(table) {
  const key = `lesson-${table}`;
  return {
    read() { try { return JSON.parse(sessionStorage.getItem(key)) ?? {}; } catch { return {}; } },
    keep(state) { try { sessionStorage.setItem(key, JSON.stringify(state)); } catch { /* this page only */ } },
  };
}

export function bindLesson(table, root) {
  if (!card) return () => {};
  const kept = shelf(table);
  const state = kept.read();
  const read = new Set(state.read);
  let left = Boolean(state.left);
  let shown = null; // the line on the card
  let latest = null; // what was told when something was asked last
  let waiting = true; // for the others

  const part = (name) => card.querySelector(`[data-lesson="${name}"]`);
  const save = () => kept.keep({ read: [...read], left });

  function point(selectors, anew) {
    root.querySelectorAll(".pointed").forEach((one) => one.classList.remove("pointed"));
    const target = selectors.map((one) => root.querySelector(one)).find((one) => one?.getClientRects().length);
    if (!target) return;
    target.classList.add("pointed");
    if (anew) target.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  function write(text, count) {
    const sentence = part("text");
    if (sentence.textContent !== text) sentence.textContent = text;
    part("count").textContent = count;
  }

  function draw() {
    const { cards, of, over } = latest;
    const next = left || waiting ? null : cards.find((one) => !read.has(one.line));
    const isLast = !next && (read.size >= of || over);
    card.hidden = left;
    document.body.classList.toggle("learning", !left);
    card.classList.toggle("last", isLast);
    card.classList.toggle("resting", !next && !isLast);
    part("end").hidden = !isLast;
    part("next").hidden = !next;
    const anew = shown !== (next?.line ?? null);
    shown = next?.line ?? null;
    if (next) write(next.text, card.dataset.count.replace("{n}", Math.min(read.size + 1, of)).replace("{all}", of));
    else write(isLast ? card.dataset.last : card.dataset.resting, "");
    point(next?.at ?? [], anew);
  }

  part("next").addEventListener("click", () => { read.add(shown); save(); draw(); });
  for (const button of card.querySelectorAll('[data-lesson="leave"]')) {
    button.addEventListener("click", () => { left = true; save(); draw(); });
  }
  // A key that is meant for the card plays no move.
  card.addEventListener("keydown", (event) => event.stopPropagation());

  // What is told now; a line that was on the card at the question before has had its time.
  return function show({ lesson, stage, turn }) {
    if (!lesson) return;
    if (latest && latest.scene !== lesson.scene && shown !== null) read.add(shown);
    lesson.told.forEach((line) => read.add(line));
    save();
    const over = stage === "over";
    const isFirst = !latest;
    waiting = !turn;
    // While others decide the last words may still be read; the ring went with the board that they were about.
    if (waiting && !over && !isFirst) return;
    latest = { ...lesson, over };
    draw();
  };
}
