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
from scraper.archive import Archive, Copy, load_archive, read_copy
from scraper.decode import decode
from scraper.parse import parse_bytes

pytestmark = pytest.mark.archive


@pytest.fixture(scope="module")
def archive(real_archive: Path) -> Archive:
    return load_archive(real_archive)


@pytest.fixture(scope="module")
def documents(archive: Archive) -> list[tuple[str, Copy, ParsedDocument]]:
    rows = []
    for entry in archive.entries:
        for copy in entry.copies:
            data = read_copy(archive, copy)
            assert hashlib.sha256(data).hexdigest() == copy.sha256, copy.file
            rows.append((entry.edition, copy, parse_bytes(data, copy.file)))
    assert rows
    return rows


def test_not_one_line_is_left_over(documents: list[tuple[str, Copy, ParsedDocument]]) -> None:
    for _, copy, document in documents:
        left = [row for row in document.diagnostics if row.code == "unclaimed-line"]
        assert left == [], copy.file


def test_every_word_of_a_source_is_in_its_records_and_no_other(
    archive: Archive, documents: list[tuple[str, Copy, ParsedDocument]]
) -> None:
    label = re.compile(r"\d+[a-z]{0,2}|[a-z]|examples?|note|[A-Z]|Rulings?", re.IGNORECASE)
    for _, copy, document in documents:
        source = Counter(re.findall(r"[^\W\d]+|\d+\w*", decode(read_copy(archive, copy)).text))
        records = Counter(re.findall(r"[^\W\d]+|\d+\w*", " ".join(words(document))))
        assert records - source == Counter(), copy.file
        assert {word for word in source - records if not label.fullmatch(word)} == set(), copy.file


def words(document: ParsedDocument) -> Iterator[str]:
    for rule in document.rules:
        yield from (rule.heading or "", rule.text, *rule.examples, *rule.notes)
    for entry in document.glossary:
        yield from (entry.term, entry.text)
    yield from (matter.text for matter in document.matter)
    yield from (row.text for row in document.dropped)


def test_only_rule_lines_headings_and_destroyed_copies_are_dropped(
    documents: list[tuple[str, Copy, ParsedDocument]],
) -> None:
    for _, copy, document in documents:
        reasons = Counter(row.reason for row in document.dropped)
        allowed = {"rule-line", "heading"} if document.condition != "destroyed" else {"no-rule"}
        assert set(reasons) <= allowed, (copy.file, reasons)
        assert reasons["heading"] <= 12, copy.file


def test_every_document_states_the_date_under_which_it_is_kept(
    documents: list[tuple[str, Copy, ParsedDocument]],
) -> None:
    for edition, copy, document in documents:
        if document.work == COMPREHENSIVE_RULES and document.condition != "destroyed":
            assert document.edition == edition, copy.file


def test_copies_of_an_edition_have_the_same_numbers(documents: list[tuple[str, Copy, ParsedDocument]]) -> None:
    whole: dict[str, list[str]] = {}
    for edition, copy, document in documents:
        if document.condition in ("good", "damaged"):
            keys = [rule.key for rule in document.rules]
            assert keys == whole.setdefault(edition, keys), copy.file


def test_editions_grow_without_leaps(documents: list[tuple[str, Copy, ParsedDocument]]) -> None:
    """A parser that loses a part shows as a leap. The greatest real ones: rules 29 % (2001), glossary 36 % (2003)."""
    counts: dict[str, tuple[int, int]] = {}
    for edition, _, document in documents:
        if document.work == COMPREHENSIVE_RULES and document.condition in ("good", "damaged"):
            counts[edition] = (len(document.rules), len(document.glossary))
    ordered = [counts[edition] for edition in sorted(counts)]
    for (rules, glossary), (next_rules, next_glossary) in pairwise(ordered):
        assert 0.97 * rules < next_rules < 1.45 * rules
        assert 0.93 * glossary < next_glossary < 1.45 * glossary


def test_glossary_entries_have_a_text(documents: list[tuple[str, Copy, ParsedDocument]]) -> None:
    for _, copy, document in documents:
        if document.condition != "truncated":
            assert [entry.term for entry in document.glossary if not entry.text] == [], copy.file


def test_rules_have_words(documents: list[tuple[str, Copy, ParsedDocument]]) -> None:
    for _, copy, document in documents:
        assert [rule.key for rule in document.rules if not rule.heading and not rule.text] == [], copy.file


def test_every_line_with_a_letter_label_begins_a_rule(
    archive: Archive, documents: list[tuple[str, Copy, ParsedDocument]]
) -> None:
    label = re.compile(r"^[A-Z]\.\d+\.(?:Rulings?\.)?\d+ ?- ", re.MULTILINE)
    summaries = [(copy, document) for _, copy, document in documents if document.work == RULINGS_SUMMARY]
    for copy, document in summaries:
        text = re.sub("\r\n?", "\n", decode(read_copy(archive, copy)).text)
        rules = [rule for rule in document.rules if rule.kind in ("rule", "ruling")]
        assert len(rules) == len(label.findall(text)), copy.file
