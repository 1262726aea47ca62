// The page of a group: forms go to the API as JSON, and the page shows what came of it.
import { copyText } from "./clipboard.js";
import { post, Refused } from "./commands.js";
import { toast } from "./toast.js";

const { group, words: told } = document.body.dataset;
const words = JSON.parse(told);

// What is wrong is said where it was asked for, or for a moment below.
async function send(path, body, problem) {
  if (problem) problem.hidden = true;
  try {
    return await post(`groups/${group}/${path}`, body);
  } catch (error) {
    const text = error instanceof Refused ? error.message : words.silent;
    if (!problem) { toast(text); return null; }
    problem.textContent = text;
    problem.hidden = false;
    return null;
  }
}

function read(form) {
  const body = {};
  for (const field of form.elements) {
    if (!field.name) continue;
    const isFlag = field.dataset.flag !== undefined || field.name === "aside";
    body[field.name] = isFlag ? field.value === "yes" : field.dataset.number !== undefined ? Number(field.value) : field.value;
  }
  const members = [...form.querySelectorAll("[data-member]")];
  if (members.length) {
    body.members = members.filter((one) => one.value === "plays").map((one) => Number(one.dataset.member));
    body.bots += members.filter((one) => one.value === "bot").length;
  }
  return body;
}

for (const form of document.querySelectorAll("form[data-post]")) {
  // Not before: a form that nobody listens to would load the page again, and what was wished for would be lost.
  form.querySelector("button").disabled = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const answer = await send(form.dataset.post, read(form), form.querySelector(".problem"));
    if (answer?.table) location.href = `/t/${answer.table}`;
    else if (answer) location.reload();
  });
}

document.addEventListener("click", async ({ target }) => {
  const button = target.closest("button");
  if (!button) return;
  const { copy, code, ask, do: path, then } = button.dataset;
  if (copy) await copyText(copy, words.copied);
  else if (code !== undefined) {
    const place = button.closest("section");
    const answer = await send(`members/${code}/code`, {}, place.querySelector(".problem"));
    if (!answer) return;
    const shown = place.querySelector(".handing");
    shown.querySelector(".code").textContent = answer.code;
    shown.hidden = false;
    toast(shown.textContent, answer.code);
  } else if (ask) document.getElementById(ask).showModal();
  else if (path && await send(path, {})) { if (then) location.replace(then); else location.reload(); }
});

// Others play on meanwhile: whoever waits here sees the next table, unless they are doing something.
const EVERY = 10000;
const isBusy = () => document.hidden || document.querySelector("dialog[open], .handing:not([hidden])") || document.activeElement?.matches("select, input");
let known;
async function look() {
  const answer = await fetch(`/api/v1/groups/${group}`).catch(() => null);
  const now = answer?.ok ? await answer.text() : known;
  if (known !== undefined && now !== known && !isBusy()) location.reload();
  else known ??= now;
}
look();
setInterval(() => { if (!isBusy()) look(); }, EVERY);
document.addEventListener("visibilitychange", () => { if (!isBusy()) look(); });
