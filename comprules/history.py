"""The tables computed from all editions and steps together: lineages and their versions, terms, correspondences."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from graph.correspond import correspondences
from graph.lineages import EditionLinks, Inventory, Passage, Registered, trace_lineages
from graph.terms import StepText, Term, mine_terms
from graph.terms.rows import term_rows
from rules.chain import StepEnds
from rules.correspondence import Correspondence
from rules.links import Link, Replacement
from rules.numbers import key_of_rule, key_of_term
from rules.records import COMPREHENSIVE_RULES
from rules.store import Store, open_store
from rules.store.rows import Row, StepRows, correspondence_rows, link_from, replacement_from, version_row
from rules.workers import map_in_pool

Table = tuple[str, Iterable[Row]]


def history_tables(
    store: Store, steps: Sequence[StepRows], registered: Iterable[Registered], jobs: int = 1
) -> Iterator[Table]:
    """Yield the rows of the tables by table name.

    Args:
        store: The knowledge base with the editions.
        steps: All steps between them.
        registered: The lineages whose ids are frozen.
        jobs: Maximum number of worker processes besides this one, which traces lineages; with 1 there are none.
    """
    apart = [_Apart(_make_terms, store.path, steps), _Apart(_make_correspondences, store.path, ())]
    with map_in_pool(_make_rows, apart, jobs) as rows:
        texts = _Texts(store, steps)
        works = list(texts.works.values())
        lineages = trace_lineages(works, texts.links, texts.passages.passage, registered, texts.beside)
        yield (
            "lineages",
            [
                (lineage.id, lineage.versions[0].first, lineage.versions[-1].last, lineage.versions[-1].key)
                for lineage in lineages.lineages
            ],
        )
        yield "lineage_aliases", lineages.aliases
        yield "retyped_keys", lineages.retyped
        yield (
            "versions",
            [version_row(at, version) for lineage in lineages.lineages for at, version in enumerate(lineage.versions)],
        )
        yield "terms", next(rows)
        yield "correspondences", next(rows)


class _Apart(NamedTuple):
    """A table that depends on no other table, so that another process can make it."""

    make: Callable[[Store, Sequence[StepRows]], list[Row]]
    path: Path
    steps: Sequence[StepRows]


def _make_rows(apart: _Apart) -> list[Row]:
    with open_store(apart.path) as store:
        return apart.make(store, apart.steps)


def _make_terms(store: Store, steps: Sequence[StepRows]) -> list[Row]:
    return list(term_rows(_Texts(store, steps).terms()))


def _make_correspondences(store: Store, _steps: Sequence[StepRows]) -> list[Row]:
    return [row for restated in correspondences_of(store) for row in correspondence_rows(restated)]


def correspondences_of(store: Store) -> Iterator[tuple[Correspondence, ...]]:
    """Yield, for each edition of another work, its rules that restate the Comprehensive Rules, oldest edition first."""
    editions = store.chained()
    for edition, work in store.works.items():
        if work != COMPREHENSIVE_RULES and editions:
            yield correspondences(store.rules(edition), edition, editions, store.rules)


class _Texts:
    """The input of the tables: the passages of all editions by work, and the links between them."""

    def __init__(self, store: Store, steps: Sequence[StepRows]) -> None:
        self.passages = _Passages(store)
        self.works: dict[str, list[Inventory]] = defaultdict(list)
        for edition, work in store.works.items():
            self.works[work].append(self.passages.inventory(edition))
        self.links: dict[str, EditionLinks] = {}
        self.beside: dict[StepEnds, tuple[Link, ...]] = {}
        self._replacements: dict[str, tuple[Replacement, ...]] = {}
        for rows in steps:
            links = tuple(map(link_from, rows.links))
            if store.retyped.isdisjoint((rows.previous, rows.edition)):
                self.links[rows.edition] = EditionLinks(rows.previous, links)
                self._replacements[rows.edition] = tuple(map(replacement_from, rows.replacements))
            else:
                self.beside[StepEnds(rows.previous, rows.edition)] = links

    def terms(self) -> Sequence[Term]:
        """Return the terms that were renamed or retired in the Comprehensive Rules."""
        chained = [inventory for inventory in self.works[COMPREHENSIVE_RULES] if not inventory.retyped]
        steps = [
            StepText(old, new, self.links[new.edition].links, self._replacements[new.edition])
            for old, new in pairwise(chained)
        ]
        return mine_terms(steps, self.passages.passage)


class _Passages:
    """Numbers every distinct passage of the knowledge base."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._texts: dict[int, tuple[str | None, str]] = {
            number: (title, text) for number, title, text in store.select("SELECT id, title, text FROM texts")
        }
        self._numbers: dict[tuple[int, ...], int] = {}
        self._parts: list[tuple[tuple[int, ...], int]] = []
        # Most records are unchanged in many editions: caching computes their values once and shares key strings.
        self._key_of_rule = cache(key_of_rule)
        self._key_of_entry = cache(lambda text, ordinal: key_of_term(self._texts[text][0] or "", ordinal))
        self._number_of_text = cache(lambda text: self._number((text,), ()))

    def passage(self, number: int) -> Passage:
        """Return the passage of a number."""
        ids, notes = self._parts[number]
        heading, text = self._texts[ids[0]]
        rest = tuple(self._texts[text_id][1] for text_id in ids[1:])
        split = len(rest) - notes
        return Passage(heading, text, rest[:split], rest[split:])

    def inventory(self, edition: str) -> Inventory:
        """Return the keys of an edition, and the numbers of their passages."""
        examples, notes = self._group_below("examples", edition), self._group_below("notes", edition)
        query = "SELECT position, number, ordinal, text_id, parent FROM rules WHERE edition = ? ORDER BY position"
        rules = self._store.select(query, edition)
        query = "SELECT ordinal, text_id FROM glossary WHERE edition = ? ORDER BY position"
        entries = self._store.select(query, edition)
        keys = [self._key_of_rule(number, ordinal) for _, number, ordinal, _, _ in rules]
        keys += [self._key_of_entry(text, ordinal) for ordinal, text in entries]
        passages = [
            self._number((text, *examples.get(position, ())), notes.get(position, ()))
            if position in examples or position in notes
            else self._number_of_text(text)
            for position, _, _, text, _ in rules
        ]
        passages += [self._number_of_text(text) for _, text in entries]
        parents = [parent and self._key_of_rule(parent, 1) for *_, parent in rules]
        is_retyped = edition in self._store.retyped
        return Inventory(edition, keys, passages, [*parents, *(None for _ in entries)], is_retyped)

    def _group_below(self, table: str, edition: str) -> dict[int, list[int]]:
        query = f"SELECT position, text_id FROM {table} WHERE edition = ? ORDER BY position, item"  # noqa: S608
        below: dict[int, list[int]] = defaultdict(list)
        for position, text in self._store.select(query, edition):
            below[position].append(text)
        return below

    def _number(self, ids: tuple[int, ...], notes: Sequence[int]) -> int:
        # -1 separates examples from notes: the same texts as examples or as notes are two different passages
        number = self._numbers.setdefault((*ids, -1, *notes) if notes else ids, len(self._parts))
        if number == len(self._parts):
            self._parts.append(((*ids, *notes), len(notes)))
        return number
