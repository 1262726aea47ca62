// On a copy that is shown without a connection: looking again, by a tap, or by itself where there is nothing to read.
(() => {
  document.querySelector("[data-again]").addEventListener("click", () => location.reload());
  if (document.body.dataset.comesBack !== undefined) addEventListener("online", () => location.reload());
})();
