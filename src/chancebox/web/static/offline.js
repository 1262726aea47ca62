// Lets the browser keep what can be read without a connection: after all else is there, and only where browsers allow it.
const isAllowed = "serviceWorker" in navigator && isSecureContext;
const idle = window.requestIdleCallback ?? ((work) => setTimeout(work, 500));
const PATIENCE = { timeout: 5000 }; // a device that is never idle keeps copies, too

const begin = () => idle(() => navigator.serviceWorker.register("/worker.js").catch(() => { /* then nothing is kept */ }), PATIENCE);
if (isAllowed) { if (document.readyState === "complete") begin(); else addEventListener("load", begin); }

// What is shown may be old: whoever reads it knows that nothing new comes.
const showConnection = () => document.documentElement.classList.toggle("is-offline", !navigator.onLine);
for (const change of ["online", "offline"]) addEventListener(change, showConnection);
showConnection();
