// Gang of Dice: choose a stake; tap the dice that shall be thrown again.

export default function gangOfDice(table) {
  const { root } = table;
  let stake = 3;
  let lying = { turn: "", faces: [] }; // whose dice lie in the middle, and the face at each place
  let picked = { asked: null, places: [] }; // the places whose dice are lit, and the question to which that is the answer
  let chosen = []; // the places from which I picked up dice

  const tosses = () => [...root.querySelectorAll(".toss")];
  const tossed = () => tosses().filter((die) => die.ariaPressed === "true");

  function showStake() {
    const chooser = root.querySelector(".stake");
    if (!chooser) return;
    stake = Math.min(Math.max(stake, 1), Number(chooser.dataset.most));
    chooser.querySelector(".number").textContent = stake;
    const button = root.querySelector("[data-stake]");
    button.textContent = button.dataset.label.replace("{n}", stake);
    button.dataset.oddsOf = `stake ${stake}`;
    table.tellOdds?.();
  }

  function showTossed() {
    const button = root.querySelector("[data-again]");
    if (!button) return;
    const n = tossed().length;
    button.textContent = n ? button.dataset.label.replace("{n}", n) : button.dataset.all;
    button.dataset.oddsOf = reroll();
    table.tellOdds?.();
  }

  function reroll() {
    const faces = tossed().map((die) => die.dataset.face);
    return `reroll ${faces.length ? faces.join(" ") : "all"}`;
  }

  // A frame knows nothing of what is picked; as long as the question is the same, it stays so.
  function restorePicked({ turn, asked }) {
    if (!turn || asked !== picked.asked) picked = { asked, places: [] };
    tosses().forEach((die, place) => { die.ariaPressed = String(picked.places.includes(place)); });
  }

  function pick(die) {
    die.ariaPressed = String(die.ariaPressed !== "true");
    picked.places = placesOf(tossed());
    showTossed();
  }

  function placesOf(dice) {
    const all = tosses();
    return dice.map((die) => all.indexOf(die));
  }

  // Dice keep their places: those that are thrown again land where they were picked up.
  function arrange(happened) {
    const tray = root.querySelector("#tray");
    if (!tray) { lying = { turn: "", faces: [] }; return; }
    const turn = tray.dataset.roll.split("-", 2).join("-");
    const before = turn === lying.turn ? [...lying.faces] : [];
    for (const { kind, dice } of happened) if (kind === "PickedUp") pickUp(before, dice);
    const dice = [...tray.querySelectorAll(".die")];
    const placed = before.map((face) => {
      const found = face === null ? -1 : dice.findIndex((die) => die.dataset.face === face);
      return found < 0 ? null : dice.splice(found, 1)[0];
    });
    placed.forEach((die) => die?.classList.add("kept"));
    const order = [...placed.map((die) => die ?? dice.shift()), ...dice].filter(Boolean);
    lay(tray.querySelector(".dice"), order);
    lying = { turn, faces: order.map((die) => die.dataset.face) };
  }

  // What is moved loses the focus: it stays at its place.
  function lay(row, order) {
    const before = [...row.querySelectorAll(".die")];
    if (order.every((die, place) => die === before[place])) return;
    const focused = before.indexOf(document.activeElement);
    row.append(...order);
    order[focused]?.focus({ preventScroll: true });
  }

  function pickUp(places, dice) {
    dice.forEach((n, face) => {
      const name = face ? String(face) : "boss";
      const all = places.flatMap((one, place) => (one === name ? [place] : []));
      const mine = all.filter((place) => chosen.includes(place));
      (mine.length === n ? mine : all.slice(-n || all.length)).forEach((place) => { places[place] = null; });
    });
    chosen = [];
  }

  function again() {
    chosen = placesOf(tossed());
    table.play(reroll());
  }

  root.addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    if (!button) return;
    const { by, set, stake: staking, again: rolling } = button.dataset;
    if (by) { stake += Number(by); showStake(); }
    else if (set) { stake = Number(set); showStake(); }
    else if (staking !== undefined) table.play(`stake ${stake}`);
    else if (rolling !== undefined) again();
    else if (button.classList.contains("toss")) pick(button);
  });

  return {
    arrange,
    update(frame) { showStake(); restorePicked(frame); showTossed(); },
    cancel() {
      const chosen = tossed();
      chosen.forEach(pick);
      return chosen.length > 0;
    },
  };
}
