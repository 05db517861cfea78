"""docs/tutorial.md: its listings are the files of small trees, its output is what the commands print; and the trees."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
from pathlib import Path

import pytest

from tests.comprules.running import ROOT, run

PAGE = ROOT / "docs" / "tutorial.md"
TREES = ROOT / "tests" / "trees"
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```\n", re.DOTALL | re.MULTILINE)
COMMAND = re.compile(r"(?:(tests/trees/\w+))?\$ comprules (.+)\n")
LISTING = re.compile(r"(?:#|//) (tests/trees/\S+)\n")


def print_report(folder: str, words: str, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(ROOT / folder)
    monkeypatch.setenv("NO_COLOR", "1")
    result = run(*shlex.split(words))
    assert result.exit_code in (0, 1), result.output
    return result.stdout


def fill_block(block: re.Match[str], monkeypatch: pytest.MonkeyPatch) -> str:
    """A block of the page as it ought to be."""
    language, body = block.groups()
    if language == "sh":
        return block[0]
    if command := COMMAND.match(body):
        output = print_report(command[1] or ".", command[2], monkeypatch)
        return f"```\n{command[0]}{output}```\n"
    listing = LISTING.match(body)
    assert listing is not None, f"a block that neither runs nor lists anything: {body[:60]!r}"
    return f"```{language}\n{listing[0]}{Path(ROOT / listing[1]).read_text(encoding='utf-8')}```\n"


def test_the_page_shows_what_is_there(sample_kb: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With UPDATE_GOLDENS=1 the page is written anew."""
    monkeypatch.setenv("COMPRULES_DB", str(sample_kb))
    page = PAGE.read_text(encoding="utf-8")
    wanted = BLOCK.sub(lambda block: fill_block(block, monkeypatch), page)
    if os.environ.get("UPDATE_GOLDENS"):
        PAGE.write_text(wanted, encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == wanted, "read the diff, then UPDATE_GOLDENS=1"
    assert len([language for language, _ in BLOCK.findall(page) if language != "sh"]) == 5


EXPECTED = {
    "java": {
        "src/main/java/game/Library.java:3 CR005 701.20 -> 701.24",
        "src/main/java/game/Library.java:3 CR005 701.19 -> 701.23",
        "src/main/java/game/Library.java:13 CR002 701.16b -> 701.24b",
        "src/main/java/game/Morph.java:3 CR002 702.36e -> 702.37e",
        "src/main/java/game/Morph.java:3 CR003 707.2 -> 708.2",
        "src/main/java/game/Morph.java:6 CR003 702.36 -> 702.37",
        "src/main/java/game/Morph.java:11 CR001 120.3z -> None",
        "src/test/java/game/MorphTest.java:5 CR002 702.36e -> 702.37e",
    },
    "rust": {
        "src/combat.rs:4 CR005 702.3b -> 702.2b",
        "src/library.rs:1 CR005 701.18 -> 701.22",
        "src/library.rs:4 CR005 701.20 -> 701.24",
        "src/library.rs:8 CR002 702.36e -> 702.37e",
    },
    "python": {
        "bot/answers.py:5 CR002 702.36e -> 702.37e",
        "docs/answers.md:4 CR005 702.3 -> 702.2",
        "docs/answers.md:10 CR005 701.18 -> 701.22",
    },
}


@pytest.mark.parametrize("tree", EXPECTED)
def test_what_is_wrong_in_each_tree(tree: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Held against the edition of these days, so that the next one changes nothing here."""
    monkeypatch.chdir(TREES / tree)
    result = run("check", ".", "--json", "--to", "2026-04-17")
    lines = {
        f"{finding['path']}:{finding['line']} {finding['code']} {finding['number']} -> {finding['suggestion']}"
        for finding in json.loads(result.stdout)["findings"]
    }
    assert lines == EXPECTED[tree]


@pytest.mark.long
def test_upgrade_mends_the_java_tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(TREES / "java", tmp_path / "java")
    monkeypatch.chdir(tmp_path / "java")
    assert run("upgrade", ".", "--write", "--unsafe").exit_code == 0
    after = run("check", ".", "--format", "concise")
    assert [line.split()[1] for line in after.stdout.splitlines()[:-1]] == ["CR001"], "what never existed stays"
    assert run("upgrade", ".", "--write", "--unsafe").exit_code == 0, "and once more changes nothing"
    assert run("check", ".", "--format", "concise").stdout == after.stdout
