"""Former glossary entries, each with a link to its history."""

from __future__ import annotations

from graph.history.since import last_day
from rules.numbers import term_of
from rules.store import Store
from site_src.layout.addresses import history_place
from site_src.layout.book import PageLink


def former_terms(store: Store, latest: str) -> list[PageLink]:
    """Return the terms of earlier editions that edition `latest` lacks, in alphabetical order, each once.

    Each is a link to its history, from the site's root, with the last day on which an edition with it was in force.

    Only editions of the same work count. If only capitals or quotes changed, the term has the same place and counts as
    the same term.
    """
    rows = store.select(
        """SELECT key, max(last_edition) FROM versions JOIN editions ON editions.id = versions.first_edition
           WHERE key LIKE 'glossary:%' AND work = (SELECT work FROM editions WHERE id = ?) GROUP BY key
           ORDER BY max(last_edition) DESC, key""",
        latest,
    )
    seen = {history_place(key) for key, last in rows if last == latest}
    terms: list[PageLink] = []
    editions = store.chained(store.works[latest])
    for key, last in rows:
        place = history_place(key)
        if place not in seen:
            seen.add(place)
            terms.append(PageLink(term_of(key), place.seen_from(""), last_day(editions, last) or last))
    return sorted(terms, key=lambda term: term.words.casefold())
