"""The picture of changes: a field for each chapter and edition, darker for more changes."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from markupsafe import Markup
from msgspec import Struct

from graph.compare.categories import category_of
from rules.grouping import grouped
from rules.keys import GLOSSARY
from rules.store import Store
from site_src.addresses import PageLink
from site_src.data.feeds import Steps
from site_src.markup.changes import CATEGORIES
from site_src.markup.words import count, date_in_words, say
from site_src.pages.pictures.drawing import UNITS, drawing, format_name, link, plot, strip_links, text, title
from site_src.pages.pictures.picture import Picture, Table
from site_src.pages.pictures.survey import SECTIONS, ChapterHistory, PictureData

CHOICES: tuple[tuple[str, str], ...] = tuple((category.name, category.word) for category in CATEGORIES)
"""Name and words of the categories of changes, as on the pages that compare two editions; each change has one."""
SUBSTANTIVE = tuple(category.name for category in CATEGORIES if category.shown)
"""The categories that are shown at first, in the picture as on the pages that compare."""
SHADES = (1, 3, 6, 13, 31)
"""Minimum number of changes for each shade, about doubling."""

_NAMES = tuple(category.name for category in CATEGORIES)
_WORDS = tuple(category.word for category in CATEGORIES)
_NAMED = 3
"""Number of editions, and of chapters, that the sentences name."""
_TOP, _ROW, _BELOW = 8, 9, 22
"""Pixels above the rows, of a row, and below the rows."""
_LONGEST_HEADING = 30
"""Number of characters after which the heading of a chapter is cut."""
_ADDRESSES = {GLOSSARY: "../../history/glossary/", SECTIONS: "../../history/"}
_NOT_CHAPTERS = (
    ChapterHistory(SECTIONS, "", "Headings of sections", True, SECTIONS),
    ChapterHistory(GLOSSARY, "", "Glossary", True, GLOSSARY),
)
"""The rows below those of the chapters."""
_INTRODUCTION = (
    "Each column is an edition, each row a chapter, traced through its renumberings. The stronger the colour "
    "of a field, the more rules were added, deleted, split, merged or reworded; rules that only moved, or only "
    "have other references, are hidden at first. Each change is counted as on the page that compares the "
    "edition with the one before."
)

Counts = Mapping[tuple[str, str], Counter[str]]
"""Number of changes of each category, by edition and lineage of the chapter."""


class ChangeField(Struct, frozen=True):
    """The changes of an edition in a chapter, or in one of the other rows.

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
    chapters = _list_changed(data, counts)
    editions = _list_newer(store, data.editions)
    fields = _list_fields(counts, chapters, editions)
    drawn = _draw_changes(store, data, counts, chapters, editions)
    by_edition = _tabulate_editions(fields, editions)
    by_chapter = _tabulate_chapters(data, fields, chapters)
    return Picture(
        "changes",
        "Changes by chapter and edition",
        drawn,
        _describe_changes(counts, chapters, editions),
        about="Where each edition changed the rules, and how.",
        small=strip_links(drawn),
        hint="Point at a field to read what changed; a click opens the comparison of that edition with the one before.",
        boxes=CATEGORIES,
        tables=(by_edition, by_chapter),
        document=_make_document(store, fields, chapters, editions),
        head=("edition", "chapter", "heading", "lineage", *_NAMES),
        rows=_list_rows(fields),
    )


def _list_newer(store: Store, editions: Sequence[str]) -> list[str]:
    """Return the editions that follow one of the picture."""
    return [edition for edition in editions if store.previous(edition) in editions]


def _list_changed(data: PictureData, counts: Counts) -> list[ChapterHistory]:
    """Return the chapters that changed, then the other rows that did."""
    changed = {lineage for _, lineage in counts}
    return [row for row in (*data.chapters(), *_NOT_CHAPTERS) if row.lineage in changed]


def _list_rows(fields: Iterable[ChangeField]) -> list[tuple[str | int, ...]]:
    """Return the rows of the CSV file."""
    rows: list[tuple[str | int, ...]] = []
    for field in fields:
        chapter = field.chapter
        rows.append((field.edition, chapter.number, chapter.heading, chapter.lineage, *field.numbers))
    return rows


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
    """Return the fields that have changes, by edition and chapter."""
    fields = []
    for edition in editions:
        for chapter in chapters:
            changed = counts.get((edition, chapter.lineage))
            if changed is not None:
                numbers = tuple(changed[name] for name in _NAMES)
                fields.append(ChangeField(edition, chapter, numbers))
    return fields


def _tabulate_editions(fields: Iterable[ChangeField], editions: Sequence[str]) -> Table:
    """Return the table of the changes of each edition, newest first."""
    by_edition = grouped((field.edition, field) for field in fields)
    rows = []
    for edition in reversed(editions):
        page = PageLink(edition, f"../../e/{edition}/")
        rows.append((page, *_add_up(by_edition.get(edition, ()))))
    steps = count(len(editions), "step")
    return Table(f"What each edition changed since the one before, {steps}", ("Edition", "Chapters", *_WORDS), rows)


def _tabulate_chapters(data: PictureData, fields: Iterable[ChangeField], chapters: Sequence[ChapterHistory]) -> Table:
    """Return the table of the changes of each chapter, over all editions."""
    by_chapter = grouped((field.chapter, field) for field in fields)
    rows = []
    for chapter in chapters:
        history = PageLink(chapter.name, _link_history(data, chapter))
        rows.append((history, *_add_up(by_chapter.get(chapter, ()))))
    return Table("All chapters, with the changes of their rules", ("Chapter", "Editions", *_WORDS), rows)


def _add_up(fields: Sequence[ChangeField]) -> tuple[int | str, ...]:
    """Return the number of fields, and of their changes of each category."""
    totals = [0] * len(CHOICES)
    for field in fields:
        for index, number in enumerate(field.numbers):
            totals[index] += number
    return (len(fields), *(total or "" for total in totals))


def _make_document(
    store: Store, fields: Iterable[ChangeField], chapters: Sequence[ChapterHistory], editions: Sequence[str]
) -> dict[str, Any]:
    """Return the picture as data.

    A cell is `[12, 40, 3, 0, …]`: the positions of its chapter and its edition, then its changes of each category.
    """
    rows = {chapter: row for row, chapter in enumerate(chapters)}
    columns = {edition: column for column, edition in enumerate(editions)}
    cells = [[rows[field.chapter], columns[field.edition], *field.numbers] for field in fields]
    return {
        "editions": editions,
        "previous": list(map(store.previous, editions)),
        "categories": _NAMES,
        "shades": SHADES,
        "chapters": list(map(_describe_chapter, chapters)),
        "cells": sorted(cells),
    }


def _describe_chapter(chapter: ChapterHistory) -> dict[str, str]:
    return {"lineage": chapter.lineage, "number": chapter.number, "heading": chapter.heading}


def _describe_changes(counts: Counts, chapters: Sequence[ChapterHistory], editions: Sequence[str]) -> tuple[str, ...]:
    """Return the sentences above the picture: an introduction, and the editions and chapters with most changes."""
    by_edition, by_lineage = Counter[str](), Counter[str]()
    for (edition, lineage), changed in counts.items():
        number = _count_substantive(changed)
        by_edition[edition] += number
        by_lineage[lineage] += number
    if not any(by_edition[edition] for edition in editions):
        return (_INTRODUCTION,)
    busiest_editions = sorted(editions, key=lambda edition: (-by_edition[edition], edition))[:_NAMED]
    named_editions = [f"{date_in_words(edition)} ({by_edition[edition]:,})" for edition in busiest_editions]
    busiest_chapters = sorted(chapters, key=lambda chapter: (-by_lineage[chapter.lineage], chapter.name))[:_NAMED]
    named_chapters = [f"{chapter.name} ({by_lineage[chapter.lineage]:,})" for chapter in busiest_chapters]
    return (
        _INTRODUCTION,
        say("changed_most", editions=", ".join(named_editions)),
        say("chapters_changed_most", chapters=", ".join(named_chapters)),
    )


def _count_substantive(changed: Counter[str]) -> int:
    """Return the number of changes that the picture shows at first."""
    return sum(changed[name] for name in SUBSTANTIVE)


def _draw_changes(
    store: Store, data: PictureData, counts: Counts, chapters: Sequence[ChapterHistory], editions: Sequence[str]
) -> Markup:
    """Return a column of fields for each edition, which links to the comparison with the edition before."""
    tall = _ROW * len(chapters)
    height = _TOP + tall + _BELOW
    shapes = [f'<rect class="ground" y="{_TOP}" width="{len(editions)}" height="{tall}"/>']
    for index, edition in enumerate(editions):
        href = f"../../compare/{store.previous(edition)}..{edition}/"
        column = _draw_column(counts, chapters, edition, index)
        shapes.append(link(href, edition, column, has_tab_stop=False))
    parts = [plot(height, shapes, max(1, len(editions)))]
    for row, history in enumerate(chapters):
        parts.append(_draw_row_name(data, history, row))
    parts += _draw_years(editions, height)
    shades = " ".join(map(str, SHADES))
    return drawing("changes", height, "Changes by chapter and edition", parts, shades=shades)


def _draw_column(counts: Counts, chapters: Sequence[ChapterHistory], edition: str, index: int) -> str:
    """Return the fields of an edition on an invisible ground, so that the column keeps a pointer in the gaps."""
    shapes = [f'<rect class="unseen" x="{index}" y="{_TOP}" width="1" height="{_ROW * len(chapters)}"/>']
    for row, history in enumerate(chapters):
        changed = counts.get((edition, history.lineage))
        if changed:
            shapes.append(_draw_field(changed, history, edition, index, _TOP + row * _ROW))
    return "".join(shapes)


def _draw_field(changed: Counter[str], history: ChapterHistory, edition: str, x: int, y: int) -> str:
    """Return the field of a chapter in an edition; its numbers by category are for the script of the boxes."""
    numbers, figures = [], []
    for category, words in CHOICES:
        number = changed[category]
        numbers.append(str(number or ""))
        if number:
            figures.append(f"{number} {words}")
    name = history.number or history.heading
    tooltip = title(f"{name}, {edition}: {', '.join(figures)}")
    shade = shade_of(_count_substantive(changed))
    return (
        f'<rect class="heat heat-{shade}" x="{x}" y="{y}" width="1" height="{_ROW - 1}" '
        f'data-categories="{" ".join(numbers)}">{tooltip}</rect>'
    )


def _draw_row_name(data: PictureData, history: ChapterHistory, row: int) -> str:
    """Return the name of a chapter to the left of its row, as a link to its history."""
    beginning, _, rest = history.name.partition(" ")
    if len(rest) > _LONGEST_HEADING:
        rest = f"{rest[: _LONGEST_HEADING - 1]}…"
    baseline = _TOP + row * _ROW + _ROW - 2
    name = text(0, baseline, format_name(beginning, rest), "row-name", "end", aside=-6)
    return link(_link_history(data, history), history.name, name, has_tab_stop=False)


def _draw_years(editions: Sequence[str], height: int) -> list[str]:
    """Return the labels below the columns: the years that five divides, such as 2005, at their first editions."""
    firsts: dict[str, int] = {}
    for index, edition in enumerate(editions):
        firsts.setdefault(edition[:4], index)
    years = []
    for year, index in firsts.items():
        if int(year) % 5 == 0:
            x = index * UNITS / len(editions)
            years.append(text(x, height - 6, year, "tick", "middle"))
    return years


def shade_of(number: int) -> int:
    """Return the shade for a number of changes: 0 for none, then 1 for 1 or 2, 2 for 3 to 5, as `SHADES` says."""
    return sum(number >= least for least in SHADES)


def _link_history(data: PictureData, history: ChapterHistory) -> str:
    """Return the address of the history of a row; empty for a chapter without a record."""
    return _ADDRESSES.get(history.lineage) or data.history(history)
