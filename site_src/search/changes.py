"""`changes/`: the passages that each edition changed, for the search page, which loads those that its words need.

    changes/index.json      {"build": …, "files": ["1999-0", "1999-1", …], "editions": ["1999-04-23", …],
                             "begins": [0, 57, …], "titles": {…}, "firsts": ["a", "bury", …],
                             "pairs": ["a card", …], "many": 24}
    changes/words/0.json    {"build": …, "passages": {"abandon": [97, 1], …},
                             "common": {"add": [1207, "1999-04-23", …], …}}
    changes/pairs/0.json    {"build": …, "passages": {"a card": [12, 2], …}}
    changes/1999-0.json     {"editions": [{"id": …, "previous": …, "rows": […]}, …]}

`index` has the names of the files of changes, oldest first, the position of the first passage of each among all, the
ids of all editions, the titles of bulletins by their ids, and the first stem of each file of `words`. That file has by
stem the positions of the passages with the stem, as `pack_positions` returns them, and in `common` the common words
(`common_words.py`), so that a search for one of them need not read all files. `pairs` of the index has the first two
stems of each file of `pairs`, which has the passages in which the change reaches into two common words in a row: a
phrase whose words are all in `many` files reads only files with these. A file of changes has the editions of a year, or
some of them, in order; each has a `ChangeRow` for each passage that it changed. An edition with many changes is in
several files.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, chain, groupby
from operator import attrgetter
from typing import Any, NamedTuple

import msgspec

from graph.announcements.changes import announcements_of_passage
from graph.announcements.file import bulletins
from graph.search.changed_sides import list_changes
from graph.search.dating import find_dated
from rules.change.typography import list_slight
from rules.grouping import grouped
from rules.links import ChangedPassage
from rules.store import Store
from rules.store.tables import sign_parts
from site_src.search import changed_words
from site_src.search.changed_words import (
    list_files_by_stem,
    list_passages_by_pair,
    list_passages_by_stem,
    pack_positions,
)
from site_src.search.common_words import list_common
from site_src.search.stem_files import cut_stems
from site_src.search.words import trim_row

_CHANGES_SIZE = 24_000
"""Minimum size of a file of changes but the last of a year, in characters before compression."""
_WORDS_SIZE = 12_000
"""Minimum size of a file of `words` or `pairs` but the last, in characters before compression."""

_SLIGHT_SIGNS = {"-": "<", "+": ">"}
"""The sign of a piece whose typography alone changed, by its usual sign."""


class ChangeRow(NamedTuple):
    """A passage that an edition changed. Trailing empty values are left out of the document.

    Attributes:
        old: Key of the record that had the passage; None if only the inserted words are meant.
        new: Key of the record that has it now; None if only the deleted words are meant.
        kind: What happened to the record.
        change: How much its words changed; None if that is not known.
        field: `heading`, `text`, `example` or `note`.
        pieces: The words in pieces, each after its sign, as in the table `changes`: `["=Add ", "-one mana", "+{C}"]`. A
            piece of which the typography alone changed has `<` for `-` and `>` for `+`.
        announced: Ids of the bulletins that announced the change.
        dated: The retyped edition in which the record first appears, with the passage there; None if there is none.
    """

    old: str | None
    new: str | None
    kind: str
    change: str | None
    field: str
    pieces: list[str]
    announced: list[str]
    dated: Any


class _Change(NamedTuple):
    """A passage that an edition changed, with its row."""

    edition: str
    passage: ChangedPassage
    row: list[Any]


def changes_documents(store: Store) -> dict[str, dict[str, Any]]:
    """Return the documents by their names below `changes/`: `index`, `words/0`, `pairs/0`, `1999-0`."""
    changes_by_file = _divide_changes(store)
    passages_by_file = [_passages_of(changes) for changes in changes_by_file.values()]
    begins = [0, *accumulate(map(len, passages_by_file))][:-1]
    passages = list(chain.from_iterable(passages_by_file))
    passages_by_stem = list_passages_by_stem(passages)
    files_by_stem = list_files_by_stem(passages_by_stem, begins)
    tables_of_stems = _cut_tables(passages_by_stem)
    tables_of_pairs = _cut_tables(list_passages_by_pair(passages, files_by_stem))
    common = list_common(store, [_with_editions(changes) for changes in changes_by_file.values()], files_by_stem)
    index = {
        "files": list(changes_by_file),
        "begins": begins,
        "editions": list(store.chained()),
        "titles": {bulletin.id: bulletin.title for bulletin in bulletins()},
        "firsts": [next(iter(stems)) for stems in tables_of_stems],
        "pairs": [next(iter(pairs)) for pairs in tables_of_pairs],
        "many": changed_words.MIN_FILES,
    }
    # Index, words and pairs name the build, so that a browser notices if its cache has some of an older one.
    build = hashlib.sha256(msgspec.json.encode([index, tables_of_stems, tables_of_pairs, common])).hexdigest()[:12]
    documents: dict[str, dict[str, Any]] = {"index": {"build": build, **index}}
    for number, stems in enumerate(tables_of_stems):
        common_stems = {stem: common[stem] for stem in stems if stem in common}
        documents[f"words/{number}"] = {"build": build, "passages": stems, "common": common_stems}
    for number, pairs in enumerate(tables_of_pairs):
        documents[f"pairs/{number}"] = {"build": build, "passages": pairs}
    for name, changes in changes_by_file.items():
        documents[name] = {"editions": _group_by_edition(store, changes)}
    return documents


def _cut_tables(positions_by_stem: Mapping[str, Iterable[int]]) -> list[dict[str, Sequence[int]]]:
    """Return the positions by stem, or by pair, of each file of `words` or `pairs`, packed."""
    packed = {stem: pack_positions(positions) for stem, positions in positions_by_stem.items()}
    return list(cut_stems(packed, _WORDS_SIZE))


def _divide_changes(store: Store) -> dict[str, list[_Change]]:
    """Return the changes of each file by its name: `{"1999-0": […], "1999-1": […], "2000-0": […]}`."""
    changes_by_file: dict[str, list[_Change]] = {}
    for year, changes in groupby(_list_changes(store), key=_year_of):
        for number, changes_of_file in enumerate(_cut_changes(changes)):
            changes_by_file[f"{year}-{number}"] = changes_of_file
    return changes_by_file


def _list_changes(store: Store) -> Iterator[_Change]:
    """Yield the changes of all editions, oldest first."""
    passages_by_edition = grouped(list_changes(store))
    for edition in store.chained():
        for passage in passages_by_edition.get(edition, ()):
            yield _Change(edition, passage, _make_change_row(store, edition, passage))


def _year_of(change: _Change) -> str:
    """Return the year of a change: `1999`."""
    return change.edition[:4]


def _cut_changes(changes: Iterable[_Change]) -> Iterator[list[_Change]]:
    """Yield the changes of each file."""
    changes_of_file: list[_Change] = []
    size = 0
    for change in changes:
        changes_of_file.append(change)
        size += len(msgspec.json.encode(change.row))
        if size >= _CHANGES_SIZE:
            yield changes_of_file
            changes_of_file, size = [], 0
    if changes_of_file:
        yield changes_of_file


def _passages_of(changes: Iterable[_Change]) -> list[ChangedPassage]:
    """Return the passages of some changes."""
    return [change.passage for change in changes]


def _with_editions(changes: Iterable[_Change]) -> list[tuple[str, ChangedPassage]]:
    """Return the passages of some changes, each after the edition that changed it."""
    return [(change.edition, change.passage) for change in changes]


def _group_by_edition(store: Store, changes: Iterable[_Change]) -> list[dict[str, Any]]:
    """Return the editions of a file of changes, each with its id, the edition before it, and its rows."""
    editions = []
    for edition, changes_of_edition in groupby(changes, key=attrgetter("edition")):
        rows = [change.row for change in changes_of_edition]
        editions.append({"id": edition, "previous": store.previous(edition), "rows": rows})
    return editions


def _make_change_row(store: Store, edition: str, passage: ChangedPassage) -> list[Any]:
    """Return the values of a `ChangeRow`.

    Args:
        store: The knowledge base.
        edition: The edition that changed the passage.
        passage: The changed passage.
    """
    announced = {answer.bulletin for answer in announcements_of_passage(store.previous(edition), edition, passage)}
    row = ChangeRow(
        old=passage.old,
        new=passage.new,
        kind=passage.kind,
        change=passage.change,
        field=passage.field,
        pieces=_sign_pieces(passage.parts),
        announced=sorted(announced),
        dated=find_dated(store, edition, passage),
    )
    return trim_row(list(row))


def _sign_pieces(parts: tuple[tuple[str, str], ...]) -> list[str]:
    """Return the pieces of a changed passage, each after its sign."""
    pieces = []
    for piece, is_slight in zip(sign_parts(parts), list_slight(parts), strict=True):
        if is_slight:
            sign, words = piece[0], piece[1:]
            pieces.append(f"{_SLIGHT_SIGNS[sign]}{words}")
        else:
            pieces.append(piece)
    return pieces
