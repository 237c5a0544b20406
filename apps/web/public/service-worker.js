// Opens the page without a network from its own files. It never caches API responses: the page itself caches the last
// state (src/offline) and shows that it is offline.

const shell = "polylog-shell";
const base = new URL("./", self.location.href);

self.addEventListener("install", (event) => {
  event.waitUntil(refresh().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(self.clients.claim());
});

// Every visit updates the list, even if this file has not changed.
self.addEventListener("message", (event) => {
  if (event.data === "refresh") event.waitUntil(refresh().catch(() => undefined));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== base.origin || !url.pathname.startsWith(base.pathname))
    return;
  const path = url.pathname.slice(base.pathname.length);
  if (/^(?:api|doc|metrics|ws|bridge)(?:\/|$)/.test(path)) return;
  if (request.mode === "navigate") event.respondWith(page(request, path));
  else if (path.startsWith("assets/")) event.respondWith(fileOf(request));
  else event.respondWith(fetch(request).catch(() => cached(request)));
});

/** The latest page; without a network the cached one, with its links as the server writes them. */
async function page(request, path) {
  try {
    const answer = await fetch(request);
    if (answer.status < 500) return answer;
  } catch {
    // No network.
  }
  const kept = await (await caches.open(shell)).match(base.href);
  if (kept === undefined) return Response.error();
  const up = "../".repeat(path.split("/").length - 1) || "./";
  const text = (await kept.text()).replaceAll('="./', `="${up}`);
  return new Response(text, { status: 200, headers: kept.headers });
}

/** File names under assets contain a hash of their content. */
async function fileOf(request) {
  const kept = await (await caches.open(shell)).match(request);
  return kept ?? fetch(request);
}

async function cached(request) {
  return (await (await caches.open(shell)).match(request)) ?? Response.error();
}

/** Caches files that the page needs, and removes files that it no longer needs. */
async function refresh() {
  const store = await caches.open(shell);
  const list = await fetch(new URL("shell.json", base), { cache: "no-cache" });
  if (!list.ok) return;
  const files = await list.json();
  const wanted = new Map(files.map((file) => [new URL(file, base).href, file]));
  for (const request of await store.keys()) if (!wanted.has(request.url)) await store.delete(request);
  await Promise.all(
    [...wanted].map(async ([url, file]) => {
      if (file.startsWith("assets/") && (await store.match(url)) !== undefined) return;
      const answer = await fetch(url, { cache: "no-cache" });
      if (answer.ok) await store.put(url, answer);
    }),
  );
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = new URL(event.notification.data ?? "", base).href;
  event.waitUntil(open(url));
});

/** Focuses an open window and navigates it to the place; otherwise opens a new one. */
async function open(url) {
  const windows = await self.clients.matchAll({ type: "window" });
  const own = windows.find((each) => each.url.startsWith(base.href));
  if (own === undefined) return self.clients.openWindow(url);
  own.postMessage({ open: url });
  return own.focus();
}
