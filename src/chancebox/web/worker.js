// What a browser does without a connection. The house writes KEPT before this: { version, files, pages }.
// Pages come from the house whenever it answers. Where it does not, there are copies that say of themselves that they are
// copies: the rules of all games with what their lessons tell, and a page that says there is no connection. Nothing of a
// table is ever kept: no page, no frame, no answer.
const CACHE = `chancebox-${KEPT.version}`;
const PATIENCE = 5000; // then a copy of the rules is better than nothing

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll([...KEPT.files, ...Object.values(KEPT.pages)])));
});

// A new worker waits until all pages of the old one are closed: a table that is open keeps what it was opened with.
self.addEventListener("activate", (event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)))));
});

const copyOf = async (address) => (await caches.open(CACHE)).match(address);

async function page(request, path) {
  const copy = KEPT.pages[path];
  const patience = copy && path !== "/" ? AbortSignal.timeout(PATIENCE) : undefined;
  try {
    return await fetch(request, { signal: patience });
  } catch (error) {
    const kept = await copyOf(copy ?? KEPT.pages["/"]);
    if (!kept) throw error;
    return kept;
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin || request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(page(request, pathname));
  // The address of such a file names its content: the copy is the file.
  else if (KEPT.files.includes(pathname)) event.respondWith(copyOf(pathname).then((kept) => kept ?? fetch(request)));
});

// Whoever taps "your turn" comes back to the table's page.
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(self.clients.matchAll({ type: "window", includeUncontrolled: true }).then((pages) => {
    const open = pages.find(({ url }) => new URL(url).pathname === event.notification.data);
    return open ? open.focus() : self.clients.openWindow(event.notification.data);
  }));
});
