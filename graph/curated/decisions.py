"""The decisions of `links.toml`: continuations of records that a reader recognises and the aligner does not."""

from collections.abc import Mapping
from functools import cache
from operator import attrgetter

from msgspec import Struct

from graph.curated.file import Text, read_records


class Decision(Struct, frozen=True, forbid_unknown_fields=True, rename={"first": "from", "last": "to"}):
    """A decision about which records of the next edition continue a record.

    Attributes:
        first: Id of the older edition.
        last: Id of the newer edition.
        old: Key of the record in the older edition.
        new: Keys of all records of the newer edition that continue it, the main one first; none if it was dropped.
        reason: The reason, in our own words.
    """

    first: Text
    last: Text
    old: Text
    new: tuple[Text, ...]
    reason: Text

    def __post_init__(self) -> None:
        """Refuse a key that is named twice."""
        if len(set(self.new)) < len(self.new):
            raise ValueError("new must have different keys")


def decided_links(first: str, last: str) -> Mapping[str, tuple[str, ...]]:
    """Return the decisions about two editions: old key → all new keys, the main one first; none if it was dropped.

    Args:
        first: Id of the older edition.
        last: Id of the newer edition.

    Raises:
        CuratedFileError: The file is invalid.
    """
    return {decision.old: decision.new for decision in decisions() if (decision.first, decision.last) == (first, last)}


@cache
def decisions(text: str | None = None) -> tuple[Decision, ...]:
    """Return the decisions of a text in the format of `links.toml`; without one, those that ship with comprules.

    Raises:
        CuratedFileError: The text is no TOML, or a decision is incomplete, has unknown fields, or is a duplicate.
    """
    return read_records("links.toml", "link", text, Decision, key_of=attrgetter("first", "last", "old"))
