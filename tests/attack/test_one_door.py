"""Whatever goes wrong has status 2 and one message; what is too deep, too large or too odd is refused in words."""

from __future__ import annotations

import errno
import importlib
import json
import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from bench.growth import grows_in_proportion
from comprules import work
from comprules.cli.failures import failure_of
from comprules.cli.group import COMMANDS, cli
from comprules.ingest import ingest
from comprules.lint.formats.choice import FORMATS
from rules.files import read_regular
from tests.comprules.running import read_output, read_refusal, run

DEEP = "[" * 100_000
ARGUMENTS = {
    "check": ["."], "upgrade": [".", "--from", "M10"], "parse": ["a.txt"], "identify": ["a.txt"], "show": ["100.1"],
    "trace": ["100.1"], "blame": ["100.1"], "search": ["storm"], "diff": ["M10", "latest"], "completion": ["bash"],
    "map": ["--from", "M10", "--to", "latest"], "ledger": ["--out", "x.ledger"], "survey": [".", "--out", "x.parquet"],
    "list": ["codes"], "archive": ["add", "a.txt"],
}  # fmt: skip


def read_error(*arguments: str, stdin: bytes | None = None) -> str:
    message = read_refusal(*arguments, stdin=stdin)
    assert message.startswith(("Error: ", "Usage: "))
    return message


@pytest.fixture(autouse=True)
def workdir(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("a.txt").write_text("CR 702.40a\n")
    return tmp_path


@pytest.mark.parametrize("name", COMMANDS)
def test_a_fault_of_ours_in_any_command(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    command = getattr(importlib.import_module(f"comprules.cli.commands.{name}"), f"{name}_command")

    def fails(**_: object) -> None:
        raise {"site": RecursionError, "fetch": MemoryError, "doctor": AssertionError}.get(name, KeyError)("\x1b[2J ?")

    monkeypatch.setattr(command, "callback", fails)
    needed = ["100.1" for param in command.params if isinstance(param, click.Argument) and param.required]
    arguments = ARGUMENTS.get(name, needed)
    message = read_error(name, *arguments)
    assert "\x1b" not in message
    assert len(message.strip().splitlines()) == 1
    monkeypatch.setenv("COMPRULES_TRACEBACK", "1")
    wanted = "there is not enough memory" if name == "fetch" else "in fails"
    assert wanted in run(name, *arguments).stderr


def test_a_fault_with_many_words_is_cut() -> None:
    assert "x" * 200 in failure_of(KeyError("x" * 1000))
    assert len(failure_of(KeyError("x" * 1000))) < 600


@pytest.mark.parametrize(
    "arguments",
    [
        ["parse", "a\x1b[31mb"],
        ["--no\x1b[31mb"],
        ["check", "--no\x1b[31mb"],
        ["check", "--format", "a\x1b[31mb"],
        ["identify", "\udcff\x1b[31mb"],
        ["survey", "a.txt", "--out", "x.parquet", "--columns", "a\x1b[31mb"],
    ],
)
def test_an_argument_in_a_message_cannot_control_the_terminal(arguments: list[str]) -> None:
    result = CliRunner().invoke(cli, arguments, color=True)  # with colours, as on a terminal
    assert result.exit_code == 2
    assert "\\x1b[31mb" in result.stderr
    assert "\x1b" not in result.output


def test_a_fault_of_the_system_has_words_and_a_printable_name() -> None:
    message = failure_of(OSError(errno.EIO, None))
    assert message == f"{os.strerror(errno.EIO)}; check the path and its permissions"
    named = OSError(errno.EACCES, "Permission denied", "a\x1b[31mb\nc")
    assert failure_of(named) == "a\\x1b[31mb\\x0ac: Permission denied; check the path and its permissions"


def test_a_fault_before_a_command_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(COMMANDS, "missing", "A command without a module.")
    assert "ModuleNotFoundError" in read_error("missing", "100.1")


CONFIGURATIONS: dict[str, str | bytes] = {
    "deep": f"exclude = {DEEP}",
    "digits": f"max-size = {'9' * 5000}",
    "large": "max-size = 99999999999999999999",
    "many": f"min-citations = {10**30}",
    "NUL": 'baseline = "a\\u0000b"',
    "NUL in the file": "edition = \0",
    "huge": "# " + "x" * 1_000_001,
    "class": 'exclude = ["[z-a]"]',
    "long": f'exclude = ["{"a" * 5000}"]',
    "not UTF-8": b"edition = '\xff'",
}


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_configurations(name: str) -> None:
    text = CONFIGURATIONS[name]
    Path("comprules.toml").write_bytes(text if isinstance(text, bytes) else text.encode())
    for command in (("check", "."), ("upgrade", ".", "--from", "M10", "--write")):
        assert "comprules.toml: " in read_error(*command)


ROW: dict[str, Any] = {"edition": "2001-01-01", "set": None, "copies": []}
MANIFESTS = [
    DEEP, f'[{{"edition": {DEEP}', json.dumps([{**ROW, "edition": 10**30}]), json.dumps([{**ROW, "x\x1b[2J": 1}, 1]),
]  # fmt: skip


def test_baselines_and_manifests() -> None:
    for text in (DEEP, f'{{"comprules-baseline": {DEEP}', "{}", "\0", "[1e999999]"):
        Path("known.json").write_text(text)
        assert "known.json: " in read_error("check", ".", "--baseline", "known.json")
    Path("archive").mkdir()
    for manifest in MANIFESTS:
        Path("archive/manifest.json").write_text(manifest)
        assert "manifest.json" in read_error("ingest", "--archive", "archive", "--db", "kb.sqlite")
        assert "manifest.json" in read_error("doctor", "--archive", "archive")


@pytest.mark.long
def test_links_that_lead_in_a_circle(archive: Path) -> None:
    (copy,) = (archive / "editions" / "1999-04-23").iterdir()
    copy.unlink()
    copy.symlink_to(copy.name)
    report = ingest(archive, Path("kb.sqlite"), jobs=1)
    assert report.left_out == ("1999-04-23",)
    assert run("doctor", "--archive", str(archive)).exit_code == 1
    Path("loop").symlink_to("loop")
    for command in ("check loop", "check . --output loop", "parse loop", "show 1 --db loop"):
        read_error(*command.split())


@pytest.mark.long
def test_what_never_ends(archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pipes that nobody writes to, devices without an end, files that grow as fast as they are read."""
    read_error("parse", "/dev/zero")
    (copy,) = (archive / "editions" / "1999-04-23").iterdir()
    copy.unlink()
    os.mkfifo(copy)
    result = run("ingest", "--archive", str(archive), "--db", "kb.sqlite", "--jobs", "1")
    assert "not a regular file" in result.stderr
    assert "left out: 1999-04-23" in result.stderr
    assert "not a regular file" in run("doctor", "--archive", str(archive)).output
    (archive / "manifest.json").unlink()
    os.mkfifo(archive / "manifest.json")
    assert "not a regular file" in read_error("ingest", "--archive", str(archive), "--db", "kb.sqlite")
    real = os.fstat

    def report_growth(handle: int) -> os.stat_result:
        about = real(handle)
        with Path("a.txt").open("ab") as file:
            file.write(b"more")
        return about

    before = Path("a.txt").read_bytes()
    monkeypatch.setattr(os, "fstat", report_growth)
    assert read_regular(Path("a.txt"), 1_000) == before
    with pytest.raises(OSError, match="at most 5 are read"):
        read_regular(Path("a.txt"), 5)


@pytest.mark.parametrize("tool", ["parse_bytes", "collate", "resolve_references"])
def test_the_rest_is_ingested_where_comprules_fails(archive: Path, monkeypatch: pytest.MonkeyPatch, tool: str) -> None:
    real: Callable[..., Any] = getattr(work, tool)

    def fails(*arguments: Any) -> Any:
        if any("2005-08-01" in str(argument)[:200] for argument in arguments):
            raise KeyError("2005")
        return real(*arguments)

    monkeypatch.setattr(work, tool, fails)
    message = read_refusal("ingest", "--archive", str(archive), "--db", "kb.sqlite", "--jobs", "1")
    assert "failed unexpectedly (KeyError" in message
    assert "left out: 2005-08-01" in message
    assert run("show", "702.40a", "--db", "kb.sqlite").exit_code == 0


@pytest.mark.long
@pytest.mark.parametrize("style", FORMATS)
def test_reports_are_no_input(style: str) -> None:
    """A report in the tree cites all that is wrong; the next run must not find it there again."""
    Path("a.txt").write_text("CR 601.29z and CR 702.40a, storm\n")
    for _ in range(2):
        read_output("check", ".", "--format", style, "--output", f"report.{style}", "--jobs", "1", status=1)
    report = json.loads(run("check", ".", "--json", "--jobs", "1").stdout)
    assert report["citations"] == 2
    assert [notice["path"] for notice in report["notices"]] == [f"report.{style}"]


@pytest.mark.parametrize(
    "piece", ["// comprules: ignore[CR002] ", "# comprules: ignore[CR001,none]\n", "CR 702.40a ", "702.", "(", "rule "]
)
def test_the_cost_of_a_line_is_in_proportion(piece: str) -> None:
    check = partial(run, "check", "-", "--json", "--no-config")
    assert grows_in_proportion(lambda count: partial(check, stdin=(piece * count).encode()), 2000)
