"""Citations that are read together are upgraded together in a file that keeps its edition."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from comprules.lint.paragraphs import find_paragraphs
from graph.citations.find.finder import find_citations
from tests.comprules.lint.trees import write
from tests.comprules.running import read_output

OLD = "2018-07-13"
"""Since this edition 702.36 (Morph) became 702.37, and 103.1 became 103.3, reworded."""

pytestmark = pytest.mark.usefixtures("known_comparisons")

upgrade = partial(read_output, "upgrade")

PARAGRAPHS = {
    "one line": ("CR 702.1a + CR 702.2a", [[0, 1]]),
    "lines of code": ("row(1); // CR 702.1a\nrow(2); // CR 702.2a\n", []),
    "code between": ("// CR 702.1a\nrow();\n// CR 702.2a\n", []),
    "comments on fields": ("// CR 702.1a tows\n  towing: null,\n  // CR 702.2a sinks\n", []),
    "a comment": ("// CR 702.1a tows\n// and tows\n// as CR 702.2a has it\n", [[0, 1]]),
    "two comments": ("// CR 702.1a tows\n//\n// as CR 702.2a has it\n", []),
    "prose": ("CR 702.1a tows\nand tows\nas CR 702.2a has it\n", [[0, 1]]),
    "two paragraphs": ("CR 702.1a tows\n\nas CR 702.2a has it\n", []),
    "a list": ("- CR 702.1a tows\n- Row.\n\n- CR 702.2a sinks\n", [[0, 1]]),
    "a list and a paragraph": ("- CR 702.1a tows\n- Row.\n\nCR 702.2a sinks\n", []),
    "a table": ("| CR 702.1a | tows |\n| x = row() | rows |\n| CR 702.2a | sinks |\n", [[0, 1]]),
    "a heading": ("## CR 702.1a\n\nRow:\n- CR 702.2a sinks\n\n\nCR 702.3a\n", [[0, 1]]),
    "a heading and its text": ("## CR 702.1a\n\nAs CR 702.2a has it,\nrow.\n", [[0, 1]]),
    "far apart": (f"CR 702.1a {'tows ' * 500} CR 702.2a", []),
    "line ends of Windows": ("- CR 702.1a tows\r\n- Row.\r\n\r\n- CR 702.2a sinks\r\n", [[0, 1]]),
}


@pytest.mark.parametrize(("text", "expected"), PARAGRAPHS.values(), ids=PARAGRAPHS)
def test_what_is_read_together(text: str, expected: list[list[int]]) -> None:
    assert list(find_paragraphs(text, find_citations(text, cites_rules=True))) == expected


MORPH = "Morph (CR 702.36)"
STAYING = "CR 103.1"
WHOLE = {
    "a line": f"{MORPH} + {STAYING}\n",
    "a table": f"| {MORPH} |\n| row |\n| {STAYING} |\n",
    "a list": f"- {MORPH}\n- row\n\n- {STAYING}\n",
    "a comment": f"// {MORPH}\n// row\n// as {STAYING} has it\n",
}


@pytest.mark.parametrize("text", WHOLE.values(), ids=WHOLE)
def test_nothing_of_a_paragraph_is_renumbered_if_a_part_must_stay(workdir: Path, text: str) -> None:
    write(workdir, {"a.md": text, "comprules.toml": f"edition = '{OLD}'\n"})
    assert "1 more citation waits for that" in upgrade(".", "--write")
    assert Path("a.md").read_text() == text


@pytest.mark.parametrize(
    ("text", "after"),
    [
        (f"{MORPH}\n\nRow.\n\n{STAYING}\n", f"Morph (CR 702.37)\n\nRow.\n\n{STAYING}\n"),
        (f"- {MORPH}\n- CR 100.1\n\nRow.\n\n{STAYING}\n", f"- Morph (CR 702.37)\n- CR 100.1\n\nRow.\n\n{STAYING}\n"),
    ],
    ids=["apart", "next to a number that stays right"],
)
def test_other_paragraphs_are_renumbered(workdir: Path, text: str, after: str) -> None:
    write(workdir, {"a.md": text, "comprules.toml": f"edition = '{OLD}'\n"})
    upgrade(".", "--write")
    assert Path("a.md").read_text() == after
    upgrade(".", "--write")
    assert Path("a.md").read_text() == after
