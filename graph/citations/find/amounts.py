"""Recognise amounts and versions by the characters next to a number: `120.5 seconds`, `v120.5`.

A *unit* is measured (`120.5s`), and something *counted* follows a number as a word (`144 files`). A *row* is a sequence
of numbers: `4.2 702.4 11`.
"""

import re

from graph.citations.find.layout import is_after_escape
from rules.late_patterns import compile_late

_REACH_OF_SIGN = 16
"""Characters before a number in which a sign of an amount is searched."""

_UNITS = (
    r"px|p[tc]|r?em|[mµnu]?s|[kKMGT]i?[bB](?:/s)?|[kmcµ]?m|mi|ft|[kmµ]?g|lbs?|fps|[kKMG]?[hH]z|dB|[kM]?W|V|€"
    r"|USD|EUR|tix"
)
_COUNTED = (
    "percent|seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|years?|weeks?|months?|points?|pixels?|million|billion"
    "|thousand|dollars?|euros?|cents|bytes|inch(?:es)?|miles|meters|degrees|times|x|ops|lines|req|rows|files"
)
_SIGN_AFTER = compile_late(
    rf"""
      [%‰°²³] | \s?(?:{_UNITS})(?![\w])                              # a unit
    | \s?[-+*/^]\s?\d(?!\d\d\.\d) | \s?[<>=]=?\s?\d                   # a sum, a comparison
    | -?\.\d | \s?± | \s?\)\s?\*
    """,
    re.VERBOSE,
)
"""The sign after a number of any form that cites no rule."""
_AMOUNT_AFTER = compile_late(rf"\s(?:{_COUNTED})\b | ,?\s{{1,2}}-?\d(?!\d\d\.\d)", re.VERBOSE)
"""The text after a number that is an amount: what is counted, or the next number of a row."""
_COUNTED_AFTER = compile_late(rf"\s(?:{_COUNTED})\b|-[a-z]")
_NUMBERED = r"\bv(?:er(?:sion|\.)?)?s?\.?|\bbuild|\brelease|\bpython|\bjava|\bnode|\bpage|\bport"
_MEASURED = (
    r"\bprice[sd]?\W{0,4}|\busd\W{0,4}|\beur\W{0,4}|\btix\W{0,4}|\bcosts?|\brating\W{0,4}|\babout|\bapprox\w*\.?"
    r"|\bup[ ]to|\btook|\btakes?|\blasts?|\blasted|\bwaits?|\bwithin"
)
_SIGN_BEFORE = compile_late(
    rf"""
    (?:
        [A-Za-z0-9_$€£¥~≈±@\\^=] | \d[,:] | [-+−]                     # a name, a sign, a longer number
        | [\w)\]][ \t]?(?!//|--)[<>+*/=−-]{{1,2}}\s                  # a sum
        | [<>=](?<!\n>)\s                                           # a comparison, not a quotation of Markdown
        | \. | [A-Za-z]- | (?i:{_NUMBERED})\s{{0,2}}                 # a version, the number of a page
    )\Z
    """,
    re.VERBOSE,
)
"""The text before a number of any form that cites no rule."""
_AMOUNT_BEFORE = compile_late(rf"(?:\d,?\s{{1,2}} | (?i:{_MEASURED})\s{{0,2}})\Z", re.VERBOSE)
"""The text before a number that is an amount: the number before it in a row, or a word such as `about`."""
_ROW_BEFORE = compile_late(r"\d,?\s{1,2}\Z")
_WORD_WITH_NUMBER_BEFORE = compile_late(r"[A-Za-z]{2}\s\d{1,2},?\s{1,2}\Z")
"""A short number after a word, which is no number of a row: `case 1, `."""
_UNITS_OF_ONE_LETTER = frozenset("smkgx")
"""Letters that may be a unit in prose too: `took 120.5s`."""
LITERAL_SUFFIXES = frozenset("fdlmksxgFDLMKSX")
"""Letters after a number that may be the type of a literal, or a unit, instead of the letter of a subrule: `100.5f`."""
_RARER_UNITS = frozenset("dhltvw")
"""Other letters that are a unit after a word such as `takes`: `takes 120.5h`."""


def is_amount_by_start(text: str, start: int, number: str) -> bool:
    r"""Return whether the text before a number shows that it is an amount or a version: `v120.5`, `about 120.5`.

    A number after an escape such as `\n` in a string is none, although a letter is directly before it. A word such as
    `about` may also be before a citation: `about 702.40a`. In a row, as in the coordinates `4.2 702.40a`, any number is
    an amount.

    Args:
        text: The whole text.
        start: Offset of the number.
        number: The number as printed.
    """
    if is_after_escape(text, start):
        return False
    before = text[max(0, start - _REACH_OF_SIGN) : start]
    if _SIGN_BEFORE.search(before):
        return True
    if _may_be_amount(number):
        return _AMOUNT_BEFORE.search(before) is not None
    return _ROW_BEFORE.search(before) is not None and not _WORD_WITH_NUMBER_BEFORE.search(before)


def is_amount_by_end(text: str, end: int, number: str) -> bool:
    """Return whether the text after a number shows that it is an amount: `120.5 seconds`.

    A unit or the sign of a sum shows it of any number. A word such as `points` only shows it of a number that may be an
    amount, since it may also be after a citation: `702.40a points out`.

    Args:
        text: The whole text.
        end: Offset after the number.
        number: The number as printed; of a range, its first number.
    """
    if _SIGN_AFTER.match(text, end):
        return True
    return _may_be_amount(number) and _AMOUNT_AFTER.match(text, end) is not None


def _may_be_amount(number: str) -> bool:
    """Return whether a printed number may be an amount: `702.4` and `702.4m` may, but not `702.40a`: `a` is no unit."""
    last = number[-1]
    return last.isdecimal() or last.isupper() or last in _UNITS_OF_ONE_LETTER or last in _RARER_UNITS


def is_count(text: str, end: int) -> bool:
    """Return whether three digits that end at `end` count something: `144 files`, `100-card decks`."""
    return _COUNTED_AFTER.match(text, end) is not None


def may_be_unit(letter: str) -> bool:
    """Return whether a letter after a number may be a unit, even in prose: `took 120.5s`."""
    return letter in _UNITS_OF_ONE_LETTER
