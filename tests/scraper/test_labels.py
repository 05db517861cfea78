"""Labels as printed, and what only looks like one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.numbers import LETTERS
from scraper.labels import is_title, read_heading, read_label


@pytest.mark.parametrize(
    ("text", "number", "kind", "printed", "rest"),
    [
        ("100.1. An ox eats.", "100.1", "rule", "", "An ox eats."),
        ("100.1a An ox eats.", "100.1a", "subrule", "", "An ox eats."),
        ("702.40. Storm", "702.40", "rule", "", "Storm"),
        ("702.124ab An ox.", "702.124ab", "subrule", "", "An ox."),
        ("205.2b. An ox eats.", "205.2b", "subrule", "205.2b.", "An ox eats."),
        ("606.5 If an ox eats", "606.5", "rule", "606.5", "If an ox eats"),
        ("901.4.All oxen eat.", "901.4", "rule", "901.4.", "All oxen eat."),
        ("606. 8b An ox eats.", "606.8b", "subrule", "606. 8b", "An ox eats."),
        ("408.f An ox eats.", "408.f", "subrule", "", "An ox eats."),
        ("217.9 Ox", "217.9", "rule", "217.9", "Ox"),
        ("505.54. An ox eats.", "505.54", "rule", "", "An ox eats."),
        ('502.7a "Ox" means cow.', "502.7a", "subrule", "", '"Ox" means cow.'),
        ("702.1a {T}: An ox.", "702.1a", "subrule", "", "{T}: An ox."),
    ],
)
def test_labels(text: str, number: str, kind: str, printed: str, rest: str) -> None:
    label = read_label(text)
    assert label is not None
    assert (label.number, label.kind, label.printed, text[label.end :]) == (number, kind, printed, rest)


@pytest.mark.parametrize(
    "text",
    [
        "An ox",
        "100. General",
        "1. The Game",
        "3.14 is a number",
        "100.1oxen",
        "1000.1. Ox",
        "100 oxen",
        "",
        "010.1. Ox",
    ],
)
def test_no_labels(text: str) -> None:
    assert read_label(text) is None


@pytest.mark.parametrize(
    ("text", "number", "kind"),
    [
        ("100. General", "100", "chapter"),
        ("1. The Game", "1", "section"),
        ("421. Handling “Infinite” Loops", "421", "chapter"),
    ],
)
def test_headings(text: str, number: str, kind: str) -> None:
    heading = read_heading(text)
    assert heading is not None
    assert (heading.number, heading.kind) == (number, kind)


@pytest.mark.parametrize("text", ["215. This part is empty now.", "An ox", "100.1. Ox", "1. the sense of a word"])
def test_no_headings(text: str) -> None:
    assert read_heading(text) is None


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Storm", True),
        ("Ox and Cow", True),
        ("An ox eats.", False),
        ("", False),
        ("ox", False),
        ("See \ufffdOx.\ufffd", False),
    ],
)
def test_titles(text: str, title: bool) -> None:
    assert is_title(text) is title


@given(st.integers(100, 999), st.integers(1, 999), st.sampled_from(["", *LETTERS]))
def test_every_regular_number_is_read_back(chapter: int, rule: int, letter: str) -> None:
    number = f"{chapter}.{rule}{letter}"
    label = read_label(f"{number}{'' if letter else '.'} Some words.")
    assert label is not None
    assert (label.number, label.printed) == (number, "")
