// The first page remembers the name by which this browser plays.
import { commandId } from "./commands.js";
import { keepName } from "./settings.js";

document.getElementById("name").addEventListener("change", ({ target }) => keepName(target.value.trim()));

// A form tapped twice does one thing; a page that comes back out of the browser's memory does a new one.
addEventListener("pageshow", () => {
  for (const field of document.querySelectorAll("[name=once]")) field.value = commandId();
});
