"""Mark words in texts for people: deleted, inserted and found ones."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import chain, pairwise
from typing import TYPE_CHECKING

import click

from comprules.cli.output import has_colour

if TYPE_CHECKING:
    from graph.answers.search import Marks, Side

_PLAIN = {"delete": "[-{}-]".format, "insert": "{{+{}+}}".format}
_COLOURED = {
    "delete": partial(click.style, fg="red", strikethrough=True),
    "insert": partial(click.style, fg="green"),
}
"""The functions that mark a deleted or inserted text, without and with colours."""
_RESET = click.style("")


def mark_segments(segments: Sequence[tuple[str, str]]) -> str:
    """Return a text with deletions and insertions marked.

    In colours, deletions are red and struck through, and insertions are green; otherwise they are `[-old-]` and
    `{+new+}`. Typographic changes are not marked but shown in their new form, unless there are no other changes.

    Args:
        segments: The pieces of the text, each after `equal`, `delete` or `insert`.
    """
    from rules.change.typography import list_slight  # noqa: PLC0415 - not needed to show a rule

    styles: Mapping[str, Callable[[str], str]] = _COLOURED if has_colour() else _PLAIN
    # Whether each piece is a typographic change; no piece counts as one if there are no other changes.
    slight = list_slight(segments)
    shown = []
    for (op, text), is_slight in zip(segments, slight, strict=True):
        if op == "equal" or (is_slight and op == "insert"):
            shown.append(text)
        elif not is_slight:
            shown.append(_mark_text(op, text, styles[op]))
    return "".join(shown)


def _mark_text(op: str, text: str, style: Callable[[str], str]) -> str:
    """Mark the lines of a text, without the white space around it; white space alone shows only if it was inserted."""
    inner = text.strip()
    if not inner:
        if op == "insert":
            return text
        return ""
    return text.replace(inner, "\n".join(style(line) if line.strip() else line for line in inner.split("\n")))


def mark_words(text: str, marks: Sequence[tuple[int, int]]) -> str:
    """Return a text with some parts in bold; a part that overlaps an earlier one is ignored.

    Args:
        text: The text.
        marks: Start and end of each part, in order.
    """
    parts = []
    last_end = 0
    for begin, end in marks:
        if begin >= last_end:
            parts += [text[last_end:begin], click.style(text[begin:end], bold=True)]
            last_end = end
    return "".join([*parts, text[last_end:]])


def mark_changes(text: str, changed: "Marks", found: "Marks", side: "Side") -> str:
    """Return one side of a changed text, marked as `mark_segments` marks it, with the words that were found in bold.

    Args:
        text: The text of the side.
        changed: Start and end of each part of it that was inserted or deleted.
        found: Start and end of each of the words that the user looked for.
        side: Whether the changed words were inserted or deleted.
    """
    op = "delete"
    if side == "inserted":
        op = "insert"
    if has_colour():
        return _colour_changes(text, changed, found, op)
    return _bracket_changes(text, changed, op)


def _bracket_changes(text: str, changed: "Marks", op: str) -> str:
    """Return a text with brackets around the inserted or deleted parts."""
    bracket = _PLAIN[op]
    parts = []
    last_end = 0
    for begin, end in changed:
        parts += [text[last_end:begin], bracket(text[begin:end])]
        last_end = end
    return "".join([*parts, text[last_end:]])


def _colour_changes(text: str, changed: "Marks", found: "Marks", op: str) -> str:
    """Return a text with changes in colour and found words in bold.

    Both kinds of marks may overlap, so the text is cut at the ends of all of them, and each piece gets its own styles.
    """
    borders = sorted({0, len(text), *chain.from_iterable(changed), *chain.from_iterable(found)})
    parts = []
    for begin, end in pairwise(borders):
        piece = text[begin:end]
        if _is_inside(begin, found):
            piece = click.style(piece, bold=True, reset=False)
        if _is_inside(begin, changed):
            piece = _COLOURED[op](piece, reset=False)
        if piece != text[begin:end]:
            piece += _RESET
        parts.append(piece)
    return "".join(parts)


def _is_inside(offset: int, marks: "Marks") -> bool:
    return any(begin <= offset < end for begin, end in marks)
