// @ts-check
// What is kept on the reader's device: lists of files with their digests (`offline/NAME.json`),
// filled into a cache. The service worker and the page about it share this.

const AT_ONCE = 8;

/** @typedef {{files: [string, string][]}} FileList addresses, each with the digest of its file */

/**
 * Prefix of the names of this site's caches: the same host may have other sites.
 * @param {string | URL} root
 */
export const prefixOf = (root) => `comprules ${new URL(root).pathname} `;
export const KEPT = "kept";

/**
 * The list of a group.
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
 * The list as it was when the cache was filled; null where the group is not in it.
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
 * Brings a group in a cache up to date. What it or an older cache has with the same digest is not
 * fetched again; what is no longer listed is removed. Ended before its time, it goes on where it
 * stopped when it is called again.
 * @param {Cache} cache
 * @param {string | URL} root
 * @param {string} group
 * @param {FileList} list
 * @param {object} [options]
 * @param {Cache[]} [options.older]
 * @param {(done: number, all: number) => void} [options.onProgress]
 * @param {AbortSignal} [options.signal]
 */
export async function fill(cache, root, group, list, options = {}) {
  const { older = [], onProgress, signal } = options;
  const before = await storedList(cache, root, group);
  let done = 0;
  const queue = list.files.values();
  const work = async () => {
    for (const [address, digest] of queue) {
      signal?.throwIfAborted();
      await bring(cache, new URL(address, root).href, digest, older, signal);
      done += 1;
      onProgress?.(done, list.files.length);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const listed = new Set(list.files.map(([address]) => address));
  for (const [address] of before?.files ?? [])
    if (!listed.has(address)) await cache.delete(new URL(address, root).href);
  await cache.put(
    listAddress(root, group),
    new Response(JSON.stringify(list), { headers: { "Content-Type": "application/json" } }),
  );
}

/** The header that remembers what a kept file was made from. */
const DIGEST = "X-Comprules-Digest";

/**
 * @param {Cache} cache
 * @param {string} url
 * @param {string} digest
 * @param {Cache[]} older
 * @param {AbortSignal} [signal]
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
export async function drop(cache, root, group) {
  const stored = await storedList(cache, root, group);
  await cache.delete(listAddress(root, group));
  for (const [address] of stored?.files ?? []) await cache.delete(new URL(address, root).href);
}
