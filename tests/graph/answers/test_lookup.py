"""Names that a user types for a record, by the shipped ledger, which has no texts."""

from __future__ import annotations

import pytest

from graph.answers.lookup import key_of
from graph.ledger import open_held_ledger
from rules.errors import NotFound


@pytest.mark.parametrize(
    ("edition", "key"),
    [("2004-06-01", "502.30a"), ("2009-07-11", "702.37a"), ("2026-08-07", "702.40a")],
)
def test_an_id_of_a_lineage_names_its_record_in_any_edition(edition: str, key: str) -> None:
    assert key_of(open_held_ledger(), edition, "502.30a@2003-07-01") == key


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("502.30a@2003-07-01", "has no record of the lineage .*comprules trace 502.30a@2003-07-01"),
        ("502.30a@1888-01-01", "there is no lineage"),
        ("@", "there is no lineage"),
    ],
)
def test_a_lineage_that_an_edition_lacks_is_an_error_with_a_remedy(typed: str, message: str) -> None:
    with pytest.raises(NotFound, match=message):
        key_of(open_held_ledger(), "2001-09-24", typed)
