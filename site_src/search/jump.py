"""`assets/jump.json`: the table for direct answers of the search, and for jumps to a number."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence

from graph.search.sets import EditionRow, list_edition_rows
from rules.grouping import grouped
from rules.keys import is_entry
from rules.records import RETYPED, CardSet, Edition
from rules.store import Store
from site_src.addresses import SitePlace
from site_src.data.folded import fold
from site_src.layout import Book, BookPart
from site_src.page_kind import Subject


def make_jump_table(
    book: Book,
    past: Mapping[str, Sequence[str]],
    summary: Iterable[SitePlace] = (),
    *,
    reused: Iterable[str] = (),
    renamed: Iterable[Sequence[object]] = (),
    editions: Sequence[Edition] = (),
    subjects: Iterable[Subject] = (),
) -> str:
    """Return the data that the search box needs for a direct answer, as compact JSON.

    Returns:
        An object with these values. All but the first four are left out if empty. Lists of numbers are folded
        (`site_src/data/folded.py`).

        - `pages`: by page the keys of its rules, `{"cr/702.40/": "0702.40 6a"}`
        - `headings`: `[["Storm", "702.40"]]`
        - `terms`: the address of each entry, `[["Layer", "glossary/#layer"]]`
        - `past`: the numbers that the latest edition lacks, by the last one that has them,
          `{"2009-05-01": "0502.30 6a"}`
        - `summary`: the anchors of the rulings summary by page, `{"rulings/A.2/": "0A.2 3.1"}`
        - `reused`: the numbers that meant something else before, `"0101.1 42"`
        - `renamed`: `[["in play", …], …]`
        - `editions`: `[["2009-07-11", "M10", "Magic 2010"]]`
        - `sets`: the sets without an edition, each with the edition in force on the day of its release,
          `[["2023-11-17", "RVR", "Ravnica Remastered", "2024-01-12"]]`. If a set's edition is retyped, the row has the
          next edition, and `retyped` at its end.
        - `site`: name, address and phrases of the pages that the search finds by words,
          `[["Offline use", "offline/", "offline, without a network"]]`

    Args:
        book: The latest edition.
        past: The result of `past_numbers`.
        summary: The places of the rulings summary.
        reused: The result of `reused_numbers`.
        renamed: The result of `site_src.pages.terms.names.renamed_rows`.
        editions: All editions of the Comprehensive Rules, oldest first.
        subjects: The pages that the search finds by words.
    """
    places = book.places()
    table: dict[str, object] = {
        "pages": _fold_lists(grouped((place.page, key) for key, place in places.items() if not is_entry(key))),
        "headings": _list_headings(book),
        "terms": _list_terms(book, places),
        "past": _fold_lists(past),
    }
    optional = {
        "summary": _fold_lists(grouped((place.page, _name_ruling(place)) for place in summary)),
        "reused": " ".join(fold(reused)),
        "renamed": list(renamed),
        "editions": _list_sets(editions),
        "sets": _list_sets_without_edition(list_edition_rows(editions)),
        "site": [(subject.name, subject.address, subject.phrases) for subject in subjects],
    }
    table |= {name: value for name, value in optional.items() if value}
    return json.dumps(table, ensure_ascii=False, separators=(",", ":")) + "\n"


def _fold_lists(numbers: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Return each list of numbers folded, as one text."""
    folded = {}
    for name, members in numbers.items():
        folded[name] = " ".join(fold(members))
    return folded


def _name_ruling(place: SitePlace) -> str:
    """Return the anchor of a ruling: `A.2.1`; for the rule of the page itself, which has no anchor, the page's name."""
    if place.anchor:
        return place.anchor
    *_, number = place.page.rstrip("/").split("/")
    return number


def _list_headings(book: Book) -> list[tuple[str, str]]:
    """Return heading and number of each rule with a heading; of rules with the same number, only the first."""
    headed: list[tuple[str, str]] = []
    for part in _list_parts(book):
        headed += [(rule.heading, rule.key) for rule in part.rules if rule.heading and rule.ordinal == 1]
    return headed


def _list_terms(book: Book, places: Mapping[str, SitePlace]) -> list[tuple[str, str]]:
    """Return term and address of each glossary entry."""
    rows = []
    for entry in book.terms.values():
        place = places[entry.key]
        rows.append((entry.term, f"{place.page}#{place.anchor}"))
    return rows


def _list_sets(editions: Iterable[Edition]) -> list[tuple[str, str, str]]:
    """Return edition, code and name of each set; empty texts for an edition without a set."""
    rows: list[tuple[str, str, str]] = []
    for edition in editions:
        sets = edition.sets or (CardSet("", None),)
        rows += [(edition.id, card_set.code, card_set.name or "") for card_set in sets]
    return rows


def _list_sets_without_edition(rows: Iterable[EditionRow]) -> list[tuple[str, ...]]:
    """Return edition, code, name and day of release of each set without an edition, `retyped` after those with one."""
    found: list[tuple[str, ...]] = []
    for row in rows:
        if row.released:
            remark = (RETYPED,) if row.is_retyped else ()
            found.append((row.date, row.code, row.name, row.released, *remark))
    return found


def past_numbers(store: Store, latest: str) -> dict[str, list[str]]:
    """Return the numbers that edition `latest` lacks, by the last edition of the same work that had them.

    The oldest editions come first.
    """
    rows = store.select(
        """SELECT max(edition) AS last, number FROM rules
           WHERE edition IN (SELECT id FROM editions WHERE work = (SELECT work FROM editions WHERE id = ?))
           GROUP BY number HAVING last < ? ORDER BY last, number""",
        latest,
        latest,
    )
    return grouped(rows)


def reused_numbers(store: Store, latest: str) -> list[str]:
    """Return the numbers of edition `latest` that other rules had before."""
    rows = store.select(
        """SELECT DISTINCT key FROM versions AS now WHERE last_edition = ? AND key NOT LIKE 'glossary:%' AND EXISTS (
               SELECT 1 FROM versions AS once JOIN editions ON editions.id = once.first_edition
               WHERE once.key = now.key AND once.lineage <> now.lineage
               AND editions.work = (SELECT work FROM editions WHERE id = ?))
           ORDER BY key""",
        latest,
        latest,
    )
    return [str(row[0]) for row in rows]


def _list_parts(book: Book) -> Iterator[BookPart]:
    """Yield the parts of a book, each before those within it."""
    for section in book.sections:
        yield section
        for chapter in section.pages:
            yield chapter
            yield from chapter.pages
