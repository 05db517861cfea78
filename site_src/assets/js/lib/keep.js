// @ts-check
// Files kept on the reader's device for use without a network. They are kept in groups; a group is
// a list of files with their digests, `offline/NAME.json`, and is filled into a cache. The service
// worker and the page /offline/ use this.

/** Files that are fetched at the same time. */
const AT_ONCE = 8;

/** @typedef {{files: [string, string][]}} FileList addresses, each with the digest of its file */

/**
 * The beginning of the names of this site's caches; the same host may have other sites.
 * @param {string | URL} root
 */
export const prefixOf = (root) => `comprules ${new URL(root).pathname} `;
/** The rest of the name of the cache with the groups that the reader keeps. */
export const KEPT = "kept";

/**
 * Fetches the present list of a group.
 * @param {string | URL} root
 * @param {string} group
 * @returns {Promise<FileList>}
 */
export async function fetchList(root, group) {
  const answer = await fetch(new URL(`offline/${group}.json`, root), { cache: "no-cache" });
  if (!answer.ok) throw new Error(`the list of files could not be loaded (${answer.status})`);
  return answer.json();
}

/**
 * @param {string | URL} root
 * @param {string} group
 */
const listAddress = (root, group) => new URL(`offline/${group}.json`, root).href;

/**
 * Reads the list with which a group was filled into a cache; null if the cache lacks the group.
 * @param {Cache} cache
 * @param {string | URL} root
 * @param {string} group
 * @returns {Promise<FileList | null>}
 */
export async function storedList(cache, root, group) {
  const found = await cache.match(listAddress(root, group));
  return found ? found.json() : null;
}

/**
 * Brings a group in a cache up to date. Files that this cache or an older one has with the same
 * digest are not fetched again; files that the list no longer has are removed. The list is stored
 * last: a call that was aborted leaves the group unlisted, and the next call fetches only the rest.
 *
 * If a file fails, the others are stopped; the promise is rejected once all of them have ended, so
 * that another call cannot run beside this one.
 * @param {Cache} cache
 * @param {string | URL} root
 * @param {string} group
 * @param {FileList} list
 * @param {object} [options]
 * @param {Cache[]} [options.older]
 * @param {(done: number, all: number) => void} [options.onProgress]
 * @param {AbortSignal} [options.signal]
 */
export async function fillGroup(cache, root, group, list, options = {}) {
  const { older = [], onProgress, signal } = options;
  const before = await storedList(cache, root, group);
  /** Stops all files; used by the caller's signal and after a failure. */
  const stop = new AbortController();
  signal?.throwIfAborted();
  signal?.addEventListener("abort", () => stop.abort(signal.reason), { once: true });
  let done = 0;
  const queue = list.files.values();
  // several of these run at once, and each takes the next file from the same queue
  const work = async () => {
    for (const [address, digest] of queue) {
      stop.signal.throwIfAborted();
      await bring(cache, new URL(address, root).href, digest, older, stop.signal);
      done += 1;
      if (!stop.signal.aborted) onProgress?.(done, list.files.length);
    }
  };
  const workers = Array.from({ length: AT_ONCE }, work);
  try {
    await Promise.all(workers);
  } catch (error) {
    stop.abort(error);
    await Promise.allSettled(workers);
    throw error;
  }
  const listed = new Set(list.files.map(([address]) => address));
  for (const [address] of before?.files ?? [])
    if (!listed.has(address)) await cache.delete(new URL(address, root).href);
  await cache.put(
    listAddress(root, group),
    new Response(JSON.stringify(list), { headers: { "Content-Type": "application/json" } }),
  );
}

/** The header with the digest of a kept file. */
const DIGEST = "X-Comprules-Digest";

/**
 * Brings one file into a cache: from this or an older cache if the digest is the same, else from
 * the network.
 * @param {Cache} cache
 * @param {string} url
 * @param {string} digest
 * @param {Cache[]} older
 * @param {AbortSignal} signal
 */
async function bring(cache, url, digest, older, signal) {
  for (const store of [cache, ...older]) {
    const held = await store.match(url);
    if (held?.headers.get(DIGEST) === digest) {
      if (store !== cache) await cache.put(url, held);
      return;
    }
  }
  const answer = await fetch(url, { cache: "no-cache", signal });
  if (!answer.ok) throw new Error(`${url} could not be loaded (${answer.status})`);
  const headers = new Headers({
    [DIGEST]: digest,
    "Content-Type": answer.headers.get("Content-Type") ?? "",
  });
  await cache.put(url, new Response(await answer.blob(), { headers }));
}

/**
 * Removes a group from a cache.
 * @param {Cache} cache
 * @param {string | URL} root
 * @param {string} group
 */
export async function dropGroup(cache, root, group) {
  const stored = await storedList(cache, root, group);
  await cache.delete(listAddress(root, group));
  for (const [address] of stored?.files ?? []) await cache.delete(new URL(address, root).href);
}
