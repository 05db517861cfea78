"""Detection of page headers, page footers and page numbers.

A line is one of these if the outermost lines at its height repeat on many pages, apart from numbers. The outermost
lines of the rules themselves differ from page to page.

Guarantees: only outermost lines of a page are removed, each with a reason, and never one that begins with a rule
number; a line that occurs on only one page stays, unless it has the height and the font of lines recognised on other
pages.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from scraper.documents.messages import PageLine
from scraper.labels import read_label

SHARE = 0.4
"""Minimum share of pages with such a line at the same height; even and odd pages, first pages of chapters and contents
may differ."""

_NUMBER = re.compile(r"\d+")
_PAGE_NUMBER = re.compile(r"(?:page\s?)?\W*(?:#|[ivxlc]+)\W*(?:(?:of|/)\s?#)?\W*$", re.IGNORECASE)

Place = tuple[int, int]
"""Index of a page and index of a row on it."""


def find_framing(pages: Sequence[Sequence[PageLine]]) -> dict[Place, str]:
    """Return the rows that belong to their pages, each with the reason to drop it.

    Args:
        pages: The rows of each page, in the order of reading.
    """
    framing: dict[Place, str] = {}
    for above in (True, False):
        for _ in range(3):  # lines of a header or footer, at most
            more = _find_outermost(pages, framing, above=above)
            if not more:
                break
            framing |= more
    return framing


def _find_outermost(
    pages: Sequence[Sequence[PageLine]], framing: Mapping[Place, str], *, above: bool
) -> dict[Place, str]:
    """Return the outermost rows on one side that are framing, leaving out those in `framing`."""
    heights: dict[int, list[Place]] = defaultdict(list)
    for i, rows in enumerate(pages):
        rest = [j for j in range(len(rows)) if (i, j) not in framing]
        if rest:
            edge = (max if above else min)(rows[j].y for j in rest)
            # A header may have two separate rows, one on the left and one on the right.
            places = [(i, j) for j in rest if abs(rows[j].y - edge) <= 1 and not read_label(rows[j].text.strip())]
            heights[round(edge)] += places
    outermost: dict[Place, str] = {}
    for places in heights.values():
        counts = Counter(_mask_numbers(pages[i][j].text) for i, j in places)
        recurring = [(i, j) for i, j in places if counts[_mask_numbers(pages[i][j].text)] > 1]
        if len({i for i, _ in recurring}) < max(2, SHARE * len(pages)):
            continue
        types = {(pages[i][j].size, pages[i][j].fonts) for i, j in recurring}
        for i, j in places:
            row = pages[i][j]
            if (i, j) in recurring or (row.size, row.fonts) in types:
                outermost[i, j] = _find_reason(row.text, above=above)
    return outermost


def _mask_numbers(text: str) -> str:
    return _NUMBER.sub("#", " ".join(text.split()).casefold())


def _find_reason(text: str, *, above: bool) -> str:
    if _PAGE_NUMBER.match(_mask_numbers(text)):
        return "page-number"
    return "page-header" if above else "page-footer"
