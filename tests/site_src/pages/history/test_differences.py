"""The words of a version with what changed: both sides can be read from it, to the character."""

from __future__ import annotations

from bs4 import BeautifulSoup
from hypothesis import given
from hypothesis import strategies as st

from rules.change import Passage
from site_src.markup.differences import ComparedPart, parts_of
from tests.site_src.tiny import HOSTILE

PIECES = st.sampled_from([*HOSTILE, "one", "two {W} three", "four\nfive"])
TEXTS = st.lists(PIECES, min_size=1, max_size=3).map(" ".join)
PASSAGES = st.builds(
    Passage, st.none() | TEXTS, TEXTS, st.lists(TEXTS, max_size=3).map(tuple), st.lists(TEXTS, max_size=2).map(tuple)
)


def side(part: ComparedPart, deleted: str) -> str:
    # elsewhere than in `pre` BeautifulSoup makes one blank of several
    soup = BeautifulSoup(f"<pre>{part.html}</pre>", "html.parser")
    for tag in soup.select(deleted):
        tag.decompose()
    return soup.get_text()


@given(PASSAGES, PASSAGES)
def test_both_versions_can_be_read_from_the_parts(before: Passage, after: Passage) -> None:
    parts = parts_of(before, after)
    if before == after:
        assert parts == ()
        return
    for name, news in (("text", [after.text]), ("example", after.examples), ("note", after.notes)):
        rebuilt = [side(part, "del") for part in parts if part.name == name and part.state != "removed"]
        assert rebuilt == list(news)
    for name, olds in (("text", [before.text]), ("example", before.examples), ("note", before.notes)):
        rebuilt = [side(part, "ins") for part in parts if part.name == name and part.state != "added"]
        assert sorted(rebuilt) == sorted(olds)


def test_the_first_version_is_whole() -> None:
    parts = parts_of(None, Passage("Ladder", "It leans.", ("An apple.",)))
    assert [(part.name, part.state, str(part.html)) for part in parts] == [
        ("heading", "same", "Ladder"),
        ("text", "same", "It leans."),
        ("example", "same", "An apple."),
    ]


def test_what_is_no_markup_stays_none() -> None:
    (part,) = parts_of(Passage(text="<script>x</script>"), Passage(text="<script>y</script>"))
    assert "<script" not in part.html
    assert part.html.count("<ins>") == part.html.count("<del>") == 1
