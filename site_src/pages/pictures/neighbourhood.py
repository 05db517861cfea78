"""What refers to a rule and what it refers to, drawn in the browser on demand; the most cited rules to begin with."""

from __future__ import annotations

from collections.abc import Mapping

from graph.references.network import most_cited, reference_graph
from rules.keys import is_term, name_of
from rules.store import Store
from site_src.layout.book import SitePlace, chapter_of
from site_src.pages.pictures.picture import Cell, Control, Picture, Table
from site_src.pages.pictures.survey import PictureData

_FIRST = 30
ADDRESS = "pictures/neighbourhood/"


def neighbourhood(store: Store, found: PictureData, places: Mapping[str, SitePlace]) -> Picture:
    """The picture; its data are all references of the latest edition, subrules folded into their rules."""
    graph = reference_graph(store, found.latest, "rule")
    keys = list(graph)
    order = {key: at for at, key in enumerate(keys)}
    headings = {rule.key: rule.heading for rule in store.rules(found.latest) if rule.heading}

    def name(key: str) -> str:
        if is_term(key):
            return name_of(key)
        return headings.get(key) or headings.get(chapter_of(key)) or ""

    edges = [(order[source], order[target], data["count"]) for source, target, data in graph.edges(data=True)]
    first = most_cited(graph, _FIRST)
    return Picture(
        "neighbourhood",
        "Neighbourhood of a rule",
        "What refers to a rule of the latest edition, and what it refers to.",
        (
            (
                "Every rule has one, reached from “cited by” under its text: the rules and glossary entries that refer "
                "to it, and those that it refers to, with the references among them. References to subrules count for "
                "their rule."
            ),
        ),
        (),
        "A click on a rule, or Enter, makes it the middle of the picture. The same stands in the lists below it.",
        (Control("radius", "Shown", (("1", "its neighbours"), ("2", "and what lies around them")), frozenset({"1"})),),
        (
            Table(
                "Rules with the most references to them",
                ("Rule", "References", "Citing rules"),
                [
                    (
                        Cell(f"{name_of(one.key)} {name(one.key)}".strip(), f"?{one.key}"),
                        one.references,
                        one.sources,
                    )
                    for one in first
                ],
                is_open=True,
            ),
        ),
        {
            "edition": found.latest,
            "start": first[0].key if first else None,
            "rules": [[key, name(key), _address(places.get(key))] for key in keys],
            "references": edges,
        },
        ("from", "to", "references"),
        [(keys[source], keys[target], count) for source, target, count in edges],
    )


def _address(place: SitePlace | None) -> str | None:
    """From the site's root."""
    return place.seen_from("") if place else None
