"""Parts of a tree that were written for different editions."""

from pathlib import Path

from comprules.lint.periods import find_periods
from graph.citations.judge import Spans
from tests.comprules.lint.trees import write
from tests.comprules.running import run

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


def test_a_tree_that_one_edition_explains_has_no_parts() -> None:
    assert find_periods([("a/x.c", spans(*[OLD] * 20)), ("b/x.c", spans(*[LATE] * 20))]) == ()


KEYWORDS = {"Dredge": 52, "Echo": 30, "Entwine": 42, "Forecast": 57, "Graft": 58, "Hideaway": 75, "Morph": 37}
KEYWORDS |= {"Rebound": 88, "Splice": 47, "Suspend": 62}


def test_the_parts_are_told_with_their_pins_until_they_are_pinned(workdir: Path) -> None:
    old, new = (
        "".join(f"// CR 702.{number - less}: {title}\n" for title, number in KEYWORDS.items()) for less in (3, 0)
    )
    write(workdir, {"old/a.c": old, "new/a.c": new})
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
