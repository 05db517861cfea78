"""A small history written by hand, as a knowledge base and as a source without texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path

from graph.history import History
from graph.lineages.history import trace_lineages
from rules.links import Correspondence, Link, StepEnds, Term, Version
from rules.records import COMPREHENSIVE_RULES, RULINGS_SUMMARY
from rules.store import Store, open_store
from tests.graph.lineages.small import Small, added, deleted, link, merged, sort_texts, split
from tests.rules.histories import write_history

A, B, C, D = "2001-01-01", "2002-02-02", "2003-03-03", "2004-04-04"
SUMMARY = "2002-05-05"
HARBOUR = "Every boat that enters the harbour waits for its pilot."
LIGHT = "The lighthouse keeper counts all lamps before the evening bell rings."
MARKET = "Fish is weighed at the northern gate. Bread is sold under the old arcade."
TOLL = "Whoever crosses the long bridge pays a copper coin to the warden."
_FIRST = {
    "1": "Town|",
    "100": "Water|",
    "100.1": HARBOUR,
    "100.2": LIGHT,
    "100.2a": "Oil lamps count twice.",
    "101": "Land|",
    "101.1": MARKET,
    "101.2": TOLL,
    "101.3": "Dogs are welcome everywhere.",
    "101.4": "Cats are welcome everywhere, see rule 101.2.",
    "glossary:Toll": "A copper coin.",
}
_THIRD = {
    "1": "Town|",
    "101": "Land|",
    "101.1": "Fish is weighed at the northern gate.",
    "101.1a": "Bread is sold under the old arcade.",
    "101.2": TOLL,
    "101.3": "Dogs and cats are welcome everywhere, see rule 101.2.",
    "101.5": "Horses are not.",
    "200": "Water|",
    "200.1": LIGHT.replace("bell rings", "gong sounds"),
    "200.1a": "Oil lamps count twice.",
    "200.2": HARBOUR,
    "glossary:Bridge Toll": "A copper coin.",
}
EDITIONS: dict[str, dict[str, str]] = {
    A: _FIRST,
    # 100.1 and 100.2 change places, 101.1 is split, the toll goes away
    B: sort_texts(
        {key: text for key, text in _FIRST.items() if key not in ("100.2a", "101.2")}
        | {"100.1": LIGHT, "100.1a": "Oil lamps count twice.", "100.2": HARBOUR}
        | {key: _THIRD[key] for key in ("101.1", "101.1a", "101.5")}
    ),
    SUMMARY: {"1": "Of another work|"},
    # chapter 100 becomes 200, dogs and cats are one rule, the toll is back
    C: _THIRD,
    # the part about bread is rewritten until nothing is left; oil lamps leave their rule
    D: sort_texts(
        {key: text for key, text in _THIRD.items() if key != "200.1a"}
        | {"101.1a": "Millers choose their own prices each winter.", "101.6": "Oil lamps count twice."}
    ),
}
LINKS: dict[str, Sequence[Link]] = {
    B: [
        link("100.1", "100.2"),
        link("100.2", "100.1"),
        link("100.2a", "100.1a"),
        *split("101.1", "101.1", "101.1a", change="unchanged"),
        *deleted("101.2"),
        *added("101.5"),
    ],
    C: [
        link("100", "200"),
        link("100.1", "200.1", "renumbered", "wording"),
        link("100.1a", "200.1a"),
        link("100.2", "200.2"),
        *added("101.2"),
        *merged("101.3", "101.3", "101.4"),
        link("glossary:Toll", "glossary:Bridge Toll", "renumbered", "wording"),
    ],
    D: [link("101.1a", "101.1a", "kept", "wording"), link("200.1a", "101.6", "moved", "unchanged")],
}
TERMS = (
    Term("bell rings", "gong sounds", C, "renamed", 4, 0.9, forms=(("bell rings", "gong sounds"),)),
    Term("lamps", "fires", C, "renamed", 2, 0.4),
)


def town(path: Path) -> Store:
    """The history as a knowledge base."""
    works = {SUMMARY: RULINGS_SUMMARY}
    return open_store(write_history(path / "town.sqlite", EDITIONS, LINKS, works=works, terms=TERMS))


class Ledger:
    """The history of one work without texts."""

    has_texts = False

    def __init__(self, editions: Mapping[str, Mapping[str, str]], links: Mapping[str, Sequence[Link]]) -> None:
        small = Small(editions, links)
        traced = trace_lineages([small.inventories], small.steps, small.passages.__getitem__)
        self._versions = traced.lineages
        self._links = links
        self._keys = {edition: tuple(texts) for edition, texts in editions.items()}
        self.edition_ids = tuple(editions)
        self.work_of = dict.fromkeys(editions, COMPREHENSIVE_RULES)
        self.retyped: frozenset[str] = frozenset()

    @property
    def history(self) -> History:
        """What a history says of it."""
        return History(self)  # type: ignore[arg-type]

    def editions_of(self, _work: str = COMPREHENSIVE_RULES) -> tuple[str, ...]:
        return self.edition_ids

    def chained(self, _work: str = COMPREHENSIVE_RULES) -> tuple[str, ...]:
        return self.edition_ids

    def resolve(self, name: str) -> str:
        return name

    def select(self, query: str, *values: str) -> list[tuple[str]]:
        return []  # no lineage has an alias

    partial_issues = ()
    shares: Mapping[tuple[str, str, str, str], int] = {}

    def correspondences_of(self, lineage: str) -> tuple[Correspondence, ...]:
        return ()

    def heading(self, edition: str, key: str) -> str | None:
        return None

    def holders(self, key: str) -> tuple[Version, ...]:
        its = (version for versions in self._versions.values() for version in versions if version.key == key)
        return tuple(sorted(its, key=lambda version: version.first))

    def previous(self, edition: str) -> str | None:
        at = self.edition_ids.index(edition)
        return self.edition_ids[at - 1] if at else None

    def links(self, edition: str, previous: str | None = None) -> tuple[Link, ...]:
        return tuple(self._links.get(edition, ()))

    def branches(self) -> tuple[tuple[StepEnds, Link], ...]:
        steps = [StepEnds(*step) for step in pairwise(self.edition_ids)]
        return tuple(
            (step, link)
            for step in steps
            for link in self.links(step.edition)
            if not link.main and link.old is not None and link.new is not None
        )

    def links_from(self, key: str) -> dict[StepEnds, tuple[Link, ...]]:
        steps = [StepEnds(*step) for step in pairwise(self.edition_ids)]
        links = {step: tuple(link for link in self.links(step[1]) if link.old == key) for step in steps}
        return {step: some for step, some in links.items() if some}

    def links_between(self, first: str, last: str) -> tuple[tuple[str, Link], ...]:
        return tuple(
            (edition, link) for edition in self.edition_ids if first < edition <= last for link in self.links(edition)
        )

    def lineages(self, edition: str) -> dict[str, str]:
        alive = {
            version.key: version.lineage
            for several in self._versions.values()
            for version in several
            if version.first <= edition <= version.last
        }
        return {key: alive[key] for key in self._keys[edition]}

    def lineage_at(self, edition: str, key: str) -> str | None:
        return self.lineages(edition).get(key)

    def find_lineage(self, name: str) -> str | None:
        return name if name in self._versions else None

    def versions(self, lineage: str) -> tuple[Version, ...]:
        return self._versions.get(lineage, ())

    def last_edition_with(self, key: str) -> str | None:
        return max((edition for edition in self.edition_ids if key in self._keys[edition]), default=None)

    def text_sha256(self, edition: str, key: str) -> str | None:
        return None
