"""The public Python API, and what the documentation takes from the code: help, tables, examples that run."""

from __future__ import annotations

import doctest
import inspect
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest

import comprules
import comprules.api
from comprules.cli.group import COMMANDS, cli
from comprules.facts import SAMPLE
from comprules.reference import (
    WIDTH,
    columns_of_tables,
    commands_reference,
    fill_in,
    graph_reference,
    help_of,
    library_reference,
    read_descriptions,
    tables_reference,
)
from graph.citations.codes import CODES, DESCRIBED_CODES, INTERNAL
from graph.citations.explanations import explain_code
from graph.network.schema import NODES, RELATIONS
from tests.comprules.running import ROOT, read_refusal, run

PAGE = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")
DOCUMENTED = re.findall(r"^```python\n(.*?)^```\n\n```text\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
"""Each example of the page with the lines that it prints."""
FUNCTIONS = [name for name in comprules.__all__ if inspect.isfunction(getattr(comprules, name))]


@pytest.mark.parametrize("name", COMMANDS)
def test_help_teaches(name: str) -> None:
    text = help_of(name)
    assert re.search(r"^ +comprules " + name, text, re.MULTILINE) or "comprules completion" in text, "no example"
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    assert command.name == name
    short = command.get_short_help_str(200)
    assert short.startswith(COMMANDS[name].rstrip(".")), "the list of commands says otherwise"
    options = [param for param in command.params if isinstance(param, click.Option)]
    assert [option.name for option in options if not option.help] == [], "not explained"
    prints_json = any("--json" in option.opts for option in options)
    assert bool(re.search(r"\n  JSON[ :]", text)) == prints_json, "what --json prints is not said, or there is none"


def test_the_reference_is_what_the_command_prints() -> None:
    assert f"## trace\n\n```text\n{help_of('trace')}```" in commands_reference()
    assert re.findall(r"^## (\w+)$", commands_reference(), re.MULTILINE) == list(COMMANDS)
    printed = run("trace", "--help").stdout
    assert help_of("trace").split()[2:] == printed.split()[2:]
    assert [line for line in commands_reference().split("\n") if len(line) > WIDTH + 30] == []


def keys_of(value: object) -> set[str]:
    """The names of all fields in a JSON value; those of the counts by kind and class are no fields."""
    if isinstance(value, list):
        return set().union(*map(keys_of, value))
    if not isinstance(value, dict):
        return set()
    return set(value).union(*(keys_of(nested) for name, nested in value.items() if name != "summary"))


def documented_fields(name: str) -> set[str]:
    """The words of a command's help about its JSON."""
    return set(re.findall(r"\w+", help_of(name).partition("\n  JSON")[2]))


@pytest.mark.parametrize(
    "command_line",
    [
        "editions", "show 702.40 --tree", "trace 702.40a", "map 502.30 --from 2005-08-01 --to latest", "blame 702.40a",
        "diff 2005-08-01 latest", "terms", "refs", "refs --most-cited", "refs 702.40a --through",
        "refs 702.40 --near 1", "refs 702.40 --impact", "refs --orphans", "refs --cycles", "audit M10", "search storm",
        "identify 2009-07-11 --variants",
    ],
)  # fmt: skip
def test_help_names_every_field_of_json(command_line: str, ask: Any) -> None:
    name, *arguments = command_line.split()
    if name == "identify":
        arguments[0] = str(SAMPLE / "editions" / arguments[0] / "sample.txt")
    fields = keys_of(ask(name, *arguments, status=1 if name == "audit" else 0))
    assert len(fields) > 1
    assert fields <= documented_fields(name)


@pytest.mark.parametrize(
    "command_line",
    [
        "check .", "coverage .", "explain 702.36e", "explain CR002", "upgrade .",
        f"parse {SAMPLE}/editions/2009-07-11/sample.txt", f"doctor --archive {SAMPLE} --jobs 1",
    ],
)  # fmt: skip
def test_help_names_every_field_of_what_needs_no_knowledge_base(
    command_line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT / "tests" / "trees" / "java")
    name, *arguments = command_line.split()
    assert keys_of(json.loads(run(name, *arguments, "--json").stdout)) <= documented_fields(name)


@pytest.mark.parametrize("name", COMMANDS)
def test_help_about_json_speaks_of_json(name: str) -> None:
    """Its sentences come from docstrings, which may name types and values of Python."""
    about = help_of(name).partition("\n  JSON")[2]
    assert re.findall(r"\bNone\b|\b[Ss]ee `[A-Z]\w+`|`\w+\.\w+\.\w+`", about) == []


def test_help_about_json_describes_a_record_of_a_kind_it_had_before() -> None:
    assert "The rules one level below: their keys, or the rules themselves." in " ".join(help_of("show").split())


def test_every_table_and_column_is_described() -> None:
    described = read_descriptions()
    common = described.pop("common")
    tables = columns_of_tables()
    assert list(described) == list(tables), "in the order of the schema"
    for table, columns in tables.items():
        names = [name for name, _ in columns]
        assert described[table]["about"], table
        assert [name for name in names if not described[table].get(name, common.get(name))] == [], table
        assert set(described[table]) <= {"about", *names}, table
    assert "| `set_code` | text, or null | the main set it was published with (`M10`) |" in tables_reference()


def test_the_schema_of_the_graph_is_generated() -> None:
    text = graph_reference()
    headings = re.findall(r"^### (.+)$", text, re.MULTILINE)
    assert headings == [*(node.node_type for node in NODES), *RELATIONS]
    assert "| `quoted_title` | text, or absent | The title quoted next to it; absent if there is none. |" in text
    assert "From version to rule or entry." in text


def test_every_public_name_is_there_and_in_the_reference() -> None:
    text = library_reference()
    for name in comprules.__all__:
        assert getattr(comprules, name) is not None
        assert f"## {name}\n" in text
    assert "- `number`: A number of the edition, `glossary:TERM`" in text
    with pytest.raises(AttributeError, match="nonsense"):
        comprules.nonsense  # type: ignore[attr-defined]  # noqa: B018


def test_importing_the_api_loads_nothing() -> None:
    script = "import sys, comprules; print(*{'rules', 'click', 'scraper', 'sqlite3'} & set(sys.modules))"
    completed = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert completed.stdout.strip() == ""


def test_parse_build_open(tmp_path: Path) -> None:
    document = next((SAMPLE / "editions").glob("2026-*/*"))
    parsed = comprules.parse(document)
    assert parsed == comprules.parse(document.read_bytes(), str(document))
    comprules.build_store(SAMPLE, tmp_path / "kb.sqlite", jobs=1)
    with comprules.open_store(tmp_path / "kb.sqlite") as store:
        assert len(store.rules(comprules.resolve_edition(store, "latest"))) == len(parsed.rules)


def test_every_documented_example_shows_what_it_prints() -> None:
    assert len(DOCUMENTED) == PAGE.count("```python") == 4


@pytest.mark.parametrize("place", range(len(DOCUMENTED)))
def test_each_documented_example_is_a_script_that_runs_where_processes_are_spawned(
    place: int, sample_kb: Path, tmp_path: Path
) -> None:
    """As it is on macOS, on Windows, and from Python 3.14 on."""
    script = tmp_path / "example.py"
    start = "import multiprocessing\n\nif __name__ == '__main__':\n    multiprocessing.set_start_method('spawn')\n\n"
    example, printed = DOCUMENTED[place]
    script.write_text(start + example, encoding="utf-8")
    variables = os.environ | {"COMPRULES_DB": str(sample_kb), "PYTHONPATH": str(ROOT)}
    completed = subprocess.run(
        [sys.executable, str(script)], cwd=tmp_path, env=variables, capture_output=True, text=True, check=False
    )
    assert (completed.returncode, completed.stderr) == (0, "")
    assert completed.stdout == printed


def test_help_lists_the_public_functions() -> None:
    script = "import comprules; help(comprules)"
    completed = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    _, functions = completed.stdout.split("\nFUNCTIONS\n")
    assert [name for name in FUNCTIONS if f"\n    {name}(" not in f"\n{functions}"] == []
    assert {*comprules.__all__} <= {*dir(comprules)}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_examples_of_public_functions_run(
    name: str, sample_kb: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPRULES_DB", str(sample_kb))
    if name == "build_store":
        shutil.copy(sample_kb, tmp_path / "rules.sqlite")
    with comprules.open_store() as store:
        names = {"comprules": comprules, "store": store, "archive": SAMPLE, "folder": tmp_path}
        doctests = doctest.DocTestFinder(recurse=False).find(getattr(comprules.api, name), name, globs=names)
        assert [len(test.examples) > 0 for test in doctests] == [True], "it has no example"
        messages: list[str] = []
        result = doctest.DocTestRunner(verbose=False).run(doctests[0], out=messages.append)
    assert result.failed == 0, "".join(messages)


def test_a_page_says_where_a_generated_part_stands() -> None:
    assert fill_in("# T\n\n<!-- reference: tables -->\n\nend\n") == f"# T\n\n{tables_reference()}\n\nend\n"
    with pytest.raises(KeyError):
        fill_in("<!-- reference: nonsense -->\n")


@pytest.mark.parametrize("code", DESCRIBED_CODES)
def test_every_code_is_explained_by_itself_and_by_its_name(code: str) -> None:
    result = run("explain", code)
    assert result.exit_code == 0
    assert DESCRIBED_CODES[code].meaning in result.stdout
    assert run("explain", DESCRIBED_CODES[code].name).stdout == result.stdout
    explained = explain_code(code)
    parts = (explained.why, explained.remedy, explained.suppression, *explained.example.splitlines())
    assert [part for part in parts if part not in result.stdout] == []


OPTIONS_OF_EXAMPLES = {
    "CR008": ["--since", "2009-07-11"],
    "CR009": ["--select", "CR009"],
}


@pytest.mark.parametrize("code", sorted(set(CODES) - {INTERNAL}))
def test_the_example_of_a_code_has_that_finding(code: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    line = explain_code(code).example.splitlines()[0].partition(", with --")[0]
    Path("example.rs").write_text(f"{line}\n", encoding="utf-8")
    result = run("check", "example.rs", "--format", "json", *OPTIONS_OF_EXAMPLES.get(code, []))
    assert {finding["code"] for finding in json.loads(result.stdout)["findings"]} == {code}


@pytest.mark.parametrize("code", ["CR201", "CR206", "CR207", "CR208", "CR209", "CR210"])
def test_the_example_of_a_fault_in_a_document_is_found_by_the_audit(
    code: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    example = explain_code(code).example.splitlines()
    lines = [line.replace("…", "The boat sails on.") for line in example if line.startswith("100.")]
    if not lines:
        lines = [f"100.4. {example[0]}"]
    before = [f"100.{number}. The boat sails." for number in range(1, 4)]
    after = [f"101.{number}. The boat rests." for number in range(1, 9)]
    rules = ["100. General", *before, *lines, "101. Rest", *after]
    Path("harbour.txt").write_text("\n\n".join(rules), encoding="utf-8")
    arguments = ["audit", "harbour.txt", "--format", "json", "--untidy"]
    assert code in {finding["code"] for finding in json.loads(run(*arguments).stdout)["findings"]}
    run("audit", "harbour.txt", "--untidy", "--baseline", "known.json", "--write-baseline")
    assert json.loads(run(*arguments, "--baseline", "known.json").stdout)["findings"] == [], "its advice suppresses it"
    is_off = "Off unless" in run("explain", code).stdout
    assert is_off == (code not in run("audit", "harbour.txt").stdout)


def test_a_number_is_explained_by_all_who_had_it() -> None:
    assert 'part of "Morph" (702.36); it is now 702.37e' in run("explain", "702.36E").stdout
    owners = json.loads(run("explain", "702.36e", "--json").stdout)["owners"]
    assert [owner["first"] for owner in owners] == sorted(owner["first"] for owner in owners)
    last = owners[-1]
    assert last["numbers"] == ["702.37e"]
    assert (last["last"], last["until"]) == ("2021-02-15", "2021-04-21"), "the last edition, and the last day"
    assert "it still has this number" in run("explain", "702.40a").stdout
    assert "its words are now in 504.1 and 504.2" in run("explain", "304.1").stdout
    assert "it is now 510.3a, and parts of it are in 510.1" in run("explain", "310.1").stdout
    # the edition of 2024-09-20 prints it twice
    twice = json.loads(run("explain", "702.175", "--json").stdout)["owners"]
    assert [(owner["title"], owner["numbers"]) for owner in twice] == [
        ('"Offspring"', ["702.175"]),
        ('"Impending"', ["702.176"]),
    ]
    assert (last["gone"], last["last_number"], last["see"]) == (None, None, [])
    assert "it was deleted in 2018-04-27; its last number was 810.7a" in run("explain", "606.7a").stdout
    (owner,) = json.loads(run("explain", "606.7a", "--json").stdout)["owners"]
    assert (owner["gone"], owner["last_number"], owner["numbers"]) == ("2018-04-27", "810.7a", [])
    empty, reused = json.loads(run("explain", "215", "--json").stdout)["owners"]
    assert empty["see"] == [{"number": "205.4c", "numbers": ["205.4d"]}, {"number": "420.5e", "numbers": ["704.5j"]}]
    assert "its last wording only referred to 205.4c, now 205.4d" in empty["now"]
    assert reused["see"] == []
    for what, message in {"999.9z": "no edition has a rule 999.9z", "CR04": "did you mean CR004"}.items():
        assert message in read_refusal("explain", what, status=1)
