r"""A unified diff of files, as bytes, for `git apply` and `patch -p1`.

As for those two, only LF ends a line; other line ends and UTF-16 are copied byte for byte.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

_CONTEXT = 3
_QUOTED = {"\a": "a", "\b": "b", "\t": "t", "\n": "n", "\v": "v", "\f": "f", "\r": "r", '"': '"', "\\": "\\"}
_Block = tuple[int, int, int]
"""Lines that change: those from the first to before the second place; and how many stand there afterwards."""


def unified_diff(path: str, old: bytes | None, new: bytes) -> bytes:
    """Return the diff of one file; empty if nothing changed.

    Args:
        path: The file, with slashes, relative to the folder in which the diff will be applied.
        old: Its bytes; None if it does not exist yet.
        new: Its new bytes.
    """
    if old == new:
        return b""
    before, after = _split_lines(old or b""), _split_lines(new)
    parts = [b"--- " + _format_name("/dev/null" if old is None else f"a/{path}"), b"+++ " + _format_name(f"b/{path}")]
    shift = 0
    for hunk in _group_hunks(_find_blocks(before, after)):
        parts += _format_hunk(hunk, before, after, shift)
        shift += sum(count - (end - start) for start, end, count in hunk)
    return b"".join(parts)


def place_in_patch(path: Path) -> str:
    """Return a file's path relative to the working folder; for a file outside, the path from the root."""
    place, here = path.resolve(), Path.cwd()
    return (place.relative_to(here) if place.is_relative_to(here) else place.relative_to(place.anchor)).as_posix()


def _split_lines(data: bytes) -> list[bytes]:
    lines = [line + b"\n" for line in data.split(b"\n")]
    lines[-1] = lines[-1][:-1]
    return lines if lines[-1] else lines[:-1]


def _format_name(path: str) -> bytes:
    """Return a file's name as git writes it: quoted if necessary, followed by a tab if it contains blanks."""
    escaped = "".join(_escape(sign) for sign in path)
    name = f'"{escaped}"' if escaped != path else f"{path}\t" if " " in path else path
    return name.encode("utf-8", "surrogateescape") + b"\n"


def _escape(sign: str) -> str:
    if sign in _QUOTED:
        return f"\\{_QUOTED[sign]}"
    return f"\\{ord(sign):03o}" if ord(sign) < 0x20 or ord(sign) == 0x7F else sign


def _find_blocks(before: Sequence[bytes], after: Sequence[bytes]) -> Iterator[_Block]:
    """Yield what changed, in order.

    Renumbering hardly ever changes the number of lines, so that each line is compared with its counterpart; if it does,
    all from the first changed line to the last is one block.
    """
    pairs = zip(before, after, strict=False)
    differing = [place for place, (old, new) in enumerate(pairs) if old != new]
    if len(before) == len(after):
        yield from ((place, place + 1, 1) for place in differing)
        return
    shorter = min(len(before), len(after))
    head = differing[0] if differing else shorter
    tail = 0
    while tail < shorter - head and before[-1 - tail] == after[-1 - tail]:
        tail += 1
    yield head, len(before) - tail, len(after) - tail - head


def _group_hunks(blocks: Iterable[_Block]) -> Iterator[list[_Block]]:
    """Yield the blocks of each hunk; blocks that touch become one, those whose context lines meet form one hunk."""
    hunk: list[_Block] = []
    for start, end, count in blocks:
        if hunk and hunk[-1][1] == start:
            hunk[-1] = (hunk[-1][0], end, hunk[-1][2] + count)
            continue
        if hunk and start - hunk[-1][1] > 2 * _CONTEXT:
            yield hunk
            hunk = []
        hunk.append((start, end, count))
    if hunk:
        yield hunk


def _format_hunk(
    blocks: Sequence[_Block], before: Sequence[bytes], after: Sequence[bytes], shift: int
) -> Iterator[bytes]:
    first, last = max(0, blocks[0][0] - _CONTEXT), min(len(before), blocks[-1][1] + _CONTEXT)
    length = last - first + sum(count - (end - start) for start, end, count in blocks)
    yield f"@@ -{_format_span(first, last - first)} +{_format_span(first + shift, length)} @@\n".encode()
    position = first
    for start, end, count in blocks:
        yield from (_format_line(b" ", line) for line in before[position:start])
        yield from (_format_line(b"-", line) for line in before[start:end])
        yield from (_format_line(b"+", line) for line in after[start + shift : start + shift + count])
        position, shift = end, shift + count - (end - start)
    yield from (_format_line(b" ", line) for line in before[position:last])


def _format_span(start: int, count: int) -> str:
    return f"{start + 1 if count else start},{count}" if count != 1 else str(start + 1)


def _format_line(mark: bytes, line: bytes) -> bytes:
    return mark + line if line.endswith(b"\n") else mark + line + b"\n\\ No newline at end of file\n"
