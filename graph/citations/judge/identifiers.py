"""Divide the identifiers of code among some words: `dealDamage` and `deal_damage` become `deal damage`."""

import re

from rules.late_patterns import compile_late

_BORDER = compile_late(r"(?<=[a-z0-9])[A-Z]|[_/]")
"""The border between two words of an identifier, or of words that a slash joins: `step/phase`."""


def divide_identifiers(words: str) -> str:
    """Return some words with a blank between the words of each identifier: `DealDamage` gives `Deal damage`."""
    return _BORDER.sub(_separate, words)


def _separate(border: re.Match[str]) -> str:
    """Return a blank, and the first letter of the next word as a small letter."""
    return " " + border[0].lower().strip("_/")
