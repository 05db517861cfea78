"""Which steps lead from edition to edition when some of them are retyped."""

from __future__ import annotations

import pytest

from rules.links import list_steps


@pytest.mark.parametrize(
    ("editions", "steps"),
    [
        ("abc", ["ab", "bc"]),
        ("aBc", ["aB", "ac", "Bc"]),
        ("aBCd", ["aB", "aC", "BC", "ad", "Bd", "Cd"]),
        ("Ab", ["Ab"]),
        ("aB", ["aB"]),
        ("AB", ["AB"]),
        ("a", []),
    ],
)
def test_steps_pass_over_retyped_editions_which_have_steps_of_their_own(editions: str, steps: list[str]) -> None:
    """Capitals are retyped editions."""
    retyped = {edition for edition in editions if edition.isupper()}
    assert ["".join(step) for step in list_steps(list(editions), retyped)] == steps
