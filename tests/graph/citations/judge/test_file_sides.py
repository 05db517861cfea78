"""How a number without words is read in a file whose other citations fit the rules of today."""

from __future__ import annotations

import pytest

from graph.citations.judge.judge import Judge
from tests.graph.citations.judge.judged_history import A, C, check, make_judge

WEATHER = "// CR 101: Weather (fog and hail)\n\n"
TOLLS = "// skippers hand copper coins to the warden of the bridge (CR «101.1»)\n\n"
BEACHING = "// Beaching (CR 700.2)\n\n"


@pytest.fixture(scope="module")
def judge() -> Judge:
    return make_judge()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # the chapter moved, and the words next to it fit today's
        (f"{WEATHER}storm = 1  # CR 101.1", []),
        (f"storm = 1  # CR 101.1\n\n{WEATHER}", []),
        # words of neither rule may mean a third one
        (f"{WEATHER}// pilots sleep on board (CR «101.1»)", [f"CR003 101.1 since {C}"]),
        # the rule moved within its chapter
        (f"{BEACHING}sand = 1  # CR 700.2a", []),
        # another rule of the chapter shows nothing, since the chapter did not move
        (f"{BEACHING}rope = 1  # CR «700.3a»", [f"CR003 700.3a -> 700.4a since {C}"]),
        # the words next to another citation fit the former rule
        (
            f"{WEATHER}{TOLLS}storm = 1  # CR «101.1»",
            [f"CR003 101.1 -> 102.1 since {C}", f"CR003 101.1 -> 102.1 since {C}"],
        ),
        # another number of the chapter is no longer in use
        (
            f"{WEATHER}storm = 1  # CR «101.2»\n\nhail = 1  # CR «101.1»",
            [f"CR002 101.2 -> 102.2 since {C}", f"CR003 101.1 -> 102.1 since {C}"],
        ),
        # a citation with a stamp is of its own edition
        ("// Weather (CR 101 @2003-03-03)\n\nstorm = 1  # CR «101.1»", [f"CR003 101.1 -> 102.1 since {C}"]),
    ],
)
def test_a_number_without_words_is_read_as_those_that_moved_with_it(
    judge: Judge, text: str, expected: list[str]
) -> None:
    check(judge, text, *expected, base=A)


def test_a_stamp_counts_more_than_the_other_citations(judge: Judge) -> None:
    check(judge, f"{WEATHER}storm = 1  # CR «101.1» @2001-01-01", f"CR003 101.1 -> 102.1 since {C}", base=A)
