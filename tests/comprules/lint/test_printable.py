"""What is printed of other people's names and texts commands neither a terminal nor a runner."""

from __future__ import annotations

import pytest

from comprules.lint.printable import line_start, printable, safe_lines


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
