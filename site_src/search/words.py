"""The texts that the browser searches in the latest edition, and in those of each year.

    now.json   {"edition": "2026-04-17", "records": [
                {"key": "702.40", "since": "2003-07-01", "heading": "Storm"},
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
`examples`, without those that are empty. In `years` a lineage has its name and its runs, oldest first. A run has the
values of a record of `now.json`, and its first and last edition as indexes in the list.

The browser makes its index of these (`assets/js/search/index.js`): that is smaller to send than an index. A search of
all editions reads other files, which `all_editions.py` describes.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

import msgspec

from rules.records import COMPREHENSIVE_RULES
from rules.store import Store
from rules.store.search import read_wordings, words_since
from site_src.data.corpus import Corpus, ManifestRow

Words = tuple[str, ...]
"""Heading, text with notes, and examples; empty ones at the end are left out."""


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
    """Return the documents by their names: `now`, and those of `years`."""
    documents = {"now": _make_now(store, corpus)}
    dates = store.editions_of(COMPREHENSIVE_RULES)
    editions = [(date, corpus.contents[date].edition.set_name or "") for date in dates]
    lineages_in_print = _list_runs_by_edition(corpus, dates, store.retyped)
    begin = 0
    for editions_of_document in list_years(store):
        end = begin + len(editions_of_document)
        first_edition = editions_of_document[0]
        lineages = lineages_in_print
        if first_edition in store.retyped:
            lineages = _list_retyped_runs(corpus, first_edition, begin)
        named = _name_years(lineages, begin, end - 1)
        documents[f"years/{first_edition}"] = {"editions": editions[begin:end], "lineages": named}
        begin = end
    return documents


def _make_now(store: Store, corpus: Corpus) -> dict[str, Any]:
    """Return `now.json`."""
    since = words_since(store, corpus.latest)
    records = []
    for row in corpus.contents[corpus.latest].rows:
        heading, text, examples = split_parts(_words_of(corpus, row))
        records.append(NamedRecord(row.key, since.get(row.key, ""), heading, text, examples))
    return {"edition": corpus.latest, "records": records}


def _list_retyped_runs(corpus: Corpus, edition: str, index: int) -> list[tuple[str, list[Run]]]:
    """Return the records of a retyped edition as lineages with a single run each."""
    rows = corpus.contents[edition].rows
    return [(row.lineage or row.key, [Run(row.key, index, index, _words_of(corpus, row))]) for row in rows]


def list_years(store: Store) -> list[list[str]]:
    """Return the editions of each document of `years`, oldest first: those of a year.

    The largest document is then, after gzip, an eighth longer than `now.json`.
    A retyped edition has a document of its own, because the versions of lineages do not include its records.
    """

    def name_document(edition: str) -> tuple[str, str]:
        """Return the same value for all editions of one document."""
        year = edition[:4]
        own_document = edition if edition in store.retyped else ""
        return year, own_document

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
    """Return that part of a run which is in the editions from position `first` to `last`, counted from 0 at `first`."""
    begin, end = max(run.first, first), min(run.last, last)
    heading, text, examples = split_parts(run.words)
    return NamedRun(run.key, begin - first, end - first, heading, text, examples)


def split_parts(words: Words) -> tuple[str, str, tuple[str, ...]]:
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
    """Remove the empty values at the end of a row, and return the row."""
    while row and not row[-1]:
        row.pop()
    return row


def _list_runs_by_edition(
    corpus: Corpus, dates: Sequence[str], retyped: Collection[str]
) -> list[tuple[str, list[Run]]]:
    """Return each lineage with its runs, oldest first, in the words that each edition itself prints.

    A version of a lineage has the words of its first edition, but later editions may print them in another typography.
    """
    runs_of: dict[str, list[Run]] = {}
    words_of_texts: dict[int, Words] = {}
    for index, date in enumerate(dates):
        if date in retyped:
            continue
        for row in corpus.contents[date].rows:
            if row.text not in words_of_texts:
                words_of_texts[row.text] = _words_of(corpus, row)
            run = Run(row.key, index, index, words_of_texts[row.text])
            runs_of.setdefault(row.lineage or row.key, []).append(run)
    return [(lineage, _join_runs(runs)) for lineage, runs in runs_of.items()]


def list_runs(store: Store, indexes: Mapping[str, int]) -> Iterator[tuple[str, list[Run]]]:
    """Yield each lineage with its runs, oldest first; `indexes` are those of the editions."""
    for lineage, wordings in groupby(read_wordings(store), lambda wording: wording.lineage):
        runs = []
        for wording in wordings:
            words = _encode_words(wording.heading, wording.text, wording.examples)
            runs += [Run(use.key, indexes[use.first], indexes[use.last], words) for use in wording.uses]
        runs.sort(key=lambda run: (run.first, run.last, run.key, run.words))
        yield lineage, _join_runs(runs)


def _join_runs(runs: Iterable[Run]) -> list[Run]:
    """Return the runs of a lineage, given oldest first, with those joined that continue each other unchanged.

    Versions that differ only in references are one run for the search.
    """
    joined: list[Run] = []
    for run in runs:
        before = joined[-1] if joined else None
        if before and (before.key, before.last, before.words) == (run.key, run.first - 1, run.words):
            joined[-1] = before._replace(last=run.last)
        else:
            joined.append(run)
    return joined
