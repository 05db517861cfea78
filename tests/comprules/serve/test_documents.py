"""Documents of an editor: their text and lines after edits, in the units of the editor."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types as lsp

from comprules.lsp import documents
from comprules.lsp.documents import EditorCodec, EditorDocument, divide_lines

ENCODINGS = {
    lsp.PositionEncodingKind.Utf8: "utf-8",
    lsp.PositionEncodingKind.Utf16: "utf-16-le",
    lsp.PositionEncodingKind.Utf32: "utf-32-le",
}
WIDTHS = {"utf-8": 1, "utf-16-le": 2, "utf-32-le": 4}
TEXTS = st.text(st.sampled_from("ab\n\r\f\u2028ü日🃏"), max_size=12)


def count_units(text: str, encoding: lsp.PositionEncodingKind) -> int:
    """The length of a text in the units of an encoding."""
    name = ENCODINGS[encoding]
    return len(text.encode(name)) // WIDTHS[name]


def find_place(text: str, offset: int, encoding: lsp.PositionEncodingKind) -> lsp.Position | None:
    """The position of an offset in a text; None between the two characters of a line end, where no editor edits."""
    if text[offset - 1 : offset + 1] == "\r\n":
        return None
    lines = divide_lines(text[:offset])
    if not lines or lines[-1].endswith(("\n", "\r")):
        return lsp.Position(len(lines), 0)
    return lsp.Position(len(lines) - 1, count_units(lines[-1], encoding))


@given(
    text=TEXTS,
    edits=st.lists(st.tuples(st.integers(0, 12), st.integers(0, 4), TEXTS), max_size=5),
    encoding=st.sampled_from(list(ENCODINGS)),
)
def test_edits_make_the_text_and_the_lines_that_the_editor_has(
    text: str, edits: list[tuple[int, int, str]], encoding: lsp.PositionEncodingKind
) -> None:
    document = EditorDocument("file:///a", text, 1, position_codec=EditorCodec(encoding))
    for first, length, new in edits:
        old = document.source
        start = min(first, len(old))
        end = min(start + length, len(old))
        from_place, to_place = find_place(old, start, encoding), find_place(old, end, encoding)
        if from_place is None or to_place is None:
            continue
        document.apply_change(lsp.TextDocumentContentChangePartial(range=lsp.Range(from_place, to_place), text=new))
        assert document.source == old[:start] + new + old[end:]
        assert list(document.lines) == divide_lines(document.source)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_columns_are_converted_and_back(encoding: lsp.PositionEncodingKind) -> None:
    codec = EditorCodec(encoding)
    lines = ["plain\n", "🃏ü日 CR 🃏\r\n", "last 🃏"]
    for number, line in enumerate(lines):
        for column in range(len(line.rstrip("\r\n")) + 1):
            units = count_units(line[:column], encoding)
            assert codec.client_num_units(line[:column]) == units
            found = codec.position_from_client_units(lines, lsp.Position(number, units))
            assert (found.line, found.character) == (number, column)
            assert codec.position_to_client_units(lines, lsp.Position(number, column)) == lsp.Position(number, units)
    end = codec.position_from_client_units(lines, lsp.Position(1, 99))
    assert (end.line, end.character) == (1, 8), "after a line is its end"
    end = codec.position_from_client_units(lines, lsp.Position(9, 9))
    assert (end.line, end.character) == (3, 0), "after the last line is the end of the text"


def test_an_edit_divides_only_the_lines_that_it_touches(monkeypatch: pytest.MonkeyPatch) -> None:
    divided: list[int] = []

    def count_divided(text: str) -> list[str]:
        divided.append(len(text))
        return divide_lines(text)

    monkeypatch.setattr(documents, "divide_lines", count_divided)
    text = "a line of the text\n" * 1_000
    document = EditorDocument("file:///a", text, 1, position_codec=EditorCodec())
    for column in range(10):
        place = lsp.Position(500, column)
        document.apply_change(lsp.TextDocumentContentChangePartial(range=lsp.Range(place, place), text="x"))
    assert document.lines[500] == "xxxxxxxxxxa line of the text\n"
    assert divided[0] == len(text)
    assert max(divided[1:]) < 100
    assert len(divided) == 11


def test_a_long_line_is_not_counted_character_by_character(monkeypatch: pytest.MonkeyPatch) -> None:
    counted: list[int] = []
    count = EditorCodec.client_num_units

    def remember(self: EditorCodec, string: str) -> int:
        counted.append(len(string))
        return count(self, string)

    monkeypatch.setattr(EditorCodec, "client_num_units", remember)
    for sign, most in (("x", 10), ("ü", 30)):
        counted.clear()
        lines = [sign * 100_000 + "\n"]
        found = EditorCodec().position_from_client_units(lines, lsp.Position(0, 9))
        assert found.character == 9
        assert sum(counted) <= most
