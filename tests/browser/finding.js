// What a locator asks of a page: how many fit a selector, and about the n-th of them.
(what, selector, n, name) => {
  const isShown = (one) => one.getClientRects().length > 0 && getComputedStyle(one).visibility === "visible";
  // Playwright's `:visible` is no CSS; it says something about its part of a list of selectors alone.
  const all = selector.split(/,\s*(?![^()]*\))/).flatMap((part) => {
    const found = [...document.querySelectorAll(part.replace(":visible", ""))];
    return part.includes(":visible") ? found.filter(isShown) : found;
  });
  const one = all[n];
  const box = () => { const { x, y, width, height } = one.getBoundingClientRect(); return { x, y, width, height }; };
  const middle = () => { const { x, y, width, height } = box(); return { x: x + width / 2, y: y + height / 2 }; };
  const isHit = ({ x, y }) => one.contains(document.elementFromPoint(Math.floor(x), Math.floor(y)));

  // Where a finger finds it: in sight, and under nothing else.
  function aim() {
    if (!one || one.disabled || !isShown(one)) return null;
    if (!isHit(middle())) one.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    return isHit(middle()) ? middle() : null;
  }

  return {
    count: () => all.length,
    shown: () => all.filter(isShown).length,
    isShown: () => Boolean(one) && isShown(one),
    isEnabled: () => !one.disabled,
    attribute: () => one.getAttribute(name),
    box,
    aim,
    select: () => { one.focus(); one.select(); },
  }[what]();
}
