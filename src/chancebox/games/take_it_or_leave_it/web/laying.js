// Laying dice on tasks: which dice lie at which place, begun with the proposal. Which dice fit where, which totals
// fulfil a task and what a die costs the house has told; here all of it becomes one move.
import { fill, finder, press, sum } from "./page.js";

export function laying(table) {
  const { root } = table;
  const { one, all } = finder(root);
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
        pips.textContent = n ? fill(pips.dataset.label, { n }) : "";
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
      die.setAttribute("aria-label", fill(die.closest("[data-place]").dataset.says, { die: die.dataset.name }) + (cost ? ` (−${cost})` : ""));
      chips += cost;
    }
    return chips;
  }

  function update() {
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

  root.addEventListener("click", ({ target }) => {
    if (!layout) return;
    const button = target.closest("button");
    const card = target.closest(".laying .card");
    if (!button) { if (card && layout.chosen) putOnCard(card); return; }
    const { best, onto, back } = button.dataset;
    if (best !== undefined) bestAgain();
    else if (button.matches(".own")) tapDie(button);
    else if (onto !== undefined) {
      if (layout.chosen) put(button.closest("[data-place]"));
      else table.toast(one(".laying").dataset.first);
    } else if (back !== undefined) keepBack(card);
  });

  function cancel() {
    if (!layout?.chosen) return false;
    layout.chosen = null;
    showLaying();
    return true;
  }

  return { update, cancel };
}
