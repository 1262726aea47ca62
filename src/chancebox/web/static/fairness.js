// Counts of the dice that were entered on this device, and the chi-square test of them. Nothing leaves the device.

const KEPT = "chancebox.dice";
const read = () => { try { return JSON.parse(localStorage.getItem(KEPT)) ?? {}; } catch { return {}; } };
const write = (kept) => { try { localStorage.setItem(KEPT, JSON.stringify(kept)); } catch { /* a browser that keeps nothing counts nothing */ } };

export const isCounting = () => read().off !== true;
export const setCounting = (on) => write({ ...read(), off: !on });
export const forget = () => write({ off: read().off });
export const sets = () => read().sets ?? [];

// A throw of a set of dice (those of a game, or of a colour where a game has several); `was` is what it corrects.
export function remember(game, kind, faces, dice, was = []) {
  const kept = read();
  if (kept.off) return;
  kept.sets ??= [];
  const isIt = (one) => one.game === game && one.kind === kind && one.faces.join() === faces.join();
  let set = kept.sets.find(isIt);
  if (!set) kept.sets.push(set = { game, kind, faces, counts: faces.map(() => 0) });
  for (const face of was) { const at = faces.indexOf(face); if (at >= 0 && set.counts[at]) set.counts[at] -= 1; }
  for (const face of dice) { const at = faces.indexOf(face); if (at >= 0) set.counts[at] += 1; }
  write(kept);
}

export const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);

export function chiSquare(counts) {
  const mean = sum(counts) / counts.length;
  return sum(counts.map((count) => (count - mean) ** 2 / mean));
}

// The logarithm of the gamma function (Lanczos).
const LANCZOS = [676.5203681218851, -1259.1392167224028, 771.3234287776531, -176.6150291621406, 12.507343278686905, -0.13857109526572012, 9.984369578019572e-6, 1.5056327351493116e-7];
function logGamma(x) {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x);
  const t = x + 6.5;
  const series = LANCZOS.reduce((so, c, i) => so + c / (x + i), 0.9999999999998099);
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(t) - t + Math.log(series);
}

// How often fair dice stray at least as far: the upper regularised incomplete gamma function Q(k/2, x/2), by its
// series where x is small and by its continued fraction (Lentz) where it is large.
export function pValue(statistic, degrees) {
  const [a, x] = [degrees / 2, statistic / 2];
  if (x <= 0) return 1;
  const front = Math.exp(a * Math.log(x) - x - logGamma(a));
  if (x < a + 1) {
    let term = 1 / a;
    let total = term;
    for (let n = 1; n < 1000 && term > total * 1e-16; n++) { term *= x / (a + n); total += term; }
    return Math.max(0, 1 - front * total);
  }
  const tiny = 1e-300;
  let b = x + 1 - a;
  let c = 1 / tiny;
  let d = 1 / b;
  let h = d;
  for (let n = 1; n < 1000; n++) {
    const an = -n * (n - a);
    b += 2;
    d = 1 / (an * d + b || tiny);
    c = b + an / c || tiny;
    h *= d * c;
    if (Math.abs(d * c - 1) < 1e-15) break;
  }
  return front * h;
}
