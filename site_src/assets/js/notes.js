// @ts-check
// The switch that hides the notes, the lines under each rule. The browser stores the choice, and
// early.js applies it before the page is drawn.
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

/** Makes a button that hides the notes of all pages, or shows them again. */
export const notesSwitch = () => makeButton(words(), switchNotes, { class: "notes-switch" });

/** Puts the button into each row of tools, in place of the one that the page has for it. */
export function offerNotesSwitch(part = document) {
  for (const place of part.querySelectorAll(".notes-switch.needs-script"))
    place.replaceWith(notesSwitch());
  for (const tools of part.querySelectorAll(".page-tools:not(:has(.notes-switch))"))
    tools.append(notesSwitch());
}
