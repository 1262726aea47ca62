// The page that tests the dice of this device for bias.
import { chiSquare, forget, isCounting, pValue, setCounting, sets, sum } from "./fairness.js";

const page = document.querySelector(".fairness");
const words = JSON.parse(page.dataset.words);
const titles = JSON.parse(page.dataset.titles);
const FEW = 5; // of each face: below that the test is not to be trusted
const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

export function often(p) {
  if (p >= 0.5) return words.usual;
  return p < 0.001 ? words.rare : fill(words.times, { n: Math.round(1 / p) });
}

function verdict(p) { return p >= 0.05 ? words.calm : p >= 0.005 ? words.odd : words.bad; }

function tell({ faces, counts }) {
  const dice = sum(counts);
  const mean = dice / counts.length;
  if (mean < FEW) return fill(words.few, { dice, need: FEW * counts.length });
  const p = pValue(chiSquare(counts), counts.length - 1);
  const far = counts.reduce((best, count, i) => (Math.abs(count - mean) > Math.abs(counts[best] - mean) ? i : best), 0);
  const told = { face: fill(words.face, { n: faces[far] }), count: counts[far], dice, mean: Math.round(mean), often: often(p) };
  const sentence = fill(words.found, told);
  return `${sentence[0].toUpperCase()}${sentence.slice(1)} ${verdict(p)}`;
}

function add(parent, kind, text = "", className = "") {
  const made = document.createElement(kind);
  made.textContent = text;
  made.className = className;
  parent.append(made);
  return made;
}

function show(parent, title, set) {
  const section = add(parent, "section");
  add(section, "h2", title);
  const most = Math.max(...set.counts, 1);
  const list = add(section, "ul", "", "bars");
  set.faces.forEach((face, i) => {
    const row = add(list, "li");
    add(row, "b", face).translate = false;
    add(add(row, "i"), "span").style.width = `${(100 * set.counts[i]) / most}%`;
    add(row, "span", set.counts[i]);
  });
  add(section, "p", tell(set));
}

// Dice with the same faces together, if there are several sets of them.
const together = ([first, ...others]) => ({ ...first, counts: first.counts.map((count, i) => count + sum(others.map((one) => one.counts[i]))) });

function draw() {
  const parent = page.querySelector(".sets");
  parent.replaceChildren();
  const kept = sets().filter((one) => sum(one.counts));
  page.querySelector(".none").hidden = kept.length > 0;
  for (const faces of new Set(kept.map((one) => one.faces.join(" ")))) {
    const found = kept.filter((one) => one.faces.join(" ") === faces);
    if (found.length > 1) show(parent, fill(words.all, { faces: `${found[0].faces[0]}–${found[0].faces.at(-1)}` }), together(found));
    for (const one of found) show(parent, [titles[one.game] ?? one.game, words.kinds[one.kind]].filter(Boolean).join(", "), one);
  }
  page.querySelector(".counting input").checked = isCounting();
}

page.querySelector(".counting input").addEventListener("change", ({ target }) => setCounting(target.checked));
page.querySelector("[data-forget]").addEventListener("click", () => { forget(); draw(); });
draw();
