"""Recognises files that cite the rules of something else: many of the chapters that they cite never were the rules'."""

from __future__ import annotations

import posixpath
from collections import defaultdict
from typing import TYPE_CHECKING, Protocol

from comprules.lint.files import tell_skipped

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from comprules.lint.files import Notice
    from rules.links import Version

LEAST_UNKNOWN = 5
"""Minimum of different chapters that never existed; slips and made-up numbers have fewer."""
_ENOUGH = 20
"""Different chapters that a folder must cite to be judged by itself."""
_UNKNOWN = 0.4
"""Minimum share of them of all different chapters cited. The files and folders of seventy trees that cite the rules of
Magic had at most 0.11, if they had as many; those with the rules of another game had 0.5 and more."""


class ChapterFacts(Protocol):
    """The part of the ledger that is needed here."""

    def holders(self, key: str) -> tuple[Version, ...]:
        """Return all versions that ever had a key."""


def find_other_rules(cited: Mapping[str, frozenset[str]], facts: ChapterFacts) -> tuple[frozenset[str], list[Notice]]:
    """Return the files that cite other rules, and one notice for those of each folder.

    The nearest folder that cites enough chapters decides: one file may cite only numbers that both documents have.

    Args:
        cited: The numbers that each file cites, by its path.
        facts: The ledger.
    """
    chapters = _count_chapters(cited)
    unknown = {chapter for chapter in chapters[""] if not facts.holders(chapter)}
    if len(unknown) < LEAST_UNKNOWN:
        return frozenset(), []
    folders: dict[str, list[str]] = defaultdict(list)
    shares: dict[str, str] = {}
    for path in (path for path, numbers in cited.items() if numbers):
        here = next(chapters[unit] for unit in _list_folders(path) if unit == "" or len(chapters[unit]) >= _ENOUGH)
        never = len(here & unknown)
        if never >= max(LEAST_UNKNOWN, _UNKNOWN * len(here)):
            folders[posixpath.dirname(path)].append(path)
            shares[path] = f"{never} of {len(here)} chapters"
    notices = [
        tell_skipped(f"it cites the rules of something else, for {shares[paths[0]]} never were Magic's", paths)
        for paths in folders.values()
    ]
    return frozenset(shares), notices


def _count_chapters(cited: Mapping[str, frozenset[str]]) -> dict[str, set[str]]:
    """Return the chapters that each folder cites, and, for no path, those of all files."""
    chapters: dict[str, set[str]] = defaultdict(set)
    for path, numbers in cited.items():
        for unit in _list_folders(path):
            chapters[unit].update(number.partition(".")[0] for number in numbers)
    return chapters


def _list_folders(path: str) -> Iterator[str]:
    """Yield the folders that a file is in, from the innermost, and the whole tree as no path."""
    while (path := posixpath.dirname(path)) not in {"", "/", "."}:
        yield path
    yield ""
