"""Old names of things with their current names, which the search box adds to a query and mentions.

Only confirmed renamings are used: a mistaken one would find what nobody searched for.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graph.terms import Term, TermNames
from site_src.layout.term_pages import TermPages


def renamed_rows(terms: Sequence[Term]) -> list[list[Any]]:
    """Return a row for each form of each confirmed term, as in `jump.json`.

    Returns:
        Old name, first edition without it, kind (`renamed`, `split`, `retired`), address of the term's page, and the
        names since, oldest first. Reworded phrases are no terms, and headings, keywords and classes replace nothing.
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
            # the first form is the most frequent one; later ones are less certain
            rows.setdefault(old, [old, term.edition, term.kind, page, since])
    return sorted(rows.values(), key=lambda row: str(row[0]))
