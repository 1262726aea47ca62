// Runs before all of a page: what goes wrong in it stays in the tab, for who asks later.
{
  const note = (text) => sessionStorage.setItem("wrong", `${sessionStorage.getItem("wrong") ?? ""}${text}\n`);
  addEventListener("error", ({ message, target }) => note(message ?? `${target.tagName} cannot be loaded`), true);
  addEventListener("unhandledrejection", ({ reason }) => note(reason));
  addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => note(`${violatedDirective}: ${blockedURI}`));
  const { error } = console;
  console.error = (...told) => { note(told.join(" ")); error(...told); };
}
