"""Find the files that git ignores, by every `.gitignore` and `.git/info/exclude`; the deepest match decides.

Git never ignores what it tracks, which is read from its index (https://git-scm.com/docs/index-format). Git itself is
not run: settings in a tree may make it run programs.

The user's own `core.excludesFile` is not read: two people who check one tree must get the same result.
"""

import contextlib
import os
import re
import struct
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

from rules.files import read_regular
from rules.late_patterns import compile_late

_Value = TypeVar("_Value")

GIT_IGNORE = ".gitignore"
_LONGEST = 4096
"""Maximum length of a pattern in characters; no path is longer."""
_LONGEST_NAME = 2**16
"""Maximum size in bytes of a file that has the name of a folder: the `.git` of a worktree, and `commondir`."""
_LARGEST = 16 * 2**20
"""Maximum size in bytes of a list of patterns."""
_LARGEST_INDEX = 16 * _LARGEST
"""Maximum size in bytes of git's index."""
NO_SLASH = "[^/]"
"""The set in pathspec's expressions for `?` and, repeated, for a star."""
_STAR = r"\[\^/\]\*"
"""A star, in one of those expressions: the characters `[^/]*`."""
_SIGN = r"(?:\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|[^\\\[(){}*+?|/^$])"
"""An expression for one character there: a letter, an escape, or a set."""
_RUN_OF_STARS = compile_late(rf"(?:{_STAR}){{2,}}")
_BETWEEN_STARS = compile_late(rf"(?:{_STAR})+((?:{_SIGN}(?!\*))+)(?={_STAR})")
"""The characters between two stars: in `a*b?c*d`, what stands for `b?c`."""
_SET = compile_late(r"(\\.)|(\[\^?\]?(?:\\.|[^\]\\])*\])")
_DOUBTFUL = compile_late(r"(?<!^)[\[&~|]")
"""Characters in a set that Python may one day read as operators of sets, and warns of."""
_FOLDERS = "(?:/.+)?"
"""What pathspec writes for `/**` in the middle of a pattern: any number of folders."""

_HEADER = struct.Struct(">4sII")
_FLAGS = (struct.Struct(">40x20xH"), struct.Struct(">40x32xH"))
"""The fields of an entry up to its flags, with a hash by SHA-1 or by SHA-256: the file does not say which."""


Verdict = Callable[[str], "bool | None"]
"""Returns whether patterns exclude a path; None if no pattern matches it. A folder's path ends with a slash."""


def verdict_of(patterns: Sequence[str], folder: str = "") -> Verdict | None:
    """Return the verdict of patterns, or None if there are none.

    Of `["*.log", "!kept.log"]` the verdict of `a.log` is True, of `kept.log` False, of `a.rs` None.

    Args:
        patterns: The patterns, as git writes them; empty lines and comments count for nothing.
        folder: The folder that the patterns apply to, with a slash at the end, `src/`. The paths that the verdict gets
            are relative to the same root as the folder, and are in it: `src/a.log`.

    Raises:
        ValueError: A pattern is invalid or too long; the message says what is wrong.
    """
    for pattern in patterns:
        if len(pattern) > _LONGEST:
            raise ValueError(f"it has {len(pattern):,} characters, which is longer than any path")
    from pathspec import GitIgnoreSpec  # noqa: PLC0415 - many trees have no patterns
    from pathspec.patterns.gitignore.spec import GitIgnoreSpecPattern  # noqa: PLC0415

    read: list[GitIgnoreSpecPattern] = []
    for pattern in patterns:
        expression, excludes = GitIgnoreSpecPattern.pattern_to_regex(pattern)
        if expression is None:
            continue
        try:
            compiled = re.compile(without_retries(expression))
        except re.error as error:  # `[z-a]`, which pathspec does not validate
            raise ValueError(str(error)) from error
        read.append(GitIgnoreSpecPattern(compiled, excludes))
    if not read:
        return None
    spec = GitIgnoreSpec(read)
    return lambda path: spec.check_file(path[len(folder) :]).include


def find_pattern_problem(pattern: str) -> str | None:
    """Return a sentence about a pattern that is invalid or can match no file; None for a good one."""
    try:
        if verdict_of([pattern]):
            return None
        problem = "it matches no file"
    except ValueError as error:
        problem = str(error)
    return f"{pattern!r} is not a valid git pattern: {problem}"


def list_fitting(rows: tuple[tuple[str, _Value], ...], root: Path, path: str) -> list[_Value]:
    """Return the values of the rows whose pattern matches a file, in their order.

    For `src/a.rs`, the rows `("src/", 1), ("docs/", 2), ("*.rs", 3)` give `[1, 3]`.

    Args:
        rows: Patterns with their values.
        root: The folder that patterns are relative to; a file outside of it matches none.
        path: The file.
    """
    # The links in a path are resolved below, and `os.path` is several times faster than `Path`.
    if not rows or (relative := _find_below(root, os.path.abspath(path))) is None:  # noqa: PTH100
        return []
    verdicts = _list_verdicts(tuple(pattern for pattern, _ in rows))
    return [value for (_, value), verdict in zip(rows, verdicts, strict=True) if verdict and verdict(relative)]


@lru_cache(maxsize=1)  # several tables of patterns are matched with each file
def _find_below(root: Path, path: str) -> str | None:
    """Return the real path of a file relative to a folder, with slashes; None if it is elsewhere."""
    real_path = real_path_of(path)
    below = os.path.join(root, "")  # noqa: PTH118
    if real_path.startswith(below):
        return real_path.removeprefix(below).replace(os.sep, "/")
    return None


def real_path_of(path: str) -> str:
    """Return the real path of a file, with the links in its path resolved."""
    folder, name = os.path.split(os.path.abspath(path))  # noqa: PTH100 - faster than Path, and once a file
    real_path = os.path.join(_resolve(folder), name)  # noqa: PTH118
    if os.path.islink(real_path):  # noqa: PTH114
        return os.path.realpath(real_path)
    return real_path


@lru_cache(maxsize=256)
def _resolve(folder: str) -> str:
    return os.path.realpath(folder)


@lru_cache(maxsize=16)
def _list_verdicts(patterns: tuple[str, ...]) -> list[Verdict | None]:
    return [verdict_of([pattern]) for pattern in patterns]


def without_retries(expression: str) -> str:
    """Return pathspec's regular expression of a pattern in a form that matches in time proportional to the path.

    Several stars in a row match what a single star matches. The part between two wildcards can always be matched at the
    earliest place, since whatever follows a later place also follows the earlier one; so no wildcard except the last
    needs backtracking: each becomes an atomic group, `(?>…)`. In `a*b*c`, the part `*b` becomes `(?>[^/]*?b)`.
    """
    expression = _RUN_OF_STARS.sub(f"{NO_SLASH}*", expression)
    expression = _BETWEEN_STARS.sub(r"(?>[^/]*?\1)", expression)
    expression = _SET.sub(_write_set, expression)
    first, *between = expression.split(_FOLDERS)
    if not between:
        return expression
    *between, last = between
    if first.startswith("^(?:.+/)?"):
        first = f"^(?>(?:.+?/)??{first.removeprefix('^(?:.+/)?')}(?=/))"
    return first + "".join(f"(?>(?:/.+?)??{part}(?=/))" for part in between) + _FOLDERS + last


def _write_set(found: re.Match[str]) -> str:
    r"""Return a set such as `[a-z]` of pathspec's expression as git means it, and without warnings of Python.

    Args:
        found: A match of `_SET`, which also finds escapes, so that the bracket of `\[` begins no set.
    """
    written = found[2]
    if written is None:
        return found[0]  # an escape
    plain = _DOUBTFUL.sub(r"\\\g<0>", written)
    # In git's patterns `[!a]` does not match a slash; in pathspec's expressions it may.
    if plain.startswith("[^") and plain != NO_SLASH:
        return f"(?!/){plain}"
    return plain


def read_verdict(file: Path, folder: str = "") -> Verdict | None:
    """Return the verdict of the patterns in a file. As in git, invalid lines are skipped; too long ones are, too.

    Raises:
        OSError: The file cannot be read.
    """
    lines = read_regular(file, _LARGEST).decode("utf-8", "surrogateescape").splitlines()
    try:
        return verdict_of(lines, folder)
    except ValueError:
        return verdict_of([line for line in lines if not find_pattern_problem(line)], folder)


def outer_verdicts(root: Path | None, lead: str) -> tuple[tuple[Verdict, ...], list[tuple[Path, OSError]]]:
    """Return the verdicts of the patterns in the folders above a folder.

    For `src/game/` in a repository these are the patterns of `.git/info/exclude`, `.gitignore` and `src/.gitignore`.
    There are none if git ignores the folder itself, since the user named it on purpose.

    Args:
        root: The root of the repository; None if there is none.
        lead: The folder's path in it, with a slash at the end.

    Returns:
        The verdicts; and the files that cannot be read, with the error.
    """
    if root is None:
        return (), []
    # For `src/game/`: `src/` and `src/game/`. The last one is the folder itself, whose own list is read with its files.
    folders = [lead[: slash.end()] for slash in re.finditer("/", lead)]
    verdicts: list[Verdict] = []
    unread: list[tuple[Path, OSError]] = []
    is_ignored = False
    lists = [(root / folder / GIT_IGNORE, folder) for folder in ("", *folders)[:-1]]
    try:
        lists.insert(0, (_git_folder(root) / "info" / "exclude", ""))
    except OSError as error:
        unread.append((root / ".git", error))
    for file, folder in lists:
        try:
            verdict = read_verdict(file, folder) if os.path.isfile(file) else None  # noqa: PTH113 - never raises
        except OSError as error:
            unread.append((file, error))
            continue
        if verdict:
            verdicts.append(verdict)
            is_ignored |= any(verdict(inner) for inner in folders if len(inner) > len(folder))
    return () if is_ignored else tuple(verdicts), unread


def tracked_below(root: Path | None, lead: str) -> frozenset[str]:
    """Return the files that git tracks in a folder and the folders that lead to them, with a slash at the end.

    The set is empty without a repository, and if its index cannot be read: then only `.gitignore` decides.

    Args:
        root: The root of the repository, to which all paths are relative.
        lead: The folder's path in it.
    """
    tracked: set[str] = set()
    with contextlib.suppress(OSError, ValueError, struct.error):
        for raw in tracked_files(_git_folder(root, common=False) / "index") if root else ():
            path = os.fsdecode(raw)
            # The file, then each folder around it: src/game/stack.rs, src/game/, src/
            while path.startswith(lead) and path not in tracked:
                tracked.add(path)
                path = path[: path.rfind("/", 0, -1) + 1]
    return frozenset(tracked)


def lead_of(folder: Path, root: Path | None) -> str:
    """Return the path of a folder relative to another one, `src/game/`; empty if it is the same or elsewhere."""
    if root is None or not folder.is_relative_to(root):
        return ""
    return "".join(f"{part}/" for part in folder.relative_to(root).parts)


def find_repository(folder: Path) -> Path | None:
    """Return the root of the repository that a folder is in; None if it is in none."""
    return next((parent for parent in (folder, *folder.parents) if os.path.lexists(parent / ".git")), None)


def _git_folder(root: Path, *, common: bool = True) -> Path:
    """Return the folder with the repository's own data; in a worktree `.git` is a file that names it.

    Args:
        root: The folder that has `.git`.
        common: Whether to return the folder that all worktrees share, which has `info/exclude`; the index is in that of
            the worktree.

    Raises:
        OSError: The file that names the folder cannot be read.
    """
    git = root / ".git"
    if not os.path.isfile(git):  # noqa: PTH113 - never raises
        return git
    git_folder = root / _read_name(git).removeprefix("gitdir:").strip()
    shared = git_folder / "commondir"
    if common and os.path.isfile(shared):  # noqa: PTH113
        return git_folder / _read_name(shared)
    return git_folder


def _read_name(file: Path) -> str:
    """Return the name of a folder that is written in a file of git's."""
    return read_regular(file, _LONGEST_NAME).decode("utf-8", "surrogateescape").strip()


def tracked_files(index: Path) -> frozenset[bytes]:
    """Return the paths that an index names, relative to the repository, with slashes.

    Raises:
        ValueError: The file is no index, is damaged, or has an unknown format.
        struct.error: It is cut short.
        OSError: It cannot be read.
    """
    data = read_regular(index, _LARGEST_INDEX)
    signature, version, count = _HEADER.unpack_from(data)
    if signature != b"DIRC" or version not in {2, 3, 4}:
        raise ValueError(f"{index}: not a git index, or one of an unknown version")
    for fields in _FLAGS:
        with contextlib.suppress(ValueError, struct.error):
            return frozenset(_read_paths(data, version, count, fields))
    raise ValueError(f"{index}: damaged")


def _read_paths(data: bytes, version: int, count: int, fields: struct.Struct) -> list[bytes]:
    """Return the paths of the entries of an index, which are sorted.

    Args:
        data: The file.
        version: The version of its format, 2 to 4. In version 4 a path is written as the number of characters to cut
            off the end of the path before it, and the characters to add.
        count: The number of entries.
        fields: The fields of an entry before its path, for one of the two sizes of hashes.

    Raises:
        ValueError: The entries do not have these fields.
        struct.error: The data are cut short.
    """
    offset = _HEADER.size
    paths = [b""]
    for _ in range(count):
        start = offset
        before = paths[-1]
        flags = fields.unpack_from(data, start)[0]
        offset += fields.size + (2 if version > 2 and flags & 0x4000 else 0)  # extended flags
        shared = 0
        if version == 4:
            cut, offset = _read_variable(data, offset)
            shared = len(before) - cut
        end = data.index(b"\0", offset)
        path = before[: max(shared, 0)] + data[offset:end]
        length = flags & 0xFFF  # of the path, if it is shorter than that
        if shared < 0 or not path or length != min(len(path), 0xFFF) or path < before:
            raise ValueError("the entries do not match the format")
        paths.append(path)
        if version == 4:
            offset = end + 1
        else:
            offset = start + (end - start + 8) // 8 * 8  # NULs fill an entry up to a multiple of eight bytes
    return paths[1:]


def _read_variable(data: bytes, offset: int) -> tuple[int, int]:
    """Return a number in git's variable-length encoding, and the offset after it.

    Each byte has seven bits of the number; the highest bit says that another byte follows.
    """
    value = 0
    if offset < len(data):
        value = data[offset] & 0x7F
    while offset < len(data) and data[offset] & 0x80 and value < _LARGEST_INDEX:
        offset += 1
        value = ((value + 1) << 7) | (data[offset] & 0x7F if offset < len(data) else 0)
    return value, offset + 1
