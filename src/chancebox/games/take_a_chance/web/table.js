// Take a Chance: tap a card and buy, tap dice and throw, tap a roll and take, make a bid.

export default function takeAChance(table) {
  const { root } = table;
  const one = (selector) => root.querySelector(selector);
  const all = (selector) => [...root.querySelectorAll(selector)];
  const press = (button, on) => button.setAttribute("aria-pressed", String(on));
  const isPressed = (button) => button.getAttribute("aria-pressed") === "true";
  const dollars = (amount) => `$${amount.toLocaleString("en")}`;

  // What was tapped outlives the frames that others cause, as long as it still fits.
  let card = null;
  const spent = new Set();
  let picked = { roll: "", dice: new Set(), kind: null };
  let lying = [];
  let bid = { least: 0, amount: 0 };

  // Buying

  function way() {
    const chosen = card && one(`[data-card="${card}"]`);
    if (!chosen) return null;
    const discount = spent.has("discount");
    const verb = spent.has("both") ? "both" : !discount && chosen.dataset.auction !== undefined ? "auction" : "buy";
    const price = chosen.dataset[discount ? `${verb}Discount` : verb];
    return { verb, price, move: `${verb} ${card}${discount ? " coupon" : ""}`, why: chosen.dataset.why };
  }

  function showPurchase() {
    if (card && !one(`[data-card="${card}"]`)) card = null;
    all("[data-card]").forEach((button) => press(button, button.dataset.card === card));
    for (const word of [...spent]) if (!one(`[data-spend="${word}"]`)) spent.delete(word);
    all("[data-spend]").forEach((button) => press(button, spent.has(button.dataset.spend)));
    const button = one("[data-purchase]");
    if (!button) return;
    const detail = one(".detail");
    detail.hidden = !card;
    detail.textContent = card ? one(`[data-card="${card}"]`).getAttribute("aria-label") : "";
    const how = way();
    const possible = how?.price !== undefined;
    button.setAttribute("aria-disabled", String(!possible));
    button.textContent = possible ? button.dataset[how.verb].replace("{amount}", how.price) : button.dataset.label;
  }

  // A card that can only be had with kept tickets, or without them, is taken that way.
  function choose(id) {
    card = card === id ? null : id;
    for (const kept of [[], ["discount"], ["both"], ["discount", "both"]]) {
      if (!card || way().price !== undefined) break;
      spent.clear();
      kept.forEach((word) => spent.add(word));
    }
    if (card && way().price === undefined) { spent.clear(); table.toast(way().why); }
    showPurchase();
  }

  function purchase(button) {
    const how = way();
    if (!how) table.toast(button.dataset.choose);
    else if (how.price === undefined) table.toast(spent.size ? button.dataset.kept : how.why);
    else { table.play(how.move); card = null; spent.clear(); }
  }

  // Rolling

  function showRoll() {
    const roll = one("#tray")?.dataset.roll ?? "";
    if (roll !== picked.roll) picked = { roll, dice: new Set(), kind: null };
    all(".toss").forEach((die, i) => press(die, picked.dice.has(i)));
    const kinds = all("[data-kind]");
    if (!kinds.some((button) => button.dataset.kind === picked.kind)) picked.kind = one("[data-best]")?.dataset.kind;
    kinds.forEach((button) => press(button, button.dataset.kind === picked.kind));
    const take = one("[data-take]");
    const taken = one(`[data-kind="${picked.kind}"]`);
    if (take && taken) take.textContent = take.dataset.label.replace("{amount}", taken.dataset.amount);
    const again = one("[data-again]");
    if (!again) return;
    again.setAttribute("aria-disabled", String(!picked.dice.size));
    again.textContent = picked.dice.size ? again.dataset.label.replace("{n}", picked.dice.size) : again.dataset.none;
  }

  const faces = (dice) => dice.map((die) => die.dataset.face);

  function throwAgain(button) {
    const dice = all(".toss");
    const thrown = faces(dice.filter((_die, i) => picked.dice.has(i)));
    if (!thrown.length) { table.toast(button.dataset.choose); return; }
    lying = faces(dice.filter((_die, i) => !picked.dice.has(i)));
    forgetRoll();
    table.play(`reroll ${thrown.join(" ")}`);
  }

  // Dice tumble even if they come up as they were, except those that stayed on the table.
  function forgetRoll() {
    const tray = one("#tray");
    if (tray) tray.dataset.roll = "";
    picked.roll = "";
  }

  function keepLying() {
    const left = [...lying];
    for (const die of all("#tray .die")) {
      const i = left.indexOf(die.dataset.face);
      die.classList.toggle("kept", i >= 0);
      if (i >= 0) left.splice(i, 1);
    }
    lying = [];
  }

  function pick(which) {
    const dice = all(".toss");
    const shown = faces(dice);
    const wanted = dice.map((_die, i) => i).filter((i) => shown[i] !== "charm" && (which === "all" || shown.indexOf(shown[i]) === shown.lastIndexOf(shown[i])));
    const same = wanted.length === picked.dice.size && wanted.every((i) => picked.dice.has(i));
    picked.dice = new Set(same ? [] : wanted);
    showRoll();
  }

  function toss(die) {
    const i = all(".toss").indexOf(die);
    if (!picked.dice.delete(i)) picked.dice.add(i);
    showRoll();
  }

  // Bidding

  function showBid() {
    const sheet = one(".bidding");
    if (!sheet) return;
    const least = Number(sheet.dataset.least);
    const most = Number(sheet.dataset.most);
    if (least !== bid.least) bid = { least, amount: least };
    bid.amount = Math.min(Math.max(bid.amount, least), most);
    sheet.querySelector(".my-bid").textContent = dollars(bid.amount);
    for (const button of sheet.querySelectorAll("[data-by]")) {
      button.disabled = Number(button.dataset.by) < 0 ? bid.amount === least : bid.amount === most;
    }
    const button = one("[data-bid]");
    button.textContent = button.dataset.label.replace("{amount}", dollars(bid.amount));
  }

  root.addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    if (!button || button.disabled) return;
    const { card: id, spend, purchase: buying, kind, take, again, pick: which, by, bid: bidding, move } = button.dataset;
    if (id) choose(id);
    else if (spend) { if (!spent.delete(spend)) spent.add(spend); showPurchase(); }
    else if (buying !== undefined) purchase(button);
    else if (kind) { picked.kind = kind; showRoll(); }
    else if (take !== undefined) table.play(`take ${picked.kind}`);
    else if (again !== undefined) throwAgain(button);
    else if (which) pick(which);
    else if (by) { bid.amount += Number(by); showBid(); }
    else if (bidding !== undefined) table.play(`bid ${bid.amount}`);
    else if (button.classList.contains("toss")) toss(button);
    else if (["roll", "throw", "add", "or", "ticket"].includes(move)) forgetRoll();
  });

  const KEYS = {
    b: "[data-purchase], [data-bid]", r: '[data-again], [data-move="roll"], [data-move="throw"]', t: '[data-take], [data-move="ticket"]',
    o: '[data-move="or"]', d: '[data-move="do"], [data-spend="discount"]', p: '[data-move="pass"]', s: '[data-move="stop"], [data-take]',
    e: '[data-move="end"]', a: '[data-pick="all"], [data-move="add"]', g: '[data-pick="single"]', c: ".toss.lucky", k: '[data-spend="both"]',
    "+": '[data-by="100"]', "-": '[data-by="-100"]',
  };

  return {
    update() { keepLying(); showPurchase(); showRoll(); showBid(); },
    key(event) {
      if (!table.frame?.turn) return;
      if (/^[1-9]$/.test(event.key)) all(".toss, [data-card]")[Number(event.key) - 1]?.click();
      else if (KEYS[event.key]) one(KEYS[event.key])?.click();
    },
  };
}
