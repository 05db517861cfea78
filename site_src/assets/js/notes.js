// @ts-check
// Reading without notes: the lines under the rules can be switched off; early.js applies the choice
// before the page is drawn.
import { makeButton } from "./lib/dom.js";

const NAME = "comprules.notes";
const root = document.documentElement;
const words = () => (root.dataset.notes === "off" ? "Show notes" : "Hide notes");

/** Hides the notes of all pages, or shows them again. */
function switchNotes() {
  root.dataset.notes = root.dataset.notes === "off" ? "on" : "off";
  for (const button of document.querySelectorAll(".notes-switch")) button.textContent = words();
  try {
    window.localStorage.setItem(NAME, root.dataset.notes);
  } catch {
    // without storage the choice applies to this page only
  }
}

/** A button that hides or shows the notes of all pages. */
export const notesSwitch = () => makeButton(words(), switchNotes, { class: "notes-switch" });

export function offerNotesSwitch(part = document) {
  for (const tools of part.querySelectorAll(".page-tools:not(:has(.notes-switch))"))
    tools.append(notesSwitch());
}
