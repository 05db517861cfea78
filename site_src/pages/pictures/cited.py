"""The most cited rules, year by year: a line for each rule that was ever among the first ten."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence

from markupsafe import Markup
from msgspec import Struct

from graph.references.network import ReferenceCount, cited_lineages
from rules.numbers import chapter_of, fold_key
from rules.store import Store
from site_src.layout.addresses import history_page
from site_src.layout.book import PageLink
from site_src.markup.sentences import say
from site_src.markup.words import count
from site_src.pages.pictures.drawing import (
    UNITS,
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
from site_src.pages.pictures.picture import Picture, PictureView, Table
from site_src.pages.pictures.survey import PictureData, year_ends

RANKS = 10
_TOP, _ROW, _BELOW = 20, 34, 26


class Ranked(Struct, frozen=True):
    """A rule among the most cited of an edition.

    Attributes:
        lineage: Its lineage.
        rank: From 1; equally cited rules are in document order.
        cited: Counts of the references to it, and its number then.
    """

    lineage: str
    rank: int
    cited: ReferenceCount


def draw_cited(store: Store, data: PictureData) -> Picture:
    """Return the picture of the most cited rules."""
    editions = year_ends(data.editions)
    tops = {edition: _rank_rules(store, edition) for edition in editions}
    titles = {ranked.lineage: _find_title(data, edition, ranked) for edition in editions for ranked in tops[edition]}
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
                        [edition, ranked.rank, ranked.cited.key, ranked.cited.references, ranked.cited.sources]
                        for edition in editions
                        for ranked in tops[edition]
                        if ranked.lineage == lineage
                    ],
                }
                for lineage, title in titles.items()
            ],
        },
        ("edition", "rank", "rule", "title", "lineage", "references", "sources"),
        [
            (
                edition,
                ranked.rank,
                ranked.cited.key,
                titles[ranked.lineage],
                ranked.lineage,
                ranked.cited.references,
                ranked.cited.sources,
            )
            for edition in editions
            for ranked in tops[edition]
        ],
    )


def _rank_rules(store: Store, edition: str) -> list[Ranked]:
    """Return the most cited rules, with references to subrules counted for their rule; no chapters and terms."""
    all_of_them = cited_lineages(store, edition, "rule").items()
    rules = [
        (lineage, reference_count)
        for lineage, reference_count in all_of_them
        if "." in reference_count.key and ":" not in reference_count.key and reference_count.references
    ]
    rules.sort(key=lambda item: (-item[1].references, -item[1].sources))
    return [Ranked(lineage, rank, uses) for rank, (lineage, uses) in enumerate(rules[:RANKS], start=1)]


def _find_title(data: PictureData, edition: str, ranked: Ranked) -> str:
    """Return a rule's heading, else that of its chapter."""
    chapter = data.home(edition, chapter_of(fold_key(ranked.cited.key, "rule")))
    return data.headings.get(ranked.lineage) or data.headings.get(chapter, "")


def _describe_cited(
    tops: Mapping[str, Sequence[Ranked]], titles: Mapping[str, str], editions: Sequence[str]
) -> tuple[str, ...]:
    sentences = [
        (
            "References of the rules to each other, in the last edition of each year; those to a subrule count for its "
            "rule, those to a whole chapter do not count. A line follows a rule through all its numbers."
        )
    ]
    if tops[editions[-1]]:
        first = tops[editions[-1]][0]
        led = sum(1 for edition in editions if tops[edition] and tops[edition][0].lineage == first.lineage)
        sentences.append(
            say(
                "most_cited",
                rule=f"{first.cited.key} ({titles[first.lineage]})",
                references=count(first.cited.references, "reference"),
                led=str(led),
                years=count(len(editions), "year"),
            )
        )
    return tuple(sentences)


def _draw_ranks(tops: Mapping[str, Sequence[Ranked]], titles: Mapping[str, str], editions: Sequence[str]) -> Markup:
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
        standing = {edition: ranked for edition in editions for ranked in tops[edition] if ranked.lineage == lineage}
        lines = "".join(
            polyline([(x[before], y(standing[before].rank)), (x[after], y(standing[after].rank))])
            for before, after in itertools.pairwise(editions)
            if before in standing and after in standing
        )
        dots = "".join(f"M{number(x[edition])} {number(y(ranked.rank))}h0" for edition, ranked in standing.items())
        shapes = plot(height, [path("line", lines + dots), path("dots", dots)])
        now = standing.get(editions[-1])
        name = text(UNITS, y(now.rank) + 4, format_name(now.cited.key, heading), "name", aside=12) if now else ""
        href = f"../../{history_page(list(standing.values())[-1].cited.key)}"
        parts.append(link(href, _describe_outcome(standing, heading), shapes + name, f"climb climb-{place % 4}"))
    label = f"The ten most cited rules of each year, {editions[0][:4]} to {editions[-1][:4]}"
    return drawing("cited", height, label, parts)


def _describe_outcome(standing: Mapping[str, Ranked], heading: str) -> str:
    """Return a rule's last rank, best rank and former numbers, in words."""
    edition, last = list(standing.items())[-1]
    best = min(ranked.rank for ranked in standing.values())
    numbers = list(dict.fromkeys(ranked.cited.key for ranked in standing.values()))
    formerly = f", formerly {', '.join(numbers[:-1])}" if len(numbers) > 1 else ""
    return (
        f"{last.cited.key} {heading}: rank {last.rank} in {edition[:4]} with "
        f"{count(last.cited.references, 'reference')}, at best rank {best}{formerly}"
    )


def _make_table(tops: Mapping[str, Sequence[Ranked]], titles: Mapping[str, str], editions: Sequence[str]) -> Table:
    rows = []
    for edition in reversed(editions):
        for ranked in tops[edition]:
            rule = PageLink(f"{ranked.cited.key} {titles[ranked.lineage]}", f"../../{history_page(ranked.cited.key)}")
            rows.append((edition, ranked.rank, rule, ranked.cited.references, ranked.cited.sources))
    head = ("Edition", "Rank", "Rule, with its number then", "References", "Citing rules")
    return Table("The first ten of every year", head, rows)
