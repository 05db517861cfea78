// @ts-check
// Asks for the day of an exam, to show what changed in a chapter since.
import { element, latestEdition, modal } from "./lib/dom.js";

/**
 * The dialog that asks.
 * @param {string} chapter
 * @param {(form: HTMLFormElement, input: HTMLInputElement, chapter: string) => void} listen keeps
 *   the day that the form asks for, and leads to the changes
 */
export function askForExam(chapter, listen) {
  const input = element("input", { type: "date", id: "exam-day", max: latestEdition() });
  const form = element(
    "form",
    {},
    element("label", { for: "exam-day" }, "Day of your exam"),
    input,
    element("button", { type: "submit" }, "Show"),
  );
  listen(form, input, chapter);
  return modal("exam", `Changes in ${chapter} since your exam`, form);
}
