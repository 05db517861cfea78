"""The links between the records of two editions while they are being found."""

from collections import Counter

from rules.align.families import Families, LinkChange
from rules.align.side import NONE, AlignmentSide
from rules.links import LinkBasis


class Matching:
    """One-to-one links between two editions, by position, with the additional links of splits and merges.

    Attributes:
        old: The older edition.
        new: The newer edition.
        new_of: For each old position, the new one that continues it, or `NONE`.
        old_of: The reverse: for each new position, the old one that it continues, or `NONE`.
        found: Linked old position → how its main link was found.
        pieces: (Old, new) → how the link was found, for the additional links of splits and merges.
        ambiguous: Old positions with two or more equally good continuations, none of which is chosen.
        coarse_old: Old positions that are not compared closely.
        coarse_new: The same for new positions.
    """

    def __init__(self, old: AlignmentSide, new: AlignmentSide) -> None:
        self.old = old
        self.new = new
        self.new_of = [NONE] * len(old)
        self.old_of = [NONE] * len(new)
        self.found: dict[int, LinkBasis] = {}
        self.pieces: dict[tuple[int, int], LinkBasis] = {}
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
        self.found[old] = LinkBasis(method, score)

    def unlink(self, old: int) -> None:
        """Undo the link of an old record."""
        new = self.new_of[old]
        self._uncounted.append(LinkChange(old, new, -1))
        self.old_of[new] = NONE
        self.new_of[old] = NONE
        del self.found[old]

    def promote_pieces(self) -> None:
        """Make a piece the main link if neither record has another link, since nothing else continues them."""
        pieces_of_old = Counter(old for old, _ in self.pieces)
        pieces_of_new = Counter(new for _, new in self.pieces)
        for (old, new), basis in sorted(self.pieces.items()):
            is_only_piece = pieces_of_old[old] == pieces_of_new[new] == 1
            if is_only_piece and self.are_unlinked(old, new):
                del self.pieces[old, new]
                self.link(old, new, basis.method, basis.score)

    def are_unlinked(self, old: int, new: int) -> bool:
        """Return whether neither record has a main link."""
        return self.new_of[old] == NONE and self.old_of[new] == NONE

    def list_unlinked_old(self) -> list[int]:
        """Return the old positions without a continuation."""
        return [position for position, new in enumerate(self.new_of) if new == NONE]

    def list_unlinked_new(self) -> list[int]:
        """Return the new positions that continue nothing."""
        return [position for position, old in enumerate(self.old_of) if old == NONE]

    def count_families(self) -> Families:
        """Return the families according to all links made so far."""
        if self._uncounted:
            self._families = self._families.after(self._uncounted)
            self._uncounted = []
        return self._families
