"""The shape of a form: how much its old and new words look like two names of one thing."""

from collections.abc import Iterable

from graph.terms.forms import Form, is_style
from rules.word_lists import FUNCTION_WORDS

_LIST_WORDS = {"or", "and", "and/or"}
"""Words that join the members of a list."""
_PLACES = {"in", "into", "onto", "on", "out", "from"}
"""Function words of place, which may belong to a term: "comes into play"."""
_ADDRESS_MARKS = ("/", "www", "http")
"""Parts of words that only addresses on the web have."""
_ONE_MORE_IN_LIST = 0.3
"""Factor for a list that has more members now: `gold` → `gold or silver`."""
_ONLY_LONGER = 0.6
"""Factor for words that were only added, or only removed: `keep` → `round keep`."""
_EMPTY_EDGE = 0.7
"""Factor for each function word at an edge of a side: `the warden` is rather `warden` with its context."""
_LONG_FORM = 6.0
"""Number of words of both sides above which the rating of a form falls."""


def rate_shape(form: Form) -> float:
    """Return how much old and new words look like two names of one thing, 0 to 1.

    `("tower", "keep")` has 1, `("the tower", "keep")` less, and `("x means", "n means")` 0. Forms with a web
    address have 0 as well. Words that were only added or removed, function words at the edges, and more than
    `_LONG_FORM` words lower the result. For a form whose sides differ in function words alone (`is_style`), the edges
    do not count.
    """
    old, new = (phrase.split() for phrase in form)
    if any(map(_is_address, [*old, *new])) or not _has_other_words(old, new):
        return 0.0
    shape = _rate_added_words(old, new)
    if not is_style(form):
        empty_edges = [word for word in (old[0], old[-1], new[0], new[-1]) if _is_empty(word)]
        shape *= _EMPTY_EDGE ** len(empty_edges)
    return shape * min(1.0, _LONG_FORM / (len(old) + len(new)))


def _has_other_words(old: Iterable[str], new: Iterable[str]) -> bool:
    """Return whether one of two phrases has a word that the other lacks, and not only a letter, a digit or a mark."""
    return any(len(word) > 1 and word[0].isalpha() for word in set(old) ^ set(new))


def _rate_added_words(old: Iterable[str], new: Iterable[str]) -> float:
    """Return the factor for words that were only added or removed, which is seldom a renaming; 1 for other changes.

    A list that has more members now has the lowest factor; see the examples of `_ONE_MORE_IN_LIST` and `_ONLY_LONGER`.
    """
    old_words, new_words = set(old), set(new)
    has_longer_list = bool(_LIST_WORDS & new_words) and old_words - _LIST_WORDS <= new_words
    if has_longer_list:
        return _ONE_MORE_IN_LIST
    is_only_longer = old_words > new_words or new_words > old_words
    return _ONLY_LONGER if is_only_longer else 1.0


def _is_empty(word: str) -> bool:
    """Return whether a word at the edge of a term is only its context: a function word, but not one of place."""
    return word in FUNCTION_WORDS and word not in _PLACES


def _is_address(word: str) -> bool:
    """Return whether a word is a part of an address on the web."""
    return any(mark in word for mark in _ADDRESS_MARKS)
