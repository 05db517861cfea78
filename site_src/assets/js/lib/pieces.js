// @ts-check
// Long work in pieces, between which the browser draws the page and answers the reader.

/**
 * Milliseconds of work after which the browser gets its turn. The work and the layout that follows
 * it take less than the fifty milliseconds after which a tap seems to wait, even if a measurement
 * multiplies their time by four to simulate a slow phone.
 */
const AT_ONCE = 8;
/** Things after which the clock is read: reading it for each of them takes time. */
const THINGS_PER_LOOK = 4;

/** Milliseconds to wait until the page is drawn, at most. */
const LONGEST_FRAME = 3000;

/** When the browser had its last turn. */
let breathed = 0;

/** Gives the browser a turn: it draws the page and answers the reader. */
export async function breathe() {
  await new Promise((/** @type {(value?: any) => void} */ resolve) => {
    // a timer that is set again and again waits for four milliseconds each time
    if (globalThis.scheduler?.postTask) globalThis.scheduler.postTask(resolve);
    else setTimeout(resolve);
  });
  breathed = performance.now();
}

/**
 * Waits until the browser has drawn what is on the page: many pieces of work in a row leave it no
 * time for that. A page in the background is not drawn, so it does not wait.
 */
export async function drawn() {
  if (!document.hidden)
    await Promise.race([
      new Promise((resolve) => requestAnimationFrame(resolve)),
      new Promise((resolve) => setTimeout(resolve, LONGEST_FRAME)),
    ]);
  await breathe();
}

/**
 * Does something with each of some things, and gives the browser a turn whenever its last one is
 * too long ago. That moment is remembered from call to call, since many short calls in a row are
 * one long work.
 * @template Thing
 * @param {Iterable<Thing>} things
 * @param {(thing: Thing, at: number) => void} act
 */
export async function inPieces(things, act) {
  let position = 0;
  for (const thing of things) {
    if (position % THINGS_PER_LOOK === 0 && performance.now() > breathed + AT_ONCE) await breathe();
    act(thing, position);
    position += 1;
  }
}
