// Removing the table for good, after a question.
import { post, Refused } from "./commands.js";
import { forget } from "./envelope.js";
import { toast } from "./toast.js";

export function bindRemoval(id, words) {
  const offered = document.querySelector(".removal");
  const dialog = document.getElementById("removal");
  let leaving = false;

  async function remove() {
    leaving = true;
    try {
      await post(`tables/${id}/remove`);
      forget(id);
      location.replace("/");
    } catch (error) {
      leaving = false;
      toast(error instanceof Refused ? error.message : words.silent);
    }
  }

  offered.querySelector("button").addEventListener("click", () => dialog.showModal());
  dialog.querySelector("[data-remove]").addEventListener("click", remove);

  return {
    update(frame) {
      offered.hidden = !frame.removable;
      if (!frame.removable) dialog.close();
    },
    // Somebody removed it, perhaps here: the house says so on a page of its own, to all others.
    hear() { if (!leaving) location.reload(); },
  };
}
