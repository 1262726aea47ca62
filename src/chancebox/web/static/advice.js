// What bots think: a hint before the own move, their reasons after theirs.
import { post, Refused } from "./commands.js";
import { say } from "./spoken.js";
import { ARMED } from "./stage.js";

const dialog = document.getElementById("advice");

// It stands beside the board: nobody has to close it in order to play on.
// `kind` says where: a hint leaves the board free, reasons may cover it.
function show(kind, title, lines, remark) {
  dialog.className = `advice ${kind}`;
  dialog.querySelector("h2").textContent = title;
  const list = dialog.querySelector("ul");
  list.replaceChildren(...lines);
  dialog.querySelector("p").textContent = remark;
  say([title, ...lines.map((one) => one.firstChild.textContent), remark].filter(Boolean).join(". "));
  list.scrollTop = 0; // the newest stands first
  if (dialog.open) return;
  // The focus stays where it was, too: a key that is meant for the board must not play what is advised.
  const held = document.activeElement;
  dialog.show();
  document.activeElement?.blur();
  held?.focus({ preventScroll: true });
}

function line(text, ...more) {
  const item = document.createElement("li");
  item.append(text, ...more);
  return item;
}

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || event.defaultPrevented || !dialog.open) return;
  event.preventDefault();
  dialog.close();
});

export function bindAdvice(id, table, game, send, words) {
  let hinted = null; // the question to which the hint belongs that is shown

  function choice({ move, text: told }) {
    const text = document.createElement("span");
    text.textContent = told;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button small primary";
    button.textContent = words.play;
    // Like all moves it is armed a moment after it appeared.
    button.disabled = true;
    setTimeout(() => { button.disabled = false; }, ARMED);
    button.addEventListener("click", () => { dialog.close(); table.play(move); });
    return line(text, button);
  }

  table.root.addEventListener("click", async (event) => {
    const button = event.target.closest("button[data-hint]");
    if (!button) return;
    if (button.hasAttribute("aria-busy")) return;
    if (document.body.classList.contains("offline")) { table.toast(words.later); return; }
    const { eyes, asked } = table.frame;
    button.setAttribute("aria-busy", "true");
    // While a bot thinks about it people may play on: then nobody wants the answer any more.
    const told = await post(`tables/${id}/seats/${eyes}/hint`, {}).catch((error) => error);
    button.removeAttribute("aria-busy");
    if (!table.frame.turn || table.frame.asked !== asked) return;
    if (told instanceof Error) { table.toast(told instanceof Refused ? told.message : words.silent); return; }
    hinted = asked;
    show("hint", words.hint, told.best.map(choice), told.why);
    game.hint?.(told.best.map(({ move }) => move));
  });

  document.querySelector("[data-why]").addEventListener("click", async () => {
    const { eyes, seats } = table.frame;
    const seat = seats.includes(eyes) ? `?seat=${eyes}` : "";
    const answer = await fetch(`/api/v1/tables/${id}/reasons${seat}`).catch(() => null);
    if (!answer?.ok) { table.toast(words.silent); return; }
    const told = (await answer.json()).slice(-12).reverse();
    show("reasons", words.reasons, told.map(({ text }) => line(text)), told.length ? "" : words.noReasons);
  });

  const allowing = document.querySelector("[data-hints]");
  allowing.addEventListener("change", () => send("hints", { allowed: allowing.value === "yes" }));
  return (frame) => {
    if (hinted !== null && (!frame.turn || frame.asked !== hinted)) { hinted = null; dialog.close(); }
    allowing.closest(".hinting").hidden = !frame.host;
    allowing.value = frame.hints ? "yes" : "no";
  };
}
