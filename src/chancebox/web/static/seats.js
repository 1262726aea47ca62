// The people around the table: on a phone a tap on somebody unfolds what lies before them.

export function bindSeats(root) {
  let unfolded = null;

  function show() {
    for (const button of root.querySelectorAll("[data-unfold]")) {
      const open = button.dataset.unfold === unfolded;
      button.setAttribute("aria-expanded", String(open));
      button.closest(".chair").classList.toggle("open", open);
    }
  }

  root.addEventListener("click", (event) => {
    const seat = event.target.closest("[data-unfold]")?.dataset.unfold;
    if (seat === undefined && event.target.closest(".place")) return;
    unfolded = seat === undefined || seat === unfolded ? null : seat;
    show();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.defaultPrevented || unfolded === null) return;
    event.preventDefault();
    unfolded = null;
    show();
  });
  return show; // a new frame knows nothing of what is unfolded
}
