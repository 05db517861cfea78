"""Patterns of files as git writes them, and the paths that they match."""

import os
import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from rules.files import read_regular
from rules.late_patterns import compile_late

if TYPE_CHECKING:
    from pathspec.patterns.gitignore.spec import GitIgnoreSpecPattern

_Value = TypeVar("_Value")

_LONGEST = 4096
"""Maximum length of a pattern in characters; no path is longer."""
_LARGEST = 2**24
"""Maximum size in bytes of a list of patterns; nobody writes a longer one by hand."""
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
_ENDS = {
    "(?:(?P<ps_d>/)|$)": r"/?\Z",  # `build`: a file or folder of that name
    "(?P<ps_d>/)": r"/\Z",  # `build/`: a folder of that name
}
"""The ends of pathspec's expressions, which also match what is in a matching folder, and those that match only the path
itself."""
_INSIDE = compile_late(r"(?<=/\*\*)(?=/?\s*\Z)")
"""The place in `build/**` and `build/**/` where `/*` may be added. Git means the same by both, what is in the folder;
for pathspec the patterns without it match the folder, too."""
_ANYWHERE = "^(?:.+/)?"
"""What pathspec writes at the beginning of a pattern that matches in any folder, such as `*.log` or `**/a/b`."""

Verdict = Callable[[str], "bool | None"]
"""Returns whether patterns match a path: False if a pattern such as `!kept.log` takes it out again, None if none
mentions it. The patterns may say which paths to exclude or which to include. A folder's path ends with a slash."""


def verdict_of(patterns: Sequence[str], folder: str = "", *, reaches_inside: bool = True) -> Verdict | None:
    """Return the verdict of patterns, or None if there are none.

    Of `["*.log", "!kept.log"]` the verdict of `a.log` is True, of `kept.log` False, of `a.rs` None.

    Args:
        patterns: The patterns, as git writes them; empty lines and comments count for nothing.
        folder: The folder that the patterns apply to, with a slash at the end, `src/`. The paths that the verdict gets
            are relative to the same root as the folder, and are in it: `src/a.log`.
        reaches_inside: Whether a pattern that matches a folder also matches all that is in it: `game/` then matches
            `game/a.rs`. Git itself, which looks at each folder before what is in it, asks without that: after `*` and
            `!*/`, a file in a folder is still ignored.

    Raises:
        ValueError: A pattern is invalid or too long; the message says what is wrong.
    """
    for pattern in patterns:
        if len(pattern) > _LONGEST:
            raise ValueError(f"it has {len(pattern):,} characters, which is longer than any path")
    candidates = (_compile_pattern(pattern, reaches_inside=reaches_inside) for pattern in patterns)
    compiled = [pattern for pattern in candidates if pattern is not None]
    if not compiled:
        return None
    from pathspec import GitIgnoreSpec  # noqa: PLC0415 - many trees have no patterns

    spec = GitIgnoreSpec(compiled)
    return lambda path: spec.check_file(path[len(folder) :]).include


def _compile_pattern(pattern: str, *, reaches_inside: bool) -> "GitIgnoreSpecPattern | None":
    """Return a pattern in the form that pathspec matches; None for an empty line or a comment.

    Args:
        pattern: The pattern.
        reaches_inside: Whether it also matches what is in a matching folder.

    Raises:
        ValueError: The pattern is invalid.
    """
    from pathspec.patterns.gitignore.spec import GitIgnoreSpecPattern  # noqa: PLC0415 - many trees have no patterns

    if not reaches_inside:
        pattern = _INSIDE.sub("/*", pattern)
    expression, excludes = GitIgnoreSpecPattern.pattern_to_regex(pattern)
    if expression is None:
        return None
    if not reaches_inside:
        expression = _end_at_path(expression)
    try:
        compiled = re.compile(without_retries(expression))
    except re.error as error:  # `[z-a]`, which pathspec does not validate
        raise ValueError(str(error)) from error
    return GitIgnoreSpecPattern(compiled, excludes)


def _end_at_path(expression: str) -> str:
    """Return pathspec's expression of a pattern so that it matches a folder, but not what is in the folder."""
    for end, own_end in _ENDS.items():
        if expression.endswith(end):
            return expression.removesuffix(end) + own_end
    return expression  # that of `*`, which matches each path by itself


def find_pattern_problem(pattern: str) -> str | None:
    """Return a sentence about a pattern that is invalid or can match no file; None for a good one."""
    try:
        if verdict_of([pattern]):
            return None
        problem = "it matches no file"
    except ValueError as error:
        problem = str(error)
    return f"{pattern!r} is not a valid git pattern: {problem}"


def last_verdict(verdicts: Sequence[Verdict], path: str) -> bool | None:
    """Return the verdict of the innermost list of patterns that mentions a path; None if none mentions it.

    Args:
        verdicts: The verdicts of the lists in the folders around the path, the outermost first.
        path: The path, relative to the root that the verdicts' folders are relative to.
    """
    for verdict in reversed(verdicts):
        is_matched = verdict(path)
        if is_matched is not None:
            return is_matched
    return None


def list_fitting(rows: tuple[tuple[str, _Value], ...], root: Path, path: str) -> list[_Value]:
    """Return the values of the rows whose pattern matches a file, in their order.

    For `src/a.rs`, the rows `("src/", 1), ("docs/", 2), ("*.rs", 3)` give `[1, 3]`.

    Args:
        rows: Patterns with their values.
        root: The folder that patterns are relative to; a file outside of it matches none.
        path: The file.
    """
    # The links in a path are resolved below, and `os.path` is several times faster than `Path`.
    if not rows:
        return []
    relative = _find_below(root, os.path.abspath(path))  # noqa: PTH100
    if relative is None:
        return []
    verdicts = _list_verdicts(tuple(pattern for pattern, _ in rows))
    return [value for (_, value), verdict in zip(rows, verdicts, strict=True) if verdict and verdict(relative)]


def last_fitting(rows: tuple[tuple[str, _Value], ...], root: Path, path: str, default: _Value) -> _Value:
    """Return the value of the last row whose pattern matches a file, as git decides; `default` if none matches.

    The other arguments are those of `list_fitting`.
    """
    fitting = list_fitting(rows, root, path)
    if fitting:
        return fitting[-1]
    return default


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
    return _lock_folders(expression)


def _lock_folders(expression: str) -> str:
    """Return an expression in which each part between two wildcards for folders is an atomic group.

    Of the pattern `a/**/b/**/c`, `^a(?:/.+)?/b(?:/.+)?/c` becomes `^a(?>(?:/.+?)??/b(?=/))(?:/.+)?/c`.
    """
    first, *following = expression.split(_FOLDERS)
    if not following:
        return expression
    *between, last = following
    if first.startswith(_ANYWHERE):
        first = f"^(?>(?:.+?/)??{first.removeprefix(_ANYWHERE)}(?=/))"
    locked = "".join(f"(?>(?:/.+?)??{part}(?=/))" for part in between)
    return first + locked + _FOLDERS + last


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
    """Return the verdict of the patterns in a file of git's; None if it has none.

    A folder's verdict does not count for the files in it. As in git, invalid lines are skipped; too long ones are, too.

    Raises:
        OSError: The file cannot be read.
    """
    lines = read_regular(file, _LARGEST).decode("utf-8", "surrogateescape").splitlines()
    try:
        return verdict_of(lines, folder, reaches_inside=False)
    except ValueError:
        valid = [line for line in lines if not find_pattern_problem(line)]
        return verdict_of(valid, folder, reaches_inside=False)
