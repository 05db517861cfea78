"""Classes of words of the rules: used to find terms, never for display.

Guarantees: pure; words are those of `rules.normal.words`, in lower case.
"""

from __future__ import annotations

from functools import lru_cache

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
_EMPTY = FUNCTION_WORDS | NUMERALS


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


_ENDINGS = ((("ies", "y"), ("ss", "ss"), ("s", "")), (("ied", "y"), ("ing", ""), ("ed", ""), ("e", "")))


@lru_cache(maxsize=1 << 14)
def stem(word: str) -> str:
    """Return a word without the endings that inflect it: "creates", "created" and "creating" become "creat".

    A rule of thumb for grouping, never for display; wrong stems ("thi" for "this") do no harm.
    """
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) < 4:
        return word
    word = word.removesuffix("'s")
    for endings in _ENDINGS:
        for ending, instead in endings:
            if word.endswith(ending) and len(word) - len(ending) >= 3:
                word = word[: -len(ending)] + instead
                break
    return word


@lru_cache(maxsize=1 << 14)
def is_content(word: str) -> bool:
    """Return whether a word can be, or belong to, a term."""
    return word[0].isalpha() and len(word) > 1 and word not in _EMPTY
