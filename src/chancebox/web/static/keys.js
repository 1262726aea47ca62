// Keys, the same on every page. A group (data-keys, with a name) is one stop of Tab, and arrows lead through it. What has
// aria-keyshortcuts is pressed by that key; digits press what lies in groups with data-digits. `?` lists all that works
// here. And whoever uses keys never loses the focus: what vanishes hands it on to the next thing to do.
import { setting } from "./settings.js";
import { isVisible } from "./visible.js";

const ITEMS = "button, a[href], summary, [role=gridcell]";
const TYPING = "input, select, textarea";
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
// What tells one control from another, whatever else a new frame changed about it.
const TELLING = ["post", "open", "card", "aim", "kind", "mix", "by", "to", "set", "shape", "spend", "pick", "unfold", "moment", "tap", "outcome", "value", "leave", "arrange", "step"];

const FLEETING = ["oddsOf", "best", "cursor", "first"];

const root = document.getElementById("table");
const dialog = document.getElementById("keys");
const remembered = new Map(); // by group: what had the focus there
let last = null; // what has the focus, or had it when it vanished
let origin = null; // where the focus was before it went into a dialog or drawer
let byKeys = true; // nobody who points at things is moved about
let offered = false; // a new question that nobody has gone to yet

const isOn = () => setting("keys") !== "off";
const isChar = (key) => key.length === 1 && key !== " ";
const isWithModifier = (event) => event.ctrlKey || event.metaKey || event.altKey;
const isUsable = (one) => Boolean(one?.isConnected) && !one.disabled && isVisible(one);
const groupOf = (one) => one.closest("[data-keys]");
const itemsOf = (group) => [...group.querySelectorAll(ITEMS)].filter((one) => !one.disabled && groupOf(one) === group);
const usableIn = (group) => itemsOf(group).filter(isUsable);
const groups = () => [...document.querySelectorAll("[data-keys]")];
const overlay = (one) => one.closest("dialog, .drawer");
const isUndo = (one) => /undo$/.test(one.dataset.post ?? "");

// A name that outlives frames: an id, what it is about, what it does.
function ownName(one) {
  if (one.id) return `#${one.id}`;
  const { dataset } = one;
  const told = TELLING.filter((key) => dataset[key]).map((key) => `${key} ${dataset[key]}`);
  if (told.length) return told.join();
  const marks = Object.keys(dataset).filter((key) => dataset[key] === "" && !FLEETING.includes(key));
  if (marks.length) return marks.join();
  return dataset.move ? `move ${dataset.move}` : "";
}

// Who has none is known by the place in the group.
function nameOf(one) {
  const group = groupOf(one);
  return ownName(one) || (group && group !== one ? `@${group.dataset.keys} ${itemsOf(group).indexOf(one)}` : "");
}
const named = (items, name = "") => (name[0] === "@" ? items[Number(name.split(" ").at(-1))] : items.find((one) => name && ownName(one) === name));

// One stop of Tab in each group: where the focus is or was, what is pressed, what one would do first.
function stopOf(group, items) {
  const kept = named(items, remembered.get(group.dataset.keys));
  const wishes = [
    (one) => one === document.activeElement,
    (one) => one.hasAttribute("data-cursor"),
    (one) => one === kept,
    (one) => one.ariaPressed === "true" || one.getAttribute("aria-current") === "true",
    (one) => one.matches(".actions .primary"),
    (one) => group.dataset.keys === "log" && one === items.at(-1), // it is read from its end
    (one) => !isUndo(one),
    () => true,
  ];
  for (const wish of wishes) {
    const found = items.find((one) => wish(one) && isUsable(one));
    if (found) return found;
  }
  return null;
}

const roving = new WeakSet();
function refresh() {
  for (const group of groups()) {
    const items = itemsOf(group);
    const stop = stopOf(group, items);
    for (const one of items) {
      const wanted = one === stop ? 0 : -1;
      if (one.getAttribute("tabindex") !== String(wanted)) one.setAttribute("tabindex", wanted);
      roving.add(one);
    }
    // A list that scrolls is a stop by itself only while it has nothing to stop at.
    if (group.matches("ol[tabindex], ul[tabindex]")) group.tabIndex = stop ? -1 : 0;
  }
  for (const one of document.querySelectorAll("[tabindex]")) if (roving.has(one) && !groupOf(one)) { one.removeAttribute("tabindex"); roving.delete(one); }
}

// The first thing that can be done now: what the game says, else what lies on the board, else a button below it.
export function firstChoice() {
  const wanted = root?.querySelectorAll("[data-first]") ?? [];
  const usual = root?.querySelectorAll(".middle [data-keys], .actions, .actions [data-keys]") ?? [];
  for (const group of [...wanted, ...usual]) {
    const items = usableIn(group).filter((one) => !isUndo(one));
    const found = stopOf(group, items);
    if (found) return found;
  }
  return null;
}

// Where the focus waits: while there is nothing to do, and before a group whose buttons play at once, so that nobody who
// skips what is staged plays what nobody has read. The group is entered by Tab or arrows.
function park(place = root?.querySelector(".actions") ?? document.querySelector("main")) {
  place?.setAttribute("tabindex", "-1");
  place?.focus({ preventScroll: true });
}

const isParked = (one) => one.matches("[data-keys], main");
const isNowhere = (one = document.activeElement) => !one || one === document.body || one === document.documentElement || isParked(one);
const isAsItWas = () => {
  const now = document.activeElement;
  return isUsable(now) && !isNowhere(now) && (now !== last?.one || last.name[0] === "@" || !last.name || nameOf(now) === last.name);
};

function find({ name }) {
  if (!name || name[0] === "@") return null;
  const one = name[0] === "#" ? document.getElementById(name.slice(1)) : [...document.querySelectorAll(ITEMS)].find((item) => ownName(item) === name && isUsable(item));
  return isUsable(one) ? one : null;
}

function neighbour({ group, index }) {
  const place = group && group !== "actions" && groups().find((one) => one.dataset.keys === group);
  const items = place ? usableIn(place) : [];
  return items[Math.min(index, items.length - 1)] ?? null;
}

// The same thing again; if it is gone what lies in its place, what was there before a dialog, the next thing to do.
export function recover() {
  refresh();
  if (!last || !byKeys || isAsItWas()) return;
  if (isNowhere() && last.parked && document.activeElement !== document.body) return;
  const same = find(last) ?? (last.covered && origin ? find(origin) ?? neighbour(origin) : neighbour(last));
  const next = same ?? firstChoice();
  if (!next) park();
  else if (!same && next.dataset.move !== undefined) park(groupOf(next));
  else next.focus();
}

// Whoever uses keys comes to what the page waits for.
export function bring(one) {
  if (byKeys && !document.activeElement.matches(TYPING)) one.focus({ preventScroll: true });
}

// A new question (or the end of the game): nobody is moved there, but it is one Tab away.
export function offer() {
  offered = true;
  remembered.clear();
  refresh();
}

document.addEventListener("focusin", ({ target }) => {
  const group = groupOf(target);
  const covered = overlay(target);
  if (covered && last && !last.covered) origin = last;
  const isItem = group && group !== target;
  last = { one: target, name: nameOf(target), group: isItem ? group.dataset.keys : "", index: isItem ? usableIn(group).indexOf(target) : 0, covered: Boolean(covered), parked: isParked(target) };
  if (isItem) remembered.set(group.dataset.keys, last.name);
  refresh(); // a drawer that was opened has stops now
});
document.addEventListener("pointerdown", () => { byKeys = false; last = null; }, { capture: true });
// Who closes a dialog is back where it was opened, also if a frame has come meanwhile.
document.addEventListener("close", recover, { capture: true });
addEventListener("resize", refresh);
new MutationObserver(recover).observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ["disabled", "hidden", "open", "data-cursor"] });

// Arrows

const middle = (one) => { const { left, top, width, height } = one.getBoundingClientRect(); return { x: left + width / 2, y: top + height / 2, height }; };

// The nearest one of the row above or below.
function inNextRow(items, from, by) {
  const here = middle(from);
  const ahead = items.map((one) => ({ one, at: middle(one) })).filter(({ at }) => (at.y - here.y) * by > Math.min(at.height, here.height) / 2);
  const far = ({ at }) => Math.abs(at.x - here.x) + 3 * Math.abs(at.y - here.y);
  return ahead.sort((a, b) => far(a) - far(b))[0]?.one;
}

function neighbourInGrid(group, from, [x, y]) {
  const rows = [...group.querySelectorAll("[role=row]")].map((row) => [...row.querySelectorAll("[role=gridcell]")]).filter((row) => row.length);
  const r = rows.findIndex((row) => row.includes(from));
  return rows[r + y]?.[rows[r].indexOf(from) + x];
}

function goal(group, from, key) {
  const isGrid = group.matches("[role=grid]");
  if (isGrid && ARROWS[key]) return neighbourInGrid(group, from, ARROWS[key]);
  const items = isGrid ? [...from.closest("[role=row]").querySelectorAll("[role=gridcell]")] : usableIn(group);
  if (key === "Home") return items[0];
  if (key === "End") return items.at(-1);
  const [x, y] = ARROWS[key];
  return x ? items[items.indexOf(from) + x] : inNextRow(items, from, y);
}

function arrow(event) {
  const group = groupOf(event.target);
  if (!group || !(ARROWS[event.key] || event.key === "Home" || event.key === "End")) return;
  if (group === event.target) {
    const stop = stopOf(group, itemsOf(group));
    if (stop) { event.preventDefault(); stop.focus(); }
    return;
  }
  const from = event.target.closest(ITEMS);
  if (!from || groupOf(from) !== group) return;
  const to = goal(group, from, event.key);
  if (!to && event.key in ARROWS && ARROWS[event.key][1] && !group.matches("[role=grid]")) return; // then it scrolls
  event.preventDefault();
  to?.focus();
}

// Single keys

const KEYS = { "+": "plus", " ": "space" };
const keyName = (key) => KEYS[key] ?? key.toLowerCase();
const shortcuts = () => [...document.querySelectorAll("[aria-keyshortcuts]")].filter((one) => isUsable(one) && !overlay(one));
const keysOf = (one) => one.getAttribute("aria-keyshortcuts").toLowerCase().split(" ");
// Digits count on from group to group.
const countable = () => [...document.querySelectorAll("[data-digits]")].map((group) => ({ group, items: usableIn(group).filter((one) => one.matches(group.dataset.digits || "*")) }));

// Press what a key stands for at the table; return whether there is something.
export function press({ key }) {
  const found = /^[1-9]$/.test(key) ? countable().flatMap(({ items }) => items)[Number(key) - 1] : undefined;
  const wanted = found ?? shortcuts().find((one) => root.contains(one) && keysOf(one).includes(keyName(key)));
  wanted?.click();
  return Boolean(wanted);
}

// Whether a key may be meant for the table: not while one types, with another key, or where single keys are not wanted.
export const isMeant = (event) => !event.defaultPrevented && !isWithModifier(event) && !event.target.matches(TYPING) && (isOn() || !isChar(event.key));

// The list of keys

const labelOf = (one) => {
  if (one.ariaLabel) return one.ariaLabel;
  const copy = one.cloneNode(true);
  copy.querySelectorAll(".odds, kbd, [aria-hidden=true]").forEach((part) => part.remove());
  return copy.textContent.replace(/\s+/g, " ").trim();
};

function line(keys, text) {
  const item = dialog.querySelector("template").content.cloneNode(true);
  const words = JSON.parse(dialog.dataset.words);
  item.querySelector("dt").replaceChildren(...keys.map((key) => { const sign = document.createElement("kbd"); sign.textContent = words[key] ?? key.toUpperCase(); return sign; }));
  item.querySelector("dd").textContent = text;
  return item;
}

function list() {
  let n = 0;
  const many = countable().flatMap(({ group, items }) => {
    const [first, end] = [n + 1, Math.min(n += items.length, 9)];
    return first <= end ? [line([first < end ? `${first}–${end}` : String(first)], group.ariaLabel)] : [];
  });
  const told = new Set();
  const here = shortcuts().filter((one) => !told.has(keysOf(one)[0]) && told.add(keysOf(one)[0]));
  const lines = [...many, ...here.map((one) => line(keysOf(one), labelOf(one)))];
  dialog.querySelector("[data-here]").replaceChildren(...lines);
  dialog.querySelector("[data-own]").hidden = !lines.length;
  dialog.querySelector("[data-off]").hidden = isOn();
}

function showList() {
  if (document.querySelector("dialog:modal")) return;
  list();
  dialog.showModal();
}

document.addEventListener("click", ({ target }) => { if (target.closest?.("[data-list-keys]")) showList(); });

document.addEventListener("keydown", (event) => {
  byKeys = true;
  if (isWithModifier(event) || event.defaultPrevented) return;
  const { key, target, shiftKey } = event;
  if (key === "Tab" && !shiftKey && offered && isNowhere() && !document.querySelector("dialog:modal")) {
    offered = false;
    const first = firstChoice();
    if (first) { event.preventDefault(); first.focus(); }
  } else if (target.matches(TYPING)) return;
  else if (key === "?" && isOn()) { event.preventDefault(); if (dialog.open) dialog.close(); else showList(); } else arrow(event);
}, { capture: true });
refresh();
