// The first page remembers the name by which this browser plays, and what it prefers.
import { commandId } from "./commands.js";
import "./offline.js";
import { bindSettings, keepName } from "./settings.js";

document.getElementById("name").addEventListener("change", ({ target }) => keepName(target.value.trim()));
bindSettings(document.querySelector(".settings"));

// A form tapped twice does one thing; a page that comes back out of the browser's memory does a new one.
addEventListener("pageshow", () => {
  for (const field of document.querySelectorAll("[name=once]")) field.value = commandId();
});
