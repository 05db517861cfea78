"""Finding the edition of the Comprehensive Rules that a rule of another work is about.

A *tag* is a remark in brackets after a ruling that names its source. A tag with the Comprehensive Rules and a date
names the edition: `[CompRules 2003/07/01]`. A rule without such a tag is assumed to be about the edition nearest in
time; in a document without a date, about the one that most of its tags name.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date
from typing import NamedTuple

from rules.provenance import provenance_of
from rules.records import Rule

_NAMES = ("comprules", "comprehensive rules")
"""How tags name the Comprehensive Rules."""


class RestatedEdition(NamedTuple):
    """The edition that a rule of another work is about.

    Attributes:
        edition: Id of the edition; None if it is unknown.
        is_tagged: Whether a tag of the rule names the edition.
    """

    edition: str | None
    is_tagged: bool


def find_restated_editions(rules: Sequence[Rule], day: str | None, editions: Sequence[str]) -> list[RestatedEdition]:
    """Return for each rule the edition that it is about.

    That is the edition that a tag of the rule names. For rules without such a tag it is the edition nearest to the day
    of the document, or, if the document has no date, the edition that most tags name.

    Args:
        rules: Rules of the other work.
        day: The date of their edition, ISO; None for a document without one.
        editions: Ids of the editions of the Comprehensive Rules, oldest first.
    """
    tagged_editions = [find_tagged_edition(rule, editions) for rule in rules]
    if day:
        default = _find_nearest(day, editions)
    else:
        default = _find_most_common(edition for edition in tagged_editions if edition is not None)
    return [RestatedEdition(edition or default, is_tagged=edition is not None) for edition in tagged_editions]


def _find_most_common(editions: Iterable[str]) -> str | None:
    """Return the edition that occurs most often, of several the oldest; None if there is none."""
    counts = Counter(editions)
    return max(sorted(counts), key=counts.__getitem__, default=None)


def find_tagged_edition(rule: Rule, editions: Sequence[str]) -> str | None:
    """Return the edition in force on the latest day that a rule's tags of the Comprehensive Rules name.

    None if no tag names these rules and a whole day. If the day is before all editions, the result is the first
    edition.

    Args:
        rule: The rule of the other work.
        editions: Ids of the editions of the Comprehensive Rules, oldest first.
    """
    days = [
        tag.date
        for tag in provenance_of(rule)
        if tag.date and _is_whole_day(tag.date) and tag.source.casefold().startswith(_NAMES)
    ]
    if not days or not editions:
        return None
    return max((edition for edition in editions if edition <= max(days)), default=editions[0])


def _is_whole_day(tag_date: str) -> bool:
    """Return whether the date of a tag is a day; it may be a month or a year."""
    return len(tag_date) == len("YYYY-MM-DD")


def _find_nearest(day: str, editions: Sequence[str]) -> str | None:
    """Return the edition nearest to a day, of two equally near the later; None if there is no edition."""
    wanted = date.fromisoformat(day)

    def distance(edition: str) -> int:
        return abs((date.fromisoformat(edition) - wanted).days)

    latest_first = reversed(editions)
    return min(latest_first, key=distance, default=None)
