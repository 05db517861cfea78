"""`comprules audit FILE`: the faults of rules documents, with their places, in every format."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

from comprules.document_audit import CODE_OF_STATUS
from comprules.facts import SAMPLE
from comprules.lint.own_reports import is_report
from comprules.places import Place, locate_passage
from comprules.rules_document import read_rules_document
from graph.citations.codes import AUDIT_CODES, CODES
from graph.ledger import Ledger
from graph.ledger.fingerprints import fingerprints
from rules.faults import FaultStatus
from rules.records import Span
from tests.comprules.running import read_output, read_refusal, run

HARBOUR = """# Harbour

- [1. Ships](#ships)
- [2. Freight](#cargo)

## 1. Ships

1.1 Ships wait as in rule 2.1, "Loading".

1.2 Ships leave (see 1.9), which takes 1.5 hours.

1.2 Ships return.

## 2. Cargo

### 2.1 Loading

Load one crate, as section 1,
"Boats" and [3.1](#nowhere) say.

2.2 Pay.
"""
"""Another game's rule book."""
TOWN = """100. Water

100.1. Boats wait for their pilot, as rule 200.1 and rule 100.7 say.

100.2. Ferries go at noon. See rule 200, "Roads."

200. Land

200.1. Carts keep to the left.

200.2. Riders keep to the right.
"""
"""A rule book whose numbers have the form of those of Magic."""


@pytest.fixture
def harbour(stub_workdir: Path) -> Path:
    path = stub_workdir / "harbour.md"
    path.write_text(HARBOUR, encoding="utf-8")
    return path


def list_findings(*arguments: str, status: int = 1) -> list[dict[str, Any]]:
    result = run("audit", *arguments, "--json")
    assert result.exit_code == status, result.output
    findings: list[dict[str, Any]] = json.loads(result.stdout)["findings"]
    return findings


def name_places(findings: list[dict[str, Any]]) -> list[tuple[int, int, int, str, str]]:
    keys = ("line", "column", "end_column", "code", "number")
    return [tuple(finding[key] for key in keys) for finding in findings]


def test_a_rule_book_of_another_game_needs_no_knowledge_base(harbour: Path) -> None:
    found = list_findings(str(harbour))
    assert name_places(found) == [
        (4, 7, 14, "CR211", "2"),
        (10, 22, 25, "CR201", "1.9"),
        (12, 1, 4, "CR206", "1.2"),
        (18, 28, 29, "CR202", "1"),
        (19, 14, 17, "CR201", "3.1"),
    ]
    assert found[2]["suggestion"] == "1.3"
    assert "1.5" not in str(found), "an amount"


def test_numbers_in_the_form_of_magic_are_read_too(stub_workdir: Path) -> None:
    path = stub_workdir / "town.txt"
    path.write_text(TOWN, encoding="utf-8")
    assert name_places(list_findings(str(path))) == [
        (3, 59, 64, "CR201", "100.7"),
        (5, 37, 40, "CR202", "200"),
    ]


def test_several_files_are_one_document(stub_workdir: Path) -> None:
    water, land = TOWN.split("200. Land")
    (stub_workdir / "water.txt").write_text(water * 1, encoding="utf-8")
    more = "".join(f"\n200.{number}. Carts wait.\n" for number in (3, 4, 4))
    (stub_workdir / "land.txt").write_text(f"200. Land{land}{more}", encoding="utf-8")
    found = list_findings("water.txt", "land.txt")
    assert [(finding["path"], finding["line"], finding["number"]) for finding in found] == [
        ("water.txt", 3, "100.7"),
        ("water.txt", 5, "200"),
        ("land.txt", 11, "200.4"),
    ]
    assert found[2]["suggestion"] == "200.5"


def test_a_passage_without_known_lines_is_found_in_any_file() -> None:
    water, land = TOWN.split("200. Land")
    document = read_rules_document([("water.txt", water.encode()), ("land.txt", f"200. Land{land}".encode())])
    passage = "Carts keep to the left."
    file, place = document.locate(None, passage, passage.index("keep"), passage.index(" to"))
    assert (file.path, place) == ("land.txt", Place(line=3, column=14, end_column=18))


def test_a_check_names_the_command_where_it_skips_a_copy(stub_workdir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = "Ships wait for their pilot, whatever the weather at sea, and they leave when all have come aboard."
    monkeypatch.setattr(Ledger, "select_known", lambda _, marks: frozenset(marks) & fingerprints(words))
    lines = "".join(f"702.{number}. {words}\n" for number in range(1, 30))
    (stub_workdir / "copy.txt").write_text(f"{lines}See CR 119.3a.\n", encoding="utf-8")
    result = run("check", "copy.txt")
    assert "it is a copy of the Comprehensive Rules; for its own faults: comprules audit FILE" in result.stderr


def test_a_part_may_refer_to_other_parts_unless_it_is_said_to_be_whole(stub_workdir: Path) -> None:
    _, land = TOWN.split("200. Land")
    text = f"200. Land{land}\n200.3. Boats are another matter. See rule 100.1 and rule 200.9.\n\n200.4. Carts wait.\n"
    (stub_workdir / "land.txt").write_text(text, encoding="utf-8")
    result = run("audit", "land.txt", "--format", "concise")
    assert result.exit_code == 1
    assert "200.9: there is no such rule" in result.stdout
    assert "as a part, 1 reference to other parts not judged: 1 finding" in result.stdout
    assert "note: not judged because they refer to other parts: 100.1;" in result.stderr
    assert [finding["number"] for finding in list_findings("land.txt", "--whole")] == ["100.1", "200.9"]


def test_standard_input_is_a_document(harbour: Path) -> None:
    text = read_output("audit", "-", "--format", "concise", stdin=harbour.read_bytes(), status=1)
    assert "<stdin>:10:22: CR201" in text


@pytest.mark.parametrize("style", ["full", "concise", "json", "github", "sarif", "gitlab", "junit"])
def test_every_format_has_every_finding_and_is_known_as_a_report(harbour: Path, style: str) -> None:
    result = run("audit", str(harbour), "--format", style)
    assert result.exit_code == 1
    for code in ("CR201", "CR202", "CR206", "CR211"):
        assert code in result.stdout
    assert is_report(result.stdout.encode())
    if style == "sarif":
        log = json.loads(result.stdout)["runs"][0]
        assert [rule["id"] for rule in log["tool"]["driver"]["rules"]] == list(AUDIT_CODES)
        assert [result["ruleId"] for result in log["results"]][:2] == ["CR211", "CR201"]
        assert log["properties"]["references"] == 4
    if style == "junit":
        assert ET.fromstring(result.stdout).attrib["failures"] == "5"


def test_a_summary_in_markdown_is_added(harbour: Path, stub_workdir: Path) -> None:
    run("audit", str(harbour), "--summary", "summary.md")
    text = (stub_workdir / "summary.md").read_text(encoding="utf-8")
    assert text.startswith("## References of a rules document\n\n4 references of ")
    assert is_report(text.encode())


def test_a_baseline_lets_known_faults_pass(harbour: Path) -> None:
    run("audit", str(harbour), "--baseline", "known.json", "--write-baseline")
    result = run("audit", str(harbour), "--baseline", "known.json")
    assert result.exit_code == 0
    assert "no findings (5 known from the baseline)" in result.stdout
    harbour.write_text(HARBOUR.replace("Pay.", "Pay as in rule 2.8."), encoding="utf-8")
    result = run("audit", str(harbour), "--baseline", "known.json", "--format", "concise")
    assert result.exit_code == 1
    assert "harbour.md:21:20: CR201 2.8: there is no such rule" in result.stdout


def test_notes_alone_do_not_fail(stub_workdir: Path) -> None:
    text = "100. Water\n\n100.1. Boats wait.\n\n100.2 Ferries go.\n\n100.3. Rafts drift.\n\n100.4. Ducks swim.\n"
    (stub_workdir / "water.txt").write_text(text, encoding="utf-8")
    (finding,) = list_findings("water.txt", "--untidy", status=0)
    assert (finding["code"], finding["severity"]) == ("CR210", "note")


def test_findings_need_not_fail(harbour: Path) -> None:
    assert run("audit", str(harbour), "--exit-zero").exit_code == 0
    assert run("audit", str(harbour), "--only", "ambiguous").exit_code == 0


def test_an_edition_as_a_file_is_compared_with_the_ledger(stub_workdir: Path) -> None:
    """The sample states its date and has few rules of that edition: what it lacks is no fault if the edition has it."""
    path = SAMPLE / "editions" / "2009-07-11" / "sample.txt"
    result = run("audit", str(path))
    assert "audited against 2009-07-11 and itself, as a part" in result.output


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("nowhere.txt",), "nowhere.txt: No such file or directory; check the path"),
        (("harbour.md", "M10"), "files and editions cannot be combined"),
        (("harbour.md", "--all"), "files and editions cannot be combined"),
        (("M10", "--format", "json"), "--format is for files"),
        (("M10", "--edition", "M11"), "--edition is for files"),
        (("harbour.md", "harbour.md"), "harbour.md: it is named twice"),
        (("notes.md",), "notes.md: unknown dialect"),
        (("notes.md", "empty.md"), "empty.md: the file is empty"),
        (("./",), "name the files in it"),
        (("harbour.md", "--edition", "nosuch"), "nosuch"),
        (("harbour.md", "--dialect", "nosuch"), "there is no dialect"),
        (("harbour.md", "--write-baseline"), "name it with --baseline FILE"),
    ],
)
def test_what_cannot_be_audited_is_said(
    harbour: Path, stub_workdir: Path, arguments: tuple[str, ...], words: str
) -> None:
    (stub_workdir / "notes.md").write_text("Nothing here.\n", encoding="utf-8")
    (stub_workdir / "empty.md").write_bytes(b"")
    assert words in read_refusal("audit", *arguments)


def test_every_status_has_a_code_of_its_own() -> None:
    assert set(CODE_OF_STATUS) == set(FaultStatus.__args__)  # type: ignore[attr-defined]
    assert sorted(CODE_OF_STATUS.values()) == sorted(AUDIT_CODES)
    names = [code.name for code in (*CODES.values(), *AUDIT_CODES.values())]
    assert not set(AUDIT_CODES) & set(CODES)
    assert len(set(AUDIT_CODES)) == len({code.name for code in AUDIT_CODES.values()})
    assert names.count("drifted") == 1


@pytest.mark.parametrize(
    ("lines", "passage", "start", "end", "place"),
    [
        (["1.1 See rule 9.", "1.2 See rule 9."], "See rule 9.", 9, 10, Place(1, 14, 15)),
        (["1.1 See", "   rule 12."], "See rule 12.", 9, 11, Place(2, 9, 11)),
        (["1.1 See rule 1", "2."], "See rule 12.", 9, 11, Place(1, 14, 15)),
        (["<p>1.1 <b>See</b> rule 9&amp;10, 9"], "See rule 9&10, 9", 15, 16, Place(1, 34, 35)),
        (["something else"], "See rule 9.", 9, 10, Place(1, 1, 1)),
    ],
)
def test_passages_are_found_in_their_lines(lines: list[str], passage: str, start: int, end: int, place: Place) -> None:
    assert locate_passage(lines, Span(1, len(lines)), passage, start, end) == place


@pytest.mark.parametrize("code", AUDIT_CODES)
def test_every_code_is_explained(code: str) -> None:
    text = read_output("explain", code)
    assert AUDIT_CODES[code].meaning in text
    assert "baseline" in text
    assert "ignore[" not in text


def test_a_fault_of_a_page_is_shown_in_its_markup(stub_workdir: Path) -> None:
    page = (
        "<html><body><h2>100. Water</h2>\n<p><b>100.1.</b> Boats wait, as <a>rule 100.7</a> says.</p>"
        "<p>100.2. Ferries go &amp; come. See rule 100.9.</p>\n<p>100.3. Ferries go at noon.</p></body></html>"
    )
    (stub_workdir / "town.html").write_text(page, encoding="utf-8")
    findings = list_findings("town.html")
    lines = page.split("\n")
    marks = [lines[found["line"] - 1][found["column"] - 1 : found["end_column"] - 1] for found in findings]
    assert [(found["line"], found["number"]) for found in findings] == [(2, "100.7"), (2, "100.9")]
    assert marks == ["100.7", "100.9"]
