"""A place that may be a citation, and how certain that is."""

from enum import IntEnum

import msgspec

from graph.citations.find.stamps import Stamp
from graph.citations.records import Citation


class Confidence(IntEnum):
    """What must be known about the file before a place counts as a citation."""

    NONE = 0
    """Nothing suffices: the place is something else."""
    CITING = 1
    """The file must cite the rules elsewhere."""
    MAGIC = 2
    """The file must be about Magic, or cite the rules elsewhere."""
    CERTAIN = 3
    """Nothing: the place is a citation in any file."""


class PossibleCitation(msgspec.Struct):
    """A place that may be a citation; the second and third pass set its last field, and may raise its confidence.

    Attributes:
        printed: The number as printed.
        start: Its offset, including its cue.
        cue: The word that announces it, as in `Citation`.
        confidence: How certain it is a citation, whatever the rest of the file is.
        is_joined: Whether it is a later item of a list.
        stamp: The edition written next to it.
    """

    printed: Citation
    start: int
    cue: str | None
    confidence: Confidence
    is_joined: bool = False
    stamp: Stamp | None = None

    @property
    def end(self) -> int:
        """Return the offset after the number."""
        return self.printed.end
