"""Every real copy, whole and in parts, is recognised as a copy of the rules in many forms."""

from __future__ import annotations

import html
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from comprules.lint.decode import decode
from graph.ledger import Ledger
from graph.ledger.copies import is_copy
from rules.records import GlossaryEntry, Rule
from rules.store import Store, open_store

pytestmark = pytest.mark.archive

DESTROYED = "2016-08-26/mtg-cr.txt"
"""A copy without a single letter."""
YEARS = range(1999, 2027, 3)


def test_every_copy_is_one(real_archive: Path, whole_ledger: Ledger) -> None:
    files = sorted((real_archive / "editions").glob("*/*.txt"))
    missed = [path for path in files if not is_copy(decode(path.read_bytes()).text, whole_ledger)]
    assert len(files) > 100
    assert [f"{path.parent.name}/{path.name}" for path in missed] == [DESTROYED]


def list_parts(store: Store, edition: str) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """The glossary, two chapters, a section and the contents of an edition: a name, and lines with number or term."""
    rules, glossary = store.rules(edition), store.glossary(edition)
    yield "glossary", [line for entry in glossary for line in list_lines(entry)]
    for number in ("409", "508"):
        yield number, [line for rule in rules if rule.number[:3] == number for line in list_lines(rule)]
    yield "5", [line for rule in rules if rule.number[0] == "5" for line in list_lines(rule)]
    headings = [(rule.number, rule.heading or rule.text) for rule in rules if rule.kind in {"section", "chapter"}]
    yield "contents", headings


def list_lines(record: Rule | GlossaryEntry) -> Iterator[tuple[str, str]]:
    """The lines of a record, the first with its number or term."""
    if isinstance(record, GlossaryEntry):
        yield "", record.term
        yield "", record.text
        return
    yield record.number, record.text or record.heading or ""
    yield from (("", f"Example: {example}") for example in record.examples)


def write_forms(lines: list[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """The forms in which people have them."""
    yield "text", "\n\n".join(f"{number}. {text}".strip(" .") + "." for number, text in lines)
    yield "Markdown", "\n\n".join(f"- **{number}** {text}" if number else text for number, text in lines)
    cells = "".join(f"<tr><td>{number}</td><td>{html.escape(text)}</td></tr>" for number, text in lines)
    yield "table", f"<!DOCTYPE html><html><body><nav>Home News</nav><table>{cells}</table></body></html>"
    yield "records", json.dumps([{"k": number, "v": text, "next": None} for number, text in lines])


def test_parts_of_editions_are_copies_in_every_form(whole: Path, whole_ledger: Ledger) -> None:
    checked = 0
    with open_store(whole) as store:
        for year in YEARS:
            edition = min(each for each in whole_ledger.editions_of() if each >= str(year))
            for part, lines in list_parts(store, edition):
                for form, text in write_forms(lines) if lines else ():
                    if part == "contents" and form in {"table", "records"}:
                        continue
                    assert is_copy(text, whole_ledger), (edition, part, form)
                    checked += 1
    assert checked > 120
