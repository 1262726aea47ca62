// Log, chat, rules and settings: sheets from below on a phone, columns on a desk.

export function bindDrawers() {
  let opener = null;
  const close = () => {
    document.querySelectorAll(".drawer.open").forEach((drawer) => drawer.classList.remove("open"));
    opener?.focus();
    opener = null;
  };
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-open]");
    if (button) {
      const drawer = document.getElementById(button.dataset.open);
      const wasOpen = drawer.classList.contains("open");
      close();
      if (!wasOpen) {
        drawer.classList.add("open");
        opener = button;
        drawer.querySelector("[data-close]")?.focus();
        drawer.dispatchEvent(new Event("opened"));
      }
    } else if (event.target.closest("[data-close]") || !event.target.closest(".drawer")) close();
  });
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") close(); });
}
