// Take a Chance: tap a card and buy, tap dice and throw, tap a roll and take, make a bid.
import { dollars } from "../numbers.js";

export default function takeAChance(table) {
  const { root } = table;
  const one = (selector) => root.querySelector(selector);
  const all = (selector) => [...root.querySelectorAll(selector)];
  const press = (button, on) => button.setAttribute("aria-pressed", String(on));

  // What was tapped or typed outlives the frames that others cause, as long as the question is the same.
  let question = null;
  let card = null;
  const spent = new Set();
  let picked = { dice: new Set(), kind: null };
  let typed = null;

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
    showDetail();
    const how = way();
    const possible = how?.price !== undefined;
    button.setAttribute("aria-disabled", String(!possible));
    button.textContent = possible ? button.dataset[how.verb].replace("{amount}", how.price) : button.dataset.label;
    table.tellOdds?.();
  }

  // Small cards have no room for what they pay: the one that was tapped tells it below.
  function showDetail() {
    const detail = one(".detail");
    const chosen = card && one(`[data-card="${card}"]`);
    if (!chosen) { detail.textContent = detail.dataset.none; return; }
    const name = document.createElement("b");
    name.textContent = chosen.title;
    detail.replaceChildren(name, chosen.querySelector(".pays").cloneNode(true));
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
    else table.play(how.move);
  }

  // Rolling

  function showRoll() {
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
    again.dataset.oddsOf = picked.dice.size ? reroll() : "";
    table.tellOdds?.();
  }

  const faces = (dice) => dice.map((die) => die.dataset.face);

  const reroll = () => ["reroll", ...faces(all(".toss").filter((_die, i) => picked.dice.has(i)))].join(" ");

  function throwAgain(button) {
    if (picked.dice.size) table.play(reroll());
    else table.toast(button.dataset.choose);
  }

  function pick(which) {
    const shown = faces(all(".toss"));
    const wanted = shown.map((_face, i) => i).filter((i) => shown[i] !== "charm" && (which === "all" || shown.indexOf(shown[i]) === shown.lastIndexOf(shown[i])));
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

  const limits = () => {
    const { least, most } = one(".bidding").dataset;
    return { least: Number(least), most: Number(most) };
  };

  // The amount that was typed, or what is wrong with it.
  function read(text) {
    const { least, most } = limits();
    const written = text.replace(/[\s$]/g, "");
    const amount = Number(written.replace(/[,.](?=\d{3})/g, ""));
    const wrong = !/^(\d+|\d{1,3}([,.]\d{3})+)$/.test(written) || amount % 100 ? "hundreds" : amount < least ? "low" : amount > most ? "high" : "";
    return { amount, wrong };
  }

  function showBid() {
    const field = one("#bid");
    if (!field) return;
    const { least, most } = limits();
    typed ??= dollars(least);
    if (field.value !== typed) field.value = typed;
    const { amount, wrong } = read(typed);
    field.setAttribute("aria-invalid", String(Boolean(wrong)));
    const word = one("#bid-word");
    word.classList.toggle("problem", Boolean(wrong));
    const told = word.dataset[wrong || "fine"].replace("{least}", dollars(least)).replace("{most}", dollars(most)).replace("{example}", dollars(Math.min(most, Math.max(least, 100 * Math.round((amount || 0) / 100)))));
    if (word.textContent !== told) word.textContent = told;
    for (const button of all(".bidding [data-by]")) button.disabled = !wrong && (Number(button.dataset.by) < 0 ? amount <= least : amount >= most);
    const button = one("[data-bid]");
    button.setAttribute("aria-disabled", String(Boolean(wrong)));
    if (!wrong) button.textContent = button.dataset.label.replace("{amount}", dollars(amount));
  }

  // A step from what is there to something that may be bid.
  function setBid(amount) {
    const { least, most } = limits();
    typed = dollars(Math.min(most, Math.max(least, 100 * Math.round((amount || 0) / 100))));
    showBid();
  }

  function bid() {
    const { amount, wrong } = read(typed);
    if (wrong) table.toast(one("#bid-word").textContent);
    else table.play(`bid ${amount}`);
  }

  root.addEventListener("input", ({ target }) => { if (target.id === "bid") { typed = target.value; showBid(); } });
  root.addEventListener("focusin", ({ target }) => { if (target.id === "bid") target.select(); });
  root.addEventListener("keydown", (event) => { if (event.target.id === "bid" && event.key === "Enter") { event.preventDefault(); bid(); } });

  root.addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    if (!button || button.disabled) return;
    const { card: id, spend, purchase: buying, kind, take, again, pick: which, by, to, bid: bidding } = button.dataset;
    if (id) choose(id);
    else if (spend) { if (!spent.delete(spend)) spent.add(spend); showPurchase(); }
    else if (buying !== undefined) purchase(button);
    else if (kind) { picked.kind = kind; showRoll(); }
    else if (take !== undefined) table.play(`take ${picked.kind}`);
    else if (again !== undefined) throwAgain(button);
    else if (which) pick(which);
    else if (by) setBid(read(typed).amount + Number(by));
    else if (to) setBid(Number(to));
    else if (bidding !== undefined) bid();
    else if (button.classList.contains("toss")) toss(button);
  });

  // What a move of a hint would touch: a card, dice, a roll, a button.
  function pieces(move) {
    const [verb, ...rest] = move.split(" ");
    if (["buy", "both", "auction"].includes(verb)) return all(`[data-card="${rest[0]}"]`);
    if (verb === "take") return all(`[data-kind="${rest[0]}"]`);
    if (verb === "bid") return all("[data-bid]");
    if (verb !== "reroll") return all(`[data-move="${move}"], [data-take]`).slice(0, 1);
    const wanted = [...rest];
    return all(".toss").filter((die) => {
      const i = rest[0] === "all" ? 0 : wanted.indexOf(die.dataset.face);
      if (i >= 0 && rest[0] !== "all") wanted.splice(i, 1);
      return i >= 0;
    });
  }

  return {
    update(frame) {
      if (frame && question !== frame.asked) {
        question = frame.asked;
        card = null;
        spent.clear();
        picked = { dice: new Set(), kind: null };
        typed = null;
      }
      showPurchase();
      showRoll();
      showBid();
    },
    hint(moves) {
      all(".hinted").forEach((piece) => piece.classList.remove("hinted"));
      if (moves.length) pieces(moves[0]).forEach((piece) => piece.classList.add("hinted"));
    },
    cancel() {
      if (!card && !spent.size && !picked.dice.size) return false;
      card = null;
      spent.clear();
      picked.dice.clear();
      showPurchase();
      showRoll();
      return true;
    },
  };
}
