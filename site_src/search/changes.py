"""What each edition inserted and deleted, as data for the search page: a file for each year."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

from graph.search.changes import list_all_changes
from rules.store.schema import sign_parts

if TYPE_CHECKING:
    from rules.store import Store


def changes_documents(store: Store) -> dict[str, dict[str, Any]]:
    """Return the documents by the name of their file.

    Returns:
        `index`: the years, oldest first, and the ids of all editions. A year: its editions in order, each with its id,
        the one before, and rows: old key, new key, kind, class, field, pieces as in the table `changes`, lineage of the
        new record, lineage of the old one if that is another, and bulletins that announced it.
    """
    years: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for edition, before, changes in list_all_changes(store):
        rows = [
            _trim_row(
                [
                    passage.old,
                    passage.new,
                    passage.kind,
                    passage.change,
                    passage.field,
                    sign_parts(passage.parts),
                    lineages[1] or lineages[0],
                    lineages[0] if all(lineages) and lineages[0] != lineages[1] else None,
                    sorted({announcement.bulletin for announcement in announced}),
                ]
            )
            for passage, lineages, announced in changes
        ]
        years[edition[:4]].append({"id": edition, "previous": before, "rows": rows})
    index = {"years": list(years), "editions": list(store.chained())}
    return {"index": index, **{year: {"editions": editions} for year, editions in years.items()}}


def _trim_row(row: list[Any]) -> list[Any]:
    """Return a row without empty values at its end."""
    while row and not row[-1]:
        row.pop()
    return row
