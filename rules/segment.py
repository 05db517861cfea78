"""Segments: the stretches into which two versions of a text are cut to show their differences."""

from typing import Literal, NamedTuple

Op = Literal["equal", "delete", "insert"]


class Segment(NamedTuple):
    """A stretch of text that is in both texts, only in the old (`delete`), or only in the new (`insert`)."""

    op: Op
    text: str
