"""Old names of things, with those they have now: what the search box expands, and says in words.

Only what a person has confirmed is expanded: a mistaken renaming would find what nobody asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graph.terms import COLUMNS, Term, TermNames, term_from
from rules.store import Store
from site_src.layout.term_pages import TermPages


def terms_of(store: Store) -> tuple[Term, ...]:
    """Return renamed and retired terms, the most certain first."""
    return tuple(map(term_from, store.select(f"SELECT {COLUMNS} FROM terms ORDER BY position")))  # noqa: S608 - fixed words only


def renamed_rows(terms: Sequence[Term]) -> list[list[Any]]:
    """Return a row for each form of each confirmed term, in the form of `jump.json`.

    Returns:
        Old words, first edition without them, kind (`renamed`, `split`, `retired`), address of the term's page, and
        the names since, oldest first. Turns of phrase are no terms, and headings, keywords and classes replace nothing.
    """
    pages = TermPages(terms)
    known = [term for term in terms if term.curated and term.kind in ("renamed", "split", "retired")]
    names = TermNames(term for term in known if term.kind == "renamed")
    rows: dict[str, list[Any]] = {}
    for term in sorted(known, key=lambda item: (item.kind != "renamed", item.edition)):
        page = pages.page(term.old)
        for old, new in dict.fromkeys(((term.old, term.new or ""), *term.forms)):
            since = [new, *names.newer_names(new)] if new else []
            if term.kind == "renamed":
                since = [name for name in since if name != old]
            # the first form is the most frequent one; a later one would be a second guess
            rows.setdefault(old, [old, term.edition, term.kind, page, since])
    return sorted(rows.values(), key=lambda row: str(row[0]))
