"""`times.json`: the names and the bulletins that questions about the past need."""

from typing import Any

from graph.search.lives import read_lives
from rules.store import Store
from site_src.addresses import bulletin_page
from site_src.pages.bulletins import bulletins_of


def times_document(store: Store) -> dict[str, list[list[Any]]]:
    """Return `times.json`, which questions about the past need.

    Returns:
        `names`: a row for each name that the rules have had: its stems, the name, the first edition with it, the key of
        the record with the name there, and the last edition with it, empty if that is the newest edition; otherwise
        the key of the record with the name there follows.
        `bulletins`: a row for each bulletin: its id, its title, its address, and the editions that it announced, oldest
        first.
    """
    newest = store.chained()[-1]
    names: list[list[Any]] = []
    for life in read_lives(store).values():
        row = [life.joined_stems, life.name, life.first, life.first_key]
        if life.last == newest:
            names.append([*row, ""])
        else:
            names.append([*row, life.last, life.last_key])
    announced: list[list[Any]] = []
    for bulletin in bulletins_of(store.work_of):
        editions = [new for _, new in bulletin.steps]
        announced.append([bulletin.id, bulletin.title, bulletin_page(bulletin.id), editions])
    return {"names": names, "bulletins": announced}
