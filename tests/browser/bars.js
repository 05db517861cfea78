// @ts-check
// Looks for words that are cut off in the bars of a page. A function for the page: returns a
// sentence for each text of which a part is hidden. A text that is hidden whole, such as the name of
// a set that has no room, is not cut off.
() => {
  const BARS = ".edition-bar, .thumb, .fold-line, .md-nav--primary, .c-tools";
  const LEAST = 1;

  /**
   * The part of the window in which an element and all elements around it show something.
   * @param {Element} element
   */
  function shownPart(element) {
    const shown = { left: 0, right: innerWidth, top: -Infinity, bottom: Infinity };
    for (
      let around = /** @type {Element | null} */ (element);
      around;
      around = around.parentElement
    ) {
      const { overflowX, overflowY } = getComputedStyle(around);
      const box = around.getBoundingClientRect();
      if (overflowX !== "visible") {
        shown.left = Math.max(shown.left, box.left);
        shown.right = Math.min(shown.right, box.right);
      }
      if (overflowY === "hidden" || overflowY === "clip") {
        shown.top = Math.max(shown.top, box.top);
        shown.bottom = Math.min(shown.bottom, box.bottom);
      }
    }
    return shown;
  }

  /**
   * @param {Text} node
   * @param {Element} element the element of the text
   */
  function isCut(node, element) {
    const range = document.createRange();
    range.selectNodeContents(node);
    const shown = shownPart(element);
    return [...range.getClientRects()].some((line) => {
      const isHidden = line.top >= shown.bottom - LEAST || line.bottom <= shown.top + LEAST;
      return !isHidden && (line.left < shown.left - LEAST || line.right > shown.right + LEAST);
    });
  }

  const found = [];
  for (const bar of document.querySelectorAll(BARS)) {
    const walker = document.createTreeWalker(bar, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = /** @type {Text} */ (walker.currentNode);
      const element = /** @type {Element} */ (node.parentElement);
      if (!node.data.trim() || !element.checkVisibility()) continue;
      if (element.closest(".only-heard")) continue;
      if (isCut(node, element)) found.push(`“${node.data.trim()}” is cut off in ${bar.className}`);
    }
  }
  return found;
};
