// What all parts of this page use: to find things on the board, press buttons, fill words in.

export const press = (button, on) => button.setAttribute("aria-pressed", String(on));
export const fill = (label, values) => label.replace(/{(\w+)}/g, (_all, name) => values[name]);
export const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);
export const finder = (root) => ({
  one: (what) => root.querySelector(what),
  all: (what) => [...root.querySelectorAll(what)],
});
