// The deal of the day: copies the text to share, and shows what a growing review found so far.
import { commandId } from "./commands.js";
import { toast } from "./toast.js";

const { day } = document.body.dataset;
const BETWEEN = 3000;

addEventListener("pageshow", () => {
  for (const field of document.querySelectorAll("[name=once]")) field.value = commandId();
});

document.querySelector("[data-copy]")?.addEventListener("click", async ({ currentTarget }) => {
  const text = document.getElementById("share");
  try {
    await navigator.clipboard.writeText(text.value);
  } catch {
    // Pages that came without https may not: then the text is at least chosen, to be copied by hand.
    text.focus();
    text.select();
    if (!document.execCommand("copy")) return;
  }
  toast(currentTarget?.dataset.copied ?? document.querySelector("[data-copy]").dataset.copied);
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
