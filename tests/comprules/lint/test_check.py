"""`comprules check` as a command: paths, options, streams, exit codes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from comprules.lint import pool
from graph.citations.find import places
from graph.ledger import open_ledger
from tests.comprules.lint.trees import read_report, write
from tests.comprules.running import read_output, run

check = partial(read_output, "check")


class TestStatus:
    def test_findings_fail_and_too_few_citations(self, stub_workdir: Path) -> None:
        write(stub_workdir, {"note": "CR 666.6g", "wrong": "CR 111.1a", "right": "CR 100.1 CR 100.2"})
        for typed, status, words in (
            ("note", 0, "1 finding"),
            ("wrong", 1, "1 finding"),
            ("wrong --exit-zero", 0, "1 finding"),
            ("wrong --ignore never-existed", 0, ""),
            ("wrong --select CR002,CR004", 0, ""),
            ("right --min-citations 2", 0, ""),
            ("right --min-citations 3 --exit-zero", 1, "2 citations found, at least 3 expected (min-citations)"),
        ):
            assert words in check(*typed.split(), status=status), typed
        assert check(status=1) == check(".", status=1), "the current folder if none is named"
        write(stub_workdir, {"comprules.toml": "min-citations = 3\n"})
        check("right", status=1)
        check("right", "--min-citations", "0")

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (("gone",), "gone: No such file or directory; check the path. Nothing was done"),
            (("x", "--edition", "M99"), "--edition: "),
            (("x", "--to", "1980-01-01"), "--to: "),
            (("x", "--since", "nonsense"), "--since: "),
            (("x", "--select", "CR99"), "--select: there is no finding 'CR99'"),
            (("x", "--config", "gone.toml"), "gone.toml: No such file"),
            (("x", "--config", "c.toml"), "c.toml: target: "),
            (("x", "--config", "c.toml", "--no-config"), "cannot be combined"),
            (("x", "--format", "xml"), "'xml' is not one of"),
            (("x", "--output", "no/such/folder"), "no/such/"),
        ],
    )
    def test_what_cannot_be_done(self, stub_workdir: Path, arguments: tuple[str, ...], message: str) -> None:
        write(stub_workdir, {"x": "CR 111.1a", "c.toml": "target = 'nonsense'\n"})
        assert message in check(*arguments, status=2)

    def test_another_work_or_a_broken_ledger(self, stub_workdir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        write(stub_workdir, {"x": "", "ledger": "nonsense"})
        summary = next(edition for edition, work in open_ledger().work_of.items() if work == "rulings-summary")
        assert f"--to: {summary} is an issue of the rulings summary" in check("x", "--to", summary, status=2)
        monkeypatch.setenv("COMPRULES_LEDGER", "ledger")
        assert "ledger" in check("x", status=2)


class TestInput:
    def test_standard_input(self, stub_workdir: Path) -> None:
        assert "<stdin>:1:4\n" in check("-", status=1, stdin=b"CR 111.1a")
        assert "src/x.rs:1:4\n" in check("--stdin-filename", "src/x.rs", status=1, stdin=b"CR 111.1a")
        write(stub_workdir, {"src/comprules.toml": 'ignore = ["CR001"]\n', "x": "CR 222.2b"})
        check("--stdin-filename", "src/x.rs", stdin=b"CR 111.1a")
        assert "2 citations of 2 numbers in 2 of 2 files" in check("x", "-", status=1, stdin=b"CR 111.1a")
        assert "more than 1 MB" in check("-", "--max-size", "1", status=2, stdin=b"x" * 1_000_001)

    def test_encodings_and_binaries(self, stub_workdir: Path) -> None:
        write(
            stub_workdir,
            {
                "bom": b"\xef\xbb\xbfCR 111.1a",
                "latin": b"\xe9\xff CR 111.1a",
                "utf16": "é CR 111.1a".encode("utf-16"),
                "utf16be": b"\xfe\xff" + "é CR 111.1a".encode("utf-16-be"),
                "binary": b"\0CR 111.1a",
                "late": b"x" * 9000 + b"\0 CR 111.1a",
                "cr": b"\rCR 111.1a\rCR 111.1a",
            },
        )
        assert [(finding["path"], finding["line"], finding["column"]) for finding in read_report(".")["findings"]] == [
            ("bom", 1, 4), ("cr", 2, 4), ("cr", 3, 4), ("late", 1, 9006), ("latin", 1, 7), ("utf16", 1, 6),
            ("utf16be", 1, 6),
        ]  # fmt: skip
        assert "binary: skipped: it is binary" in check("binary")

    def test_notices_and_what_is_ignored_in_some_files(self, stub_workdir: Path) -> None:
        os.mkfifo(stub_workdir / "pipe")
        write(stub_workdir, {"x": "CR 100.1 @never\nCR 100.1 @never\n"})
        output = check(".")
        assert "note: pipe: skipped: a pipe, not a file" in output
        assert output.count("note: x:1: the stamp 'never' names no edition and is ignored") == 1
        assert "2 citations of 1 number in 1 of 1 file" in output

        write(stub_workdir, {"comprules.toml": '[per-file-ignores]\n"tests/*.py" = ["CR001"]\n'})
        write(stub_workdir, {"tests/x.py": "CR 111.1a CR 222.2b", "x.py": "CR 111.1a"})
        lines = check("tests", "x.py", "--format", "concise", status=1).splitlines()
        assert [line.split(" ")[1] for line in lines[:-1]] == ["CR002", "CR001"]


class TestRuns:
    def test_many_processes_say_the_same_as_one(self, stub_workdir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(pool, "_BATCH", 50_000)
        write(stub_workdir, {f"d{index % 7}/{index}": "CR 111.1a\n" * (index % 3) for index in range(40)})
        output = check(".", "--format", "json", "--jobs", "1", status=1)
        assert check(".", "--format", "json", "--jobs", "3", status=1) == output

    def test_what_programs_read_is_alone_where_it_goes(self, stub_workdir: Path) -> None:
        write(stub_workdir, {"x": "CR 111.1a", "o.txt": "before"})
        result = run("check", "x", "--format", "concise", "--output", "o.txt")
        assert result.stdout == ""
        assert result.stderr.startswith("1 citation of 1 number in 1 of 1 file checked against")
        assert (stub_workdir / "o.txt").read_text().startswith("x:1:4: CR001")
        result = run("check", "x", "--format", "json")
        json.loads(result.stdout)
        assert "checked against" in result.stderr


class TestForReal:
    """With the real finder, judge and ledger, in a process of its own."""

    def start(self, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "comprules", "check", *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, **more})

    def test_a_retired_number_and_a_pinned_edition(self, workdir: Path) -> None:
        write(workdir, {"x.rs": "/// See CR 702.36e.\n/// CR 702.40a\nfn cr_605_1c() {}\n"})
        report = json.loads(self.start(".", "--format", "json").stdout)
        assert [(finding["code"], finding["line"], finding["suggestion"]) for finding in report["findings"]] == [
            ("CR002", 1, "702.37e"),
            ("CR001", 3, None),
        ]
        write(workdir, {"x.rs": "// CR 702.40a\n", "comprules.toml": 'edition = "2019-01-25"\n'})
        result = self.start("x.rs", "--format", "concise")
        assert result.stdout.startswith("x.rs:1:7: CR003 ")
        assert "meant for 2019-01-25" in result.stdout
        check("x.rs", "--edition", "latest")
        write(workdir, {"x.rs": "// CR 702.40a\n// comprules: ignore-file[CR002, CR007] old names\n"})
        assert read_report("x.rs")["citations"] == 1, "a comment about findings cites nothing"

    def test_a_terminal_that_knows_only_ascii(self, workdir: Path) -> None:
        write(workdir, {"x": "日本 CR 605.1c"})
        result = self.start("x", "--format", "full", PYTHONIOENCODING="ascii")
        assert result.returncode == 1
        assert "\\u65e5" in result.stdout

    @pytest.mark.long
    def test_a_line_of_50_megabytes(self, workdir: Path) -> None:
        write(workdir, {"x": b"CR 605.1c " + b"lorem ipsum dolor sit amet " * 1_900_000})
        result = self.start("x", "--format", "concise")
        assert result.stdout.startswith("x:1:4: CR001"), result.stderr[-500:]


@pytest.mark.parametrize("command", [("check",), ("upgrade", "--from", "M10")])
def test_a_file_with_more_citations_than_anybody_writes_is_named(
    workdir: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    monkeypatch.setattr(places, "MOST_CITATIONS", 50)
    write(workdir, {"many": "// CR 100.1; see " * 51, "pattern/.gitignore": "[z-a]\n" + "*a" * 30 + "*b\n"})
    write(workdir, {"pattern/" + "a" * 200: ""})
    assert "many: skipped: it has more than 50,000 citations" in read_output(*command, ".")
