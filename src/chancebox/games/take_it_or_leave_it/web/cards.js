// Cards: one to discard, and with the free mix how many of each kind.
import { fill, finder, press } from "./page.js";

export function cards({ root }) {
  const { one, all } = finder(root);

  // A card to discard.

  let discard = null;

  function showDiscard() {
    const button = one("[data-discard]");
    if (!button) { discard = null; return; }
    const cards = all("button.card");
    if (!cards.some((card) => card.dataset.card === discard)) discard = null;
    cards.forEach((card) => press(card, card.dataset.card === discard));
    button.disabled = !discard;
    button.textContent = discard ? button.dataset.label : button.dataset.none;
    button.dataset.move = `discard ${discard}`;
  }

  // Free mix: how many tasks and actions.

  let mix = null;

  function mixed({ tasks, actions }) {
    return one(".mix").dataset.offered.split(",").includes(`want ${tasks} ${actions}`);
  }

  // One more of a kind makes room by one less of the other where the hand would be too full.
  function changed(kind, by) {
    const alone = { ...mix, [kind]: mix[kind] + by };
    const other = kind === "tasks" ? "actions" : "tasks";
    const both = { ...alone, [other]: mix[other] - by };
    return mixed(alone) ? alone : by > 0 && mixed(both) ? both : null;
  }

  function showMix() {
    if (!one(".mix")) { mix = null; return; }
    if (!mix || !mixed(mix)) {
      const { tasks, actions } = one(".mix").dataset;
      mix = { tasks: Number(tasks), actions: Number(actions) };
    }
    all("[data-of]").forEach((number) => { number.textContent = mix[number.dataset.of]; });
    all("[data-mix]").forEach((button) => { button.disabled = !changed(button.dataset.mix, Number(button.dataset.by)); });
    const want = one("[data-want]");
    want.textContent = fill(want.dataset.label, mix);
    want.dataset.move = `want ${mix.tasks} ${mix.actions}`;
    want.disabled = false;
  }

  root.addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    if (!button) return;
    const { mix: kind, by, card } = button.dataset;
    if (kind) { mix = changed(kind, Number(by)) ?? mix; showMix(); }
    else if (button.matches(".card")) { discard = discard === card ? null : card; showDiscard(); }
  });

  return {
    update() { showDiscard(); showMix(); },
    cancel() {
      if (!discard) return false;
      discard = null;
      showDiscard();
      return true;
    },
  };
}
