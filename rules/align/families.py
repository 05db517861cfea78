"""The families of two editions: which new parent continues each old parent, according to the links of their children.

A family is a parent (such as a rule) with its children (its subrules). If a child of an old parent is linked with a
child of a new parent, that is a vote for the new parent to continue the old one. A link between the two parents
themselves counts as `OWN_VOTE` votes. The new parent with the most votes is the *successor* of the old parent.

Example: 502.30a is linked with 702.37a, 502.30b with 702.37b, and 502.30c with 702.38a. Then 502.30 has two votes for
702.37 and one for 702.38, so its successor is 702.37. Votes count in the other direction too: 702.38 has one vote, for
502.30, which is its *predecessor*, although 702.38 is not the successor of 502.30.

`rules.family_votes` counts the same way, by key.

All records are given by their positions (`rules.align.edition_columns`).
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from rules.align.edition_columns import NONE, EditionColumns
from rules.family_votes import OWN_VOTE, elect_successor
from rules.grouping import grouped
from rules.numbers import chapter_of

_SMOOTHING = 3
"""Number of links of a chapter that the links of the whole edition count as (`Families.stability`)."""

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
    """A vote of a parent of one edition for a parent of the other; the weight is negative if a vote is withdrawn."""

    voter: int
    elected: int
    weight: float

    def reverse(self) -> "_Vote":
        """Return the same vote from the other edition: the elected parent votes for the voter."""
        return _Vote(self.elected, self.voter, self.weight)


class _Election(NamedTuple):
    """The result of some votes of the parents of one edition.

    Attributes:
        votes: For each parent with votes, the votes for each record of the other edition.
        elected: For each parent with votes, the record with the most votes.
    """

    votes: Votes
    elected: Mapping[int, int]

    def after(self, votes: Iterable[_Vote]) -> "_Election":
        """Return the result after more votes were given or withdrawn.

        A voter all of whose votes were withdrawn is left out of the result.
        """
        all_counts = dict(self.votes)
        elected = dict(self.elected)
        for voter, votes_of_voter in grouped((vote.voter, vote) for vote in votes).items():
            counts = _add_votes(all_counts.get(voter, {}), votes_of_voter)
            if counts:
                all_counts[voter] = counts
                elected[voter] = elect_successor(counts)
            else:
                all_counts.pop(voter, None)
                elected.pop(voter, None)
        return _Election(all_counts, elected)


def _add_votes(counts: Mapping[int, float], votes: Iterable[_Vote]) -> dict[int, float]:
    """Return the numbers of one parent's votes after more were given or withdrawn, without numbers of 0.

    Args:
        counts: Elected record → number of votes so far.
        votes: The other votes of the same parent.
    """
    new_counts = dict(counts)
    for vote in votes:
        new_counts[vote.elected] = new_counts.get(vote.elected, 0.0) + vote.weight
        # Weights are multiples of one half, so a withdrawn vote leaves exactly 0.
        if not new_counts[vote.elected]:
            del new_counts[vote.elected]
    return new_counts


_NO_VOTES = _Election({}, {})


class _RuleCounts:
    """Numbers of linked rules, by the chapter that they are in and by the chapter that their number begins with.

    The two differ only in damaged copies, where a rule may be in another chapter than its number says. Glossary entries
    are not counted.

    Attributes:
        flow: Positions of an old and a new chapter → number of linked rules that went from the old one to the new one.
        leaving: Position of an old chapter → number of its rules that are linked, wherever they went.
        linked: Number of a chapter (`702`) → number of linked rules whose old number begins with it.
        kept: Number of a chapter → number of the rules counted in `linked` that have the same number in the newer
            edition.
    """

    def __init__(self) -> None:
        self.flow: Counter[tuple[int, int]] = Counter()
        self.leaving: Counter[int] = Counter()
        self.linked: Counter[str] = Counter()
        self.kept: Counter[str] = Counter()

    def copy(self) -> "_RuleCounts":
        """Return equal counts that can be changed without changing these."""
        counts = _RuleCounts()
        counts.flow, counts.leaving = self.flow.copy(), self.leaving.copy()
        counts.linked, counts.kept = self.linked.copy(), self.kept.copy()
        return counts

    def add(self, old: EditionColumns, new: EditionColumns, change: LinkChange) -> None:
        """Add the link of a rule to the counts, or subtract it if it was undone."""
        chapter = old.chapters[change.old]
        self.flow[chapter, new.chapters[change.new]] += change.sign
        self.leaving[chapter] += change.sign
        key = old.keys[change.old]
        chapter_number = chapter_of(key)
        self.linked[chapter_number] += change.sign
        if key == new.keys[change.new]:
            self.kept[chapter_number] += change.sign


class Families:
    """The successors of all parents, according to some links.

    An object without links is made first; `after` returns another object with more links, and changes nothing. The
    votes of the older edition's parents and those of the newer edition's parents are two elections: a new parent may be
    the successor of an old one, although most of its own children come from another old parent.

    Args:
        old: The older edition.
        new: The newer edition.
        election: The votes of the old parents.
        back_election: The reverse: the votes of the new parents.
        counts: The numbers of linked rules; None for no links.

    Attributes:
        votes: For each old parent with votes, the votes for each new record.
        back_votes: The reverse: for each new parent with votes, the votes for each old record.
        successor_of: For each old parent with votes, the new record with the most votes.
        predecessor_of: The reverse: for each new parent with votes, the old record with the most votes.
    """

    def __init__(
        self,
        old: EditionColumns,
        new: EditionColumns,
        election: _Election = _NO_VOTES,
        back_election: _Election = _NO_VOTES,
        counts: _RuleCounts | None = None,
    ) -> None:
        self._old = old
        self._new = new
        self._election = election
        self._back_election = back_election
        self._counts = counts or _RuleCounts()
        self.votes, self.successor_of = election
        self.back_votes, self.predecessor_of = back_election

    def after(self, changes: Collection[LinkChange]) -> "Families":
        """Return the families after more links were made or undone."""
        counts = self._counts.copy()
        for change in changes:
            if self._old.is_rule(change.old):
                counts.add(self._old, self._new, change)
        votes = self._sum_votes(changes)
        election = self._election.after(votes)
        back_election = self._back_election.after(map(_Vote.reverse, votes))
        return Families(self._old, self._new, election, back_election, counts)

    def _sum_votes(self, changes: Iterable[LinkChange]) -> list[_Vote]:
        """Return the votes of links: for each old parent and each new one, the sum of its votes for the other.

        A link is a vote of the old record's parent for the new record's parent, if both have one. If the old or the new
        record is a parent itself, the link also counts as `OWN_VOTE` votes of the old record for the new one. A link
        that was undone takes its votes back.
        """
        old, new = self._old, self._new
        weights: dict[tuple[int, int], float] = defaultdict(float)  # old and new parent → sum of the votes
        for change in changes:
            if old.children[change.old] or new.children[change.new]:
                weights[change.old, change.new] += change.sign * OWN_VOTE
            parent, new_parent = old.parents[change.old], new.parents[change.new]
            if NONE not in {parent, new_parent}:
                weights[parent, new_parent] += change.sign
        return [_Vote(voter, elected, weight) for (voter, elected), weight in weights.items()]

    def list_possible_successors(self, parent: int) -> list[int]:
        """Return the new records that have some of an old parent's votes; its successor is the one with the most."""
        return list(self.votes.get(parent, {}))

    def share(self, parent: int, new_parent: int) -> float:
        """Return the share of an old parent's votes that goes to a new one, 0 to 1; 0 without votes."""
        return _share(self.votes.get(parent, {}), new_parent)

    def back_share(self, parent: int, new_parent: int) -> float:
        """Return the share of a new parent's votes that comes from an old one, 0 to 1; 0 without votes."""
        return _share(self.back_votes.get(new_parent, {}), parent)

    def flow(self, chapter: int, new_chapter: int) -> float:
        """Return the share of an old chapter's linked rules that is in a new chapter, 0 to 1.

        The share is 0 if the old chapter has no linked rule, or if one of the two positions is `NONE`.
        """
        counts = self._counts
        if NONE in {chapter, new_chapter} or not counts.leaving[chapter]:
            return 0.0
        return counts.flow[chapter, new_chapter] / counts.leaving[chapter]

    def stability(self, position: int) -> float:
        """Return the share of the linked rules in the chapter of an old record that kept their number, 0 to 1.

        The share of the whole edition is mixed in with the weight of `_SMOOTHING` links, so that the few links of a
        small chapter do not decide alone: if one of a chapter's two links kept its number, and half of the edition's
        links did, the result is (1 + 3 * 0.5) / (2 + 3) = 0.5.
        """
        counts = self._counts
        chapter = chapter_of(self._old.keys[position])
        share_of_edition = counts.kept.total() / max(1, counts.linked.total())
        return (counts.kept[chapter] + _SMOOTHING * share_of_edition) / (counts.linked[chapter] + _SMOOTHING)


def _share(counts: Mapping[int, float], elected: int) -> float:
    return counts[elected] / sum(counts.values()) if elected in counts else 0.0
