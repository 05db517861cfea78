"""What a tree tells of the citations in it that no words explain."""

from __future__ import annotations

import json
from pathlib import Path

from tests.comprules.lint.trees import write
from tests.comprules.running import run

KEYWORDS = {"Dredge": 52, "Echo": 30, "Entwine": 42, "Forecast": 57, "Graft": 58, "Hideaway": 75, "Morph": 37}
KEYWORDS |= {"Rebound": 88, "Splice": 47, "Suspend": 62}
"""Their numbers in chapter 702 today; in 2011 each was three lower."""
BARE = "void f() {} // CR 702.46b\nint x; // CR 702.30a\n"


def titled(less: int) -> str:
    return "".join(f"// CR 702.{number - less}: {title}\n\n" for title, number in KEYWORDS.items())


def list_findings(folder: str = ".") -> list[tuple[str, str, str]]:
    findings = json.loads(run("check", folder, "--json").stdout)["findings"]
    return [
        (finding["code"], finding["number"], finding["suggestion"])
        for finding in findings
        if finding["path"].endswith("bare.c")
    ]


def test_numbers_without_words_are_of_the_edition_that_the_tree_cites(workdir: Path) -> None:
    write(workdir, {"old/a.c": titled(3), "old/bare.c": BARE})
    assert list_findings() == [("CR005", "702.46b", "702.49b"), ("CR005", "702.30a", "702.33a")]
    assert list_findings("old/bare.c") == []


def test_nothing_is_told_where_the_tree_is_renewed_or_mixed(workdir: Path) -> None:
    write(workdir, {"a.c": titled(0), "bare.c": BARE})
    assert list_findings() == []
    write(workdir, {"b.c": titled(3)})
    assert not [finding for finding in list_findings() if finding[0] == "CR005"]


def test_of_a_mixed_tree_the_folder_decides(workdir: Path) -> None:
    write(workdir, {"new/a.c": titled(0), "new/bare.c": BARE, "old/a.c": titled(3), "old/b.c": titled(3)})
    write(workdir, {"old/bare.c": BARE})
    findings = json.loads(run("check", ".", "--json").stdout)["findings"]
    assert {finding["path"] for finding in findings if finding["path"].endswith("bare.c")} == {"old/bare.c"}


def test_upgrade_writes_what_check_says(workdir: Path) -> None:
    write(workdir, {"a.c": titled(3), "bare.c": BARE})
    run("upgrade", ".", "--from", "2011-05-01", "--write")
    assert (workdir / "bare.c").read_text() == BARE.replace("702.46b", "702.49b").replace("702.30a", "702.33a")
    assert (workdir / "a.c").read_text() == titled(0)
