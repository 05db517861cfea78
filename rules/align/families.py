"""The families of two editions: which new parent continues each old parent, according to the links of their children.

A family is a parent (such as a rule) with its children (its subrules). If a child of an old parent is linked with a
child of a new parent, that is a vote for the new parent to continue the old one; the parent's own link is `OWN_VOTE`
votes. The new parent with the most votes is the *image* of the old one. `rules.family_votes` counts the same
way, by key.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from rules.align.side import NONE, AlignmentSide
from rules.family_votes import OWN_VOTE, family_winner
from rules.grouping import grouped
from rules.numbers import chapter_of

_SMOOTHING = 3
"""Number of links as which the whole edition counts in the stability of a chapter."""

Votes = Mapping[int, Mapping[int, float]]
"""Parent of one edition → parent of the other edition that its children went to → number of votes."""


class LinkChange(NamedTuple):
    """A link that was made or undone.

    Attributes:
        old: Position of the old record.
        new: Position of the new record.
        sign: 1 for a link made, -1 for one undone.
    """

    old: int
    new: int
    sign: int


class _Vote(NamedTuple):
    """A vote of a parent for another one; its weight is below 0 if a vote is withdrawn."""

    voter: int
    elected: int
    weight: float


class Families:
    """The successors of all parents, according to some links. An object never changes: `after` returns another one.

    Attributes:
        votes: For each old parent with votes, the votes for each new record.
        back_votes: The reverse: for each new parent with votes, the votes for each old record.
        image: For each old parent with votes, the new record with the most votes.
        preimage: The reverse: for each new parent with votes, the old record with the most votes.
    """

    def __init__(self, old: AlignmentSide, new: AlignmentSide) -> None:
        self._old = old
        self._new = new
        self.votes: Votes = {}
        self.back_votes: Votes = {}
        self.image: Mapping[int, int] = {}
        self.preimage: Mapping[int, int] = {}
        # Numbers of linked rules, by position of the chapter or by the chapter's part of a number:
        self._flow: Counter[tuple[int, int]] = Counter()  # from an old chapter to a new one
        self._leaving: Counter[int] = Counter()  # from an old chapter to anywhere
        self._linked: Counter[str] = Counter()  # with an old number in a chapter
        self._kept: Counter[str] = Counter()  # of these, with the same number in the newer edition

    def after(self, changes: Iterable[LinkChange]) -> "Families":
        """Return the families after more links were made or undone."""
        old, new = self._old, self._new
        families = Families(old, new)
        families._flow, families._leaving = self._flow.copy(), self._leaving.copy()
        families._linked, families._kept = self._linked.copy(), self._kept.copy()
        votes: list[_Vote] = []
        for change in changes:
            votes += self._votes_of(change)
            if old.is_rule(change.old):
                families._count_rule(change)
        families.votes, families.image = _count_votes(self.votes, self.image, votes)
        back_votes = [_Vote(vote.elected, vote.voter, vote.weight) for vote in votes]
        families.back_votes, families.preimage = _count_votes(self.back_votes, self.preimage, back_votes)
        return families

    def _votes_of(self, change: LinkChange) -> list[_Vote]:
        """Return the votes of a link: for the records themselves, if they are parents, and for their parents."""
        old, new = self._old, self._new
        votes = []
        if old.children[change.old] or new.children[change.new]:
            votes.append(_Vote(change.old, change.new, change.sign * OWN_VOTE))
        parent, new_parent = old.parents[change.old], new.parents[change.new]
        if NONE not in {parent, new_parent}:
            votes.append(_Vote(parent, new_parent, change.sign))
        return votes

    def _count_rule(self, change: LinkChange) -> None:
        """Count the chapters between which a linked rule went, and whether it kept its number."""
        old, new = self._old, self._new
        chapter = old.chapters[change.old]
        self._flow[chapter, new.chapters[change.new]] += change.sign
        self._leaving[chapter] += change.sign
        key = old.keys[change.old]
        prefix = chapter_of(key)
        self._linked[prefix] += change.sign
        if key == new.keys[change.new]:
            self._kept[prefix] += change.sign

    def share(self, parent: int, new_parent: int) -> float:
        """Return the share of an old parent's votes that goes to a new one, 0 to 1; 0 without votes."""
        return _share(self.votes.get(parent, {}), new_parent)

    def back_share(self, parent: int, new_parent: int) -> float:
        """Return the share of a new parent's votes that comes from an old one, 0 to 1; 0 without votes."""
        return _share(self.back_votes.get(new_parent, {}), parent)

    def flow(self, chapter: int, new_chapter: int) -> float:
        """Return the share of an old chapter's linked records that is in a new one, 0 to 1; 0 for no chapter."""
        if NONE in {chapter, new_chapter} or not self._leaving[chapter]:
            return 0.0
        return self._flow[chapter, new_chapter] / self._leaving[chapter]

    def stability(self, position: int) -> float:
        """Return how many of the linked rules in the chapter of an old record kept their number, as a share, 0 to 1.

        The share of the whole edition is mixed in, so that the few links of a small chapter do not decide alone.
        """
        prefix = chapter_of(self._old.keys[position])
        everywhere = self._kept.total() / max(1, self._linked.total())
        return (self._kept[prefix] + _SMOOTHING * everywhere) / (self._linked[prefix] + _SMOOTHING)


def _count_votes(
    votes: Votes, winners: Mapping[int, int], more: Iterable[_Vote]
) -> tuple[dict[int, Mapping[int, float]], dict[int, int]]:
    """Return the votes after more were given or withdrawn, and the winner of each voter that has votes left."""
    all_counts = dict(votes)
    all_winners = dict(winners)
    for voter, cast in grouped((vote.voter, vote) for vote in more).items():
        counts = dict(all_counts.get(voter, {}))
        for vote in cast:
            counts[vote.elected] = counts.get(vote.elected, 0.0) + vote.weight
            # Weights are multiples of one half, so a withdrawn vote leaves exactly 0.
            if not counts[vote.elected]:
                del counts[vote.elected]
        if counts:
            all_counts[voter] = counts
            all_winners[voter] = family_winner(counts)
        else:
            all_counts.pop(voter, None)
            all_winners.pop(voter, None)
    return all_counts, all_winners


def _share(counts: Mapping[int, float], elected: int) -> float:
    return counts[elected] / sum(counts.values()) if elected in counts else 0.0
