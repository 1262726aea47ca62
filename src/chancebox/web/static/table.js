// The page of a table: shows frames at a readable pace and turns taps into moves.
import { bindAdvice } from "./advice.js";
import { copyText } from "./clipboard.js";
import { post, Refused } from "./commands.js";
import { bindDrawers } from "./drawers.js";
import { bring, isMeant, offer, press, recover } from "./keys.js";
import { bindLesson } from "./lesson.js";
import { Live } from "./live.js";
import * as motion from "./motion.js";
import { bindOdds } from "./odds.js";
import { COLON } from "./punctuation.js";
import { bindRemoval } from "./removal.js";
import { Seal } from "./seal.js";
import { bindSeats } from "./seats.js";
import { bindSettings, keepName, setting } from "./settings.js";
import { play as sound } from "./sound.js";
import { bindSpeech, pause, rest, say, tell, tellChat } from "./spoken.js";
import { ARMED, Stage } from "./stage.js";
import { bindThrow } from "./throw.js";
import { toast } from "./toast.js";
import { notifyTurn, showTurn } from "./turn.js";

const { table: id, script, name } = document.body.dataset;
const words = JSON.parse(document.body.dataset.words);
const root = document.getElementById("table");
const logLines = document.querySelector("#log .lines");
const chatLines = document.querySelector("#chat .lines");
const seal = new Seal(id);
let shown = null;
let busy = false;
let isNews = false;

// A game's own module gets this. Of what it returns, `pass` and `update` run after each board that passes by or stays,
// `act` for each thing that is played on it, and `rest` when all has been played or skipped; `key` gets keys that no
// button stands for, and `cancel` gives up what is chosen, and says whether there was something.
const table = {
  root,
  get frame() { return shown; },
  // A move is armed a moment after it appeared: a double tap must not play what nobody has read.
  play: (move) => (isArmed() ? send("moves", { seat: shown.eyes, move, version: shown.version }) : null),
  toast,
  // What is chosen by taps may have odds of its own: called when a data-odds-of has changed.
  tellOdds: () => odds?.tell(),
};
let odds = null;
const game = script ? (await import(script)).default(table) : {};

const showUnfolded = bindSeats(root);
const stage = new Stage({ draw, present, act, tell, read, missed: log, done: arm });
// Nor is anything played before what was done last is seen: the answer may come before the frame.
const isArmed = () => root.dataset.armed !== undefined && !stage.busy && shown.version >= Number(root.dataset.done ?? 0);

function hear(message) {
  if (message.gone) { removal.hear(); return; }
  if (message.offline !== undefined) showOffline(message.offline);
  message.chat?.forEach((line, _n, lines) => chat(line, lines.length));
  if (message.html !== undefined) { seal.hear(message); stage.perform(message); }
}

// A lasting sign, as long as it is true; its words come and go with it, and are said.
function showOffline(offline) {
  document.body.classList.toggle("offline", offline);
  const sign = document.getElementById("offline");
  const told = offline ? words.offline : "";
  if (sign.textContent === told) return;
  sign.textContent = told;
  say(told);
}

// Several people at one device: who is asked next is told, also where nothing is secret.
let greeted = null;
function greet() {
  if (!shown || shown.seats.length < 2 || shown.curtain || !shown.turn) return;
  if (greeted !== null && greeted !== shown.eyes) stage.greet(words.yours.replace("{name}", shown.name));
  greeted = shown.eyes;
}

let arming = null;
function disarm() { clearTimeout(arming); delete root.dataset.armed; }
function arm() {
  root.classList.remove("staging");
  game.rest?.();
  odds.tell();
  handOver();
  greet();
  rest(root, shown);
  // Only now: what is staged has sounds of its own.
  if (isNews) { sound("turn"); motion.rise(root.querySelector(".actions")); notifyTurn(words.turn, document.title.replace("● ", "")); }
  isNews = false;
  if (root.dataset.armed !== undefined) return;
  clearTimeout(arming);
  arming = setTimeout(() => { root.dataset.armed = ""; }, ARMED);
}

let drawnFor = null; // through whose eyes the board was last drawn
function morph(html, happened, eyes) {
  // How a board came out of what somebody else saw is nobody's business: it might tell what only they knew.
  motion.settle();
  // (Where the story goes on, the house has made sure that both know the same.)
  const before = shown && (eyes === drawnFor || happened.length) ? motion.snapshot(root) : null;
  drawnFor = eyes;
  Idiomorph.morph(root, html, { morphStyle: "innerHTML", ignoreActiveValue: document.activeElement?.matches("input"), callbacks: { beforeAttributeUpdated: isOfFrame } });
  showUnfolded();
  game.arrange?.(happened);
  motion.show(root, before, happened);
}

// Several things may have happened by the moment that a board shows: each is played on it in its turn.
function act(one) {
  mark(one);
  game.act?.(one);
  motion.perform(root, one);
}

// A frame knows nothing of drawers that are open, of what somebody unfolded to enter a throw, nor of where Tab stops.
const isOfFrame = (attribute, element, change) => (attribute !== "tabindex" || change !== "remove") && (attribute !== "class" || !element.matches(".drawer")) && (attribute !== "open" || !element.matches(".entry"));

// A board that passes by: nothing can be done on it but skip it.
function draw(html, happened, { eyes }) {
  disarm();
  root.classList.remove("staging");
  morph(html, happened, eyes);
  game.pass?.(happened);
}

// What waits until it has been read: a button says so, and is found by keys and by ear.
function read(one) {
  root.classList.toggle("reading", Boolean(one));
  if (!one) { recover(); return; }
  const button = root.querySelector(".go-on");
  pause(one.text, button);
  bring(button);
}

// The table as it is now; what happened last may still be staged on it.
function present(frame, { staging, happened }) {
  // What others decide at the same time puts no new question to me: what I may tap stays as it is.
  const isSame = frame.turn && shown?.turn && shown.asked === frame.asked;
  const isTurn = frame.turn && !isSame;
  const wasTurn = shown?.turn && shown.eyes === frame.eyes;
  if (!isSame) disarm();
  root.classList.toggle("staging", staging);
  morph(frame.html, happened, frame.eyes);
  shown = frame;
  root.setAttribute("aria-busy", "false");
  root.dataset.stage = frame.stage;
  root.dataset.version = frame.version;
  log(frame);
  curtain(frame);
  sitting();
  throwing.show(frame);
  game.update?.(frame, happened);
  // Who decides several times in a row looks at the table anyway.
  if (!isSame) isNews = isTurn && (!wasTurn || !document.hasFocus() || othersActed(frame));
  showTurn(frame.turn);
  advise(frame);
  odds.update(frame);
  removal.update(frame);
  teach(frame);
  if (!isSame) offer();
  document.querySelector(".handover").hidden = !frame.seats.includes(frame.eyes);
  document.querySelector("#chat form").hidden = !frame.seats.length;
}

const othersActed = ({ eyes, beats = [] }) =>
  beats.some((beat) => beat.happened.some(({ seat }) => seat !== undefined && seat !== eyes));

const skip = () => { motion.settle(); stage.skip(); };

// Whom a happening concerns is seen: by seat, and by what became of them.
function mark({ seat, seats = [seat], stage: kind }) {
  if (!kind) return;
  for (const chair of root.querySelectorAll(".chair.touched")) chair.className = chair.className.replace(/ ?\btouched\S*/g, "");
  for (const one of seats) root.querySelector(`#chair-${one}`)?.classList.add("touched", `touched-${kind}`);
}

function log({ log: told, eyes }) {
  if (!told) return;
  for (const line of [...logLines.children]) if (Number(line.dataset.n) > told.since) line.remove();
  for (const [n, text, seat, round] of told.lines) {
    if (round) heading(n, round);
    const line = document.createElement("li");
    const button = document.createElement("button");
    const sentence = document.createElement("span");
    line.dataset.n = n;
    line.classList.toggle("me", seat === eyes);
    button.type = "button";
    button.dataset.moment = n;
    sentence.textContent = text;
    // The mark of a seat is drawn by the server, beside its name; who has no chair has none.
    const mark = root.querySelector(`#chair-${seat} .mark`)?.cloneNode(true);
    button.append(...(mark ? [mark] : []), sentence);
    line.append(button);
    logLines.append(line);
  }
  toLastLine();
}

// A new round begins a new part of the log.
function heading(n, round) {
  const before = [...logLines.querySelectorAll(".round")].at(-1)?.dataset.round;
  if (before === String(round)) return;
  const line = document.createElement("li");
  line.className = "round";
  line.dataset.n = n;
  line.dataset.round = round;
  line.textContent = words.round.replace("{n}", round);
  logLines.append(line);
}

const toLastLine = () => { logLines.scrollTop = logLines.scrollHeight; };
document.getElementById("log").addEventListener("opened", toLastLine);

// Who comes finds many lines at once, and need not hear them; nor what was said here.
let heard = 0;
function chat(line, together) {
  if (line.number <= heard) return;
  if ((heard || together === 1) && !shown?.seats.includes(line.seat)) tellChat(`${line.name}: ${line.text}`);
  heard = line.number;
  const item = document.createElement("li");
  const who = document.createElement("b");
  who.textContent = line.name + COLON;
  who.translate = false;
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
let handing = null; // who looks next where no curtain is wanted: after what is staged, without a tap
function curtain({ curtain: next, seats, eyes }) {
  handing = next && !hasCurtain() ? next.seat : null;
  root.classList.toggle("handing", handing !== null);
  if (!next || handing !== null) { if (curtainDialog.open) curtainDialog.close(); return; }
  curtainDialog.dataset.seat = next.seat;
  curtainDialog.querySelector("h2").textContent = next.name;
  curtainDialog.querySelector("button").textContent = next.name;
  curtainDialog.querySelector("button").setAttribute("aria-label", words.look.replace("{name}", next.name));
  if (!seats.includes(eyes)) drawCurtain();
}
// What is hidden as a courtesy alone (data-courtesy) may do without one, if the owner of the device likes.
const hasCurtain = () => document.body.dataset.courtesy === undefined || setting("curtain") === "on";
function handOver() {
  if (handing === null) return;
  const seat = handing;
  handing = null;
  live.lookFrom(seat);
}
function drawCurtain() {
  if (curtainDialog.open) return;
  // What one was told or looked at is not for who comes next.
  for (const dialog of document.querySelectorAll("dialog")) dialog.close();
  curtainDialog.showModal();
}
curtainDialog.addEventListener("cancel", (event) => event.preventDefault());
// Browsers let nobody refuse twice that a dialog is closed: then it comes back.
curtainDialog.addEventListener("close", () => { if (shown.curtain && handing === null) drawCurtain(); });
curtainDialog.querySelector("button").addEventListener("click", () => {
  live.lookFrom(Number(curtainDialog.dataset.seat));
});

async function send(path, body) {
  if (busy) return null;
  // Who taps without a connection is told at once, and not after several tries; the command waits for the house.
  if (document.body.classList.contains("offline")) { toast(words.waiting); live.retry(); }
  busy = true;
  root.classList.add("sending");
  try {
    const told = await (path === "moves" || path === "start" ? sendLinked : post)(`tables/${id}/${path}`, body);
    if (told.version) root.dataset.done = told.version;
    if (path.endsWith("/undo")) seal.takenBack();
    return told;
  } catch (error) {
    // Who looked at an older frame is brought to the present; there is nothing to explain.
    if (error instanceof Refused && (error.code === "stale" || (stage.busy && error.code === "not-now"))) skip();
    else if (error instanceof Refused) { toast(error.message); sound("knock"); } else toast(words.silent);
    return null;
  } finally {
    busy = false;
    root.classList.remove("sending");
  }
}

// With a move, and with the start, goes the next link of this device's chain. Another tab may have begun another chain.
async function sendLinked(path, body) {
  for (let again = false; ; again = true) {
    const link = await seal.link();
    try {
      const told = await post(path, link ? { ...body, link } : body);
      seal.shown(link, told.version);
      return told;
    } catch (error) {
      if (again || error.code !== "wrong-link" || !(await seal.renew(link))) throw error;
    }
  }
}

// Who keeps the house lets others come; the lobby then shows by which address.
async function openToNetwork() {
  const answer = await fetch("/network", { method: "POST", body: "open=yes" }).catch(() => null);
  if (!answer?.ok) toast((await answer?.json().catch(() => null))?.error ?? words.silent);
}

// In the lobby: the name by which somebody sits down; what was typed outlives the frames.
let wished = name;
function sitting() {
  const field = root.querySelector("#sitter");
  if (field && field !== document.activeElement) field.value = wished;
}

async function sitDown(seat) {
  wished = wished.trim();
  if (wished) keepName(wished);
  if (await send(`seats/${seat}/sit`, { name: wished })) live.renew();
}

root.addEventListener("input", ({ target }) => { if (target.id === "sitter") wished = target.value; });
root.addEventListener("submit", (event) => {
  const seat = event.target.dataset.sitdown;
  if (seat === undefined) return;
  event.preventDefault();
  sitDown(seat);
});

// While something is staged a tap skips it, and does nothing else: before any game hears of it.
root.addEventListener("click", (event) => {
  if (!stage.busy || event.target.closest("a")) return;
  event.stopImmediatePropagation();
  skip();
}, { capture: true });

// These lie where no move lay before; whatever else is posted (an undo, a rematch!) is armed like a move.
const isAtOnce = (path) => /(^|\/)(start|return)$/.test(path);

root.addEventListener("click", async (event) => {
  const button = event.target.closest("button");
  if (!button || button.disabled) return;
  const { move, post: path, sit, arrange, kind, bot, copy } = button.dataset;
  if (move !== undefined) { if (isArmed() && !busy) button.classList.add("chosen"); await table.play(move); }
  else if (path) {
    if (!isAtOnce(path) && !isArmed()) return;
    const told = await send(path, {});
    if (path === "rematch" && told) location.href = `/t/${told.table}`;
    if (path === "group" && told) location.href = `/g/${told.group}`;
  } else if (sit !== undefined) await sitDown(sit);
  else if (arrange !== undefined) await send(`seats/${arrange}/arrange`, { player: { kind, bot: bot ?? "thumb" } });
  else if (copy) copyText(copy, words.copied);
  else if (button.dataset.network !== undefined) await openToNetwork();
  else if (button.dataset.skip !== undefined) skip();
  else if (button.dataset.handTo !== undefined) drawCurtain();
});

// The board as it was at a moment of the log, or of the story that is told at the end.
async function look(event) {
  const n = event.target.closest("[data-moment]")?.dataset.moment;
  if (!n) return;
  const answer = await fetch(`/t/${id}/moments/${n}?eyes=${shown.eyes}`).catch(() => null);
  if (!answer?.ok) { toast(words.silent); return; }
  const dialog = document.getElementById("then");
  // Ids must stay unique in the page: what is shown here is a picture of the past.
  const past = new DOMParser().parseFromString(await answer.text(), "text/html").body;
  past.querySelectorAll("[id]").forEach((part) => part.removeAttribute("id"));
  past.querySelectorAll("button").forEach((part) => { part.disabled = true; });
  dialog.querySelector("div").replaceChildren(...past.childNodes);
  dialog.showModal();
}
logLines.addEventListener("click", look);
root.addEventListener("click", look);

const chatter = (what) => send("chat", { seat: shown.seats.includes(shown.eyes) ? shown.eyes : shown.seats[0], ...what });
document.getElementById("chat").addEventListener("opened", () => { const badge = document.querySelector(".badge"); badge.hidden = true; badge.textContent = ""; });
document.querySelector("#chat form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const field = event.target.querySelector("input");
  if (!field.value.trim()) return;
  if (await chatter({ text: field.value })) field.value = "";
});
for (const button of document.querySelectorAll("[data-phrase]")) {
  button.addEventListener("click", () => chatter({ phrase: button.dataset.phrase }));
}
document.querySelector(".drawer [data-copy]").addEventListener("click", () => {
  copyText(shown?.link || location.href, shown?.link ? words.copied : words.hereOnly);
});
document.querySelector("[data-handover]").addEventListener("click", async () => {
  const told = await send(`seats/${shown.eyes}/code`, {});
  if (told) document.querySelector(".handover .code").textContent = told.code;
});
// A column beside the board covers nothing; a sheet does.
const isCovered = () => Boolean(document.querySelector("dialog:modal"))
  || [...document.querySelectorAll(".drawer.open")].some((drawer) => getComputedStyle(drawer).position === "fixed");
const mayBeHeld = (key) => key.startsWith("Arrow") || key === "+" || key === "-";

document.addEventListener("keydown", (event) => {
  const { key, target, repeat } = event;
  if (!isMeant(event)) return;
  // A key that is held plays once, and not also what comes next.
  if (repeat && !mayBeHeld(key)) {
    if ((key === "Enter" || key === " ") && target.closest("#table button")) event.preventDefault();
    return;
  }
  if (key === " " && stage.busy && !target.closest("dialog, .drawer, .lesson, .tabs")) { event.preventDefault(); skip(); return; }
  if (isCovered()) return;
  if (key === "Escape") { if (game.cancel?.()) event.preventDefault(); return; }
  if (!throwing.key(event) && !press(event)) game.key?.(event);
});

bindDrawers();
bindSpeech(root, () => stage.busy);
const throwing = bindThrow(id, root, { send, isArmed });
const teach = bindLesson(id, root);
const advise = bindAdvice(id, table, game, send, words);
odds = bindOdds(id, table, () => stage.busy, send);
bindSettings(document.querySelector(".settings"));
const removal = bindRemoval(id, words);
const live = new Live(id, hear);
