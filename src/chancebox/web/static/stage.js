// The stage: what happened is shown one beat after the other, each on the board as it was at that moment.
// A beat is a list of happenings; each has its motion, its sound and its breath. A tap skips to the present.
import { setting } from "./settings.js";
import { playHappening } from "./sound.js";

const LENGTH = {
  throw: 800, keep: 250, bust: 1300, round: 1700, reveal: 1400, effect: 700, card: 500, ticket: 1600,
  task: 800, shape: 700, out: 1400, end: 2200, "": 900,
};
const PACE = { slow: 1.7, normal: 1, fast: 0.5, instant: 0 };
const QUIET = new Set(["", "throw", "keep", "card", "ticket", "shape"]);
const GREETING = 1200;
const READ = new Set(["ticket"]); // has a text: if it is mine, it waits until I have read it
const CROWD = 6;
const SHORT = 150;
export const ARMED = 300;

export class Stage {
  #banner = document.getElementById("banner");
  #queue = [];
  #performing = false;
  #hurry = null;
  #skipping = false;
  #waiting = null; // since when it waits for who reads
  #greeting = null;

  #left = 0; // happenings of this beat that wait

  // `draw(html, happened, frame)` shows a board that passes by; `present(frame, { staged })` shows the table as it is now;
  // `act(one)` plays one of the things that happened on the board that lies there.
  // `tell(happened, frame)` says it, also what is skipped; `read(one)` shows that the table waits until it has been read, `read(null)` that it goes on.
  constructor({ draw, present, act, tell, read, missed, done }) {
    Object.assign(this, { draw, present, act, tell, read, missed, done });
  }

  get busy() { return this.#performing; }

  perform(frame) {
    this.#queue.push(frame);
    if (!this.#performing) this.#run();
  }

  skip() {
    if (!this.#performing) return;
    // A double tap must not take away what nobody has read; what follows is shown.
    if (this.#waiting === null) this.#skipping = true;
    else if (performance.now() - this.#waiting < ARMED) return;
    this.#hurry?.();
  }

  async #run() {
    this.#performing = true;
    try {
      while (this.#queue.length) await this.#show(this.#queue.shift());
    } finally {
      this.#performing = this.#skipping = false;
      this.#hide();
      this.done();
    }
  }

  async #show(frame) {
    const later = this.#queue.length > 0;
    if (this.#skipping && later) { this.missed(frame); for (const beat of frame.beats ?? []) this.tell(beat.happened, frame); return; }
    let presented = false;
    for (const beat of frame.beats ?? []) {
      this.tell(beat.happened, frame);
      if (this.#skipping) continue;
      if (beat.html) this.draw(beat.html, beat.happened, frame);
      else { this.present(frame, { staging: true, happened: beat.happened }); presented = true; }
      this.#left = beat.happened.filter(({ stage }) => stage).length;
      for (const one of beat.happened) if (!this.#skipping) await this.#stage(one, frame);
    }
    if (!presented) this.present(frame, { staging: false, happened: [] });
  }

  async #stage(one, frame) {
    const ms = this.#length(one, frame);
    if (one.stage) this.#left -= 1;
    this.act(one);
    if (!one.text && !one.stage) return;
    this.#announce(one, frame);
    // What is not shown in its time would only make noise, all at once.
    if (ms || one.stage === "end") {
      const whom = one.seats ?? [one.seat ?? frame.eyes];
      playHappening(one, { ms, won: frame.won, felt: whom.includes(frame.eyes) });
    }
    if (!ms) return;
    const isMine = READ.has(one.stage) && one.seat === frame.eyes;
    if (isMine) { this.#waiting = performance.now(); this.read(one); }
    await new Promise((done) => {
      const timer = isMine ? null : setTimeout(done, ms);
      this.#hurry = () => { clearTimeout(timer); done(); };
    });
    this.#hurry = this.#waiting = null;
    if (isMine) this.read(null);
  }

  // What concerns me is never shortened; if much waits, the rest is.
  #length(one, frame) {
    if (document.visibilityState !== "visible") return 0;
    // Whoever is asked need not wait for what is only told.
    if (!one.stage && frame.turn) return 0;
    const usual = (LENGTH[one.stage] ?? LENGTH[""]) * PACE[setting("pace")];
    const mine = one.seat === frame.eyes;
    return this.#queue.length + this.#left > CROWD && !mine ? Math.min(SHORT, usual) : usual;
  }

  #announce({ text, stage, seat }, frame) {
    // What dice, cards, tickets and pens do is seen where they are; the banner says what came of it.
    if (!text || QUIET.has(stage) || !PACE[setting("pace")]) { this.#hide(); return; }
    const banner = this.#banner;
    banner.textContent = text;
    banner.className = `banner stage-${stage}${seat === frame.eyes ? " mine" : ""}`;
    banner.hidden = false;
    banner.getAnimations?.().forEach((animation) => { animation.cancel(); animation.play(); });
  }

  // A short word to whoever takes over the device; it holds up nobody.
  greet(text) {
    const ms = GREETING * PACE[setting("pace")];
    if (!ms) return;
    this.#banner.textContent = text;
    this.#banner.className = "banner mine";
    this.#banner.hidden = false;
    clearTimeout(this.#greeting);
    this.#greeting = setTimeout(() => { if (!this.#performing) this.#hide(); }, ms);
  }

  #hide() { this.#banner.hidden = true; }
}
