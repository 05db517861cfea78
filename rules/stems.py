"""Stems of English words, by which the inflected forms of a word are recognised as the same word."""

from functools import lru_cache

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
"""Irregular forms and their stems. A stem is no word: "had" has the stem "hav", as "having" and "have" do."""
_PLURAL_ENDINGS = (("ies", "y"), ("ss", "ss"), ("s", ""))
_VERB_ENDINGS = (("ied", "y"), ("ing", ""), ("ed", ""), ("e", ""))
"""Endings, each with the letters that replace it; only the first ending that fits is replaced.

`ss` is replaced by itself, so that "pass" does not lose its last letter as a plural would."""
_SHORTEST_STEM = 3
"""Minimum number of letters before an ending: "ring" is not "r" with the ending "ing"."""
_SHORTEST_INFLECTED = 4
"""Minimum number of characters of a word from which an ending is removed."""


@lru_cache(maxsize=1 << 14)
def stem(word: str) -> str:
    """Return a folded word without the endings that inflect it: "creates", "created" and "creating" become "creat".

    The stem is a rule of thumb by which words are grouped, and is never displayed. A wrong stem, such as "thi" for
    "this", does no harm.
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
    """Return a phrase with the stem of each word in its place: "creates tokens" → "creat token"."""
    return " ".join(map(stem, phrase.split()))
