// @ts-check
// Long work in pieces: the browser draws and answers the reader between them.

/**
 * Milliseconds of work after which the reader may go on typing; the clock is read so many times
 * less often.
 */
const AT_ONCE = 12;
const LOOKS = 4;

let breathed = 0;

/** Lets the browser draw and answer the reader between two parts of a long work. */
export async function breathe() {
  await new Promise((/** @type {(value?: any) => void} */ resolve) => {
    // a timer that is set again and again waits for four milliseconds each time
    if (globalThis.scheduler?.postTask) globalThis.scheduler.postTask(resolve);
    else setTimeout(resolve);
  });
  breathed = performance.now();
}

/**
 * Does something with each of some things, in pieces; many short works behind one another are one
 * long one.
 * @template Thing
 * @param {Iterable<Thing>} things
 * @param {(thing: Thing, at: number) => void} act
 */
export async function inPieces(things, act) {
  let at = 0;
  for (const thing of things) {
    if (at % LOOKS === 0 && performance.now() > breathed + AT_ONCE) await breathe();
    act(thing, at);
    at += 1;
  }
}
