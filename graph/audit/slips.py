"""Slips in how a number is printed: only a full stop or a blank is wrong."""

from collections.abc import Mapping
from typing import Literal

from rules.numbers import is_number, kind_of

Slip = Literal["no-full-stop", "full-stop", "no-blank", "blank"]
"""The kind of a slip. `no-full-stop`: the full stop after the number is missing (`702.4 `); `full-stop`: a subrule has
one (`702.4a.`); `no-blank`: the blank after the number is missing (`702.4.It`); `blank`: the number has a blank inside
(`702. 4a`)."""
SLIPS_IN_WORDS: Mapping[Slip, str] = {
    "no-full-stop": "printed without its full stop",
    "full-stop": "printed with a full stop, unlike other subrules",
    "no-blank": "no blank follows it",
    "blank": "printed with a blank in it",
}
"""The problem of a fault with such a slip, in words."""


def find_slip(number: str, label: str) -> Slip | None:
    """Return the slip in a printed number; None if more than a full stop or a blank is wrong.

    Args:
        number: The number in its regular form.
        label: The number as it is printed. It must differ from the usual label of such a number.
    """
    if not is_number(number):
        return None
    if label == number:
        return "no-full-stop"
    if label == f"{number}.":
        return "full-stop" if kind_of(number) == "subrule" else "no-blank"
    if "".join(label.split()).rstrip(".") == number:
        return "blank"
    return None
