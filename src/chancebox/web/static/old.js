// Says in words what is wrong where a page does not begin. A classic script in old syntax: browsers that cannot read our
// modules read this one. It needs no other file.
(function () {
  var PATIENCE = 15000; // also while a script is still on its way: then the page has not loaded
  var words = document.currentScript.dataset;

  // What came with the oldest versions of Safari, Firefox and Chrome that we promise.
  function isOld() {
    try { new RegExp("(?<=a)b"); } catch (error) { return true; }
    return !window.CSS || !CSS.supports("selector(:has(a))") || !CSS.supports("color", "color-mix(in srgb, red, red)");
  }

  // The first frame takes this line away: nothing is told at a table that has opened, and what was told too early goes.
  function tell() {
    var opening = document.querySelector(".opening");
    if (!opening) return;
    var line = document.createElement("p");
    line.textContent = opening.textContent = isOld() ? words.old : words.silent;
    // The one place that is read out: spoken.js has not begun.
    var spoken = document.getElementById("spoken");
    spoken.textContent = "";
    spoken.appendChild(line);
  }

  function warn() {
    if (document.querySelector("#table") || !isOld()) return;
    var line = document.createElement("p");
    line.className = "paper";
    line.textContent = words.old;
    var main = document.querySelector("main");
    main.insertBefore(line, main.firstChild);
  }

  addEventListener("error", tell, true);
  addEventListener("unhandledrejection", tell);
  setTimeout(tell, PATIENCE);
  warn();
})();
