// Mine: deleting all that is kept about this device, after a question.
import { post, Refused } from "./commands.js";
import { forgetDevice } from "./settings.js";
import { toast } from "./toast.js";
import "./offline.js";

const words = JSON.parse(document.body.dataset.words);
const dialog = document.getElementById("leaving");
const sure = dialog?.querySelector("[data-sure]");

document.querySelector("[data-leave]")?.addEventListener("click", () => dialog.showModal());
sure?.addEventListener("click", async () => {
  sure.disabled = true;
  try {
    await post("mine/remove", { sure: true });
    await forgetDevice();
    location.replace("/");
  } catch (error) {
    sure.disabled = false;
    dialog.close();
    toast(error instanceof Refused ? error.message : words.silent);
  }
});
