// Motion that may be cut short at any time: everything is then where it belongs.
import { setting } from "./settings.js";

const running = new Map(); // motions, and what is to be done when each has ended

export const isStill = () => document.documentElement.dataset.motion === "none" || setting("pace") === "instant";

// At once, and once: what is drawn next must not be overwritten by what an old motion leaves behind.
function end(motion) {
  const ended = running.get(motion);
  if (!running.delete(motion)) return;
  if (motion.playState !== "idle") motion.finish();
  ended?.();
}

export function endAll() {
  for (const motion of [...running.keys()]) end(motion);
}

export function animate(element, frames, timing, ended) {
  const motion = element.animate(frames, timing);
  running.set(motion, ended);
  motion.finished.then(() => end(motion), () => end(motion));
  return motion;
}

export const middleOf = (element) => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
};
