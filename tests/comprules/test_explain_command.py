"""`comprules explain`: a code, or a number's owners."""

from __future__ import annotations

import json

import pytest

from graph.citations.codes import CODES
from tests.comprules.running import run


@pytest.mark.parametrize("code", CODES)
def test_every_code_is_explained_by_itself_and_by_its_name(code: str) -> None:
    result = run("explain", code)
    assert result.exit_code == 0
    assert CODES[code].meaning in result.stdout
    assert run("explain", CODES[code].name).stdout == result.stdout


def test_a_number_is_explained_by_all_who_had_it() -> None:
    output = run("explain", "702.36E").stdout
    assert 'part of "Morph" (702.36); it is now 702.37e' in output
    owners = json.loads(run("explain", "702.36e", "--json").stdout)["owners"]
    assert [owner["first"] for owner in owners] == sorted(owner["first"] for owner in owners)
    assert owners[-1]["numbers"] == ["702.37e"]
    assert (owners[-1]["last"], owners[-1]["until"]) == ("2021-02-15", "2021-04-21"), (
        "the last edition, and the last day"
    )
    assert "it still has this number" in run("explain", "702.40a").stdout


@pytest.mark.parametrize(
    ("what", "message"), [("999.9z", "no edition has a rule 999.9z"), ("CR04", "did you mean CR004")]
)
def test_what_cannot_be_explained(what: str, message: str) -> None:
    result = run("explain", what)
    assert result.exit_code == 1
    assert message in result.output
