// Words as they are compared: small letters, straight quotes; each character stays one, so that places stay places.

const PLAIN = { "’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "−": "-", "\u00a0": " " };

/** A text folded, of the same length. */
export function fold(text) {
  const small = text.toLowerCase();
  return (small.length === text.length ? small : text).replace(/[’‘“”–—−\u00a0]/g, (sign) => PLAIN[sign]);
}

const INSIDE = /[\p{L}\p{N}]/u;

/** Whether a word begins (or, with the place after it, ends) at a place of a text. */
export const atEdge = (text, place) => place <= 0 || place >= text.length || !INSIDE.test(text[place - 1]) || !INSIDE.test(text[place]);
