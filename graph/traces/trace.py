"""The history of one rule: all its numbers and wordings, where it came from and how it ended."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from graph.announcements import announcements_of_versions
from rules.change import passage_of

if TYPE_CHECKING:
    from graph.announcements import Announcement
    from graph.history import History
    from rules.change import Passage
    from rules.links import Version

Status = Literal["current", "deleted", "merged", "split", "ambiguous"]
"""`current`: it is in the newest edition of its work; the other values say how it ended."""


class RelatedRecord(Struct, frozen=True):
    """A record of another lineage that is a source of this lineage, or that this lineage went into."""

    edition: str
    number: str
    lineage: str | None


class TraceEntry(Struct, frozen=True):
    """A version of the rule, with its text.

    Attributes:
        version: The version.
        passage: Its text; None if the source has no texts.
        text_sha256: SHA-256 of its displayed text in UTF-8; None if it is unknown or was not requested.
        others: Records of other lineages that it came from: the other rules of a merge, or the rule that was split.
        announced: The publisher's announcements of the change that made it, the oldest first.
        retyped: Whether a retyped edition dates its beginning.
    """

    version: Version
    passage: Passage | None
    text_sha256: str | None
    others: tuple[RelatedRecord, ...]
    announced: tuple[Announcement, ...] = ()
    retyped: bool = False

    @property
    def text(self) -> str | None:
        """Return the shown text of the rule; None if there are no texts."""
        return None if self.passage is None else self.passage.shown


class Trace(Struct, frozen=True):
    """The history of a rule.

    Attributes:
        lineage: Its id.
        entries: Its versions, oldest first.
        status: Whether it still exists, and if not, how it ended.
        ended: The last edition that has it; None if it still exists.
        into: The record that it was merged into, its parts, or its possible continuations.
        end_announced: The publisher's announcements of its end.
    """

    lineage: str
    entries: tuple[TraceEntry, ...]
    status: Status
    ended: str | None
    into: tuple[RelatedRecord, ...]
    end_announced: tuple[Announcement, ...] = ()


def trace(history: History, lineage: str, *, texts: bool = True) -> Trace:
    """Return the history of a lineage.

    Args:
        history: The history; that of a store without texts gives entries without texts, but with their hashes.
        lineage: Its id, or anything that `Store.find_lineage` accepts.
        texts: Whether to include the texts and their hashes.

    Raises:
        LookupError: There is no such lineage.
    """
    versions = history.versions(lineage)
    if not versions:
        raise LookupError(f"there is no lineage {lineage}")
    *announced, end_announced = announcements_of_versions(versions)
    entries = tuple(
        _make_entry(history, version, known, texts=texts) for version, known in zip(versions, announced, strict=True)
    )
    status, into = _end(history, versions[-1])
    ended = None if status == "current" else versions[-1].last
    return Trace(versions[0].lineage, entries, status, ended, into, end_announced if ended else ())


def _make_entry(history: History, version: Version, announced: tuple[Announcement, ...], *, texts: bool) -> TraceEntry:
    passage = passage_at(history, version.first, version.key) if texts and history.store.has_texts else None
    digest: str | None = None
    if passage is not None:
        digest = sha256(passage.shown.encode()).hexdigest()
    elif texts:
        digest = history.store.text_sha256(version.first, version.key)
    retyped = version.first in history.retyped
    return TraceEntry(version, passage, digest, origins(history, version), announced, retyped)


def passage_at(history: History, edition: str, key: str) -> Passage:
    """Return the words of one record.

    Raises:
        LookupError: The edition has no such record.
    """
    record = history.record(edition, key)
    if record is None:
        raise LookupError(f"edition {edition} has no {key}")
    return passage_of(record)


def origins(history: History, version: Version) -> tuple[RelatedRecord, ...]:
    """Return the records of other lineages from which a version came."""
    before = history.previous(version.first)
    if before is None or not version.sources or version.kind == "returned":
        return ()
    places = [RelatedRecord(before, key, history.lineage(before, key)) for key in version.sources]
    return tuple(place for place in places if place.lineage != version.lineage)


def _end(history: History, last: Version) -> tuple[Status, tuple[RelatedRecord, ...]]:
    if history.is_current(last.lineage):
        return "current", ()
    after, links = history.links_onward(last)
    into = tuple(RelatedRecord(after, link.new, history.lineage(after, link.new)) for link in links if link.new)
    kinds = {link.kind for link in links}
    if not links:
        return "deleted", ()
    # Whatever the kind of the link: a rule that continues in another lineage was merged into it.
    return ("ambiguous" if "ambiguous" in kinds else "split" if "split" in kinds else "merged"), into
