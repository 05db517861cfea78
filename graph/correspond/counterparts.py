"""The edition of the Comprehensive Rules that a rule of another work is about.

A tag with the Comprehensive Rules and a date names it. A rule without such a tag is assumed to be about the edition
nearest in time; in a document without a date, about the edition that most of its tags name.
"""

from __future__ import annotations

from collections import Counter
from datetime import date
from typing import TYPE_CHECKING

from rules.provenance import provenance_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rules.records import Rule

_NAMES = ("comprules", "comprehensive rules")
"""How tags name the Comprehensive Rules."""


def counterparts(rules: Sequence[Rule], day: str | None, editions: Sequence[str]) -> list[tuple[str | None, bool]]:
    """Return for each rule the edition that it is about, and whether a tag of its own names that edition.

    Args:
        rules: Rules of the other work.
        day: The date of their edition, ISO; None for a document without one.
        editions: Ids of the editions of the Comprehensive Rules, oldest first.
    """
    tagged = [_find_tagged_edition(rule, editions) for rule in rules]
    usual = _find_nearest(day, editions) if day else _most_common(tagged)
    return [(edition or usual, edition is not None) for edition in tagged]


def _find_tagged_edition(rule: Rule, editions: Sequence[str]) -> str | None:
    """Return the edition in force on the latest day that a rule's tags name.

    That is the first edition for days before all of them; None without such a tag.
    """
    days = [
        tag.date
        for tag in provenance_of(rule)
        if tag.date and len(tag.date) == len("1999-04-23") and tag.source.casefold().startswith(_NAMES)
    ]
    if not days or not editions:
        return None
    return max((edition for edition in editions if edition <= max(days)), default=editions[0])


def _find_nearest(day: str, editions: Sequence[str]) -> str | None:
    """Return the edition nearest to a day; of two equally near, the later."""
    here = date.fromisoformat(day)
    return min(reversed(editions), key=lambda edition: abs((date.fromisoformat(edition) - here).days), default=None)


def _most_common(tagged: Sequence[str | None]) -> str | None:
    counts = Counter(edition for edition in tagged if edition is not None)
    return max(sorted(counts), key=lambda edition: counts[edition], default=None)
