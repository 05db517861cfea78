// Answers: rules by number, editions, and passages of an edition or of all editions. As
// `searcher.py` and `numbered.py` in `graph/search`.
import {
  addressOf,
  headingOf,
  isPast,
  lastEditionOf,
  numberIn,
  placeOf,
  rulingAnswer,
  wasReused,
} from "../jump.js";
import { dateInWords } from "../lib/dates.js";
import { meaningsOf, numbersAt, sentence } from "../lib/numbers.js";
import { breathe } from "../lib/pieces.js";
import { hrefOf, isTerm, nameOf } from "../lib/record-key.js";
import { definition, useDefinition } from "./definition.js";
import { answerDirectly } from "./direct.js";
import { Index } from "./index.js";
import { marksIn, Ranking, stemsOfSaying } from "./rank.js";
import { namesInForce } from "./renamed.js";
import { fold, stemOf } from "./text.js";
import { understand } from "./understand.js";
import { makeWhy } from "./why.js";

export const KINDS = ["rule", "example", "glossary"];

const withoutLetters = (number) => number.replace(/[a-z]+$/, "");
const last = (list) => list[list.length - 1];

export class Searcher {
  /**
   * @param sources as `sources.js` has them: `table`, `numbers`, `definition`, `today`, an index,
   * `wordsOfAllEditions`, `wordsThen`
   */
  constructor(sources) {
    this.sources = sources;
    this.indexes = new Map();
  }

  /**
   * The index of the edition of a date (null: the latest), or of all (`"all"`), with the words it
   * is made of; made once.
   */
  index(which) {
    if (!this.indexes.has(which)) {
      const made = this.makeIndex(which);
      made.catch(() => this.indexes.delete(which));
      this.indexes.set(which, made);
    }
    return this.indexes.get(which);
  }

  async makeIndex(which) {
    const document = await this.sources.definition();
    useDefinition(document);
    const index = which === null ? await this.sources.today() : await this.indexOfPast(which);
    const { words } = index;
    index.sayings = which === "all" ? [] : this.sayingsOf(which, words, document);
    return index;
  }

  async indexOfPast(which) {
    const words =
      which === "all"
        ? await this.sources.wordsOfAllEditions()
        : await this.sources.wordsThen(which);
    const index = await Index.of(
      which === "all" ? words.recordsOfAll() : words.recordsAt(words.inForce(which)),
      words.lexicon,
    );
    return Object.assign(index, { words });
  }

  /**
   * The sayings with the numbers that their rules have in an edition, as
   * `graph/search/sayings.py`: of each rule those of the nearest lineage that the edition has.
   */
  sayingsOf(which, words, { sayings }) {
    const edition = which === null ? null : words.inForce(which);
    const keys = which === null ? null : words.keysAt(edition);
    const day = which === null ? null : words.editions[edition][0];
    const keyOf = (ofRule) =>
      ofRule
        .split("|")
        .map((lineage) => keys.get(lineage))
        .find(Boolean);
    const carried = new Map();
    for (const [says, rules, lineages, until] of sayings) {
      if (day && until && day > until) continue;
      const found = keys ? lineages.split(" ").map(keyOf) : rules.split(" ");
      const known = found.filter(Boolean);
      for (const text of known.length ? says.split("|") : [])
        carried.set(text, new Set([...(carried.get(text) ?? []), ...known]));
    }
    return [...carried].map(([text, rules]) => ({
      text,
      rules: [...rules],
      stems: stemsOfSaying(text),
    }));
  }

  /**
   * The rule of the latest edition that a query is the number of, before any words are loaded; null
   * for none.
   */
  async jump(text) {
    const table = await this.sources.table();
    const number = numberIn(text);
    const href = number === null ? undefined : addressOf(table, number);
    return href
      ? {
          key: number,
          edition: null,
          label: number,
          detail: headingOf(table, number),
          text: "",
          href,
          exact: true,
        }
      : null;
  }

  /**
   * What answers a query without the words of any edition: numbers, names, former terms, editions.
   * @param {string} text
   * @param {string | null} edition
   * @returns {Promise<{query: object, answers: object[]}>}
   */
  async direct(text, edition) {
    useDefinition(await this.sources.definition());
    return answerDirectly(await this.sources.table(), text, edition);
  }

  /**
   * What answers a query, best first.
   * @param edition date of the edition in which the reader is; null for the latest
   * @param options `history`: search all editions; `typing`: whether the last word may be
   *   unfinished; `kinds`, `inside` (a test of runs) and `scope` (places of the first and last
   *   edition): which passages to look for; `changedSince`: a day: only records that are new or
   *   were reworded on it or later, in the latest edition only; `limit`: maximum of answers
   * @returns `{query, edition, answers, total, whole, notes, offer, replaced, renamed, index}`;
   *   `edition`: the date searched, null for the latest; `total`: how many there are without the
   *   limit; `whole`: those with all the words; an answer is `{key, edition, heading, chapter,
   *   field, text, marks, why, href, exact}`, in a search of all editions also `runs`; one without
   *   `text` has a `detail` in its place
   */
  async search(
    text,
    edition = null,
    {
      history = false,
      typing = false,
      kinds = KINDS,
      inside = () => true,
      scope = null,
      changedSince = "",
      limit = 30,
    } = {},
  ) {
    const table = await this.sources.table();
    useDefinition(await this.sources.definition());
    const latest = table.editions ? last(table.editions)[0] : null;
    const former = edition === latest ? null : edition;
    const here = history ? "all" : former;
    const read = await this.index(here);
    const query = understand(text, table.editions ?? [], (words) => read.called(words).length > 0);
    const ruling = here === null && !changedSince ? rulingAnswer(table, query.whole) : undefined;
    const named = query.editions[0] ?? edition;
    const then = named === latest ? null : named;
    const result = {
      query,
      edition: then,
      answers: [],
      total: 0,
      whole: 0,
      notes: [],
      offer: "",
      replaced: [],
      renamed: [],
      index: read,
    };
    if (ruling) return { ...result, answers: [{ text: "", ...ruling }] };
    if (query.kind === "empty") return result;
    if (query.time && !query.editions.length) {
      const first = dateInWords(table.editions[0][0]);
      return {
        ...result,
        notes: [`No edition of that time is known; the first is that of ${first}.`],
      };
    }
    if (query.kind === "edition")
      return {
        ...result,
        answers: query.editions
          .slice(0, definition.limits.meanings)
          .map((date) => this.editionAnswer(table, date)),
      };
    if (changedSince && (history || then))
      return { ...result, notes: ["“Changed since” works in the latest edition only."] };
    const { rows: numbered, missing } = await this.findNumbered(table, query, then, latest);
    const longest = definition.limits.query;
    const notes =
      text.split(/\s+/).filter(Boolean).join(" ").length > longest
        ? [`Only the first ${longest} characters are read.`]
        : [];
    if (numbered.some(({ exact }) => exact))
      notes.push(
        ...missing.map(
          (number) => `The edition of ${dateInWords(then ?? latest)} has no rule ${number}.`,
        ),
      );
    if (query.kind === "number" && !numbered.length)
      return { ...result, notes: [`No edition has a rule ${missing[0]}.`] };
    const which = history ? "all" : then;
    const index = await this.index(which);
    const kept = (key, date) =>
      !changedSince || (date === null && (index.words.since.get(key) ?? "") >= changedSince);
    const rows = numbered.filter(({ key, edition: date }) => kept(key, date));
    // what mentions a number, where the query has nothing else
    const asked =
      query.kind === "number" && !query.words.length
        ? { ...query, words: query.numbers, content: query.numbers }
        : query;
    const { known: others, renamed } = await this.sources.definition();
    const rank = (known) =>
      new Ranking(index, asked, {
        known: new Set(known),
        renamed: history ? [] : namesInForce(renamed, then ?? latest),
        sayings: index.sayings,
        typing,
        accepts: ({ key, run, runs }, field) => {
          const kindOfRule = field === "text" ? "rule" : "example";
          const kind = isTerm(key) ? "glossary" : kindOfRule;
          return (
            kinds.includes(kind) &&
            (runs ?? [run]).some(
              (span) =>
                inside(span) &&
                (!scope || !history || (span.last >= scope.first && span.first <= scope.last)),
            )
          );
        },
      });
    // a word that only today's edition has is not mistyped; that edition is read for nothing else
    const ofToday = async () =>
      which === null || history ? [] : (await this.index(null)).stems.keys();
    let ranking = rank(others);
    if (ranking.offer) ranking = rank([...others, ...(await ofToday())]);
    await breathe();
    const known = new Set(rows.map(({ key, edition: date }) => `${key} ${date}`));
    const all = ranking.answers();
    const found = (history ? byLineage(all, index) : all).filter(({ place }) => {
      const { key } = index.records[place];
      return !known.has(`${key} ${this.dateOf(index, place, then)}`) && kept(key, then);
    });
    await breathe();
    const answers = found.slice(0, Math.max(0, limit - rows.length)).map(({ runs, ...answer }) => ({
      ...this.answer(table, index, ranking.explain(answer), then, query.phrases),
      runs,
    }));
    for (const { old, names, since } of ranking.renamed) {
      const typed = query.text.replace(/^"|"$/g, "");
      const shown = fold(typed) === old ? typed : old;
      notes.push(`“${shown}” is called “${last(names)}” since ${since.slice(0, 4)}`);
    }
    return {
      ...result,
      index,
      answers: [...rows, ...answers],
      total: found.length,
      whole: found.filter(({ whole }) => whole).length,
      notes,
      offer: ranking.offer,
      replaced: [...ranking.replaced],
      renamed: ranking.renamed,
    };
  }

  /** The date of the edition of a record; null for the latest. */
  dateOf(index, place, then) {
    const { run, lineage } = index.records[place];
    if (!lineage) return then;
    return run.last === index.words.newest ? null : index.words.editions[run.last][0];
  }

  answer(table, index, found, then, phrases) {
    const { key, lineage } = index.records[found.place];
    const date = this.dateOf(index, found.place, then);
    return {
      key,
      edition: date,
      lineage,
      heading: index.title(found.place),
      chapter: index.chapterTitle(found.place),
      field: found.field,
      text: found.text,
      marks: marksIn(found.text, found.stems, phrases),
      why: found.why,
      href: addressOfRecord(table, key, date),
      exact: true,
    };
  }

  editionAnswer(table, date) {
    const [, , name] = table.editions.find(([id]) => id === date);
    const detail =
      [name, date === last(table.editions)[0] ? "the latest edition" : ""]
        .filter(Boolean)
        .join(", ") || "edition";
    return {
      key: `edition:${date}`,
      edition: null,
      label: dateInWords(date),
      detail,
      text: "",
      why: makeWhy("edition"),
      href: `e/${date}/`,
      exact: true,
    };
  }

  /** The rules that the numbers of a query mean, and the numbers that the edition lacks. */
  async findNumbered(table, query, then, latest) {
    const rows = new Map();
    const missing = [];
    const stems = new Set(query.content.map(stemOf));
    for (const number of query.numbers) {
      const found = [];
      for (const edition of query.editions.length ? query.editions : [then])
        found.push(
          ...(await this.meanings(table, number, edition === latest ? null : edition, stems)),
        );
      if (!found.length) {
        missing.push(number);
        const above = withoutLetters(number);
        const row =
          above === number
            ? null
            : await this.numberedAnswer(table, above, then, makeWhy("no-number", number), stems);
        if (row) found.push({ ...row, exact: false });
      } else if (!found.some(({ key }) => key === number)) missing.push(number);
      for (const row of found)
        if (!rows.has(`${row.key} ${row.edition} ${row.href}`))
          rows.set(`${row.key} ${row.edition} ${row.href}`, row);
    }
    return { rows: [...rows.values()], missing };
  }

  /** The rule with a number in an edition; null for none. */
  async numberedAnswer(table, key, then, why, stems) {
    const index = await this.index(then);
    const place = index.at.get(key);
    if (place === undefined) return null;
    const [field, text] = index.shown(place);
    return this.answer(table, index, { place, field, text, why, stems }, then, []);
  }

  /**
   * The rule with a number in an edition, then what the number means at another time, newest first.
   */
  async meanings(table, number, then, stems) {
    const index = await this.index(then);
    const found = [];
    for (
      let ordinal = 1;
      index.at.has(ordinal === 1 ? number : `${number}#${ordinal}`);
      ordinal += 1
    ) {
      found.push(
        await this.numberedAnswer(
          table,
          ordinal === 1 ? number : `${number}#${ordinal}`,
          then,
          makeWhy("number"),
          stems,
        ),
      );
    }
    if (then === null && found.length) {
      if (wasReused(table, number))
        found.push(allMeanings(number, "what this number meant before"));
      return found;
    }
    if (then === null && !isPast(table, number)) return [];
    const numbers = await this.sources.numbers().catch(() => null);
    if (then !== null && numbers) {
      for (const key of numbersAt(numbers, number, then)) {
        const row =
          key === number
            ? null
            : await this.numberedAnswer(table, key, then, makeWhy("number-today", number), stems);
        if (row) found.push(row);
      }
    }
    if (found.length) return found;
    if (!numbers) {
      const past = lastEditionOf(table, number);
      return past
        ? [
            {
              key: number,
              edition: past,
              label: number,
              text: "",
              detail: `not in the latest edition; last in that of ${dateInWords(past)}`,
              href: addressOfRecord(table, number, past),
              exact: true,
            },
          ]
        : [];
    }
    return this.pastMeanings(table, numbers, number, then, stems);
  }

  /**
   * What a number of the past meant, newest first, each where it is in the edition or else when it
   * last was.
   */
  async pastMeanings(table, numbers, number, then, stems) {
    const rows = [];
    const latest = new Map(
      meaningsOf(numbers, number).map((meaning) => [meaning.lineage, meaning]),
    );
    const order = (one, other) => {
      if (one.until !== other.until) return one.until < other.until ? 1 : -1;
      return one.lineage < other.lineage ? -1 : 1;
    };
    for (const meaning of [...latest.values()].sort(order).slice(0, definition.limits.meanings)) {
      const now =
        meaning.key && then === null
          ? await this.numberedAnswer(
              table,
              meaning.key,
              null,
              makeWhy("number-until", number, meaning.until),
              stems,
            )
          : null;
      const row = { label: number, detail: sentence(number, meaning).slice(number.length).trim() };
      if (now) rows.push({ ...now, ...row });
      else
        rows.push({
          key: number,
          edition: meaning.until,
          text: "",
          why: makeWhy("last-edition", "", meaning.until),
          href: addressOf(table, meaning.now.length === 1 ? meaning.now[0] : "") ?? meaning.history,
          exact: true,
          ...row,
        });
    }
    return rows.length
      ? [...rows, allMeanings(number, "all that it meant, and the rules with their histories")]
      : [];
  }
}

const allMeanings = (number, detail) => ({
  key: `n/?${number}`,
  edition: null,
  label: number,
  detail,
  text: "",
  href: `n/?${number}`,
  exact: true,
});

/** The address of a record of an edition; null is the latest. */
function addressOfRecord(table, key, date) {
  if (date !== null) return `e/${date}/${hrefOf(key)}`;
  return (
    placeOf(table, key) ?? addressOf(table, nameOf(key)) ?? `n/?${encodeURIComponent(nameOf(key))}`
  );
}

/**
 * Of the answers in all editions one a lineage: of those as good as its best in tier and words the
 * newest, with the runs of all.
 */
function byLineage(answers, index) {
  const lineages = new Map();
  for (const answer of answers) {
    const { lineage, runs } = index.records[answer.place];
    const known = lineages.get(lineage);
    if (!known) lineages.set(lineage, { ...answer, runs: [...runs] });
    else if (answer.tier === known.tier && answer.whole === known.whole) {
      known.runs.push(...runs);
      if (answer.place < known.place) Object.assign(known, answer);
    }
  }
  for (const { runs } of lineages.values()) runs.sort((one, other) => one.first - other.first);
  return [...lineages.values()];
}
