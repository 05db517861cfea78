"""Which edition a citation was written from that no words decide: what the citations around it tell, unit by unit.

A citation is dated where words beside it tell what it means, and where its number was not always in use. Most authors
work with one edition at a time, so the dated citations of a file, of its folders and of the tree tell the edition of
the others: the nearer unit first, the wider ones as what is expected before it speaks (shrinkage: Efron and Morris,
"Stein's estimation rule and its competitors", Journal of the American Statistical Association, 1973).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import PurePath
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from graph.citations.judge.lineage_locator import LineageLocator

Spans = frozenset[tuple[str, str]]
"""When a number named something: the first and the last edition of each time."""
_EXPECTED, _WEIGHT = 0.3, 2.0
"""The share of citations without words that are of an older edition where nothing is known, and how many citations
what is known of a wider unit counts for in a narrower one."""
_IN_USE = 0.25
"""What it counts, in choosing an edition, that it has a number which is cited."""
_ENOUGH = 3
"""Dated citations of a unit from which it tells the edition by itself; wider units only choose among equals then."""


class Dated(NamedTuple):
    """What dates a citation.

    Attributes:
        family: The rule that is cited, without the letter; citations of one rule are one fact.
        spans: The editions in which the number is what is meant, or is in use at all.
        weight: 1 where words tell it, or the number is no longer in use; less where words lean; 0 where only that the
            number is in use speaks for it.
    """

    family: str | None
    spans: Spans
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class DatedFile:
    """What the first look at a file found out.

    Attributes:
        path: The file.
        dated: Its dated citations, each fact once.
        has_open: Whether it has numbers for which another edition would make a difference.
    """

    path: str
    dated: frozenset[Dated] = frozenset()
    has_open: bool = False


@dataclass(frozen=True, slots=True)
class Opinion:
    """What the citations around one say of its edition.

    Attributes:
        editions: Those that explain most of them, equally well.
        share: How many of the citations that tell the two apart are of these editions rather than of the one held
            against, as far as that many tell.
    """

    editions: frozenset[str]
    share: float


@dataclass(slots=True)
class EditionEvidence:
    """The dated citations of a tree, by folder.

    Attributes:
        folders: Each folder with the facts of the files below it, and in how many files each is.
        files: The facts of each file.
    """

    folders: dict[str, Counter[Dated]] = field(default_factory=lambda: defaultdict(Counter))
    files: dict[str, frozenset[Dated]] = field(default_factory=dict)

    @classmethod
    def of(cls, files: Iterable[DatedFile]) -> EditionEvidence:
        """Put together what the files of a tree tell."""
        evidence = cls()
        for one in files:
            evidence.files[one.path] = one.dated
            for folder in PurePath(one.path).parents:
                evidence.folders[folder.as_posix()].update(one.dated)
        return evidence

    def units(self, path: str) -> list[Counter[Dated]]:
        """Return the facts of the folders around a file, the file's own aside, from the nearest to the widest."""
        own = Counter(self.files.get(path, ()))
        around = (self.folders.get(folder.as_posix(), Counter()) for folder in PurePath(path).parents)
        found: list[Counter[Dated]] = []
        for one in around:
            rest = one - own
            if rest and (not found or rest != found[-1]):
                found.append(rest)
        return found


class Dating:
    """Weighs dated citations.

    Args:
        where: Which editions there are.
        target: Id of the edition held against.
    """

    def __init__(self, where: LineageLocator, target: str) -> None:
        self._where = where
        self._target = target
        self.editions_in = lru_cache(1 << 12)(self._editions_in)

    def opinion(self, units: Sequence[Counter[Dated]]) -> Opinion | None:
        """Return what some units tell, the nearest first; None where they speak for the edition held against.

        Args:
            units: The facts of each, with how often each occurs.
        """
        editions = self._chosen(units)
        if not editions or self._target in editions:
            return None
        chosen = max(editions)
        share = _EXPECTED
        for unit in reversed(units):
            ours, theirs = self._sides(unit, chosen)
            share = (ours + _WEIGHT * share) / (ours + theirs + _WEIGHT)
        return Opinion(editions, share)

    def _chosen(self, units: Sequence[Counter[Dated]]) -> frozenset[str]:
        """The editions that explain most of the nearest unit which tells enough; among equals the wider ones choose."""
        editions: frozenset[str] = frozenset()
        together: Counter[Dated] = Counter()
        for unit in units:
            together = together + unit
            if not editions and sum(one.weight * count for one, count in together.items()) < _ENOUGH:
                continue
            votes = self._votes(unit if editions else together)
            candidates = editions or frozenset(votes)
            most = max((votes[edition] for edition in candidates), default=0)
            editions = frozenset(edition for edition in candidates if votes[edition] == most)
        if editions:
            return editions
        votes = self._votes(together)
        most = max(votes.values(), default=0)
        return frozenset(edition for edition, count in votes.items() if count == most)

    def _votes(self, facts: Counter[Dated]) -> dict[str, float]:
        """How many facts each edition explains; that a number is in use counts little."""
        votes: dict[str, float] = defaultdict(float)
        for one, count in facts.items():
            for edition in self.editions_in(one.spans):
                votes[edition] += count * max(one.weight, _IN_USE)
        return votes

    def _sides(self, unit: Counter[Dated], edition: str) -> tuple[float, float]:
        """How many citations are of an edition and not of the one held against, and the other way round.

        Those of neither are half an argument against: what is mixed may be mixed with the newest, too.
        """
        ours = theirs = 0.0
        for one, count in unit.items():
            editions = self.editions_in(one.spans)
            fits, renewed = edition in editions, self._target in editions
            weight = count * (one.weight or 1.0)
            if fits and not renewed:
                ours += weight
            elif renewed and not fits:
                theirs += weight
            elif not fits:
                theirs += weight / 2
        return ours, theirs

    def _editions_in(self, spans: Spans) -> frozenset[str]:
        return frozenset(self._where.editions_in(spans))
