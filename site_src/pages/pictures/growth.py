"""The growth of the rules: sections stacked over the years, and the chapters of each."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import pairwise

from markupsafe import Markup
from msgspec.structs import asdict, replace

from site_src.layout import PageLink, segment_of
from site_src.markup.words import count, date_in_words, say
from site_src.pages.pictures.drawing import (
    UNITS,
    Picture,
    Table,
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
from site_src.pages.pictures.survey import ChapterHistory, PictureData, year_ends

_TOP, _BELOW, _HEIGHT = 14, 24, 460
_APART = 14
"""Minimum number of pixels between the names of two bands."""
_SMALL = 30
"""A band below 1/30 of the maximum has no name if that would be too close to another."""


Bands = Mapping[ChapterHistory, Mapping[str, int]]
"""Sections or chapters as the bands of a drawing, the first on top, each with its sizes by edition."""


def growth(data: PictureData) -> Picture:
    """Return the picture of the growth of the rules."""
    chapters, sections = data.chapters(), data.sections()
    places: dict[str | None, int] = {section.lineage: place for place, section in enumerate(sections)}
    # with chapters that have no record of their own
    by_section = {
        section: {
            edition: data.section_records[edition][section.lineage]
            + sum(
                size
                for chapter, size in data.rules[edition].items()
                if data.section(edition, data.numbers[edition].get(chapter, chapter)) == section.lineage
            )
            for edition in data.editions
        }
        for section in sections
    }
    # all numbered records, with headings of sections and chapters
    totals = {edition: data.rules[edition].total() + data.section_records[edition].total() for edition in data.editions}
    words = {edition: data.words[edition].total() for edition in data.editions}
    drawn, *views = _make_views(data, chapters, by_section)
    return replace(
        drawn,
        name="growth",
        title="Growth of the rules",
        about="How many rules each section and chapter had in every edition.",
        words=_describe_growth(data, chapters, totals, words),
        small=strip_links(drawn.drawing),
        views=views,
        hint="Point at a band to read its figures, or come to it with the Tab key and move with the arrow keys.",
        tables=(
            Table(
                "Rules by section and year",
                ("Last edition of the year", "All", *(section.name for section in sections)),
                [
                    (
                        PageLink(edition, f"../../e/{edition}/"),
                        totals[edition],
                        *(sizes[edition] or "" for sizes in by_section.values()),
                    )
                    for edition in year_ends(data.editions)
                ],
            ),
            _by_chapter(data, chapters),
        ),
        document={
            "editions": data.editions,
            "sections": [
                {
                    **{name: getattr(section, name) for name in ("lineage", "number", "heading", "current")},
                    "own": [data.section_records[edition][section.lineage] for edition in data.editions],
                }
                for section in sections
            ],
            "chapters": [
                {
                    **asdict(chapter),
                    "rules": [data.rules[edition].get(chapter.lineage, 0) for edition in data.editions],
                    "words": [data.words[edition].get(chapter.lineage, 0) for edition in data.editions],
                    # a chapter may change sections: for each edition the position of its section in the list
                    "sections": [
                        places.get(_section_then(data, edition, chapter.lineage)) for edition in data.editions
                    ],
                }
                for chapter in chapters
            ],
        },
        head=("edition", "chapter", "heading", "lineage", "rules", "words"),
        rows=[
            (
                edition,
                data.numbers[edition].get(home, home),
                data.headings.get(home, ""),
                home,
                rules,
                data.words[edition][home],
            )
            for edition in data.editions
            for home, rules in data.rules[edition].items()
        ],
    )


def _section_then(data: PictureData, edition: str, chapter: str) -> str | None:
    number = data.numbers[edition].get(chapter)
    return data.section(edition, number) if number else None


def _describe_growth(
    data: PictureData, chapters: Sequence[ChapterHistory], totals: Mapping[str, int], words: Mapping[str, int]
) -> tuple[str, ...]:
    first, last = data.editions[0], data.latest
    sentences = [
        say(
            "edition_grown",
            first=date_in_words(first),
            rules=count(totals[first], "rule"),
            words=f"{words[first]:,}",
            last=date_in_words(last),
            rules_now=count(totals[last], "rule"),
            words_now=f"{words[last]:,}",
        )
    ]
    gains = {after: totals[after] - totals[before] for before, after in pairwise(data.editions)}
    most = max(gains, key=gains.__getitem__, default=first)
    if gains.get(most, 0) > 0:
        sentences.append(say("grew_most", day=date_in_words(most), rules=count(gains[most], "rule")))
    largest = max(chapters, key=lambda history: data.rules[last].get(history.lineage, 0), default=None)
    if largest is not None:
        size = data.rules[last].get(largest.lineage, 0)
        share = 100 * size // max(1, totals[last])
        sentences.append(say("largest_chapter", chapter=largest.name, rules=count(size, "rule"), share=f"{share}"))
    return tuple(sentences)


def _make_views(data: PictureData, chapters: Sequence[ChapterHistory], of_all: Bands) -> list[Picture]:
    anchors = {section: f"in-{segment_of(section.lineage)}" for section in of_all}

    def link_view(section: ChapterHistory) -> str:
        return f"#{anchors[section]}"

    views = [Picture("sections", "All sections", _draw_bands(data, of_all, link_view, "rule", "All sections"))]
    in_words = {}
    for section in of_all:
        # the chapters that were in this section, for the editions in which they were
        within = {chapter: _count_within(data, chapter, section.lineage, "rule") for chapter in chapters}
        bands = {chapter: sizes for chapter, sizes in within.items() if any(sizes.values())}
        title = f"Chapters of {section.name}"
        views.append(Picture(anchors[section], title, _draw_bands(data, bands, data.history, "rule", title)))
        words = [_count_within(data, chapter, section.lineage, "word") for chapter in chapters]
        in_words[section] = {edition: sum(sizes[edition] for sizes in words) for edition in data.editions}
    title = "All sections, counted in words"
    return [*views, Picture("words", title, _draw_bands(data, in_words, link_view, "word", title))]


def _count_within(data: PictureData, chapter: ChapterHistory, section: str, unit: str) -> dict[str, int]:
    """Return the size of a chapter in each edition, 0 if it was not in the section."""
    counted = data.rules if unit == "rule" else data.words
    within = {edition for edition in data.editions if _section_then(data, edition, chapter.lineage) == section}
    return {edition: counted[edition][chapter.lineage] if edition in within else 0 for edition in data.editions}


def _draw_bands(
    data: PictureData, bands: Bands, address: Callable[[ChapterHistory], str], unit: str, label: str
) -> Markup:
    """Draw bands stacked, each with its name at the end and a link to its `address`."""
    first, last = data.editions[0], data.latest
    at_day = partial(day_position, first=first, last=last, left=0, right=UNITS)
    most = max(1, *(sum(sizes[edition] for sizes in bands.values()) for edition in data.editions))
    bottom = _HEIGHT - _BELOW

    def at(value: float) -> float:
        return bottom - value / most * (bottom - _TOP)

    below = dict.fromkeys(data.editions, 0)
    shapes: list[str] = []
    labels: list[tuple[float, ChapterHistory]] = []
    for place, (of, layer) in enumerate(reversed(list(bands.items()))):
        above = {edition: below[edition] + layer[edition] for edition in data.editions}
        upper = steps([(at_day(edition), at(above[edition])) for edition in data.editions], UNITS)
        lower = steps([(at_day(edition), at(below[edition])) for edition in data.editions], UNITS)
        band = path(f"band band-{place % 2}", outline([*upper, *reversed(lower)]))
        sizes = " ".join(str(layer[edition]) for edition in data.editions)
        shapes.append(link(address(of), _format_figures(of, layer, unit), band, band=of.name, sizes=sizes))
        size = layer[data.latest]
        if size:
            y = at((above[data.latest] + below[data.latest]) / 2) + 4
            if not labels or labels[-1][0] - y >= _APART or size * _SMALL >= most:
                labels.append((min(y, labels[-1][0] - _APART) if labels else y, of))
        below = above
    lines = round_steps(most)
    grid = path("grid", "".join(f"M0 {at(value):.1f}H{UNITS}" for value in lines))
    cursor = f'<path class="cursor" d="M0 {_TOP}V{bottom}"/>'
    written = [text(0, at(value) + 4, f"{value:,}", "tick", "end", aside=-6) for value in lines]
    written += [
        text(at_day(f"{year}-01-01"), bottom + 17, str(year), "tick", "middle")
        for year in range(int(first[:4]) + 1, int(last[:4]) + 1)
        if year % 5 == 0
    ]
    written += [text(UNITS, y, format_name(of.number, of.heading), "name", aside=8) for y, of in labels]
    return drawing(
        "growth",
        _HEIGHT,
        f"{label}, {first} to {last}",
        [plot(_HEIGHT, [grid, *shapes, cursor]), *written],
        editions=" ".join(data.editions),
        unit=unit,
    )


def _format_figures(of: ChapterHistory, band: Mapping[str, int], unit: str) -> str:
    """Return the figures of a band: `3 Card Types: 12 rules on 23 April 1999, 40 rules on 7 August 2026`."""
    stands = [edition for edition, size in band.items() if size]
    ends = dict.fromkeys((stands[0], stands[-1])) if stands else ()
    sizes = ", ".join(f"{count(band[edition], unit)} on {date_in_words(edition)}" for edition in ends)
    return f"{of.name}: {sizes}"


def _by_chapter(data: PictureData, chapters: Sequence[ChapterHistory]) -> Table:
    rows = []
    for history in chapters:
        series = [data.rules[edition].get(history.lineage, 0) for edition in data.editions]
        stands = [edition for edition, size in zip(data.editions, series, strict=True) if size]
        rows.append(
            (
                PageLink(history.name, data.history(history)),
                _draw_sparkline(data, series),
                f"{stands[0][:4]} to {'today' if history.current else stands[-1][:4]}",
                data.rules[stands[0]][history.lineage],
                max(series),
                series[-1],
            )
        )
    return Table("Every chapter", ("Chapter", "Through the years", "Stood", "At first", "Most", "Today"), rows, True)


def _draw_sparkline(data: PictureData, series: Sequence[int]) -> Markup:
    width, height = 120, 22
    most = max(series)
    points = [
        (
            day_position(edition, data.editions[0], data.latest, 1, width - 1),
            height - 2 - size / most * (height - 4),
        )
        for edition, size in zip(data.editions, series, strict=True)
    ]
    d = outline([(1, height - 2), *steps(points, width - 1), (width - 1, height - 2)])
    return Markup(f'<svg class="spark" viewBox="0 0 {width} {height}" aria-hidden="true">{path("spark-area", d)}</svg>')  # noqa: S704 - numbers only
