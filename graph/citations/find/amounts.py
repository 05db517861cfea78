"""Recognise numbers that are amounts, versions or parts of those, by the characters next to them."""

import re

from graph.citations.find.layout import is_behind_escape
from rules.late_patterns import compile_late

_REACH_OF_SIGN = 16
"""Characters before a number in which what makes it an amount is searched."""

_UNITS = (
    r"px|p[tc]|r?em|[mµnu]?s|[kKMGT]i?[bB](?:/s)?|[kmcµ]?m|mi|ft|[kmµ]?g|lbs?|fps|[kKMG]?[hH]z|dB|[kM]?W|V|€"
    r"|USD|EUR|tix"
)
_COUNTED = (
    "percent|seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|years?|weeks?|months?|points?|pixels?|million|billion"
    "|thousand|dollars?|euros?|cents|bytes|inch(?:es)?|miles|meters|degrees|times|x|ops|lines|req|rows|files"
)
_AMOUNT_BEHIND = compile_late(
    rf"""
      [%‰°²³] | \s?(?:{_UNITS})(?![\w]) | \s(?:{_COUNTED})\b          # a unit, what is counted
    | \s?[-+*/^]\s?\d(?!\d\d\.\d) | \s?[<>=]=?\s?\d                   # a sum, a comparison
    | ,?\s{{1,2}}-?\d(?!\d\d\.\d) | -?\.\d                            # the next number of a row
    | \s?± | \s?\)\s?\*
    """,
    re.VERBOSE,
)
"""What makes the number before it an amount."""
_COUNTED_BEHIND = compile_late(rf"\s(?:{_COUNTED})\b|-[a-z]")
_MEASURED = (
    r"\bv(?:er(?:sion|\.)?)?s?\.?|\bbuild|\brelease|\bpython|\bjava|\bnode|\bpage|\bport|\bprice[sd]?\W{0,4}"
    r"|\busd\W{0,4}|\beur\W{0,4}|\btix\W{0,4}|\bcosts?|\brating\W{0,4}|\babout|\bapprox\w*\.?|\bup[ ]to"
    r"|\btook|\btakes?|\blasts?|\blasted|\bwaits?|\bwithin"
)
_AMOUNT_BEFORE = compile_late(
    rf"""
    (?:
        [A-Za-z0-9_$€£¥~≈±@\\^=] | \d[,:] | [-+−]                     # a name, a sign, a longer number
        | [\w)\]]\s?(?!//|--)[<>+*/=−-]{{1,2}}\s | [<>=]\s            # a sum, a comparison
        | \. | [A-Za-z]- | \d,?\s{{1,2}}                              # a version, a row of numbers
        | (?i:{_MEASURED})\s{{0,2}}
    )\Z
    """,
    re.VERBOSE,
)
"""What makes the number after it an amount, a version or a part of one."""
_UNITS_OF_ONE_LETTER = frozenset("smkgx")
"""Letters that may be a unit in prose too: `took 120.5s`."""


def is_amount_by_start(text: str, start: int) -> bool:
    """Return whether what is before a number makes it an amount, a version or a part of one: `v120.5`."""
    before = text[max(0, start - _REACH_OF_SIGN) : start]
    return _AMOUNT_BEFORE.search(before) is not None and not is_behind_escape(text, start)


def is_amount_by_end(text: str, end: int) -> bool:
    """Return whether what follows a number makes it an amount: `120.5 seconds`."""
    return _AMOUNT_BEHIND.match(text, end) is not None


def is_count(text: str, end: int) -> bool:
    """Return whether what follows three digits is what they count: `144 files`, `100-card decks`."""
    return _COUNTED_BEHIND.match(text, end) is not None


def may_be_unit(letter: str) -> bool:
    """Return whether a letter behind a number may be a unit, even in prose: `took 120.5s`."""
    return letter in _UNITS_OF_ONE_LETTER
