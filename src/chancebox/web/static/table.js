// The page of a table: shows frames at a readable pace and turns taps into moves.
import { bindAdvice } from "./advice.js";
import { post, Refused } from "./commands.js";
import { bindDrawers } from "./drawers.js";
import { Live } from "./live.js";
import { bindSettings, keepName, setting } from "./settings.js";
import { play as sound } from "./sound.js";
import { toast } from "./toast.js";

const DWELL = { slow: 2200, normal: 1100, fast: 450, instant: 0 };
const { table: id, script, name } = document.body.dataset;
const words = JSON.parse(document.body.dataset.words);
const root = document.getElementById("table");
const logLines = document.querySelector("#log .lines");
const chatLines = document.querySelector("#chat .lines");
let shown = null;
let busy = false;

// A game's own module gets this; `update` of what it returns runs after each frame.
const table = {
  root,
  get frame() { return shown; },
  play: (move) => { free = 0; return send("moves", { seat: shown.eyes, move, version: shown.version }); },
  toast,
};
const game = script ? (await import(script)).default(table) : {};

// Frames wait here while the last one is being read.
const queue = [];
let free = 0;
let timer = null;

function hear(message) {
  if (message.offline !== undefined) { document.body.classList.toggle("offline", message.offline); if (message.offline) toast(words.offline); }
  message.chat?.forEach(chat);
  if (message.html === undefined) return;
  queue.push(message);
  next();
}

function next() {
  clearTimeout(timer);
  const wait = free - performance.now();
  if (!queue.length) return;
  if (wait > 0) { timer = setTimeout(next, wait); showSkip(); return; }
  const frame = queue.shift();
  show(frame);
  free = performance.now() + dwell(frame);
  if (queue.length) { timer = setTimeout(next, Math.max(0, free - performance.now())); showSkip(); }
}

// One's own moves need no time to be read; what others did and what chance brought does.
function dwell(frame) {
  const isNews = frame.mover !== null && (frame.mover !== frame.eyes || frame.cue === "roll");
  return isNews && document.visibilityState === "visible" ? DWELL[setting("pace")] : 0;
}

function skip() {
  const last = queue.at(-1);
  const missed = queue.splice(0);
  missed.forEach((frame) => { log(frame); });
  free = 0;
  if (last) show(last, { logged: true });
}

const showSkip = () => { const button = root.querySelector("[data-skip]"); if (button) button.hidden = false; };

function show(frame, { logged = false } = {}) {
  const before = rolls();
  const first = shown === null;
  const newTurn = frame.turn && !(shown?.turn && shown.version === frame.version);
  shown = frame;
  Idiomorph.morph(root, frame.html, { morphStyle: "innerHTML", ignoreActiveValue: document.activeElement?.matches("input") });
  root.setAttribute("aria-busy", "false");
  root.dataset.stage = frame.stage;
  root.dataset.version = frame.version;
  if (!logged) log(frame);
  curtain(frame);
  sitting();
  game.update?.(frame);
  if (!first) {
    tumble(before);
    if (frame.stage === "over" && frame.mover !== null) sound("good");
    else if (frame.cue === "roll") sound("roll");
    else if (frame.cue) sound(frame.cue);
    if (newTurn && !document.hasFocus()) sound("turn");
  }
  document.title = (frame.turn ? "● " : "") + document.title.replace(/^● /, "");
  advise(frame);
  document.querySelector(".handover").hidden = !frame.seats.includes(frame.eyes);
  document.querySelector("#chat form").hidden = !frame.seats.length;
}

// Dice tumble where the number of a roll has changed; those that were kept lie still.
function rolls() {
  return new Map([...root.querySelectorAll("[data-roll]")].map((tray) => [tray.id, tray.dataset.roll]));
}

function tumble(before) {
  for (const tray of root.querySelectorAll("[data-roll]")) {
    if (before.get(tray.id) === tray.dataset.roll || !tray.dataset.roll) continue;
    for (const die of tray.querySelectorAll(".die:not(.kept)")) {
      die.classList.remove("tumble");
      void die.offsetWidth;
      die.classList.add("tumble");
      die.addEventListener("animationend", () => die.classList.remove("tumble"), { once: true });
    }
  }
}

function log({ log: told }) {
  if (!told) return;
  for (const line of [...logLines.children]) if (Number(line.dataset.n) > told.since) line.remove();
  for (const [n, text] of told.lines) {
    const line = document.createElement("li");
    const button = document.createElement("button");
    line.dataset.n = n;
    button.type = "button";
    button.dataset.moment = n;
    button.textContent = text;
    line.append(button);
    logLines.append(line);
  }
  logLines.scrollTop = logLines.scrollHeight;
}

let heard = 0;
function chat(line) {
  if (line.number <= heard) return;
  heard = line.number;
  const item = document.createElement("li");
  const who = document.createElement("b");
  who.textContent = `${line.name}: `;
  item.append(who, line.text);
  chatLines.append(item);
  chatLines.scrollTop = chatLines.scrollHeight;
  const badge = document.querySelector(".badge");
  if (!document.getElementById("chat").classList.contains("open")) {
    badge.textContent = Number(badge.textContent || 0) + 1;
    badge.hidden = false;
  }
}

// Several people on one device: whoever has moved sees what came of it, hands the device over, and only then the
// curtain falls, behind which the next one looks. Where nobody is looking yet, it lies there from the beginning.
const curtainDialog = document.getElementById("curtain");
function curtain({ curtain: next, seats, eyes }) {
  if (!next) { if (curtainDialog.open) curtainDialog.close(); return; }
  curtainDialog.dataset.seat = next.seat;
  curtainDialog.querySelector("h2").textContent = next.name;
  curtainDialog.querySelector("button").textContent = next.name;
  if (!seats.includes(eyes)) drawCurtain();
}
const drawCurtain = () => { if (!curtainDialog.open) curtainDialog.showModal(); };
curtainDialog.addEventListener("cancel", (event) => event.preventDefault());
curtainDialog.querySelector("button").addEventListener("click", () => {
  live.lookFrom(Number(curtainDialog.dataset.seat));
  free = 0;
});

async function send(path, body) {
  if (busy) return null;
  busy = true;
  root.classList.add("sending");
  try {
    const told = await post(`tables/${id}/${path}`, body);
    if (told.version) root.dataset.done = told.version;
    return told;
  } catch (error) {
    if (error instanceof Refused) { toast(error.message); sound("bad"); } else toast(words.silent);
    return null;
  } finally {
    busy = false;
    root.classList.remove("sending");
  }
}

// A page that came without encryption may not use the clipboard: then the text is shown to be copied by hand.
async function copyText(text) {
  try { await navigator.clipboard.writeText(text); toast(words.copied); } catch { toast(text); }
}

// In the lobby: the name by which somebody sits down.
function sitting() {
  const field = root.querySelector("[data-name-for-sitting]");
  if (!field) return;
  field.hidden = !root.querySelector("[data-sit]");
  const input = field.querySelector("input");
  if (!input.value) input.value = name;
}

root.addEventListener("click", async (event) => {
  const button = event.target.closest("button");
  if (!button || button.disabled) return;
  const { move, post: path, sit, arrange, kind, bot, copy } = button.dataset;
  if (move !== undefined) await table.play(move);
  else if (path) {
    const told = await send(path, {});
    if (path === "rematch" && told) location.href = `/t/${told.table}`;
  } else if (sit !== undefined) {
    const input = root.querySelector("[data-name-for-sitting] input");
    if (!input.value.trim()) { input.focus(); toast(words.name); return; }
    keepName(input.value.trim());
    if (await send(`seats/${sit}/sit`, { name: input.value })) live.renew();
  } else if (arrange !== undefined) await send(`seats/${arrange}/arrange`, { player: { kind, bot: bot ?? "thumb" } });
  else if (copy) copyText(copy);
  else if (button.dataset.skip !== undefined) skip();
  else if (button.dataset.handTo !== undefined) drawCurtain();
});

logLines.addEventListener("click", async (event) => {
  const n = event.target.closest("[data-moment]")?.dataset.moment;
  if (!n) return;
  const answer = await fetch(`/t/${id}/moments/${n}?eyes=${shown.eyes}`);
  if (!answer.ok) return;
  const dialog = document.getElementById("then");
  // Ids must stay unique in the page: what is shown here is a picture of the past.
  const past = new DOMParser().parseFromString(await answer.text(), "text/html").body;
  past.querySelectorAll("[id]").forEach((part) => part.removeAttribute("id"));
  past.querySelectorAll("button").forEach((part) => { part.disabled = true; });
  dialog.querySelector("div").replaceChildren(...past.childNodes);
  dialog.showModal();
});

document.getElementById("chat").addEventListener("opened", () => { const badge = document.querySelector(".badge"); badge.hidden = true; badge.textContent = ""; });
document.querySelector("#chat form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const field = event.target.querySelector("input");
  if (!field.value.trim()) return;
  const seat = shown.seats.includes(shown.eyes) ? shown.eyes : shown.seats[0];
  if (await send("chat", { seat, text: field.value })) field.value = "";
});
document.querySelector(".drawer [data-copy]").addEventListener("click", () => {
  copyText(location.href);
});
document.querySelector("[data-handover]").addEventListener("click", async () => {
  const told = await send(`seats/${shown.eyes}/code`, {});
  if (told) document.querySelector(".handover .code").textContent = told.code;
});
document.addEventListener("keydown", (event) => {
  if (event.target.matches("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === " " && queue.length) { event.preventDefault(); skip(); return; }
  if (!document.querySelector("dialog[open], .drawer.open:not(.side .drawer)")) game.key?.(event);
});

bindDrawers();
const advise = bindAdvice(id, table, send, words);
bindSettings(document.querySelector(".settings"));
const live = new Live(id, hear);
