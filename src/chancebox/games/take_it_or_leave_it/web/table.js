// Take it or Leave it: aim an action at dice, lay dice on tasks, choose cards.
// What may be aimed at, what fits where and what that costs the house has told; here taps become one move,
// the data-move of a button.

export default function takeItOrLeaveIt(table) {
  const { root } = table;
  const one = (what) => root.querySelector(what);
  const all = (what) => [...root.querySelectorAll(what)];
  const press = (button, on) => button.setAttribute("aria-pressed", String(on));
  const fill = (label, values) => label.replace(/{(\w+)}/g, (_all, name) => values[name]);
  const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);

  // What an action is aimed at: the ids of dice. They come in groups, from each at most so many.

  let aim = null;

  const codeOf = (die) => die.dataset.die ?? die.dataset.own;
  const aimedCard = () => aim && one(`[data-aim][data-card="${aim.card}"]`)?.dataset;
  const groupOf = (die, { groups }) => groups.split(",").find((codes) => codes.split(" ").includes(codeOf(die)));

  function mayAim(die, card) {
    return (die.dataset.own !== undefined) === (card.fromOwn !== undefined) && groupOf(die, card) !== undefined;
  }

  function aimAt(die) {
    const card = aimedCard();
    const most = Number(card.most);
    const others = aim.dice.filter((id) => id !== die.id);
    const alike = others.filter((id) => groupOf(document.getElementById(id), card) === groupOf(die, card));
    if (others.length < aim.dice.length) aim.dice = others;
    else if (alike.length < most) aim.dice = [...others, die.id];
    else if (most === 1) aim.dice = [...others.filter((id) => !alike.includes(id)), die.id];
    showAim();
  }

  function showAim() {
    const card = aimedCard();
    if (!card) aim = null;
    const panel = one(".aiming");
    if (!panel) return;
    panel.hidden = !aim;
    all(".usual").forEach((button) => { button.hidden = Boolean(aim); });
    const chosen = aim ? aim.dice.map((id) => document.getElementById(id)).filter(Boolean) : [];
    for (const die of all("#tray button, .my-dice button")) {
      die.disabled = aim ? !mayAim(die, card) : die.dataset.own !== undefined;
      die.ariaLabel = aim ? die.dataset.name : die.dataset.usual;
      if (aim) press(die, chosen.includes(die));
      else die.removeAttribute("aria-pressed");
    }
    if (aim) showTargets(card, chosen);
  }

  function showTargets(card, chosen) {
    one(".prompt").textContent = card.prompt;
    const confirm = one("[data-confirm]");
    const codes = chosen.map(codeOf).sort().reverse(); // white before black
    confirm.hidden = card.to !== undefined;
    confirm.disabled = codes.length < card.least;
    confirm.dataset.move = ["play", card.card, ...codes].join(" ");
    const names = chosen.map((die) => die.dataset.name).join(", ");
    confirm.textContent = fill(card.label, { n: codes.length, dice: confirm.disabled ? "…" : names });
    one(".values").hidden = !confirm.hidden;
    const [, ...values] = card.to?.split(",").map((die) => die.split(" ")).find(([code]) => code === codes[0]) ?? [];
    for (const button of all(".values button")) {
      const { value } = button.dataset;
      button.disabled = !values.includes(value);
      button.dataset.move = `play ${card.card} ${codes[0]} to ${value}`;
    }
  }

  function stopAiming() {
    const { card } = aim;
    aim = null;
    showAim();
    one(`[data-aim][data-card="${card}"]`)?.focus();
  }

  // Whoever takes dice by the keyboard finds the next one where the last one was.

  let inTray = false;
  root.addEventListener("focusin", ({ target }) => { inTray = target.closest("#tray") !== null; });

  function focusTray() {
    if (inTray && document.activeElement === document.body) one("#tray button:enabled")?.focus({ preventScroll: true });
  }

  // Dice that lay in the tray before do not tumble with those that are new there.

  let lain = { round: "", dice: [] };

  function markNew() {
    const tray = one("#tray");
    const round = tray?.dataset.roll.split(" ")[0] ?? lain.round;
    const dice = all("#tray [data-die]");
    const before = round === lain.round ? [...lain.dice] : [];
    for (const die of dice) {
      const i = before.indexOf(die.dataset.die);
      die.classList.toggle("kept", i >= 0);
      if (i >= 0) before.splice(i, 1);
    }
    lain = { round, dice: dice.map((die) => die.dataset.die) };
  }

  // Laying dice on tasks: which dice lie at which place, begun with the proposal.

  let layout = null;

  const placeAt = (name) => one(`[data-place="${name}"]`);
  const lying = (name) => layout.places.get(name);

  function readPlaces() {
    return new Map(all("[data-place]").map((place) => [
      place.dataset.place, [...place.querySelectorAll(".own")].map((die) => die.dataset.die),
    ]));
  }

  function fits(code, { dataset }) {
    return dataset.fits === undefined || dataset.fits.split(" ").includes(code);
  }

  function remove(name, code) {
    lying(name).splice(lying(name).indexOf(code), 1);
  }

  function put(place) {
    const { place: from, die: code } = layout.chosen;
    const name = place.dataset.place;
    layout.chosen = null;
    if (name !== from) {
      if (!fits(code, place)) { table.toast(place.closest(".card").dataset.wrong); showLaying(); return; }
      remove(from, code);
      if (place.dataset.many === undefined && lying(name).length) {
        const other = lying(name).pop();
        lying(fits(other, placeAt(from)) ? from : "unused").push(other);
      }
      lying(name).push(code);
    }
    showLaying();
  }

  function putOnCard(card) {
    const free = (place) => place.dataset.many !== undefined || !lying(place.dataset.place).length;
    const fitting = [...card.querySelectorAll(".place")].filter((place) => fits(layout.chosen.die, place));
    const place = fitting.find(free) ?? fitting[0];
    if (place) put(place);
    else table.toast(card.dataset.wrong);
  }

  function tapDie(die) {
    const place = die.closest("[data-place]");
    const { chosen } = layout;
    const tapped = { place: place.dataset.place, die: die.dataset.die };
    if (chosen && chosen.place === tapped.place && chosen.die === tapped.die) layout.chosen = null;
    else if (chosen && place.dataset.many === undefined && fits(chosen.die, place)) { put(place); return; }
    else layout.chosen = tapped;
    showLaying();
  }

  function keepBack(card) {
    for (const { dataset } of card.querySelectorAll(".place")) lying("unused").push(...lying(dataset.place).splice(0));
    layout.chosen = null;
    showLaying();
  }

  function isFulfilled(card) {
    const { least, most } = card.dataset;
    const places = [...card.querySelectorAll(".place")].map((place) => lying(place.dataset.place));
    const pips = sum(places.flat().map((code) => Number(code[1])));
    return places.every((dice) => dice.length) && pips >= least && pips <= most;
  }

  function showLaying() {
    const focused = document.activeElement;
    moveDice();
    if (root.contains(focused)) focused.focus({ preventScroll: true }); // what is moved has lost it
    let points = 0;
    const moves = [];
    for (const card of all(".laying .card")) {
      const dice = [...card.querySelectorAll(".own")].map((die) => die.dataset.die);
      const full = isFulfilled(card);
      card.classList.toggle("full", full);
      card.querySelector("[data-back]").hidden = !dice.length;
      const pips = card.querySelector("[data-pips]");
      if (pips) {
        const n = sum(dice.map((code) => Number(code[1])));
        pips.textContent = n ? fill(n === 1 ? pips.dataset.one : pips.dataset.many, { n }) : "";
      }
      if (!full) continue;
      points += Number(card.dataset.points);
      moves.push([card.dataset.task, ...dice].join(" "));
    }
    const chips = showCosts();
    const lay = one("[data-lay]");
    const isBest = JSON.stringify([...layout.places]) === layout.best;
    lay.textContent = fill(lay.dataset.label, { points, chips, total: String(points - chips).replace("-", "−") });
    lay.dataset.move = isBest ? "best" : moves.length ? `lay ${moves.join(", ")}` : lay.dataset.nothing;
    one("[data-best]").hidden = isBest;
    const off = one(".unused [data-onto]");
    const laid = layout.chosen && layout.chosen.place !== "unused";
    off.textContent = laid ? off.dataset.off : off.dataset.none;
    off.disabled = !laid;
  }

  // The dice of the page are moved to where they lie; those of one kind are all alike.
  function moveDice() {
    const { chosen } = layout;
    const dice = all(".laying .own");
    const take = (code) => dice.splice(dice.findIndex((die) => die.dataset.die === code), 1)[0];
    let wanted = chosen;
    for (const [name, codes] of layout.places) {
      const place = placeAt(name);
      for (const code of codes) {
        const die = take(code);
        press(die, Boolean(wanted) && wanted.place === name && wanted.die === code);
        if (die.ariaPressed === "true") wanted = null;
        const hollow = place.querySelector(".hollow");
        if (hollow) hollow.before(die); else place.append(die);
      }
    }
  }

  function showCosts() {
    let chips = 0;
    for (const die of all(".laying .own")) {
      const [used, unused] = die.dataset.costs.split(" ").map(Number);
      const cost = die.closest(".card.full") ? used : unused;
      const shown = die.querySelector(".cost");
      shown.hidden = !cost;
      shown.textContent = `−${cost}`;
      chips += cost;
    }
    return chips;
  }

  function updateLaying() {
    const { round } = one(".laying")?.dataset ?? {};
    if (!round) { layout = null; return; }
    if (layout?.round !== round) {
      const places = readPlaces();
      layout = { round, places, best: JSON.stringify([...places]), chosen: null };
    }
    showLaying();
  }

  function bestAgain() {
    layout.places = new Map(JSON.parse(layout.best));
    layout.chosen = null;
    showLaying();
  }

  // Another question is read from its beginning.

  let question = null;

  function scrollUp() {
    const now = one("[data-question]")?.dataset.question;
    if (now !== question) one(".middle")?.scrollTo(0, 0);
    question = now;
  }

  // A card to discard.

  let discard = null;

  function showDiscard() {
    const button = one("[data-discard]");
    if (!button) { discard = null; return; }
    const cards = all("button.card");
    if (!cards.some((card) => card.dataset.card === discard)) discard = null;
    cards.forEach((card) => press(card, card.dataset.card === discard));
    button.disabled = !discard;
    button.textContent = discard ? fill(button.dataset.label, { card: discard }) : button.dataset.none;
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

  // While an action is aimed, dice are chosen and not taken: this is heard before the house hears it.
  root.addEventListener("click", (event) => {
    const die = aim && event.target.closest("#tray button, .my-dice button");
    if (!die) return;
    event.stopPropagation();
    aimAt(die);
  }, true);

  root.addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    const card = target.closest(".laying .card");
    if (!button) { if (card && layout?.chosen) putOnCard(card); return; }
    const { aim: aiming, cancel, best, onto, back, mix: kind, by } = button.dataset;
    if (aiming) {
      aim = { card: button.dataset.card, dice: [] };
      showAim();
      one(".middle").scrollTo(0, 0);
    }
    else if (cancel !== undefined) stopAiming();
    else if (best !== undefined) bestAgain();
    else if (button.matches(".own")) tapDie(button);
    else if (onto !== undefined) {
      if (layout.chosen) put(button.closest("[data-place]"));
      else table.toast(one(".laying").dataset.first);
    } else if (back !== undefined) keepBack(card);
    else if (kind) { mix = changed(kind, Number(by)) ?? mix; showMix(); }
    else if (button.matches(".card")) { discard = discard === button.dataset.card ? null : button.dataset.card; showDiscard(); }
  });

  return {
    update() { scrollUp(); markNew(); showAim(); updateLaying(); showDiscard(); showMix(); focusTray(); },
    key(event) {
      if (!table.frame?.turn) return;
      if (event.key === "Escape" && aim) stopAiming();
      else if (event.key === "p") one('[data-move="pass"]:not([hidden])')?.click();
      else if (event.key === "l") one("[data-lay]")?.click();
      else if (event.key === "k") one('[data-move="keep"]')?.click();
    },
  };
}
