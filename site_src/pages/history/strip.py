"""The picture of one lineage: a bar while it exists, a tick for each version."""

import re
from collections.abc import Iterable

from markupsafe import Markup

from graph.answers.history import HistoryAnswer, HistoryEntry
from rules.links import SLIGHT
from site_src.markup.words import count
from site_src.pages.history.timeline import MOVES
from site_src.pages.history.years import Years, draw_years

_TICKS = {"slight": "7V13", "move": "10V19", "edit": "1V19"}
"""Tick shapes that show the weight without colour: short, lower half, whole height."""
_JOINT = re.compile(r"H(\d+)M\1 10")
"""The end of a bar and the beginning of the next one at the same position; without them the two are one bar."""


def draw_strip(trace: HistoryAnswer, years: Years) -> Markup:
    """Return the picture of a lineage over the years of its work."""
    versions = trace.entries
    paths = _draw_bars(versions, years) + _draw_ticks(versions, years)
    first, last = versions[0].first[:4], versions[-1].last[:4]
    when = f"between {first} and {last}"
    if trace.status == "current":
        when = f"since {first}"
    words = count(len(versions), "version")
    return draw_years(paths, "strip", f"{words} {when}")


def _draw_bars(versions: Iterable[HistoryEntry], years: Years) -> str:
    """Return a bar for each run of versions without a gap."""
    bars = ""
    for version in versions:
        bars += f"M{years.at(version.first)} 10H{years.end(version.last)}"
    joined = _JOINT.sub("", bars)
    return f'<path class="bar" d="{joined}"/>'


def _draw_ticks(versions: Iterable[HistoryEntry], years: Years) -> str:
    """Return a tick at the beginning of each version, with one path for all ticks of the same weight."""
    ticks = dict.fromkeys(_TICKS, "")
    for version in versions:
        weight = _weigh(version)
        ticks[weight] += f"M{years.at(version.first)} {_TICKS[weight]}"
    paths = ""
    for weight, ticks_of_weight in ticks.items():
        if ticks_of_weight:
            paths += f'<path class="tick-{weight}" d="{ticks_of_weight}"/>'
    return paths


def _weigh(version: HistoryEntry) -> str:
    """Return the weight of a version: `edit` for a changed text, `move` for only another number, else `slight`."""
    if version.change_class not in SLIGHT:
        return "edit"
    if version.change_kind in MOVES:
        return "move"
    return "slight"
