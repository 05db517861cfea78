"""The declaration of a tree: which edition its files cite, as `comprules init` writes it into the configuration."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import TYPE_CHECKING

import msgspec

from comprules.lint.declaring import write_pattern
from comprules.lint.files import Notice
from comprules.lint.settings import UNKNOWN
from graph.citations.date import DatedFile

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

CONFIDENT = 0.9
"""Minimum probability with which a file has an edition of its own; `python -m bench.dating` shows how often it is
right."""
LIKELY = 0.5
"""Minimum probability with which a folder has an edition, and a file that of its folder."""


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


class Declaration(msgspec.Struct, frozen=True):
    """What `init` declares.

    Attributes:
        declared: The editions: the whole tree first, then folders, then files; the last one that matches counts.
        open: The files that are left open.
        cites_rules: Whether bare numbers in the tree cite the rules.
    """

    declared: tuple[Declared, ...]
    open: tuple[OpenFile, ...]
    cites_rules: bool

    @property
    def edition(self) -> str | None:
        """Return the edition of the whole tree; None if only parts of it are declared."""
        return next((declared.edition for declared in self.declared if declared.pattern == "*"), None)

    @property
    def patterns(self) -> dict[str, str]:
        """Return the content of `[editions]`, in the order in which the patterns count."""
        patterns = {declared.pattern: declared.edition for declared in self.declared if declared.pattern != "*"}
        return patterns | ({write_pattern(unit.path): UNKNOWN for unit in self.open} if self.declared else {})


class InitAnswer(Declaration, frozen=True, kw_only=True):
    """What `init` declares, and what it did.

    Attributes:
        citations: Number of citations of the tree.
        file: The configuration's file.
        written: Whether it was written.
        differs: Whether it says something else so far.
        notices: About what was skipped.
    """

    citations: int
    file: str
    written: bool
    differs: bool
    notices: tuple[Notice, ...]


def declare(
    dated: Sequence[DatedFile], citations: Mapping[str, int], inside: Sequence[str], *, cites_rules: bool
) -> Declaration:
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
            if unit.weigh_edition(edition) >= (LIKELY if unit.is_folder else CONFIDENT):
                decided[unit.path] = (_make_pattern(unit), edition)
                files[_make_pattern(unit), edition] = []
            elif not unit.is_folder:
                decided[unit.path] = None
                fits = f"{unit.count_facts(edition)} of {unit.count_facts()} facts fit"
                left.append(OpenFile(unit.path, f"most likely {edition} ({unit.weigh_edition(edition):.0%}): {fits}"))
        decision = decided[unit.path]
        if decision is not None and not unit.is_folder:
            files[decision].append(unit)
    declared = tuple(_make_declared(*choice, units, citations) for choice, units in files.items() if units)
    return Declaration(declared, tuple(left), cites_rules)


def list_keys(declaration: Declaration, editions: Mapping[str, str], inside: Sequence[str]) -> dict[str, object]:
    """Return the keys of the configuration that make a declaration.

    Args:
        declaration: The declaration.
        editions: What the configuration declares for parts of the tree so far.
        inside: The files and folders that are declared; what is declared for others stays.
    """
    keys: dict[str, object] = {"edition": declaration.edition} if "." in inside else {}
    others = {
        pattern: name
        for pattern, name in editions.items()
        if not any(is_inside(pattern.strip("/"), path) for path in inside)
    }
    keys |= {"editions": others | declaration.patterns, "folder-editions": None}
    return keys | ({"cites-rules": True} if declaration.cites_rules else {})


def is_inside(path: str, folder: str) -> bool:
    """Return whether a path is a folder, or in it; all paths are in `.`."""
    return folder in {".", path} or path.startswith(f"{folder}/")


def _make_pattern(unit: DatedFile) -> str:
    return "*" if unit.path == "." else write_pattern(unit.path, is_folder=unit.is_folder)


def _make_declared(pattern: str, edition: str, units: Sequence[DatedFile], citations: Mapping[str, int]) -> Declared:
    whole = DatedFile(pattern, True, units[0].editions, tuple(pair for unit in units for pair in unit.facts))
    support = whole.count_facts(edition)
    count = sum(citations.get(unit.path, 0) for unit in units)
    return Declared(
        pattern, edition, count, support, whole.count_facts() - support, round(whole.weigh_edition(edition), 2)
    )
