"""The pictures of a term's page: how often the editions use each of its names."""

from collections.abc import Mapping, Sequence
from itertools import chain

from markupsafe import Markup

from graph.history import last_day
from graph.terms.work_texts import Series
from site_src.markup.passages import text_html
from site_src.markup.words import count
from site_src.pages.history.years import WIDTH, Years, draw_years

HEIGHT = 20
"""Height in units of the picture; the style sheet sets the size on the page."""


def pictures(uses: Mapping[str, Series], editions: Sequence[str]) -> dict[str, Markup]:
    """Return a picture of the uses of each name in the editions: years from left to right, their number as height.

    Names share one scale, so that their pictures can be compared. If no edition uses any of them, there is no picture.
    """
    most = max(chain.from_iterable(uses.values()), default=0)
    if not most:
        return {}
    years = Years(editions)
    floor = f'<path class="uses-floor" d="M0 {HEIGHT}H{WIDTH}"/>'
    drawn = {}
    for name, counts in uses.items():
        curve = f'<path class="uses-curve" d="{_draw_steps(counts, years, most)}"/>'
        label = text_html(describe_uses(name, counts, editions))
        drawn[name] = draw_years(curve + floor, "uses", label)
    return drawn


def _draw_steps(counts: Series, years: Years, most: int) -> str:
    """Return the outline of a curve: flat while an edition is in force, with a step at the start of the next one.

    Each run of editions with the words is a closed shape: `M9 20V8H30V0H45V20Z` begins on the ground at 9, has its
    first height until 30 and another one until 45, where the words are dropped.
    """
    d = ""
    before = 0
    for edition, number in zip(years.editions, counts, strict=True):
        if number != before:
            x = years.at(edition)
            d += f"H{x}" if before else f"M{x} {HEIGHT}"
            d += f"V{HEIGHT - round(HEIGHT * number / most, 1):g}"
            if not number:
                d += "Z"
        before = number
    if before:
        d += f"H{WIDTH}V{HEIGHT}Z"
    return d


def describe_uses(name: str, counts: Series, editions: Sequence[str]) -> str:
    """Return the uses of a name in words: `mana value: from 2021 to today, in at most 49 places`."""
    used_in = [index for index, number in enumerate(counts) if number]
    if not used_in:
        return f"{name}: in no edition"
    first = editions[used_in[0]]
    until = "today"
    ended = last_day(editions, editions[used_in[-1]])
    if ended:
        until = ended[:4]
    most_uses = count(max(counts), "place")
    return f"{name}: from {first[:4]} to {until}, in at most {most_uses}"
