"""Which history is on which page: every key of any edition, on the page of its number."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import groupby

from msgspec import Struct

from graph.history import History
from rules.numbers import chapter_of, is_term, name_of
from site_src.layout.addresses import history_page, history_place, home_of

Natural = tuple[tuple[int, str], ...]


def in_order(key: str) -> Natural:
    """Return a sorting key for natural order: `702.9` before `702.10`, `502.35b` before `502.35b#2`."""
    pieces = re.findall(r"\d+|\D", key.lower())
    return tuple((int(piece), "") if piece.isdecimal() else (-1, piece) for piece in pieces)


class HistoryPage(Struct, frozen=True):
    """A history page.

    Attributes:
        address: `history/702.40/`.
        name: `702.40`; of the glossary the first letters of the terms, `St`, or a term.
        keys: The keys on it, in order.
    """

    address: str
    name: str
    keys: tuple[str, ...]

    @property
    def of_glossary(self) -> bool:
        """Return whether the page is that of glossary entries."""
        return is_term(self.keys[0])

    @property
    def is_chapter(self) -> bool:
        """Return whether the page is a section's or a chapter's, with other pages below it."""
        return not self.of_glossary and "." not in self.name


def history_pages(histories: History) -> tuple[HistoryPage, ...]:
    """Return all pages, in the order of their numbers, those of the glossary last."""
    grouped: dict[str, list[str]] = defaultdict(list)
    for key in histories.by_key:
        grouped[history_page(key)].append(key)
    pages = [
        HistoryPage(address, address.split("/")[-2].capitalize() if is_term(keys[0]) else home_of(keys[0]), tuple(keys))
        for address, keys in ((address, sorted(keys, key=in_order)) for address, keys in grouped.items())
    ]
    return tuple(sorted(pages, key=lambda page: (page.of_glossary, _sort_key(page.name))))


def _sort_key(name: str) -> tuple[bool, str, Natural]:
    """Return the sorting key of a page: sections before their chapters, rulings summaries after all numbers.

    The numbers of rulings summaries begin with letters.
    """
    return (not name[:1].isdecimal(), name[:1].upper(), in_order(name))


def split_terms(page: HistoryPage) -> Iterator[HistoryPage]:
    """Yield each term of a page of the glossary as a page of its own; its address is its place on that page."""
    for place, keys in groupby(page.keys, key=history_place):
        all_of_it = tuple(keys)
        yield HistoryPage(place.seen_from(""), name_of(all_of_it[0]), all_of_it)


def lineages_by_key(histories: History) -> Mapping[str, tuple[str, ...]]:
    """Return the lineages by current or last key; current ones first, then those that ended last."""
    by_key: dict[str, list[str]] = defaultdict(list)
    for lineage, versions in histories.by_lineage.items():
        by_key[versions[-1].key].append(lineage)

    def rank(lineage: str) -> tuple[bool, str, str]:
        return (histories.is_current(lineage), histories.by_lineage[lineage][-1].last, lineage)

    return {key: tuple(sorted(all_of_it, key=rank, reverse=True)) for key, all_of_it in by_key.items()}


def parent_name(name: str) -> str:
    """Return the name above a name: `702.40` → `702`, `702` → `7`, `A.2` → `A`; empty for a section."""
    if "." in name:
        return chapter_of(name)
    return name[0] if len(name) > 1 else ""
