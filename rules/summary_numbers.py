"""Numbers of the rulings summaries, in both of their schemes: `A.2.4` and `502.3.Ruling.1`.

The summary of 1998 and 1999 used letters: `A.2.1`, `K.14.Ruling.7`. Its successor used the numbers of the Comprehensive
Rules with rulings under them (`502.3.Ruling.1`), or a letter with a digit for topics that these rules do not cover
(`G6.4`). A star is a placeholder for a number that the author never filled in (`D.*.*`). No edition of the
Comprehensive Rules prints any of these forms.
"""

from typing import cast

from rules.late_patterns import compile_late
from rules.numbers import RuleKind, without_letters

RULING_START = r"[A-Z](?:[1-9]\d?)?\.[1-9*]"
"""The beginning of a number with a letter, such as `A.2` or `G6.4`; for look-aheads."""
_LETTERED_RULING = (
    r"[A-Z](?:[1-9]\d?)?\."  # the topic: `A.`, `G6.`
    r"(?:[1-9]\d{0,2}|\*)"  # its part: `A.2`
    r"(?:\.(?:[1-9]\d?|\*)|[a-z](?!\w))?"  # a part of that: `A.2.1`, `A.2b`
    r"(?:\.Rulings?\.[1-9]\d?)?"  # the ruling: `K.14.Ruling.7`
)
_RULING_UNDER_RULE = r"[1-9]\d\d\.(?:[1-9]\d{0,2}[a-z]?\.)?Rulings?\.[1-9]\d?"
"""A number such as `502.3.Ruling.1`, `502.3a.Ruling.1` or `502.Ruling.1`."""
RULING = rf"(?:{_LETTERED_RULING}|{_RULING_UNDER_RULE})"
"""A complete number of a rulings summary that is no number of the Comprehensive Rules."""
_KIND = compile_late(
    r"(?P<ruling>.+\.Ruling\..+)|(?P<section>\w)|(?P<chapter>\w+|[A-Z]\.\w+)|(?P<rule>[A-Z]\.\w+\.\w+|\w+\.\d+)"
    r"|(?P<subrule>.+)"
)
"""The kind of rule that a number of either scheme names: the group that matches. If several groups can, the first one
does."""


def kind_of_summary(number: str) -> RuleKind:
    """Return the kind of rule that a number names: `G6` → `chapter`, `A.2.4` → `rule`, `502.3.Ruling.1` → `ruling`.

    Args:
        number: A number of either scheme, in its regular form (see `regular_ruling`).

    Raises:
        ValueError: `number` is empty.
    """
    match = _KIND.fullmatch(number)
    if match is None:
        raise ValueError(f"not a number of the rulings summary: {number!r}")
    return cast("RuleKind", match.lastgroup)


def parent_of_summary(number: str) -> str | None:
    """Return the number one level up, or None for a section such as `5` or `G`.

    `502.3.Ruling.1` and `502.3a` → `502.3` → `502` → `5`; `A.2.4` → `A.2` → `A`; `G6` → `G`.
    """
    above_ruling, mark, _ = number.partition(".Ruling")
    if mark:
        return above_ruling
    before_last_point, point, _ = number.rpartition(".")
    if not point:
        is_section = len(number) == 1
        return None if is_section else number[0]
    rule = without_letters(number)
    is_subrule = rule != number
    return rule if is_subrule else before_last_point


def regular_ruling(number: str) -> str:
    """Return the regular form of a ruling's number: `502.3.Rulings.1`, as one issue prints it → `502.3.Ruling.1`."""
    return number.replace(".Rulings.", ".Ruling.")
