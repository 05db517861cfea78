"""Values of JSON that a program assigns."""

from rules.json_files.load import blank_assignment


def test_the_words_of_a_program_around_a_value_become_blanks_of_the_same_length() -> None:
    text = "/* boats */ // all\nexport const rules = [7];"
    assert blank_assignment(text) == " " * 18 + "\n" + " " * 21 + "[7] "


def test_many_comments_before_no_assignment_are_read_once() -> None:
    """Each comment could end at the end of any later one: a search that tries all of these never ends."""
    text = "/* boat */ " * 40 + "sail"
    assert blank_assignment(text) == text
