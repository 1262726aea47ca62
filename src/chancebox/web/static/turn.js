// "Your turn" for who looks elsewhere: the title and the icon of the tab, and a notice where somebody wished for it.
import { setting } from "./settings.js";

const SIGN = "● ";
const icon = document.querySelector('link[rel="icon"]');
const usual = icon?.href;
let notice = null;
let isAsked = false;

const takeBack = () => {
  notice?.close();
  notice = null;
};
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && takeBack());

// As long as somebody is asked.
export function showTurn(isTurn) {
  isAsked = isTurn;
  document.title = (isTurn ? SIGN : "") + document.title.replace(SIGN, "");
  const href = isTurn ? icon?.dataset.myTurn : usual;
  if (icon && href && icon.href !== new URL(href, location).href) icon.href = href;
  if (!isTurn) takeBack();
}

// Once, when it has become so; never for who is looking, nor for who did not ask for it.
export async function notifyTurn(title, body) {
  if (setting("notices") !== "on" || document.visibilityState === "visible" || window.Notification?.permission !== "granted") return;
  takeBack();
  const about = { body, icon: icon?.dataset.large, tag: location.pathname, data: location.pathname };
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker?.active) {
    // Phones allow it to workers alone.
    await worker.showNotification(title, about);
    const [shown] = (await worker.getNotifications({ tag: about.tag })).slice(-1);
    notice = shown ?? null;
    // Meanwhile somebody may have come back, or have played elsewhere.
    if (document.visibilityState === "visible" || !isAsked) takeBack();
    return;
  }
  try {
    notice = new Notification(title, about);
    notice.onclick = () => { focus(); takeBack(); };
  } catch { /* a phone without a worker: the title says it */ }
}
