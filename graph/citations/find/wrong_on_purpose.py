"""Recognise numbers that a test uses although no rule has them, or none has them any more.

A test of a program that looks up rules also looks for one in vain: `assert lookup("702.999") is None`. Such a number is
right as it is. Three forms are known, all with the number alone in quotes: an argument of a call or an index in a
statement that expects nothing or an error; a value that a statement expects to be missing (`assertNotIn("701.7", …)`);
and anything in a test whose name says that a number is unknown, as in `test_unknown_number`.
"""

import re

from graph.citations.find.layout import line_around
from graph.citations.find.possible import PossibleCitation
from rules.late_patterns import compile_late

_LONGEST_CALL = 48
"""Characters before a string in which the name of the function is read that gets it."""
_LONGEST_NAME = 160
"""Characters from the beginning of a test in which its name is read."""

_ARGUMENT = compile_late(
    r"(?<![\w.])(?![\w.!]*(?:[Aa]ssert|[Ee]xpect|[Rr]efute|[Vv]erify|raise|throw|panic|print|log))"
    r"[\w.]*\w(?:\(|\[)\s?&?\Z"
)
"""The text before a string that is the first argument of a call, but not of an assertion, or an index."""
_FINDS_NOTHING_BEFORE = compile_late(
    r"""
    \bassert\snot\b | \bassert!?\(\s?! | \b(?:debug_)?assert_ne!
    | [Aa]ssert(?:\.|_|::)?(?:Is|is_)?(?i:Null|None|False|Empty|Throws|Raises|Nil)
    | \brefute\b | \b(?:raises|assertThrows|toThrow)\b
    """,
    re.VERBOSE,
)
"""The beginning of a statement which expects that a call finds nothing or fails."""
_FINDS_NOTHING_AFTER = compile_late(
    r"""
    [)\]]*
    (?:
        \.(?:is_none|is_err|is_empty|unwrap_err|expect_err|isNull|isEmpty|isFalse|isNotPresent|isNil)\(
      | \.(?:rejects|toThrow|toBeNull|toBeUndefined|toBeFalsy|toRaise|not\.toBeDefined|not\.toBeTruthy)\b
      | \.to(?:Be|Equal|StrictEqual)\((?:false|null|undefined|\[\]|\{\})\)
      | \.toHaveLength\(0\)
      | \s(?:is|==|===)\s(?:None|False|false|null|undefined|nil|\[\]|\{\}|set\(\)|""|'')(?![\w.])
      | ,\s(?:None|False|false|null|undefined|nil|\[\])\)
    )
    """,
    re.VERBOSE,
)
"""The rest of a statement which expects that a call found nothing or failed, after the string."""
_EXPECTS_MISSING = compile_late(
    r"(?i:not_?(?:in|equals?|contains?|include)|does_?not_?contain|assert_ne!|isNotEqualTo|isNotIn)\(\s?\Z"
    r"|\.not\.to(?:Be|Equal|Contain|Include|Match|Have)\w*\(\Z"
)
"""The text before a string that a statement expects to be missing, or to be another one."""
_IS_MISSING = compile_late(r"\snot\sin\s|\s!=\s")
"""The text after such a string: `assert "701.7" not in numbers`."""
_STATES = compile_late(r"\bassert\s\Z")
_UNKNOWN = compile_late(
    r"""
    (?i:
        unknown | invalid | non_?-?exist | missing | no[ _-]?such | not[ _-]?found | bogus | wrong | fake | stale
      | outdated | retired | unresolv | reject | malformed | does[ _]?n(?:['’]|o)?t[ _]?exist
    )
    """,
    re.VERBOSE,
)
"""A word in the name of a test which says that a number in it is wrong."""
_BODY = compile_late(r"\{|:[ \t]*(?:\#[^\n]*)?\r?\n|\bdo[ \t]*\r?\n")
"""The sign that begins the body of a test."""


def is_wrong_on_purpose(text: str, place: PossibleCitation, test: int) -> bool:
    """Return whether a test looks for a number in vain, or otherwise uses one that is wrong.

    Args:
        text: The whole text.
        place: The number, which is alone in quotes.
        test: The offset at which its test begins.
    """
    line = line_around(text, place.start, place.end)
    quote, after_quote = place.start - 1, place.end + 1
    if _EXPECTS_MISSING.search(text, line.start, quote):
        return True
    if _STATES.search(text, line.start, quote) and _IS_MISSING.match(text, after_quote, line.stop):
        return True
    is_argument = _ARGUMENT.search(text, max(line.start, quote - _LONGEST_CALL), quote) is not None
    if not is_argument:
        return False
    if _FINDS_NOTHING_AFTER.match(text, after_quote, line.stop):
        return True
    if _FINDS_NOTHING_BEFORE.search(text, line.start, quote):
        return True
    limit = min(place.start, test + _LONGEST_NAME)
    body = _BODY.search(text, test, limit)
    return _UNKNOWN.search(text, test, body.start() if body else limit) is not None
