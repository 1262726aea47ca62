// Pieces that lie elsewhere than before, and things that fly from one to another.
import { animate, middleOf } from "./animation.js";
import { hasPlace } from "./visible.js";

export const FLIGHT = 450;
const TRAVEL = 350;
const MOST_THINGS = 8; // of one kind fly at once, whatever their number
const EASE = "cubic-bezier(.25, .8, .35, 1)";

export const placesOf = (root) => new Map([...root.querySelectorAll("[data-piece]")]
  .map((piece) => [piece.dataset.piece, { at: piece.dataset.at, from: piece.getBoundingClientRect() }]));

// A piece with a name of its own that lies elsewhere now has come from where it lay. Where it says what it lies at, it
// moves only from there to something else, and not because others came between.
export function movePieces(root, before) {
  for (const piece of root.querySelectorAll("[data-piece]")) {
    const { at, from } = before.get(piece.dataset.piece) ?? {};
    const to = piece.getBoundingClientRect();
    if (at && at === piece.dataset.at) continue;
    if (!from) {
      const pile = piece.dataset.pile && root.querySelector(piece.dataset.pile)?.getBoundingClientRect();
      if (pile) travel(piece, pile, to, " rotateY(180deg)");
    } else if (!to.width) putAway(piece, from);
    else if (Math.hypot(from.x - to.x, from.y - to.y) > 4) travel(piece, from, to, "");
  }
}

function travel(piece, from, to, turn) {
  if (!to.width || !from.width) return;
  const start = `translate(${from.x - to.x}px, ${from.y - to.y}px) scale(${from.width / to.width})${turn}`;
  const frames = [start, "none"].map((transform) => ({ transform, transformOrigin: "0 0" }));
  animate(piece, frames, { duration: TRAVEL, easing: EASE, fill: "backwards" });
}

// What comes to a place that is folded goes to the plate of its owner.
function putAway(piece, from) {
  const plate = piece.closest(".chair");
  if (!plate || !from.width) return;
  const picture = piece.cloneNode(true);
  picture.removeAttribute("data-piece");
  picture.removeAttribute("id");
  picture.setAttribute("aria-hidden", "true");
  picture.classList.add("put-away");
  picture.style.width = `${from.width}px`;
  document.body.append(picture);
  const end = middleOf(plate);
  animate(picture, [
    { transform: `translate(${from.x}px, ${from.y}px)` },
    { transform: `translate(${end.x - from.width / 2}px, ${end.y - from.height / 2}px) scale(.3)`, opacity: 0.6 },
  ], { duration: FLIGHT, easing: EASE, fill: "both" }, () => picture.remove());
}

// Where somebody, or the middle, keeps things of a kind.
function placeOf(root, who, what) {
  const home = who < 0 ? root.querySelector(".board") : root.querySelector(`#chair-${who}`);
  const place = home?.querySelector(`[data-holds~="${what}"]`) ?? home;
  return place && !hasPlace(place) ? home : place;
}

// Coins, hearts, dice, points: pictures of them go from one to another. A game draws them as #token-…, whose data-each
// says how many one picture stands for.
export function fly(root, what, n, source, target, delay) {
  const token = document.getElementById(`token-${what}`);
  const [from, to] = [placeOf(root, source, what), placeOf(root, target, what)];
  if (!token || !from || !to || from === to) return;
  const [start, end] = [middleOf(from), middleOf(to)];
  for (let i = 0; i < Math.min(n / (token.dataset.each ?? 1), MOST_THINGS); i += 1) {
    const thing = document.createElement("div");
    thing.className = `flying token-${what}`;
    thing.setAttribute("aria-hidden", "true");
    thing.innerHTML = `<svg viewBox="0 0 24 24"><use href="#token-${what}"/></svg>`;
    document.body.append(thing);
    const at = ({ x, y }, lift = 0) => `translate(${x - 12}px, ${y - 12 - lift}px)`;
    const halfway = { x: (start.x + end.x) / 2 + ((i % 3) - 1) * 14, y: (start.y + end.y) / 2 };
    animate(thing, [
      { transform: `${at(start)} scale(.6)`, opacity: 0 },
      { transform: `${at(start)} scale(1.2)`, opacity: 1, offset: 0.15 },
      { transform: `${at(halfway, 40)} scale(1.25)`, opacity: 1, offset: 0.6 },
      { transform: `${at(end)} scale(.8)`, opacity: 1 },
    ], { duration: FLIGHT, delay: delay + 60 * i, easing: "ease-in-out", fill: "both" }, () => thing.remove());
  }
}
