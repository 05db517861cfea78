"""The definition of the search for the scripts, with the names and sayings of a knowledge base."""

from collections.abc import Iterable
from typing import Any

import msgspec

from graph.search.definition import definition_document
from graph.search.gone import GoneName
from graph.search.index import join_stems
from graph.search.past import Past
from graph.search.renamed import OldName, list_old_names
from graph.search.sayings import ALWAYS, SayingBook, SayingRow
from graph.search.searchable import SearchableStore
from graph.search.text import words_in
from rules.links import Term
from rules.store import Store
from site_src.pages.terms.names import TermPages
from site_src.search.words import list_years


def definition_of_site(store: Store) -> dict[str, Any]:
    """Return the values of `definition.toml`, and in `years` the names of the documents of `search/years/`."""
    return {**definition_document(), "years": [first for first, *_ in list_years(store)]}


def names_of_site(store: Store) -> dict[str, Any]:
    """Return the names and sayings of a knowledge base, which a search of changes does without.

    Returns:
        `sayings`, the result of `_list_rows`; `renamed`, the old names; `known`, the stems that only other editions
        have, which are not mistyped; `past`, the result of `_past_names_document`.
    """
    terms = store.best_terms()
    searchable = SearchableStore(store)
    latest = searchable.index(searchable.latest)
    of_others = searchable.known_stems - latest.stems
    book = SayingBook(store)
    return {
        "sayings": _list_rows(book, book.rows),
        "renamed": [_make_old_name(name) for name in list_old_names(terms)],
        "known": sorted(stem for stem in of_others if stem.isalpha()),
        "past": _past_names_document(searchable.past, terms),
    }


def asked_of_site(store: Store) -> list[list[str]]:
    """Return the rows of questions that were asked before, as `_list_rows` has them, for searches of one edition."""
    book = SayingBook(store)
    return _list_rows(book, book.asked_rows)


def _list_rows(book: SayingBook, rows: Iterable[SayingRow]) -> list[list[str]]:
    """Return rows of sayings as the site's scripts read them.

    Args:
        book: The sayings.
        rows: The rows, which may also be those of questions that were asked before.

    Returns:
        A row of today is `["topdeck|top deck", "401.1 401.5"]`: the sayings, separated by bars, and the numbers of
        their rules, whose lineages are in the result of `lineages_of_sayings`. A row of former editions has lineages in
        place of numbers (those of one rule separated by bars, the nearest first), and the last edition for which it
        holds. `["same planeswalker", "420.5q@2007-10-01 306.4@2009-07-11|212.9c@2007-10-01", "2013-05-01"]` is about
        two rules, of which the second has two lineages.
    """
    listed = []
    for row in rows:
        names = "|".join(row.sayings)
        if row.until == ALWAYS:
            listed.append([names, " ".join(row.rules)])
        else:
            lineages_by_rule = ["|".join(lineages) for lineages in book.lineages_of(row)]
            listed.append([names, " ".join(lineages_by_rule), row.until])
    return listed


def lineages_of_sayings(store: Store) -> dict[str, str]:
    """Return the lineages of each rule of today that decides a saying or question.

    A search of a former edition needs them.

    Returns:
        Number → lineages, the nearest first, separated by bars.
    """
    sayings = SayingBook(store)
    found: dict[str, str] = {}
    for row in [*sayings.rows, *sayings.asked_rows]:
        if row.until == ALWAYS:
            for rule, lineages in zip(row.rules, sayings.lineages_of(row), strict=True):
                found[rule] = "|".join(lineages)
    return dict(sorted(found.items()))


def _past_names_document(past: Past, terms: Iterable[Term]) -> dict[str, list[list[Any]]]:
    """Return the names that the rules no longer have, the old names with pages, and the names that replaced others."""
    pages = TermPages(terms)
    return {
        "gone": _list_gone(past.gone, pages),
        "changed": _list_gone(past.changed, pages),
        "pages": _list_old_names(past, pages),
        "taken": _list_new_names(past, pages),
    }


def _list_gone(names: Iterable[GoneName], pages: TermPages) -> list[list[Any]]:
    """Return a row for each name or saying that is gone, or was decided otherwise.

    Returns:
        The name, the first edition without it, the last edition with it, the rules that decided it then, the name of
        its term and the address of that term's page as `_make_page_row` has it, both of which may be empty, and whether
        it is a saying.
    """
    rows: list[list[Any]] = []
    for name in names:
        page = _shorten_page(name.term, pages.find(name.term) or "")
        rows.append([name.name, name.gone_since, name.until, name.rules, name.term, page, name.is_saying])
    return rows


def _list_old_names(past: Past, pages: TermPages) -> list[list[Any]]:
    """Return a row for each old name.

    Returns:
        The row of its page (`_make_page_row`), then its newest name, and whether that replaced it only in part, in one
        of its senses.
    """
    rows: list[list[Any]] = []
    for name in past.list_given_up():
        term = name.renaming
        is_only_part = name.newest_name is None
        row = _make_page_row(name.joined_stems, term.old, term.edition, pages.page(term.old))
        rows.append([*row, name.newest_name or term.new, is_only_part])
    return rows


def _list_new_names(past: Past, pages: TermPages) -> list[list[Any]]:
    """Return a row for each name that replaced another.

    Returns:
        The row of its page (`_make_page_row`), then the old name.
    """
    rows: list[list[Any]] = []
    for joined_stems, term in past.renamings_by_new_name.items():
        name = term.new or ""
        rows.append([*_make_page_row(joined_stems, name, term.edition, pages.page(name)), term.old])
    return rows


def _make_page_row(joined_stems: str, name: str, edition: str, page: str) -> list[str]:
    """Return the page of a name as the site's scripts read it.

    Args:
        joined_stems: The stems by which the name is found.
        name: The name.
        edition: The edition that took the name up, or gave it up.
        page: The address of its page.

    Returns:
        The stems, the name, the edition and the address. Stems and address are empty if the scripts can make them of
        the name: its own stems, and `terms/mana-value/` for `mana value`.
    """
    is_own = joined_stems == join_stems(words_in(name))
    return ["" if is_own else joined_stems, name, edition, _shorten_page(name, page)]


def _shorten_page(name: str, page: str) -> str:
    """Return the address of the page of a name; empty if it has the name with hyphens."""
    is_usual = page == f"terms/{name.replace(' ', '-')}/"
    return "" if is_usual else page


def _make_old_name(name: OldName) -> dict[str, Any]:
    """Return an old name as the site's scripts read it; `since` is left out if it equals `edition`."""
    row: dict[str, Any] = msgspec.to_builtins(name)
    if name.since == name.edition:
        del row["since"]
    return row
