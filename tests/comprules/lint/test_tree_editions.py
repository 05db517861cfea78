"""A declared edition decides the citations in a tree that no words explain."""

from __future__ import annotations

from pathlib import Path

from tests.comprules.lint.trees import read_report, write
from tests.comprules.running import run

KEYWORDS = {"Dredge": 52, "Echo": 30, "Entwine": 42, "Forecast": 57, "Graft": 58, "Hideaway": 75, "Morph": 37}
KEYWORDS |= {"Rebound": 88, "Splice": 47, "Suspend": 62}
"""Their numbers in chapter 702 today; in 2011 each was three lower."""
BARE = "void f() {} // CR 702.46b\n\nint x; // CR 702.30a\n"


def titled(less: int) -> str:
    return "".join(f"// CR 702.{number - less}: {title}\n\n" for title, number in KEYWORDS.items())


def list_findings(*options: str) -> list[tuple[str, str, str]]:
    return [
        (finding["code"], finding["number"], finding["suggestion"])
        for finding in read_report(".", *options)["findings"]
        if finding["path"].endswith("bare.c")
    ]


def test_numbers_without_words_are_of_the_declared_edition(workdir: Path) -> None:
    write(workdir, {"a.c": titled(3), "bare.c": BARE})
    assert list_findings() == []
    declared = list_findings("--edition", "2011-05-01")
    assert declared == [("CR003", "702.46b", "702.49b"), ("CR003", "702.30a", "702.33a")]
    write(workdir, {"a.c": titled(0)})
    assert list_findings("--edition", "2011-05-01") == declared, "no other file counts"


def test_upgrade_writes_what_check_says(workdir: Path) -> None:
    write(workdir, {"a.c": titled(3), "bare.c": BARE})
    run("upgrade", ".", "--from", "2011-05-01", "--write")
    assert (workdir / "bare.c").read_text() == BARE.replace("702.46b", "702.49b").replace("702.30a", "702.33a")
    assert (workdir / "a.c").read_text() == titled(0)
