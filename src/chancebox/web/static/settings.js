// What this browser prefers; nothing of it leaves the browser but the name and the language.

const USUAL = { theme: "auto", motion: "auto", sound: "on", vibration: "on", notices: "off", pace: "normal", counting: "no", curtain: "on", odds: "on", speech: "all", keys: "on" };

export const setting = (name) => {
  try { return localStorage.getItem(name) ?? USUAL[name]; } catch { return USUAL[name]; }
};

// For this page and the next one, with which the house writes it anew: what scripts write, WebKit forgets after a week.
const keep = (name, value) => { document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=31536000; samesite=lax`; };
const kept = (name) => document.cookie.match(`(?:^|; )${name}=([^;]*)`)?.[1] ?? "";

export const keepName = (name) => keep("name", name);

// The house writes in this language, so it must know it: a cookie, and the page anew.
function bindLanguage(field) {
  field.value = kept("language");
  field.addEventListener("change", () => {
    keep("language", field.value);
    location.reload();
  });
}

// All that this browser keeps of us, for somebody who leaves for good.
export async function forgetDevice() {
  for (const name of ["name", "language"]) document.cookie = `${name}=; path=/; max-age=0; samesite=lax`;
  try { localStorage.clear(); sessionStorage.clear(); } catch { /* nothing was kept */ }
  for (const one of (await navigator.serviceWorker?.getRegistrations()) ?? []) await one.unregister();
  if (window.caches) for (const name of await caches.keys()) await caches.delete(name);
}

// Browsers ask whether a page may send notices; they are asked only when somebody switches them on here.
async function bindNotices(form) {
  const field = form.elements.notices;
  const denied = form.querySelector(".denied");
  const why = () => (!isSecureContext ? "insecure" : !window.Notification ? "missing" : Notification.permission === "denied" ? "denied" : "");
  const show = () => {
    const isOn = setting("notices") === "on" && window.Notification?.permission === "granted";
    field.value = isOn ? "on" : "off";
  };
  show();
  field.addEventListener("change", async () => {
    if (field.value === "on" && !why()) await Notification.requestPermission();
    denied.hidden = field.value === "off" || !why();
    denied.textContent = denied.dataset[why()] ?? "";
    show();
  });
}

export function bindSettings(form) {
  bindLanguage(form.elements.language);
  for (const field of form.elements) {
    if (field.name === "language") continue;
    field.value = setting(field.name);
    field.addEventListener("change", () => {
      try { localStorage.setItem(field.name, field.value); } catch { /* this visit only */ }
      dispatchEvent(new Event("settings"));
    });
  }
  bindNotices(form);
}
