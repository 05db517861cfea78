"""References in pictures: the most cited rules year by year, and what each rule refers to and is cited by."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from operator import itemgetter

from markupsafe import Markup

from graph.network.counts import ReferenceCount, cited_lineages
from graph.network.questions import citing, link_records, list_cited, list_links, most_cited
from graph.network.records import ReferenceEdge
from rules.grouping import grouped
from rules.numbers import chapter_of, fold_key, is_term, name_of
from rules.store import Store
from site_src.layout import NEIGHBOURHOOD_PATH, PageLink, SitePlace, history_page, neighbourhood_place
from site_src.markup.shell import render
from site_src.markup.words import count, say
from site_src.pages.pictures.drawing import (
    UNITS,
    Picture,
    Table,
    drawing,
    format_name,
    link,
    number,
    path,
    plot,
    strip_links,
    text,
)
from site_src.pages.pictures.survey import PictureData, year_ends

RANKS = 10
_TOP, _ROW, _BELOW = 20, 34, 26


Standing = Mapping[str, Sequence[tuple[str, int, ReferenceCount]]]
"""The most cited rules by their lineages: each edition in which they are, the rank and the count then."""


def draw_cited(store: Store, data: PictureData) -> Picture:
    """Return the picture of the most cited rules."""
    editions = year_ends(data.editions)
    ranked = [
        (edition, rank, lineage, cited)
        for edition in editions
        for rank, (lineage, cited) in enumerate(_rank_rules(store, edition), 1)
    ]
    standing = grouped((lineage, (edition, rank, cited)) for edition, rank, lineage, cited in ranked)
    titles = {lineage: _find_title(data, edition, lineage, cited) for edition, _, lineage, cited in ranked}
    leaders = {edition: (lineage, cited) for edition, rank, lineage, cited in ranked if rank == 1}
    drawn = _draw_ranks(standing, titles, editions)
    return Picture(
        "cited",
        "The most cited rules",
        drawn,
        _describe_cited(leaders, titles, editions),
        about="Which rules the others refer to most, year by year.",
        small=strip_links(drawn),
        hint=(
            "Point at a line, or move along the names with the Tab key, to follow one rule; a click opens its history."
        ),
        tables=(
            Table(
                "The first ten of every year",
                ("Edition", "Rank", "Rule, with its number then", "References", "Citing rules"),
                [
                    (
                        edition,
                        rank,
                        PageLink(f"{cited.key} {titles[lineage]}", f"../../{history_page(cited.key)}"),
                        cited.references,
                        cited.sources,
                    )
                    for edition, rank, lineage, cited in sorted(ranked, key=itemgetter(0), reverse=True)
                ],
            ),
        ),
        document={
            "editions": editions,
            "rules": [
                {
                    "lineage": lineage,
                    "title": title,
                    "standing": [
                        [edition, rank, cited.key, cited.references, cited.sources]
                        for edition, rank, cited in standing[lineage]
                    ],
                }
                for lineage, title in titles.items()
            ],
        },
        head=("edition", "rank", "rule", "title", "lineage", "references", "sources"),
        rows=[
            (edition, rank, cited.key, titles[lineage], lineage, cited.references, cited.sources)
            for edition, rank, lineage, cited in ranked
        ],
    )


def _rank_rules(store: Store, edition: str) -> list[tuple[str, ReferenceCount]]:
    """Return the most cited rules, with references to subrules counted for their rule; no chapters and terms."""
    rules = [
        (lineage, reference_count)
        for lineage, reference_count in cited_lineages(store, edition, "rule").items()
        if "." in reference_count.key and ":" not in reference_count.key and reference_count.references
    ]
    return sorted(rules, key=lambda item: (-item[1].references, -item[1].sources))[:RANKS]


def _find_title(data: PictureData, edition: str, lineage: str, cited: ReferenceCount) -> str:
    """Return a rule's heading, else that of its chapter."""
    chapter = data.home(edition, chapter_of(fold_key(cited.key, "rule")))
    return data.headings.get(lineage) or data.headings.get(chapter, "")


def _describe_cited(
    leaders: Mapping[str, tuple[str, ReferenceCount]], titles: Mapping[str, str], editions: Sequence[str]
) -> list[str]:
    sentences = [
        (
            "References of the rules to each other, in the last edition of each year; those to a subrule count for its "
            "rule, those to a whole chapter do not count. A line follows a rule through all its numbers."
        )
    ]
    if editions[-1] in leaders:
        lineage, first = leaders[editions[-1]]
        sentences.append(
            say(
                "most_cited",
                rule=f"{first.key} ({titles[lineage]})",
                references=count(first.references, "reference"),
                led=str(sum(leader == lineage for leader, _ in leaders.values())),
                years=count(len(editions), "year"),
            )
        )
    return sentences


def _draw_ranks(standing: Standing, titles: Mapping[str, str], editions: Sequence[str]) -> Markup:
    """Draw years from left to right and ranks from the top; a rule that leaves and returns has two lines."""
    height = _TOP + _ROW * RANKS + _BELOW
    at = {edition: place for place, edition in enumerate(editions)}
    step = UNITS / max(1, len(editions) - 1)

    def y(rank: int) -> float:
        return _TOP + _ROW * (rank - 0.5)

    parts = [text(0, y(rank) + 4, str(rank), "tick", "end", aside=-12) for rank in range(1, RANKS + 1)]
    for place, edition in enumerate(editions):
        if int(edition[:4]) % 5 == 0 or place == 0:
            parts.append(text(place * step, height - 6, edition[:4], "tick", "middle"))
    for place, (lineage, heading) in enumerate(titles.items()):
        points = [
            (at[edition], f"{number(at[edition] * step)} {number(y(rank))}") for edition, rank, _ in standing[lineage]
        ]
        lines = "".join(f"M{start}L{end}" for (before, start), (after, end) in pairwise(points) if after == before + 1)
        dots = "".join(f"M{point}h0" for _, point in points)
        shapes = plot(height, [path("line", lines + dots), path("dots", dots)])
        edition, rank, last = standing[lineage][-1]
        if edition == editions[-1]:
            shapes += text(UNITS, y(rank) + 4, format_name(last.key, heading), "name", aside=12)
        words = _describe_outcome(standing[lineage], heading)
        parts.append(link(f"../../{history_page(last.key)}", words, shapes, f"climb climb-{place % 4}"))
    return drawing(
        "cited", height, f"The ten most cited rules of each year, {editions[0][:4]} to {editions[-1][:4]}", parts
    )


def _describe_outcome(standing: Sequence[tuple[str, int, ReferenceCount]], heading: str) -> str:
    """Return a rule's last rank, best rank and former numbers, in words."""
    edition, rank, last = standing[-1]
    best = min(rank for _, rank, _ in standing)
    *former, _ = dict.fromkeys(cited.key for _, _, cited in standing)
    formerly = f", formerly {', '.join(former)}" if former else ""
    return (
        f"{last.key} {heading}: rank {rank} in {edition[:4]} with "
        f"{count(last.references, 'reference')}, at best rank {best}{formerly}"
    )


_FIRST = 30
_HEAVY = (2, 5)
"""Minimum numbers of references for the two broader widths of lines."""


class Neighbourhoods:
    """What the rules and glossary entries of an edition refer to, and what refers to them; subrules are their rules.

    Attributes:
        graph: The references.
        keys: The records with references in or out, in document order.
    """

    def __init__(self, store: Store, edition: str, places: Mapping[str, SitePlace]) -> None:
        """Read an edition; `places` are those of the texts of its records."""
        self.graph = link_records(store, edition, "rule")
        self.keys = [key for key in self.graph if self.graph.degree(key)]
        self._headings = store.headings(edition)
        self._places = places

    def name(self, key: str) -> str:
        """Return a key with its heading."""
        if is_term(key):
            return name_of(key)
        return f"{name_of(key)} {self._headings.get(key) or self._headings.get(chapter_of(key)) or ''}".strip()

    def link(self, key: str, page: str) -> PageLink:
        """Return a link from a page to the neighbourhood of a record."""
        return PageLink(self.name(key), neighbourhood_place(key).seen_from(page))

    def read(self, key: str, page: str) -> str:
        """Return the address of a record's text, or of its neighbourhood if the site does not show that."""
        return (self._places.get(key) or neighbourhood_place(key)).seen_from(page)

    def into(self, key: str) -> tuple[ReferenceEdge, ...]:
        """Return the references to a record, in the order of the document."""
        return citing(self.graph, key)

    def out(self, key: str) -> tuple[ReferenceEdge, ...]:
        """Return the references of a record."""
        return list_cited(self.graph, key)

    def lines(self, key: str) -> Markup:
        """Return lines from each neighbour on the left to the middle and on to each on the right, one unit per row."""
        sides = ((0, self.into(key)), (100, self.out(key)))
        height = max(len(edges) for _, edges in sides)
        shapes = []
        for side, edges in sides:
            for at, edge in enumerate(edges):
                y = number((height - len(edges)) / 2 + at + 0.5)
                between = (side + 50) // 2
                weight = sum(edge.count >= least for least in _HEAVY)
                d = f"M{side} {y}C{between} {y} {between} {number(height / 2)} 50 {number(height / 2)}"
                shapes.append(f'<path class="edge edge-{weight}" d="{d}"/>')
        return Markup(  # noqa: S704 - numbers only
            f'<svg class="edges" viewBox="0 0 100 {height}" preserveAspectRatio="none" aria-hidden="true">'
            f'{"".join(shapes)}<path class="middle" d="M50 {number(height / 2)}h0"/></svg>'
        )


def neighbourhood(nets: Neighbourhoods, edition: str) -> Picture:
    """Return the picture of the most cited rule's neighbourhood, with links to all others."""
    shown = most_cited(nets.graph, _FIRST)
    page = NEIGHBOURHOOD_PATH
    edges = [(edge.source, edge.target, edge.count) for edge in list_links(nets.graph)]
    sizes = Counter(neighbourhood_place(key).page for key in nets.keys)
    drawn = render("neighbourhood.html.j2", nets=nets, key=shown[0].key, page=page) if shown else ""
    return Picture(
        "neighbourhood",
        "Neighbourhood of a rule",
        Markup(drawn),  # noqa: S704 - from the template
        (
            (
                "Every rule has one, reached from “cited by” under its text: on the left the rules and glossary "
                "entries that refer to it, on the right those that it refers to. References to subrules count for "
                "their rule; a line is broader the more references it stands for."
            ),
        ),
        about="What refers to a rule of the latest edition, and what it refers to.",
        small=nets.lines(shown[0].key) if shown else Markup(""),
        tables=(
            Table(
                "All neighbourhoods",
                ("Section", "Neighbourhoods"),
                [
                    (PageLink(page_title(section), SitePlace(section).seen_from(page)), size)
                    for section, size in sorted(sizes.items())
                ],
                is_open=True,
            ),
            Table(
                "Rules with the most references to them",
                ("Rule", "References", "Citing rules"),
                [(nets.link(cited.key, page), cited.references, cited.sources) for cited in shown],
                is_open=True,
            ),
        ),
        document={"edition": edition, "records": {key: nets.name(key) for key in nets.keys}, "references": edges},
        head=("from", "to", "references"),
        rows=edges,
    )


def page_title(page: str) -> str:
    """Return the title of a section's page."""
    name = page.rstrip("/").rpartition("/")[2]
    return "Glossary" if name == "glossary" else f"Section {name}"
