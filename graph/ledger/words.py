"""What the ledger keeps of the words themselves: the fingerprints and the telling words of each lineage."""

from __future__ import annotations

import sys
from array import array
from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

from graph.citations.judge.subjects import distinctive_terms
from graph.ledger.fingerprints import fingerprints

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from rules.store import Store


class WordTables:
    """Takes in the words of versions, and gives the rows of the tables that tell of them."""

    def __init__(self, store: Store) -> None:
        self._texts: dict[int, tuple[str | None, str]] = {
            number: (title, text) for number, title, text in store.select("SELECT id, title, text FROM texts")
        }
        self._marks: dict[int, set[int]] = defaultdict(set)
        self._telling: dict[int, set[int]] = defaultdict(set)
        self._of_text = cache(lambda text: fingerprints(self._texts[text][1]))

    def add(self, lineage: int, texts: Iterable[int]) -> None:
        """Take in the passages of a version of a lineage."""
        for mark in frozenset[int]().union(*map(self._of_text, texts)):
            self._marks[mark].add(lineage)

    def tell(self, lineage: int, text: int) -> None:
        """Take in the heading and the text of a version of a lineage of rules."""
        heading, words = self._texts[text]
        self._telling[lineage].update(distinctive_terms(f"{heading or ''} {words}"))

    def fingerprint_rows(self) -> Iterator[tuple[int, int]]:
        """Fingerprint, as `signed` has it, and each lineage that has it."""
        return ((signed(mark), lineage) for mark in sorted(self._marks) for lineage in sorted(self._marks[mark]))

    def telling_rows(self) -> Iterator[tuple[int, bytes]]:
        """Lineage, and its telling words as `packed_words` has them."""
        return ((lineage, packed_words(self._telling[lineage])) for lineage in sorted(self._telling))


def signed(mark: int) -> int:
    """A fingerprint as a number with a sign, for which SQLite takes four bytes and not six."""
    return mark - (1 << 31)


def packed_words(words: Collection[int]) -> bytes:
    """Telling words in ascending order, two bytes each, the lower one first."""
    found = array("H", sorted(words))
    if sys.byteorder == "big":
        found.byteswap()
    return found.tobytes()


class PackedWords(Mapping[str, frozenset[int]]):
    """The telling words of each lineage, unpacked when they are asked for: few are, of many thousand.

    Args:
        packed: Lineage to what `packed_words` wrote.
    """

    def __init__(self, packed: dict[str, bytes]) -> None:
        self._packed = packed

    def __getitem__(self, lineage: str) -> frozenset[int]:
        found = array("H", self._packed[lineage])
        if sys.byteorder == "big":
            found.byteswap()
        return frozenset(found)

    def __iter__(self) -> Iterator[str]:
        return iter(self._packed)

    def __len__(self) -> int:
        return len(self._packed)
