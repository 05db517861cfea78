"""`changes/`: the passages that each edition changed, in a document for each year, for the search page."""

from collections import defaultdict
from typing import Any, NamedTuple

from graph.announcements.file import bulletins
from graph.search.changed_sides import list_changes
from graph.search.changes import list_announcements
from graph.search.dating import find_dated
from rules.change.typography import list_slight
from rules.grouping import grouped
from rules.links import ChangedPassage
from rules.store import Store
from rules.store.tables import sign_parts
from site_src.search.rare_words import Parts, list_rare_words
from site_src.search.words import trim_row

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


def changes_documents(store: Store) -> dict[str, dict[str, Any]]:
    """Return the documents by the name of their file.

    Returns:
        `index` has the years, oldest first, the ids of all editions, the titles of bulletins by their ids, and `words`,
        the result of `list_rare_words`. The document of a year has its editions in order, each with its id, the edition
        before it, and a `ChangeRow` for each passage that it changed.
    """
    years: dict[str, list[dict[str, Any]]] = defaultdict(list)
    passages_of_years: dict[str, list[Parts]] = defaultdict(list)
    passages = grouped(list_changes(store))
    for edition in store.chained():
        rows = [_make_change_row(store, edition, passage) for passage in passages[edition]]
        year = edition[:4]
        years[year].append({"id": edition, "previous": store.previous(edition), "rows": rows})
        passages_of_years[year] += [passage.parts for passage in passages[edition]]
    index = {
        "years": list(years),
        "editions": list(store.chained()),
        "titles": {bulletin.id: bulletin.title for bulletin in bulletins()},
        "words": list_rare_words(passages_of_years),
    }
    documents: dict[str, dict[str, Any]] = {"index": index}
    for year, editions in years.items():
        documents[year] = {"editions": editions}
    return documents


def _make_change_row(store: Store, edition: str, passage: ChangedPassage) -> list[Any]:
    """Return the values of a `ChangeRow`.

    Args:
        store: The knowledge base.
        edition: The edition that changed the passage.
        passage: The changed passage.
    """
    announced = {answer.bulletin for answer in list_announcements(store.previous(edition), edition, passage)}
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
