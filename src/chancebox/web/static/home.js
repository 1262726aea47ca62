// The first page remembers the name by which this browser plays.
import { keepName } from "./settings.js";

document.getElementById("name").addEventListener("change", ({ target }) => keepName(target.value.trim()));
