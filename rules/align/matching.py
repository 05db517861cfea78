"""The links between the records of two editions, to which the stages of the alignment add theirs.

Each record has at most one *main link*, which leads to the record that continues it. A split or a merge needs
*additional links*: if 217.1c was divided into 400.7 and 400.7a, then 217.1c → 400.7 may be the main link, and 217.1c →
400.7a is an additional link. A record may have additional links without a main link.
"""

from collections import Counter
from typing import NamedTuple

from rules.align.edition_columns import NONE, EditionColumns
from rules.align.families import Families, LinkChange
from rules.links import LinkBasis


class RecordPair(NamedTuple):
    """An old and a new record, each by its position (`rules.align.edition_columns`)."""

    old: int
    new: int


class Matching:
    """The main links between two editions, which are one to one, and the additional links of splits and merges.

    Args:
        old: The older edition.
        new: The newer edition.

    Attributes:
        old: The older edition.
        new: The newer edition.
        new_of: At the position of an old record, the position of the new record that continues it, or `NONE`.
        old_of: The reverse: at the position of a new record, that of the old record that it continues, or `NONE`.
        basis_of: Position of an old record with a main link → how the link was found.
        additional_links: Pair of records → how their additional link was found.
        ambiguous: Position of an old record → positions of the new records that may continue it, although nothing shows
            which record continues which: there are several equally good ones, or another old record would be as good
            for the only one. These old records have no main link.
        coarse_old: Positions of the old records that are not compared word by word, because they are too long or have
            too many candidates (`rules.align.coarse`).
        coarse_new: Positions of the new records that are not compared word by word.
    """

    def __init__(self, old: EditionColumns, new: EditionColumns) -> None:
        self.old = old
        self.new = new
        self.new_of = [NONE] * len(old)
        self.old_of = [NONE] * len(new)
        self.basis_of: dict[int, LinkBasis] = {}
        self.additional_links: dict[RecordPair, LinkBasis] = {}
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

    def promote_additional_links(self) -> None:
        """Make an additional link the main link of its two records if neither of them has any other link.

        For example, such a link may be left over after a reader's decision undid a main link (`rules.align.decisions`).
        """
        counts_of_old = Counter(pair.old for pair in self.additional_links)
        counts_of_new = Counter(pair.new for pair in self.additional_links)
        for pair, basis in sorted(self.additional_links.items()):
            is_only_additional = counts_of_old[pair.old] == 1 and counts_of_new[pair.new] == 1
            if is_only_additional and self.are_unlinked(pair.old, pair.new):
                del self.additional_links[pair]
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
        """Return the families (`rules.align.families`) according to all main links made so far.

        Links that were made or undone since the last call are counted first. The families that an earlier call returned
        do not change, so call this again after new links.
        """
        if self._uncounted:
            self._families = self._families.after(self._uncounted)
            self._uncounted = []
        return self._families
