// What people cannot read on a page, or not tap: texts that are cut or stick out, controls that lie over each other.
() => {
  const LEFT_OUT = "svg, .unseen, .prose, caption, [translate=no]";
  const SCROLLING = ".phrases, .lines, .scrolls";
  const found = [];
  const brief = (one) => one.textContent.trim().replace(/\s+/g, " ").slice(0, 60);
  const isShown = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const hides = (box) => ["hidden", "clip"].includes(getComputedStyle(box).overflowX);
  const hasText = (one) => [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue.trim());

  function problem(one) {
    const { left, right, width } = one.getBoundingClientRect();
    const { display, overflowX, position } = getComputedStyle(one);
    if (!width || one.closest(SCROLLING) || ["auto", "scroll"].includes(overflowX)) return "";
    if (left < -1 || right > innerWidth + 1) return "sticks out of the screen";
    if (display !== "inline" && one.scrollWidth > one.clientWidth + 1) return "is wider than its box";
    for (let box = one.parentElement; box !== document.body; box = box.parentElement) {
      const around = box.getBoundingClientRect();
      const isOut = left < around.left - 1 || right > around.right + 1;
      if (isOut && hides(box) && position !== "absolute") return "is cut by its box";
    }
    return "";
  }
  for (const one of document.querySelectorAll("body *")) {
    if (!isShown(one) || one.closest(LEFT_OUT) || !hasText(one)) continue;
    const why = problem(one);
    if (why) found.push(`${one.tagName.toLowerCase()}.${one.className}: "${brief(one)}" ${why}`);
  }

  // Of two that lie over each other one can still be tapped where nobody sees that it is there.
  const isOnTop = (one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    return one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  };
  const controls = [...document.querySelectorAll("button, a.button, select, input")]
    .filter((one) => isShown(one) && !one.closest(`.unseen, .story, ${SCROLLING}`) && isOnTop(one))
    .map((one) => ({ one, box: one.getBoundingClientRect() }));
  for (const [i, first] of controls.entries()) {
    for (const second of controls.slice(i + 1)) {
      const wide = Math.min(first.box.right, second.box.right) - Math.max(first.box.left, second.box.left);
      const tall = Math.min(first.box.bottom, second.box.bottom) - Math.max(first.box.top, second.box.top);
      if (wide > 2 && tall > 2 && !first.one.contains(second.one)) found.push(`"${brief(first.one)}" lies over "${brief(second.one)}"`);
    }
  }
  if (document.documentElement.scrollWidth > innerWidth) found.push("the page is wider than the screen");
  return found;
}
