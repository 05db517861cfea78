"""Placing a page of an issue that no archive has."""

from pathlib import Path

import pytest
from msgspec import Struct

from graph.documents.identify import identify
from graph.documents.partial import make_partial
from rules.partial import PartialIssue
from tests.graph.documents.test_identify import document, write
from tests.rules.histories import Texts

ISSUE: Texts = {
    "100.1": "The board is a disc of oak with nine rings, and every ring has twelve notches.",
    "100.2": "A stone rests in a notch. A notch can't hold two stones, whoever owns them.",
    "100.3": "Turning a ring takes one token; turning it back takes two tokens.",
    "101.1": "A round begins when both players have drawn, and ends when neither of them will turn a ring.",
    "101.2": "Whoever has the lantern turns first; the other one answers or passes the lantern on.",
    "101.3": "The heron moves along the outermost ring only, against the sun.",
}


class Page(Struct, frozen=True):
    """The file of a page, as an archive describes it."""

    file: str = "page.txt"
    origin: str = "a shelf"
    sha256: str = "0" * 64


def place(folder: Path, texts: Texts) -> PartialIssue:
    """Return a page with some texts as a partial issue, in a knowledge base of the one issue."""
    store = write(folder / "kb.sqlite", {"2001-01-01": ISSUE}, {})
    page = document(texts)
    issue = make_partial(page, Page(), identify(page, store), store)
    assert issue is not None
    return issue


def test_rules_between_two_that_the_page_has_count_as_deleted(tmp_path: Path) -> None:
    issue = place(tmp_path, {key: ISSUE[key] for key in ("100.1", "100.3", "101.1")})
    links = {(link.old, link.new, link.kind) for link in issue.links}
    assert links == {("100.1", "100.1", "kept"), ("100.3", "100.3", "kept"), ("101.1", "101.1", "kept")} | {
        ("100.2", None, "deleted")
    }


@pytest.mark.parametrize("numbers", [("100.1", "101.1", "100.2"), ("101.3", "100.3", "101.1", "100.1", "100.2")])
def test_the_chapters_of_a_page_may_interleave(tmp_path: Path, numbers: tuple[str, ...]) -> None:
    issue = place(tmp_path, {number: ISSUE[number] for number in numbers})
    assert {link.old for link in issue.links if link.kind == "kept"} == set(numbers)
    assert len(issue.links) == len({link.old for link in issue.links})
