"""The part of a long passage around the words that a search found in it."""

from collections.abc import Iterable

from msgspec.structs import replace

from graph.answers.search import Marks, SearchAnswer

_CUT = "… "
"""Stands for the beginning of a text that is cut off."""


def cut_around(text: str, marks: Marks, longest: int) -> tuple[str, Marks]:
    """Return the part of a text around its first mark, from word to word, and the marks in that part.

    Args:
        text: The text.
        marks: Where it has marks: begin and end.
        longest: Maximum number of characters.
    """
    start, end = find_window(text, marks, longest)
    inside = [(begin, to) for begin, to in marks if begin >= start and to <= end]
    return cut_window(text, start, end), move_marks(inside, start, end)


def find_window(text: str, marks: Marks, longest: int) -> tuple[int, int]:
    """Return where the part of a text begins and ends that `cut_around` returns."""
    if len(text) <= longest:
        return 0, len(text)
    start = max(0, (marks[0][0] if marks else 0) - longest // 3)
    start = text.find(" ", start) + 1 if start else 0
    stop = start + longest
    return start, len(text) if stop >= len(text) else max(text.rfind(" ", start, stop), start + longest // 2)


def cut_window(text: str, start: int, end: int) -> str:
    """Return a part of a text, with ellipses where something is cut off."""
    before = _CUT if start else ""
    after = " …" if end < len(text) else ""
    return f"{before}{text[start:end]}{after}"


def move_marks(marks: Iterable[tuple[int, int]], start: int, end: int) -> Marks:
    """Return marks of a text as marks of the part that `cut_window` returns; those that reach out of it are cut."""
    offset = (len(_CUT) if start else 0) - start
    cut = ((max(begin, start), min(to, end)) for begin, to in marks)
    return tuple((begin + offset, to + offset) for begin, to in cut if begin < to)


def shorten(answer: SearchAnswer, longest: int) -> SearchAnswer:
    """Return an answer with the part of its passage that `cut_around` returns."""
    text, marks = cut_around(answer.text, answer.marks, longest)
    return replace(answer, text=text, marks=marks)
