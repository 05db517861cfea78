// @ts-check
// Looks for text that is squeezed, covered or cut off. A function for the page: returns a sentence
// for each fault.

/** @typedef {{node: Text, element: Element}} PrintedText a text, and its element */

(() => {
  const LEAST = 2;
  const WORD = /[\p{L}\p{N}'’]{2,}/gu;
  const RUN = /\S+(?:\s\S+)*/g;
  /** An address, or a name of files and fields, may be broken where it must. */
  const ADDRESS = /^\S*(?:\p{L}[./_@#:]+\p{L}|\p{L}\/)/u;
  const ASIDE =
    ".only-heard, .md-skip, [hidden], option, title, script, noscript, " +
    ".thumb, .thumb *, .preview, .preview *";
  /** Drawn over one another on purpose, or cut with an ellipsis that a title or link completes. */
  const DRAWN = "svg, svg *, .sym, .sym *, .set, .set *";

  /**
   * Whether an element has a place, even if it is transparent until the pointer is near.
   * @param {Element} element
   */
  const isThere = (element) =>
    element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true });
  const isSeen = (/** @type {Element} */ element) =>
    element.checkVisibility({ opacityProperty: true });

  /**
   * Texts with something to read.
   * @param {Element} root
   * @returns {Generator<PrintedText>}
   */
  function* textsOf(root) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = /** @type {Text} */ (walker.currentNode);
      const element = /** @type {Element} */ (node.parentElement);
      if (!node.data.trim() || element.matches(ASIDE) || element.closest(".only-heard")) continue;
      if (isThere(element) && !element.matches(DRAWN)) yield { node, element };
    }
  }

  const describe = (/** @type {Element} */ element) =>
    `${element.outerHTML.slice(0, 90)} in ${element.closest("[id]")?.id ?? "the page"}`;

  /**
   * @param {Text} node
   * @param {number} start
   * @param {number} end
   */
  function rangeOf(node, start, end) {
    const range = document.createRange();
    range.setStart(node, start);
    range.setEnd(node, end);
    return range;
  }

  /**
   * Words that stand on two lines: their element is narrower than they are.
   * @param {PrintedText} text
   */
  function* broken({ node, element }) {
    const { left, right } = element.getBoundingClientRect();
    if (right <= 0 || left >= innerWidth) return;
    if (element.closest("code, pre, kbd")) return;
    for (const { 0: word, index } of node.data.matchAll(WORD)) {
      const run = node.data.slice(node.data.slice(0, index).search(/\S*$/));
      if (ADDRESS.test(run)) continue;
      const rects = [...rangeOf(node, index, index + word.length).getClientRects()].filter(
        ({ width }) => width > 0,
      );
      const tops = new Set(rects.map(({ top }) => Math.round(top)));
      if (tops.size > 1) yield `“${word}” is broken: ${describe(element)}`;
    }
  }

  /**
   * Text that reaches out of an element which cuts it off.
   * @param {PrintedText} printed
   */
  function* cut({ node, element }) {
    const text = rangeOf(node, 0, node.data.length).getBoundingClientRect();
    if (text.right <= 0 || text.left >= innerWidth) return;
    for (const around of surroundingsOf(element)) {
      const { display, overflowX, overflowY, position, textOverflow } = getComputedStyle(around);
      // a name that is whole elsewhere ends in an ellipsis, which flex and grid boxes do not draw
      if (textOverflow === "ellipsis" && !/flex|grid/.test(display)) return;
      const box = around.getBoundingClientRect();
      const hides = (/** @type {string} */ overflow) =>
        overflow === "hidden" || overflow === "clip";
      const wide =
        hides(overflowX) && (text.right > box.right + LEAST || text.left < box.left - LEAST);
      const high =
        hides(overflowY) &&
        (text.bottom > box.bottom + text.height / 2 || text.top < box.top - text.height / 2);
      if (wide || high) yield `cut off: ${describe(element)}`;
      if (overflowX === "auto" || overflowX === "scroll" || position === "fixed") return;
    }
  }

  /**
   * An element and those around it, without the body of the page.
   * @param {Element} element
   */
  function* surroundingsOf(element) {
    let around = /** @type {Element | null} */ (element);
    for (; around && around !== document.body; around = around.parentElement) yield around;
  }

  /**
   * The part of a line that its surroundings neither cut off nor have scrolled away.
   * @template {{left: number, right: number, top: number, bottom: number}} Line
   * @param {Line} line
   * @param {Element} element
   */
  function seenOf(line, element) {
    for (const around of surroundingsOf(element)) {
      const { overflowX, overflowY } = getComputedStyle(around);
      if (overflowX === "visible" && overflowY === "visible") continue;
      const box = around.getBoundingClientRect();
      line.left = Math.max(line.left, box.left);
      line.right = Math.min(line.right, box.right);
      line.top = Math.max(line.top, box.top);
      line.bottom = Math.min(line.bottom, box.bottom);
    }
    return line;
  }

  /**
   * The places of a text on the screen, without several spaces that hang over the end of a line.
   * @param {Text} node
   */
  function rectsOf(node) {
    const runs = [...node.data.matchAll(RUN)];
    return runs.flatMap(({ 0: run, index }) => [
      ...rangeOf(node, index, index + run.length).getClientRects(),
    ]);
  }

  /**
   * The middle of each line of a text: lines that stand close touch above and below it.
   * @param {PrintedText} text
   */
  function linesOf({ node, element }) {
    return rectsOf(node)
      .map(({ left, right, top, height }) => ({
        left,
        right,
        top: top + height / 4,
        bottom: top + (height * 3) / 4,
        element,
      }))
      .map((line) => seenOf(line, element))
      .filter(({ left, right, top, bottom }) => right - left > LEAST && bottom - top > LEAST);
  }

  /**
   * Texts of different elements that stand over one another.
   * @param {PrintedText[]} texts
   */
  function* overlapping(texts) {
    const lines = texts
      .filter(({ element }) => isSeen(element) && !isFloating(element))
      .flatMap(linesOf)
      .sort((first, second) => first.top - second.top);
    for (const [index, line] of lines.entries()) {
      for (let next = index + 1; next < lines.length && lines[next].top < line.bottom; next += 1) {
        const other = lines[next];
        const across = Math.min(line.right, other.right) - Math.max(line.left, other.left);
        const down = line.bottom - other.top;
        if (other.element !== line.element && across > LEAST && down > LEAST)
          yield `${describe(other.element)} stands over ${describe(line.element)}`;
      }
    }
  }

  /**
   * Whether an element stays in view while others pass below it.
   * @param {Element} element
   */
  function isFloating(element) {
    for (
      let around = /** @type {Element | null} */ (element);
      around;
      around = around.parentElement
    ) {
      if (["fixed", "sticky"].includes(getComputedStyle(around).position)) return true;
    }
    return false;
  }

  const texts = [...textsOf(document.body)];
  return [...texts.flatMap((text) => [...broken(text), ...cut(text)]), ...overlapping(texts)];
})();
