"""The text of an edition in the strings of a JSON file: lines, paragraphs or pieces of any length.

Such a file has no records of rules: it is the text itself, cut where a program cut it.
"""

import re
from collections.abc import Iterable, Mapping

from rules.json_files.records import Leaf

_ENOUGH_LINES = 3
"""Minimum number of lines that begin with the number of a rule."""

_BEGINNING = re.compile(r"^[*_`>\s]{0,9}[1-9]\d\d\.[1-9]\d{0,2}[a-z]{0,2}\.?[*_`]{0,5}\s+\S", re.MULTILINE)
"""A line that begins with the number of a rule and goes on with words."""


def count_beginnings(strings: Iterable[Leaf]) -> int:
    """Return how many lines of some strings begin with the number of a rule."""
    return sum(len(_BEGINNING.findall(leaf.text)) for leaf in strings)


def find_running_text(paths: Mapping[str, list[Leaf]]) -> tuple[Leaf, ...]:
    """Return the strings of the name under which most lines begin with a number; empty if these are too few.

    Args:
        paths: Name of a string in its object → the strings of that name.
    """
    counts = {path: count_beginnings(strings) for path, strings in paths.items()}
    best = max(counts, key=lambda path: (counts[path], path), default="")
    return tuple(paths[best]) if counts.get(best, 0) >= _ENOUGH_LINES else ()
