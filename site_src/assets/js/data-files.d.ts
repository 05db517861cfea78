// The records of the data files, from their types in Python. Do not change this file:
// `make goldens` writes it (`bench/script_types.py`).

export type ChangeClass = "unchanged" | "typographic" | "reference" | "terminology" | "wording";

export type ChangeKind = "kept" | "renumbered" | "moved" | "split" | "merged" | "added" | "deleted"
  | "returned" | "ambiguous";

export type ResolutionStatus = "ok" | "missing" | "title-mismatch" | "ambiguous";

/** What a bulletin announced of some rules. */
export interface AnnouncedRules {
  /** Its id. */
  bulletin: string;
  /** The edition before the change. */
  old: string;
  /** The edition with it. */
  new: string;
  /** A number, or a range of numbers. */
  rule: string;
  /** What it is about, in this project's words. */
  subject: string;
  /** The lineages that are meant. */
  lineages: string[];
}

/** The statement of a bulletin about a change. */
export interface AnnouncementAnswer {
  /** Id of the bulletin, which is also the name of its page on the site. */
  bulletin: string;
  /** Title of the bulletin. */
  title: string;
  /** The day on which the bulletin was published. */
  date: string | null;
  /** Address of the bulletin at the publisher, or of a copy. */
  address: string;
  /** Address of a copy in a public web archive; empty if none is known. */
  archived: string;
  /** The number that the bulletin names, a range `A-B`, or `*` for the whole document. */
  rule: string;
  /** The edition in which the rule has that number. */
  edition: string;
  /** The kind of change announced. */
  kind: string;
  /** The subject of the announcement, in our words. */
  subject: string;
}

/** What the publisher's bulletins announced of rules, oldest first. */
export interface Announcements {
  /** By id, which names the bulletin's page below `bulletins/`. */
  bulletins: Record<string, BulletinTitle>;
  /** What they announced. */
  announcements: AnnouncedRules[];
  /** The steps of which no announcement is known, oldest first. */
  unannounced: UnannouncedAnswer[];
}

/**
 * The words of some lineages in all editions. A manifest says which text of which bucket each
 * record has.
 */
export interface Bucket {
  /** Its name. */
  bucket: string;
  /** The passages, by number. */
  texts: Record<string, ShownPassage>;
}

/** A bulletin: its title, and its date if that is known. */
export interface BulletinTitle {
  title: string;
  date: string | null;
}

/** A set of cards that an edition was published with. */
export interface CardSet {
  /** Code of the set, `M10`. */
  code: string;
  /** Name of the set; None if only an archive's manifest knows the set. */
  name: string | null;
  /**
   * Words in lower case that this edition has and no older one: evidence that the set came with it.
   */
  words: string[];
}

/** A heading of an edition. */
export interface ContentsAnswer {
  /** Number of the heading. */
  number: string;
  /** `section`, `chapter` or `rule`. */
  kind: string;
  /** The words. */
  heading: string;
  /** Number of the heading above it; null for a section. */
  parent: string | null;
}

/** A rule of a work that restates a rule of another work; never a link between editions. */
export interface Correspondence {
  /** Edition of the restating rule; None for a document that isn't an edition. */
  edition: string | null;
  /** Key of the restating rule. */
  number: string;
  /** Edition of the rule that is restated. */
  other_edition: string;
  /** Key of the restated rule. */
  other_number: string;
  /** How the correspondence was found: `same-text`, `words`, `tagged-words`, `heading`. */
  method: string;
  /** Similarity of the two, 0 to 1. */
  score: number;
}

/** An edition. */
export interface EditionAnswer {
  /** The date on which it took effect. */
  id: string;
  /** Code of the main set that the edition was published with. */
  set: string | null;
  /** Name of that set. */
  set_name: string | null;
  /**
   * All sets that the edition was published with, each with the words that are in no older edition.
   */
  sets: CardSet[];
  /** `comprehensive-rules` or `rulings-summary`. */
  work: string;
  /** The form of the chosen copy. */
  dialect: string;
  /** Number of rules, subrules and headings: of everything that has a number. */
  rules: number;
  /** Number of glossary entries. */
  glossary: number;
  /** Number of references in the text. */
  references: number;
  /** Number of copies. */
  witnesses: number;
  /** Condition of the edition: `good`, `damaged`, `truncated`, `retyped` or `fragment`. */
  condition: "damaged" | "destroyed" | "fragment" | "good" | "retyped" | "truncated";
  /** The evidence that the edition is retyped; null for all others. */
  reason: string | null;
  /** Other dates that name the edition, taken from file names. */
  aliases: string[];
  /** The copies, the chosen one first. */
  copies: Witness[];
}

/** A reference found by words alone. */
export type FoundReference = [
  /** Its passage: `text`, `example:0`, `note:0`. */
  field: string,
  /** Characters (code points) before it. */
  start: number,
  /** Characters up to its end. */
  end: number,
  /** What it refers to. */
  kind: "glossary" | "rule" | "section",
  /** Keys of its targets; a range has several. */
  targets: string[],
  /** The title quoted next to the number. */
  title: string | null,
];

/** The history of a rule through every number it had. */
export interface HistoryAnswer {
  /** Id of the rule's lineage; null if no edition has the rule. */
  lineage: string | null;
  /** Former ids of the lineage. */
  aliases: string[];
  /**
   * Whether the rule still exists, and if not, how it ended; `sighted` if the rule occurs only on a
   * page of an issue that the archive lacks.
   */
  status: "ambiguous" | "current" | "deleted" | "merged" | "sighted" | "split";
  /** Key of the rule in the newest edition; null if the rule is gone. */
  number: string | null;
  /** The last edition that has the rule; null if the rule still exists. */
  ended: string | null;
  /**
   * What the rule became in the edition after its last one: the record it was merged into, the
   * parts it was split into, or the possible continuations.
   */
  into: RelatedRecord[];
  /**
   * Keys of all rules in the newest edition that continue the rule, or that took a part of it at
   * any time.
   */
  now_in: string[];
  /** The rules of other works that say the same. */
  corresponds: Correspondence[];
  /**
   * The rules of the Comprehensive Rules that this one restates, and where those rules are now;
   * only for rules of other works.
   */
  restated?: RestatedAnswer[];
  /** Versions of the rule on pages of issues that the archive lacks; only if there are any. */
  sightings?: SightingAnswer[];
  /** The publisher's announcements of the rule's end. */
  ended_announced: AnnouncementAnswer[];
  /** The steps that changed the rule and for which no announcement is known. */
  unannounced: UnannouncedAnswer[];
  /** The versions, oldest first. */
  entries: HistoryEntry[];
  /** Address of the rule's page; empty if no site is configured. */
  link: string;
}

/**
 * Every version of every lineage, in columns. Numbers are places in the lists above them, counted
 * from 0. An edition has a lineage if it is in the span of one of the lineage's versions.
 */
export interface HistoryColumns {
  /** All editions, oldest first. */
  editions: string[];
  /** All lineages. */
  lineages: string[];
  /** All keys that a record had. */
  keys: string[];
  /** What can happen to a record. */
  kinds: ChangeKind[];
  /** How much its words can change. */
  classes: ChangeClass[];
  /** The versions. */
  versions: VersionColumns;
  /** The links that no version describes. */
  links: LinkColumns;
  /**
   * The records of retyped editions by edition: key, lineage and the columns `text`, `words` and
   * `plain`.
   */
  retyped: Record<string, [number, number, number, number, number][]>;
  /**
   * Pairs of versions that splits and merges join but that share too little for a piece to count
   * over several steps: the older version, the newer one, and the percentage of the shorter one's
   * words that the other one has.
   */
  remnants: [number, number, number][];
}

/** A version of a rule: consecutive editions in which its number and words stay the same. */
export interface HistoryEntry {
  /** The first edition of the version. */
  edition_first: string;
  /** The last edition of the version. */
  edition_last: string;
  /**
   * Key of the rule: its number, with `#2` for the second rule of that number, or `glossary:TERM`.
   */
  number: string;
  /** What happened to the rule when the version began. */
  change: ChangeKind;
  /**
   * How much the words changed at the beginning of the version; null if they cannot be compared.
   */
  class: ChangeClass | null;
  /** The heading. */
  heading: string | null;
  /** The text, or the heading if the rule has no text; null if no texts are available. */
  text: string | null;
  /** SHA-256 of that text; null if it is unknown. */
  text_sha256: string | null;
  /** The examples. */
  examples: string[] | null;
  /** The notes. */
  notes: string[] | null;
  /**
   * Keys of the rules that the version came from, in the edition before: several after a merge,
   * none for an addition, and otherwise one (after a split, the rule that was split).
   */
  from: string[];
  /**
   * The rules in `from` that have other lineages: the other rules of a merge, or the rule that was
   * split.
   */
  others: RelatedRecord[];
  /** How the aligner found the step. */
  method: string;
  /** Confidence in the step, 0 to 1. */
  score: number;
  /** The publisher's announcements of the change that began the version, oldest first. */
  announced: AnnouncementAnswer[];
  /** Whether the date of the beginning comes from a retyped edition. */
  retyped: boolean;
}

/** Some lineages. */
export interface LineageBlock {
  /** For each run its kind, with what is added to it. */
  kinds: string;
  /** For each run the index of its first edition. */
  firsts: string;
  /**
   * The index of the last edition of each run with `HAS_LAST`. Of the others it is the one before
   * the first edition of the newer run; of the newest, the last of all.
   */
  lasts: string;
  /**
   * For each run with `HAS_KEY` 0 if its key is in `keys`; else 1 more than the difference of its
   * chapter from that of the last number in this lineage, or of the newest run of a lineage before.
   */
  chapters: string;
  /** The difference of its rule from that of the same number. */
  rules: string;
  /** The difference of its letters. */
  letters: string;
  /** The keys that are no numbers. */
  keys: string[];
  /** For each run with the wording of an earlier one the index of that wording in the lineage. */
  wordings: string;
  /**
   * For each run with a new wording the difference of the number of words in its text, without stop
   * words, from that of the wording before in the lineage.
   */
  words: string;
  /** For each run with `HAS_EXAMPLES` how many they are, and the number of words in each. */
  examples: string;
  /**
   * The heading of each run with `HAS_HEADING`. Of other runs with a new wording it is the term of
   * the key, if that is an entry's; else that of the newer run; of the newest run, none.
   */
  headings: string[];
}

/** Some rules or glossary entries, each through all its numbers. */
export interface Lineages {
  /**
   * Their histories, by the id of the lineage; a version that still stands is there until `latest`.
   */
  lineages: Record<string, HistoryAnswer>;
}

/**
 * The links that no version describes: splits, merges, what is doubtful, and all to and from
 * retyped editions.
 */
export interface LinkColumns {
  /** The newer edition. */
  edition: number[];
  /** The older edition. */
  previous: number[];
  /** Key in the older edition. */
  old: number[];
  /**
   * Key in the newer one; null for a deletion, which only steps to and from retyped editions list.
   */
  new: (number | null)[];
  /** What became of the older record. */
  kind: number[];
  /** How much the words changed. */
  class: (number | null)[];
  /** 1 where the lineage goes on here. */
  main: number[];
}

/**
 * The records of an edition: a row for each, with the place of its text; a newer edition does not
 * change it.
 */
export interface Manifest {
  /** The edition. */
  edition: EditionAnswer;
  /** The edition of the same work before it. */
  previous: string | null;
  /** Names of the values of a row of `rules` and `glossary`. */
  columns: string[];
  /** In the order of the document. */
  rules: ManifestRow[];
  /** In the order of the document. */
  glossary: ManifestRow[];
  /** Headings by key of the rule that has one. */
  headings: Record<string, string>;
  /** Numbers as printed by key, if they differ from the regular form. */
  labels: Record<string, string>;
  /** Names of the values of a row of `references`. */
  reference_columns: string[];
  /**
   * The references whose words alone do not say where they lead; all others lead to their named
   * targets.
   */
  references: OddReference[];
}

/** A record of an edition. */
export type ManifestRow = [
  /**
   * A rule by its number (`502.35b#2` is the second rule of that number), a glossary entry as
   * `glossary:TERM`.
   */
  key: string,
  /** Kind of the rule, or `glossary`. */
  kind: string,
  /** Its lineage. */
  lineage: string | null,
  /** The file `texts/<bucket>.json` that has its words. */
  bucket: string,
  /** Number of its words, the same in all files. Equal words have the same number. */
  text: number,
];

/** A reference of one rule to another in the same sentence, in a run of editions. */
export type MentionRow = [
  /** The record that refers, by its number or as `glossary:TERM`. */
  source: string,
  /** The record that it refers to, or the number or term named in vain. */
  target: string,
  /** The first edition of the run. */
  first: string,
  /** The last edition of the run; null if that is the newest edition. */
  last: string | null,
  /**
   * The edition since which the rule refers to the other without interruption, through all numbers.
   */
  since: string,
  /** `ok`, `missing`, `title-mismatch` or `ambiguous`. */
  status: ResolutionStatus,
  /** The index of the sentence in `sentences`, counted from 0. */
  words: number,
  /** Characters of the sentence before the number or term that is named. */
  start: number,
  /** Characters up to its end. */
  end: number,
  /**
   * The first and the last edition of each time before `since` in which it did so, oldest first.
   */
  earlier: [string, string][],
];

/** A lineage in a document of `years`. */
export interface NamedLineage {
  /** The lineage. */
  name: string;
  /** Its runs in the editions of the document, oldest first. */
  runs: NamedRun[];
}

/** A record in `now.json`. */
export interface NamedRecord {
  /** The key. */
  key: string;
  /** The edition since which it has its words. */
  since?: string;
  /** The heading or term. */
  heading?: string;
  /** The text, with notes. */
  text?: string;
  /** The examples. */
  examples?: string[];
}

/** A run in a document of `years`. */
export interface NamedRun {
  /** The key. */
  key: string;
  /** Position of the first edition in the document's list. */
  first: number;
  /** Position of the last one. */
  last: number;
  /** The heading or term. */
  heading?: string;
  /** The text, with notes. */
  text?: string;
  /** The examples. */
  examples?: string[];
}

/** What became of each record of an older edition; a lineage that is not listed is gone. */
export interface Now {
  /** The newest edition of each work. */
  editions: Record<string, string>;
  /** Names of the values of a row of `records`. */
  columns: string[];
  /** The records of the newest editions. */
  records: NowRow[];
  /**
   * By retyped edition, how much the words of each lineage differ from those of today, if they do.
   */
  retyped: Record<string, Record<string, ChangeClass>>;
}

/** A record of the newest edition of its work. */
export type NowRow = [
  /** Its lineage. */
  lineage: string,
  /** Its key. */
  key: string,
  /**
   * Number of its words, as in the manifests. If the record of an older edition has the same
   * number, nothing has changed since.
   */
  text: number,
  /**
   * Classes of change, gravest first, each with the last edition that changed the words so gravely.
   * The gravest change since an edition is the first one of a later date.
   */
  changes: [ChangeClass, string][],
];

/** A reference whose words alone do not say where it leads. */
export type OddReference = [
  /** The record that has it. */
  source: string,
  /** Its passage. */
  field: string,
  /** Offset in the passage, in characters. */
  start: number,
  /** Whether its targets exist. */
  status: ResolutionStatus,
  /** Keys of the targets that the edition has. */
  found: string[],
  /** The number that was probably meant. */
  suggestion: string | null,
  /** What is wrong, in words; empty if it was only named otherwise. */
  problem: string,
];

/** What was announced, for the page that compares. */
export interface PackedAnnouncements {
  /** By id. */
  bulletins: Record<string, BulletinTitle>;
  /**
   * A list for each field of an announcement, by the name of the field. Lineages are indexes in the
   * packed history, each as its difference from the one before: 3, 5 and 9 are `[3, 2, 4]`.
   */
  announcements: Record<string, any[]>;
  /** The steps of which no announcement is known. */
  unannounced: UnannouncedAnswer[];
}

/**
 * The packed history. Versions and links are those of `HistoryColumns`, with other numbers for
 * keys.
 */
export interface PackedHistory {
  /** All editions, oldest first. */
  editions: string[];
  /** What can happen to a record. */
  kinds: ChangeKind[];
  /** How much its words can change. */
  classes: ChangeClass[];
  /** All keys in order, folded. */
  keys: string[];
  /** Lineages that are not called by their first key and edition: id by lineage. */
  named: Record<string, string>;
  /** Key of each version, less that of the version before. */
  key: number[];
  /** First edition of each version. */
  first: number[];
  /** All forms, the most frequent first. */
  forms: VersionForm[];
  /** The form of each version. */
  form: number[];
  /** The links that no version describes. */
  links: LinkColumns;
  /**
   * The records of retyped editions by edition: key, lineage, number of the words, 0, number of the
   * words without typography. These numbers are the index of the first version or record with the
   * words, plus 1.
   */
  retyped: Record<string, [number, number, number, number, number][]>;
  /**
   * Three columns about pairs of versions that share too little, in which each number is less the
   * one before: the older version, the newer one, and the percentage of words that they share.
   */
  remnants: number[][];
}

/** The part of a manifest that a comparison needs. */
export interface PackedManifest {
  /** The edition. */
  edition: EditionAnswer;
  /** Names of the lists of `rules` and `glossary`. */
  columns: [string, string, string];
  /** Folded keys, folded buckets and numbers of the texts, in the order of the document. */
  rules: [string[], string[], number[]];
  /** The same of the glossary entries. */
  glossary: [string[], string[], number[]];
  /** Headings by key of the rule that has one. */
  headings: Record<string, string>;
}

/**
 * The files that are fetched for some addresses before the scripts of the page run.
 * `assets/js/early.js` tries the rows in their order and uses the first one that fits an address.
 * The row with `pattern="^search/$", needs=["q"], given={"in": "changes"}` fits
 * `search/?q=storm&in=changes`.
 */
export interface Prefetch {
  /** A regular expression for the address from the site's root, without parameters and anchor. */
  pattern: string;
  /** Name of the script of the page, whose modules are fetched. */
  bundle: string;
  /** Parameters that the address must have, whatever their values; `#` stands for an anchor. */
  needs: string[];
  /** Parameters that the address must have, with the values that they must have. */
  given: Record<string, string>;
  /** The data files. */
  fetches: PrefetchedFile[];
}

/**
 * A data file that is fetched before the scripts of a page run. At `search/?q=storm&as-
 * of=2006-07-01` the name `search/years/{as-of}` stands for `search/years/2006-02-01`, the edition
 * that was in force on that day.
 */
export interface PrefetchedFile {
  /**
   * Its address from the root, without `.json`. `{1}` is replaced by the first group of the row's
   * pattern, and a parameter of the address, such as `{as-of}`, by the edition in force on the day
   * that is its value.
   */
  name: string;
  /** Whether the page waits for it. */
  urgent: boolean;
  /**
   * The name of the file that is fetched instead if the parameter is not a day, or if the edition
   * is the newest; if it is empty, no file is fetched without a day.
   */
  otherwise: string;
  /** Whether it is fetched for the worker of the search, which reads it, and not for the page. */
  by_search: boolean;
}

/** A record of another lineage that is a source of this lineage, or that this lineage went into. */
export interface RelatedRecord {
  edition: string;
  number: string;
  lineage: string | null;
}

/**
 * A rule of the Comprehensive Rules that a rule of another work restates, and where it is on a day.
 */
export interface RestatedAnswer {
  /** Number of the restating rule. */
  number: string;
  /** Issue of the restating rule; for a page, the path of the page. */
  edition: string;
  /** Number of the restated rule. */
  other_number: string;
  /** Edition in which it has that number. */
  other_edition: string;
  /** How the match was found. */
  method: string;
  /** Similarity of the two rules, from 0 to 1. */
  score: number;
  /** How sure the correspondence is: sure, likely or perhaps. */
  certainty: "likely" | "perhaps" | "sure";
  /** The edition in which the restated rule was looked up. */
  day: string;
  /** What had become of the restated rule by that day. */
  kind: "absent" | "ambiguous" | "deleted" | "kept" | "merged" | "moved" | "reworded" | "split";
  /** Numbers of the restated rule on that day; none if it is gone, several if it was split. */
  numbers: string[];
  /**
   * The edition since which the restated rule has had this number; null if it has none, or several.
   */
  since: string | null;
  /** The phrases that both rules have, in the order of the restating rule; empty without texts. */
  shared: string[];
}

/**
 * What the rules that ever had a number referred to, and what referred to them, in all editions.
 */
export interface RuleReferences {
  /** Names of the values of a row. */
  columns: string[];
  /** The references, in the order of the numbers. */
  rows: MentionRow[];
  /** The sentences. */
  sentences: string[];
}

/**
 * A stretch of text that is in both texts, only in the old (`delete`), or only in the new
 * (`insert`).
 */
export type Segment = [
  op: "delete" | "equal" | "insert",
  text: string,
];

/** The content of a rule or glossary entry; what is empty is left out, except for its text. */
export interface ShownPassage {
  /** The heading or the term. */
  heading?: string | null;
  /** As printed. */
  text: string;
  /** As printed, without their label. */
  examples?: string[];
  /** As printed. */
  notes?: string[];
  /** References found by words alone, without regard to the edition. */
  references?: FoundReference[];
}

/** A rule as a page of another issue has it. */
export interface SightingAnswer {
  /** The page, by its path in the archive. */
  file: string;
  /** The earliest possible day of the page; null if unknown. */
  earliest: string | null;
  /** The latest possible day of the page; null if unknown. */
  latest: string | null;
  /** The possible days of the page, in words, with the reasons. */
  days: string;
  /** Number of the rule on the page. */
  number: string;
  /** Heading of the rule on the page. */
  heading: string | null;
  /** Text of the rule on the page; empty if only the ledger is available. */
  text: string;
  /**
   * How the rule on the page differs from the rule in the edition nearest to the page; null if only
   * the numbers match, or if no edition shares text with the page.
   */
  kind: ChangeKind | null;
  /**
   * How much the words of the rule changed; null for an addition, or if only the number is the
   * same.
   */
  change: ChangeClass | null;
  /**
   * A comparison of the text in that edition with the text on the page, without provenance tags;
   * empty for an addition.
   */
  segments: Segment[];
  /**
   * The rules of the Comprehensive Rules that the rule on the page restates, and where they are
   * now; only for a page of another work.
   */
  restated?: RestatedAnswer[];
}

/**
 * The form of each sort of marks in a document; `mixed` if it has several forms, empty if it has
 * hardly any marks.
 */
export interface Typography {
  /** `straight` or `curly`. */
  apostrophes: string;
  /** Quotation marks: `straight` or `curly`. */
  quotes: string;
  /** `em` (`—`), `double` (`--`), `spaced double` or `hyphen` (a hyphen between blanks). */
  dashes: string;
  /** Between two numbers: `en` (`–`), `hyphen` or `spaced hyphen`. */
  ranges: string;
  /** `signs` (`™`), `letters` (`(tm)`) or `capitals` (`(TM)`). */
  trademarks: string;
  /** `sign` (`…`) or `dots`. */
  ellipses: string;
  /** `underscores` around words in italics. */
  emphasis: string;
  /** In place of lost characters: `signs` (U+FFFD) or `question marks`. */
  lost: string;
}

/** A step between two editions of which no announcement is known. */
export interface UnannouncedAnswer {
  /** The edition before. */
  from: string;
  /** The edition. */
  to: string;
  /** Title of a bulletin that exists, but whose text was not found. */
  title: string | null;
  /** The date of publication, as far as it is known. */
  date: string | null;
  /** Address of the bulletin. */
  address: string | null;
  /** The reason why nothing is known, as a sentence. */
  reason: string;
}

/** The versions, by lineage, then oldest first; all columns are of one length. */
export interface VersionColumns {
  /** Its lineage. */
  lineage: number[];
  /** Its key. */
  key: number[];
  /** First edition of the version. */
  first: number[];
  /** Last edition of the version. */
  last: number[];
  /** How it came to be from the version before. */
  kind: number[];
  /** How much the words changed then. */
  class: (number | null)[];
  /**
   * Number of its passage, by which it is compared; where it is, the manifest of an edition says.
   */
  text: number[];
  /** Number of the first passage with exactly these words; 0 for that passage itself. */
  words: number[];
  /** Number of the first passage with these words but for typography; 0 for that passage itself. */
  plain: number[];
  /** Keys in the edition before that it came from; 0 for its own key. */
  sources: (number | number[])[];
}

/**
 * The values that many versions share, because most are differences; the previous version is the
 * one before it.
 */
export type VersionForm = [
  /** The lineage, less that of the previous version. */
  lineage: number,
  /** How the version came to be. */
  kind: number,
  /** How much the words changed then. */
  change: number | null,
  /**
   * The number of editions between its end and the next version of its lineage, or the newest
   * edition.
   */
  gap: number,
  /** How many versions before it the first one with its words is. */
  words: number,
  /** How many versions before it the first one with its words but for typography is. */
  plain: number,
  /** Its sources, each less the key of the previous version; 0 for its own key. */
  sources: number | number[],
];

/** One copy of an edition. */
export interface Witness {
  /** Path inside the archive. */
  file: string;
  /** Where the copy was found, such as `github.com/owner/name`. */
  origin: string;
  /** SHA-256 of the copy, in lower-case hex. */
  sha256: string;
  /** Size of the copy in bytes. */
  bytes: number;
  /** The encoding of the copy. */
  encoding: string;
  /** Condition of the copy. */
  condition: "damaged" | "destroyed" | "fragment" | "good" | "retyped" | "truncated";
  /** The effective date that the copy states, as an ISO date, or None. */
  stated_edition: string | null;
  /** Number of rules in the copy. */
  rules: number;
  /** Number of glossary entries in the copy. */
  glossary: number;
  /** Whether the copy is the base of the edition's reading. */
  chosen: boolean;
  /** The evidence that the copy is retyped; None for all others. */
  reason: string | null;
  /** The form of the copy's quotation marks, dashes and other marks. */
  typography: Typography;
}
