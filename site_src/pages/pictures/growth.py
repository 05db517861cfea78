"""How the rules grew: sections on top of each other through the years, and a line for each chapter."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from markupsafe import Markup

from site_src.layout.addresses import history_page
from site_src.markup.words import count, date_in_words
from site_src.pages.pictures.drawing import NARROW, WIDE, Days, path, polyline, round_steps, steps, svg, text
from site_src.pages.pictures.picture import Cell, Control, Picture, Table
from site_src.pages.pictures.survey import ChapterHistory, PictureData, year_ends

_TOP, _BELOW = 14, 24
_APART = 14
"""Pixels between the names of two sections at least."""


def growth(found: PictureData) -> Picture:
    """The picture."""
    chapters, sections = found.chapters(), found.sections()
    places: dict[str | None, int] = {one.lineage: place for place, one in enumerate(sections)}
    by_section = {one.lineage: _summed(found, one.lineage) for one in sections}
    totals = {edition: found.total(edition) for edition in found.editions}
    words = {edition: sum(found.sizes[edition].words.values()) for edition in found.editions}
    return Picture(
        "growth",
        "Growth of the rules",
        "How many rules each section and chapter had in every edition.",
        _told(found, chapters, totals, words),
        [_drawing(found, sections, by_section, width) for width in (WIDE, NARROW)],
        "Point at a band, or move along it with the arrow keys, to read its figures.",
        (
            Control("measure", "Counted in", (("rules", "rules"), ("words", "words")), frozenset({"rules"})),
            Control("form", "Drawn as", (("bands", "bands"), ("lines", "lines")), frozenset({"bands"})),
            Control(
                "section",
                "Showing",
                (("", "all sections"), *((one.lineage, f"chapters of {one.name}") for one in sections)),
                frozenset({""}),
            ),
        ),
        (_by_year(found, sections, by_section, totals), _by_chapter(found, chapters)),
        {
            "editions": found.editions,
            "sections": [
                {
                    **_strand_json(one),
                    "own": [found.section_records[edition][one.lineage] for edition in found.editions],
                }
                for one in sections
            ],
            "chapters": [
                {
                    **_strand_json(one),
                    "section": one.section,
                    "rules": [found.sizes[edition].rules.get(one.lineage, 0) for edition in found.editions],
                    "words": [found.sizes[edition].words.get(one.lineage, 0) for edition in found.editions],
                    # the section it stood in may be another one in each edition: its place in the list of sections
                    "sections": [places.get(_section_then(found, edition, one.lineage)) for edition in found.editions],
                }
                for one in chapters
            ],
        },
        ("edition", "chapter", "heading", "lineage", "rules", "words"),
        [
            (edition, found.numbers[edition].get(home, home), found.headings.get(home, ""), home, rules, of_words[home])
            for edition in found.editions
            for home, rules in found.sizes[edition].rules.items()
            for of_words in (found.sizes[edition].words,)
        ],
    )


def _strand_json(one: ChapterHistory) -> dict[str, str | bool]:
    return {"lineage": one.lineage, "number": one.number, "heading": one.heading, "current": one.current}


def _section_then(found: PictureData, edition: str, chapter: str) -> str | None:
    number = found.numbers[edition].get(chapter)
    return found.section(edition, number) if number else None


def _summed(found: PictureData, section: str) -> dict[str, int]:
    """Rules of a section in each edition."""
    sums = {}
    for edition in found.editions:
        numbers = found.numbers[edition]
        sums[edition] = found.section_records[edition][section] + sum(
            size
            for chapter, size in found.sizes[edition].rules.items()
            if found.section(edition, numbers.get(chapter, chapter)) == section
        )
    return sums


def _told(
    found: PictureData, chapters: Sequence[ChapterHistory], totals: Mapping[str, int], words: Mapping[str, int]
) -> tuple[str, ...]:
    first, last = found.editions[0], found.latest
    pairs = list(zip(found.editions, found.editions[1:], strict=False))
    told = [
        (
            f"The edition of {date_in_words(first)} has {count(totals[first], 'rule')} in {words[first]:,} words, "
            f"that of {date_in_words(last)} {count(totals[last], 'rule')} in {words[last]:,} words; headings of "
            "sections and chapters are counted, the glossary is not."
        )
    ]
    if pairs:
        before, after = max(pairs, key=lambda pair: totals[pair[1]] - totals[pair[0]])
        gained = totals[after] - totals[before]
        if gained > 0:
            told.append(f"No edition grew more than that of {date_in_words(after)}: {count(gained, 'rule')} more.")
    largest = max(chapters, key=lambda one: found.sizes[last].rules.get(one.lineage, 0), default=None)
    if largest is not None:
        size = found.sizes[last].rules.get(largest.lineage, 0)
        share = 100 * size // max(1, totals[last])
        told.append(f"The largest chapter today is {largest.name}, {count(size, 'rule')}, {share} percent of all.")
    return tuple(told)


def _drawing(
    found: PictureData, sections: Sequence[ChapterHistory], sizes: Mapping[str, Mapping[str, int]], width: int
) -> Markup:
    """Bands on top of each other, the first section on top, each with its name at the end."""
    height = 460 if width == WIDE else 380
    names = 200 if width == WIDE else 34
    days = Days(found.editions[0], found.latest, 40, width - names)
    most = max(sum(of[edition] for of in sizes.values()) for edition in found.editions)
    bottom = height - _BELOW

    def at(value: float) -> float:
        return bottom - value / max(1, most) * (bottom - _TOP)

    parts = [_frame(days, at, most, bottom)]
    below = dict.fromkeys(found.editions, 0)
    labels: list[tuple[float, str]] = []
    for place, one in enumerate(reversed(sections)):
        above = {edition: below[edition] + sizes[one.lineage][edition] for edition in found.editions}
        upper = steps([(days.at(edition), at(above[edition])) for edition in found.editions], days.right)
        lower = steps([(days.at(edition), at(below[edition])) for edition in found.editions], days.right)
        d = polyline([*upper, *reversed(lower)]) + "Z"
        parts.append(path(f"band band-{place % 2}", d, lineage=one.lineage))
        if above[found.latest] > below[found.latest]:
            middle = at((above[found.latest] + below[found.latest]) / 2) + 4
            labels.append((middle, one.name if width == WIDE else one.number))
        below = above
    parts += [text(days.right + 8, y, name, "name") for y, name in _spread(labels)]
    return svg(width, height, f"Rules of each section from {days.first} to {days.last}", parts)


def _frame(days: Days, at: Callable[[float], float], most: int, bottom: float) -> str:
    lines, words = [], []
    for value in round_steps(most):
        lines.append(f"M{days.left} {at(value):.1f}H{days.right}")
        words.append(text(days.left - 6, at(value) + 4, f"{value:,}", "tick", "end"))
    for x, year in days.years():
        words.append(text(x, bottom + 17, year, "tick", "middle"))
    return path("grid", "".join(lines)) + "".join(words)


def _spread(labels: Sequence[tuple[float, str]]) -> list[tuple[float, str]]:
    """The labels, from below upwards, none closer to the next than can be read."""
    placed: list[tuple[float, str]] = []
    for y, name in labels:
        placed.append((min(y, placed[-1][0] - _APART) if placed else y, name))
    return placed


def _by_year(
    found: PictureData,
    sections: Sequence[ChapterHistory],
    sizes: Mapping[str, Mapping[str, int]],
    totals: Mapping[str, int],
) -> Table:
    rows = [
        (
            Cell(edition, f"../../e/{edition}/"),
            totals[edition],
            *(sizes[one.lineage][edition] or "" for one in sections),
        )
        for edition in year_ends(found.editions)
    ]
    head = ("Last edition of the year", "All", *(one.name for one in sections))
    return Table("Rules by section and year", head, rows)


def _by_chapter(found: PictureData, chapters: Sequence[ChapterHistory]) -> Table:
    rows = []
    for one in chapters:
        series = [found.sizes[edition].rules.get(one.lineage, 0) for edition in found.editions]
        stands = [edition for edition, size in zip(found.editions, series, strict=True) if size]
        rows.append(
            (
                Cell(one.name, f"../../{history_page(one.number)}"),
                Cell("", drawing=_sparkline(found, series)),
                f"{stands[0][:4]} to {'today' if one.current else stands[-1][:4]}",
                found.sizes[stands[0]].rules[one.lineage],
                max(series),
                series[-1],
            )
        )
    return Table("Every chapter", ("Chapter", "Through the years", "Stood", "At first", "Most", "Today"), rows, True)


def _sparkline(found: PictureData, series: Sequence[int]) -> Markup:
    width, height = 120, 22
    days = Days(found.editions[0], found.latest, 1, width - 1)
    most = max(series)
    points = [
        (days.at(edition), height - 2 - size / most * (height - 4))
        for edition, size in zip(found.editions, series, strict=True)
    ]
    corners = steps(points, days.right)
    d = polyline([(days.left, height - 2), *corners, (days.right, height - 2)]) + "Z"
    drawn = f'<svg class="spark" viewBox="0 0 {width} {height}" aria-hidden="true">{path("spark-area", d)}</svg>'
    return Markup(drawn)  # noqa: S704 - numbers only
