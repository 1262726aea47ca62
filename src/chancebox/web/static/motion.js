// What moves: dice that are thrown, pieces that go to another place, things that fly between people, numbers that count.
// A frame is drawn at once; motion only shows how things got there, and may be left out or cut short at any time.
import { animate, endAll, isStill } from "./animation.js";
import { THROW, throwDice } from "./dice.js";
import { countUp, finishNumbers, numbersOf, rewind, step } from "./numbers.js";
import { FLIGHT, fly, movePieces, placesOf } from "./pieces.js";
import { hasPlace } from "./visible.js";

export { animate, isStill }; // for games that draw motion of their own: it ends with all other motion

const AFTER = 300; // what is gained flies after what was paid

// Ends all motion at once: everything is where it belongs.
export function settle() {
  endAll();
  finishNumbers();
}

// What is remembered of a board before it is drawn anew.
export function snapshot(root) {
  if (isStill()) return null;
  settle();
  return {
    rolls: new Map([...root.querySelectorAll("[data-roll]")].map((tray) => [tray.id, tray.dataset.roll])),
    pieces: placesOf(root),
    numbers: numbersOf(root),
    chips: new Map([...root.querySelectorAll(".chair .numbers")].map((chip) => [chip.closest(".chair").id, chip.textContent])),
  };
}

// Shows how the board that lies there now came out of the one that was remembered.
export function show(root, before, happened = []) {
  if (!before) return;
  const isThrown = (tray) => tray.dataset.roll && before.rolls.get(tray.id) !== tray.dataset.roll && hasPlace(tray);
  const throws = [...root.querySelectorAll("[data-roll]")].filter(isThrown).flatMap((tray) => throwDice(root, tray));
  hush(root, throws);
  movePieces(root, before.pieces);
  rewind(root, happened);
  countUp(root, before.numbers, throws.length ? THROW : 0);
  flash(root, before.chips);
}

let latest = 0; // dice that are thrown while others still roll are waited for

// While dice roll nothing gives away what they will show.
function hush(root, throws) {
  if (!throws.length) return;
  const mine = ++latest;
  root.classList.add("throwing");
  Promise.allSettled(throws.map((motion) => motion.finished)).then(() => {
    if (mine === latest) root.classList.remove("throwing");
  });
}

// Plays one of the things that have happened: what it moved flies, and the numbers follow; not before dice lie still.
export function perform(root, { flights = [] }) {
  if (isStill()) return;
  const wait = root.classList.contains("throwing") ? THROW : 0;
  const paid = flights.filter(([, , , target]) => target < 0);
  const gained = flights.filter(([, , , target]) => target >= 0);
  for (const [what, n, source, target] of [...paid, ...gained]) {
    const delay = wait + (paid.length && target >= 0 ? AFTER : 0);
    fly(root, what, n, source, target, delay);
    step(root, source, what, -n, delay);
    step(root, target, what, n, delay + FLIGHT - 100);
  }
}

// What I may do comes up once when it is my turn.
export function rise(element) {
  if (element && !isStill()) animate(element, [{ translate: "0 10px" }, {}], { duration: 200, easing: "ease-out" });
}

// Numbers that have changed light up where they stand.
function flash(root, before) {
  for (const chip of root.querySelectorAll(".chair .numbers")) {
    const old = before.get(chip.closest(".chair").id);
    if (old !== undefined && old !== chip.textContent) animate(chip, [{ backgroundColor: "var(--flash)", color: "var(--ink)" }, {}], { duration: 900 });
  }
}
