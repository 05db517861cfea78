"""The commands that make something, and what holds for all of them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest

from comprules.cli.commands import ingest, update
from comprules.cli.group import COMMANDS
from comprules.facts import SAMPLE
from rules.store.location import store_path
from scraper.archive import default_archive_dir, load_archive
from scraper.fetch import fetch_pages
from scraper.registry import load_registry
from scraper.web.settings import FetchSettings
from tests.comprules.running import ROOT, comprules, read_refusal, run
from tests.scraper.loopback import running_site, whole

PARSED_FIELDS = {
    "work", "dialect", "encoding", "edition", "rules", "glossary", "matter", "dropped", "diagnostics",
}  # fmt: skip


def loaded_modules(*arguments: str) -> set[str]:
    """The names of all modules that a command has imported when it ends."""
    script = (
        "import sys; from comprules.cli import main\n"
        f"sys.argv = ['comprules', *{arguments!r}]\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print(*sys.modules, file=sys.stderr)"
    )
    completed = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    return set(completed.stderr.split())


class TestParse:
    @pytest.fixture
    def document(self) -> Path:
        file: str = json.loads((SAMPLE / "manifest.json").read_text())[-1]["copies"][0]["file"]
        return SAMPLE / file

    def test_fields_and_lines(self, document: Path) -> None:
        result = run("parse", str(document), "--json")
        assert result.exit_code == 0
        parsed = json.loads(result.stdout)
        assert set(parsed) >= PARSED_FIELDS
        assert parsed["work"] == "comprehensive-rules"
        assert {"number", "kind", "heading", "text", "examples", "notes", "tags", "line"} <= set(parsed["rules"][0])
        assert set(parsed["glossary"][0]) == {"term", "text", "line"}
        assert set(parsed["matter"][0]) == {"name", "text", "line"}
        for diagnostic in parsed["diagnostics"]:
            assert set(diagnostic) >= {"code", "name", "severity", "message", "path", "line", "column", "end_column"}
        lines = document.read_bytes().decode("utf-8-sig").splitlines()
        rule = next(rule for rule in parsed["rules"] if rule["number"] == "702.40a")
        assert "702.40a" in lines[rule["line"] - 1]
        from_input = json.loads(run("parse", "-", "--json", stdin=document.read_bytes()).stdout)
        assert from_input["rules"] == parsed["rules"]
        shown = run("parse", str(document)).stdout
        assert "rules" in shown
        assert "encoding" in shown

    @pytest.mark.skipif(sys.platform == "win32", reason="POSIX alone stops processes")
    def test_what_is_printed_is_whole_though_the_process_was_stopped(self, tmp_path: Path) -> None:
        (tmp_path / "long.txt").write_text(
            "\n\n".join(f"{n}. Lambs\n\n{n}.1. A lamb eats the grass." for n in range(100, 1000))
        )
        command = [sys.executable, "-m", "comprules", "parse", str(tmp_path / "long.txt"), "--json"]
        environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
        with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            begun = os.read(process.stdout.fileno(), 1)  # the pipe is full, and the process waits to write more
            process.send_signal(signal.SIGSTOP)
            os.waitpid(process.pid, os.WUNTRACED)
            process.send_signal(signal.SIGCONT)
            rules = json.loads(begun + process.stdout.read())["rules"]
        assert len(rules) == 1800

    def test_tags_are_read(self) -> None:
        summary = next((ROOT / "tests" / "goldens" / "rulings-summary").glob("*.txt"))
        rules = json.loads(run("parse", str(summary), "--json").stdout)["rules"]
        assert any(rule["tags"] for rule in rules)
        for rule in rules:
            assert [tag["raw"] for tag in rule.get("provenance", ())] == rule["tags"]
            assert ("provenance" in rule) == bool(rule["tags"])

    @pytest.mark.parametrize(
        ("content", "words"),
        [
            (b"", "empty"),
            (b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 40, "this is a picture"),
            (b"<html><body>404 not found</body></html>", "dialect"),
        ],
    )
    def test_what_is_no_document(self, tmp_path: Path, content: bytes, words: str) -> None:
        (tmp_path / "doc.txt").write_bytes(content)
        result = run("parse", str(tmp_path / "doc.txt"), "--json")
        assert result.exit_code in {1, 2}
        assert "doc.txt" in result.stderr
        assert words in result.stderr
        assert result.exception is None or isinstance(result.exception, SystemExit)

    def test_what_cannot_be_read(self, document: Path, tmp_path: Path) -> None:
        for path in (tmp_path / "none.txt", tmp_path):
            assert str(path) in read_refusal("parse", str(path))
        assert "official" in read_refusal("parse", str(document), "--dialect", "klingon")


class TestIngest:
    def test_sample_where_nothing_else_is(self, tmp_path: Path, sample_kb: Path) -> None:
        result = run("ingest", "--db", str(tmp_path / "kb.sqlite"))
        assert (result.exit_code, result.stdout) == (0, "")
        assert "No archive found: using the sample editions" in result.stderr
        assert "comprules fetch" in result.stderr
        assert (tmp_path / "kb.sqlite").read_bytes() == sample_kb.read_bytes()

    def test_downloaded_archive_before_the_sample(self, tmp_path: Path, archive: Path) -> None:
        default_archive_dir().parent.mkdir(parents=True)
        archive.rename(default_archive_dir())
        result = run("ingest", "--db", str(tmp_path / "kb.sqlite"))
        assert (result.exit_code, "No archive" in result.stderr) == (0, False)

    def test_archive_from_the_environment(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("COMPRULES_ARCHIVE", str(tmp_path / "nowhere"))
        monkeypatch.setenv("COMPRULES_DB", str(tmp_path / "kb.sqlite"))
        message = read_refusal("ingest")
        assert "nowhere" in message
        assert "comprules fetch" in message

    def test_a_damaged_edition_is_status_1(self, tmp_path: Path, archive: Path) -> None:
        copy = json.loads((archive / "manifest.json").read_text())[1]["copies"][0]["file"]
        (archive / copy).write_bytes(b"")
        message = read_refusal(
            "ingest", "--archive", str(archive), "--db", str(tmp_path / "kb.sqlite"), "--jobs", "1", status=1
        )
        assert copy in message
        assert "wrong-hash" in message
        assert "left out" in message


class TestFirstUse:
    def test_one_command_and_answers_anywhere(self, workdir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """What is said without a knowledge base, the offer on a terminal, and that nothing is left in the folder."""
        assert "build it with: comprules update" in read_refusal("show", "702.40a")
        monkeypatch.setattr("comprules.cli.sources.has_terminal", lambda: True)
        monkeypatch.setattr(update, "update_command", ingest.ingest_command)
        assert "Download all editions" in read_refusal("show", "702.40a", stdin=b"n\n")
        result = run("show", "702.40a", stdin=b"y\n")
        assert (result.exit_code, f"{store_path()}: sample editions" in result.stderr) == (0, True)
        assert (store_path().parent.name, list(workdir.iterdir())) == ("comprules", [])
        assert result.stdout.endswith(run("show", "702.40a").stdout)


class TestDoctor:
    def test_sound_copies(self) -> None:
        result = run("doctor", "--json")
        report = json.loads(result.stdout)
        assert [health["edition"] for health in report] == sorted(health["edition"] for health in report)
        assert len(report) == 6
        assert all(set(health) == {"edition", "best", "condition", "findings"} for health in report)
        assert result.exit_code == (1 if any(health["findings"] for health in report) else 0)

    def test_a_spoiled_copy_and_an_unknown_edition(self, archive: Path) -> None:
        entry = load_archive(archive).entries[2]
        with (archive / entry.copies[0].file).open("ab") as file:
            file.write(b"x")
        result = run("doctor", entry.edition, "--archive", str(archive), "--jobs", "1")
        assert result.exit_code == 1
        assert entry.copies[0].file in result.stdout
        assert "hash" in result.stdout
        assert run("doctor", "XYZZY", "--archive", str(archive)).exit_code == 2


class TestFetch:
    def test_from_a_folder(self, archive: Path, tmp_path: Path) -> None:
        target = tmp_path / "target"
        result = run("fetch", "latest", "--from", str(archive), "--archive", str(target), "--json")
        assert result.exit_code == 0, result.stderr
        (edition,) = json.loads(result.stdout)["editions"]
        assert edition["outcome"] == "fetched"
        again = run("fetch", "--latest", "--from", str(archive), "--archive", str(target), "--json")
        assert json.loads(again.stdout)["editions"][0]["outcome"] == "present"

    def test_for_people(self, archive: Path, tmp_path: Path) -> None:
        fetched = run("fetch", "latest", "--from", str(archive), "--archive", str(tmp_path / "target"))
        assert (fetched.exit_code, fetched.stdout) == (0, "")
        assert f"Next: comprules ingest --archive {tmp_path / 'target'}" in fetched.stderr
        newest = load_archive(archive).entries[-1]
        (archive / newest.copies[0].file).write_bytes(b"spoiled")
        failed = run("fetch", "latest", "--from", str(archive), "--archive", str(tmp_path / "other"))
        assert failed.exit_code == 2
        assert f"{newest.edition}: failed; missing: {newest.copies[0].file}" in failed.stderr
        assert "Next: " not in failed.stderr

    def test_bulletins(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        with running_site() as site:
            pages = {"kept": site.serve("/kept", whole(b"<p>boats</p>")), "gone": f"{site.base}/gone"}
            bulletins = [SimpleNamespace(id=name, archived=None, address=page) for name, page in pages.items()]
            monkeypatch.setattr("graph.announcements.file.bulletins", lambda: bulletins)
            quick = partial(fetch_pages, settings=FetchSettings(attempts=1, pause=0))
            monkeypatch.setattr("scraper.fetch.fetch_pages", quick)
            result = run("fetch", "--bulletins", "--archive", str(tmp_path / "archive"), "--json")
        assert result.exit_code == 2
        outcomes = {row["bulletin"]: row["outcome"] for row in json.loads(result.stdout)["bulletins"]}
        assert outcomes == {"kept": "fetched", "gone": "failed"}
        assert (tmp_path / "bulletins" / "kept.html").read_bytes() == b"<p>boats</p>"
        assert "gone: not found (404)" in result.stderr
        assert f"{tmp_path / 'bulletins'}: 1 fetched, 1 failed" in result.stderr

    def test_a_missing_network_is_told_once(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("scraper.web.client.is_any_reachable", lambda *_: False)
        result = run("fetch", "--all", "--archive", str(tmp_path / "archive"), "--json")
        assert result.exit_code == 2
        first, last = result.stderr.splitlines()
        assert first.startswith("no network: ")
        assert "so nothing was downloaded. check, upgrade" in first
        assert last.endswith(f": {len(load_registry().editions)} failed")
        printed = json.loads(result.stdout)
        assert printed["silent_hosts"]
        assert {row["outcome"] for row in printed["editions"]} == {"failed"}
        pages = run("fetch", "--bulletins", "--archive", str(tmp_path / "archive"))
        assert pages.exit_code == 2
        assert len(pages.stderr.splitlines()) == 2
        assert "--from" not in pages.stderr, "bulletins come from the web alone"

    def test_what_to_fetch_must_be_said_once(self, archive: Path, tmp_path: Path) -> None:
        assert run("fetch").exit_code == 2
        assert run("fetch", "--all", "--latest").exit_code == 2
        assert "comprules fetch --latest" in run("fetch", "--all", "M10").stderr
        assert "XYZZY" in read_refusal("fetch", "XYZZY", "--from", str(archive), "--archive", str(tmp_path / "target"))


class TestTheWhole:
    def test_no_knowledge_base(self, tmp_path: Path) -> None:
        identify = ("identify", str(SAMPLE / "manifest.json"))
        for command in (("editions",), ("refs",), ("site",), ("show", "702.40a"), ("search", "702.40a"), identify):
            assert "comprules ingest" in read_refusal(*command, "--db", str(tmp_path / "none.sqlite")), command

    def test_help_and_version(self) -> None:
        result = run("--help")
        assert result.exit_code == 0
        assert all(f"  {name} " in result.stdout for name in COMMANDS)
        assert run("--version").stdout.startswith("comprules ")

    @pytest.mark.parametrize(("typed", "meant"), [("serach", "search"), ("shwo", "show"), ("edition", "editions")])
    def test_mistyped_commands(self, typed: str, meant: str) -> None:
        assert f"did you mean `{meant}`" in read_refusal(typed)

    @pytest.mark.parametrize(("shell", "file"), [("bash", ".bashrc"), ("zsh", ".zshrc")])
    def test_completion_is_installed_once(self, shell: str, file: str, tmp_path: Path) -> None:
        path = tmp_path / "home" / file
        path.parent.mkdir()
        path.write_text("alias harbour=ls", encoding="utf-8")
        for _ in range(2):
            assert run("completion", shell, "--install").exit_code == 0
        lines = path.read_text(encoding="utf-8").splitlines()
        assert lines[0] == "alias harbour=ls"
        assert [f"comprules completion {shell}" in line for line in lines] == [False, True]
        assert "_COMPRULES_COMPLETE" in run("completion", shell).stdout

    def test_fish_gets_a_file(self, tmp_path: Path) -> None:
        assert run("completion", "fish", "--install").exit_code == 0
        script = (tmp_path / "home/.config/fish/completions/comprules.fish").read_text(encoding="utf-8")
        assert "_COMPRULES_COMPLETE" in script
        assert script.strip() == run("completion", "fish").stdout.strip()

    def test_completion_knows_the_commands(self) -> None:
        environment = {"_COMPRULES_COMPLETE": "bash_complete", "COMP_WORDS": "comprules s", "COMP_CWORD": "1"}
        completed = comprules(environment=environment)
        assert {line.split(",")[1] for line in completed.stdout.splitlines()} == {"site", "show", "search", "survey"}

    def test_broken_pipe_is_silent(self, sample_kb: Path) -> None:
        script = f"'{sys.executable}' -m comprules refs --json --db '{sample_kb}' | head -c 10; echo ${{PIPESTATUS[0]}}"
        completed = subprocess.run(["bash", "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
        assert "sample editions" in completed.stderr
        assert len(completed.stderr.splitlines()) == 1
        assert completed.stdout.splitlines()[-1].endswith("0")

    def test_a_terminal_without_unicode_and_json_is_utf8_everywhere(self, sample_kb: Path) -> None:
        command, ascii_alone = ("show", "702", "--tree", "--db", str(sample_kb)), {"PYTHONIOENCODING": "ascii"}
        assert comprules(*command, environment=ascii_alone).returncode == 0
        assert json.loads(comprules(*command, "--json", environment=ascii_alone).stdout)["number"] == "702"

    def test_show_loads_nothing_it_does_not_need(self, sample_kb: Path) -> None:
        names = loaded_modules("show", "702.40a", "--db", str(sample_kb))
        loaded = {name.partition(".")[0] for name in names}
        assert not names & {"graph.references", "graph.terms", "rules.align", "rules.change"}
        comparing = {name for name in names if name.startswith("graph.compare.")}
        assert comparing <= {"graph.compare.containment"}, "what continues a rule asks it which parts a text has"
        assert not loaded & {"rich", "networkx", "httpx", "mkdocs", "rapidfuzz", "scraper", "site_src"}

    def test_a_slice_of_a_day_is_written_without_networkx(self, sample_kb: Path) -> None:
        # importing it takes longer than all the rest
        slice_of_a_day = ("graph", "--as-of", "latest", "--db", str(sample_kb))
        assert "networkx" not in loaded_modules(*slice_of_a_day, "--fold", "rule", "--chapter", "702")
        assert "networkx" not in loaded_modules(*slice_of_a_day, "--near", "702.40a")
