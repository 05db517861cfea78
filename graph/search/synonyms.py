"""What the rules say instead of words that people say."""

from functools import cache

from graph.search.definition import read_definition
from graph.search.text import stem_of


@cache
def synonyms_by_stem() -> dict[str, dict[str, float]]:
    """Return the stem of each word that people say → the stems of what the rules say instead, with their weights.

    By stems, a synonym of "kill" is one of "kills" and "killed", too.
    """
    by_stem: dict[str, dict[str, float]] = {}
    for word, synonyms in read_definition().synonyms.items():
        of_stem = by_stem.setdefault(stem_of(word), {})
        for synonym, weight in synonyms.items():
            of_stem.setdefault(stem_of(synonym), weight)
    return by_stem
