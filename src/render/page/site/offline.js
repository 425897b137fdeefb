// Keeps the site in the browser, so that it works without a network once it has been seen.

const KEPT = "huarong {{mark}}";
const FILES = {{files}};

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(["./", ...FILES])));
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  const isOld = (name) => name.startsWith("huarong ") && name !== KEPT;
  event.waitUntil(caches.keys()
    .then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name))))
    .then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const kept = caches.open(KEPT).then((cache) => cache.match(event.request, { ignoreSearch: true }));
  event.respondWith(kept.then((found) => found ?? fetch(event.request)));
});
