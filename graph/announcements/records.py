"""The records of bulletins, of their statements about rules, and of the reasons why steps have none.

A bulletin is an article in which the publisher announced the changes of a new edition; an announcement is one of its
statements. A step is the pair of the new edition and the edition before it.
"""

from functools import lru_cache
from typing import Annotated, Literal, NamedTuple

from msgspec import Meta, Struct

from graph.curated.file import Text
from rules.keys import with_parents
from rules.numbers import is_number, parent_of, sort_key

AnnouncedKind = Literal["changed", "added", "deleted", "renumbered", "moved", "general", "unclear"]
"""The kind of change that a bulletin announces for a rule. `general`: a change of its surroundings, such as that the
later subrules shift; `unclear`: the bulletin names the rule, but does not say what changed."""
Side = Literal["old", "new"]
"""The edition, of the two of an announcement, in which the rule has the announced number."""
WHOLE = "*"
"""Used instead of a number for the whole document."""
Day = Annotated[str, Meta(pattern=r"^\d{4}-\d{2}-\d{2}$")]
PartOfDay = Annotated[str, Meta(pattern=r"^(?:\d{4}(?:-\d{2}){0,2})?$")]
"""A date as far as it is known: a day, a month, a year or empty."""
Address = Annotated[str, Meta(pattern=r"^https?://\S+$")]
MaybeAddress = Annotated[str, Meta(pattern=r"^(?:https?://\S+)?$")]
_KIND_SIDES = {"added": "new", "deleted": "old"}
"""Announced kinds of which only one edition has the rule."""
_COUNTERPART_SEPARATOR = ";"
"""Separates the counterparts of an announcement."""
_MOST_REMEMBERED = 1 << 20
"""Maximum number of cached results. The same few thousand numbers are checked against each announcement many times."""


class Ends(NamedTuple):
    """The first and the last number of a range, both included.

    They are equal for a single number, and `*` for the whole document.
    """

    first: str
    last: str

    def covers(self, number: str) -> bool:
        """Return whether a number is in the range, or below a number in it: `702.1-702.3` covers `702.3a`."""
        return _is_covered(self.first, self.last, number)


def read_ends(numbers: str) -> Ends:
    """Return the ends of a number or of a range: `702.9` → (`702.9`, `702.9`), `702.1-702.3` → (`702.1`, `702.3`)."""
    first, _, last = numbers.partition("-")
    return Ends(first, last or first)


@lru_cache(maxsize=_MOST_REMEMBERED)
def _is_covered(first: str, last: str, number: str) -> bool:
    """Return whether a number is in a range, or below a number in it."""
    if first == WHOLE:
        return True
    if not is_number(number) or sort_key(number) < sort_key(first):
        return False
    is_below_last = last in with_parents(number)  # such a number sorts after the last one
    return sort_key(number) <= sort_key(last) or is_below_last


class Announcement(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A statement of a bulletin about one rule.

    Attributes:
        bulletin: Id of the bulletin.
        old: Id of the edition before the change.
        new: Id of the edition after it.
        rule: A number, a range `A-B` of numbers, or `*` for the whole document.
        side: Which of the two editions has that number.
        kind: What is announced.
        counterpart: The number or range in the other edition, if the bulletin names one; else empty. Several are
            separated by `;` without blanks: `702.1;702.4-702.6`.
        subject: What it is about, in our own words.
        number_in_edition: The rule's number in that edition, if the bulletin has another number for it, such as a
            misprint; else empty.
        reading: Why the links between the two editions differ from the bulletin's word, if they do; else empty.
    """

    bulletin: str
    old: Day
    new: Day
    rule: Text
    side: Side
    kind: AnnouncedKind
    counterpart: str
    subject: Text
    number_in_edition: str = ""
    reading: str = ""

    def __post_init__(self) -> None:
        """Check the announcement.

        Raises:
            ValueError: A number is malformed, or two fields contradict each other.
        """
        problem = self._find_problem()
        if problem:
            raise ValueError(f"{self.rule} of {self.new}: {problem}")

    def _find_problem(self) -> str:
        """Return the problem with the announcement, in words; empty if there is none."""
        if self.old >= self.new:
            return "give the editions as two dates, the older one first"
        problem = "" if self.rule == WHOLE else _find_problem_of_range(self.rule)
        if problem:
            return problem
        for counterpart in self._list_counterparts():
            problem = _find_problem_of_range(counterpart)
            if problem:
                return f"counterpart: {problem}"
        only_side = _KIND_SIDES.get(self.kind)
        if only_side is not None and self.side != only_side:
            return f"the number of a rule that is {self.kind} must be of the {only_side} edition"
        if self.number_in_edition and not is_number(self.number_in_edition):
            return f"{self.number_in_edition!r} is not a number"
        return ""

    def _list_counterparts(self) -> list[str]:
        """Return the numbers and ranges of the other edition that the bulletin names; none if it names none."""
        return self.counterpart.split(_COUNTERPART_SEPARATOR) if self.counterpart else []

    @property
    def edition(self) -> str:
        """Return the edition in which the rule has the number `rule`."""
        return self.new if self.side == "new" else self.old

    @property
    def ends(self) -> Ends:
        """Return the first and the last number that are meant in `edition`; both are `*` for the whole document."""
        return read_ends(self.number_in_edition or self.rule)

    def covers(self, number: str) -> bool:
        """Return whether the announcement names a number of its edition or one above it: 702.40 covers 702.40a."""
        return self.ends.covers(number)

    def names(self, number: str) -> bool:
        """Return whether the announcement means a number itself, not only a rule above it.

        An announcement of 702.40 names 702.40, and only covers 702.40a; one of 702.40-702.42 names 702.41 too. So a
        number that is named has the same parent as the first announced number, even if the range goes on below the next
        parent: of 702.9-703.2 only the numbers right below 702 are named. One of the whole document names no number.
        """
        return self.rule != WHOLE and self.covers(number) and parent_of(number) == parent_of(self.ends.first)

    def leads_to(self, number: str) -> bool:
        """Return whether a number of the other edition is a counterpart, or is above or below a counterpart.

        If the bulletin names no counterpart, any number may be one, and the answer is True. Otherwise it is False for a
        text that is no number, such as the name of a glossary entry. Of a range, only the numbers above its first
        number count as above.
        """
        if not self.counterpart:
            return True
        if not is_number(number):
            return False
        counterparts = map(read_ends, self._list_counterparts())
        return any(ends.covers(number) or number in with_parents(ends.first) for ends in counterparts)


def _find_problem_of_range(numbers: str) -> str:
    """Return why a text is neither a number nor a range of numbers, in words; empty if it is one of them."""
    first, last = read_ends(numbers)
    if not is_number(first) or not is_number(last):
        return f"{numbers!r} is not a number or a range of numbers"
    if sort_key(first) > sort_key(last):
        return f"{numbers!r} ends before it begins"
    return ""


class Bulletin(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An article in which the publisher announced changes of the rules.

    Attributes:
        id: The last part of its address; it names the bulletin's page.
        title: Its title.
        date: When it was published; empty if that is not known.
        address: Its web address at the publisher, or that of a copy.
        archived: Address of a copy in a public web archive; empty if none is known.
        partial: How much of its text was found; empty for all of it.
        announcements: Its statements, in order.
    """

    id: Annotated[str, Meta(pattern="^[a-z0-9]+(?:-[a-z0-9]+)*$")]
    title: Text
    date: Day | Literal[""] = ""
    address: Address
    archived: MaybeAddress = ""
    partial: str = ""
    announcements: Annotated[tuple[Announcement, ...], Meta(min_length=1)]

    def __post_init__(self) -> None:
        """Check the bulletin.

        Raises:
            ValueError: It makes a statement twice.
        """
        if len(set(self.announcements)) < len(self.announcements):
            raise ValueError("a line of the changes is listed twice; keep one")

    @property
    def steps(self) -> tuple[tuple[str, str], ...]:
        """Return the pairs of editions between which the bulletin announces changes, oldest first."""
        return tuple(sorted({(announcement.old, announcement.new) for announcement in self.announcements}))


class UnannouncedAnswer(Struct, frozen=True, kw_only=True, rename={"old": "from", "new": "to"}):
    """A step between two editions of which no announcement is known.

    Attributes:
        old: The edition before.
        new: The edition.
        title: Title of a bulletin that exists, but whose text was not found.
        date: The date of publication, as far as it is known.
        address: Address of the bulletin.
        reason: The reason why nothing is known, as a sentence.
    """

    old: Day
    new: Day
    title: Text | None = None
    date: PartOfDay | None = None
    address: Address | None = None
    reason: Text


class Unfound(UnannouncedAnswer, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The reason why no announcement is known of the changes between two editions, and of each step between them.

    `reason` says what was found of the bulletin, or where one was searched for; `evidence` is the source of that.
    """

    evidence: Text

    def __post_init__(self) -> None:
        """Check the reason.

        Raises:
            ValueError: The editions are in the wrong order, or a bulletin has only one of title and address.
        """
        if self.old >= self.new:
            raise ValueError("give the editions as two dates, the older one first")
        if bool(self.title) != bool(self.address) or (self.date and not self.title):
            raise ValueError("a bulletin needs a title and an address")

    def of_step(self, old: str, new: str) -> UnannouncedAnswer:
        """Return the answer for one of the steps that the reason is about, with the reason as a sentence."""
        if self.title:
            reason = f"“{self.title}” announced these changes, but {self.reason}."
        else:
            reason = f"No update bulletin is known that announced these changes: {self.reason}."
        return UnannouncedAnswer(
            old=old, new=new, title=self.title, date=self.date, address=self.address, reason=reason
        )
