"""The pieces that have too little of a record's text, as rows of the ledger."""

from itertools import chain

from graph.compare.passages import passage_at
from graph.compare.remnants import remnants
from graph.history import History
from rules.change import Passage
from rules.links import Version, make_version_of_edition
from rules.records import RETYPED
from rules.store import Store


def remnant_rows(store: Store) -> list[tuple[int, int, int, int, int]]:
    """Return the rows (old, old_first, new, new_first, percent) of a knowledge base.

    `old` and `new` are the numbers of the lineages of the record and of its piece; `old_first` and `new_first` the
    places, in `line`, of the first edition with their texts. A record of a retyped edition counts as a text by itself.
    """
    history = History(store)
    versions = tuple(chain.from_iterable(history.by_lineage.values()))
    retyped = tuple(
        make_version_of_edition(lineage, key, edition, RETYPED)
        for edition in sorted(history.retyped)
        for key, lineage in history.lineages(edition).items()
    )

    def read(version: Version) -> Passage:
        return passage_at(history, version.first, version.key)

    lineages = dict(store.select("SELECT id, number FROM packed_lineages"))
    places = dict(store.select("SELECT edition, place FROM line"))
    all_versions = (*versions, *retyped)
    rows: dict[tuple[int, int, int, int], int] = {}
    for old, new, percent in remnants(history, versions, read, retyped):
        older, newer = all_versions[old], all_versions[new]
        texts = lineages[older.lineage], places[older.first], lineages[newer.lineage], places[newer.first]
        # A lineage that a retyped edition dates has a text there and a record; they differ in misprints only.
        rows.setdefault(texts, percent)
    return [(*texts, percent) for texts, percent in sorted(rows.items())]
