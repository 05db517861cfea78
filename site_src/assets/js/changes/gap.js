// @ts-check
// The mark in place of equal words that a document of changes leaves out.
export const GAP = "\n…\n";
