// What moves: dice that are thrown, pieces that go to another place, things that fly between people, numbers that count.
// A frame is drawn at once; motion only shows how things got there, and may be left out or cut short at any time.
import { setting } from "./settings.js";
import { play as sound } from "./sound.js";

const THROW = 600; // the last die lies still by then
const FLIGHT = 450;
const MOST_THINGS = 8; // of one kind fly at once, whatever their number
const EASE = "cubic-bezier(.25, .8, .35, 1)";
const running = new Set();

export const isStill = () => document.documentElement.dataset.motion === "none" || setting("pace") === "instant";

// Ends all motion at once: everything is where it belongs.
export function settle() {
  for (const motion of [...running]) motion.finish();
}

function animate(element, frames, timing) {
  const motion = element.animate(frames, timing);
  running.add(motion);
  const forget = () => running.delete(motion);
  motion.finished.then(forget, forget);
  return motion;
}

// What is remembered of a board before it is drawn anew.
export function snapshot(root) {
  if (isStill()) return null;
  settle();
  const read = (query, of) => new Map([...root.querySelectorAll(query)].map((one) => [of.key(one), of.value(one)]));
  return {
    rolls: read("[data-roll]", { key: (one) => one.id, value: (one) => one.dataset.roll }),
    pieces: read("[data-piece]", { key: (one) => one.dataset.piece, value: (one) => one.getBoundingClientRect() }),
    numbers: read("[data-number]", { key: (one) => one.dataset.number, value: (one) => one.textContent }),
    chips: read(".chair .numbers", { key: (one) => one.closest(".chair").id, value: (one) => one.textContent }),
  };
}

// Shows how the board that lies there now came out of the one that was remembered.
export function show(root, before) {
  if (!before) return;
  for (const tray of root.querySelectorAll("[data-roll]")) {
    if (tray.dataset.roll && before.rolls.get(tray.id) !== tray.dataset.roll) throwDice(root, tray);
  }
  movePieces(root, before.pieces);
  countUp(root, before.numbers);
  flash(root, before.chips);
}

// Dice leave the hand of who throws them, roll over and over with other faces, and land one after the other. Those
// that were kept lie still. A die shows its own face only from the last turn on.
function throwDice(root, tray) {
  const dice = [...tray.querySelectorAll(".die:not(.kept)")];
  const hand = middleOf(root.querySelector(`#chair-${tray.dataset.thrower}`) ?? root.querySelector(".front") ?? root);
  const faces = (tray.dataset.faces ?? "1 2 3 4 5 6").split(" ");
  const apart = dice.length > 1 ? 180 / (dice.length - 1) : 0;
  const rolling = dice.map((die, i) => {
    const face = die.querySelector("use:last-of-type");
    const own = face.getAttribute("href");
    const { x, y } = middleOf(die);
    const length = THROW - 180 + apart * i;
    const turns = 5 + (i % 2) * 2; // odd: half turns, after which another face is up
    const [dx, dy] = [hand.x - x, hand.y - y];
    const frames = Array.from({ length: turns + 1 }, (_, k) => {
      const left = 1 - k / turns;
      const away = left ** 2;
      const height = -46 * Math.abs(Math.sin(left * Math.PI * 1.5)) * left;
      return {
        offset: 1 - left ** 1.6,
        transform: `translate(${dx * away}px, ${dy * away + height}px) perspective(240px) rotate(${left * (i % 2 ? 200 : -170)}deg) rotateX(${(turns - k) * 180}deg)`,
      };
    });
    const motion = animate(die, frames, { duration: length, fill: "backwards" });
    const at = frames.slice(0, -1).map((frame, k) => (frame.offset + frames[k + 1].offset) / 2 * length); // when it stands on edge
    sound("land", { delay: length / 1000, rate: 0.9 + 0.2 * Math.random() });
    motion.finished.catch(() => {}).then(() => face.setAttribute("href", own));
    return { face, own, at, motion, turned: -1 };
  });
  const anyFace = () => `#face-${faces[Math.floor(Math.random() * faces.length)]}`;
  (function turn() {
    let going = false;
    for (const die of rolling) {
      const now = die.motion.currentTime;
      if (die.motion.playState !== "running" || now === null) continue;
      going = true;
      const turned = die.at.filter((time) => time <= now).length;
      if (turned === die.turned) continue;
      die.turned = turned;
      die.face.setAttribute("href", turned === die.at.length ? die.own : anyFace());
    }
    if (going) requestAnimationFrame(turn);
  })();
}

// A piece with a name of its own that lies elsewhere now has come from where it lay.
function movePieces(root, before) {
  for (const piece of root.querySelectorAll("[data-piece]")) {
    const from = before.get(piece.dataset.piece);
    const to = piece.getBoundingClientRect();
    if (!from) {
      const pile = piece.dataset.pile && root.querySelector(piece.dataset.pile)?.getBoundingClientRect();
      if (pile) travel(piece, pile, to, true);
      continue;
    }
    if (Math.hypot(from.x - to.x, from.y - to.y) > 4) travel(piece, from, to, false);
  }
}

function travel(piece, from, to, turning) {
  if (!to.width || !from.width) return;
  const start = `translate(${from.x - to.x}px, ${from.y - to.y}px) scale(${from.width / to.width})`;
  const frames = turning
    ? [{ transform: `${start} rotateY(180deg)`, transformOrigin: "0 0" }, { transform: "none", transformOrigin: "0 0" }]
    : [{ transform: start, transformOrigin: "0 0" }, { transform: "none", transformOrigin: "0 0" }];
  animate(piece, frames, { duration: 350, easing: EASE, fill: "backwards" });
}

const middleOf = (element) => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
};

// Where somebody, or the middle, keeps things of a kind.
function placeOf(root, who, what) {
  const home = who < 0 ? root.querySelector(".board") : root.querySelector(`#chair-${who}`);
  const place = home?.querySelector(`[data-holds~="${what}"]`) ?? home;
  return place?.checkVisibility?.() === false ? home : place;
}

// What a happening moved goes where it belongs, when its moment has come.
export function flyAll(root, { flights = [] }) {
  if (!isStill()) for (const flight of flights) fly(root, ...flight);
}

// Coins, hearts, dice, points: pictures of them go from one to another. A game draws them as #token-…
function fly(root, what, n, source, target) {
  if (!document.getElementById(`token-${what}`)) return;
  const [from, to] = [placeOf(root, source, what), placeOf(root, target, what)];
  if (!from || !to || from === to) return;
  const [start, end] = [middleOf(from), middleOf(to)];
  for (let i = 0; i < Math.min(n, MOST_THINGS); i += 1) {
    const thing = document.createElement("div");
    thing.className = `flying token-${what}`;
    thing.setAttribute("aria-hidden", "true");
    thing.innerHTML = `<svg viewBox="0 0 24 24"><use href="#token-${what}"/></svg>`;
    document.body.append(thing);
    const at = ({ x, y }, lift = 0) => `translate(${x - 12}px, ${y - 12 - lift}px)`;
    const halfway = { x: (start.x + end.x) / 2 + (i % 3 - 1) * 14, y: (start.y + end.y) / 2 };
    const motion = animate(thing, [
      { transform: `${at(start)} scale(.6)`, opacity: 0 },
      { transform: `${at(start)} scale(1.2)`, opacity: 1, offset: 0.15 },
      { transform: `${at(halfway, 40)} scale(1.25)`, opacity: 1, offset: 0.6 },
      { transform: `${at(end)} scale(.8)`, opacity: 1 },
    ], { duration: FLIGHT, delay: 60 * i, easing: "ease-in-out", fill: "both" });
    motion.finished.catch(() => {}).then(() => thing.remove());
  }
}

// Numbers run from what they were to what they are.
function countUp(root, before) {
  for (const one of root.querySelectorAll("[data-number]")) {
    const [from, to] = [Number(before.get(one.dataset.number)), Number(one.textContent)];
    if (!Number.isInteger(from) || !Number.isInteger(to) || from === to) continue;
    const motion = animate(one, [{}, {}], { duration: 500 });
    const text = one.textContent;
    (function count() {
      if (motion.playState !== "running") return;
      one.textContent = Math.round(from + (to - from) * (Number(motion.currentTime) / 500));
      requestAnimationFrame(count);
    })();
    motion.finished.catch(() => {}).then(() => { one.textContent = text; });
  }
}

// Numbers that have changed light up where they stand.
function flash(root, before) {
  for (const one of root.querySelectorAll(".chair .numbers")) {
    const old = before.get(one.closest(".chair").id);
    if (old !== undefined && old !== one.textContent) one.animate([{ backgroundColor: "var(--flash)", color: "var(--ink)" }, {}], 900);
  }
}
