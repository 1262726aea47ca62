// chance it: taps play at once, but what surely costs the last heart is asked twice; what happened is played on the board.
import { animate, isStill } from "../motion.js";
import { setting } from "../settings.js";

const SECOND_THOUGHT = 500; // a double tap is no second thought

export default function chanceIt(table) {
  const { root } = table;
  let question = "";
  let asked = null;
  let isBrowsing = false; // whether the list of discarded cards is open

  const all = (query) => root.querySelectorAll(query);
  const chair = (seat) => root.querySelector(`#chair-${seat}`);
  const card = (number) => root.querySelector(`[data-card="${number}"]`);

  // What surely kills is asked twice.
  root.addEventListener("click", (event) => {
    const button = event.target.closest('[data-danger="sure"]');
    if (!button || button.classList.contains("ready")) { asked = null; return; }
    event.stopImmediatePropagation();
    if (root.dataset.armed === undefined) return;
    asked = { move: button.dataset.move, question, ready: false };
    const asking = asked;
    setTimeout(() => { asking.ready = true; askAgain(); }, SECOND_THOUGHT);
    askAgain();
  });

  function askAgain() {
    const button = asked?.question === question && root.querySelector(`[data-danger="sure"][data-move="${asked.move}"]`);
    if (!button) return;
    if (!button.classList.contains("again")) button.dataset.warned = button.querySelector(".warned").textContent;
    button.classList.add("again");
    button.classList.toggle("ready", asked.ready);
    button.querySelector(".warned").textContent = button.dataset.again;
  }

  // The choice is seen at once, also before the house has answered.
  root.addEventListener("click", (event) => {
    const guide = event.target.closest(".guides [data-move]");
    if (guide && root.dataset.armed !== undefined) guide.classList.add("picked");
  });

  // Nothing looks chosen because the pointer still lies where it tapped in the last round.
  root.addEventListener("pointermove", ({ pointerType }) => {
    if (pointerType === "mouse") root.querySelector(".guides")?.classList.add("live");
  });

  root.addEventListener("click", ({ target }) => {
    const list = target.closest(".discarded summary")?.parentElement;
    if (list) isBrowsing = !list.open;
  });

  // A frame knows nothing of a list that is open.
  function browse() {
    const list = root.querySelector(".discarded details");
    if (list) list.open = isBrowsing;
  }

  // A board shows what has become of all that happened; dice and people wait for their own moment.
  function wait(happened) {
    const dice = new Map();
    for (const { kind, row, seat, card: number } of happened) {
      if (kind === "LaidOut") card(number)?.classList.add("coming");
      if (kind === "CarriedOut") dice.set(row, (dice.get(row) ?? 0) + 1);
      if (kind === "Eliminated") chair(seat)?.classList.add("spared");
    }
    for (const [row, n] of dice) [...all(`#row-${row} .die.done`)].slice(-n).forEach((die) => die.classList.add("due"));
  }

  // All has been played, or skipped: everything is what it has become.
  function rest() {
    const marks = ["due", "spared", "coming", "lit-now", "acting"];
    for (const one of all(marks.map((mark) => `.${mark}`).join())) one.classList.remove(...marks);
  }

  // Where things come from and go to: the sheet for stakes, else the row or the card.
  function light(element) {
    for (const one of all(".lit-now, .helping, .acting")) one.classList.remove("lit-now", "helping", "acting");
    if (!element) return;
    for (const one of all(".board [data-holds]")) delete one.dataset.holds;
    element.dataset.holds = "hearts coins stars cards";
    element.classList.add("lit-now");
  }

  // By how much a count has changed stands next to it for a while.
  function tellChanges(flights) {
    for (const one of all("[data-by]")) delete one.dataset.by;
    const by = new Map();
    for (const [what, n, source, target] of flights) {
      for (const [seat, change] of [[source, -n], [target, n]]) {
        const count = seat >= 0 && chair(seat)?.querySelector(`.count.${what}`);
        if (count) by.set(count, (by.get(count) ?? 0) + change);
      }
    }
    for (const [count, change] of by) count.dataset.by = `${change > 0 ? "+" : "−"}${Math.abs(change)}`;
  }

  const ACTS = {
    LaidOut({ card: number }) {
      const laid = card(number);
      if (!laid?.matches(".coming")) return;
      laid.classList.remove("coming");
      const [from, to] = [root.querySelector(".pile"), laid].map((one) => one.getBoundingClientRect());
      if (!isStill()) animate(laid, [{ transform: `translate(${from.x - to.x}px, ${from.y - to.y}px) rotateY(180deg)` }, {}], { duration: 350, easing: "ease-out" });
    },
    // Cards that somebody was bound to lay open already.
    Revealed({ bound }) {
      light(root.querySelector(".sheet"));
      for (const face of all(".laid .face")) if (!bound.some((seat) => chair(seat)?.contains(face))) face.classList.add("turning");
    },
    SettledStakes() { light(root.querySelector(".sheet")); },
    AllOut() { light(root.querySelector(".sheet")); },
    CarriedOut({ row, served }) {
      light(root.querySelector(`[data-row="${row}"]`));
      const die = root.querySelector(`#row-${row} .die.due`);
      die?.classList.replace("due", "acting");
      for (const one of served) {
        card(one.card)?.classList.add("helping");
        chair(one.seat)?.querySelector(".count.cards")?.classList.add("helping");
      }
    },
    WentToMarket() { light(root.querySelector('[data-row="6"]')); },
    ChancedIt() { light(root.querySelector('[data-row="7"]')); },
    Used({ card: number }) { light(null); card(number)?.classList.add("helping"); },
    Bought() { light(root.querySelector(".stall")); },
    Flashed({ card: number }) { light(root.querySelector(".stall")); card(number)?.classList.add("helping"); },
    Discarded() { light(null); },
    Eliminated({ seat }) {
      light(root.querySelector(".stall"));
      chair(seat)?.classList.replace("spared", "falling");
    },
  };

  // Bring what is asked about into sight, once for each question.
  function attend(frame) {
    const before = question;
    question = frame.turn ? String(frame.asked) : "";
    if (!question || question === before) { askAgain(); return; }
    asked = null;
    root.querySelector(".guides")?.classList.remove("live");
    root.querySelector(".middle").scrollTop = 0;
    root.querySelector(".lifted, .stall.open .market")?.scrollIntoView({ block: "nearest" });
  }

  return {
    pass(happened) { wait(happened); browse(); },
    update(frame, happened) { wait(happened); attend(frame); browse(); },
    rest,
    hint(moves) {
      for (const move of moves) root.querySelector(`[data-move="${move}"]`)?.classList.add("hinted");
    },
    act(one) {
      if (setting("pace") === "instant" || !one.stage) return;
      ACTS[one.kind]?.(one);
      tellChanges(one.flights);
    },
    cancel() {
      if (!asked) return false;
      const button = root.querySelector(".again[data-danger]");
      asked = null;
      button?.classList.remove("again", "ready");
      if (button) button.querySelector(".warned").textContent = button.dataset.warned;
      return Boolean(button);
    },
  };
}
