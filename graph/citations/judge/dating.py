"""Derive the edition of citations that no words explain from the dated citations of their file, folders and tree.

A citation is dated if the words next to it show what it means, or if its number was not always in use. Most authors
work with one edition at a time, so the dated citations of a unit (a file, a folder, the tree) show the edition of the
others. The nearest unit counts most; the share that the wider units have is the expected value for a nearer unit with
few facts (shrinkage: Efron and Morris, "Stein's estimation rule and its competitors", Journal of the American
Statistical Association, 1973).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from operator import add, sub
from pathlib import PurePath
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from graph.citations.judge.lineage_locator import LineageLocator
    from graph.citations.judge.uses import NumberUse

Spans = frozenset[tuple[str, str]]
"""The periods in which a number named a rule, each as its first and its last edition."""
_EXPECTED, _WEIGHT = 0.3, 1.5
"""The expected share of citations of an older edition among those without words, if nothing is known; and the number of
citations for which the share of a wider unit counts in a narrower one."""
_IN_USE = 0.25
"""The weight, for the choice of an edition, of the fact that the edition has a cited number."""
_ENOUGH = 3
"""Minimum weight of the facts with which a unit determines the edition by itself; wider units then only break ties."""


class Dated(NamedTuple):
    """A fact that dates a citation.

    Attributes:
        family: The number of the cited rule without the letter, so that citations of one rule are one fact; None for
            chapters and sections.
        spans: The editions in which the number names the rule that is meant, or is in use at all.
        weight: 1 if words show the meaning, or if the number is no longer in use; less if words only lean to it; 0 if
            the only evidence is that the number is in use.
    """

    family: str | None
    spans: Spans
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class DatedFile:
    """The facts about a file that the first pass finds.

    Attributes:
        path: The file.
        dated: The facts that date its citations, each once.
        uses: The uses of its numbers that words explain, each once.
        open: The numbers without a certain meaning for which the edition may decide between several ownerships.
    """

    path: str
    dated: frozenset[Dated] = frozenset()
    uses: frozenset[NumberUse] = frozenset()
    open: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Opinion:
    """The edition of a citation, as derived from the citations around it.

    Attributes:
        editions: The editions that explain the most of these citations; all of them explain equally many.
        share: The estimated share of citations of these editions, not of the target edition, among the citations that
            distinguish the two.
    """

    editions: frozenset[str]
    share: float


@dataclass(frozen=True, slots=True)
class EditionEvidence:
    """The dated citations of a tree, by folder.

    Attributes:
        folders: Each folder with the facts of the files below it, and the number of files that have each fact.
        files: The facts of each file.
        uses: The uses of the numbers of each file that words explain.
    """

    folders: dict[str, Counter[Dated]]
    files: dict[str, frozenset[Dated]]
    uses: dict[str, frozenset[NumberUse]]

    @classmethod
    def of(cls, files: Iterable[DatedFile]) -> EditionEvidence:
        """Collect the facts of the files of a tree."""
        known = list(files)
        facts = {file.path: file.dated for file in known}
        folders: dict[str, Counter[Dated]] = defaultdict(Counter)
        for path, dated in facts.items():
            for folder in PurePath(path).parents:
                folders[folder.as_posix()].update(dated)
        return cls(dict(folders), facts, {file.path: file.uses for file in known if file.uses})


class Unit(NamedTuple):
    """The weights of a unit's facts, in total and for each edition, by the edition's rank.

    The fact that a number is in use, which has no weight of its own, weighs 0 in `word_facts` and `past_facts`,
    `_IN_USE` in `choice`, and 1 elsewhere.

    Attributes:
        word_facts: Weight of all facts.
        past_facts: Weight of the facts that are not true of the target edition.
        past: For each edition, the weight of the facts that are true of it and not of the target edition.
        present: For each edition, the weight of the facts that are true of it and of the target edition.
        choice: For each edition, the weight of all facts that are true of it.
        all_past: Weight of the facts that are not true of the target edition.
        all_present: Weight of the facts that are true of the target edition.
    """

    word_facts: float
    past_facts: float
    past: tuple[float, ...]
    present: tuple[float, ...]
    choice: tuple[float, ...]
    all_past: float
    all_present: float

    def add_unit(self, other: Unit) -> Unit:
        """Return this unit with the facts of another."""
        return self._combine_with(other, add)

    def minus(self, other: Unit) -> Unit:
        """Return this unit without the facts of another."""
        return self._combine_with(other, sub)

    def _combine_with(self, other: Unit, sign: Callable[[float, float], float]) -> Unit:
        return Unit(
            sign(self.word_facts, other.word_facts),
            sign(self.past_facts, other.past_facts),
            tuple(map(sign, self.past, other.past)),
            tuple(map(sign, self.present, other.present)),
            tuple(map(sign, self.choice, other.choice)),
            sign(self.all_past, other.all_past),
            sign(self.all_present, other.all_present),
        )

    @property
    def is_empty(self) -> bool:
        """Return whether the unit has no facts."""
        return not (self.all_past or self.all_present)


class Dating:
    """Derives editions from dated citations.

    Args:
        where: The lineage locator, which has the editions.
        target: Id of the edition that citations are checked against.
    """

    def __init__(self, where: LineageLocator, target: str) -> None:
        self._editions = where.editions
        self._target = (bisect_right(where.editions, target) if where.has(target) else len(where.editions)) - 1
        self._evidence: EditionEvidence | None = None
        self._folders: dict[str, Unit] = {}
        self._ranks = lru_cache(None)(self._ranks_of)

    def set_evidence(self, evidence: EditionEvidence | None) -> None:
        """Set the evidence that dates the citations of the tree; None if nothing is known about the tree."""
        self._evidence = evidence
        self._folders = {}

    def unit(self, facts: Iterable[tuple[Dated, int]]) -> Unit:
        """Return the unit of some facts, each given with its number of occurrences."""
        size = len(self._editions) + 1
        past, present, choice = [0.0] * size, [0.0] * size, [0.0] * size
        by_words = past_facts = all_past = all_present = 0.0
        for dated, count in facts:
            spans, is_present = self._ranks(dated.spans)
            weight = count * (dated.weight or 1.0)
            by_words += count * dated.weight
            if is_present:
                side = present
                all_present += weight
            else:
                side = past
                all_past += weight
                past_facts += count * dated.weight
            for first, end in spans:
                side[first] += weight
                side[end] -= weight
                choice[first] += count * max(dated.weight, _IN_USE)
                choice[end] -= count * max(dated.weight, _IN_USE)
        return Unit(
            by_words, past_facts, _sum_steps(past), _sum_steps(present), _sum_steps(choice), all_past, all_present
        )

    def _ranks_of(self, spans: Spans) -> tuple[list[tuple[int, int]], bool]:
        """Return the ranks at which spans begin and before which they end, and whether one has the target edition."""
        editions = self._editions
        ranks = [(bisect_left(editions, first), bisect_right(editions, last)) for first, last in spans]
        return ranks, any(first <= self._target < end for first, end in ranks)

    def list_units_around(self, path: str) -> list[Unit]:
        """Return the units of the folders around a file, without its own facts, from the nearest to the widest."""
        evidence = self._evidence
        if evidence is None:
            return []
        own = self.find_own(path)
        units: list[Unit] = []
        for folder in map(PurePath.as_posix, PurePath(path).parents):
            if folder not in self._folders:
                self._folders[folder] = self.unit(evidence.folders.get(folder, Counter()).items())
            rest = self._folders[folder] if own.is_empty else self._folders[folder].minus(own)
            if not rest.is_empty and (not units or rest != units[-1]):
                units.append(rest)
        return units

    def find_own(self, path: str) -> Unit:
        """Return the unit of a file's own facts."""
        return self.unit((dated, 1) for dated in (self._evidence.files.get(path, ()) if self._evidence else ()))

    def opinion(self, units: Sequence[Unit]) -> Opinion | None:
        """Return the edition derived from some units, given nearest first; None if it is the target edition."""
        if not any(unit.all_past for unit in units):
            return None
        ranks = self._choose_editions(units)
        if self._target in ranks:
            return None
        chosen = max(ranks)
        share = _EXPECTED
        for unit in reversed(units):
            ours = unit.past[chosen]
            # A fact of neither edition counts half against: a unit with several editions may also have the newest.
            theirs = unit.all_present - unit.present[chosen] + (unit.all_past - unit.past[chosen]) / 2
            share = (ours + _WEIGHT * share) / (ours + theirs + _WEIGHT)
        return Opinion(frozenset(self._editions[rank] for rank in ranks), share)

    def _choose_editions(self, units: Sequence[Unit]) -> list[int]:
        """Return the editions that explain most of the nearest units with enough facts; wider units break ties."""
        ranks: list[int] = []
        together: Unit | None = None
        for unit in units:
            together = unit if together is None else together.add_unit(unit)
            if ranks:
                ranks = _find_best(unit.choice, ranks)
            elif together.word_facts >= _ENOUGH:
                ranks = _find_best(together.choice, range(len(self._editions)))
        return ranks or _find_best(together.choice if together else (), range(len(self._editions)))

    def holds(self, fact: Dated, edition: str) -> bool:
        """Return whether a fact is true of an edition."""
        return any(first <= edition <= last for first, last in fact.spans)


def _sum_steps(steps: Sequence[float]) -> tuple[float, ...]:
    """Return the sum for each edition, from the change at each; the last change is after the last edition."""
    return tuple(accumulate(steps[:-1]))


def _find_best(counts: Sequence[float], ranks: Sequence[int]) -> list[int]:
    most = max((counts[rank] for rank in ranks), default=0.0)
    return [rank for rank in ranks if counts[rank] == most]
