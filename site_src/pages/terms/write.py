"""`terms/`: renamed and retired terms, and a page for every name that a term has or had."""

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from graph.terms.work_texts import Series
from rules.grouping import grouped
from rules.keys import is_entry, name_of
from rules.links import Term
from site_src.addresses import SitePlace
from site_src.context import BuildContext
from site_src.markup.passages import plain_title
from site_src.markup.shell import Frame
from site_src.markup.words import date_in_words, say, say_html
from site_src.pages.terms.facts import Terms
from site_src.pages.terms.names import TERMS_PATH
from site_src.pages.terms.pictures import pictures

_ABOUT_TERMS = "Renamed and retired terms of the rules of Magic, each with the edition and the rules that changed."
_DATE = re.compile(r"\d{4}-\d\d-\d\d")

_KINDS = {
    "renamed": "renamed",
    "split": "in part",
    "reworded": "worded differently",
    "retired": "retired",
    "heading": "heading",
    "keyword": "keyword for a phrase",
    "reclassified": "reclassified",
}
"""Kinds of terms, in words."""


def write_terms(context: BuildContext) -> None:
    """Write the list of terms and a page for each name; nothing if no terms are known."""
    context.progress("writing the terms")
    terms = Terms(context, context.corpus)
    if not terms.terms:
        return
    values = {"terms": terms, "kinds": _KINDS, "say_html": say_html}
    frame = Frame(TERMS_PATH, "Old and new terms", _ABOUT_TERMS, scripts=("terms",), styles=("terms",))
    confirmed = _by_edition(term for term in terms.terms if term.curated)
    unconfirmed = _by_edition(term for term in terms.terms if not term.curated)
    context.write(frame, "terms.html.j2", confirmed=confirmed, others=unconfirmed, **values)
    for page, name in terms.pages.names.items():
        uses = terms.uses(name)
        printed = terms.print_name(name)
        about = say("term_about", term=printed)
        context.write(
            Frame(page, f"“{printed}”", about, styles=("terms",)),
            "term.html.j2",
            page=page,
            name=printed,
            uses=uses,
            pictures=pictures(uses, terms.editions),
            table=_make_table(uses, terms.editions),
            entry=_find_entry(context.places, name, page),
            with_dates=_write_dates,
            **values,
        )


def _write_dates(note: str) -> str:
    """Return a note with its dates in words."""
    return _DATE.sub(lambda day: date_in_words(day[0]), note)


def _by_edition(terms: Iterable[Term]) -> list[tuple[str, list[Term]]]:
    """Group terms by edition, newest first; those of an edition in alphabetical order."""
    by_name = sorted(terms, key=lambda term: term.old)
    return sorted(grouped((term.edition, term) for term in by_name).items(), reverse=True)


def _make_table(uses: Mapping[str, Series], editions: Sequence[str]) -> list[tuple[str, str, tuple[int, ...]]]:
    """Return the figures of the pictures: first and last edition of each run with equal counts, and the counts.

    `[("1999-04-23", "2009-05-01", (12, 0)), ("2009-07-11", "", (0, 14))]`: the newest run goes on, without a last
    edition. The counts `(12, 0)` are 12 occurrences of the first name and none of the second.
    """
    rows = []
    # for each edition the counts of all names, in the order of the names
    counts_by_edition = zip(*uses.values(), strict=True)
    by_edition = zip(editions, counts_by_edition, strict=True)
    for counts, run in groupby(by_edition, lambda edition_counts: edition_counts[1]):
        days = [edition for edition, _ in run]
        last = "" if days[-1] == editions[-1] else days[-1]
        rows.append((days[0], last, counts))
    return rows


def _find_entry(places: Mapping[str, SitePlace], name: str, page: str) -> tuple[str, str] | None:
    """Return term and address of a name's entry in the latest glossary; None without one."""
    for key, place in places.items():
        term = name_of(key)
        if is_entry(key) and term.casefold().replace("-", " ") == name:
            return plain_title(term), place.seen_from(page)
    return None
