// Long work in pieces: the browser draws and answers the reader between them.

/** Milliseconds of work after which the reader may go on typing; the clock is read so many times less often. */
const AT_ONCE = 12;
const LOOKS = 4;

/** Lets the browser draw and answer the reader between two parts of a long work. */
export const breathe = () => new Promise((resolve) => {
  // a timer that is set again and again waits for four milliseconds each time
  if (globalThis.scheduler?.postTask) globalThis.scheduler.postTask(resolve);
  else setTimeout(resolve);
});

/** Does something for each number below a limit, in pieces. */
export async function inPieces(limit, act) {
  let until = performance.now() + AT_ONCE;
  for (let at = 0; at < limit; at += 1) {
    if (at % LOOKS === 0 && performance.now() > until) {
      await breathe();
      until = performance.now() + AT_ONCE;
    }
    act(at);
  }
}
