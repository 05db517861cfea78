"""Answers of `comprules refs` from the reference graph of an edition: as JSON, and as lines for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct

from comprules.cli.output import SHOWN, table
from graph.answers.lookup import key_of
from graph.references import network
from rules.errors import NotFound

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from rules.store import Store

_LONGEST = 3
"""Maximum length of the listed cycles, in references."""


class Question(Struct, frozen=True):
    """A question of the user about the reference graph.

    Attributes:
        store: The knowledge base or ledger.
        edition: Id of the edition.
        number: The rule or glossary entry as typed; empty for the whole edition.
        by: Level to which records are folded; None for the default of the question.
        limit: Maximum number of rows; None for all in JSON and `SHOWN` for people.
    """

    store: Store
    edition: str
    number: str
    by: network.By | None
    limit: int | None

    def graph(self, usual: network.By = "subrule") -> network.Graph:
        """Return the graph of the edition."""
        return network.reference_graph(self.store, self.edition, self.by or usual)

    def node(self, graph: network.Graph, typed: str) -> str:
        """Return the node that the user typed.

        Raises:
            NotFound: The edition has no such record.
        """
        node = network.fold_key(key_of(self.store, self.edition, typed), self.by or "subrule")
        if node not in graph:
            raise NotFound(f"edition {self.edition}: {typed!r} is not in the graph by {self.by}")
        return node


Answer = tuple[Any, "Callable[[int], Iterator[str]]"]
"""The JSON, and a function that yields the lines for people, given the number of rows to show."""


def most_cited(question: Question) -> Answer:
    """Return the records to which most references lead."""
    cited = network.most_cited(question.graph(), question.limit)

    def lines(shown: int) -> Iterator[str]:
        rows = [(count.key, f"{count.references:,}", f"{count.sources:,}") for count in cited[:shown]]
        yield from table(("cited", "references", "in records"), rows, numeric=frozenset({1, 2}))
        yield from _describe_more(cited, shown)

    return cited, lines


def orphans(question: Question) -> Answer:
    """Return rules without any reference in or out, and glossary entries without any out."""
    uncited = network.orphans(question.graph("rule"))

    def lines(shown: int) -> Iterator[str]:
        for what, keys in (("rules that cite nothing and that nothing cites", uncited.rules),
                           ("glossary entries that refer to nothing", uncited.entries)):  # fmt: skip
            yield f"{len(keys):,} {what}"
            yield from (f"  {key}" for key in keys[:shown])
            yield from _describe_more(keys, shown)

    return uncited, lines


def cycles(question: Question) -> Answer:
    """Return groups of records that lead to each other, and the shortest cycles."""
    graph = question.graph()
    circles = network.circles(graph)
    cycles_found = network.cycles(graph, _LONGEST, question.limit or len(graph))

    def lines(shown: int) -> Iterator[str]:
        yield f"{len(circles):,} groups of records that all lead to each other"
        yield from (f"  {len(circle):,}: {' '.join(circle)}" for circle in circles[:shown])
        yield from _describe_more(circles, shown)
        yield f"{len(cycles_found):,} cycles of at most {_LONGEST} references"
        yield from (f"  {' → '.join((*cycle, cycle[0]))}" for cycle in cycles_found[:shown])
        yield from _describe_more(cycles_found, shown)

    return network.Cycles(circles, cycles_found), lines


def path(question: Question, other: str) -> Answer:
    """Return the shortest paths from one record to another.

    Raises:
        NotFound: There is none.
    """
    graph = question.graph()
    source, target = question.node(graph, question.number), question.node(graph, other)
    paths = network.paths(graph, source, target, question.limit or SHOWN)
    if not paths:
        raise NotFound(f"edition {question.edition}: no references lead from {source} to {target}")

    def lines(shown: int) -> Iterator[str]:
        yield from (" → ".join(steps) for steps in paths[:shown])

    return paths, lines


def find_near(question: Question, radius: int) -> Answer:
    """Return the records within some references of a record."""
    graph = question.graph()
    neighbours = network.neighbourhood(graph, question.node(graph, question.number), radius)

    def lines(shown: int) -> Iterator[str]:
        rows = [
            (
                str(near.distance),
                near.key,
                " ".join(edge.target for edge in neighbours.edges if edge.source == near.key),
            )
            for near in neighbours.distances[:shown]
        ]
        yield from table(("away", "record", "refers to"), rows, numeric=frozenset({0}))
        yield from _describe_more(neighbours.distances, shown)

    return neighbours, lines


def count_through(question: Question) -> Answer:
    """Return how often a rule was referred to in every edition, whatever its number."""
    store = question.store
    key = key_of(store, question.edition, question.number)
    lineage = store.lineage_at(question.edition, key)
    editions = store.editions_of(store.works[question.edition])
    by: network.By = question.by or "subrule"
    counts = network.cited_through(store, editions, lineage, by) if lineage else ()

    def lines(_shown: int) -> Iterator[str]:
        rows = [(str(count.edition), count.key, f"{count.references:,}", f"{count.sources:,}") for count in counts]
        yield from table(("edition", "number", "references", "in records"), rows, numeric=frozenset({2, 3}))

    return counts, lines


def format_answer(question: Question, answer: Answer) -> Iterator[str]:
    """Yield the lines of an answer."""
    return answer[1](question.limit or SHOWN)


def _describe_more(rows: Sequence[object], shown: int) -> Iterator[str]:
    if len(rows) > shown:
        yield f"  … and {len(rows) - shown:,} more (--limit)"
