"""Finds out for which editions the folders of a tree were written, if these differ.

Citations whose number had several meanings, and whose words show which is meant, vote for the editions with that
meaning (`graph.citations.judge`). A folder is a part if one edition explains most of its citations; otherwise it is
divided into its folders, if these explain as many.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import PurePath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from graph.citations.judge import Spans

_LEAST = 8
"""Minimum number of votes for a folder to get an edition."""
_LEAST_SHARE, _MOST = 0.6, 0.85
"""Minimum shares of the votes that an edition must explain to be named at all, and for the folder not to be divided."""
_OTHERS = 0.1
"""Minimum share of a folder's votes in folders of other editions for the folder to be divided."""
_OTHER = 0.5
"""Two parts differ if the edition of one explains less than this share of the other's votes."""


@dataclass(frozen=True, slots=True)
class Period:
    """A folder that was written for one edition.

    Attributes:
        folder: Its path with `/`, `.` for the whole tree.
        edition: The newest of the editions that explain most of its citations.
        fitting: Number of its citations that this edition explains.
        citations: Number of its citations that vote.
    """

    folder: str
    edition: str
    fitting: int
    citations: int


def find_periods(spans: Iterable[tuple[str, Sequence[Spans]]]) -> tuple[Period, ...]:
    """Return the parts of a mixed tree, by folder; none if one edition explains the whole.

    Args:
        spans: For each file its path and, for each citation that votes, when its number had that meaning.
    """
    by_folder: dict[PurePath, list[Spans]] = defaultdict(list)
    for path, spans_of_file in spans:
        for folder in PurePath(path).parents:
            by_folder[folder] += spans_of_file
    below: dict[PurePath, list[PurePath]] = defaultdict(list)
    for folder in sorted(by_folder):
        if folder != folder.parent:
            below[folder.parent].append(folder)
    parts: dict[PurePath, list[tuple[PurePath, Period]]] = {}
    for folder in sorted(by_folder, key=lambda path: len(path.parts), reverse=True):
        inner = [part for path in below[folder] for part in parts.pop(path)]
        parts[folder] = _find_parts(folder, _find_period(folder, by_folder[folder]), inner)
    whole = [part for of_top in parts.values() for part in of_top]
    apart = any(_is_apart(by_folder[folder], other.edition) for folder, _ in whole for _, other in whole)
    return tuple(period for _, period in sorted(whole)) if apart else ()


def _find_parts(
    folder: PurePath, period: Period | None, inner: list[tuple[PurePath, Period]]
) -> list[tuple[PurePath, Period]]:
    """Return the folder as one part, or the parts within it if they have other editions and explain as many."""
    if period is None:
        return inner
    explained = sum(period.fitting for _, period in inner)
    others = sum(inner_period.citations for _, inner_period in inner if inner_period.edition != period.edition)
    is_mixed = explained >= period.fitting and others >= _OTHERS * period.citations
    if period.fitting >= _MOST * period.citations or not is_mixed:
        return [(folder, period)] if period.fitting >= _LEAST_SHARE * period.citations else []
    return inner if explained >= _LEAST_SHARE * period.citations else []


def _find_period(folder: PurePath, spans: Sequence[Spans]) -> Period | None:
    if len(spans) < _LEAST:
        return None
    editions = {last for span in spans for _, last in span}  # one of these explains as many as any
    votes: Counter[str] = Counter()
    for span, count in Counter(spans).items():
        votes.update({edition: count for edition in editions if any(first <= edition <= last for first, last in span)})
    edition = max(votes, key=lambda edition: (votes[edition], edition))
    return Period(folder.as_posix(), edition, votes[edition], len(spans))


def _is_apart(spans: Sequence[Spans], edition: str) -> bool:
    fitting = sum(any(first <= edition <= last for first, last in span) for span in spans)
    return fitting < _OTHER * len(spans)
