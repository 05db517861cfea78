"""The part of a passage that is shown around the words that a search found."""

from __future__ import annotations

import pytest

from graph.answers.excerpts import cut_around

SENTENCE = "the boats of the harbour drift with the wind until the bell has rung twice and the tide is back again"


def show(text: str, word: str, longest: int) -> str:
    start = text.index(word)
    cut, marks = cut_around(text, ((start, start + len(word)),), longest)
    assert [cut[begin:end] for begin, end in marks] == [word], "the mark is in the part"
    return cut


def test_the_part_begins_and_ends_with_whole_words() -> None:
    assert show(SENTENCE, "bell", 40) == "… until the bell has rung twice and the …"


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("船" * 300 + "钟" + "潮" * 300, "钟"),
        ("harbour " + "x" * 300 + "bell" + "x" * 300, "bell"),
        ("x" * 300 + "bell" + "x" * 30 + " tide " + "x" * 300, "bell"),
    ],
)
def test_a_text_without_spaces_is_cut_within_a_word(text: str, word: str) -> None:
    cut = show(text, word, 60)
    assert cut.startswith("… ")
    assert cut.endswith(" …")
