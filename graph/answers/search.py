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
    """A rule, glossary entry, edition, bulletin, term or comparison that a search found.

    Attributes:
        source: Key of the answer: `702.40a`, `glossary:Storm`; `edition:2009-07-11`, `bulletin:ID`, `term:mana burn`,
            `number:702.37a` for the page of all that a number meant; `history:603.4` for the history of a rule;
            `references:704.5` for its references, of a former edition with `@2009-07-11` after it;
            `compare:2018-10-05..2026-08-07/702/Storm` for a comparison, of a chapter or of changes with some words;
            `changes:2019-01-25..2026-08-07/layers` for a search through changes.
        number: The rule's number; None for anything else.
        edition: The edition of the answer; in a search of all editions, the latest with this passage.
        kind: `section`, `chapter`, `rule`, `subrule`, `ruling`, `glossary`, `edition`, `bulletin`, `term`,
            `number`, `history`, `references`, `compare` or `changes`.
        heading: The heading or term of the answer, or the heading of the rule above it; None without one.
        chapter: Number and heading of the chapter; `Glossary` for an entry.
        field: The passage: `text`, `example:0`, or `below:702.40a` for the first rule below a heading.
        text: The passage as printed.
        marks: Where the words of the query are in `text`: start and end, in code points.
        why: The reason for this answer, in words, which may change: `so called`, `old term of “…”`, `typing error for
            “…”` ….
        first: The first edition with this passage under this number; in a search of all editions, the first with any
            wording that was found.
        last: The last edition with this passage.
        link: Address of the page; empty if no site is configured.
        score: How well the answer fits; higher is better, and only comparable within one search.
        why_kind: The kind of reason, as a name that does not change.
        why_name: The number, name or saying that this reason is about; omitted from JSON if there is none.
        term: The present name, if the query used an old one; otherwise omitted from JSON.
        wordings: In a search of all editions, the number of wordings that were found; in JSON only if there are
            several.
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
        notes: Remarks about the query, as sentences.
        offer: The query with corrected typing errors; empty if there are none.
        missing: Numbers in the query that the edition lacks.
    """

    edition: str | None
    answers: tuple[SearchAnswer, ...]
    notes: tuple[str, ...] = ()
    offer: str = ""
    missing: tuple[str, ...] = ()


class ChangeAnswer(msgspec.Struct, frozen=True):
    """A passage that an edition inserted or deleted.

    Attributes:
        edition: The edition that made the change; for the passages of the oldest edition, that edition.
        number: Key of the record: for inserted words, in the edition that made the change; for deleted words, in the
            edition before.
        side: Whether it was inserted or deleted.
        text: The changed words with some words around them.
        class_: How much the words of the record changed; None for additions and deletions.
        lineage: Id of the record's lineage.
        announced: What bulletins say about the change, as in `trace`.
        marks: Where the wanted words are in `text`: start and end, in code points.
        kind: What happened to the record.
        field: `heading`, `text`, `example` or `note`.
        link: Address of the comparison; empty if no site is configured.
        changed: Where `text` has inserted or deleted words. These may be more than the wanted words, or fewer: a
            deletion between two words can have put them next to each other.
        other_number: Key of the record in the other of the two editions; empty if it is new or gone.
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
    other_number: str = ""


class Match(msgspec.Struct, frozen=True):
    """Where a change has what was looked for.

    Attributes:
        side: `inserted` for the text after the change, `deleted` for the text before.
        field: `heading`, `text`, `example` or `note`.
        text: The text of that side.
        marks: Where the wanted words are in the text: start and end, in code points.
        changed: Where the change inserted or deleted the words; empty if both sides have them.
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
        first: The first edition with the words; None if no edition has them.
        last: The last edition with the words.
        gone: The edition that deleted the words; None if the newest edition has them.
    """

    words: str
    first: str | None
    last: str | None
    gone: str | None


class ChangeResult(msgspec.Struct, frozen=True):
    """The result of a search through changes.

    Attributes:
        answers: The changes found, at most as many as were asked for.
        total: Number of all changes found.
        periods: When the rules had the words, and each phrase.
    """

    answers: tuple[ChangeAnswer, ...]
    total: int
    periods: tuple[Period, ...]
