"""The links between the records of two editions, to which the stages of the alignment add theirs."""

from collections import Counter
from typing import NamedTuple

from rules.align.families import Families, LinkChange
from rules.align.side import NONE, AlignmentSide
from rules.links import LinkBasis


class RecordPair(NamedTuple):
    """An old and a new record, each by its position (`rules.align.side`)."""

    old: int
    new: int


class Matching:
    """The main links between two editions, which are one to one, and the additional links of splits and merges.

    Attributes:
        old: The older edition.
        new: The newer edition.
        new_of: At the position of an old record, the position of the new record that continues it, or `NONE`.
        old_of: The reverse: at the position of a new record, that of the old record that it continues, or `NONE`.
        basis_of: Position of an old record with a main link → how the link was found.
        pieces: Pair of records → how their link was found, for the additional links of splits and merges.
        ambiguous: Position of an old record → positions of the two or more new records that would continue it equally
            well. None of them is linked.
        coarse_old: Positions of the old records that are not compared closely (`rules.align.coarse`).
        coarse_new: Positions of the new records that are not compared closely.
    """

    def __init__(self, old: AlignmentSide, new: AlignmentSide) -> None:
        self.old = old
        self.new = new
        self.new_of = [NONE] * len(old)
        self.old_of = [NONE] * len(new)
        self.basis_of: dict[int, LinkBasis] = {}
        self.pieces: dict[RecordPair, LinkBasis] = {}
        self.ambiguous: dict[int, tuple[int, ...]] = {}
        self.coarse_old: set[int] = set()
        self.coarse_new: set[int] = set()
        self._families = Families(old, new)
        self._uncounted: list[LinkChange] = []  # links made and undone since the families were counted

    def link(self, old: int, new: int, method: str, score: float) -> None:
        """Link two records by their main link.

        Raises:
            ValueError: One of them has a main link already.
        """
        if not self.are_unlinked(old, new):
            raise ValueError(f"{self.old.keys[old]} or {self.new.keys[new]} is linked already")
        self._uncounted.append(LinkChange(old, new, 1))
        self.new_of[old] = new
        self.old_of[new] = old
        self.basis_of[old] = LinkBasis(method, score)

    def unlink(self, old: int) -> None:
        """Undo the main link of an old record.

        Raises:
            ValueError: The record has no main link.
        """
        new = self.new_of[old]
        if new == NONE:
            raise ValueError(f"{self.old.keys[old]} is not linked")
        self._uncounted.append(LinkChange(old, new, -1))
        self.old_of[new] = NONE
        self.new_of[old] = NONE
        del self.basis_of[old]

    def promote_pieces(self) -> None:
        """Make each piece a main link whose two records have no other link, neither a main link nor a piece."""
        pieces_of_old = Counter(pair.old for pair in self.pieces)
        pieces_of_new = Counter(pair.new for pair in self.pieces)
        for pair, basis in sorted(self.pieces.items()):
            is_only_piece = pieces_of_old[pair.old] == 1 and pieces_of_new[pair.new] == 1
            if is_only_piece and self.are_unlinked(pair.old, pair.new):
                del self.pieces[pair]
                self.link(pair.old, pair.new, basis.method, basis.score)

    def are_unlinked(self, old: int, new: int) -> bool:
        """Return whether neither record has a main link."""
        return self.new_of[old] == NONE and self.old_of[new] == NONE

    def list_unlinked_old(self) -> list[int]:
        """Return the positions of the old records without a main link."""
        return [position for position, new in enumerate(self.new_of) if new == NONE]

    def list_unlinked_new(self) -> list[int]:
        """Return the positions of the new records without a main link."""
        return [position for position, old in enumerate(self.old_of) if old == NONE]

    def update_families(self) -> Families:
        """Return the families according to all main links made so far.

        Links that were made or undone since the last call are counted first.
        """
        if self._uncounted:
            self._families = self._families.after(self._uncounted)
            self._uncounted = []
        return self._families
