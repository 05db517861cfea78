"""The tokens by which changes are classified: the words of a folded passage, and the numbers that it cites."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from rules.late_patterns import compile_late
from rules.numbers import without_letters
from rules.text import mask, numbers_in

_TOKEN = compile_late(r"#|\{[^{}\s]+\}|[+-]?[\dx*]+/[+-]?[\dx*]+|[a-z0-9]+(?:'[a-z]+)?|\S")
"""A token of a masked passage: a number's `#`, a symbol, an amount such as `+1/+1`, a word or a mark."""
_MARKS = frozenset(".,;:!?\"'()[]<>-/")
"""Tokens that are punctuation, and are not compared. Other tokens that are not words, such as `+` and `=`, have
a meaning."""
_AMOUNT = compile_late(r"\d|[xy]\b|[-+]")
"""The beginning of an amount, such as `1/1`, `x` or `-2`."""
_CITING = frozenset({"rule", "rules", "section", "sections", "chapter", "chapters", "see"})
"""Words before a number that show that it is a reference."""
_BETWEEN = frozenset({",", ";", "and", "or", "to", "through", "-", "also"})
"""Tokens that may occur between a citing word and its second or third number."""


class CitedNumbers(NamedTuple):
    """A number in a passage, or the first and the last number of a range.

    Attributes:
        first: `601.2f` of `601.2f-h`.
        last: `601.2h`; equal to `first` if it is no range.
        certain: Whether it must be a reference, as 702.40 must. Three digits can be a count, as in `100 cards`, unless
            a citing word such as `rule` is before them.
    """

    first: str
    last: str
    certain: bool


Token = str | CitedNumbers
"""A word or a mark, or the numbers that a passage cites at its place."""


def ends_of(printed: str) -> tuple[str, str]:
    """Return the first and the last number of a range: `601.2f` and `601.2h` of `601.2f-h`.

    Args:
        printed: A range, or a single number, as a folded passage has it.
    """
    first, _, last = printed.partition("-")
    if not last:  # a single number
        return first, first
    if last.isalpha():  # `601.2f-h`
        return first, without_letters(first) + last
    chapter, dot, _ = first.partition(".")
    if dot and "." not in last:  # `601.2-5`
        return first, f"{chapter}.{last}"
    return first, last


def tokens_of(folded: str) -> list[Token]:
    """Return the words and numbers of a folded passage, in order, without punctuation.

    `see rule 601.2f-h, then draw 2` → `see`, `rule`, `CitedNumbers("601.2f", "601.2h", True)`, `then`, `draw`, `2`. A
    dash or a slash before an amount stays, since it may be a minus sign or belong to a fraction.
    """
    plain = folded.replace("#", "\N{MUSIC SHARP SIGN}")  # `#` must occur only where `mask` puts it
    with_marks = _with_numbers(_TOKEN.findall(mask(plain)), numbers_in(plain))
    return [token for token, after in pairwise((*with_marks, "")) if token not in _MARKS or _is_sign(token, after)]


def _is_sign(token: Token, after: Token) -> bool:
    """Return whether a token is a minus sign or a stroke that belongs to the amount after it: the `-` of `-2`.

    Args:
        token: The token: a word, a mark or a number.
        after: The token after it. It must begin like an amount, such as `2`, `x` or `+1/+1`.
    """
    return token in {"-", "/"} and isinstance(after, str) and _AMOUNT.match(after) is not None


def _with_numbers(masked: Sequence[str], numbers: Sequence[str]) -> Iterator[Token]:
    """Yield the words and marks of a masked text, with a number in place of each `#`.

    A number is certainly a reference if it has a dot, or if it comes after a citing word (`_CITING`) with nothing but
    words of `_BETWEEN` and other numbers between: `see rules 702, 703 and 704`.

    Args:
        masked: The words and marks of the text, with `#` for each number.
        numbers: The numbers as printed, in order.
    """
    printed = iter(numbers)
    citing = ""  # the last citing word, as long as only numbers and `_BETWEEN` followed it
    for word in masked:
        is_section = citing.startswith("section") and len(word) == 1 and word.isdigit()
        if word == "#":
            first, last = ends_of(next(printed))
            yield CitedNumbers(first, last, certain=bool(citing) or "." in first)
        elif is_section:
            yield CitedNumbers(word, word, certain=True)  # "section 7": `mask` replaces no single digit by `#`
        else:
            if word in _CITING:
                citing = word
            elif word not in _BETWEEN:
                citing = ""
            yield word
