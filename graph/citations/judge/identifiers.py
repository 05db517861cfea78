"""Divide the identifiers of code among some words: `dealDamage` and `deal_damage` become `deal damage`."""

from rules.late_patterns import compile_late

_BORDER = compile_late(r"(?<=[a-z0-9])(?=[A-Z])|[_/]")
"""The border between two words of an identifier, or of words that a slash joins: `step/phase`."""


def divide_identifiers(words: str) -> str:
    """Return some words with a blank between the words of each identifier: `ETB_trigger` gives `ETB trigger`."""
    return _BORDER.sub(" ", words)
