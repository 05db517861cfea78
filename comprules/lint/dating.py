"""The editions that `comprules init` declares for a tree, judging by its citations.

The day and the copies of the rules in a tree are further evidence (`TreeEvidence`). No finding depends on any of this.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import lru_cache
from pathlib import Path, PurePosixPath

import msgspec

from comprules.lint.declaration import write_pattern
from comprules.lint.init_answers import (
    Candidate,
    CopyInTree,
    Declared,
    InitAnswer,
    OtherRules,
    StatedEdition,
    UndeclaredFile,
)
from comprules.lint.records import PlacedCitation
from graph.citations.date import DatedFile, Fact, collect_facts, date_files
from graph.citations.hints import Hints
from graph.citations.judge.judge import Judge
from graph.citations.records import Citation
from graph.history import History, Period
from rules.counts import format_count

SURE = 0.9
"""Minimum probability of an edition that is declared for a file or folder only because the one around it does not fit.

A less probable edition of the outermost folder is declared as an estimate.

`python -m bench.dating` shows what another value would cost."""
LIKELY = 0.5
"""Minimum probability of the edition of the outermost folder, and of the edition of a folder for a file in it."""
ENOUGH_FACTS = 2
"""Minimum number of facts that fit the edition of a file, but not that of the folder around it.

A single fact can be a slip, and needs no declaration: the check judges such a number by the words next to it, or finds
that the folder's edition lacks it. An edition of the outermost folder that rests on a single fact is declared as an
estimate."""

_LEAST_OF_COPY = 0.8
"""Minimum share of the facts of the best edition that a copy of the rules must fit, to be preferred to that edition."""
_MOST_CANDIDATES = 3
"""Maximum number of editions that are shown for files whose edition is uncertain."""


class TreeEvidence(msgspec.Struct, frozen=True):
    """What is known of a tree besides its citations.

    Attributes:
        changed: The day of the last change of each file, by its path relative to the tree, as far as it is known.
        copies: The copies of the rules in the tree.
        stated: The editions that the tree states in names of files.
        other_rules: The files that cite other rules.
        unread: The files that could not be read, which are not declared.
        has_moved: Returns whether a number means another rule, or none, in the newest edition than in an edition.
    """

    changed: Mapping[str, date] = {}
    copies: tuple[CopyInTree, ...] = ()
    stated: tuple[StatedEdition, ...] = ()
    other_rules: tuple[OtherRules, ...] = ()
    unread: tuple[UndeclaredFile, ...] = ()
    has_moved: Callable[[str, str], bool] = lambda _number, _edition: False

    @property
    def hints(self) -> Hints:
        """Return the evidence that helps to date citations: days, and the editions of copies and of names of files."""
        editions = [copy.edition for copy in self.copies] + [stated.edition for stated in self.stated]
        return Hints(self.changed, tuple(dict.fromkeys(editions)))


def collect_tree_facts(cited: Iterable[tuple[str, Citation]], judge: Judge) -> dict[str, frozenset[Fact]]:
    """Return the facts that date the files of a tree.

    Args:
        cited: All citations of the tree, with the paths of their files relative to it. Those with a stamp show nothing
            about their file, and are left out.
        judge: Says what the words beside a number are about.
    """
    unstamped: dict[str, list[Citation]] = {}
    for path, citation in cited:
        if citation.stamp is None:
            unstamped.setdefault(path, []).append(citation)
    return {
        path: collect_facts(judge.history, _list_periods(citations, judge)) for path, citations in unstamped.items()
    }


def _list_periods(citations: Iterable[Citation], judge: Judge) -> Iterator[tuple[str, tuple[Period, ...]]]:
    """Yield the numbers of citations, each with the periods that the words next to it mean."""
    for citation in citations:
        for number in citation.numbers:
            yield number, judge.periods_by_words(citation, number)


def place_citations(cited: Iterable[PlacedCitation], root: Path) -> list[tuple[str, Citation]]:
    """Return citations with the paths of their files relative to a folder."""
    return [(relative_path(placed.path, root), placed) for placed in cited]


@lru_cache(maxsize=1)  # the citations of a file follow each other
def relative_path(path: str, root: Path) -> str:
    """Return the real path of a file relative to a folder without links, with slashes, as patterns are matched."""
    return os.path.relpath(os.path.realpath(path), root).replace(os.sep, "/")


def describe_undeclared(cited: Sequence[PlacedCitation], judge: Judge, root: Path) -> str | None:
    """Return a note about the edition that a tree seems to have been written for.

    None if no edition is likely, or if all its numbers mean the same rules today. The note changes neither a finding
    nor the exit code.

    Args:
        cited: All citations of the run.
        judge: Says what the words beside a number are about.
        root: The folder of the tree.
    """
    dated = date_files(collect_tree_facts(place_citations(cited, root), judge), judge.history.calendar.editions)
    if not dated:
        return None
    tree = dated[0]  # the folders come before what is in them
    edition = tree.choose_edition()
    if tree.weigh_edition(edition) < LIKELY:
        return None  # `init` would not declare it either
    numbers = [number for placed in cited if placed.stamp is None for number in placed.numbers]
    moved = sum(has_moved(judge.history, number, edition, judge.target) for number in numbers)
    if not moved:
        return None
    return (
        f"this tree seems to have been written for {edition}: {format_count(moved, 'number means', 'numbers mean')} a "
        "different rule today; run `comprules init` to declare that edition"
    )


def has_moved(history: History, number: str, edition: str, newer: str) -> bool:
    """Return whether a number that an edition has means another rule, or none, in a newer edition."""
    then = history.lineages.find(edition, number)
    return then is not None and then != history.lineages.find(newer, number)


def declare(
    dated: Sequence[DatedFile],
    cited: Mapping[str, Sequence[str]],
    inside: Sequence[str],
    evidence: TreeEvidence | None = None,
    *,
    cites_rules: bool,
) -> InitAnswer:
    """Return the declaration proposed for a tree.

    A folder gets the edition that fits most of its numbers. A file or folder in it is declared only if it does not fit
    that edition: with an edition of its own, or as open if none is sure enough.

    Args:
        dated: The tree, its folders and files, each folder before what is in it.
        cited: The numbers that each file cites, each as often as the file cites it.
        inside: The files and folders that are to be declared; `.` for the tree.
        evidence: What else is known of the tree; None for nothing.
        cites_rules: Whether bare numbers in the tree cite the rules.
    """
    decisions = _Decisions()
    for unit in dated:
        decisions.decide(unit, is_wanted=_is_wanted(unit.path, inside))
    evidence = evidence or TreeEvidence()
    declared: list[Declared] = []
    for decision, files in decisions.files.items():
        if files:
            declared.append(_make_declared(decision, files, cited, evidence))
    unread = [unit for unit in evidence.unread if _is_wanted(unit.path, inside)]
    return InitAnswer(
        declared=tuple(declared),
        open_files=(*decisions.left_open, *unread),
        cites_rules=cites_rules,
        other_rules=evidence.other_rules,
        copies=evidence.copies,
        stated=evidence.stated,
    )


class _Decision(msgspec.Struct, frozen=True):
    """An edition for a pattern of files."""

    pattern: str
    edition: str


class _Decisions:
    """The decisions for the files and folders of a tree so far; folders come before what is in them.

    Attributes:
        files: Decision → the files for which it counts.
        left_open: The files without an edition.
    """

    def __init__(self) -> None:
        self.files: dict[_Decision, list[DatedFile]] = {}
        self.left_open: list[UndeclaredFile] = []
        self._by_path: dict[str, _Decision | None] = {}

    def decide(self, unit: DatedFile, *, is_wanted: bool) -> None:
        """Decide for a file or folder, after the folders around it.

        Args:
            unit: The file or folder.
            is_wanted: Whether it is to be declared; otherwise the decision for the folder around it applies.
        """
        above = self._find_above(unit.path)
        self._by_path[unit.path] = above
        if not is_wanted:
            return
        if _may_differ(unit, above) and (above is None or unit.weigh_edition(above.edition) < LIKELY):
            self._decide_alone(unit, above)
        decision = self._by_path[unit.path]
        if decision is not None and not unit.is_folder:
            self.files[decision].append(unit)

    def _find_above(self, path: str) -> _Decision | None:
        """Return what was decided for the nearest folder around a path."""
        for folder in map(str, PurePosixPath(path).parents):
            if folder in self._by_path:
                return self._by_path[folder]
        return None

    def _decide_alone(self, unit: DatedFile, above: _Decision | None) -> None:
        """Decide for a file or folder that the edition of the folder around it does not fit.

        A folder for which no edition is sure enough keeps the decision of the folder around it.
        """
        edition = unit.choose_edition()
        if above is None and unit.weigh_edition(edition) < SURE:
            edition = _prefer_copy(unit, edition)
        required = SURE
        if unit.is_folder and above is None:  # nothing around it is declared, so a likely edition is better than none
            required = LIKELY
        if unit.weigh_edition(edition) >= required or (above is None and edition in unit.copies):
            pattern = "*" if unit.path == "." else write_pattern(unit.path, is_folder=unit.is_folder)
            decision = _Decision(pattern, edition)
            self._by_path[unit.path] = decision
            self.files[decision] = []
        elif not unit.is_folder:
            self._by_path[unit.path] = None
            facts = f"{unit.count_facts(edition)} of {unit.count_facts()} facts fit"
            probability = f"{unit.weigh_edition(edition):.0%}"
            self.left_open.append(UndeclaredFile(unit.path, f"most likely {edition} ({probability}): {facts}"))


def _prefer_copy(unit: DatedFile, edition: str) -> str:
    """Return the edition of a copy of the rules in the tree, rather than another edition that is uncertain.

    Of several copies it is the one that fits most facts. The copy must fit about as many facts as the other edition:
    otherwise it was added later, or for another purpose.

    Args:
        unit: The tree, or a folder or file of it.
        edition: The edition that fits best.
    """
    best = max(unit.copies, key=lambda copy: (unit.count_facts(copy), copy), default=edition)
    if unit.count_facts(best) >= _LEAST_OF_COPY * unit.count_facts(edition):
        return best
    return edition


def _may_differ(unit: DatedFile, above: _Decision | None) -> bool:
    """Return whether enough facts fit an edition of its own for a file or folder, but not that of the folder around it.

    Args:
        unit: The file or folder.
        above: What is decided for the folder around it; None for nothing.
    """
    if above is None:
        return unit.count_facts() > 0
    return unit.count_facts(unit.choose_edition(), against=above.edition) >= ENOUGH_FACTS


def _make_declared(
    decision: _Decision, files: Sequence[DatedFile], cited: Mapping[str, Sequence[str]], evidence: TreeEvidence
) -> Declared:
    """Return a declaration with its evidence."""
    facts = tuple(facts_of_file for file in files for facts_of_file in file.facts)
    whole = DatedFile(path=decision.pattern, is_folder=True, editions=files[0].editions, facts=facts)
    support = whole.count_facts(decision.edition)
    numbers = [number for file in files for number in cited.get(file.path, ())]
    confidence = round(whole.weigh_edition(decision.edition), 2)
    days = [evidence.changed[file.path] for file in files if file.path in evidence.changed]
    fits_badly = support < SURE * whole.count_facts()
    is_estimate = confidence < SURE or fits_badly or support < ENOUGH_FACTS
    return Declared(
        pattern=decision.pattern,
        edition=decision.edition,
        citations=len(numbers),
        support=support,
        against=whole.count_facts() - support,
        confidence=confidence,
        files=len(files),
        moved=sum(evidence.has_moved(number, decision.edition) for number in numbers),
        changed=max(days, default=None),
        is_estimate=is_estimate,
        candidates=_list_candidates(whole, decision.edition, evidence) if is_estimate else (),
    )


def _list_candidates(unit: DatedFile, chosen: str, evidence: TreeEvidence) -> tuple[Candidate, ...]:
    """Return the editions that may be meant by some files: the chosen one, those in the tree, and the next best.

    An edition that only has facts which an edition before it in the list has too is left out.

    Args:
        unit: The files.
        chosen: The edition that is declared.
        evidence: What else is known of the tree.
    """
    copies = {copy.edition for copy in evidence.copies}
    by_support = sorted(unit.editions, key=lambda edition: (unit.count_facts(edition), edition), reverse=True)
    candidates: list[Candidate] = []
    for edition in dict.fromkeys((chosen, *evidence.hints.copies, *by_support)):
        adds_facts = all(unit.count_facts(edition, against=candidate.edition) for candidate in candidates)
        if adds_facts or edition in copies:
            candidates.append(Candidate(edition, unit.count_facts(edition), has_copy=edition in copies))
    return tuple(candidates[:_MOST_CANDIDATES])


def list_keys(
    declaration: InitAnswer,
    editions: Mapping[str, str],
    inside: Sequence[str],
    so_far: bool | Mapping[str, bool] | None = None,
) -> dict[str, object]:
    """Return the keys of the configuration for a declaration, such as `edition` and `editions`; None removes a key.

    Args:
        declaration: The declaration.
        editions: What the configuration declares for parts of the tree so far.
        inside: The files and folders that are declared; declarations for others stay.
        so_far: The value of `cites-rules` so far.
    """
    remaining = {
        pattern: name
        for pattern, name in editions.items()
        if not any(is_inside(pattern.strip("/"), path) for path in inside)
    }
    keys: dict[str, object] = {}
    if "." in inside:
        keys = {"edition": declaration.edition}
    cites_rules = _find_cites_rules(declaration, so_far)
    if cites_rules is not None:
        keys["cites-rules"] = cites_rules
    return keys | {"editions": remaining | declaration.patterns, "folder-editions": None}


def _find_cites_rules(
    declaration: InitAnswer, so_far: bool | Mapping[str, bool] | None
) -> bool | dict[str, bool] | None:
    """Return the value of `cites-rules`; None if it stays as it is.

    It is False if the whole tree cites other rules. For a tree of which `/chess/` cites other rules it is
    `{"*": True, "/chess/": False}`, or without the first row if bare numbers are not citations either. Patterns that
    the configuration has so far stay.

    Args:
        declaration: The declaration.
        so_far: The value so far.
    """
    excluded = {unit.pattern: False for unit in declaration.other_rules}
    if "*" in excluded:
        return False
    if not excluded:
        return declaration.cites_rules or None
    patterns: dict[str, bool] = {}
    if isinstance(so_far, Mapping):
        patterns = dict(so_far)
    elif so_far is not None or declaration.cites_rules:
        patterns = {"*": bool(so_far) or declaration.cites_rules}
    return patterns | excluded


def _is_wanted(path: str, inside: Sequence[str]) -> bool:
    """Return whether a file or folder is to be declared: it is one of those in `inside`, or in one of them."""
    return any(is_inside(path, folder) for folder in inside)


def is_inside(path: str, folder: str) -> bool:
    """Return whether a path is a folder, or in it; all paths are in `.`."""
    return folder in {".", path} or path.startswith(f"{folder}/")
