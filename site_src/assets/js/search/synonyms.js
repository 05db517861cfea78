// @ts-check
// What the rules say instead of words that people say. As `graph/search/synonyms.py`.
import { definition } from "./definition.js";
import { stemOf } from "./text.js";

/**
 * What the rules say instead of the words with a stem: stems with their weights. By stems, a
 * synonym of "kill" is one of "kills" and "killed", too.
 * @param {string} stem
 * @returns {Map<string, number> | undefined}
 */
export function synonymsOf(stem) {
  definition.synonymsByStem ??= readSynonyms();
  return definition.synonymsByStem.get(stem);
}

/** The stem of each word that people say, with the stems of what the rules say, and weights. */
function readSynonyms() {
  /** @type {Map<string, Map<string, number>>} */
  const byStem = new Map();
  for (const [word, synonyms] of Object.entries(definition.synonyms)) {
    const ofStem = byStem.get(stemOf(word)) ?? new Map();
    byStem.set(stemOf(word), ofStem);
    for (const [synonym, weight] of Object.entries(synonyms))
      if (!ofStem.has(stemOf(synonym))) ofStem.set(stemOf(synonym), weight);
  }
  return byStem;
}
