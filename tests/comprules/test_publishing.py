"""What can be tried here of the workflows: the digest, whether there is a new edition, and the shell in the files."""

from __future__ import annotations

import functools
import http.server
import json
import re
import shutil
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from comprules.digest import _escape_words, digest
from comprules.new_edition import main, new_edition
from comprules.places import SAMPLE
from graph.ledger.make import ledger_of
from rules.store import open_store
from scraper.archive import ArchiveError
from tests.comprules.running import run
from tests.rules.histories import write_history

WORKFLOWS = sorted((Path(__file__).parents[2] / ".github" / "workflows").glob("*.yml"))


@pytest.fixture(scope="module")
def ledger(sample_store: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ledger of the sample."""
    path = tmp_path_factory.mktemp("ledger") / "sample.ledger"
    with open_store(sample_store) as store:
        path.write_bytes(ledger_of(store))
    return path


@pytest.fixture
def address() -> Iterator[str]:
    """The sample archive, served on loopback."""

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - as the standard library has it
            """Says nothing."""

    handler = functools.partial(Quiet, directory=str(SAMPLE))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


class TestDigest:
    def test_it_counts_and_names_what_changed(self, sample_store: Path) -> None:
        with open_store(sample_store) as store:
            message = digest(store, "2009-07-11")
            rules = store.rules("2009-07-11")
            glossary = store.glossary("2009-07-11")
        assert message.startswith("# Edition of 2009-07-11, Magic 2010\n")
        assert re.search(r"\nAgainst 2005-08-01: [\d,]+ rules added, ", message)
        for title in ("## What changed", "## Renamed terms", "## Faults of the publisher", "## How it was read"):
            assert message.count(title) == 1
        assert "1 new" in message
        assert "409.1c" in message
        texts = [*(rule.text for rule in rules), *(entry.text for entry in glossary)]
        sentences = [text for text in texts if len(text) > 40]
        assert len(sentences) > 100
        assert not [text for text in sentences if text in message], "none of the rules' sentences"

    def test_an_edition_with_nothing_before_it(self, sample_store: Path) -> None:
        with open_store(sample_store) as store:
            assert "nothing to compare" in digest(store, store.editions_of()[0])

    def test_an_edition_without_a_change(self, tmp_path: Path) -> None:
        texts = {"100": "Water|", "100.1": "Boats wait."}
        path = write_history(tmp_path / "kb.sqlite", {"2001-01-01": texts, "2002-01-01": texts}, {})
        with open_store(path) as store:
            message = digest(store, "2002-01-01")
        assert "## What changed\n\nNothing.\n" in message
        assert "## Renamed terms\n\nNone found.\n" in message

    def test_the_command(self, sample_store: Path) -> None:
        result = run("digest", "M10", "--db", str(sample_store))
        assert (result.exit_code, result.stdout[:23]) == (0, "# Edition of 2009-07-11")
        assert run("digest", "M99", "--db", str(sample_store)).exit_code == 2

    def test_names_of_an_edition_are_no_markup(self) -> None:
        assert _escape_words("[a](b) <i>\n@all https://x") == "\\[a\\](b) &lt;i\\> @\u200ball https:\u200b//x"


class TestNewEdition:
    def test_a_known_one_is_none(self, address: str, ledger: Path, tmp_path: Path, capsys: Any) -> None:
        assert main(["--archive", str(tmp_path / "a"), "--from", address, "--ledger", str(ledger)]) == 0
        assert capsys.readouterr().out == "edition=\n"

    def test_one_that_the_ledger_lacks(self, address: str, tmp_path: Path, sample_store: Path) -> None:
        older = tmp_path / "older"
        shutil.copytree(SAMPLE, older)
        known = tmp_path / "older.ledger"
        manifest = json.loads((older / "manifest.json").read_text(encoding="utf-8"))
        newest = max(str(item["edition"]) for item in manifest)
        manifest = [item for item in manifest if item["edition"] != newest]
        (older / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
        assert run("ledger", "--archive", str(older), "--out", str(known)).exit_code == 0
        assert new_edition(tmp_path / "a", address, known) == newest

    def test_what_cannot_be_found_out_is_no_answer(self, ledger: Path, tmp_path: Path, capsys: Any) -> None:
        nowhere = str(tmp_path / "nowhere")
        assert main(["--archive", str(tmp_path / "a"), "--from", nowhere, "--ledger", str(ledger)]) == 2
        assert capsys.readouterr().out == ""
        with pytest.raises(ArchiveError):
            new_edition(tmp_path / "a", nowhere, ledger)


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
class TestWorkflows:
    def test_shell_and_pins(self, path: Path) -> None:
        flow = yaml.safe_load(path.read_text(encoding="utf-8"))
        assert flow["permissions"] == {"contents": "read"}, "more only where a job says so"
        steps = [step for job in flow["jobs"].values() for step in job["steps"]]
        assert steps
        for job in flow["jobs"].values():
            assert job["timeout-minutes"] <= 60
        for step in steps:
            assert re.fullmatch(r"actions/[a-z-]+@v\d+\.\d+\.\d+", step.get("uses", "actions/none@v1.0.0"))
            shell = step.get("run", "")
            assert "${{" not in shell, "what comes from outside reaches the shell as a variable"
            completed = subprocess.run(["bash", "-n"], input=shell, capture_output=True, text=True, check=False)
            assert (completed.returncode, completed.stderr) == (0, "")

    def test_its_commands_are_there(self, path: Path) -> None:
        text = path.read_text(encoding="utf-8")
        for name in re.findall(r"bin/comprules ([a-z]+)", text):
            assert run(name, "--help").exit_code == 0, name
        for module in re.findall(r"-m ((?:comprules|scraper|graph)[a-z_.]+)", text):
            assert (Path(__file__).parents[2] / f"{module.replace('.', '/')}.py").is_file(), module
        makefile = (Path(__file__).parents[2] / "Makefile").read_text(encoding="utf-8")
        for target in re.findall(r"make ([a-z]+)$", text, re.MULTILINE):
            assert f"\n{target}:" in makefile, target
