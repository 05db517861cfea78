"""Characters are counted by kind as the standard library classes them, one by one."""

from hypothesis import given
from hypothesis import strategies as st

from scraper.letters import FIRST_FOREIGN, CharacterCounts, count_characters


@given(st.lists(st.text()))
def test_the_counts_are_those_of_a_plain_count(texts: list[str]) -> None:
    chars = [char for text in texts for char in text]
    letters = [char for char in chars if char.isalpha()]
    spaced = " ".join("".join(char if char.isalpha() else " " for char in text) for text in texts)
    assert count_characters(texts) == CharacterCounts(
        characters=len(chars),
        letters=len(letters),
        capitals=sum(char.isupper() for char in letters),
        foreign=sum(char >= FIRST_FOREIGN for char in letters),
        digits=sum(char.isdigit() for char in chars),
        spaces=sum(char.isspace() for char in chars),
        words=len(spaced.split()),
    )


def test_words_end_where_a_text_ends() -> None:
    counts = count_characters(["Three small", "words"])
    assert (counts.words, counts.letters, counts.spaces) == (3, 15, 1)


def test_every_kind_is_counted() -> None:
    counts = count_characters(["Ärger “Łódź” 25\n"])
    assert counts == CharacterCounts(characters=16, letters=9, capitals=2, foreign=2, digits=2, spaces=3, words=2)
