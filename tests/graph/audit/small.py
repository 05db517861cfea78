"""Editions small enough to write down, as the library that an audit reads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import cast

from msgspec.structs import replace

from graph.audit.audit import audit
from graph.audit.faults import AuditFault
from graph.references.resolve import resolve_references
from rules.links import Link
from rules.records import Diagnostic, GlossaryEntry, Matter, Resolution, Rule, Span, Variant
from rules.store import Store
from scraper.labels import check_numbers
from tests.graph.compare.histories import Ledger
from tests.graph.lineages.small import added, deleted, link
from tests.rules.histories import Texts, entries_of, rule_of

MATTER = ("contents", "index")
"""The keys of what frames the rules."""


class Small(Ledger):
    """A history of one work, told by hand.

    `links` tells, by the newer edition, what moved. What has the same key in two editions goes on; what has not came
    or went away.
    """

    has_texts = True

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
        super().__init__(records, steps)

    def rules(self, edition: str) -> tuple[Rule, ...]:
        texts = _without_matter(self._editions[edition])
        rules = [rule_of(edition, key, text) for key, text in texts.items() if not key.startswith("glossary:")]
        return tuple(replace(rule, span=Span(line, line)) for line, rule in enumerate(rules, 1))

    def glossary(self, edition: str) -> tuple[GlossaryEntry, ...]:
        return entries_of(edition, self._editions[edition])

    def matter(self, edition: str) -> tuple[Matter, ...]:
        texts = self._editions[edition]
        return tuple(Matter(name, texts[name]) for name in MATTER if name in texts)

    def references(self, edition: str, source: str | None = None) -> tuple[Resolution, ...]:
        resolutions = resolve_references(self.rules(edition), self.glossary(edition))
        return tuple(resolution for resolution in resolutions if source in (None, resolution.reference.source))

    def diagnostics(self, edition: str) -> tuple[Diagnostic, ...]:
        return check_numbers(self.rules(edition), "small.txt")

    def variants(self, edition: str) -> tuple[Variant, ...]:
        return self._variants

    def keys(self, edition: str) -> tuple[str, ...]:
        return self._keys[edition]


def audit_small(library: Small, editions: Sequence[str]) -> list[AuditFault]:
    """The faults in editions of a history told by hand."""
    return list(audit(cast(Store, library), editions))


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
