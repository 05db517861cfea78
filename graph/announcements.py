"""The publisher's announcements of changes: bulletins as data, and the changes that they announce.

`announcements.toml` has the bulletins and their statements about rules, and why some steps have none.

An announcement names a number of one edition. It announces every lineage that has that number or a number below it
there, and that changed between the announcement's two editions. So a change is found under any number that it has in
the compared editions, and an announcement without a matching change or rule is reported as such.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from graph.compare.comparison import Comparison
from graph.curated_file import Text, read_records
from graph.history import History
from rules.grouping import grouped
from rules.links import SLIGHT, Group, Version
from rules.numbers import NUMBER, chapter_of, is_number, is_term, number_of, parent_of, sort_key, with_parents

AnnouncedKind = Literal["changed", "added", "deleted", "renumbered", "moved", "general", "unclear"]
"""What a bulletin says about a rule. `general`: a statement about its surroundings, such as that the later subrules
shift; `unclear`: the bulletin names the rule, but does not say what changed."""
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


class Announcement(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A statement of a bulletin about one rule.

    Attributes:
        bulletin: Id of the bulletin.
        old: Id of the edition before the change.
        new: Id of the edition after it.
        rule: A number, a range `A-B` of numbers, or `*` for the whole document.
        side: The edition whose number it is.
        kind: What is announced.
        counterpart: The number in the other edition, if the bulletin names one; else empty.
        subject: What it is about, in our own words.
        published: The number in that edition, if the bulletin has a different one; else empty.
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
    published: str = ""
    reading: str = ""

    def __post_init__(self) -> None:
        """Refuse what cannot be said of a number."""
        first, _, last = self.rule.partition("-")
        problem = ""
        if self.old >= self.new:
            problem = "the editions are two dates, the older one first"
        elif self.rule != WHOLE and not (is_number(first) and is_number(last or first)):
            problem = f"{self.rule!r} is no number, no range of numbers and not {WHOLE}"
        elif self.rule != WHOLE and last and sort_key(first) > sort_key(last):
            problem = f"{self.rule!r} ends before it begins"
        elif self.side != _KIND_SIDES.get(self.kind, self.side):
            problem = f"the number of what is {self.kind} is of the {_KIND_SIDES[self.kind]} edition"
        elif self.published and not is_number(self.published):
            problem = f"{self.published!r} is no number"
        if problem:
            raise ValueError(f"{self.rule} of {self.new}: {problem}")

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

    def names(self, number: str) -> bool:
        """Return whether it covers a number as one of its own, not as one below: 702.40 names 702.40, not 702.40a."""
        return self.rule != WHOLE and self.covers(number) and parent_of(number) == parent_of(self.ends[0])

    def leads_to(self, number: str) -> bool:
        """Return whether a number of the other edition is a counterpart, or is above or below one; without any, yes.

        Counterparts are numbers and ranges, with `;` between them.
        """
        if not self.counterpart or NUMBER.fullmatch(number) is None:
            return not self.counterpart
        ends = [part.partition("-")[::2] for part in self.counterpart.split(";")]
        return any(_is_covered(first, last or first, number) or number in with_parents(first) for first, last in ends)


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
        """Refuse a statement that is made twice."""
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
        date: When that was published, as far as known.
        address: Its address.
        reason: Why nothing is known, as a sentence.
    """

    old: Day
    new: Day
    title: Text | None = None
    date: PartOfDay | None = None
    address: Address | None = None
    reason: Text


class Unfound(UnannouncedAnswer, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Why no announcement is known of the changes between editions; with others between, of each such step.

    `reason` is what was found of the bulletin, or where one was searched for, and `evidence` the source of this.
    """

    evidence: Text

    def __post_init__(self) -> None:
        """Refuse editions in the wrong order, and half a bulletin."""
        if self.old >= self.new:
            raise ValueError("the editions are two dates, the older one first")
        if bool(self.title) != bool(self.address) or (self.date and not self.title):
            raise ValueError("a bulletin has a title and an address")

    def of_step(self, old: str, new: str) -> UnannouncedAnswer:
        """Return it of a step that it is about, with the reason as a sentence."""
        said = f"No update bulletin is known that announced these changes: {self.reason}."
        if self.title:
            said = f"“{self.title}” announced these changes, but {self.reason}."
        return UnannouncedAnswer(old=old, new=new, title=self.title, date=self.date, address=self.address, reason=said)


@lru_cache(maxsize=1 << 20)  # all steps and histories check the same few thousand numbers for each announcement
def _is_covered(first: str, last: str, number: str) -> bool:
    if first == WHOLE:
        return True
    if NUMBER.fullmatch(number) is None:
        return False
    return sort_key(first) <= sort_key(number) and (sort_key(number) <= sort_key(last) or last in with_parents(number))


ANNOUNCEMENTS_FILE = "announcements.toml"
_BULLETIN, _UNFOUND = "bulletin", "unfound"
"""Names of the file's tables."""


@cache
def bulletins(text: str | None = None) -> tuple[Bulletin, ...]:
    """Return the bulletins of a text in the format of `announcements.toml`, oldest first.

    Args:
        text: The text; None for that of the file that ships with comprules.

    Raises:
        CuratedFileError: The text is no TOML, or a bulletin or one of its rows is incomplete, unknown or duplicate.
    """
    names = (_BULLETIN, _UNFOUND)
    records = read_records(
        ANNOUNCEMENTS_FILE, names, text, Bulletin, named=lambda one: one.id, prepare=_with_announcements
    )
    # Without a date, a bulletin stands with the edition whose changes it announces.
    return tuple(sorted(records, key=lambda bulletin: (bulletin.date or bulletin.steps[-1][1], bulletin.id)))


class AnnouncementAnswer(Struct, frozen=True):
    """What a bulletin says of a change.

    Attributes:
        bulletin: Its id, by which the site has a page for it.
        title: Its title.
        date: When it was published.
        address: Its address at the publisher, or that of a copy.
        archived: Address of a copy in a public web archive; empty if none is known.
        rule: The number it names, a range `A-B`, or `*` for the whole document.
        edition: The edition whose number that is.
        kind: What it announces.
        subject: What it is about, in our words.
    """

    bulletin: str
    title: str
    date: str | None
    address: str
    archived: str
    rule: str
    edition: str
    kind: str
    subject: str


def answer_announcement(announcement: Announcement) -> AnnouncementAnswer:
    """Return an announcement with its bulletin, which ships with comprules."""
    bulletin = next(bulletin for bulletin in bulletins() if bulletin.id == announcement.bulletin)
    return AnnouncementAnswer(
        bulletin=bulletin.id,
        title=bulletin.title,
        date=bulletin.date or None,
        address=bulletin.address,
        archived=bulletin.archived,
        rule=announcement.rule,
        edition=announcement.edition,
        kind=announcement.kind,
        subject=announcement.subject,
    )


def by_bulletin(announcements: Iterable[AnnouncementAnswer]) -> list[list[AnnouncementAnswer]]:
    """Return announcements by their bulletins, in the order of the first ones."""
    return list(grouped((announcement.bulletin, announcement) for announcement in announcements).values())


def _with_announcements(table: dict[str, Any]) -> dict[str, Any]:
    """Return the table of a bulletin with the lines of its changes as lists of cells."""
    rest = {name: value for name, value in table.items() if name != "changes"}
    rows = str(table.get("changes", "")).strip().splitlines()
    return rest | {"announcements": [[table.get("id"), *map(str.strip, row.split("|"))] for row in rows]}


@cache
def unfound(text: str | None = None) -> tuple[Unfound, ...]:
    """Return the reasons why editions have no announcements, a span before those that it lies in.

    Takes the arguments of `bulletins`.

    Raises:
        CuratedFileError: The text is no TOML, or a reason is incomplete, has unknown fields or is a duplicate.
    """
    names = (_UNFOUND, _BULLETIN)
    reasons = read_records(ANNOUNCEMENTS_FILE, names, text, Unfound, named=lambda one: (one.old, one.new))
    return tuple(sorted(sorted(reasons, key=lambda reason: reason.new), key=lambda reason: reason.old, reverse=True))


_UNSEARCHED = "none was searched for yet"


@lru_cache(maxsize=8)  # each history asks for all steps
def find_unannounced_steps(editions: tuple[str, ...], old: str, new: str) -> tuple[UnannouncedAnswer, ...]:
    """Return the steps between two editions of which no bulletin announces any change, oldest first.

    Args:
        editions: The editions of the Comprehensive Rules that follow each other, without retyped ones.
        old: Id of the edition compared from; it may be the later one.
        new: Id of the edition compared to.
    """
    between = sorted(edition for edition in editions if min(old, new) <= edition <= max(old, new))
    announced = {step for bulletin in bulletins() for step in bulletin.steps}
    steps = (
        (before, after)
        for before, after in pairwise(between)
        if not any(start < after and before < end for start, end in announced)
    )
    return tuple(_find_reason(before, after).of_step(before, after) for before, after in steps)


def _find_reason(before: str, after: str) -> Unfound:
    inside = (reason for reason in unfound() if reason.old <= before and after <= reason.new)
    return next(inside, Unfound(old=before, new=after, reason=_UNSEARCHED, evidence=_UNSEARCHED))


Fit = Literal["change", "slight", "no-change", "no-rule", "no-edition"]
"""Whether an announcement matches a change. `slight`: only typography, references or numbers changed; `no-change`: the
rule and all rules below it are unchanged; `no-rule`: its edition has no such number; `no-edition`: one of its two
editions is not available."""


class AnnouncementMatch(Struct, frozen=True):
    """An announcement and the changes that it matches.

    Attributes:
        announcement: The announcement.
        fit: Whether it matches a change.
        groups: The changes of the rules that it names or covers, in the order of the comparison.
        contradiction: What the links say otherwise of the rules that it names; empty if they agree.
    """

    announcement: Announcement
    fit: Fit
    groups: tuple[Group, ...]
    contradiction: str


def match_bulletin(
    bulletin: Bulletin, comparisons: Mapping[tuple[str, str], Comparison]
) -> tuple[AnnouncementMatch, ...]:
    """Match all announcements of a bulletin, in its order.

    Args:
        bulletin: The bulletin.
        comparisons: The comparison of each pair of editions in `Bulletin.steps`, as far as available.
    """
    return tuple(
        _match(announcement, comparisons.get((announcement.old, announcement.new)))
        for announcement in bulletin.announcements
    )


def _match(announcement: Announcement, comparison: Comparison | None) -> AnnouncementMatch:
    if comparison is None:
        return AnnouncementMatch(announcement, "no-edition", (), "")
    is_new = announcement.side == "new"
    groups = [
        group
        for group in comparison.groups
        if any(not is_term(key) and announcement.covers(number_of(key)) for key in (group.new if is_new else group.old))
    ]
    if not groups:
        return AnnouncementMatch(announcement, "no-rule", (), "")
    contradiction = _find_contradiction(announcement, groups)
    changed = tuple(group for group in groups if not group.is_same)
    if not changed:
        return AnnouncementMatch(announcement, "no-change", (), contradiction)
    # Renumbering alone is slight, unless the announcement is about numbers.
    grave = any(group.change is None or group.change not in SLIGHT or len(group.links) > 1 for group in changed)
    is_about_numbers = announcement.kind in {"renumbered", "moved", "general"}
    fit: Fit = "change" if grave or is_about_numbers else "slight"
    return AnnouncementMatch(announcement, fit, changed, contradiction)


def _find_contradiction(announcement: Announcement, groups: Iterable[Group]) -> str:
    """Return what the links say of the named rules where the announcement says otherwise; empty if they agree.

    What is added or deleted has no counterpart, and what changes, moves or is renumbered has one: where the bulletin
    names it, with that number, or with one above or below.
    """
    is_new = announcement.side == "new"
    counterparts: dict[str, set[str]] = {}
    for link in (link for group in groups for link in group.links):
        here, there = (link.new, link.old) if is_new else (link.old, link.new)
        if here is not None and not is_term(here) and announcement.names(number_of(here)):
            counterparts.setdefault(here, set()).update(() if there is None else (there,))
    linked = [f"{here} to {' and '.join(sorted(there))}" for here, there in counterparts.items() if there]
    if announcement.kind in {"added", "deleted"}:
        return f"linked: {', '.join(linked)}" if linked else ""
    if announcement.kind not in {"changed", "moved", "renumbered"} or not counterparts:
        return ""
    if not linked:
        return f"{', '.join(counterparts)} is linked to nothing"
    astray = [
        f"{here} to {' and '.join(sorted(there)) or 'nothing'}"
        for here, there in counterparts.items()
        if not any(announcement.leads_to(number_of(key)) for key in there if not is_term(key))
    ]
    return f"linked: {', '.join(astray)}" if astray and announcement.kind != "changed" else ""


def _lineages_meant(history: History, announcements: Iterable[Announcement]) -> Iterator[tuple[str, Announcement]]:
    """Yield each lineage that the announcements name or cover, with the announcement.

    Announcements of missing editions, and of the whole document, are left out.
    """
    known = [its for its in announcements if its.edition in history.works]
    by_number = _by_number(known)
    for key in history.keys_of({announced.edition for announced in known}):
        for announced in _find_about(by_number, number_of(key)):
            lineage = history.lineage(announced.edition, key)
            if lineage is not None:
                yield lineage, announced


def _by_number(announcements: Iterable[Announcement]) -> Mapping[str | int, Sequence[Announcement]]:
    """Return the announcements about a number by it, and those about a range by each chapter that it reaches.

    Checking each announcement against each version of each rule took a tenth of the time of a site build.
    """
    ends = ((*its.ends, its) for its in announcements if its.rule != WHOLE)
    return grouped(
        (place, its)
        for first, last, its in ends
        for place in ([first] if first == last else range(_find_chapter(first), _find_chapter(last, "9") + 1))
    )


def _find_about(by_number: Mapping[str | int, Sequence[Announcement]], number: str) -> Iterator[Announcement]:
    """Yield the announcements that name a number, a range that contains the number, or a number above it."""
    if is_number(number):
        ranges = by_number.get(_find_chapter(number), ())
        yield from (announcement for announcement in ranges if announcement.covers(number))
        for above in with_parents(number):
            yield from by_number.get(above, ())


def _find_chapter(number: str, filler: str = "0") -> int:
    """Return the chapter of a number; of a section one before all of its chapters, or with `9` the last one."""
    return int(chapter_of(number).ljust(3, filler))


def announced_changes(
    history: History, old: str, new: str, groups: Iterable[Group]
) -> dict[Group, tuple[Announcement, ...]]:
    """Return the announcements of the changes between two editions, including those of the steps between them.

    Args:
        history: Provides the lineages.
        old: Id of the edition compared from; it may be the later one.
        new: Id of the edition compared to.
        groups: The changes.

    Returns:
        The announced groups, each with its announcements, the oldest first, and of one step the most specific first.
    """
    first, last = min(old, new), max(old, new)
    between = (its for its in _all_announcements() if first <= its.old and its.new <= last)
    by_lineage = grouped(_lineages_meant(history, between))
    if not by_lineage:
        return {}
    olds, news = history.lineages(old), history.lineages(new)
    announced = {}
    for group in groups:
        keys = [*(olds.get(key) for key in group.old), *(news.get(key) for key in group.new)]
        here = dict.fromkeys(its for lineage in keys if lineage for its in by_lineage.get(lineage, ()))
        if here and not group.is_same:
            announced[group] = tuple(sorted(here, key=_order))
    return announced


def announced_anywhere(history: History) -> dict[Announcement, tuple[str, ...]]:
    """Return all announcements about rules with the lineages that each names or covers.

    The oldest come first, and of one step those with the longest numbers: the order in which pages list them.
    They are enough to find the announcements of the changes between any two editions: those whose step lies between the
    two.

    Args:
        history: Provides the lineages. Announcements of an edition that it lacks are left out.
    """
    lineages = grouped((announced, lineage) for lineage, announced in _lineages_meant(history, _all_announcements()))
    return {announced: tuple(sorted({*lineages[announced]})) for announced in sorted(lineages, key=_order)}


def announcements_of_versions(versions: Sequence[Version]) -> tuple[tuple[Announcement, ...], ...]:
    """Return the announcements of each version of a lineage: of the change that made it.

    Args:
        versions: The versions of one lineage, oldest first.

    Returns:
        One tuple per version, and one more for the end of the lineage; each has the oldest announcements first, and of
        one step the most specific first.
    """
    by_version: list[list[Announcement]] = [[] for _ in range(len(versions) + 1)]
    last = versions[-1].last
    for old, new in _by_step():
        made = [at for at, version in enumerate(versions) if old < version.first <= new]
        if not made and old <= last < new:
            made = [len(versions)]
        if made:
            its = ((day, each.key) for each in versions for day in (old, new) if each.first <= day <= each.last)
            announced = announcements_of_step(old, new, its)
            for at in made:
                by_version[at] += announced
    return tuple(tuple(sorted(each, key=_order)) for each in by_version)


def announcements_of_step(old: str, new: str, keys: Iterable[tuple[str, str]]) -> tuple[Announcement, ...]:
    """Return the announcements of a step about records, the most specific first.

    Args:
        old: Id of the edition before the step.
        new: Id of the edition after it.
        keys: The records: their edition, which is one of the two, and their key there.
    """
    by_number = _by_step().get((old, new), {})
    about = ((edition, its) for edition, key in keys for its in _find_about(by_number, number_of(key)))
    return tuple(sorted(dict.fromkeys(its for edition, its in about if its.edition == edition), key=_order))


@cache
def _by_step() -> dict[tuple[str, str], Mapping[str | int, Sequence[Announcement]]]:
    """Return the announcements of numbers, by their step and then as `_by_number` does."""
    by_step = grouped(((its.old, its.new), its) for its in _all_announcements())
    return {step: _by_number(its) for step, its in by_step.items()}


@cache
def _all_announcements() -> tuple[Announcement, ...]:
    return tuple(announcement for bulletin in bulletins() for announcement in bulletin.announcements)


def _order(announcement: Announcement) -> tuple[str, int, str, str]:
    """Return the sorting key of an announcement.

    The oldest come first, and within one step the longest number: 702.40a before 702.40 before 702.
    """
    return announcement.new, -len(announcement.ends[0]), announcement.rule, announcement.subject
