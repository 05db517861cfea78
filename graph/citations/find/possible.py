"""The record of a place that may be a citation."""

from __future__ import annotations

import msgspec

from graph.citations.find.confidence import Confidence
from graph.citations.find.forms import Printed
from graph.citations.find.stamps import Stamp


class PossibleCitation(msgspec.Struct):
    """A place that may be a citation.

    Attributes:
        printed: The number as printed.
        begins: Its offset, including its cue.
        cue: The word that announces it, as in `Citation`.
        confidence: How certain it is a citation, whatever the rest of the file is.
        joined: Whether it is a later item of a list.
        stamp: The edition written next to it.
    """

    printed: Printed
    begins: int
    cue: str | None
    confidence: Confidence
    joined: bool
    stamp: Stamp | None = None
