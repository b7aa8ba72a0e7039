"use strict";
// Keeps the page for times without a network: all its files, until the next version of them is there. `PAGE` is this version.

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(PAGE.version)
      .then((cache) => cache.addAll(PAGE.files))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  const old = (names) => names.filter((name) => name.startsWith("kibitz-") && name !== PAGE.version);
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(old(names).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  event.respondWith(caches.match(event.request, { ignoreSearch: true }).then((kept) => kept ?? fetch(event.request)));
});
