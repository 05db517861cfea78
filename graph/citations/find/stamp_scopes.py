"""Determine which citations a stamp covers: a list, the rest of a comment, a block, or the whole file.

A comment `comprules: edition=2019-05-03` is for the whole file if it is before all citations, else until the next one.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence

from graph.citations.find.layout import LONGEST_LINE, comment_around
from graph.citations.find.possible import PossibleCitation
from graph.citations.find.stamps import FILE, Stamp, read_stamp, stamp_of
from graph.citations.records import DIRECTIVE
from rules.late_patterns import compile_late

_BLOCK = compile_late(rf"{re.escape(DIRECTIVE)}[ \t]{{0,3}}edition[ \t]?=[ \t]?(?P<edition>[\w-]{{2,20}})")
_BRACKETED_FILE = compile_late(rf"[\[(]{FILE}[)\]]")


def spread_stamps(text: str, places: Sequence[PossibleCitation]) -> None:
    """Set the stamp of each place.

    A stamp behind a list covers the list, one at the head of a comment the rest of the comment, one of a block the
    rest of the block. The nearest counts.
    """
    blocks = [read_stamp(match, before=True) for match in _BLOCK.finditer(text)] if DIRECTIVE in text else []
    whole = blocks.pop(0) if blocks and places and blocks[0].start < places[0].begins else None
    covered = 0
    stamp: Stamp | None = None
    for index, place in enumerate(places):
        place.stamp = stamp_of(text, place.begins, place.printed.end)
        if place.stamp is not None and place.stamp.before:
            if place.begins >= covered:
                covered = comment_around(text, place.begins, place.printed.end, len(text)).high
            stamp = place.stamp
        elif place.stamp is not None:
            back = index
            while places[back].joined and back and places[back - 1].stamp in (None, whole):
                back -= 1
                places[back].stamp = place.stamp
        elif stamp is not None and place.begins < covered:
            place.stamp = stamp
        else:
            while blocks and blocks[0].start < place.begins:
                whole = blocks.pop(0)
            place.stamp = whole
    for match in _BRACKETED_FILE.finditer(text) if "Comp" in text else ():  # behind the words of a rule
        index = bisect_left(places, match.start(), key=lambda place: place.begins) - 1
        place = places[max(0, index)]
        if place.begins < match.start() < comment_around(text, place.begins, place.printed.end, LONGEST_LINE).high:
            place.stamp = read_stamp(match, before=False)
