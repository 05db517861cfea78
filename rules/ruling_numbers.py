"""Numbers of a rulings summary, as references print them: `A.2.1`, `K.14.Ruling.7`, `G6.4`, `502.3.Ruling.1`.

History: the summary of 1998 and 1999 numbered by letters, so that nearly every reference has the word "Rule" before it
and a few have not (`see T.9`). Its successor took the numbers of the Comprehensive Rules, put rulings under them, and
kept letters with a figure for what these rules do not hold.

Notes: a star stands where the compiler meant to fill a number in (`Rule D.*.*`); such a reference is found, so that it
can be reported as missing. No Comprehensive Rules edition prints any of these forms.
"""

from __future__ import annotations

import re

LETTER = r"[A-Z](?:[1-9]\d?)?\.[1-9*]"
"""How such a number begins; for look-aheads."""

RULING = (
    r"(?:[A-Z](?:[1-9]\d?)?\.(?:[1-9]\d{0,2}|\*)(?:\.(?:[1-9]\d?|\*)|[a-z](?!\w))?(?:\.Rulings?\.[1-9]\d?)?"
    r"|[1-9]\d\d\.(?:[1-9]\d{0,2}[a-z]?\.)?Rulings?\.[1-9]\d?)"
)
"""A whole number."""

STEM = re.compile(r"(?P<stem>(?:[A-Z](?:[1-9]\d?)?|[1-9]\d\d)\.(?:[\w.]+\.)?)(?P<last>\d+)")
"""A number in two, for ranges: what its neighbours share with it, and its own count. Use with `fullmatch`."""


def regular(number: str) -> str:
    """Return the regular form of a number: one issue prints `Rulings` in a label where `Ruling` is meant."""
    return number.replace(".Rulings.", ".Ruling.")
