r"""A unified diff of files, as bytes, for `git apply` and `patch -p1`.

As for those two, only LF ends a line; other line ends and UTF-16 are copied byte for byte.
"""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_CONTEXT = 3
_QUOTED = {"\a": "a", "\b": "b", "\t": "t", "\n": "n", "\v": "v", "\f": "f", "\r": "r", '"': '"', "\\": "\\"}
_NO_END = b"\n\\ No newline at end of file\n"


@dataclass(frozen=True, slots=True)
class _Block:
    """A changed block: lines `old` to `old_end` become lines `new` to `new_end`; from 0, without the end."""

    old: int
    old_end: int
    new: int
    new_end: int


def unified_diff(path: str, old: bytes, new: bytes) -> bytes:
    """Return the diff of one file; empty if nothing changed.

    Args:
        path: The file, with slashes, relative to the folder in which the diff will be applied.
        old: Its bytes.
        new: Its new bytes.
    """
    if old == new:
        return b""
    before, after = _split_lines(old), _split_lines(new)
    parts = [b"--- " + _format_name(f"a/{path}"), b"+++ " + _format_name(f"b/{path}")]
    for hunk in _group_hunks(_find_blocks(before, after)):
        parts += _format_hunk(hunk, before, after)
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
    if any(sign in _QUOTED or ord(sign) < 0x20 or ord(sign) == 0x7F for sign in path):
        escaped = "".join(
            f"\\{_QUOTED[sign]}"
            if sign in _QUOTED
            else f"\\{ord(sign):03o}"
            if ord(sign) < 0x20 or ord(sign) == 0x7F
            else sign
            for sign in path
        )
        path = f'"{escaped}"'
    elif " " in path:
        path += "\t"
    return path.encode("utf-8", "surrogateescape") + b"\n"


def _find_blocks(before: Sequence[bytes], after: Sequence[bytes]) -> Iterator[_Block]:
    """Yield the changed blocks, in order.

    Renumbering rarely changes the number of lines: then each line is compared with its counterpart.
    """
    if len(before) == len(after):
        differing = [place for place in range(len(before)) if before[place] != after[place]]
        # Consecutive lines form one block: for them line number minus rank is constant.
        for _, run in groupby(enumerate(differing), lambda ranked: ranked[1] - ranked[0]):
            places = [place for _, place in run]
            yield _Block(places[0], places[-1] + 1, places[0], places[-1] + 1)
        return
    head = next(
        (place for place, (ours, theirs) in enumerate(zip(before, after, strict=False)) if ours != theirs),
        min(len(before), len(after)),
    )
    tail = 0
    while tail < min(len(before), len(after)) - head and before[-1 - tail] == after[-1 - tail]:
        tail += 1
    middle = difflib.SequenceMatcher(
        None, before[head : len(before) - tail], after[head : len(after) - tail], autojunk=False
    )
    for tag, old, old_end, new, new_end in middle.get_opcodes():
        if tag != "equal":
            yield _Block(head + old, head + old_end, head + new, head + new_end)


def _group_hunks(blocks: Iterator[_Block]) -> Iterator[list[_Block]]:
    """Yield the blocks of each hunk; blocks whose context lines meet form one hunk."""
    hunk: list[_Block] = []
    for block in blocks:
        if hunk and block.old - hunk[-1].old_end > 2 * _CONTEXT:
            yield hunk
            hunk = []
        hunk.append(block)
    if hunk:
        yield hunk


def _format_hunk(blocks: Sequence[_Block], before: Sequence[bytes], after: Sequence[bytes]) -> Iterator[bytes]:
    first, last = blocks[0], blocks[-1]
    lead = min(_CONTEXT, first.old)
    trail = min(_CONTEXT, len(before) - last.old_end)
    start, end = first.old - lead, last.old_end + trail
    new_start, new_end = first.new - lead, last.new_end + trail
    yield f"@@ -{_format_span(start, end)} +{_format_span(new_start, new_end)} @@\n".encode()
    position = start
    for block in blocks:
        yield from (_format_line(b" ", line) for line in before[position : block.old])
        yield from (_format_line(b"-", line) for line in before[block.old : block.old_end])
        yield from (_format_line(b"+", line) for line in after[block.new : block.new_end])
        position = block.old_end
    yield from (_format_line(b" ", line) for line in before[position:end])


def _format_span(start: int, end: int) -> str:
    count = end - start
    return f"{start + 1 if count else start},{count}" if count != 1 else str(start + 1)


def _format_line(mark: bytes, line: bytes) -> bytes:
    return mark + line if line.endswith(b"\n") else mark + line + _NO_END
