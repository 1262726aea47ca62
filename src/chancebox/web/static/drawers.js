// Log, chat, rules and settings: sheets from below on a phone, columns on a desk.
// An open one is a step of the browser's history, so that Back closes it instead of leaving the table. The focus comes
// back to what opened it.
import { recover } from "./keys.js";

// Dialogs that are opened from a drawer lie over it: whoever closes one is back in the drawer, and with the drawer they
// go, too. A hint belongs to the board, and behind the curtain nothing stays open: somebody else takes the device.
const OVER = "dialog:not(.curtain, .hint)";

export function bindDrawers() {
  let opener = null;
  let returning = false;
  let next = null;
  const open = () => document.querySelector(".drawer.open");

  const hide = () => {
    const hidden = open();
    if (!hidden) return;
    for (const dialog of document.querySelectorAll(OVER)) dialog.close();
    hidden.classList.remove("open");
    // A frame may have drawn that button anew.
    const back = opener?.isConnected ? opener : opener && document.querySelector(`[data-open="${hidden.id}"]`);
    back?.focus();
    opener = null;
    recover();
  };
  const reveal = (id, button) => {
    const drawer = document.getElementById(id);
    // One that belongs to a board is not there before the first frame, nor on every later one.
    if (!drawer) { history.replaceState(null, ""); return; }
    drawer.classList.add("open");
    opener = button;
    drawer.querySelector("[data-close]")?.focus();
    drawer.dispatchEvent(new Event("opened"));
  };

  const show = (id, button) => {
    // The step back that closed the last one is still on its way, and would close this one too.
    if (returning) { next = { id, button }; return; }
    const another = open();
    hide();
    if (another) history.replaceState({ drawer: id }, "");
    else history.pushState({ drawer: id }, "");
    reveal(id, button);
  };
  const close = () => {
    if (!open()) return;
    hide();
    if (history.state?.drawer) { returning = true; history.back(); }
  };

  addEventListener("popstate", ({ state }) => {
    const wanted = next;
    returning = false;
    next = null;
    hide();
    if (wanted) show(wanted.id, wanted.button);
    else if (state?.drawer) reveal(state.drawer, null);
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-open]");
    if (button) {
      if (open()?.id === button.dataset.open) close();
      else show(button.dataset.open, button);
    } else if (event.target.closest("a[href]")) {
      // A page that is left must not go back at the same time.
      if (open() && !event.target.closest(".drawer")) { hide(); history.replaceState(null, ""); }
    } else if (event.target.closest("[data-close]") || !event.target.closest(`.drawer, ${OVER}`)) close();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.defaultPrevented || !open() || document.querySelector("dialog:modal")) return;
    event.preventDefault();
    close();
  });
  // A page that was loaded again with an open drawer shows it again.
  if (history.state?.drawer) reveal(history.state.drawer, null);
}
