"""Reading of the numbers that a user types."""

import re
from collections.abc import Sequence

from rules.late_patterns import compile_late

DOTTED = r"[1-9][0-9ol]{2}\.[0-9ol]{1,3}[a-km-np-z]{0,2}"
"""A rule in small letters. No rule has the letters l and o; somebody who types them means 1 and 0."""
CUE = r"(?:c\.?\s?r\.?|rules?|section|chapter|§)"
"""A word or sign that people write before a number, in small letters: `CR`, `rule`, `§`."""
_DIGITS_OF_CHAPTER = 3
_NUMBER = compile_late(rf"{CUE}?\s*({DOTTED}|[1-9](?:[0-9]{{2}})?)\.?")
_SEPARATED = compile_late(
    rf"""
    {CUE}?\s*
    (?P<chapter>[1-9][0-9ol]{{2}})
    (?P<mark>\s*[.,:;_/·-]\s*|\s+)
    (?P<rule>[0-9ol]{{1,3}})
    [\s.,-]*
    (?P<letters>[a-km-np-z]{{0,2}})
    \.?
    """,
    re.VERBOSE,
)
"""A rule with another mark than a point between the parts of its number, or with blanks or marks around them."""
_LETTERED = compile_late(rf"{CUE}?\s*([a-z]\.[0-9]{{1,2}}(?:(?:\.ruling)?\.[0-9]{{1,2}})?)\.?")
"""A number of a rulings summary (`A.2`, `A.2.1`, `A.2.Ruling.3`)."""


def number_in(text: str, *, mistyped: bool = False) -> str | None:
    """Return the rule number that a user typed: `CR 702.40A.` → `702.40a`; None for any other text.

    Numbers of rulings summaries count too: `a.2.ruling.3` → `A.2.Ruling.3`.

    Args:
        text: What was typed.
        mistyped: Whether the letters o and l are accepted for 0 and 1 (`7o2.4o`), and other marks for the point
            (`603,4`, `702-15b`, `704.5.j`).
    """
    small = text.strip().lower()
    match = _NUMBER.fullmatch(small)
    if match:
        number = mend_digits(match[1])
        if mistyped or number == match[1]:
            return number
    lettered = _LETTERED.fullmatch(small)
    if lettered:
        return lettered[1].title()
    return _join_separated(small) if mistyped else None


def _join_separated(text: str) -> str | None:
    """Return the number of a rule that was typed with another mark than a point: `702-15b` → `702.15b`.

    Returns:
        None for any other text. Two numbers of three digits ("702, 704") are two chapters, unless a point is between
        them or a letter follows.
    """
    match = _SEPARATED.fullmatch(text)
    if match is None:
        return None
    may_be_chapter = len(match["rule"]) == _DIGITS_OF_CHAPTER and not match["letters"]
    if may_be_chapter and match["mark"].strip() != ".":
        return None
    return mend_digits(f"{match['chapter']}.{match['rule']}") + match["letters"]


def mend_digits(number: str) -> str:
    """Return a number with 0 for the letter o and 1 for the letter l."""
    return number.replace("o", "0").replace("l", "1")


def split_numbers(words: Sequence[str]) -> list[str]:
    """Split typed words into single numbers: `CR 702.40a, 603.2` → `CR 702.40a` and `603.2`.

    Args:
        words: The arguments as split by the shell.

    Returns:
        The typed text of each number; if there is anything but numbers, the whole text as one item.
    """
    whole = " ".join(words)
    numbers: list[str] = []
    cue = ""  # a word before a number, such as `CR`, until the number follows
    for word in whole.replace(",", " ").split():
        typed = f"{cue} {word}".strip()
        may_be_cue = not cue and not any(character.isdigit() for character in word)
        if number_in(typed) is not None:
            numbers.append(typed)
            cue = ""
        elif may_be_cue:
            cue = word
        else:
            return [whole]
    has_only_numbers = bool(numbers) and not cue
    return numbers if has_only_numbers else [whole]
