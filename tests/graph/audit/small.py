"""Editions small enough to write down, as the library that an audit reads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from graph.references import resolve_records
from rules.links import Link, Version
from rules.numbers import is_number, kind_of, parent_of
from rules.records import COMPREHENSIVE_RULES, Diagnostic, GlossaryEntry, Matter, Resolution, Rule, Span, Variant
from scraper.sequence import check_numbers
from tests.graph.compare.histories import Ledger
from tests.graph.lineages.small import added, deleted, link

Texts = Mapping[str, str]
"""Key to text; what stands before a bar is the heading: `Storm|`. The keys of `MATTER` are what frames the rules."""
MATTER = ("contents", "index")


class Small:
    """A history of one work, told by hand.

    `links` tells, by the newer edition, what moved. What has the same key in two editions goes on; what has not came
    or went away.
    """

    def __init__(
        self,
        editions: Mapping[str, Texts],
        links: Mapping[str, Sequence[Link]] | None = None,
        variants: Sequence[Variant] = (),
    ) -> None:
        self._editions = editions
        self._variants = tuple(variants)
        records = {edition: _without_matter(texts) for edition, texts in editions.items()}
        steps = {
            new: _all_links(records[old], records[new], (links or {}).get(new, ())) for old, new in pairwise(records)
        }
        self._history = Ledger(records, steps)
        self.works = dict.fromkeys(editions, COMPREHENSIVE_RULES)

    def rules(self, edition: str) -> tuple[Rule, ...]:
        texts = _without_matter(self._editions[edition])
        rules = [_rule(edition, key, text) for key, text in texts.items() if not key.startswith("glossary:")]
        return tuple(replace(rule, span=Span(line, line)) for line, rule in enumerate(rules, 1))

    def glossary(self, edition: str) -> tuple[GlossaryEntry, ...]:
        return tuple(
            GlossaryEntry(edition, key.removeprefix("glossary:"), text)
            for key, text in self._editions[edition].items()
            if key.startswith("glossary:")
        )

    def matter(self, edition: str) -> tuple[Matter, ...]:
        texts = self._editions[edition]
        return tuple(Matter(name, texts[name]) for name in MATTER if name in texts)

    def references(self, edition: str, source: str | None = None) -> tuple[Resolution, ...]:
        resolutions = resolve_records(self.rules(edition), self.glossary(edition))
        return tuple(resolution for resolution in resolutions if source in (None, resolution.reference.source))

    def diagnostics(self, edition: str) -> tuple[Diagnostic, ...]:
        return check_numbers(self.rules(edition), "small.txt")

    def variants(self, edition: str) -> tuple[Variant, ...]:
        return self._variants

    def keys(self, edition: str) -> tuple[str, ...]:
        return tuple(_without_matter(self._editions[edition]))

    def lineages(self, edition: str) -> dict[str, str]:
        return self._history.lineages(edition)

    def lineage_at(self, edition: str, key: str) -> str | None:
        return self._history.lineage_at(edition, key)

    def versions(self, lineage: str) -> tuple[Version, ...]:
        return self._history.versions(lineage)


def _all_links(old: Texts, new: Texts, links: Sequence[Link]) -> list[Link]:
    left, right = {named_link.old for named_link in links}, {named_link.new for named_link in links}
    same = [key for key in old if key in new and key not in left | right]
    reworded = [key for key in same if new[key] != old[key]]
    return [
        *links,
        *(link(key, key, "kept", "wording") for key in reworded),
        *deleted(*(key for key in old if key not in same and key not in left)),
        *added(*(key for key in new if key not in same and key not in right)),
    ]


def _without_matter(texts: Texts) -> dict[str, str]:
    return {key: text for key, text in texts.items() if key not in MATTER}


def _rule(edition: str, key: str, text: str) -> Rule:
    number, _, ordinal = key.partition("#")
    heading, bar, rest = text.partition("|")
    regular = is_number(number)
    return Rule(
        edition,
        number,
        kind_of(number) if regular else "rule",
        heading=heading if bar else None,
        text=rest if bar else text,
        parent=parent_of(number) if regular else None,
        ordinal=int(ordinal or 1),
    )
