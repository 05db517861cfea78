// Sentences from their patterns in `sentences.json`, which the pages share.

/** A sentence: each name in braces gives way to its value. */
export const say = ([pattern], values = {}) => pattern.replace(/\{(\w+)\}/g, (_, name) => values[name]);
