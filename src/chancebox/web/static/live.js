// Frames from the house: by a socket, by waiting requests where sockets are blocked, again after sleep.

const GONE = ["not-found", "removed", "outdated"]; // tables that nobody can wait for

export class Live {
  #table; #hear; #eyes = null; #version = 0; #said = 0; #failures = 0; #socket = null; #waiting = null;
  #seen = null; // by whose eyes, and how many events
  #parts = []; #number = 0; // the parts of the last board, and the number of its frame on this socket
  #gone = false; // whether there is no such table any more

  constructor(table, hear) {
    this.#table = table;
    this.#hear = hear;
    addEventListener("offline", () => this.#hear({ offline: true }));
    // A socket that slept through it looks open and hears nothing: begin anew.
    addEventListener("online", () => { this.#failures = 0; this.renew(); });
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.retry());
    this.#connect();
  }

  lookFrom(seat) {
    this.#eyes = seat;
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify({ eyes: seat }));
    else { this.#version = 0; this.#waiting?.abort(); }
  }

  // Who has just sat down is known from now on; the open socket belongs to a stranger.
  renew() {
    const stranger = this.#socket;
    this.#socket = null;
    stranger?.close();
    this.#waiting?.abort();
    if (!this.#waiting) this.#connect();
  }

  #address(path) {
    const eyes = this.#eyes === null ? "" : `eyes=${this.#eyes}`;
    return `${path}?${eyes}`;
  }

  // A board comes as a list of its parts; a number stands for a part of the board before, so that only what changed is sent.
  #board(parts) {
    const before = this.#parts;
    this.#parts = parts.map((part) => (typeof part === "number" ? before[part] : part));
    return this.#parts.join("");
  }

  // Boards that pass by come before the one that stays.
  #whole(message) {
    const beats = message.beats.map((beat) => ({ ...beat, html: beat.html && this.#board(beat.html) }));
    return { ...message, beats, html: this.#board(message.html) };
  }

  #hearSocket(message) {
    if (message.html === undefined) { this.#take(message); return; }
    const { number, builds_on: before } = message;
    // What builds on a board that never came here cannot be shown.
    if (before && before !== this.#number) { this.#socket.send(JSON.stringify({ whole: true })); return; }
    this.#number = number;
    this.#take(this.#whole(message));
  }

  #take(message) {
    if (message.version) this.#version = message.version;
    if (message.told !== undefined) this.#seen = `&seen=${message.eyes}&told=${message.told}`;
    if (message.chat) this.#said = Math.max(this.#said, ...message.chat.map((line) => line.number), 0);
    this.#hear({ ...message, offline: false });
  }

  retry() {
    if (this.#socket?.readyState === WebSocket.OPEN || this.#waiting) return;
    this.#failures = 0;
    this.#connect();
  }

  // A table that was removed, or that the house does not know: nothing comes of asking again.
  #end() {
    this.#gone = true;
    this.#hear({ gone: true });
  }

  #connect() {
    if (this.#gone) return;
    if (this.#socket && this.#socket.readyState < WebSocket.CLOSING) return;
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const eyes = this.#eyes;
    const socket = new WebSocket(this.#address(`${scheme}//${location.host}/t/${this.#table}/live`));
    this.#socket = socket;
    // Who began to look through other eyes while it opened is shown what those see.
    socket.onopen = () => { if (this.#eyes !== eyes) socket.send(JSON.stringify({ eyes: this.#eyes })); };
    this.#number = 0;
    socket.onmessage = (event) => { this.#failures = 0; if (socket === this.#socket) this.#hearSocket(JSON.parse(event.data)); };
    socket.onclose = ({ code }) => {
      if (socket !== this.#socket) return;
      if (code === 4404 || code === 4410) { this.#end(); return; }
      this.#failures += 1;
      // A network that lets requests through but no sockets is found out by trying: a failed socket alone tells nothing.
      if (this.#failures > 2) this.#poll();
      else setTimeout(() => this.#connect(), 500 * this.#failures);
    };
  }

  async #poll() {
    if (this.#waiting) return;
    this.#waiting = new AbortController();
    const { signal } = this.#waiting;
    try {
      const address = `${this.#address(`/t/${this.#table}/frames`)}&since=${this.#version}&said=${this.#said}${this.#seen ?? ""}`;
      const answer = await fetch(address, { signal });
      const frame = await answer.json();
      if (GONE.includes(frame.code)) this.#end();
      if (!answer.ok) throw new Error(frame.error);
      if (frame.version !== this.#version || frame.chat.length) this.#take(frame);
      else this.#hear({ offline: false });
    } catch {
      if (!signal.aborted) {
        this.#hear({ offline: true });
        this.#version = 0; // so that the next request is answered at once
        await new Promise((done) => setTimeout(done, 2000));
      }
    }
    this.#waiting = null;
    this.#connect();
  }
}
