"""Where a text has the words that were looked for."""

from collections.abc import Iterable

from graph.search.text import fold, phrase_places, places_in, stem_of


def marks_in(text: str, stems: Iterable[str], phrases: Iterable[str] = ()) -> tuple[tuple[int, int], ...]:
    """Return where a text has phrases and words with some stems, in order."""
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
    """Return whether a place of a text overlaps others."""
    return any(begin < stop and start < end for start, stop in places)
