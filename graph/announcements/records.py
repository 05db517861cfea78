"""The records of what was announced: a bulletin, and a statement of it about a rule."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from rules.errors import ComprulesError
from rules.numbers import NUMBER, parent_of, sort_key

AnnouncedKind = Literal["changed", "added", "deleted", "renumbered", "moved", "general", "unclear"]
"""What a bulletin says of a rule. `general`: of what surrounds it, such as that the later subrules shift; `unclear`:
the bulletin names the rule and does not say what became of it."""
Side = Literal["old", "new"]
"""Of which of the two editions the announced number is."""
WHOLE = "*"
"""In place of a number: the whole document."""


class AnnouncementsError(ComprulesError, ValueError):
    """`announcements.toml` is not as it must be; the message names the bulletin and says what is wrong."""


@dataclass(frozen=True, slots=True)
class Announcement:
    """What a bulletin says of one rule.

    Attributes:
        bulletin: Id of the bulletin.
        old: Id of the edition before the change.
        new: Id of the edition after it.
        rule: A number, a range `A-B` of numbers, or `*` for the whole document.
        side: The edition whose number it is.
        kind: What is announced.
        counterpart: The number in the other edition, where the bulletin names one; else empty.
        subject: What it is about, in our own words.
        published: The number as that edition has it, where the bulletin has another one; else empty.
    """

    bulletin: str
    old: str
    new: str
    rule: str
    side: Side
    kind: AnnouncedKind
    counterpart: str
    subject: str
    published: str = ""

    @property
    def edition(self) -> str:
        """Return the edition whose number `rule` is."""
        return self.new if self.side == "new" else self.old

    @property
    def ends(self) -> tuple[str, str]:
        """Return the first and the last number meant: equal for a single number, `*` for the whole document."""
        first, _, last = (self.published or self.rule).partition("-")
        return first, last or first

    def covers(self, number: str) -> bool:
        """Return whether the announcement names a number of its edition or one above it: 702.40 covers 702.40a."""
        return _is_covered(*self.ends, number)


@dataclass(frozen=True, slots=True)
class Bulletin:
    """An article in which the publisher announced changes of the rules.

    Attributes:
        id: The last part of its address; it names the bulletin's page.
        title: Its title.
        date: When it was published.
        address: Where the publisher had it.
        archived: A capture of it in a public web archive; empty where none is known.
        announcements: What it says, in its order.
    """

    id: str
    title: str
    date: str
    address: str
    archived: str
    announcements: tuple[Announcement, ...]

    @property
    def steps(self) -> tuple[tuple[str, str], ...]:
        """Return the pairs of editions between which the bulletin announces changes, oldest first."""
        return tuple(sorted({(announcement.old, announcement.new) for announcement in self.announcements}))


@lru_cache(maxsize=1 << 20)  # every step and every history asks the same few thousand numbers of each announcement
def _is_covered(first: str, last: str, number: str) -> bool:
    if first == WHOLE:
        return True
    if NUMBER.fullmatch(number) is None:
        return False
    return sort_key(first) <= sort_key(number) and (sort_key(number) <= sort_key(last) or _is_below(number, last))


def _is_below(number: str, ancestor: str) -> bool:
    """Return whether a number is below another: 702.40a below 702.40, 702.4 not below 702.40, 702.4 below 702."""
    above = parent_of(number)
    while above is not None and above != ancestor:
        above = parent_of(above)
    return above is not None
