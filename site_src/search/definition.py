"""The definition of the search with what a knowledge base has for it, as the site's scripts read it."""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from graph.search.definition import definition_document
from graph.search.past import Past
from graph.search.renamed import old_names
from graph.search.sayings import ALWAYS, SayingBook, SayingRow
from graph.search.searcher import Searcher
from rules.links import Term
from rules.store import Store
from site_src.pages.terms.names import TermPages
from site_src.search.words import list_years


def definition_of_site(store: Store) -> dict[str, Any]:
    """Return `definition.json`: the definition of the search with what a knowledge base has for it.

    Returns:
        The values of `definition.toml`; `sayings`, with their rules as `_make_saying_row` has them; `renamed`, old
        names; `known`, stems of other editions, which are not mistyped; `past`, as `_past_names_document` has it;
        `years`, the names of the documents of `search/years/`.
    """
    terms = store.best_terms()
    searcher = Searcher(store)
    latest = searcher.index(store.chained()[-1])
    of_others = searcher.known - latest.stems
    document = definition_document()
    document["sayings"] = _list_sayings(SayingBook(store))
    document["renamed"] = msgspec.to_builtins(list(old_names(terms)))
    document["known"] = sorted(stem for stem in of_others if stem.isalpha())
    document["past"] = _past_names_document(searcher.past, terms)
    document["years"] = [first for first, *_ in list_years(store)]
    return document


def _list_sayings(sayings: SayingBook) -> list[list[str]]:
    rows = []
    for row in sayings.rows:
        lineages = sayings.lineages_of(row)
        rows.append(_make_saying_row(row, lineages))
    return rows


def _make_saying_row(row: SayingRow, lineages: Sequence[Sequence[str]]) -> list[str]:
    """Return a row of sayings as the site's scripts read it.

    Returns:
        The sayings, with bars between them; the numbers of the rules in the newest edition, none of a row of former
        editions; for each rule its lineages, the nearest first, with bars between them; the last edition in which the
        row counts, left out if it counts in all.
    """
    sayings = "|".join(row.sayings)
    of_rules = " ".join("|".join(of_rule) for of_rule in lineages)
    if row.until == ALWAYS:
        return [sayings, " ".join(row.rules), of_rules]
    return [sayings, "", of_rules, row.until]


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
        Its stems, the name, the edition that gave it up, the address of its page, its newest name, and whether that
        replaced it only in part, in one of its senses.
    """
    rows: list[list[Any]] = []
    for joined, term, newest in past.list_given_up():
        page = pages.page(term.old)
        is_only_part = newest is None
        rows.append([joined, term.old, term.edition, page, newest or term.new, is_only_part])
    return rows


def _list_new_names(past: Past, pages: TermPages) -> list[list[Any]]:
    """Return a row for each name that replaced another.

    Returns:
        Its stems, the name, the edition since which it has been the name, the address of its page, the old name.
    """
    rows: list[list[Any]] = []
    for joined, term in past.renamings_by_new_name.items():
        page = pages.page(term.new or "")
        rows.append([joined, term.new, term.edition, page, term.old])
    return rows
