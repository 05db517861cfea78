"""Unwrapping: what belongs to a paragraph, and how its lines are joined."""

from __future__ import annotations

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.growth import grows_in_proportion
from scraper.layout import is_wrapped, paragraphs, without_leader
from scraper.lines import split_lines

FILL = (
    "The shepherd counts her flock at dawn and writes the number on a slate that hangs by the\n"
    "door of the barn, where the dog can see that nobody has changed it since the last count\n"
    "was made and the gate was closed behind the last of the lambs.\n\n"
)


def texts(document: str) -> list[str]:
    return [paragraph.text for paragraph in paragraphs(split_lines(document))]


def wrap_text(passage: str) -> list[str]:
    """The paragraphs of a passage inside a document that is plainly wrapped."""
    before = texts(FILL * 4)
    assert len(before) == 4
    return texts(FILL * 4 + passage)[4:]


def test_a_line_that_starts_with_a_number_inside_a_sentence_goes_on() -> None:
    passage = (
        "201.3. A lamb that leaves the flock is counted where it is found, and not before; see rule\n"
        "103.4. If a second lamb follows it, both are counted at once by whoever finds them.\n"
    )
    (only,) = wrap_text(passage)
    assert "see rule 103.4. If a second lamb" in only


def test_a_rule_after_a_finished_sentence_begins_a_paragraph_without_a_blank_line() -> None:
    passage = (
        "201.3. A lamb that leaves the flock is counted where it is found, and never before that.\n"
        "201.4. A second lamb that follows it is counted by whoever finds it in the valley below.\n"
    )
    assert [text[:5] for text in wrap_text(passage)] == ["201.3", "201.4"]


def test_words_broken_at_their_hyphen_close_up() -> None:
    passage = (
        "201.5. The barns that stand in the valley are named Snow-Covered Barn and also Snow-\n"
        "Covered Stable, and a count in one of them changes the weight of a lamb by -1/-\n"
        "1 until the sun has set behind the hills that close the valley to the west.\n"
    )
    (only,) = wrap_text(passage)
    assert "also Snow-Covered Stable" in only
    assert "-1/-1 until" in only


def test_suspended_hyphens_keep_their_space() -> None:
    passage = (
        "201.6. A shepherd may count both the morning- and evening lambs, and also the weight-\n"
        "and wool-bearing ones, as long as each of them is standing upright when it is seen.\n"
    )
    (only,) = wrap_text(passage)
    assert "weight- and wool-bearing" in only


def test_where_the_spaces_at_breaks_were_kept_they_decide() -> None:
    lines = [line + " " if line and not line.endswith(".") else line for line in (FILL * 4).split("\n")]
    passage = (
        "201.6. A shepherd may count both the morning and evening lambs, and also the weight-\nand-wool ones too.\n"
    )
    decided = texts("\n".join(lines) + passage)
    assert decided[-1].endswith("weight-and-wool ones too.")


def test_examples_and_senses_begin_paragraphs() -> None:
    passage = (
        "201.7. A lamb that has been counted twice is struck from the slate the next time around.\n"
        "Example: A lamb was counted at dawn by the shepherd and again at noon by her daughter.\n"
        "2. The second sense of a word begins a line of its own even though nothing is between.\n"
    )
    assert [text.split()[0] for text in wrap_text(passage)] == ["201.7.", "Example:", "2."]


def test_short_lines_end_paragraphs() -> None:
    passage = (
        "Lamb\nA lamb is what the slate by the door counts, and the dog makes sure that nobody ever\nrubs one out.\n"
    )
    head, body = wrap_text(passage)
    assert head == "Lamb"
    assert body.endswith("ever rubs one out.")


def test_a_paragraph_a_line_stays_so() -> None:
    document = "".join(f"10{n}.1. This is a whole paragraph, long enough to count, in one line.\n" for n in range(9))
    assert not is_wrapped(split_lines(document))
    assert len(texts(document)) == 9


def test_a_stray_break_in_a_document_that_is_not_wrapped_is_mended() -> None:
    document = "".join(f"10{n}.1. This is a whole paragraph, long enough to count, in one line.\n\n" for n in range(9))
    broken = "110.1. This paragraph was broken by an editor in the middle of the\nsentence, and goes on here.\n"
    assert texts(document + broken)[-1].endswith("in the middle of the sentence, and goes on here.")


INDEX = (
    "Shepherds and the dogs that go with them, 101.2, 101.4a, 102.3, 104.1a–c, 104.2, 105, 106.1-3\n"
    "\tlost ones, 107.3a, 107.4, 108.1b, 108.2a, 108.3\n"
    "Slate, 110.2\n"
)


def test_each_entry_of_an_index_is_a_paragraph_however_full_its_line() -> None:
    assert wrap_text(INDEX) == [line.strip() for line in INDEX.splitlines()]


def test_rule_lines_stand_alone() -> None:
    assert texts("Heading\n-------\n\nText.\n") == ["Heading", "-------", "Text."]


@given(st.text(alphabet="ab.- \n\r\t19", max_size=300))
def test_no_character_but_white_space_is_lost(document: str) -> None:
    joined = "".join(texts(document))
    assert "".join(joined.split()) == "".join(document.split())


@given(st.text(alphabet="ab.\n\r", max_size=200))
def test_line_numbers_are_an_editors(document: str) -> None:
    editor = document.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for line in split_lines(document):
        assert editor[line.number - 1].strip() == line.text


@pytest.mark.parametrize("end", ["\r\r\n", "\n\n"])
def test_doubled_line_ends_are_taken_back(end: str) -> None:
    document = (
        f"{FILL * 3}201.1. A lamb.\n201.2. A ram that is so heavy that it cannot be carried by one\nshepherd alone.\n"
    )
    once, twice = texts(document), texts(document.replace("\n", end))
    assert once == twice
    assert len(once) == 5


def test_a_blank_line_after_every_paragraph_stays_one() -> None:
    lines = split_lines("".join(f"10{n}.1. A paragraph.\n\n" for n in range(9)))
    assert all(line.after_blank for line in lines)


def test_a_chapter_or_a_part_after_a_finished_sentence_begins_a_paragraph() -> None:
    passage = (
        "201.8. A lamb that has been counted by two shepherds at once belongs to the older of them.\n"
        "202. Rams\n202.1. A ram that has been counted by two shepherds at once belongs to neither of the two.\n"
        "Glossary\n"
    )
    assert [text.split()[0] for text in wrap_text(passage)] == ["201.8.", "202.", "202.1.", "Glossary"]


def test_a_star_in_mid_sentence_is_no_bullet() -> None:
    passage = (
        "201.8. The weight of a lamb that nobody has put on the scales is written on the slate as a\n* until it is.\n"
    )
    assert len(wrap_text(passage)) == 1


def test_bullets_begin_paragraphs() -> None:
    passage = "201.8. A lamb that nobody has weighed since it was born counts for one of:\n* A goat\n* A dog\n"
    assert [text[0] for text in wrap_text(passage)] == ["2", "*", "*"]


def test_a_label_with_letters_begins_a_paragraph_whatever_was_before_it() -> None:
    passage = (
        "A.1.1 - A lamb that has been counted twice is struck from the slate, see what is said in Rule\n"
        "A.1.2 - A ram never is. [Shepherd's Almanac 04/12/98]\nNote - This was not so before the gate was built.\n"
    )
    assert [text.split()[0] for text in wrap_text(passage)] == ["A.1.1", "A.1.2", "Note"]


def test_a_tag_ends_a_paragraph() -> None:
    document = "A.1.1 - A lamb that has been counted twice is struck from the slate at noon. [Almanac 1998]\n" * 9
    assert not is_wrapped(split_lines(document))


def test_a_line_that_could_have_taken_the_next_word_ends_its_paragraph() -> None:
    """Wrapped at a column, a line is full to the word; 70 of 90 columns after a full stop are a paragraph's end."""
    passage = "It is the shepherd who decides which of the lambs is to be shorn.\nThe dog has no say in it at all.\n"
    assert len(wrap_text(passage)) == 2


@pytest.mark.parametrize("filler", [" ", ".", ". ", '"', ".)", "?a", "[1", ", 100", "- "])
def test_what_a_long_line_costs_grows_with_its_length(filler: str) -> None:
    def document(size: int) -> str:
        line = f"100.1. x{filler * (size // len(filler))}b"
        return f"{FILL}{line}\n{line}\n"

    assert sum(map(len, texts(document(100_000)))) >= 200_000
    assert grows_in_proportion(lambda size: partial(texts, document(size)), 50_000)


def test_leaders_of_the_contents() -> None:
    assert without_leader("101. Counting ........ 17") == "101. Counting"
    assert without_leader("101. Counting........") == "101. Counting"
    assert without_leader("It ends here... 17") == "It ends here... 17"
