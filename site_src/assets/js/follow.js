// @ts-check
// Following rules and chapters: the browser stores those that a reader chose, and the start page
// says whether they changed. (The feed of a chapter tells a reader without a visit.)
import { currentAddress, segmentOf } from "./asof/records.js";
import { MissingDocument, data } from "./lib/data.js";
import { dateInWords } from "./lib/dates.js";
import { announce, element, latestEdition, makeButton } from "./lib/dom.js";
import { address } from "./site.js";

const NAME = "comprules.followed";

/**
 * Returns the records and chapters that the reader follows: `702.40a`, `702` or `glossary:Storm` →
 * the edition that was the latest when the reader last saw it.
 */
function readFollowed() {
  try {
    const found = JSON.parse(window.localStorage.getItem(NAME) ?? "{}");
    return new Map(Object.entries(found).filter(([, seen]) => /^\d{4}-\d\d-\d\d$/.test(seen)));
  } catch {
    return new Map();
  }
}

/**
 * Has the browser store what the reader follows; returns whether the browser allowed that.
 * @param {Map<string, string>} all as `readFollowed` returns it
 */
function storeFollowed(all) {
  try {
    window.localStorage.setItem(NAME, JSON.stringify(Object.fromEntries(all)));
    return true;
  } catch {
    announce("This browser stores nothing for this site, so you cannot follow rules.");
    return false;
  }
}

/**
 * Makes a button that follows a record or chapter, or stops following it.
 * @param {string} key
 * @param {string} name
 */
export function followButton(key, name) {
  const words = () => (readFollowed().has(key) ? `Stop following ${name}` : `Follow ${name}`);
  const button = makeButton(words(), () => {
    const all = readFollowed();
    const wasFollowed = all.delete(key);
    if (!wasFollowed) all.set(key, latestEdition());
    if (!storeFollowed(all)) return;
    button.textContent = words();
    announce(
      wasFollowed
        ? `${name} is no longer followed`
        : `The start page will tell you when ${name} changes`,
    );
  });
  return button;
}

/** Makes the button next to the link to the feed on the page of a chapter work. */
export function offerToFollow() {
  /** @type {HTMLElement | null} */
  const tools = document.querySelector(".page-tools[data-follow]");
  const chapter = tools?.dataset.follow;
  if (tools && chapter) tools.querySelector(".follow")?.replaceWith(followButton(chapter, chapter));
}

/**
 * The day of the newest change in a chapter's feed; null if it is not after the edition seen.
 * @param {string} chapter
 * @param {string} seen date of the edition
 */
async function changeOfChapter(chapter, seen) {
  const answer = await fetch(address(`feed/${chapter}.xml`));
  if (answer.status === 404) throw new MissingDocument(`there is no feed of ${chapter}`);
  if (!answer.ok) throw new Error(`the feed of ${chapter} could not be loaded`);
  const feed = new DOMParser().parseFromString(await answer.text(), "text/xml");
  const [day] = [...feed.querySelectorAll("entry > updated")]
    .map((updated) => updated.textContent.slice(0, 10))
    .sort()
    .reverse();
  return day > seen ? day : null;
}

/** @param {string} key */
const isChapter = (key) => /^\d{3}$/.test(key);

/**
 * The day since which a rule has its present words; null if it is not after the edition seen.
 * @param {string} key
 * @param {string} seen date of the edition
 */
async function changeOfRule(key, seen) {
  const { since } = await data(`rule/${segmentOf(key)}`);
  return since > seen ? since : null;
}

/**
 * Says whether a record or chapter changed since an edition, with a link to the comparison.
 * @param {string} key
 * @param {string} seen date of the edition
 */
async function describeChange(key, seen) {
  const day = await (isChapter(key) ? changeOfChapter : changeOfRule)(key, seen);
  if (!day) return [`unchanged since the edition of ${dateInWords(seen)}`];
  const anchor = isChapter(key) ? `chapter-${key}` : encodeURIComponent(key);
  const compare = address(`compare/?from=${seen}&to=${latestEdition()}&class=all#${anchor}`);
  return [
    element("b", {}, `changed on ${dateInWords(day)}`),
    " ",
    element("a", { href: compare }, "What changed"),
  ];
}

/**
 * Says why it is not known whether a record or chapter changed.
 * @param {string} key
 * @param {unknown} problem
 */
function describeFailure(key, problem) {
  if (!(problem instanceof MissingDocument))
    return "could not be loaded; reload the page to try again";
  if (key.startsWith("glossary:")) return "the glossary has no such entry today";
  return isChapter(key) ? "no chapter has this number today" : "no rule has this number today";
}

/**
 * Makes the row of a record or chapter in the list, with a button that marks its present words as
 * seen, and one that stops following it.
 * @param {string} key
 * @param {string} seen date of the edition
 */
async function rowOf(key, seen) {
  const name = key.replace(/^glossary:/, "");
  const href = isChapter(key) ? address(`cr/${key}/`) : currentAddress(key);
  const words = isChapter(key) ? `Chapter ${name}` : name;
  const change = await describeChange(key, seen).catch((problem) => [
    describeFailure(key, problem),
  ]);
  const seenNow = makeButton("Seen", () => {
    const all = readFollowed().set(key, latestEdition());
    if (storeFollowed(all)) seenNow.disabled = true;
  });
  const stop = makeButton("Stop following", () => {
    const all = readFollowed();
    all.delete(key);
    if (storeFollowed(all)) row.remove();
  });
  /** @type {HTMLElement} */
  const row = element(
    "li",
    {},
    element("a", { href, class: "num" }, words),
    element("span", {}, change),
    seenNow,
    stop,
  );

  return row;
}

/** Fills the list on the start page. */
export async function listFollowed() {
  /** @type {HTMLElement | null} */
  const section = document.querySelector(".followed");
  const all = readFollowed();
  if (!section || !all.size) return;
  const rows = await Promise.all([...all].map(([key, seen]) => rowOf(key, seen)));
  section.querySelector("ul")?.replaceChildren(...rows);
  section.hidden = false;
}
