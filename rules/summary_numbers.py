"""The numbers of the rulings summary, in both of its schemes: `A.2.4` and `502.3.Ruling.1`."""

import re
from typing import cast

from rules.numbers import RuleKind

_KIND = re.compile(
    r"(?P<ruling>.+\.Ruling\..+)|(?P<section>\w)|(?P<chapter>\w+|[A-Z]\.\w+)|(?P<rule>[A-Z]\.\w+\.\w+|\w+\.\d+)"
    r"|(?P<subrule>.+)"
)
"""The kind of rule that a number of either scheme names; the first that fits counts."""


def kind_of_summary(number: str) -> RuleKind:
    """Return the kind of rule that a number names.

    Args:
        number: In the regular form of either scheme.
    """
    match = _KIND.fullmatch(number)
    return cast("RuleKind", match and match.lastgroup)


def parent_of_summary(number: str) -> str | None:
    """Return the parent number: `502.3.Ruling.1` and `502.3a` → `502.3` → `502` → `5`; `G6` → `G`, `A.2` → `A`."""
    if "Ruling" in number:
        return number.partition(".Ruling")[0]
    head, dot, last = number.rpartition(".")
    if not dot:
        if len(number) == 1:
            return None
        return number[0]
    digits = last.rstrip("abcdefghijklmnopqrstuvwxyz")
    if digits != last:
        return f"{head}.{digits}"
    return head
