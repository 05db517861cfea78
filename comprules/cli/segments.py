"""Changed text for people: in colours on a terminal, elsewhere between marks."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import click

from rules.change import Segment
from rules.text import fold

_SYMBOLS = frozenset("o\u00e6a")
"""First letters that folding may change, or produce from other letters."""


def has_colour() -> bool:
    """Return whether the output will be seen in colours."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def mark_segments(segments: Sequence[Segment]) -> str:
    """Return a text with deletions and insertions marked: struck through in red, green, or as `[-old-]` and `{+new+}`.

    Typographic changes are not marked, and shown in their new form; they are marked if there are no others.
    """
    telling = _without_typography(segments)
    shown = telling if any(op != "equal" for op, _ in telling) else segments
    colour = has_colour()
    return "".join(text if op == "equal" else _mark_text(op, text, colour=colour) for op, text in shown)


def _without_typography(segments: Sequence[Segment]) -> list[tuple[str, str]]:
    merged: list[tuple[str, str]] = []
    for op, text in segments:
        if op == "insert" and merged and merged[-1][0] == "delete" and _is_alike(merged[-1][1], text):
            merged[-1] = ("equal", text)
        else:
            merged.append((op, text))
    return merged


def _is_alike(old: str, new: str) -> bool:
    """Return whether two texts differ in typography only.

    Different first letters show most differences without the slower folding.
    """
    old_word, new_word = old[0].casefold(), new[0].casefold()
    if old_word != new_word and old_word.isalpha() and new_word.isalpha() and _SYMBOLS.isdisjoint((old_word, new_word)):
        return False
    return fold(old) == fold(new)


def _mark_text(op: str, text: str, *, colour: bool) -> str:
    inner = text.strip()
    if not inner:
        return text if op == "insert" else ""
    before, after = text[: text.index(inner)], text[text.index(inner) + len(inner) :]
    lines = [_style_text(op, line, colour=colour) if line.strip() else line for line in inner.split("\n")]
    return before + "\n".join(lines) + after


def _style_text(op: str, text: str, *, colour: bool) -> str:
    if colour:
        return click.style(text, fg="red", strikethrough=True) if op == "delete" else click.style(text, fg="green")
    return f"[-{text}-]" if op == "delete" else f"{{+{text}+}}"


def mark_words(text: str, marks: Sequence[tuple[int, int]]) -> str:
    """Return a text with some places in bold; where places overlap, the first counts."""
    parts, at = [], 0
    for begin, end in marks:
        if begin >= at:
            parts += [text[at:begin], click.style(text[begin:end], bold=True)]
            at = end
    return "".join([*parts, text[at:]])


def indent_text(text: str, indent: str) -> str:
    """Return each paragraph indented; coloured text is not wrapped, since the terminal wraps it."""
    return "\n".join(indent + paragraph for paragraph in text.split("\n"))
