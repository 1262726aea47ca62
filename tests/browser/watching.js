// Tells of all texts that are on a page, and of each that comes, with the place where it stands; visible or not.
(() => {
  const ATTRIBUTES = ["aria-label", "aria-description", "aria-roledescription", "aria-valuetext", "title", "placeholder", "alt", "label"];
  // What was not translated on purpose, or is no text.
  const ELSEWHERE = "[translate=no], .prose, .highlight .event, script, style, noscript, template";
  const BLOCK = "p, li, h1, h2, h3, dt, dd, td, th, button, summary, label, figcaption, a, div, section";
  const LETTER = /\p{L}/u;
  const told = new Set();

  function placeOf(element) {
    const path = [];
    for (let one = element; one && path.length < 4; one = one.parentElement) {
      path.unshift([one.localName + (one.id && `#${one.id}`), ...one.classList].join("."));
    }
    return path.join(" > ");
  }

  // A text may have emphasis in it: how many marks were opened before this part of it, in the same paragraph.
  function opened(node) {
    const before = document.createRange();
    before.setStart(node.parentElement.closest(BLOCK) ?? document.documentElement, 0);
    before.setEndBefore(node);
    return [...before.toString()].reduce((depth, letter) => depth + (letter === "⟦") - (letter === "⟧"), 0);
  }

  function tell(element, text, attribute = "", open = 0) {
    const key = `${text} ${attribute} ${open}`;
    if (!LETTER.test(text) || element.closest(ELSEWHERE) || told.has(key)) return;
    told.add(key);
    window.tellText("⟦".repeat(Math.max(0, open)) + text.trim(), `${location.pathname} ${placeOf(element)}${attribute && ` [${attribute}]`}`);
  }

  function look(node) {
    if (node.nodeType === Node.TEXT_NODE && node.parentElement && LETTER.test(node.data)) {
      tell(node.parentElement, node.data, "", opened(node));
    }
    if (node.nodeType !== Node.ELEMENT_NODE) return;
    for (const name of ATTRIBUTES) if (node.hasAttribute(name)) tell(node, node.getAttribute(name), name);
    node.childNodes.forEach(look);
  }

  const observer = new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (!target.isConnected) continue;
      if (type === "childList") addedNodes.forEach(look);
      else look(target);
    }
  });
  observer.observe(document, { childList: true, subtree: true, characterData: true, attributes: true, attributeFilter: ATTRIBUTES });
})();
