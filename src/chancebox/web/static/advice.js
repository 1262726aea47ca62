// What bots think: a hint before the own move, their reasons after theirs.

const dialog = document.getElementById("advice");

function show(title, lines, remark) {
  dialog.querySelector("h2").textContent = title;
  dialog.querySelector("ul").replaceChildren(...lines);
  dialog.querySelector("p").textContent = remark;
  dialog.showModal();
}

function line(text, ...more) {
  const item = document.createElement("li");
  item.append(text, ...more);
  return item;
}

export function bindAdvice(id, table, send, words) {
  function choice({ move, text: told }) {
    const text = document.createElement("span");
    text.textContent = told;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button small primary";
    button.textContent = words.play;
    button.addEventListener("click", () => { dialog.close(); table.play(move); });
    return line(text, button);
  }

  table.root.addEventListener("click", async (event) => {
    const button = event.target.closest("button[data-hint]");
    if (!button) return;
    button.setAttribute("aria-busy", "true");
    const told = await send(`seats/${table.frame.eyes}/hint`, {});
    button.removeAttribute("aria-busy");
    if (told && table.frame.turn) show(words.hint, told.best.map(choice), told.why);
  });

  document.querySelector("[data-why]").addEventListener("click", async () => {
    const { eyes, seats } = table.frame;
    const seat = seats.includes(eyes) ? `?seat=${eyes}` : "";
    const answer = await fetch(`/api/v1/tables/${id}/reasons${seat}`).catch(() => null);
    if (!answer?.ok) { table.toast(words.silent); return; }
    const told = (await answer.json()).slice(-12).reverse();
    show(words.reasons, told.map(({ text }) => line(text)), told.length ? "" : words.noReasons);
  });

  const allowing = document.querySelector("[data-hints]");
  allowing.addEventListener("change", () => send("hints", { allowed: allowing.value === "yes" }));
  return (frame) => {
    allowing.closest(".hinting").hidden = !frame.host;
    allowing.value = frame.hints ? "yes" : "no";
  };
}
