// Commands to the house. Each has an id, so that one without an answer can be sent again safely.

const PATIENCE = 12000; // bots may think for ten seconds about a hint; whatever takes longer hangs, and is sent again
const RESTART = 15000; // a house that is started anew answers within this time

const LATER = ["cannot-write", "broken"]; // what the house could not do just now, and may do in a moment

// What the house does not do. Its code stays when sentences change, and says more than a status.
export class Refused extends Error {
  constructor({ error, code, version }) {
    super(error ?? "");
    this.code = code;
    this.version = version;
  }
}

// A random UUID: who has no seat yet is known again by it. Pages without encryption have to make it themselves.
export function commandId() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

// While it is sent again and again, the page says so ("trying").
export async function post(path, body = {}) {
  const sent = JSON.stringify({ id: commandId(), ...body });
  const begun = performance.now();
  const isLate = () => performance.now() - begun > RESTART;
  for (let n = 1; ; n++) {
    try {
      const answer = await fetch(`/api/v1/${path}`, { method: "POST", body: sent, headers: { "content-type": "application/json" }, signal: AbortSignal.timeout(PATIENCE) });
      const told = await answer.json().catch(() => ({}));
      if (answer.ok) return told;
      // Without a code it was not the house that answered, but what stands before it.
      if ((told.code && !LATER.includes(told.code)) || isLate()) throw new Refused(told);
    } catch (error) {
      if (error instanceof Refused || isLate()) throw error;
    }
    if (n === 1) dispatchEvent(new Event("trying"));
    await new Promise((done) => setTimeout(done, Math.min(400 * n, 2000)));
  }
}
