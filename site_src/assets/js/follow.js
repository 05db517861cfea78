// @ts-check
// Following rules and chapters: what a reader chose is kept in this browser, and the start page
// says what changed since. Whoever wants to be told instead takes the feed of the chapter.
import { currentAddress, segmentOf } from "./asof/records.js";
import { MissingDocument, data } from "./lib/data.js";
import { dateInWords } from "./lib/dates.js";
import { announce, element, latestEdition, makeButton } from "./lib/dom.js";
import { address } from "./site.js";

const NAME = "comprules.followed";

/**
 * What is followed: by key (`702.40a`, `702`, `glossary:Storm`) the edition that was the latest
 * when it was last seen.
 */
export function followed() {
  try {
    const found = JSON.parse(window.localStorage.getItem(NAME) ?? "{}");
    return new Map(Object.entries(found).filter(([, seen]) => /^\d{4}-\d\d-\d\d$/.test(seen)));
  } catch {
    return new Map();
  }
}

/**
 * Keeps it; returns whether the browser allowed that.
 * @param {Map<string, string>} all
 */
export function keepFollowed(all) {
  try {
    window.localStorage.setItem(NAME, JSON.stringify(Object.fromEntries(all)));
    return true;
  } catch {
    announce("This browser stores nothing for this site, so you cannot follow rules.");
    return false;
  }
}

/**
 * A button that follows a record, or gives that up.
 * @param {string} key
 * @param {string} name
 */
export function followButton(key, name) {
  const words = () => (followed().has(key) ? `Stop following ${name}` : `Follow ${name}`);
  const button = makeButton(words(), () => {
    const all = followed();
    const stop = all.delete(key);
    if (!stop) all.set(key, latestEdition());
    if (!keepFollowed(all)) return;
    button.textContent = words();
    announce(
      stop ? `${name} is no longer followed` : `The start page will tell you when ${name} changes`,
    );
  });
  return button;
}

/** On the page of a chapter, beside the link to its feed. */
export function offerToFollow() {
  /** @type {HTMLElement | null} */
  const tools = document.querySelector(".page-tools[data-follow]");
  const chapter = tools?.dataset.follow;
  if (tools && chapter) tools.append(followButton(chapter, chapter));
}

/**
 * The newest change of a chapter after an edition, by its feed.
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
 * The newest change of a rule after an edition.
 * @param {string} key
 * @param {string} seen date of the edition
 */
async function changeOfRule(key, seen) {
  const { since } = await data(`rule/${segmentOf(key)}`);
  return since > seen ? since : null;
}

/**
 * What became of a record since an edition, with a link to what changed.
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
 * What to say of a record whose change could not be found out.
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
 * The row of something followed, with buttons that call it seen, or give it up.
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
    const kept = followed().set(key, latestEdition());
    if (keepFollowed(kept)) seenNow.disabled = true;
  });
  const stop = makeButton("Stop following", () => {
    const kept = followed();
    kept.delete(key);
    if (keepFollowed(kept)) row.remove();
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

/** The list on the start page. */
export async function listFollowed() {
  /** @type {HTMLElement | null} */
  const section = document.querySelector(".followed");
  const all = followed();
  if (!section || !all.size) return;
  const rows = await Promise.all([...all].map(([key, seen]) => rowOf(key, seen)));
  section.querySelector("ul")?.replaceChildren(...rows);
  section.hidden = false;
}
