// What this browser prefers; nothing of it leaves the browser but the name and the language.

const USUAL = { theme: "auto", motion: "auto", sound: "on", vibration: "on", pace: "normal", counting: "no", curtain: "on", odds: "on", speech: "all", keys: "on" };

export const setting = (name) => {
  try { return localStorage.getItem(name) ?? USUAL[name]; } catch { return USUAL[name]; }
};

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
}
