"""The texts that the browser searches: of the latest edition, of all editions, and of those of a few years.

    now.json   {"build": …, "edition": "2026-04-17", "records": [
                {"key": "702.40", "since": "2003-07-01", "heading": "Storm"},
                …
                ]}
    past.json  {"build": …, "editions": [["1999-04-23", "Urza's Legacy"], …], "lineages": [
                ["702.40a", 56, "502.30a", [16, [4, -2, "onto the ", 12]]],
                …
                ]}
    years/2004-02-01.json   {"editions": [["2004-02-01", "Darksteel"], …], "lineages": [
                {"name": "702.40a@2003-07-01", "runs": [{"key": "502.30a", "first": 0, "last": 3, "text": "…"}, …]},
                …
                ]}

Each record and each lineage is a line, so that the browser reads them while they arrive. A document of `years` is named
after its first edition. It has everything that a search in one of its editions needs, and editions of later years do
not change it. A retyped edition has a document of its own.

A record of `now.json` has its key, the edition since which it has its words, and `heading`, `text` (with its notes) and
`examples`, without those that are empty.

A lineage of `past.json` is a list of its runs, newest first, one after the other without brackets. For a run it has up
to three values:

- the key, if the newer run has another one; the newest run always has it;
- the last edition, in a list, if the newer run (or the list of editions) does not begin right after it;
- the first edition, as its index in the list of editions. If the words differ from those of the newer run (for the
  newest run: from the record of `now.json` with this key), it is in a list, `[16, PASSAGE]`. The passage is given by
  its edits, or by the number of a passage seen before; those of `now.json` have the first numbers.

Edits make a passage of that of the newer run: a positive number of words to keep, a negative number of words to leave
out, a text to insert, or 0 to insert the end of a heading, text or example. The rest is kept. Words are cut after
blanks. `docs/site-scripts.md` has the sizes that this saves.

In `years` a lineage has its name and its runs, oldest first. A run has the values of a record of `now.json`, and its
first and last edition as indexes in the list.

The browser makes its index of these (`assets/js/search/index.js`): that is smaller to send than an index, and works the
same way for the latest edition, for any former one and for all at once.
"""

import hashlib
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

import msgspec
from rapidfuzz.distance import MatchingBlock

from rules.change.blocks import matches
from rules.records import COMPREHENSIVE_RULES
from rules.store import Store
from rules.store.search import read_wordings, words_since
from site_src.data.corpus import Corpus, ManifestRow

Words = tuple[str, ...]
"""Heading, text with notes, and examples; empty ones at the end are left out."""
_WORD = re.compile(r"[^ \n]+[ \n]*|[ \n]+")
"""A word with the blanks after it, as `assets/js/search/lexicon.js` cuts texts."""
_YEARS = 3
"""Number of years in a document. The largest document is then, after gzip, two fifths longer than `now.json`."""
_END = ""
"""The end of a heading, text or example, among words."""


class Run(NamedTuple):
    """A lineage in consecutive editions with one key and the same words.

    Attributes:
        key: The key.
        first: Position of the first edition in the list.
        last: Position of the last one.
        words: The words.
    """

    key: str
    first: int
    last: int
    words: Words


class NamedRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """A record in `now.json`.

    Attributes:
        key: The key.
        since: The edition since which it has its words.
        heading: The heading or term.
        text: The text, with notes.
        examples: The examples.
    """

    key: str
    since: str = ""
    heading: str = ""
    text: str = ""
    examples: tuple[str, ...] = ()


class NamedRun(msgspec.Struct, frozen=True, omit_defaults=True):
    """A run in a document of `years`.

    Attributes:
        key: The key.
        first: Position of the first edition in the document's list.
        last: Position of the last one.
        heading: The heading or term.
        text: The text, with notes.
        examples: The examples.
    """

    key: str
    first: int
    last: int
    heading: str = ""
    text: str = ""
    examples: tuple[str, ...] = ()


class NamedLineage(msgspec.Struct, frozen=True):
    """A lineage in a document of `years`.

    Attributes:
        name: The lineage.
        runs: Its runs in the editions of the document, oldest first.
    """

    name: str
    runs: tuple[NamedRun, ...]


def words_documents(store: Store, corpus: Corpus) -> dict[str, dict[str, Any]]:
    """Return the documents by their names: `now`, `past`, and those of `years`."""
    records = [(row.key, _words_of(corpus, row)) for row in corpus.contents[corpus.latest].rows]
    now = _make_now(store, corpus, records)
    dates = store.editions_of(COMPREHENSIVE_RULES)
    editions = [(date, corpus.contents[date].edition.set_name or "") for date in dates]
    past = {"editions": editions, "lineages": _pack_past(store, dates, records)}
    build = hashlib.sha256(msgspec.json.encode([now, past])).hexdigest()[:12]
    documents = {"now": {"build": build, **now}, "past": {"build": build, **past}}
    printed = _list_runs_by_edition(corpus, dates, store.retyped)
    begin = 0
    for years in list_years(store):
        end = begin + len(years)
        first = years[0]
        shown = printed
        if first in store.retyped:
            shown = _list_retyped_runs(corpus, first, begin)
        named = _name_years(shown, begin, end - 1)
        documents[f"years/{first}"] = {"editions": editions[begin:end], "lineages": named}
        begin = end
    return documents


def _pack_past(store: Store, dates: Sequence[str], records: Sequence[tuple[str, Words]]) -> list[list[Any]]:
    """Return the lineages of `past.json`; `dates` are all editions, `records` those of the latest one."""
    indexes = {date: index for index, date in enumerate(dates)}
    packer = _Packer(records, len(dates) - 1)
    return [packer.pack(runs) for _, runs in _list_runs(store, indexes)]


def _make_now(store: Store, corpus: Corpus, records: Sequence[tuple[str, Words]]) -> dict[str, Any]:
    """Return `now.json` without its build."""
    since = words_since(store, corpus.latest)
    named = [NamedRecord(key, since.get(key, ""), *_split_parts(words)) for key, words in records]
    return {"edition": corpus.latest, "records": named}


def _list_retyped_runs(corpus: Corpus, edition: str, index: int) -> list[tuple[str, list[Run]]]:
    """Return the records of a retyped edition as lineages with a single run each."""
    rows = corpus.contents[edition].rows
    return [(row.lineage or row.key, [Run(row.key, index, index, _words_of(corpus, row))]) for row in rows]


def list_years(store: Store) -> list[list[str]]:
    """Return the editions of each document of `years`, oldest first.

    A retyped edition has a document of its own, because the versions of lineages do not include its records.
    """

    def name_document(edition: str) -> tuple[int, str]:
        """Return the same value for all editions of one document."""
        years = int(edition[:4]) // _YEARS
        if edition in store.retyped:
            return years, edition
        return years, ""

    return [list(editions) for _, editions in groupby(store.editions_of(COMPREHENSIVE_RULES), key=name_document)]


def _words_of(corpus: Corpus, row: ManifestRow) -> Words:
    """Return the words of a record as the search reads them, with notes at the end of the text."""
    passage = corpus.passages[row.text]
    return _encode_words(passage.heading or "", "\n".join((passage.text, *passage.notes)), passage.examples)


def _name_years(lineages: Iterable[tuple[str, Sequence[Run]]], first: int, last: int) -> list[NamedLineage]:
    """Return the lineages of the editions from position `first` to `last`; their runs count from 0 at `first`."""
    shown = []
    for lineage, all_runs in lineages:
        runs = [run for run in all_runs if run.first <= last and run.last >= first]
        if runs:
            named = tuple(_name_run(run, first, last) for run in runs)
            shown.append(NamedLineage(lineage, named))
    return sorted(shown, key=lambda lineage: (lineage.runs[-1].key, lineage.name))


def _name_run(run: Run, first: int, last: int) -> NamedRun:
    begin, end = max(run.first, first) - first, min(run.last, last) - first
    return NamedRun(run.key, begin, end, *_split_parts(run.words))


def _split_parts(words: Words) -> tuple[str, str, tuple[str, ...]]:
    """Return heading, text and examples, the empty ones included."""
    if not words:
        return "", "", ()
    if len(words) == 1:
        return words[0], "", ()
    heading, text, *examples = words
    return heading, text, tuple(examples)


def list_lines(document: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of a document; each item of its last value, which is a list, has a line of its own."""
    *_, (name, items) = document.items()
    without_items = msgspec.json.encode({**document, name: []}).decode()
    yield without_items.removesuffix("]}") + "\n"
    if items:
        rows = ",\n".join(msgspec.json.encode(item).decode() for item in items)
        yield f"{rows}\n"
    yield "]}\n"


def _encode_words(heading: str, text: str, examples: Iterable[str]) -> Words:
    return tuple(trim_row([heading, text, *examples]))


def trim_row(row: list[Any]) -> list[Any]:
    """Return a row without empty values at its end."""
    while row and not row[-1]:
        row.pop()
    return row


def _list_runs_by_edition(
    corpus: Corpus, dates: Sequence[str], retyped: Collection[str]
) -> list[tuple[str, list[Run]]]:
    """Return each lineage with its runs, oldest first, in the words that each edition itself prints.

    A version of a lineage has the words of its first edition, but later editions may print them in another typography.
    """
    uses: dict[str, list[tuple[int, int, str, Words]]] = {}
    words_of_texts: dict[int, Words] = {}
    for index, date in enumerate(dates):
        if date in retyped:
            continue
        for row in corpus.contents[date].rows:
            if row.text not in words_of_texts:
                words_of_texts[row.text] = _words_of(corpus, row)
            uses.setdefault(row.lineage or row.key, []).append((index, index, row.key, words_of_texts[row.text]))
    return [(lineage, _join_runs(lineage_uses)) for lineage, lineage_uses in uses.items()]


def _list_runs(store: Store, indexes: Mapping[str, int]) -> Iterator[tuple[str, list[Run]]]:
    """Yield each lineage with its runs, oldest first; `indexes` are those of the editions."""
    for lineage, wordings in groupby(read_wordings(store), lambda wording: wording.lineage):
        uses = []
        for wording in wordings:
            words = _encode_words(wording.heading, wording.text, wording.examples)
            uses += [(indexes[use.first], indexes[use.last], use.key, words) for use in wording.uses]
        yield lineage, _join_runs(sorted(uses))


def _join_runs(uses: Iterable[tuple[int, int, str, Words]]) -> list[Run]:
    """Return the uses of wordings (first and last edition, key, words) as runs.

    Versions that differ only in references are one run for the search.
    """
    runs: list[Run] = []
    for first, last, key, words in uses:
        if runs and (runs[-1].key, runs[-1].last, runs[-1].words) == (key, first - 1, words):
            runs[-1] = runs[-1]._replace(last=last)
        else:
            runs.append(Run(key, first, last, words))
    return runs


class _Packer:
    """Packs lineages for `past.json`, and numbers the passages that `now.json` lacks.

    Args:
        records: The records of `now.json`, whose passages have the first numbers.
        newest: Index of the newest edition.
    """

    def __init__(self, records: Sequence[tuple[str, Words]], newest: int) -> None:
        self._newest = newest
        self._indexes = {key: index for index, (key, _) in enumerate(records)}
        self._numbers: dict[Words, int] = {}
        for index, (_, words) in enumerate(records):
            self._numbers.setdefault(words, index)
        self._next = len(records)

    def pack(self, runs: Sequence[Run]) -> list[Any]:
        """Return the runs of a lineage, given oldest first, as `past.json` has them."""
        packed: list[Any] = []
        newer = Run("", self._newest + 1, self._newest + 1, ())
        # the words of a run are left out if they are the expected ones: for the newest run, those of its key in
        # `now.json`
        expected = self._indexes.get(runs[-1].key)
        for run in reversed(runs):
            if run.key != newer.key:
                packed.append(run.key)
            if run.last != newer.first - 1:
                packed.append([run.last])
            number = self._numbers.get(run.words)
            if number is None:
                packed.append([run.first, list(_list_edits_of(newer.words, run.words))])
                number = self._number_words(run.words)
            elif number == expected:
                packed.append(run.first)
            else:
                packed.append([run.first, number])
            newer, expected = run, number
        return packed

    def _number_words(self, words: Words) -> int:
        """Return a number for a new passage."""
        number = self._next
        self._numbers[words] = number
        self._next += 1
        return number


def _list_edits_of(newer: Words, words: Words) -> Iterator[int | str]:
    """Return the edits that make a passage of that of the newer run."""
    return list_edits(split_words(newer), split_words(words))


def split_words(words: Words) -> list[str]:
    """Return the words with the blanks after them; an empty word separates heading, text and examples.

    `("Storm", "It is a")` becomes `["Storm", "", "It ", "is ", "a"]`.
    """
    split: list[str] = []
    for part in words:
        split += _WORD.findall(part)
        split.append(_END)
    return split[:-1]


def list_edits(old: Sequence[str], new: Sequence[str]) -> Iterator[int | str]:
    """Yield the edits that make the new list of words of the old one; at the end, the rest of the old one is kept.

    A positive number keeps words, a negative one leaves words out, a text is inserted, and 0 inserts an end.
    """
    read = written = 0
    for block in (*matches(old, new), MatchingBlock(len(old), len(new), 0)):
        if block.a > read:
            yield read - block.a
        for is_end, inserted in groupby(new[written : block.b], key=_END.__eq__):
            words = list(inserted)
            if is_end:
                yield from [0] * len(words)
            else:
                yield "".join(words)
        read, written = block.a + block.size, block.b + block.size
        if block.size and (read, written) != (len(old), len(new)):
            yield block.size
