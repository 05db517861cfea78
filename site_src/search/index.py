"""Search: a small page per record for Pagefind to read, and the table behind the exact jump.

Pagefind indexes pages, and our pages hold many rules; so each rule and glossary entry is written as a page of its own,
outside the site, with the address of its real place. Pagefind's Python interface waits 0.1 s a record; its command
does not.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from markupsafe import Markup

from rules.keys import is_term
from rules.records import Rule
from rules.store import Store
from site_src.errors import SearchError
from site_src.layout.book import Book, Page, Place, anchor_of
from site_src.markup.passages import text_html

_RECORD = Markup(
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{label}</title></head><body data-pagefind-body>'
    '<h1 data-pagefind-meta="label">{label}</h1>'
    '<p data-pagefind-ignore><span data-pagefind-meta="url">{url}</span>'
    '<span data-pagefind-meta="chapter">{chapter}</span></p>{passages}</body></html>\n'
)


def write_jump_table(
    book: Book,
    past: Mapping[str, Sequence[str]],
    target: Path,
    summary: Iterable[Place] = (),
    *,
    reused: Iterable[str] = (),
    renamed: Iterable[Sequence[object]] = (),
) -> None:
    """Writes what the search box needs for a direct answer, as compact JSON.

    Shape: `{"pages": {"cr/702.40/": "702.40 702.40a"}, "headings": [["Storm", "702.40"]],
    "terms": [["Storm", "storm"]], "past": {"2009-05-01": "502.30 502.30a"}}`, with keys of rules in `pages`, anchors
    of the glossary in `terms`, and in `past` the numbers that the latest edition has not, by the last one that had.
    With a rulings summary also `"summary": {"rulings/A.2/": "A.2 A.2.1"}`, its anchors by page; with a history also
    `"reused": "101.1 101.2"`, the numbers that meant something else before, and `"renamed": [["in play", …], …]`.

    Args:
        book: The latest edition.
        past: As `past_numbers` returns it.
        target: The file.
        summary: The places of the rulings summary.
        reused: As `reused_numbers` returns it.
        renamed: As `site_src.search.renamed.renamed_rows` returns it.
    """
    pages: dict[str, list[str]] = {}
    headings: list[tuple[str, str]] = []
    for key, place in book.places().items():
        if not is_term(key):
            pages.setdefault(place.page, []).append(key)
    for section in book.sections:
        headings += [(section.heading, section.number)] if section.heading else []
        for chapter in section.chapters:
            for page in (chapter.page, *chapter.pages):
                headings += [(rule.heading, rule.key) for rule in page.rules if rule.heading and rule.ordinal == 1]
    table: dict[str, object] = {
        "pages": {page: " ".join(keys) for page, keys in pages.items()},
        "headings": headings,
        "terms": [(term.entry.term, term.anchor) for term in book.terms],
        "past": {edition: " ".join(numbers) for edition, numbers in past.items()},
    }
    rulings: dict[str, list[str]] = {}
    for place in summary:
        number = place.page.rstrip("/").rpartition("/")[2]
        rulings.setdefault(place.page, []).append(place.anchor or number)
    if rulings:
        table["summary"] = {page: " ".join(anchors) for page, anchors in rulings.items()}
    if again := " ".join(reused):
        table["reused"] = again
    if names := list(renamed):
        table["renamed"] = names
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(json.dumps(table, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")


def past_numbers(store: Store, latest: str) -> dict[str, list[str]]:
    """The numbers that edition `latest` has not, by the last edition of the same work that had them, oldest first."""
    rows = store.select(
        """SELECT max(edition) AS last, number FROM rules
           WHERE edition IN (SELECT id FROM editions WHERE work = (SELECT work FROM editions WHERE id = ?))
           GROUP BY number HAVING last < ? ORDER BY last, number""",
        latest,
        latest,
    )
    past: dict[str, list[str]] = {}
    for edition, number in rows:
        past.setdefault(str(edition), []).append(str(number))
    return past


def reused_numbers(store: Store, latest: str) -> list[str]:
    """The numbers of edition `latest` that were other rules' before."""
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


def write_records(book: Book, folder: Path) -> int:
    """Writes a page per rule and glossary entry into `folder`; returns how many."""
    folder.mkdir(parents=True, exist_ok=True)
    number = 0
    for number, html in enumerate(_records(book), start=1):
        (folder / f"{number:05}.html").write_text(html, encoding="utf-8")
    return number


def _records(book: Book) -> Iterator[str]:
    places = book.places()
    for chapter in book.chapters:
        name = f"{chapter.number} {chapter.heading or ''}".strip()
        for page in (chapter.page, *chapter.pages):
            for rule in page.rules:
                place = places[rule.key]
                passages = [part for part in (rule.text, *rule.examples, *rule.notes) if part]
                yield _record(_label(rule, page), f"{place.page}#{anchor_of(rule.key)}", name, passages)
    for term in book.terms:
        place = places[term.entry.key]
        yield _record(term.entry.term, f"{place.page}#{place.anchor}", "Glossary", [term.entry.text])


def _label(rule: Rule, page: Page) -> str:
    """`702.40a Storm`: a subrule of a keyword is found, and shown, under the keyword's name."""
    heading = rule.heading or (page.heading if "." in page.number else None)
    return f"{rule.number} {heading}" if heading else rule.number


def _record(label: str, url: str, chapter: str, passages: Iterable[str]) -> str:
    body = Markup("").join(Markup("<p>{}</p>").format(text_html(passage)) for passage in passages)
    return _RECORD.format(label=label, url=url, chapter=chapter, passages=body)


def run_pagefind(records: Path, target: Path) -> None:
    """Indexes the pages of `records` into `target` (a folder `pagefind` of a site).

    Raises:
        SearchError: Pagefind is not installed, or failed.
    """
    command = [sys.executable, "-m", "pagefind", "--site", str(records), "--output-path", str(target), "--quiet"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode != 0 or not (target / "pagefind.js").is_file():
        raise SearchError(
            f"pagefind ended with status {done.returncode}: {(done.stderr or done.stdout).strip()[-400:]}; "
            "it comes with the environment that `make site` sets up"
        )
    # its ready-made interfaces are not used here
    for extra in target.glob("pagefind-*ui*"):
        extra.unlink()
    (target / "pagefind-highlight.js").unlink(missing_ok=True)
