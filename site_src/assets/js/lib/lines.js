// @ts-check
// Long JSON documents, read line by line while they arrive. Such a document is an object whose last
// value is a list. The first line ends with the `[` of that list, each further line is an item, and
// the last line is `]}`:
//
//     {"edition": "2009-07-11", "rows": [
//     ["702.40a", 17],
//     ["702.40b", 18]
//     ]}
import { inPieces } from "./pieces.js";

/**
 * Yields the lines of an answer: a group of complete lines for each piece that arrives.
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
    // a caller that stops before the end does not need the rest
    reader.cancel().catch(() => {});
  }
}

/**
 * Reads a document, and throws an error if its end is missing.
 * @param {AsyncIterable<string[]> | Iterable<string[]>} groups as `linesOf` yields them
 * @param {(head: any) => void} begin gets the document with an empty list
 * @param {(item: any) => void} take gets each item of the list in its order
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
