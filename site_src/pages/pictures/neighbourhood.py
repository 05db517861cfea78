"""The references to and from a rule: a drawing for each rule, a page for each section."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from markupsafe import Markup
from msgspec import Struct

from graph.references.network import citing, list_cited, most_cited, reference_graph
from rules.numbers import chapter_of, is_term, name_of
from rules.store import Store
from site_src.layout.addresses import NEIGHBOURHOOD_PATH, neighbourhood_place
from site_src.layout.book import PageLink, SitePlace
from site_src.markup.page_source import render
from site_src.pages.pictures.drawing import number
from site_src.pages.pictures.picture import Picture, PictureView, Table
from site_src.pages.pictures.survey import PictureData

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
            for at, (_, _, count) in enumerate(neighbours):
                y = number((height - len(neighbours)) / 2 + at + 0.5)
                between = (side + 50) // 2
                weight = sum(count >= least for least in _HEAVY)
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
    sizes: dict[str, int] = {}
    for drawn_neighbourhood in drawn:
        sizes[drawn_neighbourhood.place.page] = sizes.get(drawn_neighbourhood.place.page, 0) + 1
    rows = [
        (PageLink(page_title(page), SitePlace(page).seen_from(address)), size) for page, size in sorted(sizes.items())
    ]
    return Table("All neighbourhoods", ("Section", "Neighbourhoods"), rows, is_open=True)


def page_title(page: str) -> str:
    """Return the title of a section's page."""
    name = page.rstrip("/").rpartition("/")[2]
    return "Glossary" if name == "glossary" else f"Section {name}"
