"""What is computed from all editions and steps together: lineages and their versions, terms, correspondences."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from graph.correspond import correspondences
from graph.lineages import Inventory, Lineages, Passage, Registered, trace_lineages
from graph.terms import StepText, mine_terms
from rules.grouping import grouped
from rules.links import Correspondence, StepEnds, Term
from rules.records import COMPREHENSIVE_RULES, Diagnostic
from rules.store import Store
from rules.store.rows import StepRecords
from rules.store.schema import CORRESPONDENCES, TERMS
from rules.store.write import StoreWriter
from scraper.retyping import RetypingGuard, plain_passage


class DerivedHistory(NamedTuple):
    """What is computed from all editions and steps together."""

    lineages: Lineages
    terms: Sequence[Term]
    correspondences: Sequence[tuple[Correspondence, ...]]

    def write(self, writer: StoreWriter) -> None:
        """Write it, once the editions are settled."""
        versions = (version for its in self.lineages.lineages.values() for version in its)
        writer.add_lineages(versions, self.lineages.aliases, self.lineages.retyped)
        writer.add_records(TERMS, self.terms)
        for restated in self.correspondences:
            writer.add_records(CORRESPONDENCES, restated)


def derive_history(
    texts: EditionTexts, steps: Sequence[StepRecords], registered: Iterable[Registered]
) -> DerivedHistory:
    """Return the lineages, terms and correspondences of a knowledge base.

    Args:
        texts: The editions.
        steps: All steps between them.
        registered: The lineages whose ids are frozen.
    """
    made = {step.ends: step for step in steps}
    links = {ends: step.links for ends, step in made.items()}
    lineages = trace_lineages(list(texts.works.values()), links, texts.passage, registered)
    chained = [inventory for inventory in texts.works[COMPREHENSIVE_RULES] if not inventory.retyped]
    pairs = [(old, new, made[StepEnds(old.edition, new.edition)]) for old, new in pairwise(chained)]
    changed = [StepText(old, new, step.links, step.replacements) for old, new, step in pairs]
    return DerivedHistory(lineages, mine_terms(changed, texts.passage), list(correspondences_of(texts.store)))


def correspondences_of(store: Store) -> Iterator[tuple[Correspondence, ...]]:
    """Yield, for each edition of another work, its rules that restate the Comprehensive Rules, oldest edition first."""
    editions = store.chained()
    for edition, work in store.works.items():
        if work != COMPREHENSIVE_RULES and editions:
            yield correspondences(store.rules(edition), edition, editions, store.rules)


class EditionTexts:
    """The keys and passages of all editions, each distinct passage numbered and kept once.

    Attributes:
        store: The knowledge base that has them.
        works: The editions of each work, oldest first.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self._texts: dict[int, tuple[str | None, str]] = {
            number: (title, text) for number, title, text in store.select("SELECT id, title, text FROM texts")
        }
        self._numbers: dict[tuple[int, ...], int] = {}
        self._parts: list[tuple[tuple[int, ...], int]] = []
        items = store.select("SELECT id, note, text_id FROM passage_lists ORDER BY id, note, item")
        below = grouped(((number, note), text) for number, note, text in items)
        self._number_of = cache(
            lambda text, listed: self._number((text, *below.get((listed, 0), ())), below.get((listed, 1), ()))
        )
        self.works = grouped((work, self._list_records(edition)) for edition, work in store.works.items())

    def passage(self, number: int) -> Passage:
        """Return the passage of a number."""
        ids, notes = self._parts[number]
        heading, text = self._texts[ids[0]]
        rest = tuple(self._texts[text_id][1] for text_id in ids[1:])
        split = len(rest) - notes
        return Passage(heading, text, rest[:split], rest[split:])

    def _list_records(self, edition: str) -> Inventory:
        query = "SELECT key, text_id, passages, parent FROM records WHERE edition = ? ORDER BY +position"
        records = self.store.select(query, edition)
        keys = [sys.intern(key) for key, *_ in records]
        passages = [self._number_of(text, below) for _, text, below, _ in records]
        parents = [parent and sys.intern(parent) for *_, parent in records]
        return Inventory(edition, keys, passages, parents, edition in self.store.retyped)

    def _number(self, ids: tuple[int, ...], notes: Sequence[int]) -> int:
        # -1 separates examples from notes: the same texts as examples or as notes are two different passages
        number = self._numbers.setdefault((*ids, -1, *notes) if notes else ids, len(self._parts))
        if number == len(self._parts):
            self._parts.append(((*ids, *notes), len(notes)))
        return number


def watch_retyping(texts: EditionTexts, editions: Collection[str]) -> Iterator[Diagnostic]:
    """Yield what looks retyped in some editions of the Comprehensive Rules, compared with all before each.

    `scraper.retyping` says what are signs of that.
    """

    @cache
    def list_words(number: int) -> str:
        passage = texts.passage(number)
        return plain_passage(passage.heading, passage.text)

    guard = RetypingGuard()
    for its in texts.works[COMPREHENSIVE_RULES]:
        passages = dict(zip(its.keys, map(list_words, its.passages), strict=True))
        condition = texts.store.edition(its.edition).condition
        yield from guard.check(its.edition, condition, passages, wanted=its.edition in editions)
