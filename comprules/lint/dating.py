"""Dates the citations of a tree, for `init` and for the hint that nothing is declared; no finding depends on it."""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from comprules.lint.findings import PlacedCitation
    from comprules.lint.linter import Linter
    from graph.citations.date import DatedFile, Fact
    from graph.citations.judge import Judge
    from graph.citations.records import Citation
    from graph.history import History
    from graph.ledger import Ledger

LEAST_CITATIONS, LEAST_RULES = 8, 4
"""Citations, and different rules cited, that a tree must have to count as citing Magic's rules: one slip in a physics
project is not enough."""

MOST = 0.9
"""Share of the bare numbers of a tree that must have named a rule, for them to be citations: where they are prices and
scores, it is at most a half in the trees of the samples; where they cite rules, at least 0.97."""


def date_citations(cited: Sequence[PlacedCitation], judge: Judge, root: Path) -> tuple[DatedFile, ...]:
    """Return a tree with its folders and files, each with its most probable edition; nothing without citations.

    Takes the arguments of `collect_tree_facts`.
    """
    from graph.citations.date import date_files  # noqa: PLC0415 - not needed by most checks

    return date_files(collect_tree_facts(cited, judge, root), judge.history.editions)


def collect_tree_facts(cited: Sequence[PlacedCitation], judge: Judge, root: Path) -> dict[str, frozenset[Fact]]:
    """Return the facts that date the files of a tree, by their paths relative to it.

    Args:
        cited: All citations of the tree; those with a stamp of their own are left out.
        judge: Says what the words beside a number are about.
        root: The folder of the tree.
    """
    by_file: dict[str, list[Citation]] = defaultdict(list)
    for placed in cited:
        if placed.stamp is None:
            by_file[placed.path].append(placed.citation)
    return {relative_path(path, root): collect_file_facts(judge, citations) for path, citations in by_file.items()}


def relative_path(path: str, root: Path) -> str:
    """Return a file's path relative to a folder without links, as patterns are matched with it."""
    return os.path.relpath(os.path.realpath(path), root).replace(os.sep, "/")


def cites_rules(cited: Iterable[PlacedCitation | Citation]) -> bool:
    """Return whether the citations of a tree are enough to declare that it cites Magic's rules."""
    rules = Counter(number for citation in cited for number in citation.numbers)
    return rules.total() >= LEAST_CITATIONS and len(rules) >= LEAST_RULES


def has_bare_citations(plain: Iterable[PlacedCitation], more: Iterable[PlacedCitation], ledger: Ledger) -> bool:
    """Return whether the bare numbers of a tree are citations: most of them named a rule in some edition.

    Args:
        plain: The citations that are found without a declaration.
        more: Those that are found if bare numbers count.
        ledger: The ledger, which knows the numbers of all editions.
    """
    known = {(placed.path, placed.line, placed.column) for placed in plain}
    bare = [placed for placed in more if (placed.path, placed.line, placed.column) not in known]
    numbers = {number for placed in bare for number in placed.numbers}
    return bool(numbers) and sum(bool(ledger.holders(number)) for number in numbers) >= MOST * len(numbers)


def describe_undeclared(cited: Sequence[PlacedCitation], linter: Linter) -> str | None:
    """Return for which edition the citations look written; None if for the newest, or if it is the same.

    It changes neither a finding nor the exit status.

    Args:
        cited: All citations of the run.
        linter: The linter of the run.
    """
    if not cites_rules(cited):
        return None
    dated = date_citations(cited, linter.judge, linter.settings.root)
    if not dated:
        return None
    history, edition = linter.history, dated[0].choose_edition()
    moved = sum(
        _means_another(history, number, edition, linter.settings.target)
        for placed in cited
        if placed.stamp is None
        for number in placed.numbers
    )
    if not moved:
        return None
    number = "1 number means" if moved == 1 else f"{moved:,} numbers mean"
    return f"this tree looks written for {edition}: {number} another rule today; `comprules init` declares it"


def _means_another(history: History, number: str, edition: str, target: str) -> bool:
    then = history.lineage(edition, number)
    return then is not None and then != history.lineage(target, number)


def collect_file_facts(judge: Judge, citations: Iterable[Citation]) -> frozenset[Fact]:
    """Return the facts that date a file.

    Args:
        judge: Says what the words beside a number are about.
        citations: The citations of the file without a stamp of their own.
    """
    from graph.citations.date import collect_facts  # noqa: PLC0415 - as above

    meant = []
    for citation in citations:
        for number in citation.numbers:
            weights = judge.weigh_words(citation, number)
            meant.append((number, [period for period, weight in weights.items() if weight > 0]))
    return collect_facts(judge.history, meant)
