"""Recognise amounts and versions by the characters next to a number: `120.5 seconds`, `v120.5`."""

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
_AMOUNT_AFTER = compile_late(
    rf"""
      [%‰°²³] | \s?(?:{_UNITS})(?![\w]) | \s(?:{_COUNTED})\b          # a unit, what is counted
    | \s?[-+*/^]\s?\d(?!\d\d\.\d) | \s?[<>=]=?\s?\d                   # a sum, a comparison
    | ,?\s{{1,2}}-?\d(?!\d\d\.\d) | -?\.\d                            # the next number of a row
    | \s?± | \s?\)\s?\*
    """,
    re.VERBOSE,
)
"""The text after a number that is an amount."""
_COUNTED_AFTER = compile_late(rf"\s(?:{_COUNTED})\b|-[a-z]")
_MEASURED = (
    r"\bv(?:er(?:sion|\.)?)?s?\.?|\bbuild|\brelease|\bpython|\bjava|\bnode|\bpage|\bport|\bprice[sd]?\W{0,4}"
    r"|\busd\W{0,4}|\beur\W{0,4}|\btix\W{0,4}|\bcosts?|\brating\W{0,4}|\babout|\bapprox\w*\.?|\bup[ ]to"
    r"|\btook|\btakes?|\blasts?|\blasted|\bwaits?|\bwithin"
)
_AMOUNT_BEFORE = compile_late(
    rf"""
    (?:
        [A-Za-z0-9_$€£¥~≈±@\\^=] | \d[,:] | [-+−]                     # a name, a sign, a longer number
        | [\w)\]][ \t]?(?!//|--)[<>+*/=−-]{{1,2}}\s                  # a sum
        | [<>=](?<!\n>)\s                                           # a comparison, not a quotation of Markdown
        | \. | [A-Za-z]- | \d,?\s{{1,2}}                              # a version, a row of numbers
        | (?i:{_MEASURED})\s{{0,2}}
    )\Z
    """,
    re.VERBOSE,
)
"""The text before a number that is an amount, a version or a part of one of these."""
_UNITS_OF_ONE_LETTER = frozenset("smkgx")
"""Letters that may be a unit in prose too: `took 120.5s`."""
LITERAL_SUFFIXES = frozenset("fdlmksxgFDLMKSX")
"""Letters after a number that may be the type of a literal, or a unit, instead of the letter of a subrule: `100.5f`."""


def is_amount_by_start(text: str, start: int) -> bool:
    r"""Return whether the text before `start` shows that the number there is an amount or a version: `v120.5`.

    A number after an escape such as `\n` in a string is none, although a letter is directly before it.
    """
    before = text[max(0, start - _REACH_OF_SIGN) : start]
    return _AMOUNT_BEFORE.search(before) is not None and not is_after_escape(text, start)


def is_amount_by_end(text: str, end: int) -> bool:
    """Return whether the text after `end` shows that the number before it is an amount: `120.5 seconds`."""
    return _AMOUNT_AFTER.match(text, end) is not None


def is_count(text: str, end: int) -> bool:
    """Return whether three digits that end at `end` count something: `144 files`, `100-card decks`."""
    return _COUNTED_AFTER.match(text, end) is not None


def may_be_unit(letter: str) -> bool:
    """Return whether a letter after a number may be a unit, even in prose: `took 120.5s`."""
    return letter in _UNITS_OF_ONE_LETTER
