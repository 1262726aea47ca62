// What is said aloud. A page has one polite live region, and nobody else on it speaks: whoever has something to say
// calls say(). What happens is said a turn at a time and in order, then what is asked; what a tap has changed
// ([data-say]) is said when it has changed. How much of it, and all of it again, is a choice of who listens.
import { setting } from "./settings.js";
import { hasPlace } from "./visible.js";

const place = document.getElementById("spoken");
const KEPT = 8; // sentences that stay in the region: a reader that is slow still finds them
const SOON = 60; // what comes together is said together
const LETTER = 45; // about as long as a voice needs for one
const LONGEST = 4000;
const IDLE = 1500; // whom all wait for is said when nothing else is
const RESULTS = new Set(["round", "out", "end"]);

let waiting = []; // what is said next
let timer = null;
let free = 0; // when the last sentence will have been said
let last = "";
const codes = new Set(); // codes and links that were told: no words of any language

// Signs that a game writes in its log are read as words: one of them, or many.
function inWords(text) {
  const signs = JSON.parse(document.querySelector("[data-signs]")?.dataset.signs ?? "{}");
  return Object.entries(signs).reduce((told, [sign, [one, many]]) => told.replaceAll(new RegExp(`(\\d*)${sign}`, "g"), (_all, n) => `${n} ${n === "1" ? one : many}`), text);
}

// Writes a sentence. What translates pages leaves the codes in it alone, even those that look like words.
export function write(to, text) {
  let parts = [text];
  for (const code of codes) {
    parts = parts.flatMap((part) => (part.split?.(code) ?? [part]).flatMap((piece, n) => {
      const kept = Object.assign(document.createElement("span"), { textContent: code, translate: false });
      return n ? [kept, piece] : [piece];
    }));
  }
  to.replaceChildren(...parts);
}

// Sentences queue up, and are said together when the voice is free. Of what changes again and again (`of`) only the
// latest is said. A `code` in it is the same in every language.
export function say(text, of = null, code = "") {
  const told = text?.trim();
  if (code) codes.add(code);
  if (!place || !told) return;
  waiting = [...waiting.filter((one) => !of || one.of !== of), { text: told, of }];
  plan();
}

function plan() {
  clearTimeout(timer);
  timer = setTimeout(speak, Math.max(SOON, free - performance.now()));
}

// A sentence is added and replaces none: so it cuts off none.
function speak() {
  clearTimeout(timer);
  last = inWords(waiting.map(({ text }) => text).join(" "));
  waiting = [];
  const line = document.createElement("p");
  write(line, last);
  place.append(line);
  while (place.children.length > KEPT) place.firstChild.remove();
  free = performance.now() + Math.min(LONGEST, LETTER * last.length);
}

// Whoever acts has heard enough: readers fall silent by themselves.
for (const act of ["keydown", "pointerdown"]) {
  document.addEventListener(act, () => { free = 0; if (waiting.length) plan(); }, { capture: true });
}

// The words of a piece of the page, as a screen reader finds them.
const SILENT = "[aria-hidden='true'], [hidden], template, script, .odds, .unfold";
const GROUPS = "section, article, ul, ol, table, [role='group'], [role='list'], [role='grid'], [role='radiogroup']";
const PARTS = "li, p, tr, h2, h3, dd, [role='listitem'], [role='row'], .chair";
const tidy = (text) => text.replace(/\s+/g, " ").replace(/ ([,;.:])/g, "$1").replace(/([,;.:?!…])(?:\s*[;,])+/g, "$1").replace(/^[\s;,]+|[\s;,]+$/g, "");

function words(node) {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (node.nodeType !== Node.ELEMENT_NODE || node.matches(SILENT) || !hasPlace(node)) return "";
  const name = node.getAttribute("aria-label");
  const text = name && !node.matches(GROUPS) ? name : [...node.childNodes].map(words).join("");
  return node.matches(PARTS) ? ` ${text}; ` : node.matches("button, [role='img'], .unseen") ? ` ${text} ` : text;
}
export const wordsOf = (...nodes) => tidy(nodes.filter(Boolean).map(words).join("; "));

// A turn at a time: what one player does is one thing to listen to.
let turn = { seat: null, lines: [] };
let later = null;

function endTurn() {
  say(turn.lines.join(" "));
  turn = { seat: null, lines: [] };
}

function concerns({ seat, seats = [seat], flights = [] }, mine) {
  return seats.some((one) => mine.includes(one)) || flights.some(([, , from, to]) => mine.includes(from) || mine.includes(to));
}

function isWanted(one, { eyes, seats }) {
  const wish = setting("speech");
  return wish === "all" || one.stage === "end" || (wish === "mine" && (RESULTS.has(one.stage) || concerns(one, [eyes, ...seats])));
}

// What happened, as far as this device wants to hear of it.
export function tell(happened, frame) {
  clearTimeout(later);
  for (const one of happened) {
    const seat = one.seat ?? turn.seat;
    if (turn.lines.length && seat !== turn.seat && turn.seat !== null) endTurn();
    turn.seat = seat;
    if (one.text && isWanted(one, frame)) turn.lines.push(one.text);
  }
}

// What was said in the chat concerns everybody, but not whoever listens for the own turn alone.
export function tellChat(text) { if (setting("speech") !== "turn") say(text); }

let known = []; // lines of the status that were said
let question = "";
const heard = new Map(); // what [data-say] said last
const spoken = (inside) => [...document.querySelectorAll("[data-say]")].filter((one) => Boolean(one.closest("#table")) === inside);

// A text that waits until it has been read is said whatever somebody wants to hear, with the button that goes on.
export function pause(text, button) {
  if (!turn.lines.includes(text)) turn.lines.push(text);
  endTurn();
  say(wordsOf(button));
}

// All has been shown: what is asked now, or who is waited for.
export function rest(root, frame) {
  endTurn();
  const lines = [...root.querySelectorAll(".status > p:not([data-told])")];
  const asked = frame.turn ? `${frame.eyes} ${frame.asked}` : "";
  const isNew = Boolean(asked) && asked !== question;
  const fresh = lines.filter((line) => isNew || !known.includes(wordsOf(line)));
  known = lines.map((line) => wordsOf(line));
  question = asked;
  const told = fresh.map((line) => wordsOf(line)).join(" ");
  clearTimeout(later);
  if (frame.turn || frame.stage !== "playing" || fresh.some((line) => line.matches(".trouble"))) say(told);
  else if (setting("speech") === "all" && told) later = setTimeout(() => say(told), IDLE);
  for (const one of spoken(true)) heard.set(one.dataset.say || one, wordsOf(one));
  listen(false);
}

// What was changed by a tap, or by a tick of the page.
function listen(inside = true) {
  for (const one of inside ? document.querySelectorAll("[data-say]") : spoken(false)) {
    const [key, text] = [one.dataset.say || one, wordsOf(one)];
    if (heard.get(key) !== text) { heard.set(key, text); say(text, key, one.translate ? "" : text); }
  }
}

// What somebody asks to hear: the buttons [data-hear] say it, and so do their keys.
const HEAR = {
  last: () => last,
  question: (root) => wordsOf(...root.querySelectorAll(".status > p")),
  scores: (root) => wordsOf(...root.querySelectorAll(".plate, .front .goal")),
  hand: (root) => wordsOf(...root.querySelectorAll("[data-hand], .front .plate")),
  odds: (root) => [...root.querySelectorAll(".odds")].map((one) => `${wordsOf(one.parentElement)} ${one.getAttribute("aria-label")}`).join("; "),
};

// Says what changes on this board, and what is asked for by keys; `isBusy` while something is staged.
export function bindSpeech(root, isBusy) {
  const buttons = [...document.querySelectorAll("[data-hear]")];
  const hear = (button) => {
    if (waiting.length) speak();
    // What was told by itself stays the last thing that was said.
    const before = last;
    say(HEAR[button.dataset.hear](root) || button.dataset.none);
    speak();
    last = before;
  };
  for (const button of buttons) button.addEventListener("click", () => hear(button));
  document.addEventListener("keydown", (event) => {
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || setting("keys") === "off") return;
    if (event.target.matches("input, select, textarea")) return;
    const key = event.key.toLowerCase();
    const button = buttons.find((one) => one.getAttribute("aria-keyshortcuts") === key);
    // A letter may be a face of real dice.
    if (!button || root.querySelector(`.actions > form.throw [data-tap^="${key}"]`)) return;
    hear(button);
  });
  new MutationObserver(() => { if (!isBusy()) listen(); }).observe(document.body, { subtree: true, childList: true, characterData: true });
}
