"""The declaration of a tree: which edition its files cite, as `comprules init` writes it into the configuration."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graph.citations.date import DatedFile

UNKNOWN = "unknown"
"""The value in `[editions]` for files whose edition is left open."""
CONFIDENT = 0.9
"""Minimum probability with which an edition is declared; `python -m bench.dating` shows how often that is right."""


class Declared(msgspec.Struct, frozen=True):
    """An edition for some files.

    Attributes:
        pattern: The files, as git writes patterns; `*` for the whole tree.
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
    """A file or folder without a declared edition, and why."""

    path: str
    why: str


class Declaration(msgspec.Struct, frozen=True):
    """What `init` declares.

    Attributes:
        declared: The editions: the whole tree first, then folders, then files; the last one that matches counts.
        open: The files and folders that are left open.
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
        if self.edition is not None:
            patterns |= {escape_pattern(unit.path): UNKNOWN for unit in self.open}
        return patterns


def declare(dated: Sequence[DatedFile], citations: dict[str, int], *, cites_rules: bool) -> Declaration:
    """Return what to declare for a tree.

    A file or folder is declared where its edition is not that of the folder around it. What is not certain enough is
    left open.

    Args:
        dated: The tree, its folders and files, each folder before what is in it.
        citations: Number of citations of each file.
        cites_rules: Whether bare numbers in the tree cite the rules.
    """
    declared: list[Declared] = []
    left: list[OpenFile] = []
    inherited: dict[str, str | None] = {}
    for unit in dated:
        above = inherited[_folder_of(unit.path)] if unit.path != "." else None
        inherited[unit.path] = above
        if unit.edition == above:
            continue
        if unit.confidence >= CONFIDENT:
            inherited[unit.path] = unit.edition
            declared.append(_make_declared(unit, citations))
        elif not unit.is_folder and not (above is None and unit.support + unit.against == 0):
            inherited[unit.path] = None
            left.append(OpenFile(unit.path, _explain(unit)))
    return Declaration(tuple(declared), tuple(left), cites_rules)


def escape_pattern(path: str) -> str:
    """Return the pattern that matches exactly one path, with the characters escaped that have a meaning there."""
    return "/" + "".join(f"\\{character}" if character in "*?[]\\!# " else character for character in path)


def _folder_of(path: str) -> str:
    return path.rpartition("/")[0] or "."


def _make_declared(unit: DatedFile, citations: dict[str, int]) -> Declared:
    inside = "" if unit.path == "." else f"{unit.path}/" if unit.is_folder else unit.path
    count = sum(number for path, number in citations.items() if path.startswith(inside))
    pattern = "*" if unit.path == "." else escape_pattern(unit.path) + ("/" if unit.is_folder else "")
    return Declared(pattern, unit.edition, count, unit.support, unit.against, round(unit.confidence, 2))


def _explain(unit: DatedFile) -> str:
    if not unit.support + unit.against:
        return "its numbers mean the same in every edition, or are unknown"
    return (
        f"most likely {unit.edition}, with probability {unit.confidence:.2f}: {unit.support} of "
        f"{unit.support + unit.against} facts fit"
    )
