// Commands to the house. Each has an id, so that one without an answer can be sent again safely.

export class Refused extends Error {
  constructor(status, body) {
    super(body.error ?? "");
    this.status = status;
    this.version = body.version;
  }
}

export const commandId = () =>
  crypto.randomUUID?.() ?? Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16)).join("-");

export async function post(path, body = {}, tries = 4) {
  const sent = JSON.stringify({ id: commandId(), ...body });
  for (let n = 1; ; n++) {
    try {
      const answer = await fetch(`/api/v1/${path}`, { method: "POST", body: sent, headers: { "content-type": "application/json" } });
      const told = await answer.json().catch(() => ({}));
      if (answer.ok) return told;
      if (answer.status < 502 || n >= tries) throw new Refused(answer.status, told);
    } catch (error) {
      if (error instanceof Refused || n >= tries) throw error;
    }
    await new Promise((done) => setTimeout(done, 400 * n));
  }
}
