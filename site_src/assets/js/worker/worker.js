// @ts-check
// The service worker: keeps files of the site, and answers with them when the network does not.
// `VERSION` is a hash of the files that every page needs; site_src/builder/offline.py puts it in
// front. So each build has another worker, which fills a cache of its own, and then replaces the
// old one.
import { fetchList, fillGroup, KEPT, prefixOf, storedList } from "../lib/keep.js";

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const root = worker.registration.scope;
const prefix = prefixOf(root);
/** The cache with the files that every page needs. */
const MINE = prefix + VERSION;
/** The cache with the files that pages have fetched. */
const VISITED = `${prefix}visited`;
/** The number of files in that cache, at most. */
const MOST_VISITED = 500;
/** The size of a file in that cache, in bytes, at most. */
const LARGEST = 3e6;
/** Milliseconds to wait for the network before a kept file is used. */
const PATIENCE = 3000;

/** Files whose names change with their content, so that they need not be fetched twice. */
const NAMED_BY_CONTENT = /\/assets\/[^/]+\.[0-9A-Za-z]{8,10}\.(?:js|css|woff2)$/;

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(activate()));
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(root) || request.headers.has("range"))
    return;
  // requests of keep.js: it puts the files into the cache of their group itself
  if (request.cache === "no-cache" && request.mode !== "navigate") return;
  event.respondWith(
    NAMED_BY_CONTENT.test(new URL(request.url).pathname) ? keptFirst(request) : networkFirst(event),
  );
});

/** Fills the cache of this version, from the caches of older versions as far as possible. */
async function install() {
  const cache = await caches.open(MINE);
  const list = await fetchList(root, "shell");
  const names = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== MINE);
  await fillGroup(cache, root, "shell", list, {
    older: await Promise.all(names.map((name) => caches.open(name))),
  });
  // replaces the old worker at once: an open page may then miss files of the old build, but it
  // would miss them without a worker as well
  await worker.skipWaiting();
}

/** Removes the caches of older versions, and takes over the open pages. */
async function activate() {
  for (const name of await caches.keys()) {
    if (name.startsWith(prefix) && name !== MINE && name !== prefix + KEPT)
      await caches.delete(name);
  }
  await worker.clients.claim();
  await refreshKept();
}

/** Brings the groups that the reader keeps up to date. */
async function refreshKept() {
  if (!(await caches.has(prefix + KEPT))) return;
  const cache = await caches.open(prefix + KEPT);
  const answer = await fetch(new URL("offline/groups.json", root), { cache: "no-cache" });
  if (!answer.ok) return;
  for (const { name } of await answer.json()) {
    if (await storedList(cache, root, name))
      await fillGroup(cache, root, name, await fetchList(root, name));
  }
}

/**
 * The address under which a file is kept: without the query, the anchor and `index.html`. A page of
 * this site is the same file whatever the query is.
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
 * The file that is kept for a request; undefined if there is none.
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

/**
 * Answers with the kept file, else from the network.
 * @param {Request} request
 */
async function keptFirst(request) {
  const found = await kept(request);
  if (found) return found;
  const answer = await fetch(request);
  await remember(request, answer.clone());
  return answer;
}

/**
 * Answers from the network, or with the kept file if the network fails or is slow. A page that is
 * neither reachable nor kept is replaced by /offline/, which says so.
 * @param {FetchEvent} event
 */
async function networkFirst(event) {
  const { request } = event;
  // for a page, the browser's own cache is bypassed: it may have the page of an older build
  const fetched =
    request.mode === "navigate" ? fetch(request, { cache: "no-cache" }) : fetch(request);
  /** @type {Promise<void>} */
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE));
  try {
    const soon = await Promise.race([fetched, late]);
    const answer = soon ?? (await kept(request)) ?? (await fetched);
    if (soon) event.waitUntil(remember(request, answer.clone()));
    else fetched.catch(() => {});
    return answer;
  } catch (problem) {
    const found = await kept(request);
    if (found) return found;
    if (request.mode !== "navigate") throw problem;
    // a redirect, because the links of that page are relative to its own address
    const away = request.url.slice(root.length);
    return Response.redirect(new URL(`offline/?${encodeURIComponent(away)}`, root), 302);
  }
}

/**
 * Keeps a file that a page has fetched, and removes the oldest ones if there are too many.
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
