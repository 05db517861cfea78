"""What changed between two passages: segments to show it, classes to grade it, blame to date it.

Works on texts only; `rules.align` finds which rule continues which, and callers pass that in.
"""

from rules.change.blame import Blame, Blamed, Origin, carry, start_blame
from rules.change.classes import classify
from rules.change.passages import Passage, passage_of
from rules.change.renamings import NO_RENAMINGS, Renamings
from rules.change.segments import Op, Segment, segments, segments_of

__all__ = [
    "NO_RENAMINGS",
    "Blame",
    "Blamed",
    "Op",
    "Origin",
    "Passage",
    "Renamings",
    "Segment",
    "carry",
    "classify",
    "passage_of",
    "segments",
    "segments_of",
    "start_blame",
]
