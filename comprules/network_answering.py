"""The functions of the public Python API that follow the references between rules; `comprules.api` exports them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from comprules.facts import resolve_edition
from graph.answers.lookup import key_of
from graph.answers.retyped import add_retyped_editions
from graph.network import counts
from graph.network.counts import ReferenceCount
from graph.network.records import Cycles, Impact, Neighbourhood, Orphans
from rules.keys import Level, key_at_level
from rules.store import Store

if TYPE_CHECKING:
    from graph.network.assemble import Network


def graph(
    store: Store,
    *,
    as_of: str | None = None,
    between: tuple[str, str] | None = None,
    only: Iterable[str] = (),
    chapter: str | None = None,
    near: str | None = None,
    depth: int = 1,
    fold: Level | None = None,
) -> Network:
    """Return the graph of rules, references, versions and renamed terms as a `networkx.MultiDiGraph`, or a part of it.

    The page about the graph describes its nodes and edges.

    Args:
        store: The knowledge base.
        as_of: Any name of an edition: only its rules, their references and the terms that were then in use.
        between: Any names of two editions: only the references that one of them lacks.
        only: Only edges of these types, such as `refers-to` and `renamed-to`.
        chapter: Only edges from or to this chapter, such as `702`, or `glossary`.
        near: A number, `glossary:TERM` or lineage: only what is up to `depth` edges away.
        depth: The greatest number of edges from `near`.
        fold: `rule` to count subrules as their rule, `chapter` to count rules as their chapter.

    Raises:
        LookupError: There is no such edition, or no such rule in it.
        GraphError: A `ComprulesError`; there is no such type or chapter, or the arguments contradict each other.
        NotComparable: A `ValueError`; the two are editions of different works.

    Example:
        >>> day = comprules.graph(store, as_of="latest", only=["refers-to"])
        >>> storm = comprules.trace(store, "702.40a").lineage
        >>> day.nodes[storm]["number"]
        '702.40a'
    """
    from graph.network.assemble import assemble  # noqa: PLC0415 - networkx is slow to import
    from graph.network.slices import Selection, read_relations, select  # noqa: PLC0415

    day = None
    if as_of is not None:
        day = resolve_edition(store, as_of)
    days = None
    if between is not None:
        old, new = between
        days = resolve_edition(store, old), resolve_edition(store, new)
    selection = Selection(
        as_of=day,
        between=days,
        only=read_relations(only),
        chapter=chapter,
        near=near,
        depth=depth,
        fold=fold,
    )
    return assemble(select(store, selection))


def neighbourhood(
    store: Store, number: str, radius: int = 1, edition: str = "latest", by: Level = "subrule"
) -> Neighbourhood:
    """Return the records around a rule, along references in either direction.

    Args:
        store: The knowledge base.
        number: Its number, or `glossary:TERM`.
        radius: The greatest number of references from the rule.
        edition: Any name of an edition.
        by: As in `references`.

    Raises:
        LookupError: There is no such edition, or no such rule in it.

    Example:
        >>> around = comprules.neighbourhood(store, "702.40", by="rule")
        >>> around.distances[0]
        Neighbour(key='702.40', distance=0)
    """
    from graph.network import questions  # noqa: PLC0415 - networkx is slow to import

    named = resolve_edition(store, edition)
    key = key_at_level(key_of(store, named, number), by)
    around = questions.neighbourhood(_link_records(store, named, by), key, radius)
    return add_retyped_editions(store, around, named)


def impact(store: Store, number: str, edition: str = "latest", by: Level = "subrule") -> Impact:
    """Return the records that refer to a rule, directly or through others, and so may be wrong if the rule changes.

    Args:
        store: The knowledge base.
        number: Its number, or `glossary:TERM`.
        edition: Any name of an edition.
        by: As in `references`.

    Raises:
        LookupError: There is no such edition, or no such rule in it.

    Example:
        >>> changed = comprules.impact(store, "702.40")
        >>> changed.direct, changed.distances[0].key
        (1, 'glossary:Storm')
    """
    from graph.network import questions  # noqa: PLC0415 - networkx is slow to import

    named = resolve_edition(store, edition)
    key = key_at_level(key_of(store, named, number), by)
    return add_retyped_editions(store, questions.impact(_link_records(store, named, by), key), named)


def reference_paths(
    store: Store, source: str, target: str, edition: str = "latest", *, by: Level = "subrule", limit: int = 10
) -> tuple[tuple[str, ...], ...]:
    """Return the shortest paths along the references from a rule to another; none if no path connects them.

    Args:
        store: The knowledge base.
        source: Number of the rule at which the ways begin.
        target: Number of the rule at which they end.
        edition: Any name of an edition.
        by: As in `references`.
        limit: Maximum number of ways.

    Raises:
        LookupError: There is no such edition, or no such rule in it.

    Example:
        >>> comprules.reference_paths(store, "glossary:Storm", "702.40")
        (('glossary:Storm', '702.40'),)
    """
    from graph.network import questions  # noqa: PLC0415 - networkx is slow to import

    named = resolve_edition(store, edition)
    first, last = (key_at_level(key_of(store, named, number), by) for number in (source, target))
    return questions.paths(_link_records(store, named, by), first, last, limit)


def most_cited(
    store: Store, edition: str = "latest", by: Level = "subrule", limit: int | None = None
) -> tuple[ReferenceCount, ...]:
    """Return the rules and entries of an edition to which others refer, those with most references first.

    Args:
        store: The knowledge base.
        edition: Any name of an edition.
        by: As in `references`.
        limit: Maximum number of rules; by default all are returned.

    Raises:
        LookupError: There is no such edition.

    Example:
        >>> first = comprules.most_cited(store, by="rule", limit=1)[0]
        >>> first.references >= first.sources > 0
        True
    """
    from graph.network import questions  # noqa: PLC0415 - networkx is slow to import

    named = resolve_edition(store, edition)
    cited = questions.most_cited(_link_records(store, named, by), limit)
    return tuple(add_retyped_editions(store, count, named) for count in cited)


def cited_through(
    store: Store, number: str, edition: str = "latest", by: Level = "subrule"
) -> tuple[ReferenceCount, ...]:
    """Return the number of references to a rule in each edition that has it, whatever its number there.

    Args:
        store: The knowledge base.
        number: Its number, or `glossary:TERM`.
        edition: Any name of the edition of the number.
        by: As in `references`.

    Raises:
        LookupError: There is no such edition, or no such rule in it.

    Example:
        >>> [count.key for count in comprules.cited_through(store, "702.40")][:2]
        ['502.30', '702.37']
    """
    named = resolve_edition(store, edition)
    lineage = store.lineage_at(named, key_of(store, named, number))
    if not lineage:
        return ()
    return counts.cited_through(store, store.editions_of(store.work_of[named]), lineage, by)


def orphans(store: Store, edition: str = "latest", by: Level = "rule") -> Orphans:
    """Return the rules that refer to nothing and that nothing refers to, and the entries that refer to nothing.

    Args:
        store: The knowledge base.
        edition: Any name of an edition.
        by: As in `references`.

    Raises:
        LookupError: There is no such edition.

    Example:
        >>> "glossary:Storm" in comprules.orphans(store).entries
        False
    """
    from graph.network import questions  # noqa: PLC0415 - networkx is slow to import

    named = resolve_edition(store, edition)
    return add_retyped_editions(store, questions.orphans(_link_records(store, named, by)), named)


def reference_cycles(store: Store, edition: str = "latest", by: Level = "subrule", limit: int | None = None) -> Cycles:
    """Return the groups of rules that all refer to each other, directly or not, and cycles of at most three references.

    Args:
        store: The knowledge base.
        edition: Any name of an edition.
        by: As in `references`.
        limit: Maximum number of cycles; by default as many as the edition has records.

    Raises:
        LookupError: There is no such edition.

    Example:
        >>> found = comprules.reference_cycles(store)
        >>> all(len(group) > 1 for group in found.groups)
        True
    """
    from graph.network import questions  # noqa: PLC0415 - networkx is slow to import

    named = resolve_edition(store, edition)
    return add_retyped_editions(store, questions.find_cycles(_link_records(store, named, by), limit), named)


def _link_records(store: Store, edition: str, by: Level) -> Network:
    """Return the records of an edition, linked by their references."""
    from graph.network.linked import link_records  # noqa: PLC0415 - networkx is slow to import

    return link_records(store, edition, by)
