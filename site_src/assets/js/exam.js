// @ts-check
// Asks for the day of an exam, to show what changed in a chapter since.
import { element, latestEdition, modal } from "./lib/dom.js";
import { listenToExam } from "./last-visit.js";

/**
 * The dialog that asks.
 * @param {string} chapter
 */
export function askForExam(chapter) {
  const input = element("input", { type: "date", id: "exam-day", max: latestEdition() });
  const form = element(
    "form",
    {},
    element("label", { for: "exam-day" }, "Day of your exam"),
    input,
    element("button", { type: "submit" }, "Show"),
  );
  listenToExam(form, input, chapter);
  return modal("exam", `Changes in ${chapter} since your exam`, form);
}
