"""The answers of `refs` to questions about the reference graph of an edition.

The module loads networkx, which is slow to import.
"""

from collections.abc import Callable, Sequence
from operator import attrgetter

from msgspec import Struct

from comprules.cli.output import SHOWN, Answer, Column, table
from graph.answers.lookup import key_of
from graph.answers.retyped import add_retyped_editions
from graph.network import questions
from graph.network.assemble import Network
from graph.network.counts import ReferenceCount
from graph.network.linked import link_records
from graph.network.records import Cycles, Impact, Neighbourhood, Orphans
from rules.errors import NotFound
from rules.keys import Level, key_at_level
from rules.store import Store

View = Cycles | Impact | Neighbourhood | Orphans
"""The answer to a question about the graph that has one answer, and not a list."""
_COUNTS: tuple[Column, ...] = (("references", attrgetter("references")), ("in records", attrgetter("sources")))


class ViewOptions(Struct, frozen=True, kw_only=True):
    """How much a question about the reference graph asks for.

    Attributes:
        by: What counts as a record: a subrule, a rule or a chapter.
        limit: Maximum number of rows of an answer; None for 20 in text, and in JSON for 20
            paths, but all rows of any other answer.
        distance: How many references away the surroundings of a record reach.
    """

    by: Level
    limit: int | None
    distance: int

    @property
    def shown(self) -> int:
        """Return the maximum number of rows in text."""
        return self.limit or SHOWN


def answer_view(store: Store, edition: str, view: str, names: Sequence[str], options: ViewOptions) -> Answer:
    """Return the answer to a question about the reference graph.

    Args:
        store: The knowledge base or ledger.
        edition: Id of the edition.
        view: The question, named as the option of `refs` that asks it.
        names: The records that it is about, as typed.
        options: How much is asked for.

    Raises:
        NotFound: The edition has no such record, or no references lead from the one to the other.
    """
    keys = [key_of(store, edition, name) for name in names]
    graph = link_records(store, edition, options.by)
    nodes = [key_at_level(key, options.by) for key in keys]
    if view == "path":
        return _answer_path(graph, edition, nodes, options)
    if view == "most-cited":
        cited = [add_retyped_editions(store, count, edition) for count in questions.most_cited(graph, options.limit)]
        return cited, _format_most_cited(cited, options)
    answer, lines = _VIEWS[view](graph, nodes, options)
    return add_retyped_editions(store, answer, edition), lines


def _answer_path(graph: Network, edition: str, nodes: Sequence[str], options: ViewOptions) -> Answer:
    """Return the shortest ways from one record to another.

    Raises:
        NotFound: No references lead there.
    """
    paths = questions.paths(graph, nodes[0], nodes[1], options.shown)
    if not paths:
        raise NotFound(f"edition {edition}: no references lead from {nodes[0]} to {nodes[1]}")
    return paths, [" → ".join(steps) for steps in paths]


def _format_most_cited(cited: Sequence[ReferenceCount], options: ViewOptions) -> list[str]:
    return [
        *table(cited[: options.shown], (("cited", attrgetter("key")), *_COUNTS)),
        *_describe_more(cited, options.shown),
    ]


def _answer_orphans(graph: Network, _nodes: Sequence[str], options: ViewOptions) -> tuple[Orphans, list[str]]:
    uncited = questions.orphans(graph)
    lines = [
        *_list_rows("rules that cite nothing and that nothing cites", uncited.rules, options.shown),
        *_list_rows("glossary entries that refer to nothing", uncited.entries, options.shown),
    ]
    return uncited, lines


def _answer_cycles(graph: Network, _nodes: Sequence[str], options: ViewOptions) -> tuple[Cycles, list[str]]:
    found = questions.find_cycles(graph, options.limit)
    described = [f"{len(group):,}: {' '.join(group)}" for group in found.groups]
    ways = [" → ".join((*cycle, cycle[0])) for cycle in found.cycles]
    lines = [
        *_list_rows("groups of records that all lead to each other", described, options.shown),
        *_list_rows(f"cycles of at most {questions.LONGEST_CYCLE} references", ways, options.shown),
    ]
    return found, lines


def _answer_impact(graph: Network, nodes: Sequence[str], options: ViewOptions) -> tuple[Impact, list[str]]:
    affected = questions.impact(graph, nodes[0])
    columns: tuple[Column, ...] = (("away", attrgetter("distance")), ("record", attrgetter("key")))
    lines = [
        f"{affected.direct:,} refer to {nodes[0]}, and {affected.indirect:,} more through others",
        *table(affected.distances[: options.shown], columns),
        *_describe_more(affected.distances, options.shown),
    ]
    return affected, lines


def _answer_near(graph: Network, nodes: Sequence[str], options: ViewOptions) -> tuple[Neighbourhood, list[str]]:
    around = questions.neighbourhood(graph, nodes[0], options.distance)
    targets = _group_targets(around)
    columns: tuple[Column, ...] = (
        ("away", attrgetter("distance")),
        ("record", attrgetter("key")),
        ("refers to", lambda node: tuple(targets.get(node.key, ()))),
    )
    lines = [
        *table(around.distances[: options.shown], columns),
        *_describe_more(around.distances, options.shown),
    ]
    return around, lines


def _group_targets(around: Neighbourhood) -> dict[str, list[str]]:
    """Return what each record of the surroundings refers to."""
    targets: dict[str, list[str]] = {}
    for edge in around.edges:
        targets.setdefault(edge.source, []).append(edge.target)
    return targets


_VIEWS: dict[str, Callable[[Network, Sequence[str], ViewOptions], tuple[View, Sequence[str]]]] = {
    "orphans": _answer_orphans,
    "cycles": _answer_cycles,
    "impact": _answer_impact,
    "near": _answer_near,
}
"""The function that answers a question, by the name of the option that asks it."""


def _list_rows(title: str, rows: Sequence[str], shown: int) -> list[str]:
    return [f"{len(rows):,} {title}", *(f"  {row}" for row in rows[:shown]), *_describe_more(rows, shown)]


def _describe_more(rows: Sequence[object], shown: int) -> list[str]:
    if len(rows) > shown:
        return [f"  … and {len(rows) - shown:,} more (--limit)"]
    return []
