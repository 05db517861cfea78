"""Searching through changes: what `search --changes` prints, and marks in texts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import click
import msgspec

from comprules.cli.lookup import edition_of
from comprules.cli.output import dim, number_style, print_json, print_text, wrap_text
from comprules.cli.related import announcement_lines

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from graph.answers.changes import Period
    from rules.store import Store

_LONGEST = 400
"""Maximum number of characters shown of a passage."""


def day_of(store: Store, name: str, *, last: bool = False) -> str:
    """Return the day that a date, month, year or name of an edition means: of a year its first day, or its last."""
    from graph.search.understand import time_in  # noqa: PLC0415 - slow to import

    time = time_in(name)
    if time is None:
        return edition_of(store, name)
    return time.last if last else time.first


def print_changes(store: Store, typed: str, asked: Mapping[str, Any], *, as_json: bool) -> None:
    """Search through changes, and print the answers; `asked` has the options of `search`."""
    from comprules.links import comparison_link  # noqa: PLC0415 - slow to import
    from graph.search.changes import ChangeFilter, search_changes  # noqa: PLC0415

    first = day_of(store, asked["first"]) if asked["first"] else ""
    last = day_of(store, asked["last"], last=True) if asked["last"] else "9999"
    chosen = ChangeFilter(asked["where"], split_classes([asked["only"]]), asked["chapter"], first, last)
    result = search_changes(
        store, typed, chosen, oldest_first=asked["oldest_first"], limit=asked["limit"], link=comparison_link
    )
    if as_json:
        print_json(msgspec.to_builtins(result.answers))
        return
    for period in result.periods:
        print_text(_describe_period(period))
    for answer in result.answers:
        print_text("")
        note = answer.class_ or ("" if answer.kind in {"added", "deleted"} else answer.kind)
        notes = [dim(each) for each in (note, answer.field if answer.field != "text" else "") if each]
        print_text("  ".join([answer.edition, answer.side.ljust(8), number_style(answer.number), *notes]))
        print_text(wrap_text(mark_words(*text_around(answer.text, answer.marks, _LONGEST)), "  "))
        for line in announcement_lines(answer.announced):
            print_text(line)
    if len(result.answers) < result.total:
        print_text(f"\n{len(result.answers):,} of {result.total:,} are shown; --limit shows more")
    if not result.total:
        print_text("no edition inserted or deleted these words")


def _describe_period(period: Period) -> str:
    if period.first is None:
        return f"{period.words}: never{' next to each other in a rule' if ' ' in period.words else ''}"
    ended = f", last in {period.last}, gone since {period.gone}" if period.gone else ""
    return f"{period.words}: since {period.first}{ended}"


def split_classes(only: Iterable[str]) -> tuple[str, ...]:
    """Return the kinds and classes that `--only` names, with commas or repeated.

    Raises:
        UsageError: There is no such kind or class.
    """
    from graph.compare.differences import KINDS  # noqa: PLC0415 - slow to import
    from rules.links import CLASSES  # noqa: PLC0415

    wanted = tuple(word for typed in only for word in typed.split(",") if word)
    known = [*CLASSES, *KINDS]
    unknown = [word for word in wanted if word not in known]
    if unknown:
        raise click.UsageError(f"--only: {unknown[0]!r} is no class or kind; there are {', '.join(known)}")
    return wanted


def text_around(text: str, marks: Sequence[tuple[int, int]], longest: int) -> tuple[str, list[tuple[int, int]]]:
    """Return the part of a text around its first mark, and the marks in that part."""
    start = max(0, marks[0][0] - longest // 3) if len(text) > longest else 0
    start = text.find(" ", start) + 1 if start else 0
    before = "… " if start else ""
    part = before + text[start : start + longest] + (" …" if start + longest < len(text) else "")
    moved = len(before) - start
    return part, [(begin + moved, end + moved) for begin, end in marks if end <= start + longest]


def mark_words(text: str, marks: Sequence[tuple[int, int]]) -> str:
    """Return a text with some places in bold; where places overlap, the first counts."""
    parts, at = [], 0
    for begin, end in marks:
        if begin >= at:
            parts += [text[at:begin], click.style(text[begin:end], bold=True)]
            at = end
    return "".join([*parts, text[at:]])
