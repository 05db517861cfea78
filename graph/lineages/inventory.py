"""The input of lineages and terms: the records of an edition as keys and numbers of passages."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from msgspec import Struct

from rules.change import Passage

PassageOf = Callable[[int], Passage]
"""Returns the passage for a passage number.

Two records have the same number if and only if their passages are equal, so numbers can be compared instead."""


class Place(NamedTuple):
    """A record of an edition."""

    edition: str
    key: str


class Inventory(Struct, frozen=True):
    """The records of an edition as parallel sequences in document order, to save memory.

    Attributes:
        edition: Its id.
        keys: Keys of its rules and glossary entries.
        passage_numbers: Passage number of each record; see `PassageOf`.
        parents: Number of the rule one level above each record, or None.
        retyped: Whether the edition is retyped, so that it is not in the chain of editions; see `rules.links`.
    """

    edition: str
    keys: Sequence[str]
    passage_numbers: Sequence[int]
    parents: Sequence[str | None]
    retyped: bool = False

    def list_records(self) -> Iterator[tuple[str, int]]:
        """Yield key and passage number of each record."""
        return zip(self.keys, self.passage_numbers, strict=True)

    def map_passages(self) -> dict[str, int]:
        """Return the passage number of each record by its key."""
        return dict(self.list_records())

    def map_parents(self) -> dict[str, str | None]:
        """Return the number of the rule one level above each record by its key."""
        return dict(zip(self.keys, self.parents, strict=True))
