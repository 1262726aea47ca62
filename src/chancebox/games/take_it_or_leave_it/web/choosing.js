// A turn: choose a die and take it, pass, or aim an action at dice. Each is asked twice: a choice lights up and
// becomes the move of one button, which can be left again. What may be aimed at the house has told.
import { ARMED } from "../stage.js";
import { fill, finder, press } from "./page.js";

const DICE = "#tray button, .my-dice button";

export function choosing(table) {
  const { root } = table;
  const { one, all } = finder(root);
  let choice = null; // { card, dice: ids }, { die: id } or { leave: true }
  let since = 0;
  let usualStatus = "";
  let asked = null;

  const codeOf = (die) => die.dataset.die ?? die.dataset.own;
  const statusLine = () => one(".status.yours [data-asks]");
  const aimed = () => choice?.card && one(`[data-aim][data-card="${choice.card}"]`)?.dataset;
  const groupOf = (die, { groups }) => groups.split(",").find((codes) => codes.split(" ").includes(codeOf(die)));
  const isSteady = () => performance.now() - since > ARMED;

  function mayChoose(die) {
    const card = aimed();
    if (!card) return die.dataset.own === undefined;
    return (die.dataset.own !== undefined) === (card.fromOwn !== undefined) && groupOf(die, card) !== undefined;
  }

  function choose(next) {
    if (!choice !== !next || choice?.card !== next?.card) since = performance.now();
    choice = next;
    show();
  }

  function tap(die) {
    if (choice?.card) choose({ card: choice.card, dice: withDie(die, aimed()) });
    // Once more on the same die is as good as the button, but not by a double tap.
    else if (choice?.die === die.id) { if (isSteady()) one("[data-confirm]").click(); }
    else { since = performance.now(); choose({ die: die.id }); }
  }

  // Dice come in groups, from each at most so many; where one more is too many of one, it takes its place.
  function withDie(die, card) {
    const most = Number(card.most);
    const others = choice.dice.filter((id) => id !== die.id);
    const alike = others.filter((id) => groupOf(document.getElementById(id), card) === groupOf(die, card));
    if (others.length < choice.dice.length) return others;
    if (alike.length < most) return [...others, die.id];
    return most === 1 ? [...others.filter((id) => !alike.includes(id)), die.id] : choice.dice;
  }

  function chosenDice() {
    const ids = choice?.dice ?? [choice?.die];
    return ids.map((id) => id && document.getElementById(id)).filter(Boolean);
  }

  function show() {
    if (!one(".aiming") || (choice?.card && !aimed()) || (choice?.die && !chosenDice().length)) choice = null;
    const panel = one(".aiming");
    if (!panel) return;
    panel.hidden = !choice;
    all(".usual").forEach((button) => { button.hidden = Boolean(choice); });
    const chosen = chosenDice();
    for (const die of all(DICE)) {
      die.disabled = !mayChoose(die);
      press(die, chosen.includes(die));
    }
    all(".card.action").forEach((card) => card.classList.toggle("aimed", card.contains(one(`[data-aim][data-card="${choice?.card}"]`))));
    const line = statusLine();
    if (line) line.textContent = prompt() ?? usualStatus;
    if (choice) showMove(chosen);
  }

  function prompt() {
    if (choice?.card) return aimed().prompt;
    return choice?.leave ? one("[data-leave]").dataset.prompt : undefined;
  }

  function showMove(chosen) {
    const confirm = one("[data-confirm]");
    const card = aimed();
    confirm.hidden = card?.to !== undefined;
    one(".values").hidden = !confirm.hidden;
    if (card) showTargets(card, chosen, confirm);
    else {
      const { label, take, leave } = (choice.leave ? one("[data-leave]") : chosen[0]).dataset;
      confirm.dataset.move = take ?? leave;
      confirm.textContent = label;
      confirm.disabled = false;
    }
    // Only what throws dice has odds.
    const throws = (card && !confirm.hidden) || confirm.dataset.move.startsWith("knock");
    confirm.dataset.oddsOf = throws && !confirm.disabled ? confirm.dataset.move : "";
    table.tellOdds?.();
    // Where a button stood a moment ago, a double tap must not find the next one.
    if (!isSteady()) {
      const wanted = confirm.disabled;
      confirm.disabled = true;
      if (!wanted) setTimeout(show, ARMED);
    }
  }

  function showTargets(card, chosen, confirm) {
    const codes = chosen.map(codeOf).sort().reverse(); // white before black, as moves are written
    confirm.disabled = codes.length < card.least;
    confirm.dataset.move = ["play", card.card, ...codes].join(" ");
    const names = chosen.map((die) => die.dataset.name).join(", ");
    confirm.textContent = fill(card.label, { n: codes.length, dice: confirm.disabled ? "…" : names });
    const [, ...values] = card.to?.split(",").map((die) => die.split(" ")).find(([code]) => code === codes[0]) ?? [];
    for (const button of all(".values button")) {
      const { value } = button.dataset;
      button.disabled = !values.includes(value);
      button.dataset.move = `play ${card.card} ${codes[0]} to ${value}`;
    }
  }

  function leave() {
    const back = choice?.card ? `[data-aim][data-card="${choice.card}"]` : choice?.leave ? "[data-leave]" : `#${choice?.die}`;
    choose(null);
    one(back)?.focus({ preventScroll: true });
  }

  root.addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    if (!button) return;
    const { aim, cancel, leave: leaving } = button.dataset;
    if (button.matches(DICE)) tap(button);
    else if (aim) {
      choose({ card: button.dataset.card, dice: [] });
      one(".middle").scrollTo(0, 0);
    } else if (cancel !== undefined) leave();
    else if (leaving !== undefined) choose({ leave: true });
  });

  return {
    update() {
      usualStatus = statusLine()?.textContent.trim() ?? "";
      // Another question has nothing chosen yet, even if the same die lies there again.
      if (!table.frame?.turn || table.frame.asked !== asked) choice = null;
      asked = table.frame?.asked;
      show();
    },
    // A hint lights the die that it speaks of.
    hint(moves) {
      const die = all("#tray button").find(({ dataset }) => dataset.take === moves[0]);
      if (die && !choice) choose({ die: die.id });
    },
    cancel() {
      if (!choice) return false;
      leave();
      return true;
    },
  };
}
