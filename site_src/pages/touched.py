"""The rules that changed when a term was renamed or retired: all of them, not only those with the evidence."""

from collections.abc import Iterator
from functools import cache
from itertools import pairwise

from graph.history import History
from graph.terms.step import join_with_spaces
from rules.grouping import grouped
from rules.links import Group, Term, Version
from rules.records import COMPREHENSIVE_RULES
from rules.text import masked_words
from site_src.data.corpus import Corpus


class Changes:
    """The versions of all lineages, by the edition that introduced them."""

    def __init__(self, history: History, corpus: Corpus) -> None:
        self._corpus = corpus
        rules = [
            versions
            for versions in history.by_lineage.values()
            if history.works[versions[0].first] == COMPREHENSIVE_RULES
        ]
        steps = (step for versions in rules for step in pairwise(versions))
        self._steps = grouped((after.first, (before, after)) for before, after in steps)
        self._ends = grouped((versions[-1].last, versions[-1]) for versions in rules)
        self._join = cache(self._join_words)
        self._find_reworded = cache(self._list_reworded)

    def find_touched(self, term: Term) -> list[Group]:
        """Return the records in which the term was replaced or that were deleted with it, in document order.

        Each is a group with its key before and in the first edition with the new words.
        """
        touched_rules = [*self._find_replaced(term), *(self._find_dropped(term) if term.new is None else ())]
        known = {rule.lineage for rule in touched_rules}
        touched_rules += [touched for touched in self._find_sighted(term) if touched.lineage not in known]
        places = {key: place for place, key in enumerate(self._corpus.rows[term.edition])}

        def rank(touched: Group) -> tuple[bool, int, str]:
            (key,) = touched.new or touched.old
            return not touched.new, places.get(key, 0), key

        return sorted(touched_rules, key=rank)

    def _find_replaced(self, term: Term) -> Iterator[Group]:
        for before, after, was, now in self._find_reworded(term.edition):
            if any(_took_place(was, now, old, new) for old, new in _list_forms(term)):
                yield Group((before.key,), (after.key,), after.kind, after.change, after.lineage)

    def _list_reworded(self, edition: str) -> list[tuple[Version, Version, str, str]]:
        """Return the versions that an edition reworded: previous version, version, and the words of both."""
        steps = (
            (before, after, self._read_words(before), self._read_words(after)) for before, after in self._steps[edition]
        )
        return [step for step in steps if step[2] != step[3]]

    def _find_dropped(self, term: Term) -> Iterator[Group]:
        previous = self._corpus.contents[term.edition].previous
        for end in self._ends[previous] if previous else ():
            if any(f" {old} " in self._read_words(end) for old, _ in _list_forms(term)):
                yield Group((end.key,), (), "deleted", None, end.lineage)

    def _find_sighted(self, term: Term) -> Iterator[Group]:
        """Yield the records with the evidence, with merged and split rules, which have no single previous version."""
        for seen in term.evidence:
            row = self._corpus.rows[seen.edition].get(seen.key)
            if row and row.lineage:
                if seen.edition == term.edition:
                    yield Group((seen.key,), (seen.key,), "kept", None, row.lineage)
                else:
                    yield Group((seen.key,), (), "deleted", None, row.lineage)

    def _read_words(self, version: Version) -> str:
        return self._join(self._corpus.rows[version.first][version.key].text)

    def _join_words(self, number: int) -> str:
        """Return the words of a passage, each between blanks."""
        passage = self._corpus.passages[number]
        parts = (passage.heading or "", passage.text, *passage.examples, *passage.notes)
        return join_with_spaces(masked_words("\n".join(parts)))


def _list_forms(term: Term) -> tuple[tuple[str, str], ...]:
    return term.forms or ((term.old, term.new or ""),)


def _took_place(was: str, now: str, old: str, new: str) -> bool:
    """Return whether old words became fewer and new ones more; if one contains the other, one of these suffices."""
    fewer = was.count(f" {old} ") > now.count(f" {old} ")
    more = bool(new) and now.count(f" {new} ") > was.count(f" {new} ")
    if new and f" {new} " in f" {old} ":
        return fewer and f" {new} " in now
    if new and f" {old} " in f" {new} ":
        return more and f" {old} " in was
    return fewer and (more or not new)
