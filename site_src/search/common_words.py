"""The figures of common words, by which a search for one of them counts the changes that it does not show.

Such a word is in so many files of changes that reading them all takes a phone several seconds.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from graph.search.changed_sides import ChangedSide, list_sides
from graph.search.marks import overlaps
from graph.search.match import Wanted
from graph.search.periods import SideWithWords, read_period
from graph.search.text import inflection_stem_of, places_in
from rules.links import ChangedPassage
from rules.store import Store
from rules.store.query import number_in
from site_src.search import changed_words
from site_src.search.changed_words import pack_positions

CommonWord: TypeAlias = tuple[int, str | None, str | None, str | None, list[int]]
"""The number of changed sides with a word, the first and the last edition that had it, the first one without it, and
the files in which the word itself changed, as `pack_positions` returns them."""
File: TypeAlias = Iterable[tuple[str, ChangedPassage]]
"""The changed passages of a file of changes, each after the edition that changed it."""


def list_common(
    store: Store, files: Sequence[File], files_by_stem: Mapping[str, Sequence[int]]
) -> dict[str, CommonWord]:
    """Return the common words by their stems. Numbers of rules are left out, since a search for one finds its rule.

    Args:
        store: The knowledge base.
        files: The files of changes, oldest first.
        files_by_stem: Stem → files of changes that have it, in changed words or next to them.
    """
    stems = {
        stem
        for stem, positions in files_by_stem.items()
        if len(positions) >= changed_words.MIN_FILES and number_in(stem) is None
    }
    common: dict[str, CommonWord] = {}
    for stem, having_by_file in _list_having(files, stems).items():
        having = [side for sides in having_by_file.values() for side in sides]
        period = read_period(store, Wanted(stem, (stem,)), having)
        common[stem] = (len(having), period.first, period.last, period.gone, pack_positions(having_by_file))
    return common


def _list_having(files: Iterable[File], stems: Collection[str]) -> dict[str, dict[int, list[SideWithWords]]]:
    """Return for each stem, by the position of the file, the sides that have a word with it because of the change."""
    having: dict[str, dict[int, list[SideWithWords]]] = defaultdict(lambda: defaultdict(list))
    for position, file in enumerate(files):
        for edition, passage in file:
            for side in list_sides(edition, passage):
                for stem, frequency in Counter(_list_new_stems(side)).items():
                    if stem in stems:
                        having[stem][position].append(SideWithWords(side, frequency))
    return having


def _list_new_stems(changed: ChangedSide) -> Iterator[str]:
    """Yield the stem of each word that changed on a side."""
    for word, begin, end in places_in(changed.match.text):
        if overlaps(begin, end, changed.match.marks):
            yield inflection_stem_of(word)
