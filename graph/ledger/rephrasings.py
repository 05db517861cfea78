"""The versions that only rephrase the version before, as rows of the ledger."""

from functools import partial

from graph.compare.passages import passage_at
from graph.compare.rephrasings import list_rephrased
from graph.history import History
from rules.store import Store


def rephrasing_rows(store: Store) -> list[tuple[int, int]]:
    """Return the rows (lineage, first) of a knowledge base, sorted.

    `lineage` is the number of the lineage of a version; `first` is the position, in the table `line`, of the first
    edition of the version.
    """
    history = History(store)
    number_of = dict(store.select("SELECT id, number FROM packed_lineages"))
    place_of = dict(store.select("SELECT edition, place FROM line"))
    read = partial(passage_at, history)
    return sorted(
        (number_of[version.lineage], place_of[version.first])
        for versions in history.versions.by_lineage.values()
        for version in list_rephrased(versions, read)
    )
