"""An edition that `init` only estimated, declared with a question mark: no number is renumbered on its word alone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from comprules.lint.config import find_config
from tests.comprules.lint.trees import read_report, write
from tests.comprules.running import read_output, run

pytestmark = pytest.mark.usefixtures("known_comparisons")

CERTAIN, ESTIMATE = 'edition = "2021-02-15"\n', 'edition = "2021-02-15?"\n'
ALONE = "// CR 702.139a\n"
"""A number that meant Mutate then and means Companion now, without a word about either."""
WITH_WORDS = "// the mutate cost (CR 702.139a)\n"
BETWEEN = "fn oars() {}\n\n"


def list_found(config: str, text: str) -> list[tuple[str, str | None]]:
    write(Path(), {"comprules.toml": config, "a.rs": text})
    return [(finding["number"], finding["suggestion"]) for finding in read_report(".")["findings"]]


def test_a_number_in_use_is_reported_only_if_the_words_support_it(workdir: Path) -> None:
    assert list_found(CERTAIN, ALONE) == [("702.139a", "702.140a")]
    assert list_found(ESTIMATE, ALONE) == []
    assert list_found(CERTAIN, WITH_WORDS) == list_found(ESTIMATE, WITH_WORDS) == [("702.139a", "702.140a")]


def test_an_estimate_for_some_files_does_not_count_for_others(workdir: Path) -> None:
    editions = '[editions]\n"/b.rs" = "2021-02-15?"\n"/c.rs" = "2021-02-15"\n'
    write(workdir, {"comprules.toml": CERTAIN + editions, "a.rs": ALONE, "b.rs": ALONE, "c.rs": ALONE})
    assert [finding["path"] for finding in read_report(".")["findings"]] == ["a.rs", "c.rs"]


def test_an_upgrade_leaves_what_nothing_supports_and_the_edition_of_its_file(workdir: Path) -> None:
    write(workdir, {"comprules.toml": ESTIMATE, "a.rs": ALONE, "b.rs": WITH_WORDS})
    answer = json.loads(run("upgrade", ".", "--write", "--stamp-left", "--json").stdout)
    assert [(citation["old"], citation["new"], citation["causes"]) for citation in answer["citations"]] == [
        ("702.139a", "702.139a", ["unsupported"]),
        ("702.139a", "702.140a", []),
    ]
    assert Path("a.rs").read_text() == ALONE, "no stamp with an edition that nobody confirmed"
    assert Path("b.rs").read_text() == WITH_WORDS.replace("139", "140")
    config = find_config(["."])
    assert (config.edition, config.editions) == (read_report(".")["edition"], {"/a.rs": "2021-02-15?"})


def test_the_whole_file_stays_and_a_note_says_how_to_confirm_the_estimate(workdir: Path) -> None:
    write(workdir, {"comprules.toml": ESTIMATE, "a.rs": ALONE + BETWEEN + WITH_WORDS})
    output = read_output("upgrade", ".", "--write")
    assert "a.rs: the file stays at 2021-02-15? because of line 1; 1 more citation waits for that" in output
    assert "remove the mark from the configuration if the edition is right" in output
    assert Path("a.rs").read_text() == ALONE + BETWEEN + WITH_WORDS
    assert find_config(["."]).edition == "2021-02-15?"


def test_a_certain_edition_may_be_confirmed(workdir: Path) -> None:
    write(workdir, {"comprules.toml": ESTIMATE.replace("?", ""), "a.rs": ALONE})
    read_output("upgrade", ".", "--write", "--json")
    assert Path("a.rs").read_text() == ALONE.replace("139", "140")
