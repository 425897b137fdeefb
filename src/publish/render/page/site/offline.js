// Caches the site in the browser, so that it works offline after the first visit. A new site replaces the old
// one when none of its pages is open.

const KEPT = `huarong ${self.registration.scope} `;
const MARK = "{{mark}}";
const FILES = {{files}};

self.addEventListener("install", (event) => {
  // What the page has loaded already is only checked.
  const requests = FILES.map((name) => new Request(name, { cache: "no-cache" }));
  event.waitUntil(caches.open(KEPT + MARK).then((cache) => cache.addAll(requests)));
});

self.addEventListener("activate", (event) => {
  const isOld = (name) => name.startsWith(KEPT) && name !== KEPT + MARK;
  event.waitUntil(caches.keys()
    .then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name)))));
});

self.addEventListener("fetch", (event) => {
  const kept = caches.open(KEPT + MARK).then((cache) => cache.match(event.request.url.replace("index.html", ""), { ignoreSearch: true }));
  event.respondWith(kept.then((found) => found ?? fetch(event.request)));
});
