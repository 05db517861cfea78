"""Lists of English words that say little about the subject of a sentence."""

from functools import lru_cache

_LIGHT = """
a an and are as at be by can do for from has have if in is it its may no not of on or so than that the their them then
they this to was when which with
"""
_FUNCTION_WORDS = """
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

LIGHT = frozenset(_LIGHT.split())
"""The most frequent function words: two sentences that share only such words need not be related.

The list is shorter than `FUNCTION_WORDS`, because the thresholds of `rules.change` were tuned with it."""
FUNCTION_WORDS = frozenset(_FUNCTION_WORDS.split())
"""Words that are no terms by themselves; a replacement of only such words is a change of style."""
NUMERALS = frozenset(_NUMERALS.split())
"""Number words, and words that introduce examples."""
_NO_TERMS = FUNCTION_WORDS | NUMERALS


@lru_cache(maxsize=1 << 14)
def is_content_word(word: str) -> bool:
    """Return whether a folded word can be a term or belong to one: "token" can, "the", "two", "x" and "{t}" cannot."""
    return word[0].isalpha() and len(word) > 1 and word not in _NO_TERMS
