"""References of the rulings summaries: letters, rulings, numbers that were never filled in."""

from __future__ import annotations

import pytest

from graph.references import expand, find_references, resolve_records
from rules.records import Rule


@pytest.mark.parametrize(
    ("passage", "targets"),
    [
        ("The barn is closed (see Rule T.4).", ["T.4"]),
        ("See Rule K.6.4 and Rule K.6.5.", ["K.6.4", "K.6.5"]),
        ("See Rule A.8.9 and A.8.10 for lambs.", ["A.8.9", "A.8.10"]),
        ("Sheep sleep (see T.9). What A.6.1 says holds.", ["T.9", "A.6.1"]),
        ("They wake in the morning (see Phase P.5).", ["P.5"]),
        ("It is never moved (see Rule D.*.*).", ["D.*.*"]),
        ("See Rule K.14.Rulings.7.", ["K.14.Ruling.7"]),
        ("See Rule A.11.11 through Rule A.11.13.", ["A.11.11", "A.11.12", "A.11.13"]),
        ("See rules A.11.2-4.", ["A.11.2", "A.11.3", "A.11.4"]),
        ("See Rule 502.3.Ruling.1 and Rule 502.3a.", ["502.3.Ruling.1", "502.3a"]),
        ("Also see Rule G6.4, “First Bell”.", ["G6.4"]),
        ("See Also G6.4 and G6.5.", ["G6.4", "G6.5"]),
        ("Born in the U.S.5 or v3.A.1 or No.1, Sam B. Hill said.", []),
    ],
)
def test_forms(passage: str, targets: list[str]) -> None:
    references = find_references(passage)
    assert [target for item in references for target in expand(item.raw)] == targets
    assert all(passage[item.start : item.end] == item.raw for item in references)


def test_titles() -> None:
    assert [item.quoted_title for item in find_references("See First Bell, Rule G6.4.")] == ["First Bell"]
    assert [item.quoted_title for item in find_references("Also see Rule G6.4, “First Bell”.")] == ["First Bell"]


def test_a_number_never_filled_in_is_missing() -> None:
    rules = (Rule("", "S.1", "chapter", "Lambs"), Rule("", "S.1.1", "rule", text="See Rule S.*.* and S.1."))
    assert [(row.status, row.target) for row in resolve_records(rules, ())] == [("missing", ()), ("ok", ("S.1",))]
