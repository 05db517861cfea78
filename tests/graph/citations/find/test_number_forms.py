"""Tests of what the digits of a number can mean."""

import pytest

from graph.citations.find.number_forms import is_plausible


@pytest.mark.parametrize(("number", "expected"), [("702.40", True), ("549", True), ("171.2", False), ("2", False)])
def test_a_plausible_number_has_a_chapter_near_the_beginning_of_its_section(number: str, *, expected: bool) -> None:
    assert is_plausible(number) is expected
