// @ts-check
// The service worker. `VERSION` is a hash of all files that are kept unasked;
// site_src/builder/offline.py puts it in front, so another build is another worker, which fills a
// cache of its own and then takes the place of the old one.
import { fetchList, fill, KEPT, prefixOf, storedList } from "../lib/keep.js";

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const root = worker.registration.scope;
const prefix = prefixOf(root);
const MINE = prefix + VERSION;
const VISITED = `${prefix}visited`;
const MOST_VISITED = 250;
const LARGEST = 3e6;
const PATIENCE = 3000;

/** Files whose names change with their content: they are never asked for twice. */
const NAMED_BY_CONTENT = /\/assets\/[^/]+\.[0-9A-Za-z]{8,10}\.(?:js|css|woff2)$/;

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(activate()));
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(root) || request.headers.has("range"))
    return;
  // what keep.js brings goes into the cache of its group alone, from which it can be removed again
  if (request.cache === "no-cache" && request.mode !== "navigate") return;
  event.respondWith(
    NAMED_BY_CONTENT.test(new URL(request.url).pathname) ? keptFirst(request) : networkFirst(event),
  );
});

async function install() {
  const cache = await caches.open(MINE);
  // what every page needs; pages are kept as they are read, and whole groups where the reader chose
  // them
  const list = await fetchList(root, "shell");
  const names = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== MINE);
  await fill(cache, root, "shell", list, {
    older: await Promise.all(names.map((name) => caches.open(name))),
  });
  // pages that are open lose nothing: what they load later they would miss without a worker too,
  // once it is replaced
  await worker.skipWaiting();
}

async function activate() {
  for (const name of await caches.keys()) {
    if (name.startsWith(prefix) && name !== MINE && name !== prefix + KEPT)
      await caches.delete(name);
  }
  await worker.clients.claim();
  await refreshKept();
}

/** What the reader has asked to keep is brought up to date with this version. */
async function refreshKept() {
  if (!(await caches.has(prefix + KEPT))) return;
  const cache = await caches.open(prefix + KEPT);
  const answer = await fetch(new URL("offline/groups.json", root), { cache: "no-cache" });
  if (!answer.ok) return;
  for (const { name } of await answer.json()) {
    if (await storedList(cache, root, name))
      await fill(cache, root, name, await fetchList(root, name));
  }
}

/**
 * Without its query and `index.html`: a page of this site is the same file whatever the query is.
 * @param {string} url
 */
function plain(url) {
  const address = new URL(url);
  address.search = "";
  address.hash = "";
  address.pathname = address.pathname.replace(/\/index\.html$/, "/");
  return address.href;
}

/**
 * What is kept for a request; undefined if nothing is.
 * @param {Request} request
 */
async function kept(request) {
  for (const name of [VISITED, MINE, prefix + KEPT]) {
    const found =
      (await caches.has(name)) &&
      (await (await caches.open(name)).match(plain(request.url), { ignoreVary: true }));
    if (found) return found;
  }
  return undefined;
}

/** @param {Request} request */
async function keptFirst(request) {
  const found = await kept(request);
  if (found) return found;
  const answer = await fetch(request);
  await remember(request, answer.clone());
  return answer;
}

/**
 * The network, and what is kept where it does not answer, or not soon.
 * @param {FetchEvent} event
 */
async function networkFirst(event) {
  const { request } = event;
  // a page that the browser itself remembers may be of the build before
  const asked =
    request.mode === "navigate" ? fetch(request, { cache: "no-cache" }) : fetch(request);
  /** @type {Promise<void>} */
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE));
  try {
    const soon = await Promise.race([asked, late]);
    const answer = soon ?? (await kept(request)) ?? (await asked);
    if (soon) event.waitUntil(remember(request, answer.clone()));
    else asked.catch(() => {});
    return answer;
  } catch (problem) {
    const found = await kept(request);
    if (found) return found;
    if (request.mode !== "navigate") throw problem;
    // its links are relative, so it is shown at its own address and not at the one that was asked
    // for
    const away = request.url.slice(root.length);
    return Response.redirect(new URL(`offline/?${encodeURIComponent(away)}`, root), 302);
  }
}

/**
 * Keeps what a page has fetched, and forgets the oldest of what was kept so.
 * @param {Request} request
 * @param {Response} answer
 */
async function remember(request, answer) {
  if (answer.status !== 200 || answer.type !== "basic" || answer.redirected) return;
  if (Number(answer.headers.get("Content-Length") ?? 0) > LARGEST) return;
  const cache = await caches.open(VISITED);
  await cache.put(plain(request.url), answer);
  const all = await cache.keys();
  for (const old of all.slice(0, Math.max(0, all.length - MOST_VISITED))) await cache.delete(old);
}
