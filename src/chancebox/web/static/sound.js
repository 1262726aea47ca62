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
  throw: () => SOUNDS.roll(),
  keep: () => knock(0, 620, 0.6),
  bust: () => { knock(0, 180, 2.2); knock(0.05, 130, 2.2); knock(0.16, 240, 1.2); },
  round: () => [0, 0.07, 0.14, 0.21, 0.28].forEach((at, i) => knock(at, 420 + 90 * i, 0.9)),
  reveal: () => { knock(0, 1300, 0.7); knock(0.09, 900, 0.7); },
  effect: () => { knock(0, 1500, 0.6); knock(0.06, 1900, 0.5); },
  card: () => knock(0, 1150, 0.5),
  ticket: () => { knock(0, 1700, 0.5); knock(0.08, 1400, 0.5); knock(0.16, 1100, 0.5); },
  task: () => { knock(0, 300, 1.4); knock(0.07, 700, 0.5); },
  shape: () => [0, 0.08, 0.16].forEach((at) => knock(at, 2300, 0.3)),
  out: () => { knock(0, 210, 1.6); knock(0.3, 160, 1.6); },
  victory: () => [0, 0.12, 0.24, 0.4].forEach((at, i) => knock(at, [650, 820, 980, 1300][i], 1.1)),
  defeat: () => { knock(0, 420, 0.9); knock(0.2, 350, 0.9); },
};

export function play(name) {
  if (context?.state === "running" && setting("sound") === "on") SOUNDS[name]?.();
  if (name === "turn") navigator.vibrate?.(40);
  if (name === "bust") navigator.vibrate?.([30, 40, 60]);
}
