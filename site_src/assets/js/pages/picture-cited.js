// The most cited rules: follows one line, whichever a pointer, a finger or the keys are at.
import { canvas, failed, pictureData, tell } from "../lib/drawing.js";

try {
  const { rules } = await pictureData();
  for (const climb of canvas.querySelectorAll(".climb")) {
    const rule = rules[climb.dataset.rule];
    const [edition, rank, key, references] = rule.standing.at(-1);
    const best = Math.min(...rule.standing.map((one) => one[1]));
    const numbers = [...new Set(rule.standing.map((one) => one[2]))];
    const formerly = numbers.length > 1 ? `, formerly ${numbers.slice(0, -1).join(", ")}` : "";
    const words = `rank ${rank} in ${edition.slice(0, 4)} with ${references} references, at best rank ${best}${formerly}`;
    const name = `${key} ${rule.title}`;
    if (climb.querySelector("text")) {
      climb.setAttribute("tabindex", "0");
      climb.setAttribute("role", "img");
      climb.setAttribute("aria-label", `${name}: ${words}`);
    }
    const show = () => {
      for (const one of canvas.querySelectorAll(".here")) one.classList.remove("here");
      climb.classList.add("here");
      climb.parentElement.append(climb);
      tell(words, name);
    };
    // a line that is moved to the top while the focus is on it would lose it
    climb.addEventListener("pointerenter", show);
    climb.addEventListener("focus", () => {
      for (const one of canvas.querySelectorAll(".here")) one.classList.remove("here");
      climb.classList.add("here");
      tell(words, name);
    });
  }
  // several lines that can be focused are no single image
  for (const svg of canvas.querySelectorAll("svg")) svg.setAttribute("role", "group");
} catch (problem) {
  failed(problem);
}
