"""The change of the words between two passages: its segments (`segments`) and its class (`classify`).

`rules.change.blame` finds the edition of each change. All of these compare texts; `rules.align` decides which records
have to be compared.
"""

from rules.change.classes import classify
from rules.change.passages import Passage, passage_of
from rules.change.renamings import NO_RENAMINGS, Renamings
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
