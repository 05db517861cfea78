"""How often each name of a thing occurs in each edition, and the picture of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from markupsafe import Markup

from graph.history.since import last_day
from graph.lineages import Inventory
from graph.terms.history import Series, WorkTexts
from site_src.data.corpus import Corpus
from site_src.markup.passages import text_html
from site_src.pages.history.strip import WIDTH, Axis, draw_years

HEIGHT = 20
"""Height in units of the picture; the style sheet sets the size on the page."""


def history_of(corpus: Corpus, editions: Sequence[str]) -> WorkTexts:
    """Return the texts of some editions of the Comprehensive Rules, oldest first."""
    inventories = [
        Inventory(
            content.edition.id,
            [row.key for row in content.rows],
            [row.text for row in content.rows],
            [row.parent for row in content.rows],
        )
        for content in map(corpus.contents.__getitem__, editions)
    ]
    return WorkTexts(inventories, corpus.words)


def pictures(uses: Mapping[str, Series], editions: Sequence[str]) -> dict[str, Markup]:
    """Return a picture of the uses of each name in the editions: years from left to right, their number as height.

    Names share one scale, so that their pictures can be compared.
    """
    axis = Axis(editions)
    most = max((max(counts, default=0) for counts in uses.values()), default=0)
    return {name: _draw_picture(name, counts, axis, most) for name, counts in uses.items()} if most else {}


def _draw_picture(name: str, counts: Series, axis: Axis, most: int) -> Markup:
    curve = _draw_steps(counts, axis, most)
    paths = f'<path class="uses-curve" d="{curve}"/><path class="uses-floor" d="M0 {HEIGHT}H{WIDTH}"/>'
    return draw_years(paths, "uses", text_html(describe_uses(name, counts, axis.editions)))


def _draw_steps(counts: Series, axis: Axis, most: int) -> str:
    """Return the outline: flat while an edition is in force, with a step at the start of the next one."""
    parts = []
    standing = 0
    for edition, number in zip(axis.editions, counts, strict=True):
        if number == standing:
            continue
        parts.append(f"H{axis.at(edition)}" if standing else f"M{axis.at(edition)} {HEIGHT}")
        parts.append(f"V{HEIGHT - round(HEIGHT * number / most, 1):g}" + ("" if number else "Z"))
        standing = number
    return "".join(parts) + (f"H{WIDTH}V{HEIGHT}Z" if standing else "")


def describe_uses(name: str, counts: Series, editions: Sequence[str]) -> str:
    """Return the uses of a name in words: `mana value: from 2021 to today, in at most 49 places`."""
    there = [place for place, number in enumerate(counts) if number]
    if not there:
        return f"{name}: in no edition"
    first, most = editions[there[0]][:4], max(counts)
    places = "place" if most == 1 else "places"
    ended = last_day(editions, editions[there[-1]])
    until = f"to {ended[:4]}" if ended else "to today"
    return f"{name}: from {first} {until}, in at most {most:,} {places}"
