"""The folded form of a passage, in which typography makes no difference, and the words of that form.

Guarantees: all functions are pure; `fold(fold(text)) == fold(text)`; two passages with the same fold differ in quotes,
dashes, marks, spaces and letter case only. Folded and masked texts are only compared; they are never shown or stored.

There are several ways to cut a text into words and to undo inflection. Each threshold was tuned on one of them, so none
may replace another:

| what for | words | inflection | small words |
|---|---|---|---|
| aligning, renamed terms, fingerprints | `masked_words`, `plain_words` | `stem`, `stem_words` | `is_content_word` |
| showing what changed, blame | `rules.tokens.tokenize`, `rules.change.normal_forms.split_tokens` | none | `LIGHT` |
| how much changed | `rules.change.compared_tokens.tokens_of` | renamings in all their forms | none |
| what is left of a rule | `masked_words` | none | `FUNCTION_WORDS` |
| searching, as in the browser | `graph.search.text.words_in` | `graph.search.text.stem_of` | `definition.toml` |

`stem` and `stem_words` are in `rules.stems`, the lists of small words and `is_content_word` in `rules.word_lists`.
"""

import re
from functools import lru_cache

from rules.late_patterns import compile_late
from rules.text_sizes import LONGEST_PASSAGE

_PLAIN = (
    *((character, "'") for character in "’‘‚‛´′"),
    *((character, '"') for character in "“”„‟«»″"),
    *((character, "-") for character in "—–‐‑‒―−"),
    *((character, "") for character in "®™©"),
    ("…", "..."),
    ("æ", "ae"),
    ("\u00a0", " "),
)
"""Non-ASCII characters and their replacements. `fold` replaces them one by one, because `str.translate` takes longer
than all that `fold` does."""
_MARKS = compile_late(r"\((?:tm|r|c)\)")
"""A trademark or copyright sign, typed as letters."""
_SYMBOL = compile_late(r"\{oc?(?=[^{}]{1,3}\})")
"""The beginning of a symbol as early editions print it: `{o` of `{oT}`, which means `{T}`."""
_BARE_SYMBOL = compile_late(r"(?<![A-Za-z0-9{])oc?([TWUBRGXYZ]|\d{1,2})(?![A-Za-z0-9])")
"""A symbol without braces, as copies of early editions print it: `oT` or `ocT` for `{T}`."""
_MAYBE_SYMBOL = compile_late(r"oc?[TWUBRGXYZ\d]")
"""A cheap test whether `_BARE_SYMBOL` can match: few passages have a symbol without braces."""
_DASH = compile_late(r" ?-[ -]*")
"""One or more hyphens, with the spaces around them, in a text without other blanks and without several in a row."""
_DAMAGE = compile_late(r"[\ufffd'\"?-]+")
"""Characters that damaged copies lose (quotes and dashes), or print in place of lost ones (`?` and U+FFFD)."""
_NUMBER = compile_late(
    r"(?<![\d.])[1-9]\d\d(?:\.\d{1,3}[a-z]{0,2})?(?![\d])(?:-(?:\d{1,3}(?:\.\d{1,3})?)?[a-z]{0,2}\b)?"
)
"""A rule number (`702.40a`) or a range of numbers (`702.40a-c`) in a folded text. Any three digits match, because
chapters are cited that way."""
_WORD = compile_late(
    r"""
      \#                                                    # a masked number
    | \{[^{}\s]+\}                                          # a symbol, {t}
    | [+-]?(?:\d+|x\b)(?:/[+-]?[a-z0-9*]+)*                # an amount, +1/+1
    | [a-z0-9]+(?:'[a-z]+)?(?:/[+-]?[a-z0-9*]+)*            # a word with its apostrophe, or words joined by strokes
    """,
    re.VERBOSE,
)
"""A word of a folded passage."""


def fold(text: str) -> str:
    """Return a passage in the form in which typography makes no difference.

    It has straight quotes, hyphens for dashes, no trade marks, symbols in one form (`{t}`), lower case, and one space
    between words: `Magic™ — “Pay  {oT}”` → `magic-"pay {t}"`.
    """
    if _MAYBE_SYMBOL.search(text):
        # Before `casefold`, because only the capital letter distinguishes a symbol (`oR`) from a word.
        text = _BARE_SYMBOL.sub(r"{\1}", text)
    text = text.casefold().replace("_", "").replace("`", "'")
    if not text.isascii():
        for character, plain in _PLAIN:
            if character in text:
                text = text.replace(character, plain)
    # Few passages have these characters, and to look for one takes far less time than to search for a pattern.
    if "(" in text:
        text = _MARKS.sub("", text)
    if "{" in text:
        text = _SYMBOL.sub("{", text)
    text = " ".join(text.split())
    if "-" in text:
        text = _DASH.sub("-", text)
    return text


@lru_cache(1 << 15)
def strip_title(text: str) -> str:
    """Return the letters and digits of a title without case, by which titles are compared: `Turn-Based` → `turnbased`.

    Quotes and dashes differ between copies, and a copy that lost its apostrophes must still agree with its headings. A
    title without any letter or digit is only stripped of blanks; otherwise all such titles would be equal.
    """
    return "".join(filter(str.isalnum, text.casefold())) or text.strip()


def remove_fragile_characters(folded: str) -> str:
    """Return a folded passage with a space for characters that damaged copies lose: `player's` → `player s`."""
    return " ".join(_DAMAGE.sub(" ", folded).split())


def mask(folded: str) -> str:
    """Return a folded passage with `#` for every rule number and range: `see rules 702.40a-c` → `see rules #`."""
    return _NUMBER.sub("#", folded)


def numbers_in(folded: str) -> tuple[str, ...]:
    """Return the numbers that `mask` replaces; a range is one element: `see 103, 702.40a-c` → `103`, `702.40a-c`."""
    return tuple(match.group() for match in _NUMBER.finditer(folded))


def words(folded: str) -> tuple[str, ...]:
    """Return the words of a folded passage: `a +1/+1 counter, then {t}.` → `a`, `+1/+1`, `counter`, `then`, `{t}`.

    The `#` of a masked number is a word too; punctuation is not.
    """
    return tuple(_WORD.findall(folded))


def masked_words(text: str) -> tuple[str, ...]:
    """Return the folded words of a text, with `#` for rule numbers: `See rule 702.40a.` → `see`, `rule`, `#`."""
    return words(mask(fold(text)))


def fold_name(name: str) -> str:
    """Return the folded words of a name with a space between them: `Storm (Obsolete)` → `storm obsolete`."""
    return " ".join(words(fold(name)))


@lru_cache(1 << 10)
def plain_words(text: str) -> tuple[str, ...]:
    """Return the masked words of a text, of which only the first `LONGEST_PASSAGE` characters are read."""
    return masked_words(text[:LONGEST_PASSAGE])
