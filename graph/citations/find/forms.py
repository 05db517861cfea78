"""Recognise numbers written in a form that the rules of Magic do not have."""

from rules.late_patterns import compile_late

_OTHER_FORM = compile_late(r"\.[a-z](?![a-z])|\.[1-9]")


def has_other_form(text: str, end: int) -> bool:
    """Return whether a number goes on after `end` in the form of another game: `426.1.c`, `426.1.2`."""
    return _OTHER_FORM.match(text, end) is not None
