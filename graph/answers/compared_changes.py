"""The records of a change between two editions, with its words."""

from msgspec import UNSET, Struct, UnsetType

from graph.announcements.answers import AnnouncementAnswer
from graph.answers.search import Match
from graph.compare.examples import PassageChange
from rules.change import Segment
from rules.links import ChangeClass, ChangeKind, Group, Place


class ComparedRecord(Struct, frozen=True):
    """A record in one of the two editions; `text` is its displayed text."""

    number: str
    text: str


class Heading(Struct, frozen=True):
    """A changed heading (or glossary term); None on a side without one."""

    old: str | None
    new: str | None


class ComparedChange(Struct, frozen=True, rename={"change": "class"}):
    """A change: connected records of the two editions, and how their words differ.

    Attributes:
        kind: What happened to the records.
        change: How much the words of the records changed; null for additions, deletions and ambiguous changes.
        lineage: The lineage of the rule that continues in the new records; if none continues, the lineage of the first
            record.
        chapter: The chapter under which the change is listed, and the edition of that chapter.
        old: The records in the edition compared from; several for a merge, none for an addition.
        new: The records in the edition compared to; several for a split, none for a deletion.
        segments: The kept, deleted and inserted words, in order; together they rebuild both texts.
        heading: The change of the heading.
        examples: The examples that changed.
        notes: The notes that changed.
        announced: The publisher's announcements of the change.
        matches: The places in the change where the words of `--grep` occur; only with `--grep`, and only if the change
            has those words.
    """

    kind: ChangeKind
    change: ChangeClass | None
    lineage: str
    chapter: Place
    old: tuple[ComparedRecord, ...]
    new: tuple[ComparedRecord, ...]
    segments: tuple[Segment, ...]
    heading: Heading | None
    examples: tuple[PassageChange, ...]
    notes: tuple[PassageChange, ...]
    announced: tuple[AnnouncementAnswer, ...]
    matches: tuple[Match, ...] | UnsetType = UNSET

    @property
    def group(self) -> Group:
        """Return the change as a group of keys, without the links between them."""
        old = tuple(record.number for record in self.old)
        new = tuple(record.number for record in self.new)
        return Group(old, new, self.kind, self.change, self.lineage)
