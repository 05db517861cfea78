"""The titles of rules, in plain letters (`rules.text.strip_title`)."""

import re
from typing import NamedTuple

from rules.late_patterns import compile_late
from rules.text import strip_title

_AND = compile_late(r"\s+and\s+|/", re.IGNORECASE)


class TitlesAbove(NamedTuple):
    """The titles under which a reader finds a number.

    Attributes:
        rule: The titles that the rule of the number ever had; for a subrule, also those of the rule above it.
        chapter: The titles that its chapter and its section ever had.
    """

    rule: frozenset[str]
    chapter: frozenset[str]

    @property
    def nearest(self) -> frozenset[str]:
        """Return the titles of the rule; if it never had any, those of the chapter and the section."""
        return self.rule or self.chapter


def split_title(heading: str) -> list[str]:
    """Return a heading in plain letters, followed by the two names that it joins, if any: "Tap and Untap" joins two."""
    title = strip_title(heading)
    parts = _AND.split(heading)
    if len(parts) == 2 and len(heading.split()) == 3:
        return [title, *map(strip_title, parts)]
    return [title]
