// What this device saw of the envelope of a table: which one, since when, and how many numbers of its own it showed.
// The page that checks the dice compares (web/templates/verify.html). A browser that keeps nothing knows nothing then.

const NAME = "chancebox.envelope.";
const KEPT = 100;
const CHAINS = 20;

// Who left for good in another tab wants nothing kept by this one either.
let isLeft = false;
addEventListener("storage", ({ key }) => { if (key === null) isLeft = true; });

const read = (key) => JSON.parse(localStorage.getItem(key));

// Of tables, those that were begun last; of chains, too.
function prune() {
  const old = Object.keys(localStorage).filter((key) => key.startsWith(NAME));
  const age = new Map(old.map((key) => [key, read(key)?.time ?? 0]));
  old.sort((a, b) => age.get(b) - age.get(a)).slice(KEPT - 1).forEach((key) => localStorage.removeItem(key));
}

// Only who plays here says that a table is removed: a house must not make us forget.
export function forget(table) {
  try { localStorage.removeItem(NAME + table); } catch { /* nothing was kept */ }
}

export class Envelope {
  #key; #seen = "";

  constructor(table) { this.#key = NAME + table; }

  // The first envelope counts; another one is noted beside it. Stage: when this device came.
  see(commitment, stage) {
    if (commitment === this.#seen) return;
    this.#seen = commitment;
    this.#change((kept) => {
      kept.commitment ??= commitment;
      kept.since ??= stage;
      if (commitment !== kept.commitment) kept.other ??= commitment;
    });
  }

  // So many numbers of a chain were shown; fewer than before only where moves were taken back here.
  note(tip, shown) {
    this.#change((kept) => {
      const before = kept.chains[tip] ?? 0;
      const back = Math.min(kept.undone, Math.max(0, before - shown));
      kept.undone -= back;
      kept.chains[tip] = Math.max(before - back, shown);
      for (const old of Object.keys(kept.chains).slice(0, -CHAINS)) delete kept.chains[old];
    });
  }

  takeBack() { this.#change((kept) => { kept.undone += 1; }); }

  // Other tabs change it, too, so it is read anew each time.
  #change(alter) {
    if (isLeft) return;
    try {
      const was = localStorage.getItem(this.#key);
      const kept = was ? JSON.parse(was) : { chains: {}, undone: 0 };
      alter(kept);
      if (!was) prune();
      const time = was ? kept.time : Date.now();
      const is = JSON.stringify({ ...kept, time });
      if (is !== was) localStorage.setItem(this.#key, is);
    } catch { /* this browser keeps nothing */ }
  }
}
