"""The state of an alignment while it is being worked out: who continues whom so far, and what that says of families."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass

from rules.align.side import NONE, AlignmentSide
from rules.families import OWN_VOTE, winner


@dataclass(frozen=True, slots=True)
class PairScore:
    """How a pair was found: the method's name and a score from 0 to 1."""

    method: str
    score: float


class Matching:
    """One-to-one links between two editions, by position, and the links beside them that splits and merges add.

    Attributes:
        new_of: For each old position, the new one that carries it on, or `NONE`.
        old_of: The reverse.
        found: How the link of an old position was found.
        pieces: Further links (old, new) of splits and merges.
        ambiguous: Old positions with two or more equally good continuations, none of which is chosen.
        coarse_old: Old positions that are not compared closely; see `rules.align.coarse`.
        coarse_new: New ones.
    """

    def __init__(self, old: AlignmentSide, new: AlignmentSide) -> None:
        self.old = old
        self.new = new
        self.new_of = [NONE] * len(old)
        self.old_of = [NONE] * len(new)
        self.found: dict[int, PairScore] = {}
        self.pieces: dict[tuple[int, int], PairScore] = {}
        self.ambiguous: dict[int, tuple[int, ...]] = {}
        self.coarse_old: set[int] = set()
        self.coarse_new: set[int] = set()
        self._families: Families | None = None

    def link(self, old: int, new: int, method: str, score: float) -> None:
        """Link two records that are both free."""
        if self.new_of[old] != NONE or self.old_of[new] != NONE:
            raise ValueError(f"{self.old.keys[old]} or {self.new.keys[new]} is linked already")
        self._families = None
        self.new_of[old] = new
        self.old_of[new] = old
        self.found[old] = PairScore(method, score)

    def unlink(self, old: int) -> None:
        """Undo the link of an old record."""
        self._families = None
        self.old_of[self.new_of[old]] = NONE
        self.new_of[old] = NONE
        del self.found[old]

    def promote(self) -> None:
        """Make a piece the main link where neither record has another link, since nothing else continues them."""
        olds, news = Counter(old for old, _ in self.pieces), Counter(new for _, new in self.pieces)
        for (old, new), score in sorted(self.pieces.items()):
            if self.new_of[old] == NONE and self.old_of[new] == NONE and olds[old] == news[new] == 1:
                del self.pieces[(old, new)]
                self.link(old, new, score.method, score.score)

    def free_old(self) -> list[int]:
        """Return the old positions without a continuation."""
        return [position for position, new in enumerate(self.new_of) if new == NONE]

    def free_new(self) -> list[int]:
        """Return the new positions that continue nothing."""
        return [position for position, old in enumerate(self.old_of) if old == NONE]

    def families(self) -> Families:
        """Return what became of each parent, by its own link and by the links of its children."""
        if self._families is None:
            self._families = Families(self)
        return self._families


class Families:
    """Which new rule took over the children of an old one, weighed by how many of them went there.

    The votes of a parent are its linked children, and its own link; `rules.families.votes_of` counts alike, by number.
    """

    def __init__(self, matching: Matching) -> None:
        old, new = matching.old, matching.new
        votes: dict[int, dict[int, float]] = defaultdict(lambda: defaultdict(float))
        for position, target in enumerate(matching.new_of):
            if target == NONE:
                continue
            if old.children[position] or new.children[target]:
                votes[position][target] += OWN_VOTE
            parent, adoptive = old.parents[position], new.parents[target]
            if NONE not in {parent, adoptive}:
                votes[parent][adoptive] += 1.0
        self.votes = votes
        self.image = {parent: winner(counts) for parent, counts in votes.items()}
        back: dict[int, dict[int, float]] = defaultdict(lambda: defaultdict(float))
        for parent, counts in votes.items():
            for adoptive, weight in counts.items():
                back[adoptive][parent] += weight
        self.preimage = {adoptive: winner(counts) for adoptive, counts in back.items()}
        self._totals = {parent: sum(counts.values()) for parent, counts in votes.items()}
        self._back = back
        self._flow: Counter[tuple[int, int]] = Counter()
        self._from: Counter[int] = Counter()
        for position, target in enumerate(matching.new_of[: old.rule_count]):
            if target != NONE:
                chapter = old.chapters[position]
                self._flow[chapter, new.chapters[target]] += 1
                self._from[chapter] += 1

    def share(self, parent: int, adoptive: int) -> float:
        """Return the share of an old parent's votes that goes to a new one, 0 to 1; 0 without votes."""
        counts = self.votes.get(parent)
        return counts.get(adoptive, 0.0) / self._totals[parent] if counts else 0.0

    def back_share(self, parent: int, adoptive: int) -> float:
        """Return the share of a new parent's votes that comes from an old one, 0 to 1; 0 without votes."""
        counts = self._back.get(adoptive)
        return counts.get(parent, 0.0) / sum(counts.values()) if counts else 0.0

    def flow(self, chapter: int, adoptive: int) -> float:
        """Return the share of an old chapter's linked records that is in a new one, 0 to 1; 0 for no chapter."""
        if NONE in {chapter, adoptive} or not self._from[chapter]:
            return 0.0
        return self._flow[chapter, adoptive] / self._from[chapter]

    def is_known(self, parent: int) -> bool:
        """Return whether anything is known about what became of an old parent."""
        return parent in self.image
