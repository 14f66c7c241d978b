/**
 * The service worker: after the first visit, the playground works without a network. All files of a version lie in a
 * folder that is named after it, so versions never mix. A new one is taken up when it is complete and no page shows an
 * older one.
 */

const VERSION = "{version}";
const PREFIX = "gamespec-playground-";
const FILES = /** @type {string[]} */ ([]); // {files}

/** @typedef {{waitUntil: (done: Promise<unknown>) => void}} Lasting */
/** @typedef {Lasting & {request: Request, respondWith: (found: Promise<Response>) => void}} Fetching */
const scope = /** @type {any} */ (self);

/** @returns {Promise<Cache>} */
const kept = () => caches.open(PREFIX + VERSION);

/** @param {string} name The browser may have the files of the version already, but of the others only old ones. */
const asked = (name) => new Request(name, { cache: name.startsWith(VERSION) ? "default" : "reload" });

scope.addEventListener("install", (/** @type {Lasting} */ event) => event.waitUntil(kept().then((cache) => cache.addAll(FILES.map(asked)))));

scope.addEventListener("activate", (/** @type {Lasting} */ event) =>
  event.waitUntil(
    (async () => {
      const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== PREFIX + VERSION);
      await Promise.all(old.map((name) => caches.delete(name)));
      await scope.clients.claim();
    })(),
  ),
);

scope.addEventListener("fetch", (/** @type {Fetching} */ event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  const search = kept().then((cache) => cache.match(request, { ignoreSearch: true }));
  event.respondWith(search.then((found) => found ?? fetch(request)));
});
