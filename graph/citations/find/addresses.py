"""Recognise numbers that are a part of an address of the web, or of a path."""

from rules.late_patterns import compile_late

_REACH = 120
"""Characters before a number in which the address is read."""
_OF_MAGIC = compile_late(r"(?i)magic|mtg|yawgatog|wizards")
_OF_RULES = compile_late(r"(?i)rule|/cr\b|cr/")
_OUTSIDE = compile_late(r"[\s\"'()<>\[\]]")
"""A character that no address has."""


def address_before(text: str, start: int) -> str:
    """Return the part of an address, a path or a word that ends at `start`; empty after a blank or a bracket."""
    return _OUTSIDE.split(text[max(0, start - _REACH) : start])[-1]


def is_of_rules(address: str) -> bool:
    """Return whether an address may be one of the rules of Magic: it has `rule`, `magic`, `/cr/` or the like in it."""
    return is_address_of_magic(address) or _OF_RULES.search(address) is not None


def is_address_of_magic(address: str) -> bool:
    """Return whether an address names Magic, or a site about it; `rule` alone may be of the rules of anything."""
    return _OF_MAGIC.search(address) is not None


def is_in_address(text: str, start: int) -> bool:
    """Return whether the number at `start` is a part of an address or a path, or the anchor of one.

    In `https://example.org/702.40` and `rules#702.40` it is, and also in `702.40a/702.40b`, for the second number. The
    slashes of a comment, as in `// 702.40`, are no path, for they have nothing but marks before them.
    """
    if text[start - 1 : start] not in ("/", "#"):
        return False
    address = address_before(text, start)
    has_words = address.strip("/#*") != ""
    return "://" in address or has_words
