"""How often the names of a thing stand in each edition, and the picture of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

from graph.lineages import Inventory
from graph.terms.history import History, Series
from rules.change import Passage
from rules.records import COMPREHENSIVE_RULES
from site_src.api.corpus import Corpus
from site_src.history.strip import Axis

HEIGHT = 60
"""Of one name's row, in units of the picture's own."""
_ROOM = 18
"""Above the curve, for the name."""


@dataclass(frozen=True, slots=True)
class Uses:
    """A name through the editions.

    Attributes:
        name: The name.
        counts: In how many places of each edition it stands, oldest first, all inflections together.
    """

    name: str
    counts: Series


def history_of(corpus: Corpus) -> History:
    """The words of all editions of the Comprehensive Rules."""
    editions = [
        Inventory(
            content.edition.id,
            [row.key for row in content.rows],
            [row.text for row in content.rows],
            [row.parent for row in content.rows],
        )
        for content in corpus.contents.values()
        if content.edition.work == COMPREHENSIVE_RULES
    ]
    passages = corpus.passages

    def passage(number: int) -> Passage:
        found = passages[number]
        return Passage(found.heading, found.text, found.examples, found.notes)

    return History(editions, passage)


def picture(uses: Sequence[Uses], editions: Sequence[str]) -> Markup:
    """One row for each name: the years from left to right, the number of uses as height.

    Names share one scale, so that their rows can be compared.
    """
    axis = Axis(editions)
    most = max((max(one.counts, default=0) for one in uses), default=0) or 1
    rows = []
    for place, one in enumerate(uses):
        top = place * HEIGHT
        floor = top + HEIGHT - 1
        rows.append(
            f'<path class="uses-floor" d="M0 {floor}H1000"/>'
            f'<path class="uses-curve" d="{_steps(one.counts, axis, editions, floor, most)}"/>'
        )
    words = "; ".join(described(one, editions) for one in uses)
    inner = "".join(rows)
    return Markup(  # noqa: S704 - numbers, fixed words, and one text that is escaped
        f'<svg class="uses" viewBox="0 0 1000 {len(uses) * HEIGHT}" preserveAspectRatio="none" role="img" '
        f'aria-label="{escape(words)}"><path class="years" d="{_years(axis, len(uses) * HEIGHT)}"/>{inner}</svg>'
    )


def _steps(counts: Series, axis: Axis, editions: Sequence[str], floor: int, most: int) -> str:
    """The outline: flat while an edition is in force, a step where the next one comes."""
    parts = []
    standing = False
    for edition, number in zip(editions, counts, strict=True):
        height = floor - round((HEIGHT - _ROOM) * number / most, 1)
        if number and not standing:
            parts.append(f"M{axis.at(edition)} {floor}")
        if number or standing:
            parts.append(f"V{height if number else floor}")
        if number:
            parts.append(f"H{axis.end(edition)}")
        elif standing:
            parts.append("Z")
        standing = bool(number)
    return "".join(parts) + (f"V{floor}Z" if standing else "")


def _years(axis: Axis, height: int) -> str:
    marks = [year for year in range(axis.first, axis.last + 1) if year % 5 == 0]
    return "".join(f"M{axis.at(f'{year}-01-01')} 0V{height}" for year in marks)


def described(uses: Uses, editions: Sequence[str]) -> str:
    """The row in words: `mana value: first in 2021, 49 places in the latest edition`."""
    there = [place for place, number in enumerate(uses.counts) if number]
    if not there:
        return f"{uses.name}: in no edition"
    first, last, most = editions[there[0]][:4], editions[there[-1]][:4], max(uses.counts)
    places = "place" if most == 1 else "places"
    until = "to today" if there[-1] == len(editions) - 1 else f"to {last}"
    return f"{uses.name}: from {first} {until}, in at most {most:,} {places}"
