// Set light and motion before anything is painted; a classic script, so that it runs at once.
(() => {
  const read = (name, usual) => { try { return localStorage.getItem(name) ?? usual; } catch { return usual; } };
  const apply = () => {
    const theme = read("theme", "auto");
    const motion = read("motion", "auto");
    const dark = matchMedia("(prefers-color-scheme: dark)").matches;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    document.documentElement.dataset.counting = read("counting", "no");
    document.documentElement.dataset.theme = theme === "auto" ? (dark ? "dark" : "light") : theme;
    document.documentElement.dataset.motion = motion === "auto" ? (still ? "none" : "full") : motion;
  };
  apply();
  addEventListener("settings", apply);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", apply);
  matchMedia("(prefers-reduced-motion: reduce)").addEventListener("change", apply);
})();
