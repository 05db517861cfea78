"""The numbers of the rulings summary, in both of its schemes: `A.2.4` and `502.3.Ruling.1`."""

import re
from typing import cast

from rules.numbers import RuleKind, without_letters

_KIND = re.compile(
    r"(?P<ruling>.+\.Ruling\..+)|(?P<section>\w)|(?P<chapter>\w+|[A-Z]\.\w+)|(?P<rule>[A-Z]\.\w+\.\w+|\w+\.\d+)"
    r"|(?P<subrule>.+)"
)
"""The kind of rule that a number of either scheme names; the first that fits counts."""


def kind_of_summary(number: str) -> RuleKind:
    """Return the kind of rule that a number names.

    Args:
        number: In the regular form of either scheme.

    Raises:
        ValueError: `number` is empty.
    """
    match = _KIND.fullmatch(number)
    if match is None:
        raise ValueError(f"not a number of the rulings summary: {number!r}")
    return cast("RuleKind", match.lastgroup)


def parent_of_summary(number: str) -> str | None:
    """Return the parent number: `502.3.Ruling.1` and `502.3a` → `502.3` → `502` → `5`; `G6` → `G`, `A.2` → `A`."""
    above_ruling, mark, _ = number.partition(".Ruling")
    if mark:
        return above_ruling
    head, dot, _ = number.rpartition(".")
    if not dot:
        is_section = len(number) == 1
        return None if is_section else number[0]
    rule = without_letters(number)
    is_subrule = rule != number
    return rule if is_subrule else head
