"""Former glossary entries, each with a link to its history."""

from __future__ import annotations

from msgspec import Struct

from graph.history.since import last_day
from rules.numbers import term_of
from rules.store import Store
from site_src.layout.addresses import history_page


class FormerTerm(Struct, frozen=True):
    """A term that the latest glossary lacks.

    Attributes:
        term: As last printed.
        page: Address of its history, from the site's root.
        last: The last day on which an edition with it was in force.
    """

    term: str
    page: str
    last: str


def former_terms(store: Store, latest: str) -> list[FormerTerm]:
    """Return the terms of earlier editions that edition `latest` lacks, in alphabetical order, each once.

    Only editions of the same work count. If only capitals or quotes changed, the term has the same page and counts as
    the same term.
    """
    rows = store.select(
        """SELECT key, max(last_edition) FROM versions JOIN editions ON editions.id = versions.first_edition
           WHERE key LIKE 'glossary:%' AND work = (SELECT work FROM editions WHERE id = ?) GROUP BY key
           ORDER BY max(last_edition) DESC, key""",
        latest,
    )
    seen = {history_page(key) for key, last in rows if last == latest}
    terms: list[FormerTerm] = []
    editions = store.chained(store.works[latest])
    for key, last in rows:
        page = history_page(key)
        if page not in seen:
            seen.add(page)
            terms.append(FormerTerm(term_of(key), page, last_day(editions, last) or last))
    return sorted(terms, key=lambda term: term.term.casefold())
