"""The editions of a tree: which its citations look written for, and what `comprules init` declares of them.

No finding depends on it.
"""

import os
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path, PurePosixPath

import msgspec

from comprules.lint.config import SURE, UNKNOWN
from comprules.lint.declaration import write_pattern
from comprules.lint.notices import NoticeAnswer
from comprules.lint.records import PlacedCitation
from graph.citations.date import DatedFile, Fact, collect_facts, date_files
from graph.citations.judge.judge import Judge
from graph.citations.records import Citation
from rules.grouping import grouped

LIKELY = 0.5
"""Minimum probability with which the outermost folder has an edition, and what is in it the edition around it."""


class Declared(msgspec.Struct, frozen=True):
    """An edition for some files.

    Attributes:
        pattern: The files, as git writes patterns; `*` for the whole tree. The figures are of those of them for which
            no later pattern counts.
        edition: Id of the edition.
        citations: Number of citations in these files.
        support: Number of different facts (a number in use, words about a rule) that are true of the edition.
        against: Number of facts that are not.
        confidence: Probability that the numbers mean what they mean in that edition, 0 to 1.
    """

    pattern: str
    edition: str
    citations: int
    support: int
    against: int
    confidence: float


class OpenFile(msgspec.Struct, frozen=True):
    """A file without a declared edition, and why."""

    path: str
    why: str


class InitAnswer(msgspec.Struct, frozen=True):
    """What `init` declares, and what it did.

    Attributes:
        declared: The editions: the whole tree first, then folders, then files; the last one that matches counts.
        open: The files that are left open.
        cites_rules: Whether bare numbers in the tree cite the rules.
        citations: Number of citations of the tree.
        file: The configuration's file.
        written: Whether it was written.
        differs: Whether it says something else so far.
        notices: About what was skipped.
    """

    declared: tuple[Declared, ...]
    open: tuple[OpenFile, ...]
    cites_rules: bool
    citations: int = 0
    file: str = ""
    written: bool = False
    differs: bool = False
    notices: tuple[NoticeAnswer, ...] = ()

    @property
    def edition(self) -> str | None:
        """Return the edition of the whole tree; None if only parts of it are declared."""
        return next((declared.edition for declared in self.declared if declared.pattern == "*"), None)

    @property
    def patterns(self) -> dict[str, str]:
        """Return the content of `[editions]`, in the order in which the patterns count."""
        patterns = {declared.pattern: declared.edition for declared in self.declared if declared.pattern != "*"}
        return patterns | ({write_pattern(unit.path): UNKNOWN for unit in self.open} if self.declared else {})


def collect_tree_facts(cited: Iterable[tuple[str, Citation]], judge: Judge) -> dict[str, frozenset[Fact]]:
    """Return the facts that date the files of a tree.

    Args:
        cited: All citations of the tree, with the paths of their files relative to it; those with a stamp of their own
            are left out.
        judge: Says what the words beside a number are about.
    """
    by_file = grouped((path, citation) for path, citation in cited if citation.stamp is None)
    words = judge.periods_by_words
    return {
        path: collect_facts(judge.history, ((number, words(its, number)) for its in some for number in its.numbers))
        for path, some in by_file.items()
    }


def place_citations(cited: Iterable[PlacedCitation], root: Path) -> list[tuple[str, Citation]]:
    """Return citations with the paths of their files relative to a folder."""
    return [(relative_path(placed.path, root), placed) for placed in cited]


@lru_cache(maxsize=1)  # the citations of a file follow each other
def relative_path(path: str, root: Path) -> str:
    """Return a file's path relative to a folder without links, as patterns are matched with it."""
    return os.path.relpath(os.path.realpath(path), root).replace(os.sep, "/")


def describe_undeclared(cited: Sequence[PlacedCitation], judge: Judge, root: Path) -> str | None:
    """Return for which edition the citations look written; None if that is not likely, or the newest, or the same.

    It changes neither a finding nor the exit status.

    Args:
        cited: All citations of the run.
        judge: Says what the words beside a number are about.
        root: The folder of the tree.
    """
    dated = date_files(collect_tree_facts(place_citations(cited, root), judge), judge.history.editions)
    if not dated:
        return None
    history = judge.history
    edition = dated[0].choose_edition()
    if dated[0].weigh_edition(edition) < LIKELY:
        return None  # `init` would not declare it either
    numbers = [number for placed in cited if placed.stamp is None for number in placed.numbers]
    meant = ((history.lineage(edition, number), history.lineage(judge.target, number)) for number in numbers)
    moved = sum(then is not None and then != now for then, now in meant)
    if not moved:
        return None
    number = "1 number means"
    if moved != 1:
        number = f"{moved:,} numbers mean"
    return f"this tree looks written for {edition}: {number} another rule today; `comprules init` declares it"


def declare(
    dated: Sequence[DatedFile], citations: Mapping[str, int], inside: Sequence[str], *, cites_rules: bool
) -> InitAnswer:
    """Return what to declare for a tree.

    A file or folder is declared where its numbers do not fit the edition of the folder around it. A folder has the
    edition that most of its numbers fit; files that do not fit it have their own, or are left open.

    Args:
        dated: The tree, its folders and files, each folder before what is in it.
        citations: Number of citations of each file.
        inside: The files and folders that are to be declared; `.` for the tree.
        cites_rules: Whether bare numbers in the tree cite the rules.
    """
    decided: dict[str, tuple[str, str] | None] = {}
    files: dict[tuple[str, str], list[DatedFile]] = {}
    left: list[OpenFile] = []
    for unit in dated:
        folders = map(str, PurePosixPath(unit.path).parents)
        above = next((decided[folder] for folder in folders if folder in decided), None)
        decided[unit.path] = above
        if not any(is_inside(unit.path, path) for path in inside):
            continue
        if unit.count_facts() and (above is None or unit.weigh_edition(above[1]) < LIKELY):
            edition = unit.choose_edition()
            if unit.weigh_edition(edition) >= (LIKELY if unit.is_folder and above is None else SURE):
                pattern = "*"
                if unit.path != ".":
                    pattern = write_pattern(unit.path, is_folder=unit.is_folder)
                decided[unit.path] = (pattern, edition)
                files[pattern, edition] = []
            elif not unit.is_folder:
                decided[unit.path] = None
                fits = f"{unit.count_facts(edition)} of {unit.count_facts()} facts fit"
                left.append(OpenFile(unit.path, f"most likely {edition} ({unit.weigh_edition(edition):.0%}): {fits}"))
        decision = decided[unit.path]
        if decision is not None and not unit.is_folder:
            files[decision].append(unit)
    declared = []
    for (pattern, edition), units in files.items():
        if units:
            whole = DatedFile(pattern, True, units[0].editions, tuple(pair for unit in units for pair in unit.facts))
            support = whole.count_facts(edition)
            count = sum(citations.get(unit.path, 0) for unit in units)
            confidence = round(whole.weigh_edition(edition), 2)
            declared.append(Declared(pattern, edition, count, support, whole.count_facts() - support, confidence))
    return InitAnswer(tuple(declared), tuple(left), cites_rules)


def list_keys(declaration: InitAnswer, editions: Mapping[str, str], inside: Sequence[str]) -> dict[str, object]:
    """Return the keys of the configuration that make a declaration.

    Args:
        declaration: The declaration.
        editions: What the configuration declares for parts of the tree so far.
        inside: The files and folders that are declared; what is declared for others stays.
    """
    remaining = {
        pattern: name
        for pattern, name in editions.items()
        if not any(is_inside(pattern.strip("/"), path) for path in inside)
    }
    keys: dict[str, object] = {}
    if "." in inside:
        keys = {"edition": declaration.edition}
    keys |= {"cites-rules": True} if declaration.cites_rules else {}
    return keys | {"editions": remaining | declaration.patterns, "folder-editions": None}


def is_inside(path: str, folder: str) -> bool:
    """Return whether a path is a folder, or in it; all paths are in `.`."""
    return folder in {".", path} or path.startswith(f"{folder}/")
