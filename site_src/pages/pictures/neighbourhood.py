"""The picture of a rule's neighbourhood: the rules and entries that refer to it, and those to which it refers."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from markupsafe import Markup

from graph.network.counts import ReferenceCount
from graph.network.linked import link_records
from graph.network.questions import citing, list_cited, list_links, most_cited
from graph.network.records import ReferenceEdge
from rules.keys import is_entry, name_of
from rules.numbers import chapter_of
from rules.store import Store
from site_src.addresses import NEIGHBOURHOOD_PATH, PageLink, SitePlace, neighbourhood_place
from site_src.markup.templates import render
from site_src.markup.words import name_in_words
from site_src.pages.pictures.drawing import coordinate
from site_src.pages.pictures.picture import Picture, Table

_LISTED = 30
"""Number of rules in the table of the most cited ones."""
_HEAVY = (2, 5)
"""Minimum numbers of references for the two broader widths of lines."""
_INTRODUCTION = (
    "Every rule that refers to another one, or is referred to, has a picture; “as a picture” under “cited by” leads to "
    "it. On the left are the rules and glossary entries that refer to the rule, on the right those that it refers to. "
    "References to subrules count for their rule. The more references a line stands for, the wider it is."
)


class Neighbourhoods:
    """The neighbourhoods of all rules and glossary entries of an edition; references to a subrule count for its rule.

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
        if is_entry(key):
            return name_in_words(key)
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
        """Return the lines from each neighbour on the left to the middle, and from there to each on the right.

        A neighbour has a row one unit high, as the lists beside the drawing have a line for it.
        """
        into, out = self.into(key), self.out(key)
        height = max(len(into), len(out))
        lines = "".join([*_draw_lines(into, 0, height), *_draw_lines(out, 100, height)])
        return Markup(  # noqa: S704 - numbers only
            f'<svg class="edges" viewBox="0 0 100 {height}" preserveAspectRatio="none" aria-hidden="true">'
            f'{lines}<path class="middle" d="M50 {coordinate(height / 2)}h0"/></svg>'
        )


def _draw_lines(edges: Sequence[ReferenceEdge], side: int, height: int) -> list[str]:
    """Return a line from each neighbour at a side (0 or 100) to the middle of the picture.

    The rows of the neighbours, each one unit high, are centred in the height of the picture.
    """
    bend = (side + 50) // 2
    middle = coordinate(height / 2)
    first_row = (height - len(edges)) / 2 + 0.5
    lines = []
    for index, edge in enumerate(edges):
        y = coordinate(first_row + index)
        weight = sum(edge.count >= least for least in _HEAVY)
        d = f"M{side} {y}C{bend} {y} {bend} {middle} 50 {middle}"
        lines.append(f'<path class="edge edge-{weight}" d="{d}"/>')
    return lines


def neighbourhood(nets: Neighbourhoods, edition: str) -> Picture:
    """Return the picture of the most cited rule's neighbourhood, with links to all others."""
    listed = most_cited(nets.graph, _LISTED)
    drawn, small = "", Markup("")
    if listed:
        drawn = render("neighbourhood.html.j2", nets=nets, key=listed[0].key, page=NEIGHBOURHOOD_PATH)
        small = nets.lines(listed[0].key)
    edges = [(edge.source, edge.target, edge.count) for edge in list_links(nets.graph)]
    return Picture(
        "neighbourhood",
        "Neighbourhood of a rule",
        Markup(drawn),  # noqa: S704 - from the template
        (_INTRODUCTION,),
        about="What refers to a rule of the latest edition, and what it refers to.",
        small=small,
        tables=(_tabulate_sections(nets), _tabulate_cited(nets, listed)),
        document={"edition": edition, "records": {key: nets.name(key) for key in nets.keys}, "references": edges},
        head=("from", "to", "references"),
        rows=edges,
    )


def _tabulate_sections(nets: Neighbourhoods) -> Table:
    """Return the table of the pages with neighbourhoods."""
    sizes = Counter(neighbourhood_place(key).page for key in nets.keys)
    rows = []
    for section, size in sorted(sizes.items()):
        link = PageLink(page_title(section), SitePlace(section).seen_from(NEIGHBOURHOOD_PATH))
        rows.append((link, size))
    return Table("All neighbourhoods", ("Section", "Neighbourhoods"), rows, is_open=True)


def _tabulate_cited(nets: Neighbourhoods, listed: Iterable[ReferenceCount]) -> Table:
    rows = [(nets.link(cited.key, NEIGHBOURHOOD_PATH), cited.references, cited.sources) for cited in listed]
    head = ("Rule", "References", "Citing rules")
    return Table("Rules with the most references to them", head, rows, is_open=True)


def page_title(page: str) -> str:
    """Return the title of a section's page."""
    name = page.rstrip("/").rpartition("/")[2]
    if name == "glossary":
        return "Glossary"
    return f"Section {name}"
