"""`changes/`: what each edition changed, by year, as the search page searches it."""

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


class ChangeRow(NamedTuple):
    """A passage that an edition changed. Trailing empty values are left out of the document.

    Attributes:
        old: Key of the record that had the passage; None if only what was inserted is meant.
        new: Key of the record that has it now; None if only what was deleted is meant.
        kind: What happened to the record.
        change: How much its words changed; None if that is not known.
        field: `heading`, `text`, `example` or `note`.
        pieces: The words as in the table `changes`, but with `<` for `-` and `>` for `+` where a reader may pass over
            typography.
        announced: Ids of the bulletins that announced the change.
        dated: The retyped edition that dates the record, with the passage there; None if none does.
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
        `index`: the years, oldest first, the ids of all editions, the titles of bulletins by their ids, and `words`, as
        `list_rare_words` has them. A year: its editions in order, each with its id, the one before, and a `ChangeRow`
        for each passage that it changed.
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
