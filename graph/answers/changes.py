"""What a search through changes answers."""

from __future__ import annotations

from typing import Literal

import msgspec

from graph.announcements import AnnouncementAnswer
from graph.answers.search import Marks
from rules.links import ChangeClass, ChangeKind

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
