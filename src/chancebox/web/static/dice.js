// Dice leave the hand of who throws them, roll over and over with other faces, and land one after the other. Those
// that were kept lie still. A die shows its own face only from the last turn on.
import { animate, middleOf } from "./animation.js";

export const THROW = 600; // the last die lies still by then
const SPREAD = 180; // between the first and the last to land

// Throws the dice of a tray; returns their motions.
export function throwDice(root, tray) {
  const dice = [...tray.querySelectorAll(".die:not(.kept)")];
  const hand = middleOf(root.querySelector(`#chair-${tray.dataset.thrower}`) ?? root.querySelector(".front") ?? root);
  const faces = (tray.dataset.faces ?? "1 2 3 4 5 6").split(" ");
  const apart = dice.length > 1 ? SPREAD / (dice.length - 1) : 0;
  const rolling = dice.map((die, i) => roll(die, hand, THROW - SPREAD + apart * i, i % 2 === 1));
  turnOver(rolling, () => `#face-${faces[Math.floor(Math.random() * faces.length)]}`);
  return rolling.map(({ motion }) => motion);
}

function roll(die, hand, length, isOther) {
  const face = die.querySelector("use:last-of-type");
  const own = face.getAttribute("href");
  const { x, y } = middleOf(die);
  const turns = isOther ? 7 : 5; // odd: half turns, after which another face is up
  const frames = Array.from({ length: turns + 1 }, (_, k) => {
    const left = 1 - k / turns;
    const away = left ** 2;
    const height = -46 * Math.abs(Math.sin(left * Math.PI * 1.5)) * left;
    return {
      offset: 1 - left ** 1.6,
      transform: `translate(${(hand.x - x) * away}px, ${(hand.y - y) * away + height}px) perspective(240px) rotate(${left * (isOther ? 200 : -170)}deg) rotateX(${(turns - k) * 180}deg)`,
    };
  });
  const motion = animate(die, frames, { duration: length, fill: "backwards" }, () => face.setAttribute("href", own));
  const onEdge = frames.slice(0, -1).map((frame, k) => ((frame.offset + frames[k + 1].offset) / 2) * length);
  return { face, own, motion, onEdge, turned: -1 };
}

// Whenever a die stands on edge, another face comes up; its own is the last.
function turnOver(rolling, anyFace) {
  let isGoing = false;
  for (const die of rolling) {
    const now = die.motion.currentTime;
    if (die.motion.playState !== "running" || now === null) continue;
    isGoing = true;
    const turned = die.onEdge.filter((time) => time <= now).length;
    if (turned === die.turned) continue;
    die.turned = turned;
    die.face.setAttribute("href", turned === die.onEdge.length ? die.own : anyFace());
  }
  if (isGoing) requestAnimationFrame(() => turnOver(rolling, anyFace));
}
