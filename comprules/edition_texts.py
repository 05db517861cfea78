"""The texts of all editions of a knowledge base, and everything that is computed from all of them together."""

import sys
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise

from graph.lineages.history import TracedLineages, trace_lineages
from graph.lineages.inventory import Inventory
from graph.lineages.registry import Registered
from graph.restatements.correspond import correspondences
from graph.terms.mine import mine_terms
from graph.terms.step import StepText
from rules.change import Passage
from rules.grouping import grouped
from rules.links import Correspondence, StepEnds, StepRecords, Term
from rules.records import COMPREHENSIVE_RULES, Diagnostic
from rules.store import Store
from scraper.retyping import RetypingGuard, plain_passage


class EditionTexts:
    """The keys and passages of all editions, each distinct passage numbered and kept once.

    Attributes:
        store: The knowledge base.
        works: The editions of each work, oldest first.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self._texts: dict[int, tuple[str | None, str]] = {
            number: (title, text) for number, title, text in store.select("SELECT id, title, text FROM texts")
        }
        items = store.select("SELECT id, note, text_id FROM passage_lists ORDER BY id, note, item")
        # Examples (note 0) and notes (note 1) below a record, by the id of their list.
        self._below = grouped(((list_id, note), text_id) for list_id, note, text_id in items)
        # Equal texts have one id, and so have equal lists of examples and notes. So a passage is a pair of these ids;
        # distinct pairs are numbered in the order in which the editions have them.
        self._numbers: dict[tuple[int, int | None], int] = {}
        self.works = grouped((work, self._list_records(edition)) for edition, work in store.work_of.items())
        self._pairs_by_number = list(self._numbers)

    def passage(self, number: int) -> Passage:
        """Return the passage with a number, as `Inventory.passage_numbers` has them."""
        text_id, list_id = self._pairs_by_number[number]
        heading, text = self._texts[text_id]
        return Passage(heading, text, self._list_below(list_id, 0), self._list_below(list_id, 1))

    def _list_below(self, list_id: int | None, note: int) -> tuple[str, ...]:
        """Return the texts of a list of examples and notes: its examples if `note` is 0, its notes if it is 1."""
        text_ids = self._below.get((list_id, note), ())
        return tuple(self._texts[text_id][1] for text_id in text_ids)

    def _list_records(self, edition: str) -> Inventory:
        """Return the keys, passages and parents of an edition's records, in the order of the document."""
        # The plus makes SQLite sort the records of the edition; see `rules.store.schema`.
        query = "SELECT key, text_id, passages, parent FROM records WHERE edition = ? ORDER BY +position"
        records = self.store.select(query, edition)
        # Most keys occur in most editions, so each is kept in memory once.
        keys = [sys.intern(key) for key, *_ in records]
        parents = [parent and sys.intern(parent) for *_, parent in records]
        passage_numbers = []
        for _, text_id, list_id, _ in records:
            passage_numbers.append(self._numbers.setdefault((text_id, list_id), len(self._numbers)))
        return Inventory(edition, keys, passage_numbers, parents, edition in self.store.retyped)


def trace_editions(
    texts: EditionTexts, steps: Sequence[StepRecords], registered: Iterable[Registered]
) -> TracedLineages:
    """Return the lineages of a knowledge base.

    Args:
        texts: The editions.
        steps: All steps between them.
        registered: The lineages whose ids are frozen.
    """
    return trace_lineages(
        list(texts.works.values()), {step.ends: step.links for step in steps}, texts.passage, registered
    )


def mine_editions(texts: EditionTexts, steps: Sequence[StepRecords]) -> Sequence[Term]:
    """Return the terms that the steps between the editions of the Comprehensive Rules renamed or retired."""
    steps_by_ends = {step.ends: step for step in steps}
    chained = [inventory for inventory in texts.works[COMPREHENSIVE_RULES] if not inventory.retyped]
    pairs = [(old, new, steps_by_ends[StepEnds(old.edition, new.edition)]) for old, new in pairwise(chained)]
    return mine_terms([StepText(old, new, step.links, step.replacements) for old, new, step in pairs], texts.passage)


def find_restated(store: Store) -> list[tuple[Correspondence, ...]]:
    """Return for each edition of another work its rules that restate the Comprehensive Rules.

    Without an edition of the Comprehensive Rules, no other edition is listed.
    """
    editions = store.chained()
    return [
        correspondences(store.rules(edition), edition, editions, store.rules)
        for edition, work in store.work_of.items()
        if work != COMPREHENSIVE_RULES and editions
    ]


def watch_retyping(texts: EditionTexts, editions: Collection[str]) -> Iterator[Diagnostic]:
    """Yield a diagnostic for each of some editions of the Comprehensive Rules that looks retyped.

    Each is compared with all editions before it, for the signs that `scraper.retyping` describes. So the guard is shown
    all editions, though only the wanted ones are reported.
    """

    @cache
    def plain_words(number: int) -> str:
        passage = texts.passage(number)
        return plain_passage(passage.heading, passage.text)

    guard = RetypingGuard()
    for inventory in texts.works[COMPREHENSIVE_RULES]:
        edition = inventory.edition
        words_by_key = {key: plain_words(number) for key, number in inventory.list_records()}
        condition = texts.store.edition(edition).condition
        yield from guard.check(edition, condition, words_by_key, wanted=edition in editions)
