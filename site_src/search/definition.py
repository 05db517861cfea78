"""The definition of the search with what a knowledge base has for it, as the site's scripts read it."""

from collections.abc import Iterable
from typing import Any

import msgspec

from graph.search.definition import definition_document
from graph.search.index import join_stems
from graph.search.past import Past
from graph.search.renamed import old_names
from graph.search.sayings import ALWAYS, SayingBook
from graph.search.searcher import Searcher
from graph.search.text import words_in
from rules.links import Term
from rules.store import Store
from site_src.pages.terms.names import TermPages
from site_src.search.words import list_years


def definition_of_site(store: Store) -> dict[str, Any]:
    """Return `definition.json`: the definition of the search with what a knowledge base has for it.

    Returns:
        The values of `definition.toml`; `sayings` as `_list_sayings` has them, and `lineages` of their rules;
        `renamed`, old names; `known`, stems of other editions, which are not mistyped; `past`, as
        `_past_names_document` has it;
        `years`, the names of the documents of `search/years/`.
    """
    terms = store.best_terms()
    searcher = Searcher(store)
    latest = searcher.index(store.chained()[-1])
    of_others = searcher.known - latest.stems
    document = definition_document()
    sayings = SayingBook(store)
    document["sayings"] = _list_sayings(sayings)
    document["lineages"] = _lineages_by_rule(sayings)
    document["renamed"] = msgspec.to_builtins(list(old_names(terms)))
    document["known"] = sorted(stem for stem in of_others if stem.isalpha())
    document["past"] = _past_names_document(searcher.past, terms)
    document["years"] = [first for first, *_ in list_years(store)]
    return document


def _list_sayings(sayings: SayingBook) -> list[list[str]]:
    """Return the rows of sayings as the site's scripts read them.

    Returns:
        Of each row the sayings, with bars between them, and the numbers of the rules in the newest edition, whose
        lineages `_lineages_by_rule` has. A row of former editions has, instead of numbers, for each rule its lineages,
        the nearest first, with bars between them; then the last edition in which the row counts.
    """
    rows = []
    for row in sayings.rows:
        names = "|".join(row.sayings)
        if row.until == ALWAYS:
            rows.append([names, " ".join(row.rules)])
        else:
            rows.append([names, " ".join("|".join(of_rule) for of_rule in sayings.lineages_of(row)), row.until])
    return rows


def _lineages_by_rule(sayings: SayingBook) -> dict[str, str]:
    """Return for each rule of today that decides a saying its lineages, the nearest first, with bars between them."""
    found: dict[str, str] = {}
    for row in sayings.rows:
        if row.until == ALWAYS:
            for rule, of_rule in zip(row.rules, sayings.lineages_of(row), strict=True):
                found[rule] = "|".join(of_rule)
    return dict(sorted(found.items()))


def _past_names_document(past: Past, terms: Iterable[Term]) -> dict[str, list[list[Any]]]:
    """Return what tells what the rules no longer have, in lists by name."""
    pages = TermPages(terms)
    return {
        "gone": _list_gone(past, pages),
        "pages": _list_old_names(past, pages),
        "taken": _list_new_names(past, pages),
    }


def _list_gone(past: Past, pages: TermPages) -> list[list[Any]]:
    """Return a row for each name or saying that is gone.

    Returns:
        The name, the first edition without it, the last edition with it, the rules that decided it then, the name of
        its term and the address of that term's page, which may be empty, and whether it is a saying.
    """
    rows: list[list[Any]] = []
    for name in past.gone:
        page = pages.find(name.term) or ""
        rows.append([name.name, name.gone, name.until, name.rules, name.term, page, name.is_saying])
    return rows


def _list_old_names(past: Past, pages: TermPages) -> list[list[Any]]:
    """Return a row for each old name.

    Returns:
        The row of its page (`_make_page_row`), then its newest name, and whether that replaced it only in part, in one
        of its senses.
    """
    rows: list[list[Any]] = []
    for joined, term, newest in past.list_given_up():
        is_only_part = newest is None
        row = _make_page_row(joined, term.old, term.edition, pages.page(term.old))
        rows.append([*row, newest or term.new, is_only_part])
    return rows


def _list_new_names(past: Past, pages: TermPages) -> list[list[Any]]:
    """Return a row for each name that replaced another.

    Returns:
        The row of its page (`_make_page_row`), then the old name.
    """
    rows: list[list[Any]] = []
    for joined, term in past.renamings_by_new_name.items():
        name = term.new or ""
        rows.append([*_make_page_row(joined, name, term.edition, pages.page(name)), term.old])
    return rows


def _make_page_row(joined: str, name: str, edition: str, page: str) -> list[str]:
    """Return the page of a name as the site's scripts read it, without what they make of the name themselves.

    Args:
        joined: The stems by which the name is found.
        name: The name.
        edition: The edition since which it has been the name, or since which it is none any more.
        page: The address of its page.

    Returns:
        The stems, empty if they are those of the name; the name; the edition; the address, empty if it has the name
        with hyphens.
    """
    is_own = joined == join_stems(words_in(name))
    is_usual = page == f"terms/{name.replace(' ', '-')}/"
    return ["" if is_own else joined, name, edition, "" if is_usual else page]
