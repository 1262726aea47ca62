// This device's share in sealed dice: a chain of links, of which the house sees one more with each move.
// The protocol is in docs/sealed-dice.md.
import { post } from "./commands.js";
import { Envelope } from "./envelope.js";

const LINKS = 1024;
const KEPT = 40;
const NAME = "chancebox.seal.";

// SHA-256 of 32 bytes, as eight words. Browsers offer it only to pages that came by https, and a table in the living
// room does not; a whole chain takes some milliseconds.
const PRIMES = [];
for (let n = 2; PRIMES.length < 64; n++) if (PRIMES.every((prime) => n % prime)) PRIMES.push(n);
const fraction = (root) => Math.floor((root % 1) * 2 ** 32) | 0;
const ROUNDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const FIRST = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const turn = (word, by) => (word >>> by) | (word << (32 - by));
const w = new Int32Array(64);

export function digest(words) {
  w.set(words);
  w.fill(0, 8, 16);
  w[8] = 1 << 31;
  w[15] = 256;
  for (let i = 16; i < 64; i++) {
    const low = turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ (w[i - 15] >>> 3);
    const high = turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ (w[i - 2] >>> 10);
    w[i] = w[i - 16] + low + w[i - 7] + high;
  }
  let [a, b, c, d, e, f, g, h] = FIRST;
  for (let i = 0; i < 64; i++) {
    const first = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[i] + w[i];
    const second = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g; g = f; f = e; e = (d + first) | 0; d = c; c = b; b = a; a = (first + second) | 0;
  }
  return [a, b, c, d, e, f, g, h].map((word, i) => (word + FIRST[i]) | 0);
}

const hex = (words) => words.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
const unhex = (text) => text.match(/.{8}/g).map((word) => parseInt(word, 16) | 0);

// In the order in which it is shown: the tip, then link after link.
export function chain(seed) {
  const made = [unhex(seed)];
  while (made.length <= LINKS) made.push(digest(made.at(-1)));
  return made.reverse().map(hex);
}

// Chains are kept by their tips; the oldest go. Where a browser keeps nothing, they last as long as the page.
const unkept = new Map();

function keep(tip, seed) {
  unkept.set(tip, seed);
  try {
    const old = Object.keys(localStorage).filter((key) => key.startsWith(NAME));
    const age = (key) => Number(localStorage[key].split(" ")[1]);
    old.sort((a, b) => age(b) - age(a)).slice(KEPT - 1).forEach((key) => localStorage.removeItem(key));
    localStorage.setItem(NAME + tip, `${seed} ${Date.now()}`);
  } catch { /* kept in this page alone */ }
}

function find(tip) {
  try { return localStorage.getItem(NAME + tip)?.split(" ")[0] ?? unkept.get(tip); } catch { return unkept.get(tip); }
}

export class Seal {
  #table; #envelope; #links = []; #last = null; #version = -1; #wanted = false; #committing = null;

  constructor(table) { this.#table = table; this.#envelope = new Envelope(table); }

  // How far the house says that our chain was shown. Who holds a seat and has no chain here shows a new tip.
  hear({ version, seal, seats, stage }) {
    if (seal) this.#envelope.see(seal.commitment, stage);
    this.#wanted = Boolean(seal) && seats.length > 0 && stage !== "over";
    // A frame may be older than what we know from an answer.
    if (!seal || version <= this.#version) return;
    this.#last = seal.last;
    if (seal.tip && seal.tip !== this.#links[0]) {
      const seed = find(seal.tip);
      this.#links = seed ? chain(seed) : [];
    }
    this.#note();
    if (this.#wanted && !this.#next) this.#commit().catch(() => {});
  }

  // What was shown of our chain is remembered, for who checks the dice.
  #note() {
    const shown = this.#links.indexOf(this.#last);
    if (shown >= 0) this.#envelope.note(this.#links[0], shown);
  }

  get #next() { return this.#last === null ? undefined : this.#links[this.#links.indexOf(this.#last) + 1 || LINKS + 1]; }

  // The link for the next move; none where the table is not sealed.
  async link() {
    if (this.#wanted && !this.#next) await this.#commit();
    return this.#wanted ? this.#next : undefined;
  }

  // A link was refused: ask the house how far our chain was shown; return whether another link is due.
  async renew(link) {
    const answer = await fetch(`/api/v1/tables/${this.#table}`);
    const { version, seal, seats, stage } = await answer.json();
    this.#version = -1;
    this.hear({ version, seal, seats: seats?.filter((seat) => seat.yours) ?? [], stage });
    return (await this.link()) !== link;
  }

  // The house has taken a link.
  shown(link, version) {
    if (!link || version < this.#version) return;
    this.#last = link;
    this.#version = version;
    this.#note();
  }

  // A move was taken back here, and its link with it.
  takenBack() {
    this.#envelope.takeBack();
    this.#note();
  }

  #commit() {
    this.#committing ??= this.#showTip().finally(() => { this.#committing = null; });
    return this.#committing;
  }

  async #showTip() {
    const links = chain(hex([...crypto.getRandomValues(new Int32Array(8))]));
    keep(links[0], links[LINKS]);
    const { version } = await post(`tables/${this.#table}/tip`, { tip: links[0] });
    this.#links = links;
    this.shown(links[0], version);
  }
}
