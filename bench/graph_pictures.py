"""Draws the pictures of the page about the graph from a knowledge base of all editions.

`python -m bench.graph_pictures DB` writes `docs/images/graph-*.svg`. They hold numbers and dates, no text of the rules.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import NamedTuple

from graph.network.assemble import assemble
from graph.network.parts import graph_of_all_editions, graph_of_edition
from rules.records import COMPREHENSIVE_RULES
from rules.store import Store, open_store

IMAGES = Path(__file__).resolve().parents[1] / "docs" / "images"
WIDTH, HEIGHT, LEFT, BOTTOM, TOP = 720, 260, 56, 28, 30
"""Size of a picture in pixels, and the room around the drawing."""
INK, LINE, FAINT = "#282624", "#20548c", "#d8d4cc"
DAYS_IN_YEAR = 365.25
FIVE_YEARS = 5


class Tick(NamedTuple):
    """A label on the axis at the bottom."""

    place: float
    label: str


def draw(title: str, bars: Sequence[tuple[float, float]], ticks: Sequence[Tick], *, width: float) -> str:
    """Return a picture of bars as SVG.

    Args:
        title: What is shown.
        bars: The place of each bar on the axis, from 0 to 1, and its value.
        ticks: The labels of the axis.
        width: The width of a bar as a share of the axis.
    """
    highest = max(value for _, value in bars)
    room, depth = WIDTH - LEFT - 10, HEIGHT - BOTTOM - TOP
    floor = HEIGHT - BOTTOM
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">',
        f'<title>{title}</title><g font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="6" fill="#faf9f5"/>',
        f'<text x="{LEFT}" y="18" fill="{INK}">{title}</text>',
    ]
    for share in (0.5, 1.0):
        height = floor - share * depth
        parts.append(f'<path d="M{LEFT} {height:.0f}H{WIDTH - 10}" stroke="{FAINT}"/>')
        label = f"{highest * share:,.0f}"
        parts.append(f'<text x="{LEFT - 6}" y="{height + 4:.0f}" text-anchor="end" fill="{INK}">{label}</text>')
    outlines = [
        f"M{LEFT + place * room:.1f} {floor}v{-value / highest * depth:.1f}h{max(width * room, 1):.1f}V{floor}z"
        for place, value in bars
        if value
    ]
    parts.append(f'<path d="{"".join(outlines)}" fill="{LINE}"/>')
    parts.append(f'<path d="M{LEFT} {floor}H{WIDTH - 10}" stroke="{INK}"/>')
    parts += [
        f'<text x="{LEFT + tick.place * room:.1f}" y="{HEIGHT - 9}" fill="{INK}">{tick.label}</text>' for tick in ticks
    ]
    return "\n".join([*parts, "</g></svg>", ""])


def draw_by_day(title: str, values: Mapping[str, float]) -> str:
    """Return a picture of values by day, an ISO date each."""
    days = {day: date.fromisoformat(day).toordinal() for day in values}
    start, end = min(days.values()), max(days.values())
    first, last = date.fromordinal(start).year, date.fromordinal(end).year
    years = range(first + -first % FIVE_YEARS, last + 1, FIVE_YEARS)
    ticks = [Tick((date(year, 1, 1).toordinal() - start) / (end - start), str(year)) for year in years]
    bars = [((days[day] - start) / (end - start) * 0.995, value) for day, value in values.items()]
    return draw(title, bars, ticks, width=0.004)


def count_references(store: Store) -> dict[str, float]:
    """Return the number of references of each edition."""
    return {
        edition: assemble(graph_of_edition(store, edition, ["refers-to"])).number_of_edges()
        for edition in store.chained(COMPREHENSIVE_RULES)
    }


def count_missing(store: Store) -> dict[str, float]:
    """Return for each edition how many of its references lead to nothing."""
    missing: dict[str, float] = {}
    for edition in store.chained(COMPREHENSIVE_RULES):
        graph = assemble(graph_of_edition(store, edition, ["refers-to"]))
        missing[edition] = sum(graph.nodes[target]["type"] == "missing" for _, target in graph.edges())
    return missing


def measure_lives(store: Store) -> list[tuple[str, str]]:
    """Return since and until which edition a rule or entry refers to another, for each time of each pair."""
    graph = assemble(graph_of_all_editions(store, ["refers-to"]))
    editions = set(store.chained(COMPREHENSIVE_RULES))
    lives = {
        (graph.nodes[source]["lineage"], target, facts["since"], facts["until"])
        for source, target, facts in graph.edges(data=True)
        if graph.nodes[target]["type"] != "missing" and {facts["since"], facts["until"]} <= editions
    }
    return sorted((since, until) for _, _, since, until in lives)


def draw_lives(lives: Sequence[tuple[str, str]]) -> str:
    """Return a picture of how many references live how many years."""
    years = Counter(
        int((date.fromisoformat(until) - date.fromisoformat(since)).days / DAYS_IN_YEAR) for since, until in lives
    )
    most = max(years) + 1
    bars = [(year / most, years[year]) for year in range(most)]
    ticks = [Tick(year / most, f"{year} years" if year else "less than one") for year in range(0, most, FIVE_YEARS)]
    return draw("References by the years that they have lived", bars, ticks, width=0.9 / most)


def main(db: str) -> None:
    """Write the pictures."""
    with open_store(Path(db)) as store:
        pictures = {
            "growth": draw_by_day("References in each edition", count_references(store)),
            "missing": draw_by_day("References that lead to nothing, in each edition", count_missing(store)),
            "lives": draw_lives(measure_lives(store)),
        }
    for name, picture in pictures.items():
        (IMAGES / f"graph-{name}.svg").write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
