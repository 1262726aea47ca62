// The form card: what reviews found about the players of this device, game by game. It never leaves the browser.

const KEY = "form";
const MOST = 300;
const Z95 = 1.96;

function read() {
  try { return JSON.parse(localStorage.getItem(KEY) ?? "{}"); } catch { return {}; }
}

function write(games) {
  try { localStorage.setItem(KEY, JSON.stringify(games)); } catch { /* a browser that keeps nothing keeps no card */ }
}

// A game counts once, however often its review is looked at.
export function noteGame(table, players) {
  if (!players.length) return;
  const games = read();
  delete games[table];
  const kept = Object.entries(games).slice(1 - MOST);
  write(Object.fromEntries([...kept, [table, players]]));
}

export function clear() {
  try { localStorage.removeItem(KEY); } catch { /* as above */ }
}

const tenths = (number) => number.toLocaleString(document.documentElement.lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

export function points(value) {
  const size = Math.round(Math.abs(value * 1000)) / 10;
  return (size === 0 ? "" : value > 0 ? "+" : "−") + tenths(size);
}

// The mean with its 95 % interval; one game alone has none.
export function mean(values) {
  const n = values.length;
  const middle = values.reduce((sum, value) => sum + value, 0) / n;
  if (n < 2) return points(middle);
  const spread = Math.sqrt(values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (n - 1));
  return `${points(middle)} ± ${tenths((100 * Z95 * spread) / Math.sqrt(n))}`;
}

// By name: all games of a player, in the order in which they were reviewed.
export function players() {
  const found = new Map();
  for (const listed of Object.values(read())) {
    for (const one of listed) found.set(one.name, [...(found.get(one.name) ?? []), one]);
  }
  return found;
}

export function show(section) {
  const entry = section.querySelector("template");
  const list = section.querySelector("[data-players]");
  const found = players();
  list.replaceChildren(...[...found].map(([name, games]) => {
    const one = entry.content.cloneNode(true);
    one.querySelector("h3").textContent = name;
    one.querySelector("[data-of=games]").textContent = games.length;
    for (const kind of ["luck", "decisions", "result", "adjusted"]) {
      one.querySelector(`[data-of=${kind}]`).textContent = mean(games.map((game) => game[kind]));
    }
    return one;
  }));
  section.hidden = !found.size;
}
