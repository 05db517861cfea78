"""Replacements that change what counts as a citation are told apart with few scans of the file."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from comprules.lint.scan import Scanner
from comprules.lint.trials import Replacement, Trials
from graph.citations.records import Citation
from tests.comprules.lint.trees import read_report, write

_NUMBER = re.compile(r"\b[1-9]\d\d\.[1-9]\d*[a-z]?")
_LINE = "see {} here\n"


class Finder:
    """Finds numbers in texts with enough lettered numbers, and counts its scans.

    Args:
        lettered: Minimum number of letters for any number to be a citation.
        only_after: A word that must precede a number without a letter; empty if none needs to.
    """

    def __init__(self, lettered: int = 0, only_after: str = "") -> None:
        self._lettered = lettered
        self._only_after = only_after
        self.scans = 0

    def find(self, text: str) -> Sequence[Citation]:
        self.scans += 1
        matches = list(_NUMBER.finditer(text))
        if sum(match[0][-1].isalpha() for match in matches) < self._lettered:
            return ()
        return [
            Citation(match[0], *match.span(), "number", (match[0],), ())
            for match in matches
            if match[0][-1].isalpha() or text[: match.start()].endswith(self._only_after)
        ]


def select(finder: Finder, text: str, new: dict[int, str]) -> set[int]:
    """Returns which replacements, by the places of their citations, are harmless."""
    citations = finder.find(text)
    finder.scans = 0
    trials = Trials(text, citations, finder.find)
    return set(trials.select_harmless(Replacement(place, citations[place].raw, words) for place, words in new.items()))


def test_one_scan_tries_all() -> None:
    finder = Finder()
    text = "".join(_LINE.format(f"702.{count}a") for count in range(1, 5001))
    assert select(finder, text, dict.fromkeys(range(5000), "702.3")) == set(range(5000))
    assert finder.scans == 1


def test_same_shapes_need_no_scan() -> None:
    finder = Finder(lettered=1)
    assert select(finder, "702.5a", {0: "702.19a"}) == {0}
    assert finder.scans == 0


def test_what_only_changes_its_neighbourhood_is_left_out() -> None:
    finder = Finder(only_after="rule ")
    lines = ["see rule 702.5a here\n", "see 702.5a here\n"]
    text = "".join(lines[count % 2] for count in range(2000))
    assert select(finder, text, dict.fromkeys(range(2000), "702.3")) == set(range(0, 2000, 2))
    assert finder.scans == 2


@pytest.mark.parametrize("needed", [1, 3, 64, 99, 100])
def test_as_many_are_selected_as_the_file_can_spare(needed: int) -> None:
    finder = Finder(lettered=needed)
    text = _LINE.format("702.5a") * 100
    assert select(finder, text, dict.fromkeys(range(100), "702.3")) == set(range(100 - needed))
    assert finder.scans <= 30


def test_the_only_letter_is_found_among_many() -> None:
    finder = Finder(lettered=1)
    dotted = _LINE.format("702.5") * 400
    new = dict.fromkeys(range(801), "702.3b") | {400: "702.3"}
    assert select(finder, dotted + _LINE.format("702.5a") + dotted, new) == set(new) - {400}
    assert finder.scans == 2


def test_an_added_letter_does_not_hide_a_lost_one() -> None:
    finder = Finder(lettered=1)
    assert select(finder, "see 702.5a here, 702.6 there", {0: "702.3", 1: "702.3b"}) == {1}


def test_a_scan_does_not_follow_each_finding(workdir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scans: list[int] = []
    scan_bytes = Scanner.scan_bytes

    def count(self: Scanner, path: str, data: bytes, *, named: bool) -> object:
        scans.append(len(data))
        return scan_bytes(self, path, data, named=named)

    monkeypatch.setattr(Scanner, "scan_bytes", count)
    fixable = {}
    for lines in (10, 300):
        scans.clear()
        write(workdir, {"a.md": "as CR 103.1 says, spells on the battlefield (CR 110.5e)\n" * lines})
        findings = read_report("a.md")["findings"]
        assert sum(finding["fix"] == "place" for finding in findings) == lines
        fixable[lines] = len(scans)
    assert fixable[300] == fixable[10] <= 3
