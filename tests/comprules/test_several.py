"""Several numbers at once, and completion that installs itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rules.store.query import split_numbers
from tests.comprules.running import run


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        (("702.40a",), ["702.40a"]),
        (("702.40a", "603.2"), ["702.40a", "603.2"]),
        (("CR", "702.40a,", "rule", "603.2"), ["CR 702.40a", "rule 603.2"]),
        (("702.40a,603.2",), ["702.40a", "603.2"]),
        (("storm",), ["storm"]),
        (("702.40a", "storm"), ["702.40a storm"]),
        (("702.40a", "7x2"), ["702.40a 7x2"]),
        ((), [""]),
    ],
)
def test_typed_words_are_numbers_or_one_text(words: tuple[str, ...], parts: list[str]) -> None:
    assert split_numbers(words) == parts


def test_several_numbers_are_shown_and_the_missing_ones_told(ask: Any, tell: Any) -> None:
    rules = ask("show", "702.40a", "CR", "702.40")
    assert [entry["number"] for entry in rules] == ["702.40a", "702.40"]
    assert rules[0] == ask("show", "702.40a")
    partly = ask("show", "702.40a", "999.9", status=1)
    assert [entry["number"] for entry in partly] == ["702.40a"]
    both = tell("show", "702.40", "702.40a").stdout
    assert "\nbelow it    702.40a" in both
    assert "\n\n702.40a" in both
    result = tell("show", "702.40a", "999.9")
    assert result.exit_code == 1
    assert "999.9" in result.stderr
    assert "702.40a" in result.stdout


@pytest.mark.parametrize(("shell", "file"), [("bash", ".bashrc"), ("zsh", ".zshrc")])
def test_completion_is_installed_once(shell: str, file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    path = tmp_path / file
    path.write_text("alias harbour=ls", encoding="utf-8")
    for _ in range(2):
        assert run("completion", shell, "--install").exit_code == 0
    lines = path.read_text(encoding="utf-8").splitlines()
    assert lines[0] == "alias harbour=ls"
    assert [f"comprules completion {shell}" in line for line in lines] == [False, True]


def test_fish_gets_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert run("completion", "fish", "--install").exit_code == 0
    script = (tmp_path / ".config/fish/completions/comprules.fish").read_text(encoding="utf-8")
    assert script.strip() == run("completion", "fish").stdout.strip()
