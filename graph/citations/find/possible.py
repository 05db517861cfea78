"""A *place* in a text that may be a citation: a number, with its cue and how certain these make it.

`CR 702.40a` is certain. A bare `702.40` may be a price; it counts only if the rest of the file cites the rules.
"""

from enum import IntEnum

import msgspec

from graph.citations.find.stamps import Stamp
from graph.citations.records import Citation


class Confidence(IntEnum):
    """How certain a place alone is a citation. Each value is the condition under which the place counts as one."""

    NONE = 0
    """The place never counts: the number is something else."""
    CITING = 1
    """The place counts if the file cites the rules elsewhere."""
    MAGIC = 2
    """The place counts if the file is about Magic, or cites the rules elsewhere."""
    CERTAIN = 3
    """The place counts in any file."""


class PossibleCitation(msgspec.Struct):
    """A place in a text that may be a citation.

    `finder` may raise the confidence of a place later, and `stamp_scope` sets its stamp.

    Attributes:
        printed: The number as printed, without cue, stamp and evidence.
        start: Offset of the number, or of the cue directly before it.
        cue: The word that announces the number, as in `Citation`; None for a bare number.
        confidence: How certain the place alone is a citation.
        is_joined: Whether the number is a later item of a list.
        stamp: The edition written for the number; None until it is set, and if there is none.
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
