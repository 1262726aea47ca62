// The deal of the day: copies the text to share, and shows what a growing review found so far.
import { commandId } from "./commands.js";
import { toast } from "./toast.js";

const { day } = document.body.dataset;
const BETWEEN = 3000;

addEventListener("pageshow", () => {
  for (const field of document.querySelectorAll("[name=once]")) field.value = commandId();
});

document.querySelector("[data-copy]")?.addEventListener("click", async ({ currentTarget: button }) => {
  const shared = document.getElementById("share");
  try {
    await navigator.clipboard.writeText(shared.textContent);
  } catch {
    // Pages that came without https may not: then the text is chosen, and copied as by hand.
    getSelection().selectAllChildren(shared);
    if (!document.execCommand("copy")) return;
  }
  toast(button.dataset.copied);
});

async function tellCostliest() {
  const answer = await fetch(`/daily/${day}/costliest`).catch(() => null);
  if (answer?.ok) {
    const told = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("costliest");
    document.getElementById("costliest").replaceWith(told);
    if (["done", "failed"].includes(told.dataset.state)) return;
  }
  setTimeout(tellCostliest, BETWEEN);
}
if (document.getElementById("costliest")) tellCostliest();

// The master's result comes later: then it and the results of all are shown anew.
async function tellMaster() {
  const answer = await fetch(location.pathname).catch(() => null);
  if (answer?.ok) {
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (!page.querySelector("#master[data-waits]")) {
      for (const id of ["master", "all", "share"]) document.getElementById(id)?.replaceWith(page.getElementById(id));
      return;
    }
  }
  setTimeout(tellMaster, 3 * BETWEEN);
}
if (document.querySelector("#master[data-waits]")) setTimeout(tellMaster, 3 * BETWEEN);
