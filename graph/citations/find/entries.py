"""Recognise lines that are entries, each a name with a number: `Kicker: 702.33`, or `- 702.33` below `Kicker:`.

The words of the next entry say nothing about the number, although no empty line is between the two.
"""

from rules.late_patterns import compile_late

_MARKS = r"[ \t]*(?:(?://+|\#+|\*|--|;)[ \t]*)?"
"""The marks at the start of a line of a comment."""
NAME = r"[A-Z∞][\w'’/ -]{0,40}"
"""A name with a capital, such as the title of a rule; the title `∞ (Infinity)` begins with a sign."""
_NAME_WITH_COLON = rf"[\"'`*_]{{0,3}}{NAME}[\"'`*_]{{0,3}}:"
"""A name with a colon, also in quotes or marks."""
_LINE_END = r"[\"')\]`.]{0,3}[ \t]*(?:\#[^\n]*)?\r?\n"
"""The end of the line of a number."""

_ENTRY_BEFORE = compile_late(rf"{_MARKS}(?:[-•+*][ \t]+)?{_NAME_WITH_COLON}[ \t]*[\"'(\[`]{{0,3}}\Z")
"""The line before the number of an entry."""
_ENTRY_BELOW = compile_late(rf"{_LINE_END}{_MARKS}(?:[-•+*][ \t]+)?{_NAME_WITH_COLON}\s")
"""The end of the line of a number with the name of the next entry."""
_ITEM_BEFORE = compile_late(rf"{_MARKS}-[ \t]+[\"'(\[`]{{0,3}}\Z")
"""The line before a number that is the whole item of a list."""
_NAME_BELOW = compile_late(rf"{_LINE_END}{_MARKS}{_NAME_WITH_COLON}[ \t]*\r?(?:\n|\Z)")
"""The end of the line of a number with a name that is alone on the line below it, above the next list."""


def find_end_of_entry(text: str, line_start: int, start: int, end: int) -> int | None:
    """Return the end of the line of a number that is an entry with another entry on the line below; else None.

    The number follows its name on the line (`Kicker: 702.33`), or it is the last item of a list (`- 702.33`) with the
    name of the next list below it.

    Args:
        text: The whole text.
        line_start: Start of the line.
        start: Offset of the citation, including its cue.
        end: Offset after it.
    """
    if not _ENTRY_BELOW.match(text, end):
        return None
    is_entry = _ENTRY_BEFORE.match(text, line_start, start) is not None
    is_last_item = _ITEM_BEFORE.match(text, line_start, start) is not None and _NAME_BELOW.match(text, end) is not None
    if is_entry or is_last_item:
        return text.index("\n", end)
    return None
