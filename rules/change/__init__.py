"""What changed between two passages: segments to show it, classes to grade it; `rules.change.blame` dates it.

Works on texts only; `rules.align` finds which rule continues which, and callers pass that in.
"""

from rules.change.classes import NO_RENAMINGS, Renamings, classify
from rules.change.passages import Passage, passage_of
from rules.change.segments import segments, segments_of
from rules.segment import Op, Segment

__all__ = [
    "NO_RENAMINGS",
    "Op",
    "Passage",
    "Renamings",
    "Segment",
    "classify",
    "passage_of",
    "segments",
    "segments_of",
]
