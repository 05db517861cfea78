// @ts-check
// Long documents, read while they are on their way: each is JSON with its last value, a list, of
// whose items each has a line.
import { inPieces } from "./pieces.js";

/**
 * Yields the lines of an answer in groups as they come.
 * @param {Response} response
 */
export async function* linesOf(response) {
  // not every browser iterates over a stream
  const reader = /** @type {ReadableStream} */ (response.body)
    .pipeThrough(new TextDecoderStream())
    .getReader();
  let begun = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      const lines = (begun + value).split("\n");
      begun = lines.pop() ?? "";
      yield lines;
    }
  } finally {
    // whoever stops reading, for a fault, wants no more of it
    reader.cancel().catch(() => {});
  }
}

/**
 * Reads a document: `begin` gets it without the items, `take` each item, which it may read at once.
 * @param {AsyncIterable<string[]> | Iterable<string[]>} groups
 * @param {(head: any) => void} begin
 * @param {(item: any) => void} take
 */
export async function readLines(groups, begin, take) {
  let hasBegun = false;
  let isWhole = false;
  const read = (/** @type {string} */ line) => {
    if (line === "]}") isWhole = true;
    else if (hasBegun) take(JSON.parse(line.replace(/,$/, "")));
    else begin(JSON.parse(`${line}]}`));
    hasBegun = true;
  };
  for await (const lines of groups) await inPieces(lines, read);
  if (!isWhole) throw new Error("only some of the words arrived");
}
