"""Read the strings next to a string that is only a number, as in `add("boats row", ["702.40"], "rowing works")`.

What they say is no evidence that the number is wrong: they may be names of anything. But if one of them begins with the
title of the rule that the number names today, its author knew that rule.
"""

from graph.citations.find.layout import line_around
from graph.citations.records import LONGEST_LINE
from rules.late_patterns import compile_late

_STRING = compile_late(r"\"(?P<double>(?:[^\"\\\n]|\\.)*)\"|'(?P<single>(?:[^'\\\n]|\\.)*)'")


def read_strings_beside(text: str, start: int, end: int, low: int, high: int) -> tuple[str, ...]:
    """Return the contents of the strings before and after the string that a number fills, on the same line.

    None if the number fills no string, or if another citation is on the line: the strings may then belong to that one.

    Args:
        text: The whole text.
        start: Offset of the first character of the citation, with its cue.
        end: Offset after its last character.
        low: Offset after the citation before it.
        high: Offset of the citation after it.
    """
    if text[start - 1 : start] not in {'"', "'"} or text[end : end + 1] != text[start - 1 : start]:
        return ()
    line = line_around(text, start, end)
    first, last = line.start, line.stop
    if low > first or high < last or last - first > LONGEST_LINE:
        return ()
    strings = list(_STRING.finditer(text, first, last))
    place = next((index for index, string in enumerate(strings) if string.span() == (start - 1, end + 1)), None)
    if place is None:
        return ()
    neighbours = [*strings[max(0, place - 1) : place], *strings[place + 1 : place + 2]]
    return tuple(string["double"] or string["single"] or "" for string in neighbours)
