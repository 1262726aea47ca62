// The form of a new table: seats appear by number, options by what they are for.
import { commandId, post } from "./commands.js";
import { keepName } from "./settings.js";
import "./toast.js";

const form = document.getElementById("setup");
const seats = () => Number(form.elements.seats.value);
const rows = [...form.querySelectorAll("[data-seat]")];
const usual = JSON.parse(form.dataset.seats);

const hasStrangers = () => rows.some((row) => !row.hidden && row.querySelector("select").value === "open");

function arrange() {
  for (const row of rows) {
    row.hidden = Number(row.dataset.seat) >= seats();
    row.querySelector("input").hidden = row.querySelector("select").value !== "person";
  }
  for (const option of form.querySelectorAll("[data-option]")) {
    const range = JSON.parse(option.dataset.seats);
    const fits = !range.length || range.includes(seats());
    option.hidden = !fits;
    const select = option.querySelector("select");
    if (!fits) select.value = option.dataset.default;
    // A number of seats that only an option opens needs that option.
    else if (range.length === 1 && select.value === option.dataset.default && !usual.slice(1).includes(range[0])) {
      select.value = [...select.options].find((one) => one.value !== option.dataset.default).value;
    }
  }
  // Among strangers odds are not shown by themselves: the host allows them at the table.
  const odds = form.elements.odds;
  if (odds) {
    odds.disabled = hasStrangers();
    if (odds.disabled) odds.value = "no";
    form.querySelector("[data-strangers]").hidden = !odds.disabled;
  }
  const options = form.querySelector(".options");
  if (options) options.hidden = !options.querySelector("[data-option]:not([hidden])");
}

function player(row) {
  const [kind, bot] = row.querySelector("select").value.split(":");
  const name = row.querySelector("input").value.trim();
  return kind === "bot" ? { kind, bot } : kind === "open" ? { kind } : { kind, name };
}

// A box of one's own: a file is shown as text, where it can still be changed.

const own = form.querySelector(".own-box");
const [file, text] = [own.querySelector("input"), own.querySelector("textarea")];

file.addEventListener("change", async () => {
  const [chosen] = file.files;
  const problem = form.querySelector(".problem");
  problem.hidden = !chosen || chosen.size <= Number(own.dataset.largest);
  if (!problem.hidden) { problem.textContent = own.dataset.tooLarge; file.value = ""; return; }
  text.value = chosen ? await chosen.text() : "";
});

// What is wrong with a box names its line: show that.
function showLine(message) {
  const line = Number(/line (\d+)/.exec(message)?.[1] ?? 0);
  if (!line || !text.value) return;
  const lines = text.value.split("\n");
  const start = lines.slice(0, line - 1).join("\n").length + (line > 1);
  own.open = true;
  text.focus({ preventScroll: true });
  text.setSelectionRange(start, start + (lines[line - 1] ?? "").length);
  text.scrollTop = ((line - 3) * text.scrollHeight) / lines.length;
}

// The same wishes sent twice open one table.
let command = commandId();
form.addEventListener("change", () => { command = commandId(); arrange(); });
addEventListener("pageshow", () => { command = commandId(); });
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const problem = form.querySelector(".problem");
  problem.hidden = true;
  const players = rows.filter((row) => !row.hidden).map(player);
  const first = players.find((one) => one.kind === "person");
  if (first?.name) keepName(first.name);
  const options = {};
  for (const option of form.querySelectorAll("[data-option]:not([hidden])")) options[option.dataset.option] = option.querySelector("select").value;
  try {
    const told = await post("tables", { id: command, game: form.dataset.game, players, options, box: text.value.trim() && text.value, odds: form.elements.odds?.value === "yes", dealer: form.elements.dealer.value, start: !players.some((one) => one.kind === "open") });
    if (form.elements.club?.checked) await post(`tables/${told.table}/club`, { shown: true });
    location.href = `/t/${told.table}`;
  } catch (error) {
    problem.textContent = error.message;
    problem.hidden = false;
    showLine(error.message);
  }
});
arrange();
