// What the search through changes asks of the site, fetched once and only when it is needed.
import { data } from "../lib/data.js";
import { useDefinition } from "../search/definition.js";
import { sidesOf } from "./search.js";

const documentOf = (name) => data(name, "search/", "the words");

/** Resolves when words can be understood. */
export const ready = async () => useDefinition(await documentOf("definition"));

let sides;

/** What all editions inserted and deleted, oldest first, and the ids of the editions; `tell` is called with the share read. */
export function allSides(tell = () => {}) {
  sides ??= (async () => {
    const { years, editions } = await documentOf("changes/index");
    let done = 0;
    const read = async (year) => {
      const found = sidesOf(await documentOf(`changes/${year}`));
      tell((done += 1) / years.length);
      return found;
    };
    return { sides: (await Promise.all(years.map(read))).flat(), editions };
  })();
  sides.catch(() => { sides = undefined; });
  return sides;
}
