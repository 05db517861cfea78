"""Files that are empty, cut, mislabelled or made to do harm: commands say one thing about each and write nothing."""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path

import pytest

from scraper.layout import UnknownDialect
from scraper.markup.markdown import is_markdown
from scraper.parse import LARGEST, parse_bytes
from tests.comprules.running import read_refusal, run
from tests.scraper.accounts import codes_of
from tests.scraper.document_files import make_docx, make_epub, make_pdf

BOATS = ("barge", "canoe", "dinghy", "ferry", "galley", "junk", "ketch", "liner")
LAMPS = [
    (f"{chapter}.{rule}", f"The keeper of quay {chapter} lights its lamp twice for each {boat} and pilot{'s' * rule}.")
    for chapter in range(100, 105)
    for rule, boat in enumerate(BOATS, 1)
]
"""A rule book too small to be measured, as the proportions of large ones are."""
TEXT = "\n\n".join(f"{number}. {text}" for number, text in LAMPS)
PAGE = "".join(f"<p>{number}. {text}</p>\n" for number, text in LAMPS)
RTF = "{\\rtf1\\ansi " + "".join(f"{number}. {text}\\par\n" for number, text in LAMPS) + "}"
ROWS = [{"number": number, "text": text} for number, text in LAMPS]
DEEP = 100_000
MONTHS = ("January", "March", "May", "July", "August", "October", "December")
DATES = [f"{month} {day}, {year}" for year, month, day in product(range(2001, 2009), MONTHS, (1, 11, 21, 31))][:200]

REFUSED: dict[str, tuple[Callable[[], bytes], str]] = {
    "JSON of 100 MB": (lambda: b"[" + b" " * 100_000_000 + b"]", "larger than any edition"),
    "JSON 200,000 levels deep": (lambda: b'{"a":[' * DEEP + b"1" + b"]}" * DEEP, "nested too deep"),
    "rules 200,000 levels deep": (
        lambda: b'{"a":[' * DEEP + json.dumps(ROWS).encode() + b"]}" * DEEP,
        "nested too deep",
    ),
    "JSON of many commas": (lambda: b"[" + b"0," * 1_000_000 + b"0]", "1,000,000 commas"),
    "JSON of many brackets": (lambda: b"[" + b"[]," * 300_000 + b"0]", "300,001 opening brackets"),
    "a number of many digits": (lambda: b"[" + b"9" * 100_000 + b"]", "thousands of digits"),
    "JSON that refers to itself": (
        lambda: json.dumps({"rules": [{"$ref": "#/rules"}, {"$ref": "#"}]}).encode(),
        "no records with the number and the text of a rule",
    ),
    "lines of JSON, one of them broken": (
        lambda: "\n".join([*map(json.dumps, ROWS[:30]), '{"number', *map(json.dumps, ROWS[30:])]).encode(),
        "broken on line 31",
    ),
    "an empty file": (lambda: b"", "the file is empty"),
    "blank lines": (lambda: b"\n \r\n\t\n" * 99, "the file is empty"),
    "zeros": (lambda: bytes(9_999), "the file is empty"),
    "a cut e-book": (lambda: _cut(make_epub([PAGE])), "the file is cut or damaged"),
    "the beginning of a Word file": (lambda: make_docx(TEXT)[:300], "the file is cut or damaged"),
    "RTF of many paragraphs": (lambda: b"{\\rtf1 " + b"a\\par\n" * 100_001 + b"}", "more text than any edition"),
    "an old Word file": (lambda: b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(999), "save it as .docx"),
}


def _cut(data: bytes) -> bytes:
    return data[: len(data) * 9 // 10]


@pytest.fixture
def folder(workdir: Path, sample_kb: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty folder that is the current one; in the end it has only the file that the test gave it."""
    monkeypatch.setenv("COMPRULES_DB", str(sample_kb))
    yield workdir
    assert [path.name for path in workdir.rglob("*")] == ["rules.txt"]


@pytest.mark.parametrize("name", REFUSED)
def test_each_command_refuses_a_file_with_one_message(name: str, folder: Path) -> None:
    make, told = REFUSED[name]
    (folder / "rules.txt").write_bytes(make())
    message = read_refusal("parse", "rules.txt")
    assert message.startswith("Error: rules.txt: ")
    assert message.count("\n") == 1
    assert told in message
    assert read_refusal("identify", "rules.txt", status=1).endswith(f"\n{message}")
    added = run("archive", "add", "rules.txt", "--archive", "archive")
    assert added.exit_code == 1
    assert "rules.txt: refused: " in added.stderr


def test_a_folder_is_no_file(folder: Path) -> None:
    (folder / "rules.txt").mkdir()
    assert "name a file, not a folder" in read_refusal("parse", "rules.txt")
    assert "name a file, not a folder" in read_refusal("identify", "rules.txt")


FORMS: dict[str, Callable[[], bytes]] = {
    "UTF-16": lambda: TEXT.encode("utf-16"),
    "UTF-16 without a mark": lambda: TEXT.encode("utf-16-be"),
    "UTF-32": lambda: TEXT.encode("utf-32"),
    "Word": lambda: make_docx(TEXT),
    "PDF": lambda: make_pdf(TEXT),
    "an e-book": lambda: make_epub([PAGE]),
    "RTF": RTF.encode,
    "JSON": lambda: json.dumps(ROWS).encode(),
    "JSON 300 levels deep": lambda: b'{"a":[' * 150 + json.dumps(ROWS).encode() + b"]}" * 150,
    "a page": PAGE.encode,
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("suffix", ["pdf", "txt"])
def test_the_bytes_count_and_not_the_name(form: str, suffix: str) -> None:
    document = parse_bytes(FORMS[form](), f"rules.{suffix}")
    assert [(rule.number, rule.text) for rule in document.rules] == LAMPS


@pytest.mark.parametrize("form", ["Word", "PDF", "RTF"])
def test_what_is_cut_is_called_truncated(form: str) -> None:
    document = parse_bytes(_cut(FORMS[form]()), "rules")
    assert (document.condition, "file-cut" in codes_of(document)) == ("truncated", True)


def _claim_dates(dates: list[str]) -> list[str]:
    return [f"These rules are effective as of {date}." for date in dates]


@pytest.mark.parametrize("form", ["page", "text", "JSON"])
def test_a_document_that_claims_200_editions_is_of_none(form: str) -> None:
    made = {
        "page": "".join(f"<p>{claim}</p>" for claim in _claim_dates(DATES)) + PAGE,
        "text": "\n\n".join([*_claim_dates(DATES), TEXT]),
        "JSON": json.dumps({"claims": _claim_dates(DATES), "rules": ROWS}),
    }
    document = parse_bytes(made[form].encode(), "rules")
    assert len(DATES) == 200
    assert (document.edition, document.condition) == (None, "damaged")
    told = [problem.message for problem in document.diagnostics if "date" in problem.code]
    assert told == ["the document states 200 effective dates, 2001-01-01 to 2008-01-31; none was used"]
    assert len(document.rules) == len(LAMPS)


def test_of_two_dates_the_first_is_taken() -> None:
    document = parse_bytes("\n\n".join([*_claim_dates(DATES[:2]), TEXT]).encode(), "rules")
    assert (document.edition, document.condition) == ("2001-01-01", "good")
    assert "two-dates" in codes_of(document)


@pytest.mark.parametrize("mark", ["[", "*", "`", "- [", "| [", "# ["])
def test_marks_in_a_row_take_little_memory(mark: str) -> None:
    text = f"100.1. Each lamp is lit.\n{mark}" + mark[-1] * 1_000_000
    tracemalloc.start()
    try:
        assert not is_markdown(text)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < len(text)


def test_a_file_larger_than_any_edition_is_not_read_whole(tmp_path: Path) -> None:
    with pytest.raises(UnknownDialect, match="larger than any edition"):
        parse_bytes(bytes(LARGEST + 1), "rules.txt")
