"""Numbers of a rulings summary, as printed in references: `A.2.1`, `K.14.Ruling.7`, `G6.4`, `502.3.Ruling.1`.

History: the summary of 1998 and 1999 used letters; nearly all its references have the word "Rule" before the number, a
few have not (`see T.9`). Its successor used the numbers of the Comprehensive Rules, with rulings under them, and
letters with a digit for topics that these rules do not cover.

Notes: a star is a placeholder for a number that the author never filled in (`Rule D.*.*`); such a reference is found,
so that it can be reported as missing. No Comprehensive Rules edition prints any of these forms.
"""

from __future__ import annotations

import re

LETTER = r"[A-Z](?:[1-9]\d?)?\.[1-9*]"
"""The beginning of such a number; for look-aheads."""

RULING = (
    r"(?:[A-Z](?:[1-9]\d?)?\.(?:[1-9]\d{0,2}|\*)(?:\.(?:[1-9]\d?|\*)|[a-z](?!\w))?(?:\.Rulings?\.[1-9]\d?)?"
    r"|[1-9]\d\d\.(?:[1-9]\d{0,2}[a-z]?\.)?Rulings?\.[1-9]\d?)"
)
"""A complete number."""

STEM = re.compile(r"(?P<stem>(?:[A-Z](?:[1-9]\d?)?|[1-9]\d\d)\.(?:[\w.]+\.)?)(?P<last>\d+)")
"""A number split for ranges into the part shared with its neighbours and its own count. Use it with `fullmatch`."""


def regular(number: str) -> str:
    """Return the regular form of a number: one issue prints `Rulings` in a label where `Ruling` is meant."""
    return number.replace(".Rulings.", ".Ruling.")
