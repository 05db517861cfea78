// Sentences from their patterns in `sentences.json`, which the pages share.
import { failed } from "../../sentences.json";

/** A sentence: each name in braces gives way to its value. */
export const say = ([pattern], values = {}) => pattern.replace(/\{(\w+)\}/g, (_, name) => values[name]);

/** What went wrong, as a sentence, and what to do about it. */
export const sayFailure = (what, problem) => say(failed, { what, problem: problem.message });
