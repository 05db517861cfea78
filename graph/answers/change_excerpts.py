"""The part of a changed text around its changes."""

from collections.abc import Iterable, Sequence

from rules.segment import Segment

_BESIDE_CHANGE = 40
"""Number of characters shown before and after a change, up to a whole word."""


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
    """Return the segments of a text without its slight changes, whose new form counts as unchanged words.

    A change is slight if only typography differs and the text has other changes too (`rules.change.typography`).
    Adjoining unchanged words become one segment.
    """
    from rules.change.typography import list_slight  # noqa: PLC0415 - not needed to search

    plain: list[Segment] = []
    for segment, is_slight in zip(segments, list_slight(segments), strict=True):
        if not is_slight:
            plain.append(segment)
        elif segment.op != "delete":
            plain.append(Segment("equal", segment.text))
    return _join_equal(plain)


def _join_equal(segments: Iterable[Segment]) -> list[Segment]:
    """Return the segments of a text with adjoining unchanged words as one segment."""
    joined: list[Segment] = []
    for segment in segments:
        follows_equal = bool(joined) and joined[-1].op == "equal"
        if segment.op == "equal" and follows_equal:
            joined[-1] = Segment("equal", joined[-1].text + segment.text)
        else:
            joined.append(segment)
    return joined


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
