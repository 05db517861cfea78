"""The growth of the rules: sections stacked over the years, and the chapters of each."""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, Literal, TypeAlias

from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import asdict, replace

from rules.counts import format_rules_and_headings
from site_src.addresses import PageLink, segment_of
from site_src.markup.words import count, date_in_words, say
from site_src.pages.pictures.drawing import (
    UNITS,
    day_position,
    drawing,
    format_name,
    link,
    outline,
    path,
    plot,
    round_steps,
    steps,
    strip_links,
    text,
)
from site_src.pages.pictures.picture import Picture, Table
from site_src.pages.pictures.survey import ChapterHistory, PictureData, year_ends

_TOP, _BELOW, _HEIGHT = 14, 24, 460
"""Pixels above the plot, below it, and of the whole drawing."""
_APART = 14
"""Minimum number of pixels between the names of two bands."""
_SMALL_SHARE = 30
"""A band below 1/30 of the largest total has no name if that would be too close to another."""

Unit: TypeAlias = Literal["rule", "word"]
Bands: TypeAlias = Mapping[ChapterHistory, Mapping[str, int]]
"""Sections or chapters as the bands of a drawing, the first on top, each with its sizes by edition."""


def growth(data: PictureData) -> Picture:
    """Return the picture of the growth of the rules."""
    chapters = data.chapters()
    by_section = _size_sections(data)
    totals = _count_records(data)
    drawn, *views = _make_views(data, chapters, by_section)
    sections_by_year = _tabulate_sections(data, by_section, totals)
    return replace(
        drawn,
        name="growth",
        title="Growth of the rules",
        about="How many rules each section and chapter had in every edition.",
        words=_describe_growth(data, chapters, totals),
        small=strip_links(drawn.drawing),
        views=views,
        hint="Point at a band to read its figures, or press Tab to reach it and use the arrow keys to move.",
        tables=(sections_by_year, _tabulate_chapters(data, chapters)),
        document=_make_document(data, chapters),
        head=("edition", "chapter", "heading", "lineage", "rules", "words"),
        rows=_list_rows(data),
    )


def _count_records(data: PictureData) -> dict[str, int]:
    """Return the number of all numbered records of each edition, including headings of sections and chapters."""
    totals = {}
    for edition in data.editions:
        in_chapters = data.rules[edition].total()
        totals[edition] = in_chapters + data.section_records[edition].total()
    return totals


def _size_sections(data: PictureData) -> Bands:
    """Return the number of records of each section in each edition.

    A chapter without a record of its own belongs to the section of its number.
    """
    sections = data.sections()
    by_section: dict[ChapterHistory, dict[str, int]] = {section: {} for section in sections}
    for edition in data.editions:
        sizes = data.section_records[edition].copy()
        for chapter, size in data.rules[edition].items():
            number = data.numbers[edition].get(chapter, chapter)
            sizes[data.section(edition, number)] += size
        for section in sections:
            by_section[section][edition] = sizes[section.lineage]
    return by_section


def _tabulate_sections(data: PictureData, by_section: Bands, totals: Mapping[str, int]) -> Table:
    """Return the table of the sizes of all sections in the last edition of each year."""
    rows = []
    for edition in year_ends(data.editions):
        sizes = [sizes[edition] or "" for sizes in by_section.values()]
        rows.append((PageLink(edition, f"../../e/{edition}/"), totals[edition], *sizes))
    names = [section.name for section in by_section]
    return Table("Rules by section and year", ("Last edition of the year", "All", *names), rows)


def _make_document(data: PictureData, chapters: Iterable[ChapterHistory]) -> dict[str, Any]:
    """Return the picture as data."""
    sections = data.sections()
    indexes: dict[str | None, int] = {section.lineage: index for index, section in enumerate(sections)}
    return {
        "editions": data.editions,
        "sections": [_describe_section(data, section) for section in sections],
        "chapters": [_describe_chapter(data, chapter, indexes) for chapter in chapters],
    }


def _describe_section(data: PictureData, section: ChapterHistory) -> dict[str, Any]:
    """Return a section as data, with the number of records that are not in a chapter, in each edition."""
    return {
        "lineage": section.lineage,
        "number": section.number,
        "heading": section.heading,
        "current": section.current,
        "own": [data.section_records[edition][section.lineage] for edition in data.editions],
    }


def _describe_chapter(data: PictureData, chapter: ChapterHistory, indexes: Mapping[str | None, int]) -> dict[str, Any]:
    """Return a chapter as data.

    Args:
        data: The data of the pictures.
        chapter: The chapter.
        indexes: The index of each section in the document. A chapter has one for each edition, since it may change its
            section.
    """
    lineage = chapter.lineage
    return {
        **asdict(chapter),
        "rules": [data.rules[edition].get(lineage, 0) for edition in data.editions],
        "words": [data.words[edition].get(lineage, 0) for edition in data.editions],
        "sections": [indexes.get(_section_then(data, edition, lineage)) for edition in data.editions],
    }


def _list_rows(data: PictureData) -> Sequence[Sequence[str | int]]:
    """Return the rows of the CSV file: each edition with each chapter that it has."""
    rows = []
    for edition in data.editions:
        for lineage, rules in data.rules[edition].items():
            number = data.numbers[edition].get(lineage, lineage)
            heading = data.headings.get(lineage, "")
            rows.append((edition, number, heading, lineage, rules, data.words[edition][lineage]))
    return rows


def _section_then(data: PictureData, edition: str, chapter: str) -> str | None:
    """Return the lineage of a chapter's section in an edition; None if the edition lacks the chapter."""
    number = data.numbers[edition].get(chapter)
    if number:
        return data.section(edition, number)
    return None


def _describe_growth(
    data: PictureData, chapters: Sequence[ChapterHistory], totals: Mapping[str, int]
) -> tuple[str, ...]:
    """Return the sentences above the picture: the growth, its largest step, and the largest chapter of today."""
    sentences = (
        _describe_total_growth(data, totals),
        _describe_largest_step(data, totals),
        _describe_largest_chapter(data, chapters, totals[data.latest]),
    )
    return tuple(sentence for sentence in sentences if sentence)


def _describe_total_growth(data: PictureData, totals: Mapping[str, int]) -> str:
    """Return a sentence with the size of the first and of the newest edition."""
    first = data.editions[0]
    last = data.latest
    return say(
        "edition_grown",
        first=date_in_words(first),
        rules=format_rules_and_headings(totals[first]),
        words=f"{data.words[first].total():,}",
        last=date_in_words(last),
        rules_now=format_rules_and_headings(totals[last]),
        words_now=f"{data.words[last].total():,}",
    )


def _describe_largest_step(data: PictureData, totals: Mapping[str, int]) -> str:
    """Return a sentence about the edition that added the most rules; empty if none is larger than its predecessor."""
    gains = {after: totals[after] - totals[before] for before, after in pairwise(data.editions)}
    edition = max(gains, key=gains.__getitem__, default="")
    if gains.get(edition, 0) <= 0:
        return ""
    return say("grew_most", day=date_in_words(edition), rules=count(gains[edition], "rule"))


def _describe_largest_chapter(data: PictureData, chapters: Sequence[ChapterHistory], total: int) -> str:
    """Return a sentence about the largest chapter of today and its share of the total; empty without chapters."""
    sizes = data.rules[data.latest]
    largest = max(chapters, key=lambda chapter: sizes.get(chapter.lineage, 0), default=None)
    if largest is None:
        return ""
    size = sizes.get(largest.lineage, 0)
    percent = 100 * size // max(1, total)
    return say("largest_chapter", chapter=largest.name, rules=count(size, "rule"), share=f"{percent}")


def _make_views(data: PictureData, chapters: Sequence[ChapterHistory], by_section: Bands) -> list[Picture]:
    """Return the drawings: all sections counted in rules, the chapters of each section, all sections in words."""
    anchors = {section: f"in-{segment_of(section.lineage)}" for section in by_section}

    def link_view(section: ChapterHistory) -> str:
        return f"#{anchors[section]}"

    views = [_make_view(data, by_section, link_view, "sections", "All sections")]
    in_words = {}
    for section in by_section:
        in_words[section] = _count_words(data, chapters, section.lineage)
        bands = _size_chapters(data, chapters, section)
        views.append(_make_view(data, bands, data.history, anchors[section], f"Chapters of {section.name}"))
    title = "All sections, counted in words"
    views.append(_make_view(data, in_words, link_view, "words", title, unit="word"))
    return views


def _make_view(
    data: PictureData,
    bands: Bands,
    address: Callable[[ChapterHistory], str],
    name: str,
    title: str,
    *,
    unit: Unit = "rule",
) -> Picture:
    """Return a drawing of bands as one of the views of the picture."""
    return Picture(name, title, _draw_bands(data, bands, address, unit, title))


def _size_chapters(data: PictureData, chapters: Iterable[ChapterHistory], section: ChapterHistory) -> Bands:
    """Return the chapters that were in a section, with their sizes while they were there."""
    bands = {}
    for chapter in chapters:
        sizes = _count_within(data, chapter, section.lineage, "rule")
        if any(sizes.values()):
            bands[chapter] = sizes
    return bands


def _count_within(data: PictureData, chapter: ChapterHistory, section: str, unit: Unit) -> dict[str, int]:
    """Return the size of a chapter in each edition, 0 if it was not in the section."""
    counted = data.rules if unit == "rule" else data.words
    sizes = dict.fromkeys(data.editions, 0)
    for edition in data.editions:
        if _section_then(data, edition, chapter.lineage) == section:
            sizes[edition] = counted[edition][chapter.lineage]
    return sizes


def _count_words(data: PictureData, chapters: Iterable[ChapterHistory], section: str) -> Counter[str]:
    """Return the number of words of a section's chapters, by edition."""
    total = Counter(dict.fromkeys(data.editions, 0))
    for chapter in chapters:
        total.update(_count_within(data, chapter, section, "word"))
    return total


class _Layer(Struct):
    """A band in the stack of bands.

    Attributes:
        history: The section or chapter.
        sizes: Size of the band by edition.
        below: Size of all bands below it, by edition.
    """

    history: ChapterHistory
    sizes: Mapping[str, int]
    below: Mapping[str, int]

    def top(self, edition: str) -> int:
        """Return the size of this band and all below it."""
        return self.below[edition] + self.sizes[edition]


class _Scale:
    """Positions in a drawing of bands."""

    bottom = _HEIGHT - _BELOW

    def __init__(self, data: PictureData, bands: Bands) -> None:
        self._first, self._last = data.editions[0], data.latest
        totals = Counter[str]()
        for sizes in bands.values():
            totals.update(sizes)
        self.most = max(1, *(totals[edition] for edition in data.editions))

    def x(self, day: str) -> float:
        """Return the position of a day."""
        return day_position(day, self._first, self._last, 0, UNITS)

    def y(self, size: float) -> float:
        """Return the position of a size."""
        return self.bottom - size / self.most * (self.bottom - _TOP)


def _draw_bands(
    data: PictureData, bands: Bands, address: Callable[[ChapterHistory], str], unit: Unit, label: str
) -> Markup:
    """Draw bands stacked, each with its name at the end and a link to its `address`."""
    first = data.editions[0]
    last = data.latest
    scale = _Scale(data, bands)
    layers = _stack_bands(data, bands)
    values = round_steps(scale.most)
    grid = path("grid", "".join(f"M0 {scale.y(value):.1f}H{UNITS}" for value in values))
    shapes = [grid]
    for index, layer in enumerate(layers):
        history = layer.history
        band = path(f"band band-{index % 2}", _outline_layer(layer, data.editions, scale))
        words = _format_figures(history, layer.sizes, unit)
        sizes = " ".join(str(layer.sizes[edition]) for edition in data.editions)
        shapes.append(link(address(history), words, band, band=history.name, sizes=sizes))
    shapes.append(f'<path class="cursor" d="M0 {_TOP}V{scale.bottom}"/>')
    parts = [
        plot(_HEIGHT, shapes),
        *_write_values(values, scale),
        *_write_years(int(first[:4]), int(last[:4]), scale),
        *_write_names(layers, last, scale),
    ]
    editions = " ".join(data.editions)
    return drawing("growth", _HEIGHT, f"{label}, {first} to {last}", parts, editions=editions, unit=unit)


def _write_values(values: Iterable[int], scale: _Scale) -> list[str]:
    """Return the value of each line of the grid, to the left of the plot."""
    return [text(0, scale.y(value) + 4, f"{value:,}", "tick", "end", aside=-6) for value in values]


def _stack_bands(data: PictureData, bands: Bands) -> list[_Layer]:
    """Return the bands from the lowest to the highest."""
    layers: list[_Layer] = []
    below = dict.fromkeys(data.editions, 0)
    for history, sizes in reversed(list(bands.items())):
        layer = _Layer(history, sizes, below)
        layers.append(layer)
        below = {edition: layer.top(edition) for edition in data.editions}
    return layers


def _outline_layer(layer: _Layer, editions: Sequence[str], scale: _Scale) -> str:
    """Return the outline of a band: its upper edge to the right, then its lower edge back to the left."""
    upper = []
    lower = []
    for edition in editions:
        x = scale.x(edition)
        upper.append((x, scale.y(layer.top(edition))))
        lower.append((x, scale.y(layer.below[edition])))
    back = reversed(steps(lower, UNITS))
    return outline([*steps(upper, UNITS), *back])


def _write_years(first: int, last: int, scale: _Scale) -> list[str]:
    """Return the years after the first one that five divides, such as 2005, below the plot."""
    years = []
    for year in range(first + 1, last + 1):
        if year % 5 == 0:
            x = scale.x(f"{year}-01-01")
            years.append(text(x, scale.bottom + 17, str(year), "tick", "middle"))
    return years


def _write_names(layers: Iterable[_Layer], last: str, scale: _Scale) -> list[str]:
    """Return the names of the bands of the last edition, from the lowest up; small ones only if there is room.

    The name of a large band is moved up if it would be too close to the name below it.
    """
    names: list[str] = []
    # the baseline of the name below: positions decrease towards the top
    previous = math.inf
    for layer in layers:
        size = layer.sizes[last]
        if not size:
            continue
        middle = (layer.top(last) + layer.below[last]) / 2
        baseline = scale.y(middle) + 4
        has_room = previous - baseline >= _APART
        is_large = size * _SMALL_SHARE >= scale.most
        if has_room or is_large:
            previous = min(baseline, previous - _APART)
            words = format_name(layer.history.number, layer.history.heading)
            names.append(text(UNITS, previous, words, "name", aside=8))
    return names


def _format_figures(history: ChapterHistory, sizes: Mapping[str, int], unit: Unit) -> str:
    """Return the figures of a band: `3 Card Types: 12 rules on 23 April 1999, 40 rules on 7 August 2026`."""
    with_band = [edition for edition, size in sizes.items() if size]
    # the first and the last of them, which may be the same
    ends = dict.fromkeys([*with_band[:1], *with_band[-1:]])
    figures = ", ".join(f"{count(sizes[edition], unit)} on {date_in_words(edition)}" for edition in ends)
    return f"{history.name}: {figures}"


def _tabulate_chapters(data: PictureData, chapters: Iterable[ChapterHistory]) -> Table:
    """Return the table of all chapters, each with a small curve of its size."""
    rows = []
    for history in chapters:
        series = [data.rules[edition].get(history.lineage, 0) for edition in data.editions]
        with_chapter = [edition for edition, size in zip(data.editions, series, strict=True) if size]
        first = with_chapter[0]
        end = with_chapter[-1][:4]
        if history.current:
            end = "today"
        page = PageLink(history.name, data.history(history))
        curve = _draw_sparkline(data, series)
        at_first = data.rules[first][history.lineage]
        rows.append((page, curve, f"{first[:4]} to {end}", at_first, max(series), series[-1]))
    head = ("Chapter", "Through the years", "Stood", "At first", "Most", "Today")
    return Table("Every chapter", head, rows, is_open=True)


def _draw_sparkline(data: PictureData, series: Sequence[int]) -> Markup:
    """Return the sizes of a chapter in each edition as a small curve."""
    width, height = 120, 22
    bottom = height - 2
    most = max(series)
    points = []
    for edition, size in zip(data.editions, series, strict=True):
        x = day_position(edition, data.editions[0], data.latest, 1, width - 1)
        points.append((x, bottom - size / most * (height - 4)))
    end = width - 1
    area = path("spark-area", outline([(1, bottom), *steps(points, end), (end, bottom)]))
    return Markup(f'<svg class="spark" viewBox="0 0 {width} {height}" aria-hidden="true">{area}</svg>')  # noqa: S704 - numbers only
