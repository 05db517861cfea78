"""How much of an edition a document has: whole, a beginning, a part, a selection; and the condition that follows."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from graph.documents.extent import Extent, judge_condition, measure_extent
from rules.keys import key_of_entry, term_of
from rules.records import COMPREHENSIVE_RULES, GlossaryEntry, ParsedDocument
from rules.store import Store, open_store
from rules.store.write import StoreWriter
from tests.rules.histories import reading_of, rule_of

EDITION = "2001-01-01"
NUMBERS = [f"{chapter}.{rule}" for chapter in range(100, 120) for rule in range(1, 21)]
TERMS = [f"glossary:Term {letter}" for letter in "ABCDEFGHIJ"]


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    path = tmp_path_factory.mktemp("extent") / "rules.sqlite"
    texts = {key: f"A lamb counts {place} ewes." for place, key in enumerate([*NUMBERS, *TERMS])}
    with StoreWriter(path) as writer:
        writer.add(replace(reading_of(EDITION, COMPREHENSIVE_RULES, texts), fingerprint="print"))
        writer.finish({"sample": "no"})
    with open_store(path) as opened:
        yield opened


def document_of(keys: list[str]) -> ParsedDocument:
    return ParsedDocument(
        name="copy.txt",
        work=COMPREHENSIVE_RULES,
        dialect="official",
        encoding="ascii",
        edition=None,
        condition="good",
        rules=tuple(rule_of(EDITION, key, "A lamb.") for key in keys if key in NUMBERS),
        glossary=tuple(GlossaryEntry(EDITION, term_of(key), "A lamb.") for key in keys if key in TERMS),
        matter=(),
        dropped=(),
        diagnostics=(),
    )


def measure(keys: list[str], store: Store) -> Extent:
    return measure_extent(document_of(keys), EDITION, store)


@pytest.mark.parametrize(
    ("keys", "sentence", "condition"),
    [
        (NUMBERS + TERMS, "all 400 rules and 10 glossary entries of 2001-01-01", "good"),
        (
            NUMBERS[:150],
            (
                "the first 150 of 400 rules of 2001-01-01, up to 107.10; the last 250 are missing;"
                " its glossary of 10 entries is missing"
            ),
            "truncated",
        ),
        (
            NUMBERS + TERMS[:4],
            "all 400 rules of 2001-01-01; the first 4 of 10 glossary entries, up to “Term D”; the last 6 are missing",
            "truncated",
        ),
        (NUMBERS, "all 400 rules of 2001-01-01; its glossary of 10 entries is missing", "truncated"),
        (
            NUMBERS[:100] + NUMBERS[105:150],
            (
                "the first 145 of 400 rules of 2001-01-01, up to 107.10; the last 250 are missing, and 5"
                " between them, from 105.1 on; its glossary of 10 entries is missing"
            ),
            "truncated",
        ),
        (
            NUMBERS[40:60],
            "20 of 400 rules of 2001-01-01, from 102.1 to 102.20; the first 40 and the last 340 are missing",
            "fragment",
        ),
        (
            NUMBERS[7:8],
            "1 of 400 rules of 2001-01-01, 100.8 only; the first 7 and the last 392 are missing",
            "fragment",
        ),
        (
            NUMBERS[300:] + TERMS,
            (
                "the last 100 of 400 rules of 2001-01-01, from 115.1 on; the first 300 are missing;"
                " all 10 glossary entries"
            ),
            "fragment",
        ),
        (
            NUMBERS[200:310] + NUMBERS[312:] + TERMS[1:],
            (
                "the last 198 of 400 rules of 2001-01-01, from 110.1 on; the first 200 are missing, and 2 between them,"
                " from 115.11 on; the last 9 of 10 glossary entries, from “Term B” on; the first one is missing"
            ),
            "fragment",
        ),
        (
            NUMBERS[:20] + NUMBERS[60:80] + NUMBERS[200:240],
            ("80 of 400 rules of 2001-01-01, in several parts from 100.1 to 111.20; 320 missing, the first is 101.1"),
            "fragment",
        ),
        (
            NUMBERS[:300:2],
            ("150 of 400 rules of 2001-01-01; 250 missing, the first is 100.2; its glossary of 10 entries is missing"),
            "truncated",
        ),
        (
            NUMBERS[:100] + NUMBERS[120:] + TERMS,
            "380 of 400 rules of 2001-01-01; 20 missing, the first is 105.1; all 10 glossary entries",
            "damaged",
        ),
        (
            NUMBERS[:3] + NUMBERS[4:] + TERMS,
            "399 of 400 rules of 2001-01-01; 1 missing, the first is 100.4; all 10 glossary entries",
            "good",
        ),
        (TERMS, "no rules of 2001-01-01, and all 10 glossary entries", "fragment"),
        ([], "no rules and no glossary entries of 2001-01-01", "fragment"),
    ],
)
def test_the_extent_is_told_and_decides_the_condition(
    store: Store, keys: list[str], sentence: str, condition: str
) -> None:
    extent = measure(keys, store)
    assert extent.sentence == sentence
    assert judge_condition("good", extent) == condition


def test_a_loss_known_before_stays(store: Store) -> None:
    assert judge_condition("damaged", measure(NUMBERS + TERMS, store)) == "damaged"
    assert judge_condition("truncated", measure(NUMBERS + TERMS, store)) == "truncated"


def test_the_worse_of_two_losses_is_named(store: Store) -> None:
    assert judge_condition("damaged", measure(NUMBERS[:150], store)) == "truncated"
    assert judge_condition("damaged", measure(NUMBERS[200:] + TERMS, store)) == "fragment"
    assert judge_condition("truncated", measure(NUMBERS[200:], store)) == "fragment"


def test_what_is_missing_is_listed_as_runs(store: Store) -> None:
    extent = measure(NUMBERS[:5] + NUMBERS[8:380] + TERMS[:2], store)
    assert extent.rules.missing == (("100.6", "100.8"), ("119.1", "119.20"))
    assert extent.glossary.missing == ((key_of_entry("Term C"), key_of_entry("Term J")),)
    assert (extent.rules.present, extent.rules.total) == (377, 400)


def test_quotes_and_capitals_of_terms_make_no_difference(store: Store) -> None:
    quoted = replace(document_of(TERMS), glossary=(GlossaryEntry(EDITION, "“TERM” A", "A lamb."),))
    assert measure_extent(quoted, EDITION, store).glossary.present == 1


def test_an_unknown_number_of_a_document_is_not_counted(store: Store) -> None:
    document = document_of(NUMBERS[:2])
    stranger = rule_of(EDITION, "999.1", "A wolf.")
    extent = measure_extent(replace(document, rules=(*document.rules, stranger)), EDITION, store)
    assert extent.rules.present == 2
