// Gang of Dice: choose a stake; tap the dice that shall be thrown again.

export default function gangOfDice(table) {
  const { root } = table;
  let stake = 3;

  const tossed = () => [...root.querySelectorAll('.toss[aria-pressed="true"]')];

  function showStake() {
    const chooser = root.querySelector(".stake");
    if (!chooser) return;
    stake = Math.min(Math.max(stake, 1), Number(chooser.dataset.most));
    chooser.querySelector(".number").textContent = stake;
    const button = root.querySelector("[data-stake]");
    button.textContent = button.dataset.label.replace("{n}", stake);
  }

  function showTossed() {
    const button = root.querySelector("[data-again]");
    if (!button) return;
    const n = tossed().length;
    button.textContent = n ? button.dataset.label.replace("{n}", n) : button.dataset.all;
  }

  function again() {
    const faces = tossed().map((die) => die.dataset.face);
    table.play(`reroll ${faces.length ? faces.join(" ") : "all"}`);
  }

  root.addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    if (!button) return;
    const { by, set, stake: staking, again: rolling } = button.dataset;
    if (by) { stake += Number(by); showStake(); }
    else if (set) { stake = Number(set); showStake(); }
    else if (staking !== undefined) table.play(`stake ${stake}`);
    else if (rolling !== undefined) again();
    else if (button.classList.contains("toss")) {
      button.setAttribute("aria-pressed", String(button.getAttribute("aria-pressed") !== "true"));
      showTossed();
    }
  });

  return {
    update() { showStake(); showTossed(); },
    key(event) {
      if (!table.frame?.turn) return;
      const dice = [...root.querySelectorAll(".toss")];
      if (dice.length && /^[1-9]$/.test(event.key)) dice[Number(event.key) - 1]?.click();
      else if (event.key === "r") root.querySelector("[data-again], [data-stake]")?.click();
      else if (event.key === "s") root.querySelector('[data-move="stop"]')?.click();
      else if (event.key === "+" || event.key === "-") root.querySelector(`[data-by="${event.key}1"], [data-by="${event.key === "+" ? 1 : -1}"]`)?.click();
    },
  };
}
