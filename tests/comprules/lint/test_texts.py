"""Bytes as text, its lines and columns; comments in it that let findings pass; and text as it is printed."""

from __future__ import annotations

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.growth import grows_in_proportion
from comprules.lint.ignores import apply, find_ignores
from comprules.lint.printable import line_start, printable, safe_lines
from comprules.lint.texts import Lines, decode, is_binary
from graph.citations.codes import CODES
from graph.citations.records import Judgement


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
    lines = Lines("a\r\nbé\rc\n\nd")
    assert [lines.place(offset) for offset in (0, 3, 4, 6, 8, 9)] == [(1, 1), (2, 1), (2, 2), (3, 1), (4, 1), (5, 1)]
    assert [lines.line(number) for number in (1, 2, 3, 4, 5)] == ["a", "bé", "c", "", "d"]


@given(st.text(alphabet="ab\r\n\x0b\u2028", max_size=40))
def test_every_character_has_its_place(text: str) -> None:
    lines = Lines(text)
    for offset, character in enumerate(text):
        line, column = lines.place(offset)
        if character not in "\r\n":
            assert lines.line(line)[column - 1] == character


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


POSSIBLE = frozenset(CODES) - {"CR003", "CR008"}


def list_remaining(text: str) -> list[str]:
    """What is left of a text in which `!CR002` stands for a finding: lines and codes, with what is said of comments."""
    lines = Lines(text)
    judged = []
    for code in CODES:
        start = text.find(f"!{code}")
        while start >= 0:
            judged.append(Judgement(code, "wrong", "100.1", start, start + 6))
            start = text.find(f"!{code}", start + 1)
    remaining, _ = apply(find_ignores(text, lines), judged, lines, POSSIBLE)
    return [
        f"{lines.place(judgement.start)[0]} {judgement.code}" + judgement.message.replace("wrong", "")
        for judgement in remaining
    ]


@pytest.mark.parametrize(
    "text",
    [
        "!CR002 // comprules: ignore[CR002] kept for the old client",
        "!CR002 # comprules: ignore",
        "!CR002 !CR001 <!-- comprules:ignore[CR001, CR002] -->",
        "!CR002 -- comprules: ignore[retired]",
        "/* comprules: ignore-next-line[CR002] */\r\n!CR002",
        "; comprules: ignore-next-line\n!CR001 !CR002",
        "!CR001\n\n% comprules: ignore-file[CR001] made by a program\n!CR001",
        "!CR001\n!CR002\n(* comprules: ignore-file *)",
    ],
)
def test_comments_that_let_findings_pass(text: str) -> None:
    assert list_remaining(text) == []


@pytest.mark.parametrize(
    ("text", "beginnings"),
    [
        ("!CR002\n// comprules: ignore[CR002]", ["1 CR002", "2 CR100CR002 retired is not found on this line"]),
        ("!CR002 // comprules: ignore-next-line", ["1 CR002", "1 CR100Nothing is found on the next line"]),
        ("!CR002 // comprules: ignore[CR001]", ["1 CR002", "1 CR100CR001 never-existed is not found on this line"]),
        ("// comprules: ignore-file[CR001]", ["1 CR100CR001 never-existed is not found in this file"]),
        (
            "!CR001 // comprules: ignore[CR001, CR004]",
            ["1 CR100CR004 text-mismatch is not found on this line; take that out of the comment."],
        ),
        ("!CR002 // comprules: ignore[CR02]", ["1 CR002", "1 CR100There is no finding 'CR02'; did you mean CR002?"]),
        ("!CR002 // comprules: ignored", ["1 CR002"]),
        ("!CR002 // xcomprules: ignore", ["1 CR002"]),
        ("!CR002 // comprules: ignore[]", []),
    ],
)
def test_comments_that_let_pass_what_does_not_occur(text: str, beginnings: list[str]) -> None:
    messages = list_remaining(text)
    assert len(messages) == len(beginnings), messages
    assert all(message.startswith(beginning) for message, beginning in zip(messages, beginnings, strict=True)), messages


def test_what_comments_are_credited_with() -> None:
    nearest = "// comprules: ignore-file[CR002]\n!CR002 // comprules: ignore[CR002]"
    assert list_remaining(nearest) == ["1 CR100CR002 retired is not found in this file; take this comment away."]
    assert list_remaining(nearest + "\n!CR002") == []
    for codes in ("CR003", "CR008, CR003"):
        assert list_remaining(f"// comprules: ignore[{codes}]") == [], "they cannot occur in this run"
    for whole in ("ignore-file[CR100] examples", "ignore-file"):
        text = f"// comprules: ignore[CR001]\n// comprules: {whole}"
        assert list_remaining(text) == [], "it covers findings about other comments"
    assert len(list_remaining("// comprules: ignore[CR001, CR100]")) == 1, "none covers itself"


def test_a_finding_over_two_lines_is_covered_from_either() -> None:
    text = "CR\n100.1 // comprules: ignore[CR001]"
    lines = Lines(text)
    judged = [Judgement("CR001", "wrong", "100.1", 0, 8)]
    assert apply(find_ignores(text, lines), judged, lines, POSSIBLE) == ([], 1)


def test_the_cost_grows_with_the_comments_and_findings() -> None:
    text = "!CR001 // comprules: ignore[CR001]\n// comprules: ignore[CR002]\n"
    assert len(list_remaining(text * 500)) == 500
    assert grows_in_proportion(lambda count: partial(list_remaining, text * count), 500)
