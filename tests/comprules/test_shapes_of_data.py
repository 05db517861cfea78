"""Copies of the rules as data in the shapes of many programs: `parse`, `identify` and `check` agree on each."""

from __future__ import annotations

import csv
import html
import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from comprules.facts import SAMPLE
from graph.ledger import Ledger, open_ledger
from graph.ledger.copies import is_copy
from rules.json_files.copies import read_json_copy
from rules.json_files.tables import read_table
from rules.records import ParsedDocument, Rule
from scraper.archive import load_archive
from scraper.parse import parse_bytes
from tests.comprules.running import read_refusal
from tests.scraper.accounts import codes_of

EDITION = load_archive(SAMPLE).entries[-1]
WHOLE = parse_bytes((SAMPLE / EDITION.copies[0].file).read_bytes(), "sample")
RULES = [rule for rule in WHOLE.rules if rule.kind in ("rule", "subrule")]


def _words(rule: Rule) -> str:
    return rule.text or rule.heading or ""


def _body(rule: Rule) -> str:
    return "\n".join([_words(rule), *(f"Example: {example}" for example in rule.examples)])


def _printed(rule: Rule) -> str:
    return f"{rule.number}{'.' if rule.kind != 'subrule' else ''} {_body(rule)}"


def _dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _as_table(delimiter: str) -> str:
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter)
    writer.writerow(["id", "number", "text"])
    writer.writerows([place, rule.number, _body(rule)] for place, rule in enumerate(RULES))
    return out.getvalue()


def _as_pieces() -> str:
    """Pieces of a text for retrieval, each with several rules and what is known of the piece."""
    size = 7
    pieces = [WHOLE.rules[first : first + size] for first in range(0, len(WHOLE.rules), size)]
    texts = ["\n".join(map(_printed, piece)) for piece in pieces]
    return "\n".join(_dump({"text": text, "metadata": {"source": "rules.txt", "tokens": len(text)}}) for text in texts)


def _as_chapters() -> str:
    tree: dict[str, dict[str, str]] = {}
    for rule in RULES:
        tree.setdefault(f"{rule.number[:3]}. Chapter", {})[rule.number] = _body(rule)
    return _dump({"effective": "of an edition", "chapters": tree})


def _mark_up(text: str) -> str:
    return "".join(f"<p class='x'>{html.escape(line)}</p>" for line in text.split("\n"))


ROWS: list[dict[str, Any]] = [{"number": rule.number, "text": _body(rule)} for rule in RULES]
SHAPES: dict[str, Callable[[], str]] = {
    "lines of a file": lambda: _dump({"lines": [line for rule in RULES for line in _printed(rule).split("\n")]}),
    "one string a rule": lambda: _dump([_printed(rule) for rule in RULES]),
    "one string": lambda: _dump({"title": "Rules", "text": "\n".join(map(_printed, RULES))}),
    "pieces": _as_pieces,
    "chapters": _as_chapters,
    "numbers in bold": lambda: _dump([{**row, "number": f"**{row['number']}**"} for row in ROWS]),
    "examples in bold": lambda: _dump(
        [{**row, "text": row["text"].replace("Example: ", "**Example:** ")} for row in ROWS]
    ),
    "labels on lines of their own": lambda: _dump(
        [{**row, "text": row["text"].replace("Example: ", "Example:\n")} for row in ROWS]
    ),
    "numbers with a word": lambda: _dump({f"rule_{row['number']}": row["text"] for row in ROWS}),
    "texts of lines": lambda: _dump([{**row, "text": row["text"].split("\n")} for row in ROWS]),
    "pieces of pages": lambda: _dump([{**row, "text": _mark_up(row["text"])} for row in ROWS]),
    "pages and texts": lambda: _dump([{**row, "page": _mark_up(row["text"])} for row in ROWS]),
    "a JavaScript module": lambda: f"// rules\nexport const rules = {_dump(ROWS)};\n",
    "a Python module": lambda: f"RULES: list[dict[str, str]] = {_dump(ROWS)}\n",
    "keys in Russian": lambda: _dump({"правила": [{"номер": row["number"], "текст": row["text"]} for row in ROWS]}),
    "CSV": lambda: _as_table(","),
    "CSV with semicolons": lambda: _as_table(";"),
    "TSV": lambda: _as_table("\t"),
}


@pytest.fixture(scope="module")
def ledger(sample_ledger: Path) -> Iterator[Ledger]:
    with open_ledger(sample_ledger) as opened:
        yield opened


def _list_contents(document: ParsedDocument) -> list[tuple[str, str, tuple[str, ...]]]:
    rules = [rule for rule in document.rules if rule.kind in ("rule", "subrule")]
    return [(rule.number, _words(rule), rule.examples) for rule in rules]


@pytest.mark.parametrize("shape", SHAPES)
def test_each_shape_has_the_records_of_the_text(shape: str) -> None:
    document = parse_bytes(SHAPES[shape]().encode(), "rules")
    assert document.dialect == "records"
    assert _list_contents(document) == _list_contents(WHOLE)
    assert {"sentences-left-out", "unclaimed-line", "no-rules"}.isdisjoint(codes_of(document))


@pytest.mark.parametrize("shape", SHAPES)
def test_what_is_read_is_a_copy_for_identify_and_for_check(shape: str, ledger: Ledger, ask: Any, workdir: Path) -> None:
    text = SHAPES[shape]()
    assert is_copy(text, ledger)
    Path("rules.txt").write_text(text, encoding="utf-8")
    assert ask("identify", "rules.txt")["range"] == [EDITION.edition, EDITION.edition]


UNREAD: dict[str, Callable[[], str]] = {
    "YAML": lambda: "".join(f"- number: {row['number']}\n  text: {_dump(row['text'])}\n" for row in ROWS),
    "numbers in parts": lambda: _dump([{"a": int(row["number"][:3]), "text": row["text"]} for row in ROWS]),
}


@pytest.mark.parametrize("shape", UNREAD)
def test_a_copy_in_an_unknown_form_is_called_that(
    shape: str, sample_ledger: Path, workdir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPRULES_LEDGER", str(sample_ledger))
    Path("rules.txt").write_text(UNREAD[shape](), encoding="utf-8")
    assert "its sentences are those of the rules; save it as plain text" in read_refusal("parse", "rules.txt")


def test_a_glossary_of_records_beside_a_text_in_pieces_is_read() -> None:
    terms = [
        {"name": f"Lamp {'i' * count}", "meaning": f"The light of boat {count}. See rule 10{count}.1."}
        for count in range(1, 9)
    ]
    rules = [{"part": "\n".join(_printed(rule) for rule in RULES[first : first + 5])} for first in range(0, 60, 5)]
    document = parse_bytes(_dump({"parts": rules, "words": terms}).encode(), "rules")
    assert [(entry.term, entry.text) for entry in document.glossary] == [(row["name"], row["meaning"]) for row in terms]
    assert document.dropped == ()


def test_what_is_left_out_is_reported() -> None:
    sentences = [f"Whoever reads line {'i' * count} of this book has to sing it." for count in range(1, 20)]
    rows = [{**row, "remark": sentence} for row, sentence in zip(ROWS, sentences, strict=False)]
    document = parse_bytes(_dump([*rows, *ROWS[len(rows) :]]).encode(), "rules")
    assert document.condition == "damaged"
    told = [problem.message for problem in document.diagnostics if problem.code == "sentences-left-out"]
    assert told == [f"19 sentences of the file are in no record, such as {sentences[0][:60]!r}"]


def test_a_tag_that_a_card_prints_is_text() -> None:
    rows = [*ROWS, {"number": "905.7", "text": "A card prints <b>bold</b> &amp; nothing else on its back."}]
    assert parse_bytes(_dump(rows).encode(), "rules").rules[-1].text == rows[-1]["text"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a,b\n",
        "name;price\nlamp;2\n",
        "One, two.\nThree.\nFour, five, six.\n",
        "x = f(a, b)\ny = g(a)\nz = 3\n",
        '"unclosed, "quotes\n' * 9,
    ],
)
def test_other_texts_are_no_tables_of_rules(text: str) -> None:
    assert read_json_copy(text) is None


def test_a_table_needs_no_line_end_after_its_last_row() -> None:
    rows = "100.1,One.\n100.2,Two.\n100.3,Four."
    without, with_line_end = read_table(rows), read_table(f"{rows}\n")
    assert without is not None
    assert with_line_end is not None
    assert without.strings == with_line_end.strings


def test_values_of_a_table_keep_delimiters_line_ends_and_quotation_marks() -> None:
    table = read_table('number,text\r\n100.1,"One, ""two""\r\nthree."\r\n100.2,\r\n100.3,Four.\r\n')
    assert table is not None
    assert [leaf.text for row in table.rows for leaf in row.fields.values()] == [
        "number", "text", "100.1", 'One, "two"\r\nthree.', "100.2", "", "100.3", "Four.",
    ]  # fmt: skip
