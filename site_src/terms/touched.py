"""Which rules changed when a term was renamed or given up: all of them, not only those that bear the evidence."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from graph.terms import Term
from graph.terms.history import spaced
from rules.links import Version
from rules.normal import fold, mask, words
from rules.records import COMPREHENSIVE_RULES
from rules.store import Store
from site_src.api.corpus import Corpus, Passage


@dataclass(frozen=True, slots=True)
class Touched:
    """A rule or glossary entry in which a term was replaced, or with which it went.

    Attributes:
        lineage: Its lineage.
        key: Its key in the first edition with the new words; of what was dropped, in its last edition.
        before: Its key in the edition before.
        dropped: Whether it went with the term.
    """

    lineage: str
    key: str
    before: str
    dropped: bool = False


class Changes:
    """The versions of all lineages, by the edition that brought them."""

    def __init__(self, store: Store, corpus: Corpus) -> None:
        self._corpus = corpus
        self._texts = {
            (edition, row.key): row.text for edition, content in corpus.contents.items() for row in content.rows
        }
        self._spaced: dict[int, str] = {}
        self._steps: dict[str, list[tuple[Version, Version]]] = defaultdict(list)
        self._ends: dict[str, list[Version]] = defaultdict(list)
        self._order: Mapping[str, Mapping[str, int]] = {
            edition: {row.key: place for place, row in enumerate(content.rows)}
            for edition, content in corpus.contents.items()
        }
        last: Version | None = None
        for version in store.all_versions():
            if store.works[version.first] != COMPREHENSIVE_RULES:
                continue
            if last is not None and last.lineage == version.lineage:
                self._steps[version.first].append((last, version))
            elif last is not None:
                self._ends[last.last].append(last)
            last = version
        if last is not None:
            self._ends[last.last].append(last)

    def touched(self, term: Term) -> list[Touched]:
        """The records in which the old words became fewer when the new ones came, in the order of the document."""
        found = [*self._replaced(term), *(self._dropped(term) if term.new is None else ())]
        places = self._order[term.edition]
        return sorted(found, key=lambda one: (one.dropped, places.get(one.key, 0), one.key))

    def _replaced(self, term: Term) -> Iterator[Touched]:
        for before, after in self._steps[term.edition]:
            was, now = self._words(before), self._words(after)
            if was != now and any(
                was.count(f" {old} ") > now.count(f" {old} ")
                and (not new or now.count(f" {new} ") > was.count(f" {new} "))
                for old, new in term.forms or ((term.old, term.new or ""),)
            ):
                yield Touched(after.lineage, after.key, before.key)

    def _dropped(self, term: Term) -> Iterator[Touched]:
        previous = self._corpus.contents[term.edition].previous
        for end in self._ends[previous] if previous else ():
            if any(f" {old} " in self._words(end) for old, _ in term.forms or ((term.old, ""),)):
                yield Touched(end.lineage, end.key, end.key, dropped=True)

    def _words(self, version: Version) -> str:
        number = self._texts[version.first, version.key]
        if number not in self._spaced:
            self._spaced[number] = spaced(words(mask(fold(_whole(self._corpus.passages[number])))))
        return self._spaced[number]


def _whole(passage: Passage) -> str:
    return "\n".join((passage.heading or "", passage.text, *passage.examples, *passage.notes))
