// The deal of the day: copies the text to share, and shows what a growing review found so far.
import { copyText } from "./clipboard.js";
import { commandId } from "./commands.js";

const { day } = document.body.dataset;
const BETWEEN = 3000;
const MOST = 200; // questions, after which nobody waits any more

addEventListener("pageshow", () => {
  for (const field of document.querySelectorAll("[name=once]")) field.value = commandId();
});

document.querySelector("[data-copy]")?.addEventListener("click", ({ currentTarget: button }) => {
  copyText(document.getElementById("share").textContent, button.dataset.copied);
});

async function tellCostliest(left = MOST) {
  const answer = await fetch(`/daily/${day}/costliest`).catch(() => null);
  if (answer?.ok) {
    const told = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("costliest");
    document.getElementById("costliest").replaceWith(told);
    if (["done", "failed"].includes(told.dataset.state)) return;
  }
  if (left) setTimeout(tellCostliest, BETWEEN, left - 1);
}
if (document.getElementById("costliest")) tellCostliest();

// The master's result comes later: then it and the results of all are shown anew.
async function tellMaster(left = MOST) {
  const answer = await fetch(location.pathname).catch(() => null);
  if (answer?.ok) {
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (!page.querySelector("#master[data-waits]")) {
      for (const id of ["master", "all", "share"]) document.getElementById(id)?.replaceWith(page.getElementById(id));
      return;
    }
  }
  if (left) setTimeout(tellMaster, 3 * BETWEEN, left - 1);
}
if (document.querySelector("#master[data-waits]")) setTimeout(tellMaster, 3 * BETWEEN);
