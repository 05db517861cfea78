"""What a tree tells of the citations in it that no words explain, and parts of it that were written for others."""

from __future__ import annotations

from pathlib import Path

from comprules.lint.periods import find_periods
from graph.citations.judge import Spans
from tests.comprules.lint.trees import read_report, write
from tests.comprules.running import run

KEYWORDS = {"Dredge": 52, "Echo": 30, "Entwine": 42, "Forecast": 57, "Graft": 58, "Hideaway": 75, "Morph": 37}
KEYWORDS |= {"Rebound": 88, "Splice": 47, "Suspend": 62}
"""Their numbers in chapter 702 today; in 2011 each was three lower."""
BARE = "void f() {} // CR 702.46b\nint x; // CR 702.30a\n"


def titled(less: int) -> str:
    return "".join(f"// CR 702.{number - less}: {title}\n\n" for title, number in KEYWORDS.items())


def list_findings(folder: str = ".") -> list[tuple[str, str, str]]:
    return [
        (finding["code"], finding["number"], finding["suggestion"])
        for finding in read_report(folder)["findings"]
        if finding["path"].endswith("bare.c")
    ]


def test_numbers_without_words_are_of_the_edition_that_the_tree_cites(workdir: Path) -> None:
    write(workdir, {"old/a.c": titled(3), "old/bare.c": BARE})
    assert list_findings() == [("CR005", "702.46b", "702.49b"), ("CR005", "702.30a", "702.33a")]
    assert list_findings("old/bare.c") == []
    write(workdir, {"renewed/a.c": titled(0), "renewed/bare.c": BARE})
    assert list_findings("renewed") == []
    write(workdir, {"renewed/b.c": titled(3)})
    assert not [finding for finding in list_findings("renewed") if finding[0] == "CR005"], "mixed"


def test_of_a_mixed_tree_the_folder_decides(workdir: Path) -> None:
    write(workdir, {"new/a.c": titled(0), "new/bare.c": BARE, "old/a.c": titled(3), "old/b.c": titled(3)})
    write(workdir, {"old/bare.c": BARE})
    paths = {finding["path"] for finding in read_report(".")["findings"]}
    assert {path for path in paths if path.endswith("bare.c")} == {"old/bare.c"}


def test_upgrade_writes_what_check_says(workdir: Path) -> None:
    write(workdir, {"a.c": titled(3), "bare.c": BARE})
    run("upgrade", ".", "--from", "2011-05-01", "--write")
    assert (workdir / "bare.c").read_text() == BARE.replace("702.46b", "702.49b").replace("702.30a", "702.33a")
    assert (workdir / "a.c").read_text() == titled(0)


OLD, LATE, NEW = ("2001-01-01", "2005-01-01"), ("2004-01-01", "2006-01-01"), ("2010-01-01", "2020-01-01")


def spans(*editions: tuple[str, str]) -> list[Spans]:
    return [frozenset({edition}) for edition in editions]


def test_each_folder_that_one_edition_explains_is_a_part() -> None:
    mixed = [
        ("src/old/a.c", spans(OLD, OLD, OLD, LATE)),
        ("src/old/deep/b.c", spans(OLD, OLD, OLD, OLD, NEW)),
        ("src/new/a.c", spans(*[NEW] * 9)),
        ("few/a.c", spans(OLD, OLD)),
    ]
    assert [(period.folder, period.edition, period.fitting, period.citations) for period in find_periods(mixed)] == [
        ("src/new", "2020-01-01", 9, 9),
        ("src/old", "2005-01-01", 8, 9),
    ]
    assert find_periods([("a/x.c", spans(*[OLD] * 20)), ("b/x.c", spans(*[LATE] * 20))]) == ()


def test_the_parts_are_told_with_their_pins_until_they_are_pinned(workdir: Path) -> None:
    write(workdir, {"old/a.c": titled(3), "new/a.c": titled(0)})
    output = run("check", ".").stdout
    assert 'folder-editions = { "old/**" = "2011-05-01" }' in output
    assert "\n  new  2026-08-07  (10 of 10 citations" in output
    result = run("check", ".", "--format", "github")
    assert "note: parts of this tree cite different editions: new 2026-08-07, old 2011-05-01;" in result.stderr
    assert "different editions" not in result.stdout
    write(workdir, {"comprules.toml": 'folder-editions = { "old/**" = "2011-05-01" }\n'})
    pinned = run("check", ".").stdout
    assert "different editions" not in pinned
    assert "10 findings" in pinned
