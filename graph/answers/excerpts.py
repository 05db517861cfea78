"""The part of a long passage around the words that a search found in it."""

from collections.abc import Iterable

from msgspec.structs import replace

from graph.answers.search import Marks, SearchAnswer

_CUT_BEGINNING = "… "
"""Stands for the beginning of a text that is cut off."""
_CUT_END = " …"
"""Stands for the end of a text that is cut off."""


def cut_around(text: str, marks: Marks, longest: int) -> tuple[str, Marks]:
    """Return the part of a text around its first mark, from word to word if it has spaces, and the marks in that part.

    A mark that reaches out of the part is left out.

    Args:
        text: The text.
        marks: Where it has marks: begin and end.
        longest: Maximum number of characters.
    """
    start, end = find_window(text, marks, longest)
    inside = [(begin, to) for begin, to in marks if begin >= start and to <= end]
    return cut_window(text, start, end), move_marks(inside, start, end)


def find_window(text: str, marks: Marks, longest: int) -> tuple[int, int]:
    """Return the offsets of the part of a text that `cut_around` returns: begin and end."""
    if len(text) <= longest:
        return 0, len(text)
    first_mark, _ = marks[0] if marks else (0, 0)
    start = _find_start(text, first_mark, longest)
    return start, _find_end(text, start, longest)


def _find_start(text: str, first_mark: int, longest: int) -> int:
    """Return where the part of a text begins of which a third is before the first mark: at a word if possible."""
    start = first_mark - longest // 3
    if start <= 0:
        return 0
    next_space = text.find(" ", start, first_mark)
    has_space = next_space >= 0  # otherwise the part begins within a word, as always in scripts without spaces
    return next_space + 1 if has_space else start


def _find_end(text: str, start: int, longest: int) -> int:
    """Return where the part of a text ends that begins at `start`: after a word, unless that would halve the part."""
    end = start + longest
    if end >= len(text):
        return len(text)
    last_space = text.rfind(" ", start, end)
    return max(last_space, start + longest // 2)


def cut_window(text: str, start: int, end: int) -> str:
    """Return a part of a text, with ellipses where something is cut off."""
    before = _CUT_BEGINNING if start else ""
    after = _CUT_END if end < len(text) else ""
    return f"{before}{text[start:end]}{after}"


def move_marks(marks: Iterable[tuple[int, int]], start: int, end: int) -> Marks:
    """Return the marks of a text as marks of a part of it.

    Marks outside of the part are dropped, and marks that reach out of it are cut. Example: of a text that is cut from
    offset 100, the mark 110 to 115 becomes 12 to 17, since the part begins with an ellipsis and a space.

    Args:
        marks: The marks of the text.
        start: Where the part begins in the text.
        end: Where the part ends; `cut_window` returns it with ellipses, which the offsets take into account.
    """
    offset = (len(_CUT_BEGINNING) if start else 0) - start
    cut = ((max(begin, start), min(to, end)) for begin, to in marks)
    return tuple((begin + offset, to + offset) for begin, to in cut if begin < to)


def shorten(answer: SearchAnswer, longest: int) -> SearchAnswer:
    """Return an answer whose passage is cut to a length, as by `cut_around`."""
    text, marks = cut_around(answer.text, answer.marks, longest)
    return replace(answer, text=text, marks=marks)
