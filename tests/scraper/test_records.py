"""The rules as JSON of many shapes: all give the records of the text that they were made from, and none costs much."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Any

import pytest

from comprules.facts import SAMPLE
from rules.json_files.copies import is_json_copy
from rules.json_files.load import MOST_COMMAS
from rules.records import ParsedDocument, Rule
from scraper.archive import load_archive
from scraper.layout import UnknownDialect
from scraper.parse import parse_bytes
from tests.comprules.running import run
from tests.scraper.accounts import codes_of

ISSUE = "1999-04-21"
"""The issue of a rulings summary in the sample; other people's records are of the rules."""
TEXTS = [
    SAMPLE / copy.file for entry in load_archive(SAMPLE).entries if entry.edition != ISSUE for copy in entry.copies
]
SENTENCE = "Whoever holds this card asks another player for the number that is written on it."


def read(value: object) -> ParsedDocument:
    text = value if isinstance(value, str) else json.dumps(value)
    document = parse_bytes(text.encode(), "rules.json")
    assert document.dialect == "records"
    assert "unclaimed-line" not in codes_of(document)
    return document


def words(rule: Rule) -> str:
    return rule.heading if rule.heading and not rule.text else rule.text


def body(rule: Rule) -> str:
    return "".join([words(rule), *(f"\nExample: {example}" for example in rule.examples)])


def as_service(document: ParsedDocument) -> object:
    numbers = [None, *(rule.number for rule in document.rules), None]
    return {
        rule.number: {
            "ruleNumber": rule.number,
            "ruleText": words(rule),
            "examples": list(rule.examples) or None,
            "navigation": {"previousRule": before, "nextRule": after},
        }
        for rule, before, after in zip(document.rules, numbers[:-2], numbers[2:], strict=True)
    }


def as_list(document: ParsedDocument) -> object:
    return {
        "meta": {"version": 3},
        "data": [{"q": f"CR {rule.number}.", "z": words(rule), "l": list(rule.examples)} for rule in document.rules],
        "words": [{"a": entry.term, "b": entry.text} for entry in document.glossary],
    }


def as_tree(document: ParsedDocument) -> object:
    nodes: dict[str | None, dict[str, Any]] = {None: {"below": []}}
    for rule in document.rules:
        node = {"no": rule.number, "name": rule.heading, "body": rule.text, "ex": list(rule.examples), "below": []}
        nodes[rule.number] = node
        nodes.get(rule.parent, nodes[None])["below"].append(node)
    return nodes[None]


def as_lines(document: ParsedDocument) -> object:
    chunks = ({"id": place, "page": f"{rule.number}. {body(rule)}"} for place, rule in enumerate(document.rules))
    return "\n".join(map(json.dumps, chunks))


def as_pairs(document: ParsedDocument) -> object:
    return {rule.number: body(rule) for rule in document.rules}


def as_rows(document: ParsedDocument) -> object:
    return [[rule.number, body(rule), None] for rule in document.rules]


SHAPES: tuple[Callable[[ParsedDocument], object], ...] = (as_service, as_list, as_tree, as_pairs, as_rows)


def contents(document: ParsedDocument) -> list[tuple[object, ...]]:
    return [(rule.number, rule.kind, rule.heading, rule.text, rule.examples) for rule in document.rules]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("path", TEXTS, ids=[path.parent.name for path in TEXTS])
def test_every_shape_gives_the_records_of_the_text(path: Any, shape: Callable[[ParsedDocument], object]) -> None:
    whole = parse_bytes(path.read_bytes(), path.name)
    document = read(shape(whole))
    assert contents(document) == contents(whole)
    if shape is as_list:
        assert [(entry.term, entry.text) for entry in document.glossary] == [
            (entry.term, entry.text) for entry in whole.glossary
        ]


def test_our_own_json_is_read_as_what_it_was_made_from() -> None:
    path = TEXTS[-1]
    whole = parse_bytes(path.read_bytes(), path.name)
    document = read(run("parse", str(path), "--json").stdout)
    assert contents(document) == contents(whole)
    assert [entry.key for entry in document.glossary] == [entry.key for entry in whole.glossary]


def test_chunks_that_begin_with_their_number_are_cut_at_the_numbers() -> None:
    whole = parse_bytes(TEXTS[-1].read_bytes(), "x")
    document = read(as_lines(whole))
    numbered = [row for row in contents(whole) if "." in str(row[0])]
    assert [row for row in contents(document) if "." in str(row[0])] == numbered


def test_mixed_records_are_sorted_and_that_is_said() -> None:
    whole = parse_bytes(TEXTS[-1].read_bytes(), "x")
    service = as_service(whole)
    assert isinstance(service, Mapping)
    mixed = dict(sorted(service.items(), key=lambda item: item[0][::-1]))
    document = read(mixed)
    assert contents(document) == contents(read(service))
    assert "sorted-by-number" in codes_of(document)
    assert "sorted-by-number" not in codes_of(read(service))


@pytest.mark.parametrize("shape", [as_service, as_pairs, as_lines])
@pytest.mark.parametrize("share", [0.5, 0.99])
def test_what_was_cut_is_read_up_to_there_and_called_truncated(
    shape: Callable[[ParsedDocument], object], share: float
) -> None:
    made = shape(parse_bytes(TEXTS[-1].read_bytes(), "x"))
    text = made if isinstance(made, str) else json.dumps(made)
    document = read(text[: int(share * len(text))])
    assert (document.condition, "json-cut" in codes_of(document)) == ("truncated", True)
    whole = contents(read(text))
    assert 0 < len(document.rules) < len(whole)
    assert contents(document)[:-1] == whole[: len(document.rules) - 1]


def numbered(count: int, **more: object) -> list[dict[str, object]]:
    return [{"n": f"601.{number}", "t": f"{SENTENCE} {number}.", **more} for number in range(1, count + 1)]


def test_a_file_of_several_editions_is_refused_and_two_numbers_are_no_choice() -> None:
    for rows, told in (
        (numbered(9, day="1999") + numbered(9, day="2001"), "several editions"),
        ([{**row, "m": f"602.{place}"} for place, row in enumerate(numbered(9), 1)], "equally good numbers"),
    ):
        document = read(rows)
        assert (document.rules, document.condition) == ((), "destroyed")
        assert any(told in problem.message for problem in document.diagnostics)
        assert not is_json_copy(json.dumps(rows), 5)


def test_equal_keys_are_all_kept() -> None:
    pairs = [*((f"601.{number}", SENTENCE) for number in range(1, 12)), ("601.5", "This one has its number twice.")]
    text = "{" + ",".join(f"{json.dumps(key)}:{json.dumps(value)}" for key, value in pairs) + "}"
    assert [rule.key for rule in read(text).rules if rule.number == "601.5"] == ["601.5", "601.5#2"]


def test_halves_of_characters_and_controls_harm_nothing() -> None:
    rows = numbered(4)
    rows[0]["t"] = f"\ud800{SENTENCE}"
    rows[1]["t"] = f"\0\u200b{SENTENCE}"
    document = read(rows)
    assert (document.rules[0].text, document.rules[1].text) == (f"\ufffd{SENTENCE}", SENTENCE)
    assert "control-characters" in codes_of(document)


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        '{"a":' * 100_000,
        "[" + "1," * MOST_COMMAS + "1]",
        "[" + ",".join(["{}"] * 300_000) + "]",
        '{"a":"' + '\\"' * 1_000_000,
        '{"601.1":' * 500 + json.dumps(SENTENCE) + "}" * 500,
        json.dumps([{f"{row}.{name}": SENTENCE if name else "601.1" for name in range(50)} for row in range(500)]),
        "null",
        '{"601.1": 601.1, "601.2": 601.2, "601.3": 601.3}',
        json.dumps([{"rule": f"601.{number}", "file": "engine.py"} for number in range(1, 30)]),
    ],
    ids=["lists", "objects", "commas", "brackets", "endless", "nested", "fields", "nothing", "figures", "no-sentences"],
)
def test_other_json_is_refused(text: str) -> None:
    with pytest.raises(UnknownDialect):
        parse_bytes(text.encode(), "data.json")
    assert not is_json_copy(text, 3)


def hash_of(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def test_exported_tables_say_what_is_in_another_file_and_are_read_when_joined() -> None:
    texts = {f"601.{number}": f"{SENTENCE} See rule 601.{number}." for number in range(1, 40)}
    rules = [{"edition": "1999-04-23", "number": number, "text_sha256": hash_of(texts[number])} for number in texts]
    rows = [{"sha256": hash_of(text), "text": text} for text in texts.values()]
    terms = [{"term": f"Card {number}", "key": f"glossary:Card {number}", "sha": hash_of(number)} for number in texts]
    for table, told in (
        (rules, "the texts are in another file"),
        (rows, "the numbers are in another file"),
        (terms, "texts"),
    ):
        for text in (json.dumps(table), "\n".join(map(json.dumps, table))):
            with pytest.raises(UnknownDialect, match=told):
                parse_bytes(text.encode(), "table.jsonl")
    joined = [{**rule, **row} for rule, row in zip(rules, rows, strict=True)]
    assert [(rule.number, rule.text) for rule in read(joined).rules] == [*texts.items()]


def test_the_linter_agrees_on_what_a_copy_is() -> None:
    whole = parse_bytes(TEXTS[-1].read_bytes(), "x")
    for shape in (*SHAPES, as_lines):
        made = shape(whole)
        text = made if isinstance(made, str) else json.dumps(made)
        assert is_json_copy(text, 12), shape
    assert not is_json_copy(json.dumps(numbered(11)), 12), "an excerpt in somebody's notes"


@pytest.mark.parametrize("delimiter", [",", ";", "|", "\t"])
@pytest.mark.parametrize("head", [["term", "definition"], []])
def test_a_table_of_headwords_and_texts_is_a_glossary(delimiter: str, head: list[str]) -> None:
    terms = ["“As If”", "Bell", "Crook", "Dog", "Ewe"]
    rows = [
        [term, f'A thing of the "farm"; it is old, and it stays. See rule 601.{place}.']
        for place, term in enumerate(terms, 1)
    ]
    written = io.StringIO()
    csv.writer(written, delimiter=delimiter).writerows([head, *rows] if head else rows)
    document = parse_bytes(written.getvalue().encode(), "glossary.csv")
    assert [[entry.term, entry.text] for entry in document.glossary] == rows


def test_a_headword_in_quotes_is_a_key_like_others() -> None:
    texts = {f"601.{number}": f"{SENTENCE} See rule 601.{number}." for number in range(1, 20)}
    terms = {
        term: f"A thing of the farm. See rule 601.{len(term)}." for term in ('"As if"', "“Bells”", "Crook", "+1/+1 Dog")
    }
    document = parse_bytes(json.dumps({**texts, "glossary": terms}).encode(), "bot.json")
    assert {entry.term: entry.text for entry in document.glossary} == terms


def test_lists_named_examples_and_notes_are_what_their_names_say() -> None:
    """Without names, the list with the most sentences has the examples."""
    records = numbered(4)
    records[0] |= {"examples": [SENTENCE]}
    records[1] |= {"notes": [f"{SENTENCE} ({count})" for count in range(3)]}
    rules = read(records).rules
    assert [(len(rule.examples), len(rule.notes)) for rule in rules] == [(1, 0), (0, 3), (0, 0), (0, 0)]


def test_a_record_with_a_blank_text_and_no_heading_is_no_rule() -> None:
    document = read([*numbered(3), {"n": "601.4", "t": " "}])
    assert [rule.number for rule in document.rules] == ["601.1", "601.2", "601.3"]
    assert any("601.4" in row.text for row in document.dropped), "its number is accounted for"
