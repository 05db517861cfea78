"""What is about the rules without being their text is refused with one reason and a remedy."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from comprules.facts import SAMPLE
from comprules.recognition import read_recognised
from scraper.archive import load_archive
from scraper.layout import UnknownDialect
from tests.comprules.running import run

EDITIONS = [entry.edition for entry in load_archive(SAMPLE).entries]
OLD, NEW = EDITIONS[-2], EDITIONS[-1]
TEXT = "\n\n".join(
    f"70{chapter}.{rule} A goat of herd {rule} eats hay." for chapter in range(1, 5) for rule in range(1, 9)
)
OUTPUTS = {
    "changes": (["diff", OLD, NEW], "it shows the changes between two texts"),
    "changes as JSON": (["diff", OLD, NEW, "--json"], "it shows the changes between two texts"),
    "numbers": (["map", "--from", OLD, "--to", NEW], "it has numbers of rules, but not their texts"),
    "references": (["refs"], "none of its lines is a rule"),
}


@pytest.fixture(autouse=True)
def _use_sample(sample_ledger: Path, sample_kb: Path, monkeypatch: pytest.MonkeyPatch, workdir: Path) -> None:
    monkeypatch.setenv("COMPRULES_LEDGER", str(sample_ledger))
    monkeypatch.setenv("COMPRULES_DB", str(sample_kb))


@pytest.mark.parametrize("name", OUTPUTS)
@pytest.mark.parametrize("command", ["parse", "identify"])
def test_an_answer_of_our_own_about_the_rules_is_no_text_of_them(name: str, command: str) -> None:
    words, reason = OUTPUTS[name]
    Path("file.txt").write_text(run(*words).stdout, encoding="utf-8")
    answer = run(command, "file.txt")
    assert (answer.stdout, answer.exit_code != 0) == ("", True)
    assert reason in answer.stderr


def _refuse(text: str) -> str:
    """The reason why a text is refused; empty if it is read."""
    try:
        read_recognised(text.encode(), "goats.txt")
    except UnknownDialect as error:
        return str(error)
    return ""


@pytest.mark.parametrize(
    "change",
    [
        "[-hay-]{+grass+}",
        "{--hay--}{++grass++}",
        "{~~hay~>grass~~}",
        "<del>hay</del><ins>grass</ins>",
        "<DEL>hay</DEL><INS>grass</INS>",
    ],
)
def test_marked_changes_are_those_of_a_comparison(change: str) -> None:
    assert not _refuse(TEXT)
    assert "goats.txt: it shows the changes between two texts" in _refuse(TEXT.replace("hay", change))


def test_a_unified_diff_is_a_comparison_and_a_bracket_is_no_change() -> None:
    assert "it shows the changes" in _refuse(f"{TEXT}\n\n@@ -3,7 +3,7 @@ goats\n-A goat eats hay.\n")
    assert not _refuse(TEXT.replace("hay", "[-2] or {+1} hay"))


def test_subjects_and_rows_of_numbers_are_no_texts() -> None:
    rows = [{"rule": f"701.{number}", "title": "Goats and hay", "note": "goats rearranged"} for number in range(1, 40)]
    rows += [{"rule": f"702.{number}", "title": "", "note": "A goat eats hay instead."} for number in range(1, 4)]
    assert "3 of the 42 texts after its numbers are sentences" in _refuse(json.dumps(rows))
    lines = "\n".join(f"701.{number} moved to 702.{number} and 703.{number}" for number in range(1, 40))
    assert "none of the 39 texts after its numbers is a sentence" in _refuse(lines)


def test_a_page_with_advertisements_and_a_translation_are_read() -> None:
    assert not _refuse("<html><body>" + "".join(f"<ins></ins><p>{line}</p>" for line in TEXT.split("\n\n")) + "</body>")
    assert not _refuse("\n\n".join(f"701.{number} 山羊吃草" for number in range(1, 40)))


def test_a_copy_without_stops_and_a_named_dialect_are_read() -> None:
    long = "A goat that has eaten no hay since the morning may eat twice as much of it in the evening"
    text = "\n\n".join(f"701.{number} {long} {number}" for number in range(1, 40))
    assert not _refuse(text)
    assert read_recognised(TEXT.replace("hay", "[-hay-]").encode(), "goats.txt", "official").rules
