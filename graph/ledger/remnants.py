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

    `old` and `new` are the numbers of the lineages of the record and of its piece; `old_first` and `new_first` are the
    positions, in the table `line`, of the first editions with their texts; `percent` is how much of the shorter text
    the longer one has. A record of a retyped edition counts as a text by itself.
    """
    history = History(store)
    versions = tuple(chain.from_iterable(history.versions.by_lineage.values()))
    retyped = tuple(
        make_version_of_edition(lineage, key, edition, RETYPED)
        for edition in sorted(history.calendar.retyped)
        for key, lineage in history.lineages.of_edition(edition).items()
    )

    def read(version: Version) -> Passage:
        return passage_at(history, version.first, version.key)

    number_of = dict(store.select("SELECT id, number FROM packed_lineages"))
    place_of = dict(store.select("SELECT edition, place FROM line"))
    all_versions = (*versions, *retyped)
    percents: dict[tuple[int, int, int, int], int] = {}
    for old_index, new_index, percent in remnants(history, versions, read, retyped):
        old, new = all_versions[old_index], all_versions[new_index]
        texts = number_of[old.lineage], place_of[old.first], number_of[new.lineage], place_of[new.first]
        # A lineage that begins in a retyped edition is in both lists: with its version, and with the record of that
        # edition. The two texts differ in misprints only, so the first figure counts.
        percents.setdefault(texts, percent)
    return [(*texts, percent) for texts, percent in sorted(percents.items())]
