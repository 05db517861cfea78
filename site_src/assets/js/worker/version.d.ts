/**
 * A hash of all files that are kept unasked; `site_src/builder/offline.py` puts it in front of the
 * worker.
 */
declare const VERSION: string;
