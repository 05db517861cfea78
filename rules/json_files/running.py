"""The running text of an edition in a JSON file: strings that are lines, paragraphs or pieces of any length.

Such a file has no records of rules. It has the whole text, which a program cut into strings: `["100. General",
"100.1. Draw a card.", …]`.
"""

import re
from collections.abc import Iterable, Mapping

from rules.json_files.records import Leaf
from rules.late_patterns import compile_late

_ENOUGH_LINES = 3
"""Minimum number of lines that begin with the number of a rule."""

_BEGINNING = compile_late(r"^[*_`>\s]{0,9}[1-9]\d\d\.[1-9]\d{0,2}[a-z]{0,2}\.?[*_`]{0,5}\s+\S", re.MULTILINE)
"""The beginning of a line that has the number of a rule first, and then words."""


def count_beginnings(strings: Iterable[Leaf]) -> int:
    """Return the number of lines of some strings that begin with the number of a rule."""
    return sum(len(_BEGINNING.findall(leaf.text)) for leaf in strings)


def find_running_text(paths: Mapping[str, list[Leaf]]) -> tuple[Leaf, ...]:
    """Return the strings of the field in which most lines begin with a number; empty if no field has enough such lines.

    Args:
        paths: Name of a field → its strings, in the order of the file.
    """
    counts = {path: count_beginnings(strings) for path, strings in paths.items()}
    best = max(counts, key=lambda path: (counts[path], path), default="")
    return tuple(paths[best]) if counts.get(best, 0) >= _ENOUGH_LINES else ()
