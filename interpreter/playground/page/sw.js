/** The service worker: after the first visit, the playground works without a network. */

const VERSION = "gamespec-playground-{version}";
const FILES = /** @type {string[]} */ ([]); // {files}

addEventListener("install", (event) => event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(FILES))));

addEventListener("activate", (event) =>
  event.waitUntil(
    (async () => {
      const names = await caches.keys();
      await Promise.all(names.filter((name) => name.startsWith("gamespec-playground-") && name !== VERSION).map((name) => caches.delete(name)));
      await clients.claim();
    })(),
  ),
);

addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  event.respondWith(
    caches
      .open(VERSION)
      .then((cache) => cache.match(event.request, { ignoreSearch: true }))
      .then((found) => found ?? fetch(event.request)),
  );
});
