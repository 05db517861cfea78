"""What changed where and when: a field for each chapter and edition, darker for more changes."""

from collections import Counter
from collections.abc import Mapping, Sequence

from markupsafe import Markup

from rules.grouping import grouped
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
_TOP, _ROW = 8, 9
_ADDRESSES = {GLOSSARY: "../../history/glossary/", SECTIONS: "../../history/"}

Counts = Mapping[tuple[str, str], Counter[str]]
"""Number of changes of each category, by edition and lineage of the chapter."""


def changes(store: Store, data: PictureData, steps: Steps) -> Picture:
    """Return the picture of changes by chapter and edition."""
    counts = _count_changes(data, steps)
    others = {SECTIONS: "Headings of sections", GLOSSARY: "Glossary"}
    rows = [*data.chapters(), *(ChapterHistory(name, "", words, True, name) for name, words in others.items())]
    changed = {lineage for _, lineage in counts}
    chapters = [row for row in rows if row.lineage in changed]
    editions = [edition for edition in data.editions if store.previous(edition) in data.editions]
    drawn = _draw_changes(store, data, counts, chapters, editions)
    fields = [
        (edition, chapter, [counts[edition, chapter.lineage][name] for name, _ in CHOICES])
        for edition in editions
        for chapter in chapters
        if (edition, chapter.lineage) in counts
    ]
    return Picture(
        "changes",
        "Changes by chapter and edition",
        drawn,
        _describe_changes(counts, chapters, editions),
        about="Where each edition changed the rules, and how.",
        small=strip_links(drawn),
        hint="Point at a field to read what changed; a click opens the comparison of that edition with the one before.",
        boxes=CATEGORIES,
        tables=(
            Table(
                f"What each edition changed since the one before, {count(len(editions), 'step')}",
                ("Edition", "Chapters", *(words for _, words in CHOICES)),
                [
                    (PageLink(edition, f"../../e/{edition}/"), *_add_up([of for at, _, of in fields if at == edition]))
                    for edition in reversed(editions)
                ],
            ),
            Table(
                "All chapters, with the changes of their rules",
                ("Chapter", "Editions", *(words for _, words in CHOICES)),
                [
                    (
                        PageLink(chapter.name, _link_history(data, chapter)),
                        *_add_up([of for _, its, of in fields if its is chapter]),
                    )
                    for chapter in chapters
                ],
            ),
        ),
        document={
            "editions": editions,
            "previous": [store.previous(edition) for edition in editions],
            "categories": [name for name, _ in CHOICES],
            "shades": SHADES,
            "chapters": [
                {"lineage": chapter.lineage, "number": chapter.number, "heading": chapter.heading}
                for chapter in chapters
            ],
            "cells": [
                [chapters.index(chapter), editions.index(edition), *numbers]
                for edition, chapter, numbers in sorted(fields, key=lambda field: chapters.index(field[1]))
            ],
        },
        head=("edition", "chapter", "heading", "lineage", *(name for name, _ in CHOICES)),
        rows=[
            (edition, chapter.number, chapter.heading, chapter.lineage, *numbers)
            for edition, chapter, numbers in fields
        ],
    )


def _count_changes(data: PictureData, steps: Steps) -> Counts:
    """Count each change once, in the chapter in which the comparison of the two editions lists it."""
    found = grouped(
        (
            (
                step.edition,
                data.home(step.edition, group.new[0]) if group.new else data.home(step.previous, group.old[0]),
            ),
            category_of(group.kind, group.change),
        )
        for step, groups in steps.items()
        if step.edition in data.homes and step.previous in data.homes
        for group in groups
    )
    return {field: Counter(categories) for field, categories in found.items()}


def _count_substantive(counts: Counter[str] | None) -> int:
    return sum(counts[name] for name in SUBSTANTIVE) if counts else 0


def _describe_changes(counts: Counts, chapters: Sequence[ChapterHistory], editions: Sequence[str]) -> tuple[str, ...]:
    by_edition = {
        edition: sum(_count_substantive(of) for (at, _), of in counts.items() if at == edition) for edition in editions
    }
    by_chapter = {
        chapter.name: sum(_count_substantive(of) for (_, home), of in counts.items() if home == chapter.lineage)
        for chapter in chapters
    }
    sentences = [
        (
            "Each column is an edition, each row a chapter, followed through its numbers. The stronger the colour "
            "of a field, the more rules were added, deleted, split, merged or reworded; rules that only moved, or only "
            "have other references, are left out at first. Each change is counted as on the page that compares the "
            "edition with the one before."
        )
    ]
    if by_edition and any(by_edition.values()):
        heaviest = sorted(by_edition, key=lambda edition: (-by_edition[edition], edition))[:3]
        most = ", ".join(f"{date_in_words(name)} ({by_edition[name]:,})" for name in heaviest)
        busiest = sorted(by_chapter, key=lambda name: (-by_chapter[name], name))[:3]
        sentences.append(say("changed_most", editions=most))
        listed = ", ".join(f"{name} ({by_chapter[name]:,})" for name in busiest)
        sentences.append(say("chapters_changed_most", chapters=listed))
    return tuple(sentences)


def _draw_changes(
    store: Store, data: PictureData, counts: Counts, chapters: Sequence[ChapterHistory], editions: Sequence[str]
) -> Markup:
    """Return a column of fields for each edition, which links to the comparison with the edition before."""
    height = _TOP + _ROW * len(chapters) + 22
    columns = []
    for place, edition in enumerate(editions):
        # a background for unchanged fields, so that a pointer between two fields is still in the column
        shapes = [f'<rect class="unseen" x="{place}" y="{_TOP}" width="1" height="{_ROW * len(chapters)}"/>']
        for row, history in enumerate(chapters):
            if of := counts.get((edition, history.lineage)):
                numbers = " ".join(str(of[name] or "") for name, _ in CHOICES)
                tooltip = ", ".join(f"{of[name]} {words}" for name, words in CHOICES if of[name])
                said = title(f"{history.number or history.heading}, {edition}: {tooltip}")
                shapes.append(
                    f'<rect class="heat heat-{shade_of(_count_substantive(of))}" x="{place}" y="{_TOP + row * _ROW}" '
                    f'width="1" height="{_ROW - 1}" data-categories="{numbers}">{said}</rect>'
                )
        href = f"../../compare/{store.previous(edition)}..{edition}/"
        columns.append(link(href, edition, "".join(shapes), is_by_key=False))
    ground = f'<rect class="ground" y="{_TOP}" width="{len(editions)}" height="{_ROW * len(chapters)}"/>'
    parts = [plot(height, [ground, *columns], max(1, len(editions)))]
    for row, history in enumerate(chapters):
        beginning, _, rest = history.name.partition(" ")
        words = format_name(beginning, rest if len(rest) <= 30 else f"{rest[:29]}…")
        name = text(0, _TOP + row * _ROW + _ROW - 2, words, "row-name", "end", aside=-6)
        parts.append(link(_link_history(data, history), history.name, name, is_by_key=False))
    # the first edition of every fifth year
    firsts = {edition[:4]: place for place, edition in reversed(list(enumerate(editions))) if int(edition[:4]) % 5 == 0}
    for year, place in sorted(firsts.items()):
        parts.append(text(place * UNITS / len(editions), height - 6, year, "tick", "middle"))
    return drawing("changes", height, "Changes by chapter and edition", parts, shades=" ".join(map(str, SHADES)))


def shade_of(many: int) -> int:
    """Return the shade for a number of changes: from 1, or 0 for a field without colour."""
    return sum(many >= least for least in SHADES)


def _link_history(data: PictureData, history: ChapterHistory) -> str:
    return _ADDRESSES.get(history.lineage) or data.history(history)


def _add_up(fields: Sequence[Sequence[int]]) -> tuple[int | str, ...]:
    """Return the number of fields, and of their changes of each category."""
    nothing = [0] * len(CHOICES)
    return (len(fields), *(sum(numbers) or "" for numbers in zip(nothing, *fields, strict=True)))
