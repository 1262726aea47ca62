// A long list of moves that can be searched, for games without a script of their own.
export default function (table) {
  const field = () => table.root.querySelector("#search-moves");
  const entries = () => [...table.root.querySelectorAll(".moves li")];
  let version = null;

  // Every word that was typed stands somewhere in the move.
  function filter() {
    const wanted = field().value.toLowerCase().split(/\s+/).filter(Boolean);
    const all = entries();
    for (const entry of all) {
      const text = entry.textContent.toLowerCase();
      entry.hidden = !wanted.every((word) => text.includes(word));
    }
    const left = all.filter((entry) => !entry.hidden).length;
    const found = table.root.querySelector("#found-moves");
    found.textContent = wanted.length
      ? found.dataset.words.replace("{n}", left).replace("{all}", all.length)
      : all.length;
  }

  table.root.addEventListener("input", (event) => { if (event.target === field()) filter(); });
  // Return plays the move that was typed, or the only one that is left.
  table.root.addEventListener("keydown", (event) => {
    if (event.target !== field() || event.key !== "Enter") return;
    event.preventDefault();
    const buttons = entries().filter((entry) => !entry.hidden).map((entry) => entry.querySelector("[data-move]"));
    const typed = field().value.trim().toLowerCase();
    const meant = buttons.find((button) => button.dataset.move.toLowerCase() === typed);
    const only = buttons.length === 1 ? buttons[0] : null;
    (meant ?? only)?.click();
  });

  return {
    update(frame) {
      if (!field()) return;
      if (frame.version !== version) { field().value = ""; table.root.querySelector(".moves").scrollTop = 0; }
      version = frame.version;
      filter();
    },
  };
}
