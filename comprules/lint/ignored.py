"""What git would ignore: `.gitignore` in every folder, `.git/info/exclude`, the deepest pattern deciding.

It ignores nothing that it tracks (`tracked_below`).

Left out on purpose is the user's own `core.excludesFile`: two people checking one tree would get two answers.
"""

from __future__ import annotations

import errno
import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, cast

from comprules.lint.tracked import IndexFileError, tracked_files

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pathspec import GitIgnoreSpec, RegexPattern

GIT_IGNORE = ".gitignore"
_LONGEST = 4096
"""Characters of a pattern; no path is longer."""
_LARGEST = 16 * 2**20
_STAR = r"\[\^/\]\*"
_SIGN = r"(?:\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|[^\\\[(){}*+?|/^$])"
_BETWEEN_STARS = re.compile(rf"(?:{_STAR})+((?:{_SIGN}(?!\*))+)(?={_STAR})")
_NEGATED = re.compile(r"(\\.)|(\[\^(?!/\])\]?(?:\\.|[^\]\\])*\])")
_FOLDERS = "(?:/.+)?"


@dataclass(frozen=True, slots=True)
class Layer:
    """Patterns that hold from one folder downwards.

    Attributes:
        spec: The patterns.
        before: What paths below the walked folder lack in front to be relative to the patterns' folder.
        cut: How many characters they have too many; one of the two is empty.
    """

    spec: GitIgnoreSpec
    before: str = ""
    cut: int = 0

    def verdict(self, path: str) -> bool | None:
        """Return whether the patterns leave a path out; None where none fits. A folder's path ends with a slash."""
        return self.spec.check_file(self.before + path[self.cut :]).include


def layer_of(patterns: Sequence[str], before: str = "", cut: int = 0) -> Layer | None:
    """Return a layer of patterns as git writes them, or None where there are none.

    Raises:
        ValueError: A pattern is none, or too long; the message says what is wrong.
    """
    for pattern in patterns:
        if len(pattern) > _LONGEST:
            raise ValueError(f"it has {len(pattern):,} characters; no path is as long")
    from pathspec import GitIgnoreSpec  # noqa: PLC0415 - many trees have no patterns

    try:
        spec = GitIgnoreSpec.from_lines(patterns)
    except re.error as error:  # `[z-a]`: handed on unread
        raise ValueError(str(error)) from error
    for regex_pattern in cast("Sequence[RegexPattern]", spec.patterns):
        if regex_pattern.regex is not None:
            regex_pattern.regex = re.compile(without_retries(regex_pattern.regex.pattern))
    return Layer(spec, before, cut) if any(pattern.include is not None for pattern in spec.patterns) else None


def without_retries(expression: str) -> str:
    """Return pathspec's expression for a pattern in a form that is matched in time proportional to the path.

    What stands between two wildcards is best found as early as possible, since whatever follows a later place follows
    the earlier one too; so a wildcard but the last one need not be tried at any other length.
    """
    expression = _BETWEEN_STARS.sub(r"(?>[^/]*?\1)", expression)
    # In git's patterns `[!a]` is no slash; in pathspec's expressions it may be one.
    expression = _NEGATED.sub(lambda found: found[1] or f"(?!/){found[2]}", expression)
    first, *between = expression.split(_FOLDERS)
    if not between:
        return expression
    *between, last = between
    if first.startswith("^(?:.+/)?"):
        first = f"^(?>(?:.+?/)??{first.removeprefix('^(?:.+/)?')}(?=/))"
    return first + "".join(f"(?>(?:/.+?)??{part}(?=/))" for part in between) + _FOLDERS + last


def is_left_out(layers: Sequence[Layer], path: str) -> bool:
    """Return whether the layers, the outermost first, leave out a path relative to the walked folder."""
    for layer in reversed(layers):
        verdict = layer.verdict(path)
        if verdict is not None:
            return verdict
    return False


def read_layer(file: Path, before: str = "", cut: int = 0) -> Layer | None:
    """Return the patterns of a file, without lines that are no pattern (as git does) or that no path can match.

    Raises:
        OSError: It cannot be read.
    """
    with file.open("rb") as stream:
        data = stream.read(_LARGEST + 1)
    if len(data) > _LARGEST:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(file))
    lines = data.decode("utf-8", "surrogateescape").splitlines()
    try:
        return layer_of(lines, before, cut)
    except ValueError:
        return layer_of([line for line in lines if _is_pattern(line)], before, cut)


def outer_layers(folder: Path) -> tuple[tuple[Layer, ...], list[tuple[Path, OSError]]]:
    """Return the layers of the repository around a folder, from its root to the folder above this one.

    There are none without a repository, and none where git ignores the folder itself: whoever names it wants it walked.

    Returns:
        The layers; and the files that cannot be read, with why.
    """
    folder = folder.resolve()
    root = next((parent for parent in (folder, *folder.parents) if os.path.lexists(parent / ".git")), None)
    if root is None:
        return (), []
    layers: list[Layer] = []
    unread: list[tuple[Path, OSError]] = []
    inside = folder.relative_to(root).parts
    for file, depth in _ignore_files(root, inside):
        before = "".join(f"{part}/" for part in inside[depth:])
        try:
            layer = read_layer(file, before) if os.path.isfile(file) else None  # noqa: PTH113 - never raises
        except OSError as error:
            unread.append((file, error))
            continue
        if layer is not None:
            layers.append(layer)
    ignored = any(
        layer.spec.match_file("/".join(inside[depth:end]) + "/")
        for end in range(1, len(inside) + 1)
        for layer, depth in ((layer_above, len(inside) - layer_above.before.count("/")) for layer_above in layers)
        if depth < end
    )
    return () if ignored else tuple(layers), unread


def tracked_below(folder: Path) -> frozenset[str]:
    """Return the files below a folder that git tracks and the folders that lead to them.

    All are relative to the folder; folders end in `/`.

    There are none without a repository, and none where its index cannot be read: then `.gitignore` alone decides.
    """
    folder = folder.resolve()
    root = next((parent for parent in (folder, *folder.parents) if os.path.lexists(parent / ".git")), None)
    if root is None:
        return frozenset()
    try:
        paths = tracked_files(_git_folder(root, common=False) / "index")
    except (OSError, IndexFileError, ValueError):
        return frozenset()
    before = "".join(f"{part}/" for part in folder.relative_to(root).parts)
    tracked: set[str] = set()
    for raw in paths:
        path = os.fsdecode(raw)
        if path.startswith(before):
            inside = path[len(before) :]
            tracked.add(inside)
            while (cut := inside.rfind("/", 0, -1)) >= 0 and (inside := inside[: cut + 1]) not in tracked:
                tracked.add(inside)
    return frozenset(tracked)


def _ignore_files(root: Path, inside: Sequence[str]) -> Iterator[tuple[Path, int]]:
    """Yield the files of patterns, the outermost first, each with the depth below the root at which it holds."""
    yield _git_folder(root) / "info" / "exclude", 0
    for depth in range(len(inside)):
        yield root.joinpath(*inside[:depth], GIT_IGNORE), depth


def _git_folder(root: Path, *, common: bool = True) -> Path:
    """Return the folder where the repository keeps its own data; a worktree's `.git` is a file that names it.

    Args:
        root: The folder that has `.git`.
        common: Whether what all worktrees share is asked for.
    """
    git = root / ".git"
    if not git.is_file():
        return git
    target = root / git.read_bytes().decode("utf-8", "surrogateescape").removeprefix("gitdir:").strip()
    shared = target / "commondir"
    return target / shared.read_text(encoding="utf-8").strip() if common and shared.is_file() else target


def _is_pattern(line: str) -> bool:
    try:
        layer_of([line])
    except ValueError:
        return False
    return True
