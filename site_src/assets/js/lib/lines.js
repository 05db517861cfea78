// A long answer, read while it is on its way.

/** Yields the lines of an answer in groups as they come. */
export async function* linesOf(response) {
  // not every browser iterates over a stream
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let begun = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const lines = (begun + value).split("\n");
    begun = lines.pop();
    yield lines;
  }
  if (begun) yield [begun];
}
