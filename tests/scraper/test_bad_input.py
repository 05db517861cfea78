"""Documents that are no edition: refused with a message, or read with an error that says so; never more than that."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scraper.parse import UnknownDialect, parse_bytes

REFUSED = {
    "empty": (b"", b"\n \r\n", b"\0\0\0"),
    "nearest is": (
        b"A letter about lambs, without a single number.\n" * 9,
        b"<html><body><p>100.1. A lamb</p>\n<p>100.2. A ram</p>\n</body></html>\n" * 9,
        b"#!/bin/sh\nVERSION=100.1\n100.1 || echo 100.2a\nsleep 100.3\n" * 9,
        b"100.1 17.5\n100.2 18.1\n100.3 18.9\n100.4 20.2\n",
        b"1.1.1. A lamb of another game.\n1.1.2. A ram of it.\n2.10.3. Its barn.\n" * 9,
        b"\0" * 5000 + b"x" * 50,
    ),
    "no text": (bytes(range(1, 256)) * 40,),
    "unknown dialect|no text": (b"\x89PNG\r\n\x1a\n" + bytes(n * n % 256 for n in range(9000)),),
    "more than any edition": (b"100.1. A lamb.\n" * 9_000_000,),
    "more lines than any edition": (b"a\n" * 300_000,),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_cannot_be_an_edition_is_refused_with_the_nearest_dialect_or_at_once(what: str) -> None:
    for data in REFUSED[what]:
        with pytest.raises(UnknownDialect, match=what):
            parse_bytes(data, "letter.txt")


PIECES = st.sampled_from(
    ["\n", "\r", "\r\n", " ", "\t", "\f", "\x0b", "\0", "\x1a", "\u200b", "\ufeff", "\ufffd", "ß", "?", "“ox”",
     "1. ", "100. ", "100.1. ", "100.1a ", "702.40", "A.1.2 - ", "A.1.Ruling.3 - ", "Note - ", "Example: ", "----",
     "Glossary\n", "Credits", "Contents\n", "A lamb", "eats.", "....... 9", "[Almanac 98]", "Snow-",
     "These rules are effective as of March 5, 2020"]
)  # fmt: skip
DATA = st.one_of(
    st.binary(max_size=300),
    st.builds(
        lambda pieces, codec: "".join(pieces).encode(codec, "replace"),
        st.lists(PIECES, max_size=60),
        st.sampled_from(["utf-8", "utf-8-sig", "cp1252", "mac-roman", "cp437", "utf-16", "utf-16-be"]),
    ),
)


@given(DATA, st.sampled_from([None, "official", "rulings-summary"]))
def test_any_bytes_yield_records_or_an_error_that_says_so(data: bytes, dialect: str | None) -> None:
    try:
        document = parse_bytes(data, "x", dialect)
    except UnknownDialect:
        return
    assert document.rules or any(row.code == "no-rules" for row in document.diagnostics)
    assert (document.condition == "destroyed") >= (not document.rules)
    keys = [rule.key for rule in document.rules] + [entry.key for entry in document.glossary]
    assert len(keys) == len(set(keys))
    assert all(rule.span is not None for rule in document.rules)
