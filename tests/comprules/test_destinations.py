"""Every answer to where a rule went gives the same numbers: for each number of each edition, none left out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from comprules.lint.counted_rules import find_rules
from graph.answers.comparison import answer_comparison
from graph.answers.correspondence import answer_moves_between
from graph.answers.history import answer_history
from graph.answers.owners import OwnerAnswer, answer_number
from graph.answers.rule import answer_meaning
from graph.citations.judge.judge import Judge
from graph.citations.records import Citation, Meaning, Part
from graph.citations.renumber.renumberer import Renumberer
from graph.history import History, Period
from graph.ledger import Ledger, open_ledger
from rules.keys import is_entry, key_of_rule, number_of
from rules.links import Version
from rules.numbers import is_number, parent_of
from rules.records import COMPREHENSIVE_RULES
from rules.store import Store

GROUPS = 4
"""The editions of the archive are tested in so many groups, side by side."""
STEPS = (("2003-03-15", "2003-05-26"), ("2009-05-01", "2009-07-11"), ("2005-08-01", "2026-08-07"))
"""Pairs of editions whose whole comparison is read."""


class Sources(NamedTuple):
    """The history in a knowledge base, and in the ledger that was made from it."""

    store: History
    ledger: History

    @property
    def editions(self) -> list[str]:
        """All editions of the Comprehensive Rules, the retyped ones too."""
        return [edition for edition, work in self.ledger.calendar.work_of.items() if work == COMPREHENSIVE_RULES]


def map_keys(history: History, old: str, new: str) -> dict[str, tuple[str, ...]]:
    """Where `map` sends each key of an edition; of the newest edition each key is itself."""
    if old == new:
        return {key: (key,) for key in history.lineages.of_edition(old)}
    moves = answer_moves_between(history, old, new)
    return {move.old: move.new for move in moves if move.old is not None}


def numbers_of(keys: Iterable[str]) -> set[str]:
    return {number_of(key) for key in keys if not is_entry(key)}


def cite(number: str) -> Citation:
    """`CR NUMBER`, as the finder gives it."""
    return Citation(number, 3, 3 + len(number), "number", (number,), (Part(number, 3, 3 + len(number)),), "cr")


class Agreement:
    """The answers about the numbers of editions, compared with those of `map`.

    Args:
        sources: Where both sides are read.
    """

    def __init__(self, sources: Sources) -> None:
        self.history = sources.ledger
        self.newest = self.history.calendar.newest
        self.store = sources.store
        self.judge = Judge(self.history, self.newest)
        self.renumberer = Renumberer(self.judge)

    def check_edition(self, edition: str) -> int:
        """Compare the answers about each number of an edition; return how many numbers it has."""
        mapped = map_keys(self.store, edition, self.newest)
        assert mapped == map_keys(self.history, edition, self.newest)
        assert mapped.keys() == self.history.lineages.of_edition(edition).keys()
        for key, lineage in self.history.lineages.of_edition(edition).items():
            destination = self.history.destinations.of_lineage(lineage, edition, self.newest)
            assert sorted(destination.keys) == sorted(mapped[key]), (edition, key)
            assert not destination.lineage_continues or destination.keys[0] == mapped[key][0], (edition, key)
        numbers = list(dict.fromkeys(number_of(key) for key in mapped if not is_entry(key)))
        for number in numbers:
            self.check_number(edition, number, list_expected(mapped, number))
        return len(numbers)

    def check_number(self, edition: str, number: str, expected: Sequence[set[str]]) -> None:
        """Compare what is said of a number that an edition declares.

        Args:
            edition: The edition.
            number: The number.
            expected: Where `map` sends each rule that the edition has under the number, mostly a single one.
        """
        place = (edition, number)
        numbers = set().union(*expected)
        destination = self.history.destinations.of_number(number, edition, self.newest)
        assert set(destination.numbers) == numbers, place
        ((meaning,),) = self.judge.meanings([cite(number)], edition)
        self.check_finding(place, meaning, numbers)
        covered = set(find_rules(self.history, meaning, self.newest))
        assert covered == numbers if destination.sure else covered <= numbers, place
        (outcome,) = self.renumberer.renumber(f"CR {number}", [cite(number)], edition)
        if outcome.status == "left":
            assert [set(named.numbers) for named in outcome.destinations] in ([numbers], []), place
        else:
            assert outcome.new in numbers, place

    def check_finding(self, place: tuple[str, str], meaning: Meaning, numbers: set[str]) -> None:
        """Compare a finding of `check`, or that there is none, with the numbers of `map`."""
        number = meaning.number
        fault = meaning.fault
        if fault is None:
            is_below = any(parent_of(new) == number for new in numbers)
            may_be_placeholder = number.endswith("x")  # 704.5x may stand for any of these rules
            assert number in numbers or is_below or may_be_placeholder, place
            return
        assert fault.code in {"CR002", "CR003"}, place
        assert number not in numbers, place
        assert set(fault.suggestions) <= numbers, place
        assert all(new in fault.message for new in numbers), (place, fault.message)


def list_expected(mapped: Mapping[str, tuple[str, ...]], number: str) -> list[set[str]]:
    """Where each rule with a number went, by its keys: `502.35b` and `502.35b#2` are two rules."""
    expected: list[set[str]] = []
    while (key := key_of_rule(number, len(expected) + 1)) in mapped:
        expected.append(numbers_of(mapped[key]))
    return expected


def list_held(sources: Sources, versions: Sequence[Version]) -> Iterator[tuple[str, str]]:
    """The editions in which a lineage has the keys of some consecutive versions, each with the key there."""
    first, lineage = versions[0].first, versions[0].lineage
    until = sources.ledger.calendar.last_day(versions[-1].last) or versions[-1].last
    keys = {version.key for version in versions}
    for edition in sources.editions:
        key = sources.ledger.lineages.key_at(lineage, edition) if first <= edition <= until else None
        if key in keys:
            yield edition, key


def check_histories(sources: Sources, ledger: Ledger) -> int:
    """Compare `trace`, `show` and `explain` with what `map` says of all editions; return how many lineages there are.

    What is said of a rule without a day holds for all its days: the numbers are those of all its editions together.
    """
    history, newest = sources.ledger, sources.ledger.calendar.newest
    mapped = {edition: map_keys(history, edition, newest) for edition in sources.editions}
    lineages = dict.fromkeys(
        lineage for edition in sources.editions for lineage in history.lineages.of_edition(edition).values()
    )
    for lineage in lineages:
        versions = history.versions.of_lineage(lineage)
        keys = {new for edition, key in list_held(sources, versions) for new in mapped[edition][key]}
        trace = answer_history(history, lineage)
        assert set(trace.now_in) == keys, lineage
        assert trace.status != "deleted" or not keys, lineage
        assert trace.number is None or trace.number in keys, lineage
        for version in versions:
            shown = answer_meaning(sources.store.store, version.last, version.key)
            assert set(shown.now_in) == set(mapped[version.last][version.key]), (lineage, version.last)
    for number in dict.fromkeys(number_of(key) for keys in mapped.values() for key in keys if not is_entry(key)):
        check_owners(sources, ledger, number, mapped)
    return len(lineages)


def check_owners(
    sources: Sources, ledger: Ledger, number: str, mapped: Mapping[str, Mapping[str, tuple[str, ...]]]
) -> None:
    """Compare what `explain` says of each rule that had a number with what `map` says of its editions."""
    if not is_number(number):
        return  # an irregular number, which `explain` takes for no number
    history = sources.ledger
    owners = [owner for owner in answer_number(ledger, number).owners if is_of_rules(history, owner)]
    periods = history.periods.of_number(number)
    assert len(owners) == len(periods), number
    for owner, period in zip(owners, periods, strict=True):
        expected = numbers_of(
            new for edition, key in list_held(sources, versions_of(history, period)) for new in mapped[edition][key]
        )
        assert set(owner.numbers) == expected, (number, owner)
        assert all(new == number or new in owner.now for new in expected), (number, owner)
        assert (owner.gone is None) == bool(owner.numbers or "the glossary entry" in owner.now), (number, owner)


def is_of_rules(history: History, owner: OwnerAnswer) -> bool:
    return history.calendar.work_of[owner.first] == COMPREHENSIVE_RULES


def versions_of(history: History, period: Period) -> list[Version]:
    versions = history.versions.of_lineage(period.lineage)
    return [version for version in versions if period.first <= version.first <= period.last]


def check_comparison(sources: Sources, old: str, new: str) -> int:
    """Compare the changes that `diff` lists with `map`; return how many there are."""
    mapped = map_keys(sources.store, old, new)
    comparison = answer_comparison(sources.store, old, new)
    listed: set[str] = set()
    for change in comparison.changes:
        olds = [record.number for record in change.old]
        listed.update(olds)
        expected = {key for source in olds for key in mapped[source]}
        assert {record.number for record in change.new} == expected or not olds, (old, new, olds)
    assert all(mapped[key] == (key,) for key in mapped.keys() - listed), (old, new)
    return len(comparison.changes)


@pytest.fixture(scope="module")
def sample(sample_store: Store, sample_ledger: Path) -> Iterator[tuple[Sources, Ledger]]:
    with open_ledger(sample_ledger) as ledger:
        yield Sources(History(sample_store), History(ledger)), ledger


@pytest.fixture(scope="module")
def whole_sources(whole_store: Store, whole_ledger: Ledger) -> Sources:
    sources = Sources(History(whole_store), History(whole_ledger))
    assert sources.store.versions.by_lineage
    assert sources.ledger.versions.by_lineage
    return sources


def test_the_sample(sample: tuple[Sources, Ledger]) -> None:
    sources, ledger = sample
    agreement = Agreement(sources)
    assert sum(map(agreement.check_edition, sources.editions)) > 500
    assert check_histories(sources, ledger) > 100
    assert check_comparison(sources, sources.editions[0], sources.editions[-1]) > 10


@pytest.mark.parametrize("edition", ["1999-04-23", "2003-05-26", "2009-10-01"])
def test_an_old_edition_in_the_ledger_of_all(edition: str) -> None:
    with open_ledger() as ledger:
        history = History(ledger)
        assert Agreement(Sources(history, history)).check_edition(edition) > 400


@pytest.mark.archive
@pytest.mark.parametrize("group", range(GROUPS))
def test_each_number_of_each_edition(whole_sources: Sources, group: int) -> None:
    agreement = Agreement(whole_sources)
    editions = whole_sources.editions[group::GROUPS]
    assert sum(map(agreement.check_edition, editions)) > 1000 * len(editions)


@pytest.mark.archive
@pytest.mark.long
def test_each_lineage(whole_sources: Sources, whole_ledger: Ledger) -> None:
    assert check_histories(whole_sources, whole_ledger) > 4000


@pytest.mark.archive
@pytest.mark.parametrize(("old", "new"), STEPS)
def test_comparisons(whole_sources: Sources, old: str, new: str) -> None:
    assert check_comparison(whole_sources, old, new) > 10
    assert check_comparison(whole_sources, new, old) > 10
