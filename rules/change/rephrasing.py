"""Rephrasings: changes of a rule's words that surely leave its meaning as it is.

`a player who's lost may pay his or her mana` → `Players that have lost may pay their mana` is a rephrasing: it differs
in pronouns, contractions, articles, and singular or plural only. Typography and the numbers of cited rules don't count
either. Of every other change a person has to judge whether the rule still says the same.
"""

import re

from rules.change.compared_tokens import CitedNumbers, tokens_of
from rules.change.passages import Passage
from rules.late_patterns import compile_late
from rules.text import fold
from rules.text_sizes import LONGEST_PASSAGE

_THEY, _THEIR, _THEMSELVES, _WHO = "they", "their", "themselves", "who"
_SAME = {
    **dict.fromkeys(("he", "she", "it", "him", "them"), _THEY),
    **dict.fromkeys(("his", "her", "hers", "its", "theirs"), _THEIR),
    **dict.fromkeys(("himself", "herself", "itself"), _THEMSELVES),
    **dict.fromkeys(("that", "which"), _WHO),
    "are": "is",
    "were": "was",
    "have": "has",
    "do": "does",
}
"""Word → the word that counts as the same."""
_ARTICLES = frozenset({"a", "an", "the"})
_BOTH = {
    "he or she": _THEY,
    "him or her": _THEY,
    "his or her": _THEIR,
    "his or hers": _THEIR,
    "himself or herself": _THEMSELVES,
}
"""Pronouns of both genders, and the word that counts as the same."""
_BOTH_PATTERN = compile_late(rf"\b(?:{'|'.join(sorted(_BOTH, key=len, reverse=True))})\b")
_CONTRACTIONS = (
    (compile_late(r"\bcan(?:'t|not)\b"), "can not"),
    (compile_late(r"\bwon't\b"), "will not"),
    (compile_late(r"n't\b"), " not"),
    (compile_late(r"'re\b"), " are"),
    (compile_late(r"'ve\b"), " have"),
    (compile_late(r"'ll\b"), " will"),
    (compile_late(r"(?<=\w)'s(?= been\b)"), " has"),
    (compile_late(r"\b(?P<word>that|which|who|what|it|he|she|there)'s\b"), r"\g<word> is"),
)
"""Contraction → the words that it stands for."""
_CITATION = "#"
"""Stands for each number, or range of numbers, of a cited rule."""
_SHORTEST_INFLECTED = 4
"""Minimum letters of a word from which the ending of a plural, or of a verb, is removed: `gas` keeps its `s`."""
_ENDINGS = (("ies", "y"), ("sses", "ss"), ("shes", "sh"), ("ches", "ch"), ("xes", "x"), ("ss", "ss"), ("us", "us"))
"""Endings, each with the letters that replace it. Of all other words only an `s` is removed."""


def is_rephrased(old: Passage, new: Passage) -> bool:
    """Return whether a rule surely has the same meaning in two wordings, because one is only a rephrasing of the other.

    Only heading and text are compared, since examples and notes don't change what a rule says.
    """
    old_words, new_words = _list_words(old.body), _list_words(new.body)
    return bool(old_words) and old_words == new_words


def _list_words(body: str) -> tuple[str, ...]:
    """Return the words by which rephrasings are recognised; none if the text is too long to be compared."""
    if len(body) > LONGEST_PASSAGE:
        return ()
    folded = _BOTH_PATTERN.sub(_replace_both, fold(body))
    for pattern, words in _CONTRACTIONS:
        folded = pattern.sub(words, folded)
    tokens = (_CITATION if isinstance(token, CitedNumbers) else token for token in tokens_of(folded))
    return tuple(_simplify(token) for token in tokens if token not in _ARTICLES)


def _replace_both(pronouns: re.Match[str]) -> str:
    return _BOTH[pronouns[0]]


def _simplify(word: str) -> str:
    """Return a word without what a rephrasing may change: `her` → `their`, `players` and `player's` → `player`."""
    if word in _SAME:
        return _SAME[word]
    word = word.removesuffix("'s")
    if len(word) < _SHORTEST_INFLECTED or not word.isalpha():
        return word
    for ending, replacement in _ENDINGS:
        if word.endswith(ending):
            return word[: -len(ending)] + replacement
    return word.removesuffix("s")
