"""Text: the normal forms of a passage, its words and their stems, and its tokens.

Guarantees: all functions are pure; `fold(fold(text)) == fold(text)`; two passages with the same fold differ in quotes,
dashes, marks, spaces and letter case only. Normal forms are only compared; they are never shown or stored. The tokens
of a text and the spaces between them are the whole text.

There are several ways to cut a text into words and to undo inflection. Each threshold was tuned on one of them, so none
may replace another:

| what for | words | inflection | small words |
|---|---|---|---|
| aligning, renamed terms, fingerprints | `masked_words`, `plain_words` | `stem`, `stem_words` | `is_content` |
| showing what changed, blame | `tokens`, `rules.change.word_keys.split_tokens` | none | `LIGHT` |
| how much changed | `rules.change.passages.tokens_of` | renamings in all their forms | none |
| what is left of a rule | `masked_words` | none | `FUNCTION_WORDS` |
| searching, as in the browser | `graph.search.text.words_in` | `graph.search.text.stem_of` | `definition.toml` |
"""

import re
from functools import lru_cache
from typing import NamedTuple

from rules.late_patterns import compile_late

LONG = 40_000
"""A passage with more characters than this cannot be a rule and is compared only as a whole. The longest rule of any
edition has 7,024 characters."""
LONGEST_HEADING = 70
"""Maximum number of characters of a heading; the longest one printed so far has 55."""
LONG_PASSAGE = 8
"""Number of words from which a passage that occurs in two editions is no coincidence."""
FEW = 3
"""Number of places, files or numbers that a line for people names; the others are only counted."""

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
"""A trademark or copyright sign, typed as letters."""
_SYMBOL = compile_late(r"\{oc?(?=[^{}]{1,3}\})")
"""The beginning of a symbol as early editions print it: `{oT}` for `{T}`."""
_BARE_SYMBOL = compile_late(r"(?<![A-Za-z0-9{])oc?([TWUBRGXYZ]|\d{1,2})(?![A-Za-z0-9])")
"""A symbol as copies of early editions print it: `ocT` for `{T}`."""
_MAYBE_SYMBOL = compile_late(r"oc?[TWUBRGXYZ\d]")
"""A cheap test whether `_BARE_SYMBOL` can match; it nearly always fails."""
_DASH = compile_late(r"\s*-[\s-]*")
"""One or more hyphens, with the spaces around them."""
_DAMAGE = compile_late(r"[\ufffd'\"?-]+")
"""Characters that damaged copies lose, or that stand for lost ones."""
_NUMBER = compile_late(
    r"(?<![\d.])[1-9]\d\d(?:\.\d{1,3}[a-z]{0,2})?(?![\d])(?:-(?:\d{1,3}(?:\.\d{1,3})?)?[a-z]{0,2}\b)?"
)
"""A rule number, or a range of them, in folded text. Three digits alone count, because chapters are cited that way."""
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
TOKEN = compile_late(
    r"""
      \{[^{}\s]{1,12}\}                                     # a symbol, {T}
    | [+\-−–]?[\dXY*]+/[+\-−–]?[\dXY*]+                     # +1/+1
    | [1-9]\d\d\.\d{1,3}[a-z]{0,2}(?![^\W_])                # a rule's number
    | \((?:tm|TM|R|C|c)\)                                   # a trade mark
    | [^\W_]+(?:['’?\ufffd][^\W_]+)*                        # a word with its apostrophe, or with what became of it
    | \.{3} | [-‐‑‒–—―−]+                                   # an ellipsis, a dash however typed
    | \S
    """,
    re.VERBOSE,
)
LIGHT = frozenset(
    re.findall(
        "[a-z]+",
        "a an and are as at be by can do for from has have if in is it its may no not of on or so than that the "
        "their them then they this to was when which with",
    )
)
"""Function words, which unrelated sentences share."""

_STYLE = """
a about after all also although an and another any anything are aren't as at be became because become becomes been
before being both but by can can't cannot could did do does doesn't don't done during each either else even ever every
first following for from further had has have having he her here hers herself him himself his how however i if in
instead into is isn't it it's its itself just last like made make makes may means might more most much must no nor not
now of off on once one only onto or other others otherwise our out over own per rather same second see shall she
should similarly since so some something still such than that that's the their theirs them themselves then there
thereby therefore these they they're third this those though through thus to too two under unless until up upon us use
used uses using very was wasn't way we were what whatever when whenever where whether which while who whoever whom
whose why will with within without won't would you you're your yours
"""
_NUMERALS = "zero one two three four five six seven eight nine ten eleven twelve example examples"

FUNCTION_WORDS = frozenset(_STYLE.split())
"""Words that are no terms by themselves; a replacement of only such words is a change of style."""
NUMERALS = frozenset(_NUMERALS.split())
"""Number words, and words that introduce examples."""
_NO_TERMS = FUNCTION_WORDS | NUMERALS


# Stems are no words: "having" and "had" have the stem "hav".
_IRREGULAR = {
    **dict.fromkeys(("is", "are", "was", "were", "been"), "be"),
    **dict.fromkeys(("has", "had"), "hav"),
    **dict.fromkeys(("does", "did", "done"), "do"),
    "became": "becom",
    "began": "begin",
    "came": "com",
    "left": "leav",
    "lost": "los",
    "paid": "pay",
    "spent": "spend",
    "dealt": "deal",
    "chose": "choos",
    "chosen": "choos",
    "drew": "draw",
    "drawn": "draw",
}


_PLURAL_ENDINGS = (("ies", "y"), ("ss", "ss"), ("s", ""))
_VERB_ENDINGS = (("ied", "y"), ("ing", ""), ("ed", ""), ("e", ""))
"""Endings, each with the letters that replace it; the first that fits is replaced. `ss` stays, as in "pass"."""
_SHORTEST_STEM = 3
"""Minimum number of letters before an ending."""
_SHORTEST_INFLECTED = 4
"""Minimum number of characters of a word that may have an ending."""


def fold(text: str) -> str:
    """Return the passage without its typography: straight quotes, short dashes, no trade marks, lower case.

    Symbols have one form (`{t}`), and words have one space between them.
    """
    if _MAYBE_SYMBOL.search(text):
        text = _BARE_SYMBOL.sub(r"{\1}", text)  # before casefold: capitals distinguish a symbol (`oR`) from a word
    text = text.casefold().replace("_", "").replace("`", "'")
    if not text.isascii():
        for character, plain in _PLAIN:
            if character in text:
                text = text.replace(character, plain)
    text = _DASH.sub("-", _SYMBOL.sub("{", _MARKS.sub("", text)))
    return " ".join(text.split())


@lru_cache(1 << 15)
def strip_title(text: str) -> str:
    """Return the letters and digits of a title, without case: equal if two titles differ only in typography.

    Quotes and dashes differ between copies, and a copy that lost its apostrophes must still agree with its headings. A
    title without any letter or digit is returned as it is, so that it differs from others.
    """
    return "".join(filter(str.isalnum, text.casefold())) or text.strip()


def remove_fragile_characters(folded: str) -> str:
    """Return a folded passage without the characters that damaged copies lose or turn into question marks."""
    return " ".join(_DAMAGE.sub(" ", folded).split())


def mask(folded: str) -> str:
    """Return a folded passage with `#` in place of every rule number and range of numbers."""
    return _NUMBER.sub("#", folded)


def numbers_in(folded: str) -> tuple[str, ...]:
    """Return the numbers that `mask` replaces, in order; a range is one number, as it is printed."""
    return tuple(match.group() for match in _NUMBER.finditer(folded))


def words(folded: str) -> tuple[str, ...]:
    """Return the words of a folded passage, without punctuation; symbols (`{t}`), `+1/+1` and `#` are words."""
    return tuple(_WORD.findall(folded))


def masked_words(text: str) -> tuple[str, ...]:
    """Return the words of a text without its typography, with `#` for rule numbers."""
    return words(mask(fold(text)))


def fold_name(name: str) -> str:
    """Return the folded words of a name with a space between them."""
    return " ".join(words(fold(name)))


@lru_cache(1 << 10)
def plain_words(text: str) -> tuple[str, ...]:
    """Return the masked words of the first `LONG` characters of a text; a longer text is no rule."""
    return masked_words(text[:LONG])


@lru_cache(maxsize=1 << 14)
def stem(word: str) -> str:
    """Return a word without the endings that inflect it: "creates", "created" and "creating" become "creat".

    A rule of thumb for grouping, never for display; wrong stems ("thi" for "this") do no harm.
    """
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) < _SHORTEST_INFLECTED:
        return word
    word = word.removesuffix("'s")
    for endings in (_PLURAL_ENDINGS, _VERB_ENDINGS):
        for ending, replacement in endings:
            if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_STEM:
                word = word[: -len(ending)] + replacement
                break
    return word


def stem_words(phrase: str) -> str:
    """Return a phrase with the stems of its words."""
    return " ".join(map(stem, phrase.split()))


@lru_cache(maxsize=1 << 14)
def is_content(word: str) -> bool:
    """Return whether a word can be, or belong to, a term."""
    return word[0].isalpha() and len(word) > 1 and word not in _NO_TERMS


class Tokens(NamedTuple):
    """A tokenized text: token i is `strings[i]` at offset `starts[i]`. Spaces are not tokens."""

    strings: list[str]
    starts: list[int]

    def end(self, index: int) -> int:
        """Return the offset after the last character of a token."""
        return self.starts[index] + len(self.strings[index])


@lru_cache(maxsize=256)
def tokens(text: str) -> Tokens:
    """Return the tokens of a text.

    Do not change the lists: they are cached, because a text is compared with the version before it and the one after.
    """
    matches = list(TOKEN.finditer(text))
    return Tokens([match[0] for match in matches], [match.start() for match in matches])


def is_word(token: str) -> bool:
    """Return whether a token is a word, a number or a symbol (`{T}`), and not a mark."""
    return token[-1].isalnum() or token[0] == "{"
