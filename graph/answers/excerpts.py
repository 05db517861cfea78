"""The part of a long passage around the words that a search found in it."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from graph.answers.search import Marks, SearchAnswer
from rules.segment import Segment

_CUT = "… "
"""Stands for the beginning of a text that is cut off."""
_BESIDE_CHANGE = 40
"""Number of characters shown before and after a change, up to a whole word."""


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
    """Return the offsets of the part of a text that `cut_around` returns: begin and end."""
    if len(text) <= longest:
        return 0, len(text)
    first_mark, _ = marks[0] if marks else (0, 0)
    start = max(0, first_mark - longest // 3)  # a third of the part is before the mark
    if start:
        start = text.find(" ", start) + 1
    end = start + longest
    if end >= len(text):
        return start, len(text)
    last_space = text.rfind(" ", start, end)
    return start, max(last_space, start + longest // 2)  # a word of half that length is cut


def cut_window(text: str, start: int, end: int) -> str:
    """Return a part of a text, with ellipses where something is cut off."""
    before = _CUT if start else ""
    after = " …" if end < len(text) else ""
    return f"{before}{text[start:end]}{after}"


def move_marks(marks: Iterable[tuple[int, int]], start: int, end: int) -> Marks:
    """Return the marks of a text as marks of a part of it.

    Marks outside of the part are dropped, and marks that reach out of it are cut.

    Args:
        marks: The marks of the text.
        start: Where the part begins in the text.
        end: Where the part ends; `cut_window` returns it with ellipses, which the offsets take into account.
    """
    offset = (len(_CUT) if start else 0) - start
    cut = ((max(begin, start), min(to, end)) for begin, to in marks)
    return tuple((begin + offset, to + offset) for begin, to in cut if begin < to)


def shorten(answer: SearchAnswer, longest: int) -> SearchAnswer:
    """Return an answer whose passage is cut to a length, as by `cut_around`."""
    text, marks = cut_around(answer.text, answer.marks, longest)
    return replace(answer, text=text, marks=marks)


def cut_segments(segments: Sequence[Segment]) -> list[Segment]:
    """Return the changes of a text with the words next to them; an ellipsis stands for the other unchanged words.

    Slight changes, next to others that are not, count as unchanged words in their new form.
    """
    plain = _drop_slight(segments)
    last = len(plain) - 1
    shown: list[Segment] = []
    for index, segment in enumerate(plain):
        if segment.op == "equal":
            head = _first_words(segment.text) if index > 0 else ""
            tail = _last_words(segment.text) if index < last else ""
            shown.append(Segment("equal", _join_ends(head, segment.text, tail)))
        else:
            shown.append(segment)
    return shown


def _drop_slight(segments: Sequence[Segment]) -> list[Segment]:
    """Return the segments of the same new text without slight changes, if there are others."""
    from rules.change.typography import list_slight  # noqa: PLC0415 - not needed to search

    plain: list[Segment] = []
    for segment, is_slight in zip(segments, list_slight(segments), strict=True):
        if is_slight and segment.op == "delete":
            continue
        is_equal = is_slight or segment.op == "equal"
        if is_equal and plain and plain[-1].op == "equal":
            plain[-1] = Segment("equal", plain[-1].text + segment.text)
        else:
            plain.append(Segment("equal", segment.text) if is_equal else segment)
    return plain


def _join_ends(head: str, text: str, tail: str) -> str:
    """Return the beginning and the end of a text with an ellipsis between them; the text if they are most of it."""
    if len(head) + len(tail) + _BESIDE_CHANGE > len(text):
        return text
    return " ".join(filter(None, [head, "…", tail]))


def _first_words(text: str) -> str:
    """Return the words at the beginning of a text, without a space at the end."""
    end = text.find(" ", _BESIDE_CHANGE)
    return text if end < 0 else text[:end]


def _last_words(text: str) -> str:
    """Return the words at the end of a text, without a space at the beginning."""
    start = text.rfind(" ", 0, max(0, len(text) - _BESIDE_CHANGE))
    return text if start < 0 else text[start + 1 :]
