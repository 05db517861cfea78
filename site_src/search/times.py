"""`times.json`: the names and the bulletins that questions about the past need."""

from typing import Any

from graph.search.lives import NameLife, read_lives, read_lives_of_forms
from rules.store import Store
from site_src.addresses import bulletin_page
from site_src.pages.bulletins import bulletins_of


def times_document(store: Store) -> dict[str, list[list[Any]]]:
    """Return `times.json`, which questions about the past need.

    Returns:
        `names`: a row for each name that the rules have had: its stems, the name, the first edition with it, the key of
        the record with the name there, and the last edition with it, empty if that is the newest edition; otherwise
        the key of the record with the name there follows.
        `forms`: such a row for each name that shares its stems with another name, with its own words without blanks
        instead of the stems.
        `bulletins`: a row for each bulletin: its id, its title, its address, and the editions that it announced, oldest
        first.
    """
    newest = store.chained()[-1]
    names = [_make_row(stems, life, newest) for stems, life in read_lives(store).items()]
    forms = [_make_row(form, life, newest) for form, life in read_lives_of_forms(store).items()]
    announced: list[list[Any]] = []
    for bulletin in bulletins_of(store.work_of):
        editions = [new for _, new in bulletin.steps]
        announced.append([bulletin.id, bulletin.title, bulletin_page(bulletin.id), editions])
    return {"names": names, "forms": forms, "bulletins": announced}


def _make_row(joined: str, life: NameLife, newest: str) -> list[Any]:
    """Return the row of a name.

    Args:
        joined: The stems or the words by which the name is found, without blanks.
        life: How long the rules had the name.
        newest: The newest edition.
    """
    row = [joined, life.name, life.first, life.first_key]
    return [*row, ""] if life.last == newest else [*row, life.last, life.last_key]
