"""The normal forms of a passage, for comparisons that ignore typography and changed numbers.

Guarantees: all functions are pure; `fold(fold(text)) == fold(text)`; two passages with the same fold differ in quotes,
dashes, marks, spaces and letter case only. Normal forms are only compared; they are never shown or stored.
"""

from __future__ import annotations

from functools import lru_cache

from rules.late_patterns import compile_late

LONG = 40_000
"""A passage with more characters than this cannot be a rule and is compared only as a whole. The longest rule of any
edition has 7,024 characters."""

_PLAIN = (
    *((character, "'") for character in "’‘‚‛´′"),
    *((character, '"') for character in "“”„‟«»″"),
    *((character, "-") for character in "—–‐‑‒―−"),
    *((character, "") for character in "®™©"),
    ("…", "..."),
    ("æ", "ae"),
    ("\u00a0", " "),
)
"""Non-ASCII characters and their replacements; applied one by one because `str.translate` is slower than all of
`fold`."""
_MARKS = compile_late(r"\((?:tm|r|c)\)")
_SYMBOL = compile_late(r"\{oc?(?=[^{}]{1,3}\})")
_BARE_SYMBOL = compile_late(r"(?<![A-Za-z0-9{])oc?([TWUBRGXYZ]|\d{1,2})(?![A-Za-z0-9])")
"""Early editions print the tap symbol as `{oT}`, copies of them as `ocT`."""
_MAYBE_SYMBOL = compile_late(r"oc?[TWUBRGXYZ\d]")
"""A cheap test whether `_BARE_SYMBOL` can match; it nearly always fails."""
_DASH = compile_late(r"\s*-[\s-]*")
_DAMAGE = compile_late(r"[\ufffd'\"?-]+")
_NUMBER = compile_late(
    r"(?<![\d.])[1-9]\d\d(?:\.\d{1,3}[a-z]{0,2})?(?![\d])(?:-(?:\d{1,3}(?:\.\d{1,3})?)?[a-z]{0,2}\b)?"
)
"""A rule number, or a range of them, in folded text. Three digits alone count, because chapters are cited that way."""
_WORD = compile_late(r"#|\{[^{}\s]+\}|[+-]?(?:\d+|x\b)(?:/[+-]?[a-z0-9*]+)*|[a-z0-9]+(?:'[a-z]+)?(?:/[+-]?[a-z0-9*]+)*")


def fold(text: str) -> str:
    """Return the passage without its typography: straight quotes, short dashes, no marks, lower case."""
    if _MAYBE_SYMBOL.search(text):
        text = _BARE_SYMBOL.sub(r"{\1}", text)  # before casefold: capitals distinguish a symbol (`oR`) from a word
    text = text.casefold().replace("_", "").replace("`", "'")
    if not text.isascii():
        for character, plain in _PLAIN:
            if character in text:
                text = text.replace(character, plain)
    if "(" in text:
        text = _MARKS.sub("", text)
    if "{o" in text:
        text = _SYMBOL.sub("{", text)
    text = _DASH.sub("-", text) if "-" in text else text
    return " ".join(text.split())


@lru_cache(1 << 15)
def strip_title(text: str) -> str:
    """Return the letters and digits of a title, without case: equal if two titles differ only in typography.

    Quotes and dashes differ between copies, and a copy that lost its apostrophes must still agree with its headings.
    """
    return "".join(filter(str.isalnum, text.casefold())) or text.strip()


def remove_fragile_characters(folded: str) -> str:
    """Return a folded passage without the characters that damaged copies lose or turn into question marks."""
    return " ".join(_DAMAGE.sub(" ", folded).split())


def mask(folded: str) -> str:
    """Return a folded passage with `#` in place of every rule number and range of numbers."""
    return _NUMBER.sub("#", folded)


def numbers_in(folded: str) -> tuple[str, ...]:
    """Return the numbers that `mask` hides, in order; a range as it is printed."""
    return tuple(match.group() for match in _NUMBER.finditer(folded))


def words(folded: str) -> tuple[str, ...]:
    """Return the words of a folded passage, without punctuation; symbols (`{t}`), `+1/+1` and `#` are words."""
    return tuple(_WORD.findall(folded))


@lru_cache(1 << 10)
def plain_words(text: str) -> tuple[str, ...]:
    """Return the words of the first `LONG` characters of a text, folded and masked; a longer text is no rule."""
    return words(mask(fold(text[:LONG])))
