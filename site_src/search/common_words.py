"""The figures of common words, by which a search for one of them counts the changes that it does not show.

Such a word is in so many files of changes that reading them all takes a phone several seconds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TypeAlias

from graph.search.changed_sides import ChangedSide, list_changes, list_sides
from graph.search.marks import overlaps
from graph.search.match import Wanted
from graph.search.periods import Having, read_period
from graph.search.text import inflection_stem_of, places_in
from rules.store import Store
from rules.store.query import number_in

CommonWord: TypeAlias = tuple[int, str | None, str | None, str | None]
"""The number of changed sides with a word, the first and the last edition that had it, and the first one without it."""
_MIN_FILES = 12
"""Number of files of changes from which a word is common."""


def list_common(store: Store, files_by_stem: Mapping[str, Sequence[int]]) -> dict[str, CommonWord]:
    """Return the common words by their stems. Numbers of rules are left out, since a search for one finds its rule.

    Args:
        store: The knowledge base.
        files_by_stem: Stem → files of changes that have it.
    """
    stems = {stem for stem, files in files_by_stem.items() if len(files) >= _MIN_FILES and number_in(stem) is None}
    common: dict[str, CommonWord] = {}
    for stem, having in _list_having(store, stems).items():
        period = read_period(store, Wanted(stem, (stem,)), having)
        common[stem] = (len(having), period.first, period.last, period.gone)
    return common


def _list_having(store: Store, stems: Collection[str]) -> dict[str, list[Having]]:
    """Return stem → the sides of changes that have a word with it because of the change, oldest first."""
    having: dict[str, list[Having]] = {}
    for edition, passage in list_changes(store):
        for side in list_sides(edition, passage):
            for stem, frequency in Counter(_list_new_stems(side)).items():
                if stem in stems:
                    having.setdefault(stem, []).append(Having(side, frequency))
    return having


def _list_new_stems(changed: ChangedSide) -> Iterator[str]:
    """Yield the stem of each word that changed on a side."""
    for word, begin, end in places_in(changed.match.text):
        if overlaps(begin, end, changed.match.marks):
            yield inflection_stem_of(word)
