// @ts-check
// The dialog that asks for the day of an exam, to show the changes of a chapter since then.
import { element, latestEdition, modal } from "./lib/dom.js";

/**
 * Makes the dialog; the caller shows it.
 * @param {string} chapter its number
 * @param {(form: HTMLFormElement, input: HTMLInputElement, chapter: string) => void} listen has the
 *   form store the day and go to the changes when it is submitted
 */
export function makeExamDialog(chapter, listen) {
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
