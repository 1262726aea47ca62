// Second Chance: a shape hangs on the grid as a ghost; taps and keys move it, turn it and flip it. It stays for good, so
// a button of its own places it, and no tap on the grid does.
// Where it fits the house has told (data-ways); why it does not is read from the grid.
import { animate, isStill } from "../motion.js";

const SIZE = 9;
const FILLED = "#";
const CENTRE = [4, 4];
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

const turn = (picture) => [...picture[0]].map((_, c) => picture.map((row) => row[c]).reverse().join(""));
const flip = (picture) => picture.map((row) => [...row].reverse().join(""));
const squareName = (r, c) => "abcdefghi"[c] + (r + 1);
const CARRIED = 10; // pixels after which a card is carried, not tapped
const limit = (n, most) => Math.min(Math.max(n, 0), most);
const byDistance = (r, c) => (a, b) => Math.hypot(a[0] - r, a[1] - c) - Math.hypot(b[0] - r, b[1] - c);

function readWays(text) {
  return text.split(";").map((part) => {
    const [name, rows, fits] = part.split(",");
    const picture = rows.split("/");
    const squares = picture.flatMap((row, r) => [...row].flatMap((sign, c) => (sign === FILLED ? [[r, c]] : [])));
    const [height, width] = [picture.length, picture[0].length];
    // The square under the finger: of the shape, and as near to its middle as can be.
    const grip = [...squares].sort(byDistance((height - 1) / 2, (width - 1) / 2))[0];
    return { name, picture, squares, fits, height, width, grip, first: picture[0].indexOf(FILLED) };
  });
}

// The way around some squares, one closed line after the other, clockwise.
function outline(squares) {
  const sides = new Map(); // by where they begin; a side that two squares share is none
  for (const [r, c] of squares) {
    for (const [from, to] of [[[c, r], [c + 1, r]], [[c + 1, r], [c + 1, r + 1]], [[c + 1, r + 1], [c, r + 1]], [[c, r + 1], [c, r]]]) {
      const back = sides.get(String(to)) ?? [];
      const shared = back.findIndex((end) => String(end) === String(from));
      if (shared >= 0) back.splice(shared, 1);
      else sides.set(String(from), [...(sides.get(String(from)) ?? []), to]);
    }
  }
  let line = "";
  for (const [start, ends] of sides) {
    while (ends.length) {
      line += `M${start.replace(",", " ")}`;
      for (let at = start; sides.get(at)?.length;) {
        const next = sides.get(at).pop();
        line += `L${next[0]} ${next[1]}`;
        at = String(next);
      }
      line += "z";
    }
  }
  return line;
}

const LINE = 400; // the pen goes around a shape
const FILL = 200; // then fills it

// The pen draws the outline of a shape, then fills it.
function drawWithPen(shape, squares) {
  const pen = document.createElementNS("http://www.w3.org/2000/svg", "path");
  pen.setAttribute("class", "penning");
  pen.setAttribute("pathLength", "1");
  pen.setAttribute("d", outline(squares.map((square) => [Math.floor(square / SIZE), square % SIZE])));
  shape.after(pen);
  animate(shape, [{ opacity: 0 }, { opacity: 1 }], { duration: FILL, delay: LINE, fill: "backwards" });
  animate(pen, [{ strokeDashoffset: 1 }, { strokeDashoffset: 0, offset: LINE / (LINE + FILL) }, { strokeDashoffset: 0 }], { duration: LINE + FILL }, () => pen.remove());
}

export default function secondChance(table) {
  const { root } = table;
  let question = null;
  let ghost = null; // { shape, ways, way, row, column }: the top left of its frame
  let pinned = false; // it follows the mouse no more
  let aimed = false; // whoever draws knows where it hangs: Enter may place it
  let told = false; // the status speaks of the ghost
  let held = null; // a finger is down on the grid
  let hinted = false; // it lies where the master would draw it
  let cursor = CENTRE; // the square at which keys are
  let usual = ""; // what the status says while nothing is chosen

  const grid = () => root.querySelector("#own[data-question]");
  const cells = () => [...root.querySelectorAll("#own [role=gridcell]")];
  const cellAt = ([r, c]) => cells()[SIZE * r + c];
  const squareOf = (cell) => { const i = cells().indexOf(cell); return [Math.floor(i / SIZE), i % SIZE]; };
  const isInGrid = () => document.activeElement?.matches("#own [role=gridcell]") ?? false;
  const buttons = () => [...root.querySelectorAll("button.shape")];
  const way = () => ghost.ways[ghost.way];
  const fits = () => way().fits[SIZE * ghost.row + ghost.column + way().first] === FILLED;
  const covered = () => way().squares.map(([r, c]) => [ghost.row + r, ghost.column + c]);
  const covers = ([r, c]) => covered().some((square) => square[0] === r && square[1] === c);
  const filled = ([r, c]) => !root.querySelector("[data-empty]").textContent.includes(squareName(r, c));

  // The ghost never leaves the grid.
  function inside(row, column) {
    return [limit(row, SIZE - way().height), limit(column, SIZE - way().width)];
  }

  function moveTo(row, column) {
    hinted = false;
    [ghost.row, ghost.column] = inside(row, column);
    told = aimed = true;
    show();
  }

  function placing() {
    const { dataset } = grid();
    const text = (sentence, square = "") => sentence.replace("{shape}", ghost.name).replace("{square}", square);
    if (fits()) {
      const told = text(hinted ? dataset.hinted : pinned ? dataset.pinned : dataset.fits, squareName(ghost.row, ghost.column + way().first));
      return told[0].toUpperCase() + told.slice(1);
    }
    if (!way().fits.includes(FILLED)) return text(dataset.turned);
    const clash = covered().find(filled);
    return clash ? text(dataset.clash, squareName(...clash)) : dataset.centre;
  }

  // The sides of a square at which the shape ends.
  function rim(y, x) {
    const sides = [[y - 1, x, `M${x} ${y}h1`], [y + 1, x, `M${x} ${y + 1}h1`], [y, x - 1, `M${x} ${y}v1`], [y, x + 1, `M${x + 1} ${y}v1`]];
    return sides.map(([r, c, side]) => (covers([r, c]) ? "" : side)).join("");
  }

  function show() {
    const own = grid();
    if (!own) return;
    const chosen = (button) => button.dataset.shape === ghost?.shape;
    buttons().forEach((button) => button.setAttribute("aria-pressed", String(chosen(button))));
    root.querySelectorAll("[data-turn], [data-flip]").forEach((button) => { button.disabled = !ghost || ghost.ways.length === 1; });
    const button = root.querySelector("[data-place]");
    button.disabled = !ghost || !fits();
    button.dataset.oddsOf = button.disabled || ghost.shape === "1" ? "" : move();
    table.tellOdds?.();
    own.dataset.ghost = !ghost ? "none" : fits() ? "fits" : "clash";
    own.toggleAttribute("data-advised", hinted);
    showCursor();
    if (!ghost) return;
    const draw = (part, d) => own.querySelector(`.ghost .${part}`).setAttribute("d", d);
    draw("body", covered().map(([y, x]) => `M${x} ${y}h1v1h-1z`).join(""));
    draw("rim", covered().map(([y, x]) => rim(y, x)).join(""));
    draw("crosses", covered().filter(filled).map(([y, x]) => `M${x + 0.25} ${y + 0.25}l.5 .5m0-.5l-.5 .5`).join(""));
    if (told) {
      const status = root.querySelector("[data-placing]");
      status.textContent = placing();
      root.querySelector("[data-covers]").textContent = covered().map(([y, x]) => squareName(y, x)).join(" ");
      status.classList.toggle("refused", !fits());
    }
  }

  // The square at which keys are says what lies there, and whether the shape would fit.
  function showCursor() {
    if (isInGrid()) cursor = squareOf(document.activeElement);
    else if (ghost) cursor = [ghost.row + way().grip[0], ghost.column + way().grip[1]];
    const here = cellAt(cursor);
    for (const cell of cells()) {
      if (cell.hasAttribute("data-cursor") && cell !== here) { cell.removeAttribute("data-cursor"); cell.setAttribute("aria-label", cell.dataset.lies); }
    }
    if (!here.hasAttribute("data-cursor")) { here.dataset.lies = here.getAttribute("aria-label"); here.setAttribute("data-cursor", ""); }
    const told = ghost ? `${here.dataset.lies}. ${placing()}` : here.dataset.lies;
    if (here.getAttribute("aria-label") !== told) here.setAttribute("aria-label", told);
  }

  function choose(button) {
    const { shape, name, ways } = button.dataset;
    if (button.matches(".nowhere")) { table.toast(grid().dataset.nowhere.replace("{shape}", name)); return; }
    ghost = { shape, name, ways: readWays(ways) };
    hinted = false;
    ghost.way = ghost.ways.findIndex((w) => w.fits.includes(FILLED));
    // It hangs where it fits, as near to the centre as can be.
    const { fits: signs, first, height, width } = way();
    const places = [...signs].flatMap((sign, i) => (sign === FILLED ? [[Math.floor(i / SIZE), (i % SIZE) - first]] : []));
    [[ghost.row, ghost.column]] = places.sort(byDistance((SIZE - height) / 2, (SIZE - width) / 2));
    pinned = !matchMedia("(hover: hover)").matches;
    show();
  }

  function change(how) {
    if (!ghost) return;
    const before = way();
    const middle = [ghost.row + before.height / 2, ghost.column + before.width / 2];
    const wanted = how(before.picture).join("/");
    ghost.way = ghost.ways.findIndex((w) => w.picture.join("/") === wanted);
    pinned = true;
    if (isInGrid()) moveTo(...gripAt(cursor));
    else moveTo(Math.round(middle[0] - way().height / 2), Math.round(middle[1] - way().width / 2));
  }

  function move() {
    const square = squareName(ghost.row, ghost.column + way().first);
    return [ghost.shape, way().name, "@", square].filter(Boolean).join(" ");
  }

  function place() {
    if (!ghost || !fits()) return;
    table.play(move());
  }

  // Fingers and mice

  function squareUnder(event) {
    const own = grid();
    const sheet = own?.querySelector(".sheet").getBoundingClientRect();
    if (!sheet || (!held && event.target.closest("#own") !== own)) return null;
    const part = (at, from, length) => limit(Math.floor((SIZE * (at - from)) / length), SIZE - 1);
    return [part(event.clientY, sheet.top, sheet.height), part(event.clientX, sheet.left, sheet.width)];
  }

  const gripAt = ([r, c]) => inside(r - way().grip[0], c - way().grip[1]);

  // A card can be drawn onto the grid: then choosing and laying are one gesture.
  let carried = null; // a card under a finger that has not moved yet
  root.addEventListener("pointerdown", (event) => {
    const button = event.button === 0 && grid() && event.target.closest("button.shape:not(.nowhere)");
    carried = button ? { button, x: event.clientX, y: event.clientY } : null;
  });
  root.addEventListener("pointermove", (event) => {
    if (!carried || Math.hypot(event.clientX - carried.x, event.clientY - carried.y) < CARRIED) return;
    choose(carried.button);
    carried = null;
    held = { square: [], by: way().grip, dragged: true };
    grid().setPointerCapture?.(event.pointerId);
  });
  for (const end of ["pointerup", "pointercancel"]) root.addEventListener(end, () => { carried = null; });

  root.addEventListener("pointerdown", (event) => {
    const square = event.button === 0 && squareUnder(event);
    if (!square || !ghost) return;
    held = { square, dragged: false };
    held.by = covers(square) ? [square[0] - ghost.row, square[1] - ghost.column] : way().grip;
    grid().setPointerCapture?.(event.pointerId);
    if (!covers(square)) moveTo(...gripAt(square));
  });
  root.addEventListener("pointermove", (event) => {
    const square = ghost && squareUnder(event);
    if (!square) return;
    if (held) {
      if (square.join() === held.square.join() && !held.dragged) return;
      held.dragged = true;
      moveTo(square[0] - held.by[0], square[1] - held.by[1]);
    } else if (!pinned && event.pointerType === "mouse") moveTo(...gripAt(square));
  });
  root.addEventListener("pointerup", () => {
    if (!held || !ghost) return;
    const { dragged, square } = held;
    held = null;
    pinned = true;
    moveTo(...(dragged ? [ghost.row, ghost.column] : gripAt(square)));
  });
  root.addEventListener("pointercancel", () => { held = null; });

  root.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button || !grid()) return;
    if (button.matches(".shape")) { told = aimed = true; choose(button); }
    else if (button.dataset.turn !== undefined) change(turn);
    else if (button.dataset.flip !== undefined) change(flip);
    else if (button.dataset.place !== undefined) { place(); return; }
    else return;
    // After a tap, and when a shape is chosen, the keys go to the grid; who turns it by buttons stays there.
    if (!event.detail && !(ghost && button.matches(".shape:focus"))) return;
    cellAt(cursor).focus({ preventScroll: true });
    // The key that chose it may be pressed twice.
    if (button.matches(".shape")) aimed = false;
  });

  // The shape follows the square that has the focus.
  root.addEventListener("focusin", ({ target }) => {
    if (held || !grid() || !target.matches("#own [role=gridcell]")) return;
    pinned = true;
    if (!ghost) { show(); return; }
    const [row, column] = gripAt(squareOf(target));
    if (row === ghost.row && column === ghost.column) show();
    else moveTo(row, column);
  });

  // What was drawn just now, by whomever, is drawn again by the pen; the own shape has been seen before all showed theirs.
  function drawAgain(happened) {
    if (isStill()) return;
    const drawings = happened.flatMap((one) => (one.kind === "AllDrew" ? one.drawings.filter(({ seat }) => seat !== one.known) : [one]));
    for (const { kind, seat, round, squares, square } of drawings) {
      if (kind !== "Placed" && kind !== "WroteOne") continue;
      const ink = kind === "WroteOne" ? `one-${round}` : `${round ? "shape" : "start"}-${round}`;
      const mine = root.querySelector(`.front #chair-${seat}`);
      const places = [mine ? "#own" : `#chair-${seat} .place`, `.gallery > :nth-child(${seat + 1})`];
      const shape = root.querySelector(places.map((place) => `${place} [data-ink="${ink}"]`).join());
      if (shape) drawWithPen(shape, squares ?? [square]);
    }
  }

  // Those for whom neither shape fits are seen to wait.
  function markWaiting(happened) {
    for (const { kind, seats } of happened) {
      if (kind !== "NeitherFits") continue;
      for (const seat of seats) root.querySelector(`#chair-${seat}`)?.classList.add("touched", "touched-bust");
    }
  }

  function stage(happened) {
    drawAgain(happened);
    markWaiting(happened);
  }

  return {
    arrange: stage,
    // The best move hangs on the grid; Place draws it, anything else moves it.
    hint([best]) {
      const [shape, named, square] = (/^(\S+) ?(\S*) @ (\S+)$/.exec(best) ?? []).slice(1);
      const button = buttons().find((one) => one.dataset.shape === shape);
      if (!button) return;
      choose(button);
      ghost.way = ghost.ways.findIndex(({ name }) => name === named);
      pinned = true;
      moveTo(Number(square[1]) - 1, "abcdefghi".indexOf(square[0]) - way().first);
      hinted = true;
      show();
    },
    update() {
      const asked = grid()?.dataset.question ?? null;
      if (asked !== question) { question = asked; ghost = held = null; pinned = told = aimed = hinted = false; }
      if (!asked) return;
      usual = root.querySelector("[data-placing]").textContent;
      const playable = buttons().filter((button) => !button.matches(".nowhere"));
      if (!ghost && playable.length === 1) choose(playable[0]);
      show();
    },
    key(event) {
      if (!grid()) return;
      const { target, key } = event;
      if (ARROWS[key] && ghost) {
        event.preventDefault();
        const by = ARROWS[key];
        cellAt([limit(cursor[0] + by[0], SIZE - 1), limit(cursor[1] + by[1], SIZE - 1)]).focus({ preventScroll: true });
      } else if (key === "Enter" || (key === " " && isInGrid())) {
        if (target.closest("button, a, summary")) return; // it does what it says
        event.preventDefault();
        if (!ghost) buttons()[0]?.focus();
        else if (aimed && fits()) place();
        else { aimed = true; table.toast(placing()); }
      }
    },
    cancel() {
      if (!ghost || buttons().filter((button) => !button.matches(".nowhere")).length < 2) return false;
      const chosen = buttons().find((button) => button.dataset.shape === ghost.shape);
      ghost = null;
      pinned = told = hinted = false;
      const status = root.querySelector("[data-placing]");
      status.textContent = usual;
      status.classList.remove("refused");
      show();
      if (isInGrid()) chosen?.focus();
      return true;
    },
  };
}
