"""Find the words in a text that a search should mark."""

from collections.abc import Iterable

from graph.search.text import fold, phrase_places, places_in, stem_of


def marks_in(text: str, stems: Iterable[str], phrases: Iterable[str]) -> tuple[tuple[int, int], ...]:
    """Return the begin and end of each phrase, and of each word with one of some stems, in the order of the text.

    A word within a phrase is not marked again.
    """
    folded = fold(text)
    marks: list[tuple[int, int]] = []
    for phrase in phrases:
        marks += phrase_places(folded, phrase)
    in_phrases = tuple(marks)
    stems = frozenset(stems)
    for word, begin, end in places_in(text):
        if stem_of(word) in stems and not overlaps(begin, end, in_phrases):
            marks.append((begin, end))
    return tuple(sorted(marks))


def overlaps(begin: int, end: int, places: Iterable[tuple[int, int]]) -> bool:
    """Return whether the part of a text from `begin` to `end` overlaps one of several parts, given in the same way."""
    return any(begin < stop and start < end for start, stop in places)
