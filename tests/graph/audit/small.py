"""Editions small enough to write down, as the knowledge base that an audit reads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec.structs import replace

from graph.audit.audit import find_faults
from graph.references.resolve import resolve_references
from rules.faults import AuditFault
from rules.links import Link
from rules.records import COMPREHENSIVE_RULES, Matter, Reading, Span, Variant
from rules.store import open_store
from scraper.labels import check_numbers
from tests.graph.lineages.small import added, deleted, link
from tests.rules.histories import Texts, reading_of, write_history

MATTER = ("contents", "index")
"""The keys of what frames the rules."""


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
        self.editions = editions
        self.links = links or {}
        self.variants = tuple(variants)

    def write(self, path: Path) -> Path:
        """Write it as a knowledge base."""
        records = {edition: _without_matter(texts) for edition, texts in self.editions.items()}
        links = {new: _all_links(records[old], records[new], self.links.get(new, ())) for old, new in pairwise(records)}
        readings = {edition: self.read(edition) for edition in self.editions}
        return write_history(path, records, links, terms=(), readings=readings)

    def read(self, edition: str) -> Reading:
        """An edition as the reader would give it, with its number faults as diagnostics."""
        texts = self.editions[edition]
        reading = reading_of(edition, COMPREHENSIVE_RULES, _without_matter(texts))
        rules = tuple(replace(rule, span=Span(line, line)) for line, rule in enumerate(reading.rules, 1))
        return replace(
            reading,
            rules=rules,
            matter=tuple(Matter(name, texts[name]) for name in MATTER if name in texts),
            variants=self.variants,
            diagnostics=check_numbers(rules, "small.txt"),
            references=resolve_references(rules, reading.glossary),
        )


def audit_small(library: Small, editions: Sequence[str]) -> list[AuditFault]:
    """The faults in editions of a history told by hand."""
    with TemporaryDirectory() as folder, open_store(library.write(Path(folder) / "small.sqlite")) as store:
        return list(find_faults(store, editions))


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
