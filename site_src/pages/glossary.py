"""The pages of the glossary, one for each letter, and the former terms that the latest edition lacks."""

from collections.abc import Sequence

from graph.history import last_day
from rules.keys import term_of
from rules.records import GlossaryEntry
from rules.store import Store
from site_src.addresses import (
    GLOSSARY_PATH,
    RULES_PATH,
    PageLink,
    history_place,
)
from site_src.markup.passages import plain_title
from site_src.markup.shell import Frame
from site_src.markup.words import say


def frame_letter(
    entries: Sequence[tuple[str, GlossaryEntry]],
    before: tuple[str, str] | None,
    link: tuple[str, str],
    after: tuple[str, str] | None,
) -> Frame:
    """Return the frame of the page of a letter of the glossary.

    Args:
        entries: Anchors and entries of the page.
        before: Address and title of the page before it; None if it is the first.
        link: Address and title of the page.
        after: Address and title of the page after it; None if it is the last.
    """
    address, title = link
    _, first = entries[0]
    _, last = entries[-1]
    return Frame(
        address,
        title,
        say("glossary_about", first=f"“{first.term}”", last=f"“{last.term}”"),
        base_path=RULES_PATH,
        toc=[(f"#{anchor}", entry.term) for anchor, entry in entries],
        toc_title=title,
        previous=before,
        next=after,
    )


def letter_name(letter: str) -> str:
    """Return the name of a letter's page: `s` → `S`; `0–9` for headings that do not begin with a letter."""
    if len(letter) > 1:
        return "0–9"
    return letter.upper()


def letter_link(letter: str) -> tuple[str, str]:
    """Return address and title of a letter's page."""
    return f"{GLOSSARY_PATH}{letter}/", f"Glossary: {letter_name(letter)}"


def former_terms(store: Store, latest: str) -> list[PageLink]:
    """Return the terms of earlier editions that edition `latest` lacks, in alphabetical order, each once.

    Each is a link to its history, from the site's root, with the last day on which an edition with it was in force.

    Only editions of the same work count. Terms that differ only in capitals or quotation marks have the same place on
    the site, and count as one.
    """
    rows = store.select(
        """SELECT key, max(last_edition) FROM versions JOIN editions ON editions.id = versions.first_edition
           WHERE key LIKE 'glossary:%' AND work = (SELECT work FROM editions WHERE id = ?) GROUP BY key
           ORDER BY max(last_edition), key DESC""",
        latest,
    )
    # of the terms with the same place, the one that an edition had last comes last and is kept
    last_terms = {history_place(key): (key, last) for key, last in rows}
    editions = store.chained(store.work_of[latest])
    terms = []
    for place, (key, last) in last_terms.items():
        if last != latest:
            until = last_day(editions, last) or last
            terms.append(PageLink(plain_title(term_of(key)), place.seen_from(""), until))
    return sorted(terms, key=lambda term: (term.words.casefold(), term.href))
