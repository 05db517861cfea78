"""Set for each citation the stamp that covers it, which may be written next to another citation.

A *stamp* is the edition written for a citation: `CR 702.40a @2024-11-08`. It *covers* the citations that it is written
for. A stamp after a list covers the list. A stamp before a citation covers the rest of the comment. A stamp in a
directive to the linter (`comprules: edition=2019-05-03`) covers everything below it. The nearest stamp counts.
"""

from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise

from graph.citations.find.layout import find_comment
from graph.citations.find.possible import PossibleCitation
from graph.citations.find.stamps import FILE, Stamp, find_stamp, read_stamp
from graph.citations.records import DIRECTIVE, LONGEST_LINE
from rules.abandonment import proceed
from rules.late_patterns import compile_late

_BLOCK = compile_late(
    rf"(?<![\w-]){DIRECTIVE}[ \t]{{0,20}}edition[ \t]{{0,20}}=[ \t]{{0,20}}[\"']?(?P<edition>[\w-]{{1,20}})"
)
_BRACKETED_FILE = compile_late(rf"[\[(]{FILE}[)\]]")


def set_stamps(text: str, places: Sequence[PossibleCitation]) -> None:
    """Set the stamp of each place; a place without a stamp keeps None.

    Args:
        text: The whole text.
        places: All citations, in order, without stamps.
    """
    _set_nearest(text, places)
    _spread_over_lists(places)
    _set_after_words(text, places)
    _set_from_directives(text, places)


def _set_nearest(text: str, places: Sequence[PossibleCitation]) -> None:
    """Set for each place the stamp next to it, or else the last stamp before a citation of the same comment."""
    comment_end = 0  # the end of the comment in which `covering` was found
    covering: Stamp | None = None  # the last stamp before a citation, which covers the rest of the comment
    for place in places:
        proceed()
        place.stamp = find_stamp(text, place.start, place.end)
        is_in_same_comment = place.start < comment_end
        if place.stamp is None and is_in_same_comment:
            place.stamp = covering
        elif place.stamp is not None and place.stamp.is_before:
            covering = place.stamp
            if not is_in_same_comment:
                comment_end = find_comment(text, place.start, place.end, len(text)).stop


def _spread_over_lists(places: Sequence[PossibleCitation]) -> None:
    """Set the stamp after a list for every citation of the list that has none."""
    for place, following in reversed(list(pairwise(places))):
        is_after = following.stamp is not None and not following.stamp.is_before
        if place.stamp is None and following.is_joined and is_after:
            place.stamp = following.stamp


def _set_after_words(text: str, places: Sequence[PossibleCitation]) -> None:
    """Set the stamp that follows the quoted text of a rule: `702.40a "…" [MagicCompRules 20251114.txt]`.

    It is set for the last citation before it, if both are in the same comment or paragraph, even in place of another
    stamp.
    """
    if "Comp" not in text:
        return
    for match in _BRACKETED_FILE.finditer(text):
        index = bisect_left(places, match.start(), key=_start_of) - 1
        place = places[max(0, index)]
        comment = find_comment(text, place.start, place.end, LONGEST_LINE)
        if place.start < match.start() < comment.stop:
            place.stamp = read_stamp(match, is_before=False)


def _start_of(place: PossibleCitation | Stamp) -> int:
    return place.start


def _set_from_directives(text: str, places: Sequence[PossibleCitation]) -> None:
    """Set, for each place without a stamp, the stamp of the last directive `comprules: edition=2019-05-03` above it."""
    if DIRECTIVE not in text:
        return
    stamps = [read_stamp(match, is_before=True) for match in _BLOCK.finditer(text)]
    for place in places:
        above = bisect_left(stamps, place.start, key=_start_of)
        if place.stamp is None and above:
            place.stamp = stamps[above - 1]
