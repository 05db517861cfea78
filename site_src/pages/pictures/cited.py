"""The most cited rules, year by year."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, TypeAlias

from markupsafe import Markup
from msgspec import Struct

from graph.network.counts import ReferenceCount, count_references_by_lineage
from rules.grouping import grouped
from rules.keys import key_at_level
from rules.numbers import chapter_of
from rules.store import Store
from site_src.addresses import PageLink, history_page
from site_src.markup.words import count, say
from site_src.pages.pictures.drawing import UNITS, coordinate, drawing, format_name, link, path, plot, strip_links, text
from site_src.pages.pictures.picture import Picture, Table
from site_src.pages.pictures.survey import PictureData, year_ends

RANKS = 10
"""Number of rules of each year that are shown."""
_TOP, _ROW, _BELOW = 20, 34, 26
"""Pixels above the ranks, of a rank, and below the ranks."""
_INTRODUCTION = (
    "References of the rules to each other, in the last edition of each year; those to a subrule count for its "
    "rule, those to a whole chapter do not count. A line follows a rule through all its numbers."
)


class Rank(Struct, frozen=True):
    """A rule among the most cited ones of an edition.

    Attributes:
        edition: The edition.
        rank: Its rank, from 1 for the most cited rule.
        lineage: Its lineage.
        cited: Its number in that edition, with the references to it.
    """

    edition: str
    rank: int
    lineage: str
    cited: ReferenceCount

    @property
    def page(self) -> str:
        """Return the address of the rule's history, from the page of a picture."""
        return f"../../{history_page(self.cited.key)}"


Standing: TypeAlias = Mapping[str, Sequence[Rank]]
"""The most cited rules by their lineages, each with its ranks from the oldest edition on."""


def draw_cited(store: Store, data: PictureData) -> Picture:
    """Return the picture of the most cited rules."""
    editions = year_ends(data.editions)
    ranks = [rank for edition in editions for rank in _rank_rules(store, edition)]
    standing = grouped((rank.lineage, rank) for rank in ranks)
    titles = {rank.lineage: _find_title(data, rank) for rank in ranks}
    drawn = _draw_ranks(standing, titles, editions)
    rules = [_describe_standing(standing[lineage], title) for lineage, title in titles.items()]
    return Picture(
        "cited",
        "The most cited rules",
        drawn,
        _describe_cited(ranks, titles, editions),
        about="Which rules the others refer to most, year by year.",
        small=strip_links(drawn),
        hint=(
            "Point at a line, or press Tab to move through the names, to follow one rule; a click opens its history."
        ),
        tables=(_tabulate_ranks(ranks, titles),),
        document={"editions": editions, "rules": rules},
        head=("edition", "rank", "rule", "title", "lineage", "references", "sources"),
        rows=_list_rows(ranks, titles),
    )


def _list_rows(ranks: Iterable[Rank], titles: Mapping[str, str]) -> list[tuple[str | int, ...]]:
    """Return the rows of the CSV file."""
    rows: list[tuple[str | int, ...]] = []
    for rank in ranks:
        title = titles[rank.lineage]
        rows.append((rank.edition, rank.rank, rank.cited.key, title, rank.lineage, *_count_references(rank)))
    return rows


def _rank_rules(store: Store, edition: str) -> list[Rank]:
    """Return the most cited rules of an edition; references to a subrule count for its rule."""
    rules = {}
    for lineage, cited in count_references_by_lineage(store, edition, "rule").items():
        # keys of chapters have no dot, those of glossary entries a colon
        is_rule = "." in cited.key and ":" not in cited.key
        if is_rule and cited.references:
            rules[lineage] = cited
    order = sorted(rules, key=lambda lineage: (-rules[lineage].references, -rules[lineage].sources))
    return [Rank(edition, rank, lineage, rules[lineage]) for rank, lineage in enumerate(order[:RANKS], 1)]


def _find_title(data: PictureData, rank: Rank) -> str:
    """Return a rule's heading, else that of its chapter."""
    rule = key_at_level(rank.cited.key, "rule")
    chapter = data.home(rank.edition, chapter_of(rule))
    return data.headings.get(rank.lineage) or data.headings.get(chapter, "")


def _count_references(rank: Rank) -> tuple[int, int]:
    """Return the last two columns of each table: the references to a rule, and the rules that have them."""
    return rank.cited.references, rank.cited.sources


def _tabulate_ranks(ranks: Iterable[Rank], titles: Mapping[str, str]) -> Table:
    """Return the table of all ranks, newest edition first."""
    rows = []
    for rank in sorted(ranks, key=lambda rank: rank.edition, reverse=True):
        rule = PageLink(f"{rank.cited.key} {titles[rank.lineage]}", rank.page)
        rows.append((rank.edition, rank.rank, rule, *_count_references(rank)))
    head = ("Edition", "Rank", "Rule, with its number then", "References", "Citing rules")
    return Table("The first ten of every year", head, rows)


def _describe_standing(standing: Sequence[Rank], title: str) -> dict[str, Any]:
    """Return a rule as data, with its number, references and citing rules in each edition in which it is ranked."""
    rows = [[rank.edition, rank.rank, rank.cited.key, *_count_references(rank)] for rank in standing]
    return {"lineage": standing[0].lineage, "title": title, "standing": rows}


def _describe_cited(ranks: Iterable[Rank], titles: Mapping[str, str], editions: Sequence[str]) -> list[str]:
    """Return the sentences above the picture: an introduction, and the most cited rule of today."""
    leaders = {rank.edition: rank for rank in ranks if rank.rank == 1}
    latest = leaders.get(editions[-1])
    if latest is None:
        return [_INTRODUCTION]
    led = sum(leader.lineage == latest.lineage for leader in leaders.values())
    most_cited = say(
        "most_cited",
        rule=f"{latest.cited.key} ({titles[latest.lineage]})",
        references=count(latest.cited.references, "reference"),
        led=str(led),
        years=count(len(editions), "year"),
    )
    return [_INTRODUCTION, most_cited]


def _draw_ranks(standing: Standing, titles: Mapping[str, str], editions: Sequence[str]) -> Markup:
    """Draw years from left to right and ranks from the top."""
    height = _TOP + _ROW * RANKS + _BELOW
    step = UNITS / max(1, len(editions) - 1)
    parts = _draw_axes(editions, height, step)
    first, latest = editions[0], editions[-1]
    for index, (lineage, heading) in enumerate(titles.items()):
        ranks = standing[lineage]
        last = ranks[-1]
        shapes = plot(height, _draw_line(ranks, editions, step))
        # only a line that reaches the right edge has room for a name there
        if last.edition == latest:
            name = format_name(last.cited.key, heading)
            shapes += text(UNITS, _y(last.rank) + 4, name, "name", aside=12)
        outcome = _describe_outcome(ranks, heading)
        parts.append(link(last.page, outcome, shapes, f"climb climb-{index % 4}"))
    label = f"The ten most cited rules of each year, {first[:4]} to {latest[:4]}"
    return drawing("cited", height, label, parts)


def _draw_axes(editions: Sequence[str], height: int, step: float) -> list[str]:
    """Return the numbers of the ranks, the first year, and the years that five divides, such as 2005."""
    parts = [text(0, _y(rank) + 4, str(rank), "tick", "end", aside=-12) for rank in range(1, RANKS + 1)]
    for index, edition in enumerate(editions):
        if int(edition[:4]) % 5 == 0 or index == 0:
            parts.append(text(index * step, height - 6, edition[:4], "tick", "middle"))
    return parts


def _y(rank: int) -> float:
    """Return the height of the middle of a rank's row."""
    return _TOP + _ROW * (rank - 0.5)


def _draw_line(ranks: Sequence[Rank], editions: Sequence[str], step: float) -> list[str]:
    """Return the line of a rule, and a dot for each year in which it has a rank.

    The line is broken if the rule had no rank for some years. A dot is a line of no length with round ends.
    """
    points = {}
    for rank in ranks:
        index = editions.index(rank.edition)
        points[index] = f"{coordinate(index * step)} {coordinate(_y(rank.rank))}"
    lines = ""
    for before, after in pairwise(points):
        if after == before + 1:
            lines += f"M{points[before]}L{points[after]}"
    dots = "".join(f"M{point}h0" for point in points.values())
    return [path("line", lines + dots), path("dots", dots)]


def _describe_outcome(ranks: Sequence[Rank], heading: str) -> str:
    """Return a rule's last rank, best rank and former numbers, in words."""
    last = ranks[-1]
    best = min(rank.rank for rank in ranks)
    *former_numbers, _ = dict.fromkeys(rank.cited.key for rank in ranks)
    name = f"{last.cited.key} {heading}"
    references = count(last.cited.references, "reference")
    words = f"{name}: rank {last.rank} in {last.edition[:4]} with {references}, at best rank {best}"
    if former_numbers:
        words += f", formerly {', '.join(former_numbers)}"
    return words
