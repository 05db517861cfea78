"""Lists of words in sentences."""

import pytest

from rules.sentences import join_words


@pytest.mark.parametrize(
    ("words", "joined"),
    [([], ""), (["boats"], "boats"), (["boats", "oars"], "boats and oars"), (["a", "b", "c"], "a, b and c")],
)
def test_the_last_word_has_and_before_it(words: list[str], joined: str) -> None:
    assert join_words(words) == joined


def test_another_word_may_be_before_the_last_one() -> None:
    assert join_words(("702.40", "702.41", "702.42"), "or") == "702.40, 702.41 or 702.42"
