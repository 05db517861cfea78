"""Slips in how a number is printed: only a full stop or a blank is wrong."""

from collections.abc import Mapping
from typing import Literal

from rules.numbers import is_number, kind_of

Slip = Literal["no-full-stop", "full-stop", "no-blank", "blank"]
"""The kind of a slip. `no-full-stop`: the full stop after the number is missing (`702.4 It`); `full-stop`: a subrule
has one (`702.4a. It`); `no-blank`: the blank after the number is missing (`702.4.It`, `702.4aIt`); `blank`: the number
has a blank inside (`702. 4a It`)."""
SLIPS_IN_WORDS: Mapping[Slip, str] = {
    "no-full-stop": "printed without its full stop",
    "full-stop": "printed with a full stop, unlike other subrules",
    "no-blank": "no blank follows it",
    "blank": "printed with a blank in it",
}
"""The problem of a fault with such a slip, in words."""


def find_slip(number: str, label: str) -> Slip | None:
    """Return the slip in a printed number; None if more than a full stop or a blank is wrong.

    Only call this for a number that the parser reported as misprinted. The label of a missing blank ends before it: in
    `702.4.It` that is `702.4.`, the usual label of a rule, and in `702.4aIt` that is `702.4a`, that of a subrule.

    Args:
        number: The number in its regular form, such as `702.4`.
        label: The number as it is printed, such as `702.4.` or `702. 4.`, without the words after it.
    """
    if not is_number(number):
        return None
    has_full_stop = kind_of(number) != "subrule"
    if label == number:
        return "no-full-stop" if has_full_stop else "no-blank"
    if label == f"{number}.":
        return "no-blank" if has_full_stop else "full-stop"
    if "".join(label.split()).removesuffix(".") == number:
        return "blank"
    return None
