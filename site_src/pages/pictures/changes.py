"""What changed where and when: a field for each chapter and edition, darker for more changes."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from markupsafe import Markup
from msgspec import Struct

from rules.numbers import GLOSSARY
from rules.store import Store
from site_src.data.feeds import Steps
from site_src.layout import PageLink
from site_src.markup.changes import CATEGORIES, category_of
from site_src.markup.words import count, date_in_words, say
from site_src.pages.pictures.drawing import (
    UNITS,
    Picture,
    Table,
    drawing,
    format_name,
    link,
    plot,
    strip_links,
    text,
    title,
)
from site_src.pages.pictures.survey import SECTIONS, ChapterHistory, PictureData

CHOICES: tuple[tuple[str, str], ...] = tuple((category.name, category.word) for category in CATEGORIES)
"""Name and words of the categories of changes, as on the pages that compare two editions; each change has one."""
SUBSTANTIVE = tuple(category.name for category in CATEGORIES if category.shown)
"""Sorts shown at first, as there."""
SHADES = (1, 3, 6, 13, 31)
"""Minimum number of changes for each shade, about doubling."""

_TOP, _ROW, _BELOW = 8, 9, 22
"""Pixels above the rows, of a row, and below the rows."""
_LONGEST_HEADING = 30
"""Number of characters after which the heading of a chapter is cut."""
_ADDRESSES = {GLOSSARY: "../../history/glossary/", SECTIONS: "../../history/"}
_NOT_CHAPTERS = (
    ChapterHistory(SECTIONS, "", "Headings of sections", True, SECTIONS),
    ChapterHistory(GLOSSARY, "", "Glossary", True, GLOSSARY),
)
"""What has rows of its own below the chapters."""
_INTRODUCTION = (
    "Each column is an edition, each row a chapter, traced through its renumberings. The stronger the colour "
    "of a field, the more rules were added, deleted, split, merged or reworded; rules that only moved, or only "
    "have other references, are left out at first. Each change is counted as on the page that compares the "
    "edition with the one before."
)

Counts = Mapping[tuple[str, str], Counter[str]]
"""Number of changes of each category, by edition and lineage of the chapter."""


class ChangeField(Struct, frozen=True):
    """What an edition changed in a chapter.

    Attributes:
        edition: The edition.
        chapter: The chapter.
        numbers: Number of changes of each category, in the order of `CHOICES`.
    """

    edition: str
    chapter: ChapterHistory
    numbers: tuple[int, ...]


def changes(store: Store, data: PictureData, steps: Steps) -> Picture:
    """Return the picture of changes by chapter and edition."""
    counts = _count_changes(data, steps)
    changed = {lineage for _, lineage in counts}
    chapters = [row for row in (*data.chapters(), *_NOT_CHAPTERS) if row.lineage in changed]
    editions = [edition for edition in data.editions if store.previous(edition) in data.editions]
    fields = _list_fields(counts, chapters, editions)
    drawn = _draw_changes(store, data, counts, chapters, editions)
    return Picture(
        "changes",
        "Changes by chapter and edition",
        drawn,
        _describe_changes(counts, chapters, editions),
        about="Where each edition changed the rules, and how.",
        small=strip_links(drawn),
        hint="Point at a field to read what changed; a click opens the comparison of that edition with the one before.",
        boxes=CATEGORIES,
        tables=(_tabulate_editions(fields, editions), _tabulate_chapters(data, fields, chapters)),
        document=_make_document(store, fields, chapters, editions),
        head=("edition", "chapter", "heading", "lineage", *(name for name, _ in CHOICES)),
        rows=[
            (field.edition, field.chapter.number, field.chapter.heading, field.chapter.lineage, *field.numbers)
            for field in fields
        ],
    )


def _count_changes(data: PictureData, steps: Steps) -> Counts:
    """Count each change once, in the chapter in which the comparison of the two editions lists it."""
    counts: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for step, groups in steps.items():
        if step.edition not in data.homes or step.previous not in data.homes:
            continue
        for group in groups:
            if group.new:
                home = data.home(step.edition, group.new[0])
            else:
                home = data.home(step.previous, group.old[0])
            counts[step.edition, home][category_of(group.kind, group.change)] += 1
    return counts


def _list_fields(counts: Counts, chapters: Sequence[ChapterHistory], editions: Sequence[str]) -> list[ChangeField]:
    fields = []
    for edition in editions:
        for chapter in chapters:
            changed = counts.get((edition, chapter.lineage))
            if changed is not None:
                numbers = tuple(changed[name] for name, _ in CHOICES)
                fields.append(ChangeField(edition, chapter, numbers))
    return fields


def _tabulate_editions(fields: Iterable[ChangeField], editions: Sequence[str]) -> Table:
    by_edition: dict[str, list[ChangeField]] = {edition: [] for edition in reversed(editions)}
    for field in fields:
        by_edition[field.edition].append(field)
    return Table(
        f"What each edition changed since the one before, {count(len(editions), 'step')}",
        ("Edition", "Chapters", *(words for _, words in CHOICES)),
        [(PageLink(edition, f"../../e/{edition}/"), *_add_up(changed)) for edition, changed in by_edition.items()],
    )


def _tabulate_chapters(data: PictureData, fields: Iterable[ChangeField], chapters: Sequence[ChapterHistory]) -> Table:
    by_chapter: dict[ChapterHistory, list[ChangeField]] = {chapter: [] for chapter in chapters}
    for field in fields:
        by_chapter[field.chapter].append(field)
    return Table(
        "All chapters, with the changes of their rules",
        ("Chapter", "Editions", *(words for _, words in CHOICES)),
        [
            (PageLink(chapter.name, _link_history(data, chapter)), *_add_up(changed))
            for chapter, changed in by_chapter.items()
        ],
    )


def _add_up(fields: Sequence[ChangeField]) -> tuple[int | str, ...]:
    """Return the number of fields, and of their changes of each category."""
    totals = [0] * len(CHOICES)
    for field in fields:
        totals = [total + number for total, number in zip(totals, field.numbers, strict=True)]
    return (len(fields), *(total or "" for total in totals))


def _make_document(
    store: Store, fields: Iterable[ChangeField], chapters: Sequence[ChapterHistory], editions: Sequence[str]
) -> dict[str, Any]:
    """Return the picture as data; its cells hold the positions of chapter and edition, then the numbers."""
    rows = {chapter: row for row, chapter in enumerate(chapters)}
    columns = {edition: column for column, edition in enumerate(editions)}
    return {
        "editions": editions,
        "previous": [store.previous(edition) for edition in editions],
        "categories": [name for name, _ in CHOICES],
        "shades": SHADES,
        "chapters": [
            {"lineage": chapter.lineage, "number": chapter.number, "heading": chapter.heading} for chapter in chapters
        ],
        "cells": sorted(
            ([rows[field.chapter], columns[field.edition], *field.numbers] for field in fields),
            key=lambda cell: (cell[0], cell[1]),
        ),
    }


def _describe_changes(counts: Counts, chapters: Sequence[ChapterHistory], editions: Sequence[str]) -> tuple[str, ...]:
    by_edition = dict.fromkeys(editions, 0)
    by_lineage = {chapter.lineage: 0 for chapter in chapters}
    for (edition, lineage), changed in counts.items():
        if edition in by_edition:
            by_edition[edition] += _count_substantive(changed)
        if lineage in by_lineage:
            by_lineage[lineage] += _count_substantive(changed)
    if not any(by_edition.values()):
        return (_INTRODUCTION,)
    heaviest = sorted(by_edition, key=lambda edition: (-by_edition[edition], edition))[:3]
    most = ", ".join(f"{date_in_words(edition)} ({by_edition[edition]:,})" for edition in heaviest)
    busiest = sorted(chapters, key=lambda chapter: (-by_lineage[chapter.lineage], chapter.name))[:3]
    listed = ", ".join(f"{chapter.name} ({by_lineage[chapter.lineage]:,})" for chapter in busiest)
    return (
        _INTRODUCTION,
        say("changed_most", editions=most),
        say("chapters_changed_most", chapters=listed),
    )


def _count_substantive(changed: Counter[str]) -> int:
    return sum(changed[name] for name in SUBSTANTIVE)


def _draw_changes(
    store: Store, data: PictureData, counts: Counts, chapters: Sequence[ChapterHistory], editions: Sequence[str]
) -> Markup:
    """Return a column of fields for each edition, which links to the comparison with the edition before."""
    tall = _ROW * len(chapters)
    height = _TOP + tall + _BELOW
    shapes = [f'<rect class="ground" y="{_TOP}" width="{len(editions)}" height="{tall}"/>']
    for place, edition in enumerate(editions):
        href = f"../../compare/{store.previous(edition)}..{edition}/"
        column = _draw_column(counts, chapters, edition, place)
        shapes.append(link(href, edition, column, is_by_key=False))
    parts = [
        plot(height, shapes, max(1, len(editions))),
        *(_draw_row_name(data, history, row) for row, history in enumerate(chapters)),
        *_draw_years(editions, height),
    ]
    shades = " ".join(map(str, SHADES))
    return drawing("changes", height, "Changes by chapter and edition", parts, shades=shades)


def _draw_column(counts: Counts, chapters: Sequence[ChapterHistory], edition: str, place: int) -> str:
    """Return the fields of an edition; a background holds a pointer between two of them in the column."""
    shapes = [f'<rect class="unseen" x="{place}" y="{_TOP}" width="1" height="{_ROW * len(chapters)}"/>']
    for row, history in enumerate(chapters):
        changed = counts.get((edition, history.lineage))
        if changed:
            shapes.append(_draw_field(changed, history, edition, place, _TOP + row * _ROW))
    return "".join(shapes)


def _draw_field(changed: Counter[str], history: ChapterHistory, edition: str, x: int, y: int) -> str:
    numbers = " ".join(str(changed[name] or "") for name, _ in CHOICES)
    figures = ", ".join(f"{changed[name]} {words}" for name, words in CHOICES if changed[name])
    tooltip = title(f"{history.number or history.heading}, {edition}: {figures}")
    shade = shade_of(_count_substantive(changed))
    return (
        f'<rect class="heat heat-{shade}" x="{x}" y="{y}" width="1" height="{_ROW - 1}" '
        f'data-categories="{numbers}">{tooltip}</rect>'
    )


def _draw_row_name(data: PictureData, history: ChapterHistory, row: int) -> str:
    """Return the name of a chapter to the left of its row, as a link to its history."""
    beginning, _, rest = history.name.partition(" ")
    if len(rest) > _LONGEST_HEADING:
        rest = f"{rest[: _LONGEST_HEADING - 1]}…"
    baseline = _TOP + row * _ROW + _ROW - 2
    name = text(0, baseline, format_name(beginning, rest), "row-name", "end", aside=-6)
    return link(_link_history(data, history), history.name, name, is_by_key=False)


def _draw_years(editions: Sequence[str], height: int) -> list[str]:
    """Return every fifth year, at its first edition."""
    firsts: dict[str, int] = {}
    for place, edition in enumerate(editions):
        firsts.setdefault(edition[:4], place)
    return [
        text(place * UNITS / len(editions), height - 6, year, "tick", "middle")
        for year, place in firsts.items()
        if int(year) % 5 == 0
    ]


def shade_of(many: int) -> int:
    """Return the shade for a number of changes: from 1, or 0 for a field without colour."""
    return sum(many >= least for least in SHADES)


def _link_history(data: PictureData, history: ChapterHistory) -> str:
    return _ADDRESSES.get(history.lineage) or data.history(history)
