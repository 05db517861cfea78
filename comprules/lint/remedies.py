"""Remedies that hold: a suggestion can be followed as it says, or is not made."""

from typing import TYPE_CHECKING

import msgspec

from graph.citations.records import Citation, Fault

if TYPE_CHECKING:
    pass


def shape_of(number: str) -> tuple[bool, bool, str]:
    """Return what a number says about the file around it: whether a chapter can have it, and its letter."""
    from graph.citations.find.forms import is_plausible  # noqa: PLC0415 - many trees cite nothing

    letter = number[-1] if number[-1].isalpha() else ""
    return is_plausible(number[:3]), "." in number, letter


def advise(fault: Fault, citation: Citation, options: str | None, *, is_safe: bool) -> Fault:
    """Return a fault with a suggestion that can be followed as it says, or with none.

    Args:
        fault: The fault as it was judged.
        citation: Its citation.
        options: The options with which `upgrade` fixes it; None if it does not.
        is_safe: Whether the file has the same citations once the suggestion is written at its place.
    """
    if fault.fix == "place" and not is_safe:
        hint = (
            f" With {fault.suggestion} alone this file would no longer show that it cites the rules: declare that "
            "first, with `cites-rules` in the configuration."
        )
        return msgspec.structs.replace(fault, message=fault.message + hint, fix="")
    if fault.fix != "file":
        return fault
    if options is None:
        return msgspec.structs.replace(fault, suggestions=(), fix="")
    companion = "stamp" if citation.stamp is not None else "declaration"
    hint = f" To fix the number together with its {companion}, run: comprules upgrade --write {options}FILE."
    return msgspec.structs.replace(fault, message=fault.message + hint)
