"""Unified diffs of bytes, for `git apply` and `patch -p1`.

Both programs take only LF as the end of a line, so the diffs do too; other line ends are bytes like any others.
"""

from difflib import diff_bytes
from difflib import unified_diff as unified_diff_lines
from io import BytesIO
from pathlib import Path

_NAMED_ESCAPES = {
    "\a": r"\a",
    "\b": r"\b",
    "\t": r"\t",
    "\n": r"\n",
    "\v": r"\v",
    "\f": r"\f",
    "\r": r"\r",
    '"': r"\"",
    "\\": r"\\",
}
_ESCAPES = {code: f"\\{code:03o}" for code in (*range(0x20), 0x7F)} | str.maketrans(_NAMED_ESCAPES)
"""The characters that git escapes in names: control characters as `\\a` or `\\001`, quotation marks, backslashes."""


def unified_diff(path: str, old: bytes | None, new: bytes) -> bytes:
    """Return the diff of one file; empty if nothing changed.

    Args:
        path: The file, with slashes, relative to the folder in which the diff will be applied.
        old: Its bytes; None if it does not exist yet.
        new: Its new bytes.
    """
    old_path = f"a/{path}"
    if old is None:
        old_path = "/dev/null"
    names = (_format_name(old_path), _format_name(f"b/{path}"))
    lines = diff_bytes(
        unified_diff_lines, BytesIO(old or b"").readlines(), BytesIO(new).readlines(), *names, lineterm=b"\n"
    )
    return b"".join(line if line.endswith(b"\n") else line + b"\n\\ No newline at end of file\n" for line in lines)


def path_in_patch(path: Path) -> str:
    """Return a file's path relative to the working folder; for a file elsewhere, the path from the root of the disk."""
    real_path = path.resolve()
    folder = Path.cwd()
    if real_path.is_relative_to(folder):
        return real_path.relative_to(folder).as_posix()
    return real_path.relative_to(real_path.anchor).as_posix()


def _format_name(path: str) -> bytes:
    """Return a file's name as git writes it: quoted if necessary, followed by a tab if it contains blanks."""
    escaped = path.translate(_ESCAPES)
    if escaped != path:
        name = f'"{escaped}"'
    else:
        name = path
        if " " in path:
            name = f"{path}\t"
    return name.encode("utf-8", "surrogateescape")
