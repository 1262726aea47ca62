// Short wooden sounds, made on the spot: a knock is a burst of noise through a narrow filter.
import { setting } from "./settings.js";

let context;
addEventListener("pointerdown", () => { context ??= new AudioContext(); }, { once: true });
addEventListener("keydown", () => { context ??= new AudioContext(); }, { once: true });

function knock(at, pitch, loudness) {
  const length = 0.07;
  const noise = context.createBuffer(1, context.sampleRate * length, context.sampleRate);
  noise.getChannelData(0).forEach((_, i, all) => { all[i] = (Math.random() * 2 - 1) * (1 - i / all.length) ** 3; });
  const source = new AudioBufferSourceNode(context, { buffer: noise });
  const wood = new BiquadFilterNode(context, { type: "bandpass", frequency: pitch, Q: 6 });
  const gain = new GainNode(context, { gain: loudness });
  source.connect(wood).connect(gain).connect(context.destination);
  source.start(context.currentTime + at);
}

const SOUNDS = {
  roll: () => [0, 0.06, 0.1, 0.17, 0.22, 0.31].forEach((at, i) => knock(at, 500 + 170 * (i % 3), 1.2 - i * 0.12)),
  turn: () => { knock(0, 700, 1); knock(0.12, 950, 1); },
  good: () => { knock(0, 650, 1); knock(0.1, 820, 1); knock(0.2, 1050, 1); },
  bad: () => { knock(0, 420, 1); knock(0.14, 300, 1.2); },
  move: () => knock(0, 480, 0.6),
};

export function play(name) {
  if (context?.state === "running" && setting("sound") === "on") SOUNDS[name]?.();
  if (name === "turn") navigator.vibrate?.(40);
}
