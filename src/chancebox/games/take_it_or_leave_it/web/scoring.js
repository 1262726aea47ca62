// The scoring on the stage: all layouts lie open at once; then one task after the other is stamped, its points go to
// the chip of its player, and dice without use drop. All numbers wait for what is still to come, the crown for the end.
import { finder } from "./page.js";

export function scoring({ root }) {
  const { one, all } = finder(root);
  let waiting = [];

  const placeOf = ({ kind, seat, task }) => ({
    Fulfilled: () => one(`[data-scored="${seat} ${task}"]`),
    PaidForDice: () => one(`[data-lost="${seat}"]`),
  }[kind]?.());

  // What a happening adds to the numbers of a chip.
  const gains = ({ kind, seat, points, chips }) => ({
    Fulfilled: () => [[`points-${seat}`, points], [`scored-${seat}`, 1]],
    PaidForDice: () => [[`chips-${seat}`, chips]],
  }[kind]?.() ?? []);

  const rowOf = ({ seat }) => one(`.laid-out .seat-${seat}`);

  function add(next, by) {
    for (const [key, n] of gains(next)) {
      for (const number of all(`[data-count="${key}"]`)) number.textContent = Number(number.textContent) + by * n;
    }
  }

  function begin(happened) {
    waiting = happened.filter(({ kind }) => kind === "Fulfilled" || kind === "PaidForDice");
    if (!waiting.length) return;
    one(".laid-out")?.classList.add("revealed", "uncrowned");
    for (const next of waiting) {
      add(next, -1);
      placeOf(next)?.classList.add("awaits");
      rowOf(next)?.classList.add("counting");
    }
  }

  function settle(next) {
    const place = placeOf(next);
    add(next, 1);
    place?.classList.remove("awaits");
    place?.classList.add("stamped");
    return place;
  }

  // Points fly from the task that is stamped, chips from the dice that drop.
  function act(next) {
    if (next.kind === "RoundScored") one(".laid-out")?.classList.remove("uncrowned");
    if (!waiting.includes(next)) return;
    waiting = waiting.filter((other) => other !== next);
    if (!waiting.some(({ seat }) => seat === next.seat)) rowOf(next)?.classList.remove("counting");
    all(".laid-out [data-holds]").forEach((other) => other.removeAttribute("data-holds"));
    settle(next)?.setAttribute("data-holds", "points chips");
  }

  function rest() {
    waiting.forEach(settle);
    waiting = [];
    const passing = ["stamped", "revealed", "uncrowned", "counting"];
    for (const name of passing) all(`.${name}`).forEach((other) => other.classList.remove(name));
  }

  return { begin, act, rest };
}
