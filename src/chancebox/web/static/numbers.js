// Numbers that count: a board shows what has become of all that happened, so its numbers first go back to what they
// were, and then follow one happening after the other.
import { animate } from "./animation.js";

const COUNT = 500;
const due = new Map(); // numbers that run behind the board: what they will be at last, and what they run to now

// Money is a number, too, as the board writes it: $1,200 or 1.200 $; data-money has the sign in its place.
const grouped = (n) => new Intl.NumberFormat(document.documentElement.lang, { useGrouping: "always", maximumFractionDigits: 0 }).format(n);
export const dollars = (amount) => (document.querySelector("[data-money]")?.dataset.money ?? "${n}").replace("{n}", grouped(amount));
const numberIn = (text) => (/\d/.test(text ?? "") ? Number(text.replace(/[\s$.,]/g, "")) : NaN);
const written = (n, like) => (like.includes("$") ? dollars(n) : String(n));

export const numbersOf = (root) => new Map([...root.querySelectorAll("[data-number]")]
  .map((one) => [one.dataset.number, one.textContent]));

// All numbers are what they will be at last.
export function finishNumbers() {
  for (const [number, { last }] of due) number.textContent = last;
  due.clear();
}

export function rewind(root, happened) {
  due.clear();
  for (const { flights = [] } of happened) {
    for (const [what, n, source, target] of flights) {
      for (const [who, by] of [[source, -n], [target, n]]) goBack(numberOf(root, who, what), by);
    }
  }
}

function goBack(number, by) {
  if (!number) return;
  const one = due.get(number) ?? { last: number.textContent, aim: numberIn(number.textContent) };
  one.aim -= by;
  due.set(number, one);
  number.textContent = written(one.aim, one.last);
}

// The number that says how many of something somebody has, if the board shows it.
function numberOf(root, who, what) {
  const number = who < 0 ? null : root.querySelector(`#chair-${who} [data-holds~="${what}"] [data-number]`);
  return number && Number.isInteger(numberIn(number.textContent)) ? number : null;
}

// What somebody has of something becomes more or less.
export function step(root, who, what, by, delay) {
  const number = numberOf(root, who, what);
  const one = due.get(number);
  if (!one) return;
  one.aim += by;
  count(number, one.aim - by, one.aim, delay);
}

// Numbers of which no happening tells run from what they were to what they are.
export function countUp(root, before, delay) {
  for (const number of root.querySelectorAll("[data-number]")) {
    const [from, to] = [numberIn(before.get(number.dataset.number)), numberIn(number.textContent)];
    if (!due.has(number) && Number.isInteger(from) && Number.isInteger(to) && from !== to) count(number, from, to, delay);
  }
}

function count(number, from, to, delay) {
  const like = number.textContent;
  const isLatest = () => (due.get(number)?.aim ?? to) === to;
  const show = (n) => { number.textContent = written(n, like); };
  const motion = animate(number, [{}, {}], { duration: COUNT, delay }, () => { if (isLatest()) show(to); });
  (function run() {
    if (motion.playState !== "running" || !isLatest()) return;
    const spent = Math.max(0, Number(motion.currentTime) - delay);
    show(Math.round(from + (to - from) * Math.min(1, spent / COUNT)));
    requestAnimationFrame(run);
  })();
}
