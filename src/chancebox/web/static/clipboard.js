// Copies a text, and says so. Pages that came without https may not use the clipboard: there it is copied out of a dialog,
// as by hand; where that is refused as well, it lies in the dialog, selected.
import { toast } from "./toast.js";

const dialog = document.getElementById("copying");
const field = dialog.querySelector("textarea");

async function isWritten(text) {
  try { await navigator.clipboard.writeText(text); return true; } catch { return false; }
}

// The dialog is painted only if it stays open.
function isCopiedByHand(text) {
  field.value = text;
  dialog.showModal();
  field.select();
  if (!document.execCommand("copy")) return false;
  dialog.close();
  return true;
}

export async function copyText(text, told) {
  if (await isWritten(text) || isCopiedByHand(text)) toast(told);
}
