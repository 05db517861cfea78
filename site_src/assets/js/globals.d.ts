// Types of the values that scripts have without importing them.

type Prefetch = import("./data-files.js").Prefetch;

/** The rows in their order; `build.mjs` puts them into `early.js`. */
declare const PREFETCHES: Prefetch[];

/** The files that the scripts of each bundle are in; `build.mjs` puts them into `early.js`. */
declare const MODULES: Record<string, string[]>;

/** The name of the script of the search's worker; `build.mjs` puts it into the scripts. */
declare const SEARCH_WORKER: string;

interface Window {
  /** The worker of the search, from the time when `early.js` starts it until `call.js` takes it. */
  searchWorker?: Worker;
  /** The element that had the focus when `early.js` opened the search box. */
  searchOpener?: HTMLElement;
  __md_scope: URL;
  __md_hash(text: string): number;
  __md_get(key: string, storage?: Storage, place?: URL): any;
  __md_set(key: string, value: unknown, storage?: Storage, place?: URL): void;
}
