"""The parts of patterns that printed numbers have in common, and what the digits of a number can mean."""

from rules.numbers import chapter_of

PLAUSIBLE_CHAPTERS = 50
"""The chapters of section N are numbered from N00; since 1999 none has come near N50. Higher numbers are rejected or
less certain, unless a sure cue precedes a number with a dot."""

DOTTED = r"[1-9]\d\d\.[1-9]\d{0,2}(?!\d)"
"""A chapter and a rule, `702.40`; the letter of a subrule may follow."""
END = r"(?![A-Za-z0-9]|_[A-Za-z0-9]|\.\d|,\d{3}(?!\d|\.))"
"""The end of a number: no letter, digit, longer name or decimal fraction follows. A single underscore may, since
`_CR 702.40a_` is markup."""
DASH = r"(?:[-\u2010\u2011\u2012\u2013\u2212]{1,2}|&ndash;|&\#8211;|&\#x2013;)"
"""The dash of a range: a hyphen, a dash or a minus sign, perhaps doubled or written as in HTML."""


def is_plausible(number: str) -> bool:
    """Return whether a number can be a rule or a chapter: 702.40 can, 171.2 and 7.2 cannot.

    The second and third character must be digits, as they are in all numbers that begin with a chapter.
    `PLAUSIBLE_CHAPTERS` gives the reason.
    """
    place_in_section = number[1:3]
    return place_in_section.isdecimal() and int(place_in_section) < PLAUSIBLE_CHAPTERS


def must_be_chapter(digits: str, number: str) -> bool:
    """Return whether digits after a number must be another chapter, as the 615 of `614-615`, and not a rule.

    No chapter has as many rules as its own number says: the largest, those of keywords, have far fewer than 700.

    Args:
        digits: The digits, or another text, for which the result is False.
        number: The number of a chapter, rule or subrule, whose chapter has only digits.
    """
    return digits.isdecimal() and int(digits) > int(chapter_of(number))
