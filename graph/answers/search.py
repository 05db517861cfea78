"""The answers of a search through rules, or through their changes."""

from typing import Literal

import msgspec

from graph.announcements.answers import AnnouncementAnswer
from graph.answers.why import WhyKind
from rules.links import ChangeClass, ChangeKind

Marks = tuple[tuple[int, int], ...]
"""The occurrences of words in a text, each with the offsets of its begin and end, in code points."""
Side = Literal["inserted", "deleted"]
Where = Literal["inserted", "deleted", "either"]


class SearchAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """A rule, glossary entry, edition, bulletin or term that a search found.

    Attributes:
        source: Its key: `702.40a`, `glossary:Storm`; `edition:2009-07-11`, `bulletin:ID`, `term:mana burn`,
            `number:702.37a` for the page of all that a number meant.
        number: The rule's number; None for anything else.
        edition: The edition that contains it; in a search of all editions the latest with this passage.
        kind: `section`, `chapter`, `rule`, `subrule`, `ruling`, `glossary`, `edition`, `bulletin`, `term` or
            `number`.
        heading: Its heading or term, or the heading of the rule above it; None without one.
        chapter: Number and heading of its chapter; `Glossary` for an entry.
        field: The passage: `text`, `example:0`, or `below:702.40a` for the first rule below a heading.
        text: The passage as printed.
        marks: Where the words of the query stand in `text`: begin and end, in code points.
        why: Why it is an answer, in words, which may change: `so called`, `old term of “…”`, `typing error for “…”` ….
        first: The first edition with this passage under this number; of all editions the first with any found wording.
        last: The last one with this passage.
        link: Address of its page; empty if no site is configured.
        score: Higher is better; only comparable within one search.
        why_kind: The kind of reason, as a name that does not change.
        why_name: The number, name or saying that this reason is about; JSON has it only then.
        term: Its present name if the query used an old one; JSON has it only then.
        wordings: In a search of all editions, how many wordings of it were found; JSON has it if there are several.
    """

    source: str
    number: str | None
    edition: str
    kind: str
    heading: str | None
    chapter: str
    field: str
    text: str
    marks: Marks
    why: str
    first: str
    last: str
    link: str
    score: float
    why_kind: WhyKind
    why_name: str = ""
    term: str | None = None
    wordings: int = 1


class SearchResult(msgspec.Struct, frozen=True):
    """The result of a search.

    Attributes:
        edition: The edition that was searched; None for all.
        answers: Best first.
        notes: What is to be said of the query, as sentences.
        offer: The query with mistyped words corrected, and empty without any.
        missing: Numbers in the query that the edition has not.
    """

    edition: str | None
    answers: tuple[SearchAnswer, ...]
    notes: tuple[str, ...] = ()
    offer: str = ""
    missing: tuple[str, ...] = ()


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
        changed: Where `text` has what was inserted or deleted, which may be more than the wanted words, or less: words
            that now stand next to each other may all have been there.
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
    changed: Marks = ()


class Match(msgspec.Struct, frozen=True):
    """Where a change has what was looked for.

    Attributes:
        side: `inserted` for the text after the change, `deleted` for the one before.
        field: `heading`, `text`, `example` or `note`.
        text: The text of that side.
        marks: Where the wanted words stand in it: begin and end, in code points.
        changed: Where the change inserted or deleted them; none if they are on both sides.
    """

    side: Side
    field: str
    text: str
    marks: Marks
    changed: Marks = ()


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
