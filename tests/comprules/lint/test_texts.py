"""Bytes as text, its lines and columns; and text as it is printed: it commands neither a terminal nor a runner."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from comprules.lint.printable import line_start, printable, safe_lines
from comprules.lint.texts import Lines, decode, is_binary


@pytest.mark.parametrize(
    ("data", "text", "encoding"),
    [
        (b"CR 100.1", "CR 100.1", "utf-8"),
        (b"\xef\xbb\xbfCR", "CR", "utf-8"),
        ("é CR".encode("latin-1"), "é CR", "latin-1"),
        ("CR".encode("utf-16"), "CR", "utf-16-le"),
        (b"\xfe\xff" + "CR".encode("utf-16-be"), "CR", "utf-16-be"),
        (b"", "", "utf-8"),
        (b"\xef\xbb\xbf\xff", "\xef\xbb\xbf\xff", "latin-1"),
    ],
)
def test_encodings(data: bytes, text: str, encoding: str) -> None:
    decoded = decode(data)
    assert (decoded.text, decoded.encoding) == (text, encoding)
    assert decoded.exact
    assert decoded.encode(decoded.text) == data


@given(st.binary(max_size=60))
def test_what_is_read_exactly_is_written_back(data: bytes) -> None:
    decoded = decode(data)
    if decoded.exact:
        assert decoded.encode(decoded.text) == data


def test_damaged_and_binary_data_are_known_for_it() -> None:
    decoded = decode(b"\xff\xfeC\0R\0 \0\0\xd8")
    assert (decoded.text[:3], decoded.exact) == ("CR ", False)
    assert is_binary(b"\x7fELF\0\0")
    assert not is_binary("CR".encode("utf-16"))
    assert not is_binary(b"x" * 8192 + b"\0"), "only the head is looked at"


def test_places() -> None:
    text = "a\r\nbé\rc\n\nd"
    lines = Lines(text)
    assert [lines.place(offset) for offset in (0, 3, 4, 6, 8, 9)] == [(1, 1), (2, 1), (2, 2), (3, 1), (4, 1), (5, 1)]
    assert [text[slice(*lines.span(number))] for number in (1, 2, 3, 4, 5)] == ["a", "bé", "c", "", "d"]


@given(st.text(alphabet="ab\r\n\x0b\u2028", max_size=40))
def test_every_character_has_its_place(text: str) -> None:
    lines = Lines(text)
    for offset, character in enumerate(text):
        line, column = lines.place(offset)
        if character not in "\r\n":
            assert text[lines.span(line)[0] + column - 1] == character


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("src/stack.rs", "src/stack.rs"),
        ("::error::harbour", "\\x3a:error::harbour"),
        ("  ::set-output name=a::b", "\\x3a:set-output name=a::b"),
        ("##[error]harbour", "#\\x23[error]harbour"),
        ("a ##[group]b", "a #\\x23[group]b"),
        ("a::b", "a::b"),
        ("\x1b[2Jharbour", "\\x1b[2Jharbour"),
        ("a\u202eb\n::warning::c", "a\\u202eb\\x0a::warning::c"),
    ],
)
def test_a_name_at_the_start_of_a_line(text: str, printed: str) -> None:
    assert line_start(text) == printed


def test_lines_keep_our_colours_and_nothing_else() -> None:
    text = "\x1b[31merror\x1b[0m: a\x1b]0;title\x07\n::error::b\nplain"
    assert safe_lines(text) == "\x1b[31merror\x1b[0m: a\\x1b]0;title\\x07\n\\x3a:error::b\nplain"
    assert safe_lines("\x1b[31m::error::a\x1b[0m") == "\x1b[31m\\x3a:error::a\x1b[0m"
    assert "\x1b" not in printable(text)
