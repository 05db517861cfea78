// @ts-check
// The documents that `early.js` fetches for the worker of the search, before the worker has its
// script.

/**
 * A message of the page about a document: the status of its response, a piece of its body, its end,
 * or the reason for which it could not be fetched.
 * @typedef {object} GivenPiece
 * @property {string} file address of the document from the site's root, without `.json`
 * @property {number} [status]
 * @property {Uint8Array} [piece]
 * @property {boolean} [isEnd]
 * @property {Error} [problem]
 */

/** A response whose body the page sends in pieces. */
class GivenResponse {
  constructor() {
    /** @type {(response: Response) => void} */
    this.answer = () => {};
    /** @type {(problem: Error) => void} */
    this.fail = () => {};
    /** @type {Promise<Response>} */
    this.response = new Promise((resolve, reject) => {
      this.answer = resolve;
      this.fail = reject;
    });
    // whoever awaits the response gets the error; here it only must not count as unhandled
    this.response.catch(() => {});
    /** @type {ReadableStreamDefaultController<Uint8Array> | undefined} */
    this.body = undefined;
  }

  /**
   * Makes the response, whose body has not come yet.
   * @param {number} status
   */
  begin(status) {
    const body = new ReadableStream({
      start: (controller) => {
        this.body = controller;
      },
      // a reader that stops wants no further pieces, and a closed stream would refuse them
      cancel: () => {
        this.body = undefined;
      },
    });
    this.answer(new Response(body, { status }));
  }

  /**
   * Takes a message of the page.
   * @param {GivenPiece} given
   */
  take({ status, piece, isEnd, problem }) {
    if (status !== undefined) this.begin(status);
    if (piece) this.body?.enqueue(piece);
    if (isEnd) this.body?.close();
    if (problem) {
      this.fail(problem);
      this.body?.error(problem);
    }
  }
}

/**
 * The documents that the page fetches, by their addresses.
 * @type {Map<string, GivenResponse>}
 */
const expected = new Map();

/**
 * Expects documents that the page fetches.
 * @param {string[]} files their addresses from the site's root, without `.json`
 */
export function expectDocuments(files) {
  for (const file of files) expected.set(file, new GivenResponse());
}

/**
 * Takes a message of the page about a document.
 * @param {GivenPiece} given
 */
export function takePiece(given) {
  expected.get(given.file)?.take(given);
}

/** The documents whose bodies were asked for: a body can be read once only. */
const asked = new Set();

/**
 * The response for a document that the page fetches; undefined if the page does not, or if somebody
 * has asked for the response before.
 * @param {string} file its address from the site's root, without `.json`
 */
export function givenDocument(file) {
  if (asked.has(file)) return undefined;
  asked.add(file);
  return expected.get(file)?.response;
}
