"""The real editions, where the archive is at hand: nothing left over, dates as stated, counts plausible and steady."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from rules.records import COMPREHENSIVE_RULES, RULINGS_SUMMARY, ParsedDocument
from rules.store import Store
from scraper.archive import Copy, load_archive, read_copy
from scraper.decode import decode
from scraper.parse import parse_bytes

pytestmark = pytest.mark.archive
PARTS = 8
"""Each takes every eighth edition."""


LABEL = re.compile(r"\d+[a-z]{0,2}|[a-z]|examples?|note|[A-Z]|Rulings?", re.IGNORECASE)
LETTER_LABEL = re.compile(r"^[A-Z]\.\d+\.(?:Rulings?\.)?\d+ ?- ", re.MULTILINE)


def words(document: ParsedDocument) -> Iterator[str]:
    for rule in document.rules:
        yield from (rule.heading or "", rule.text, *rule.examples, *rule.notes)
    for entry in document.glossary:
        yield from (entry.term, entry.text)
    yield from (matter.text for matter in document.matter)
    yield from (row.text for row in document.dropped)


def check_nothing_is_lost(copy: Copy, text: str, document: ParsedDocument) -> None:
    assert [row for row in document.diagnostics if row.code == "unclaimed-line"] == [], copy.file
    source = Counter(re.findall(r"[^\W\d]+|\d+\w*", text))
    records = Counter(re.findall(r"[^\W\d]+|\d+\w*", " ".join(words(document))))
    assert records - source == Counter(), copy.file
    assert {word for word in source - records if not LABEL.fullmatch(word)} == set(), copy.file
    reasons = Counter(row.reason for row in document.dropped)
    allowed = {"rule-line", "heading"} if document.condition != "destroyed" else {"no-rule"}
    assert set(reasons) <= allowed, (copy.file, reasons)
    assert reasons["heading"] <= 12, copy.file


def check_records(copy: Copy, text: str, document: ParsedDocument) -> None:
    assert [rule.key for rule in document.rules if not rule.heading and not rule.text] == [], copy.file
    if document.condition != "truncated":
        assert [entry.term for entry in document.glossary if not entry.text] == [], copy.file
    if document.work == RULINGS_SUMMARY:
        rules = [rule for rule in document.rules if rule.kind in ("rule", "ruling")]
        assert len(rules) == len(LETTER_LABEL.findall(re.sub("\r\n?", "\n", text))), copy.file


@pytest.mark.parametrize("part", [0, *(pytest.param(part, marks=pytest.mark.long) for part in range(1, PARTS))])
def test_each_copy(real_archive: Path, part: int) -> None:
    """All of each copy is in its records, under the date that it states, with the numbers of the edition's others."""
    archive = load_archive(real_archive)
    assert len(archive.entries) > PARTS
    for entry in archive.entries[part::PARTS]:
        numbers: list[str] | None = None
        for copy in entry.copies:
            data = read_copy(archive, copy)
            assert hashlib.sha256(data).hexdigest() == copy.sha256, copy.file
            document, text = parse_bytes(data, copy.file), decode(data).text
            check_nothing_is_lost(copy, text, document)
            check_records(copy, text, document)
            if document.work == COMPREHENSIVE_RULES and document.condition != "destroyed":
                assert document.edition == entry.edition, copy.file
            if document.condition in ("good", "damaged"):
                keys = [rule.key for rule in document.rules]
                numbers = numbers or keys
                assert keys == numbers, copy.file


def test_no_line_of_any_copy_is_left_over(whole_store: Store) -> None:
    """What ingest tells of the copies of all editions."""
    counts = Counter(code for (code,) in whole_store.select("SELECT code FROM diagnostics"))
    assert counts
    assert counts["unclaimed-line"] == 0


def test_editions_grow_without_leaps(whole_store: Store) -> None:
    """A parser that loses a part shows as a leap. The greatest real ones: rules 29 % (2001), glossary 36 % (2003)."""
    counts = [
        (len(whole_store.rules(edition)), len(whole_store.glossary(edition))) for edition in whole_store.editions_of()
    ]
    for (rules, glossary), (next_rules, next_glossary) in pairwise(counts):
        assert 0.97 * rules < next_rules < 1.45 * rules
        assert 0.93 * glossary < next_glossary < 1.45 * glossary
