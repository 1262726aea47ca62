// What this browser prefers; nothing of it leaves the browser but the name.

const USUAL = { theme: "auto", motion: "auto", sound: "on", vibration: "on", pace: "normal", counting: "no", curtain: "on", odds: "on", speech: "all", keys: "on" };

export const setting = (name) => {
  try { return localStorage.getItem(name) ?? USUAL[name]; } catch { return USUAL[name]; }
};

export function keepName(name) {
  document.cookie = `name=${encodeURIComponent(name)}; path=/; max-age=31536000; samesite=lax`;
}

export function bindSettings(form) {
  for (const field of form.elements) {
    field.value = setting(field.name);
    field.addEventListener("change", () => {
      try { localStorage.setItem(field.name, field.value); } catch { /* this visit only */ }
      dispatchEvent(new Event("settings"));
    });
  }
}
