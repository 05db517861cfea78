"""Find words of a query that are next to each other, or close to each other, in a text."""

from collections.abc import Container, Sequence

from graph.search.text import words_in


def shortest_run(words: Sequence[str], wanted: Sequence[Container[str]]) -> int:
    """Return the number of words in the shortest run that has at least one word of each wanted set.

    Example: the words `a b c a d` and the wanted sets `{a}` and `{d}` → 2.

    Args:
        words: The words in order.
        wanted: The sets, each of the forms of a wanted word.

    Returns:
        The number of all words if no run has one of each.
    """
    last_positions: dict[int, int] = {}  # by the index of a wanted set, the last position of a word that is in it
    shortest = len(words)
    for position, word in enumerate(words):
        sets_with_word = [index for index, forms in enumerate(wanted) if word in forms]
        last_positions.update(dict.fromkeys(sets_with_word, position))
        has_all = len(last_positions) == len(wanted)
        if sets_with_word and has_all:
            begin_of_run = min(last_positions.values())  # the run that ends here
            shortest = min(shortest, position - begin_of_run + 1)
    return shortest


def has_run(text: str, words: Sequence[str]) -> bool:
    """Return whether a text has some words exactly in this form and order, next to each other."""
    return f" {' '.join(words)} " in f" {' '.join(words_in(text))} "
