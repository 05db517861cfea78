"""References in pictures: the most cited rules year by year, and what each rule refers to and is cited by."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Mapping, Sequence

from markupsafe import Markup
from msgspec import Struct

from graph.references.network import ReferenceCount, cited_lineages, citing, list_cited, most_cited, reference_graph
from rules.numbers import chapter_of, fold_key, is_term, name_of
from rules.store import Store
from site_src.layout import NEIGHBOURHOOD_PATH, PageLink, SitePlace, history_page, neighbourhood_place
from site_src.markup.shell import render
from site_src.markup.words import count, say
from site_src.pages.pictures.drawing import (
    UNITS,
    Picture,
    PictureView,
    Table,
    drawing,
    format_name,
    link,
    number,
    path,
    plot,
    polyline,
    strip_links,
    text,
)
from site_src.pages.pictures.survey import PictureData, year_ends

RANKS = 10
_TOP, _ROW, _BELOW = 20, 34, 26


Tops = Mapping[str, Mapping[str, ReferenceCount]]
"""The most cited rules of each edition by their lineages, the most cited first, with their numbers then."""


def draw_cited(store: Store, data: PictureData) -> Picture:
    """Return the picture of the most cited rules."""
    editions = year_ends(data.editions)
    tops = {edition: _rank_rules(store, edition) for edition in editions}
    titles = {
        lineage: _find_title(data, edition, lineage, cited)
        for edition in editions
        for lineage, cited in tops[edition].items()
    }
    drawn = _draw_ranks(tops, titles, editions)
    return Picture(
        "cited",
        "The most cited rules",
        "Which rules the others refer to most, year by year.",
        _describe_cited(tops, titles, editions),
        strip_links(drawn),
        (PictureView("ranks", "The first ten of every year", drawn),),
        "Point at a line, or move along the names with the Tab key, to follow one rule; a click opens its history.",
        (),
        (_make_table(tops, titles, editions),),
        {
            "editions": editions,
            "rules": [
                {
                    "lineage": lineage,
                    "title": title,
                    "standing": [
                        [edition, rank, cited.key, cited.references, cited.sources]
                        for edition, (rank, cited) in _list_standing(tops, lineage).items()
                    ],
                }
                for lineage, title in titles.items()
            ],
        },
        ("edition", "rank", "rule", "title", "lineage", "references", "sources"),
        [
            (edition, rank, cited.key, titles[lineage], lineage, cited.references, cited.sources)
            for edition in editions
            for rank, (lineage, cited) in enumerate(tops[edition].items(), 1)
        ],
    )


def _rank_rules(store: Store, edition: str) -> dict[str, ReferenceCount]:
    """Return the most cited rules, with references to subrules counted for their rule; no chapters and terms."""
    rules = [
        (lineage, reference_count)
        for lineage, reference_count in cited_lineages(store, edition, "rule").items()
        if "." in reference_count.key and ":" not in reference_count.key and reference_count.references
    ]
    return dict(sorted(rules, key=lambda item: (-item[1].references, -item[1].sources))[:RANKS])


def _list_standing(tops: Tops, lineage: str) -> dict[str, tuple[int, ReferenceCount]]:
    """Return the rank and the count of a rule in each edition that has it among the most cited."""
    return {
        edition: (list(ranked).index(lineage) + 1, ranked[lineage])
        for edition, ranked in tops.items()
        if lineage in ranked
    }


def _find_title(data: PictureData, edition: str, lineage: str, cited: ReferenceCount) -> str:
    """Return a rule's heading, else that of its chapter."""
    chapter = data.home(edition, chapter_of(fold_key(cited.key, "rule")))
    return data.headings.get(lineage) or data.headings.get(chapter, "")


def _describe_cited(tops: Tops, titles: Mapping[str, str], editions: Sequence[str]) -> tuple[str, ...]:
    sentences = [
        (
            "References of the rules to each other, in the last edition of each year; those to a subrule count for its "
            "rule, those to a whole chapter do not count. A line follows a rule through all its numbers."
        )
    ]
    if tops[editions[-1]]:
        lineage, first = next(iter(tops[editions[-1]].items()))
        led = sum(next(iter(tops[edition]), "") == lineage for edition in editions)
        sentences.append(
            say(
                "most_cited",
                rule=f"{first.key} ({titles[lineage]})",
                references=count(first.references, "reference"),
                led=str(led),
                years=count(len(editions), "year"),
            )
        )
    return tuple(sentences)


def _draw_ranks(tops: Tops, titles: Mapping[str, str], editions: Sequence[str]) -> Markup:
    """Draw years from left to right and ranks from the top; a rule that leaves and returns has two lines."""
    height = _TOP + _ROW * RANKS + _BELOW
    step = UNITS / max(1, len(editions) - 1)
    x = {edition: place * step for place, edition in enumerate(editions)}

    def y(rank: int) -> float:
        return _TOP + _ROW * (rank - 0.5)

    parts = [text(0, y(rank) + 4, str(rank), "tick", "end", aside=-12) for rank in range(1, RANKS + 1)]
    for place, edition in enumerate(editions):
        if int(edition[:4]) % 5 == 0 or place == 0:
            parts.append(text(x[edition], height - 6, edition[:4], "tick", "middle"))
    for place, (lineage, heading) in enumerate(titles.items()):
        standing = _list_standing(tops, lineage)
        lines = "".join(
            polyline([(x[before], y(standing[before][0])), (x[after], y(standing[after][0]))])
            for before, after in itertools.pairwise(editions)
            if before in standing and after in standing
        )
        dots = "".join(f"M{number(x[edition])} {number(y(rank))}h0" for edition, (rank, _) in standing.items())
        shapes = plot(height, [path("line", lines + dots), path("dots", dots)])
        name = ""
        if editions[-1] in standing:
            rank, now = standing[editions[-1]]
            name = text(UNITS, y(rank) + 4, format_name(now.key, heading), "name", aside=12)
        href = f"../../{history_page(list(standing.values())[-1][1].key)}"
        parts.append(link(href, _describe_outcome(standing, heading), shapes + name, f"climb climb-{place % 4}"))
    return drawing(
        "cited", height, f"The ten most cited rules of each year, {editions[0][:4]} to {editions[-1][:4]}", parts
    )


def _describe_outcome(standing: Mapping[str, tuple[int, ReferenceCount]], heading: str) -> str:
    """Return a rule's last rank, best rank and former numbers, in words."""
    edition, (rank, last) = list(standing.items())[-1]
    best = min(rank for rank, _ in standing.values())
    numbers = list(dict.fromkeys(cited.key for _, cited in standing.values()))
    formerly = f", formerly {', '.join(numbers[:-1])}" if len(numbers) > 1 else ""
    return (
        f"{last.key} {heading}: rank {rank} in {edition[:4]} with "
        f"{count(last.references, 'reference')}, at best rank {best}{formerly}"
    )


def _make_table(tops: Tops, titles: Mapping[str, str], editions: Sequence[str]) -> Table:
    rows = [
        (
            edition,
            rank,
            PageLink(f"{cited.key} {titles[lineage]}", f"../../{history_page(cited.key)}"),
            cited.references,
            cited.sources,
        )
        for edition in reversed(editions)
        for rank, (lineage, cited) in enumerate(tops[edition].items(), 1)
    ]
    return Table(
        "The first ten of every year",
        ("Edition", "Rank", "Rule, with its number then", "References", "Citing rules"),
        rows,
    )


_FIRST = 30
_HEAVY = (2, 5)
"""Minimum numbers of references for the two broader widths of lines."""


Neighbour = tuple[str, SitePlace, int]
"""The name of a record at the end of a line, the place of its own neighbourhood, the references on the line."""


class DrawnNeighbourhood(Struct, frozen=True):
    """A rule or a glossary entry with its neighbours.

    Attributes:
        key: Its key.
        name: Its key with its heading.
        place: Place of its neighbourhood.
        read: Place of its text.
        into: The records that refer to it, in document order.
        out: The records that it refers to, in document order.
    """

    key: str
    name: str
    place: SitePlace
    read: SitePlace | None
    into: Sequence[Neighbour]
    out: Sequence[Neighbour]

    @property
    def lines(self) -> Markup:
        """Return lines from each neighbour on the left to the middle and on to each on the right, one unit per row."""
        height = max(len(self.into), len(self.out))
        shapes = []
        for side, neighbours in ((0, self.into), (100, self.out)):
            for at, (_, _, references) in enumerate(neighbours):
                y = number((height - len(neighbours)) / 2 + at + 0.5)
                between = (side + 50) // 2
                weight = sum(references >= least for least in _HEAVY)
                d = f"M{side} {y}C{between} {y} {between} {number(height / 2)} 50 {number(height / 2)}"
                shapes.append(f'<path class="edge edge-{weight}" d="{d}"/>')
        return Markup(  # noqa: S704 - numbers only
            f'<svg class="edges" viewBox="0 0 100 {height}" preserveAspectRatio="none" aria-hidden="true">'
            f'{"".join(shapes)}<path class="middle" d="M50 {number(height / 2)}h0"/></svg>'
        )


def neighbourhood(store: Store, survey: PictureData, drawn: Sequence[DrawnNeighbourhood]) -> Picture:
    """Return the picture of the most cited rule's neighbourhood, with links to all others."""
    graph = reference_graph(store, survey.latest, "rule")
    by_key = {drawn_neighbourhood.key: drawn_neighbourhood for drawn_neighbourhood in drawn}
    shown = [(count, by_key[count.key]) for count in most_cited(graph, _FIRST)]
    address = NEIGHBOURHOOD_PATH
    views = [
        PictureView("most-cited", each.name, Markup(render("neighbourhood.html.j2", one=each, page=address)))  # noqa: S704 - from the template
        for _, each in shown[:1]
    ]
    return Picture(
        "neighbourhood",
        "Neighbourhood of a rule",
        "What refers to a rule of the latest edition, and what it refers to.",
        (
            (
                "Every rule has one, reached from “cited by” under its text: on the left the rules and glossary "
                "entries that refer to it, on the right those that it refers to. References to subrules count for "
                "their rule; a line is broader the more references it stands for."
            ),
        ),
        shown[0][1].lines if shown else Markup(""),
        views,
        "",
        (),
        (
            _list_sections(drawn, address),
            Table(
                "Rules with the most references to them",
                ("Rule", "References", "Citing rules"),
                [
                    (PageLink(each.name, each.place.seen_from(address)), count.references, count.sources)
                    for count, each in shown
                ],
                is_open=True,
            ),
        ),
        {
            "edition": survey.latest,
            "records": {drawn_neighbourhood.key: drawn_neighbourhood.name for drawn_neighbourhood in drawn},
            "references": [[source, target, data["count"]] for source, target, data in graph.edges(data=True)],
        },
        ("from", "to", "references"),
        [(source, target, data["count"]) for source, target, data in graph.edges(data=True)],
    )


def neighbourhoods(store: Store, edition: str, places: Mapping[str, SitePlace]) -> list[DrawnNeighbourhood]:
    """Return the neighbourhoods of all records with references in or out, with subrules folded into their rules."""
    graph = reference_graph(store, edition, "rule")
    headings = store.headings(edition)

    def line(key: str, count: int) -> Neighbour:
        return _format_name(headings, key), neighbourhood_place(key), count

    return [
        DrawnNeighbourhood(
            key,
            _format_name(headings, key),
            neighbourhood_place(key),
            places.get(key),
            [line(edge.source, edge.count) for edge in citing(graph, key)],
            [line(edge.target, edge.count) for edge in list_cited(graph, key)],
        )
        for key in graph
        if graph.degree(key)
    ]


def _format_name(headings: Mapping[str, str], key: str) -> str:
    if is_term(key):
        return name_of(key)
    return f"{name_of(key)} {headings.get(key) or headings.get(chapter_of(key)) or ''}".strip()


def _list_sections(drawn: Sequence[DrawnNeighbourhood], address: str) -> Table:
    sizes = Counter(each.place.page for each in drawn)
    return Table(
        "All neighbourhoods",
        ("Section", "Neighbourhoods"),
        [
            (PageLink(page_title(page), SitePlace(page).seen_from(address)), size)
            for page, size in sorted(sizes.items())
        ],
        is_open=True,
    )


def page_title(page: str) -> str:
    """Return the title of a section's page."""
    name = page.rstrip("/").rpartition("/")[2]
    return "Glossary" if name == "glossary" else f"Section {name}"
