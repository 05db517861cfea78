"""Spans of editions are joined if they share editions or follow each other, but not across a border."""

from __future__ import annotations

import pytest

from graph.network.timeline import Span, Timeline
from rules.store import Store

# The book of boats has four editions at the places 0 to 3, and a retyped one at place 4.
JOINED = [
    ([(2, 3), (0, 1)], [(0, 3)]),
    ([(0, 0), (2, 3)], [(0, 0), (2, 3)]),
    ([(0, 2), (1, 1)], [(0, 2)]),
    ([(2, 3), (4, 4)], [(2, 3), (4, 4)]),
    ([(4, 4), (4, 4)], [(4, 4)]),
    ([], []),
]


@pytest.mark.parametrize(("spans", "joined"), JOINED)
def test_spans_are_joined_unless_a_border_is_between_them(
    book: Store, spans: list[tuple[int, int]], joined: list[tuple[int, int]]
) -> None:
    assert Timeline(book).join(Span(*span) for span in spans) == joined
