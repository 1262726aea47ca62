// Sounds by meaning: short files that `make sounds` writes. They are fetched after the first gesture, once,
// and nothing is heard before it. What has no file is silent.
import { setting } from "./settings.js";

const NAMES = [
  "throw", "land", "keep", "coin", "heart", "last_heart", "effect", "card", "reveal", "ticket",
  "task", "shape", "knock", "bust", "bang", "round", "out", "turn", "victory", "defeat",
];
const SHAKES = { turn: [40], bust: [30, 40, 60], bang: [60, 40, 90] };
const MOST_PIECES = 8;
const buffers = new Map();
let context = null;

// Browsers let a page be heard once somebody has touched it; phones may take the sound away in between.
function wake() {
  if (setting("sound") !== "on" || !window.AudioContext || navigator.userActivation?.isActive === false) return;
  if (!context) {
    context = new AudioContext();
    NAMES.forEach(load);
  }
  if (context.state !== "running") context.resume().catch(() => {});
}
for (const gesture of ["pointerdown", "pointerup", "keydown", "settings"]) addEventListener(gesture, wake, true);

async function load(name) {
  try {
    const answer = await fetch(new URL(`./sounds/${name}.wav`, import.meta.url));
    if (answer.ok) buffers.set(name, await context.decodeAudioData(await answer.arrayBuffer()));
  } catch { /* no connection: this one stays silent */ }
}

// `rate` changes the pitch, `delay` is in seconds; who only watches what shakes another does not feel it.
export function play(name, { rate = 1, delay = 0, gain = 1, felt = true } = {}) {
  if (felt && name in SHAKES) shake(SHAKES[name]);
  if (!buffers.has(name) || context.state !== "running" || setting("sound") !== "on") return;
  const source = new AudioBufferSourceNode(context, { buffer: buffers.get(name), playbackRate: rate });
  source.connect(new GainNode(context, { gain })).connect(context.destination);
  source.start(context.currentTime + delay);
}

function shake(pattern) {
  // Browsers complain about a page that shakes before it was touched.
  if (setting("vibration") === "on" && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(pattern);
}

// What is heard of a happening that is staged for so many milliseconds: dice land one after the other.
export function playHappening({ stage, sound, pieces }, { ms, won, felt }) {
  if (stage === "end") play(won ? "victory" : "defeat");
  else if (sound === "throw") {
    play("throw", { rate: vary() });
    series("land", pieces, Math.min(0.28, 0.0004 * ms), Math.min(0.6, 0.0008 * ms));
  } else if (sound === "land" || sound === "coin") series(sound, pieces, 0, Math.min(0.4, 0.0006 * ms));
  else play(sound, { felt });
}

function series(name, count, from, until) {
  const heard = Math.min(count, MOST_PIECES);
  const apart = Math.min(0.09, (until - from) / heard);
  for (let n = 0; n < heard; n++) {
    const delay = from + apart * (n + 0.4 * Math.random());
    play(name, { rate: vary(), delay, gain: 1 - 0.06 * n });
  }
}

// No two dice sound alike.
const vary = () => 0.92 + 0.16 * Math.random();
