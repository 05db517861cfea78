"""Slips in how a number is printed."""

import pytest

from graph.audit.slips import Slip, find_slip


@pytest.mark.parametrize(
    ("number", "label", "slip"),
    [
        ("702.4", "702.4", "no-full-stop"),
        ("702.4a", "702.4a.", "full-stop"),
        ("702.4", "702.4.", "no-blank"),  # the words follow directly
        ("702.4a", "702.4a", "no-blank"),
        ("702.4", "702. 4.", "blank"),
        ("702.4a", "702.4 a", "blank"),
        ("702.4", "702.4..", None),
        ("702.4", "702,4.", None),
        ("Storm", "Storm.", None),
    ],
)
def test_a_slip_is_a_full_stop_or_a_blank(number: str, label: str, slip: Slip | None) -> None:
    assert find_slip(number, label) == slip
