"""`times.json`: the names and the bulletins that questions about the past need."""

from typing import Any

from graph.search.lives import NameLife, read_lives, read_lives_of_forms
from rules.store import Store
from site_src.addresses import bulletin_page
from site_src.pages.bulletins import bulletins_of


def times_document(store: Store) -> dict[str, list[list[Any]]]:
    """Return `times.json`, which questions about the past need.

    Returns:
        `names`: a row for each name that the rules have had: its stems, the name, the first edition with it and the key
        of the record with the name there, the last edition with it and the key there. A name that the newest edition
        has ends with an empty text instead of the last two. Examples: `["boatrac", "boat races", "1999-04-23", "502.2",
        "2009-05-01", "502.4"]` and, of a name of today, `["firststrik", "first strike", "1999-04-23", "502.2", ""]`.
        `forms`: such a row for each name that shares its stems with another name. It begins with the words of the name
        without blanks instead of the stems: `phasing`, because `phase` has the stem `phas` too.
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


def _make_row(stems_or_form: str, life: NameLife, newest: str) -> list[Any]:
    """Return the row of a name.

    Args:
        stems_or_form: The stems of the name, or its own words, without blanks.
        life: How long the rules had the name.
        newest: The newest edition.
    """
    row = [stems_or_form, life.name, life.first, life.first_key]
    if life.last == newest:
        return [*row, ""]
    return [*row, life.last, life.last_key]
