"""Make the rows and columns of tables that are not made by a query over the knowledge base."""

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Any

from graph.announcements.file import bulletins
from graph.export.table import Column
from graph.network.rows import list_columns
from graph.network.schema import Edge, Node
from rules.store import Store


def announcement_rows(_store: Store) -> Iterator[dict[str, Any]]:
    """Yield the rows of the announcements of all bulletins."""
    for bulletin in bulletins():
        for announcement in bulletin.announcements:
            yield {
                "bulletin": bulletin.id,
                "title": bulletin.title,
                "published": bulletin.date,
                "address": bulletin.address,
                "old": date.fromisoformat(announcement.old),
                "new": date.fromisoformat(announcement.new),
                "rule": announcement.rule,
                "side": announcement.side,
                "kind": announcement.kind,
                "counterpart": announcement.counterpart,
                "subject": announcement.subject,
            }


def graph_columns(classes: Sequence[type[Node | Edge]]) -> tuple[Column, ...]:
    """Return the columns of a table of nodes or edges of the graph: the attributes that any of their classes has."""
    return tuple(Column(name, kind, about, nullable=True) for name, (kind, about) in list_columns(classes).items())
