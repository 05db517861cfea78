"""What a search through changes answers, and what the publisher's bulletins say of a change."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec
from msgspec import Struct

from graph.announcements import Announcement, bulletin_of
from graph.answers.search import Marks
from rules.grouping import grouped
from rules.links import ChangeClass, ChangeKind


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


def by_bulletin(announcements: Iterable[AnnouncementAnswer]) -> list[list[AnnouncementAnswer]]:
    """Return announcements by their bulletins, in the order of the first ones."""
    return list(grouped((announcement.bulletin, announcement) for announcement in announcements).values())


def answer_announcement(announcement: Announcement) -> AnnouncementAnswer:
    """Return an announcement with its bulletin."""
    bulletin = bulletin_of(announcement)
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


Side = Literal["inserted", "deleted"]


class ChangeAnswer(msgspec.Struct, frozen=True):
    """A passage that an edition inserted or deleted.

    Attributes:
        edition: The edition that changed it; the oldest one inserts all that it has.
        number: The record's key: in that edition of what was inserted, in the edition before of what was deleted.
        side: Whether it was inserted or deleted.
        text: The changed words with some around.
        class_: How much the record's words changed; None for additions and deletions.
        lineage: The record's lineage.
        announced: What bulletins say of the change, as in `trace`.
        marks: Where the wanted words stand in `text`: begin and end, in code points.
        kind: What happened to the record.
        field: `heading`, `text`, `example` or `note`.
        link: Address of the comparison; empty if no site is configured.
    """

    edition: str
    number: str
    side: Side
    text: str
    class_: ChangeClass | None = msgspec.field(name="class")
    lineage: str | None
    announced: tuple[AnnouncementAnswer, ...]
    marks: Marks
    kind: ChangeKind
    field: str
    link: str = ""


class Match(msgspec.Struct, frozen=True):
    """Where a change has what was looked for.

    Attributes:
        side: `inserted` for the text after the change, `deleted` for the one before.
        field: `heading`, `text`, `example` or `note`.
        text: The text of that side.
        marks: Where the wanted words stand in it: begin and end, in code points.
    """

    side: Side
    field: str
    text: str
    marks: Marks


class Period(msgspec.Struct, frozen=True):
    """When the rules had some words next to each other.

    Attributes:
        words: The words or the phrase, as typed.
        first: The first edition with them; None if none has them.
        last: The last edition with them.
        gone: The edition that deleted them; None if the newest edition has them.
    """

    words: str
    first: str | None
    last: str | None
    gone: str | None


class ChangeResult(msgspec.Struct, frozen=True):
    """The result of a search through changes.

    Attributes:
        answers: At most as many as were asked for.
        total: How many there are.
        periods: When the rules had the words, and each phrase.
    """

    answers: tuple[ChangeAnswer, ...]
    total: int
    periods: tuple[Period, ...]
