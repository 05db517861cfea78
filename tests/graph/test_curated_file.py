"""What all files of curated facts refuse."""

from __future__ import annotations

import pytest

from graph.curated_file import read_tables
from graph.decisions import LinksError


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[[boat", "boats.toml: not valid TOML"),
        ("[[boats]]\nname = 'Gull'\n", r"unknown table 'boats'; everything stands under \[\[boat\]\]"),
        ("[boat]\nname = 'Gull'\n", "boat must be a list of tables"),
        ("boat = ['Gull']\n", "boat must be a list of tables"),
    ],
)
def test_what_is_no_list_of_tables_is_refused(text: str, message: str) -> None:
    with pytest.raises(LinksError, match=message):
        read_tables("boats.toml", text, "boat", LinksError)


def test_the_tables_keep_their_order() -> None:
    text = "[[boat]]\nname = 'Gull'\n[[boat]]\nname = 'Auk'\n"
    assert [table["name"] for table in read_tables("boats.toml", text, "boat", LinksError)] == ["Gull", "Auk"]
    assert read_tables("boats.toml", "", "boat", LinksError) == []
