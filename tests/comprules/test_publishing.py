"""What can be tried here of the workflows: the digest, whether there is a new edition, and the shell in the files."""

from __future__ import annotations

import functools
import http.server
import re
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from comprules.digesting import _escape_words, digest
from comprules.facts import SAMPLE
from comprules.new_edition import main, new_edition
from rules.store import open_store
from scraper.archive import ArchiveError, load_archive
from tests.comprules.running import ROOT, run
from tests.rules.histories import write_history

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


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
    def test_it_counts_and_names_what_changed(self, sample_kb: Path) -> None:
        with open_store(sample_kb) as store:
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

    def test_where_nothing_changed(self, sample_kb: Path, tmp_path: Path) -> None:
        with open_store(sample_kb) as store:
            assert "nothing to compare" in digest(store, store.editions_of()[0])
        texts = {"100": "Water|", "100.1": "Boats wait."}
        path = write_history(tmp_path / "kb.sqlite", {"2001-01-01": texts, "2002-01-01": texts}, {})
        with open_store(path) as store:
            message = digest(store, "2002-01-01")
        assert "## What changed\n\nNothing.\n" in message
        assert "## Renamed terms\n\nNone found.\n" in message

    def test_the_command(self, sample_kb: Path) -> None:
        result = run("digest", "M10", "--db", str(sample_kb))
        assert (result.exit_code, result.stdout[:23]) == (0, "# Edition of 2009-07-11")
        assert run("digest", "M99", "--db", str(sample_kb)).exit_code == 2

    def test_names_of_an_edition_are_no_markup(self) -> None:
        assert _escape_words("[a](b) <i>\n@all https://x") == "\\[a\\](b) &lt;i\\> @\u200ball https:\u200b//x"


def test_a_new_edition_is_one_that_the_ledger_lacks(
    address: str, sample_ledger: Path, old_ledger: Path, tmp_path: Path, capsys: Any
) -> None:
    asked = ["--archive", str(tmp_path / "a"), "--ledger", str(sample_ledger)]
    assert main([*asked, "--from", address]) == 0
    assert capsys.readouterr().out == "edition=\n", "a known one is none"
    assert new_edition(tmp_path / "b", address, old_ledger) == load_archive(SAMPLE).entries[-1].edition
    assert main([*asked, "--from", str(tmp_path / "nowhere")]) == 2
    assert capsys.readouterr().out == ""
    with pytest.raises(ArchiveError):
        new_edition(tmp_path / "a", str(tmp_path / "nowhere"), sample_ledger)


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_shell_pins_and_commands_of_workflows(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    flow = yaml.safe_load(text)
    assert flow["permissions"] == {}, "each job says what it needs"
    assert all(job["timeout-minutes"] <= 60 for job in flow["jobs"].values())
    steps = [step for job in flow["jobs"].values() for step in job["steps"]]
    assert steps
    for step in steps:
        assert re.fullmatch(r"actions/[a-z-]+@[0-9a-f]{40}", step.get("uses", f"actions/none@{'0' * 40}"))
        shell = step.get("run", "")
        assert "${{" not in shell, "what comes from outside reaches the shell as a variable"
        completed = subprocess.run(["bash", "-n"], input=shell, capture_output=True, text=True, check=False)
        assert (completed.returncode, completed.stderr) == (0, ""), shell
    for name in re.findall(r"bin/comprules ([a-z]+)", text):
        assert run(name, "--help").exit_code == 0, name
    for module in re.findall(r"-m ((?:comprules|scraper|graph)[a-z_.]+)", text):
        assert (ROOT / f"{module.replace('.', '/')}.py").is_file(), module
    for target in re.findall(r"make ([a-z]+)$", text, re.MULTILINE):
        assert f"\n{target}:" in (ROOT / "Makefile").read_text(encoding="utf-8"), target
