"""Where the numbers went between two editions: ribbons from the sections of the older to those of the newer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate

from markupsafe import Markup

from rules.store import Store
from site_src.layout.book import section_of
from site_src.markup.words import count, date_in_words
from site_src.pages.pictures.drawing import NARROW, WIDE, number, path, svg, text
from site_src.pages.pictures.picture import Control, Picture, Table
from site_src.pages.pictures.survey import PictureData

NEW, GONE = "+", "−"
"""Stand for a section where a rule was not there before, or is not there any more."""
_BAR = 14
_GAP = 10

Flows = Mapping[tuple[str, str], int]
"""How many rules went from a section to a section."""


def flow(store: Store, found: PictureData) -> Picture:
    """The picture, of the step in which the most rules got another number."""
    old, new = busiest_step(store, found)
    flows = flows_between(store, old, new, section_of)
    names = [_names(store, found, edition) for edition in (old, new)]
    pairs = [(one, date_in_words(one)) for one in reversed(found.editions)]
    return Picture(
        "flow",
        "Flow of numbers between two editions",
        "How rules moved from section to section, in any two editions.",
        _told(old, new, flows, names),
        [_drawing(flows, names, (old, new), width) for width in (WIDE, NARROW)],
        "Point at a ribbon to read it. Any two editions can be chosen, section by section or chapter by chapter.",
        (
            Control("old", "From", pairs, frozenset({old})),
            Control("new", "to", pairs, frozenset({new})),
            Control("by", "by", (("section", "sections"), ("chapter", "chapters")), frozenset({"section"})),
        ),
        (_table(flows, names),),
        {"old": old, "new": new, "flows": [[*pair, size] for pair, size in flows.items()]},
        ("from", "to", "rules"),
        [(*pair, size) for pair, size in flows.items()],
    )


def busiest_step(store: Store, found: PictureData) -> tuple[str, str]:
    """Two consecutive editions between which the most rules got another number; the latest of several.

    Raises:
        ValueError: There are no two that were aligned.
    """
    renumbered = {}
    for edition in found.editions:
        before = store.previous(edition)
        if before in found.homes:
            renumbered[before, edition] = sum(one.kind in ("renumbered", "moved") for one in store.links(edition))
    return max(renumbered, key=lambda step: (renumbered[step], step))


def flows_between(store: Store, old: str, new: str, place_of: Callable[[str], str]) -> dict[tuple[str, str], int]:
    """How many rules went from where to where, by lineage, in the order of the numbers; what is new or gone last."""
    was, now = ({lineage: key for key, lineage in _rules(store, edition)} for edition in (old, new))
    counted = Counter(
        (place_of(was[one]) if one in was else NEW, place_of(now[one]) if one in now else GONE)
        for one in {**was, **now}
    )
    return dict(sorted(counted.items(), key=lambda item: (item[0][0] == NEW, item[0][0], item[0][1] == GONE, item[0])))


def _rules(store: Store, edition: str) -> list[tuple[str, str]]:
    """Rules and subrules with their lineages: headings of chapters and sections are none."""
    return [(key, lineage) for key, lineage in store.lineages(edition).items() if "." in key and ":" not in key]


def _names(store: Store, found: PictureData, edition: str) -> dict[str, str]:
    """Sections of an edition with their headings then."""
    named = {section_of(number): "" for number in found.numbers[edition].values()}
    for section in named:
        rule = store.rule(edition, section)
        named[section] = f"{section} {rule.heading or ''}".strip() if rule else section
    return {**named, NEW: "not there before", GONE: "not there any more"}


def _told(old: str, new: str, flows: Flows, names: Sequence[Mapping[str, str]]) -> tuple[str, ...]:
    stayed = sum(size for (source, target), size in flows.items() if source == target)
    added = sum(size for (source, _), size in flows.items() if source == NEW)
    gone = sum(size for (_, target), size in flows.items() if target == GONE)
    moved = {pair: size for pair, size in flows.items() if pair[0] != pair[1] and NEW not in pair and GONE not in pair}
    told = [
        (
            f"From {date_in_words(old)} to {date_in_words(new)}, the step in which the most rules got another number: "
            f"{count(stayed, 'rule')} stayed in the section of their number, {sum(moved.values()):,} went to another "
            f"one, {added:,} were added and {gone:,} deleted."
        )
    ]
    if moved:
        (source, target), size = max(moved.items(), key=lambda item: item[1])
        told.append(
            f"The broadest stream: {count(size, 'rule')} from {names[0].get(source, source)} to "
            f"{names[1].get(target, target)}."
        )
    return tuple(told)


def _drawing(flows: Flows, names: Sequence[Mapping[str, str]], pair: tuple[str, str], width: int) -> Markup:
    """Two columns of bars; each ribbon leaves and arrives in the order of the numbers."""
    margin = 230 if width == WIDE else 30
    height = 520 if width == WIDE else 460
    sides = [sorted({key[side] for key in flows}, key=lambda one: (one in (NEW, GONE), one)) for side in (0, 1)]
    room = height - 30 - _GAP * (max(map(len, sides)) - 1)
    scale = room / max(1, sum(flows.values()))
    bars: list[dict[str, tuple[float, float]]] = []
    for side, order in enumerate(sides):
        sizes = [sum(size for key, size in flows.items() if key[side] == one) * scale for one in order]
        tops = accumulate((size + _GAP for size in sizes), initial=24.0)
        bars.append(dict(zip(order, zip(tops, sizes, strict=False), strict=False)))
    left, right = margin + _BAR, width - margin - _BAR
    used: list[dict[str, float]] = [{one: top for one, (top, _) in bar.items()} for bar in bars]
    parts = [
        text(margin + _BAR if width == WIDE else 0, 12, pair[0], "tick", "end" if width == WIDE else ""),
        text(width - margin - _BAR if width == WIDE else width, 12, pair[1], "tick", "" if width == WIDE else "end"),
    ]
    for (source, target), size in flows.items():
        thick = size * scale
        y0, y1 = used[0][source], used[1][target]
        used[0][source] += thick
        used[1][target] += thick
        name = "ribbon ribbon-kept" if source == target else "ribbon"
        parts.append(path(name, _ribbon(left, right, y0, y1, thick), source=source, target=target, rules=size))
    for side, bar in enumerate(bars):
        edge = margin if side == 0 else width - margin - _BAR
        for one, (top, tall) in bar.items():
            d = f"M{edge} {number(top)}h{_BAR}v{number(max(1, tall))}h-{_BAR}z"
            parts.append(path("bar", d))
            words = names[side].get(one, one) if width == WIDE else one
            beside = margin - 7 if side == 0 else width - margin + 7
            parts.append(text(beside, top + tall / 2 + 4, words, "name", "end" if side == 0 else ""))
    return svg(width, height, f"Rules from section to section, {pair[0]} to {pair[1]}", parts)


def _ribbon(left: float, right: float, y0: float, y1: float, thick: float) -> str:
    middle = number((left + right) / 2)
    top = f"M{number(left)} {number(y0)}C{middle} {number(y0)} {middle} {number(y1)} {number(right)} {number(y1)}"
    y2, y3 = number(y1 + thick), number(y0 + thick)
    return f"{top}V{y2}C{middle} {y2} {middle} {y3} {number(left)} {y3}Z"


def _table(flows: Flows, names: Sequence[Mapping[str, str]]) -> Table:
    rows = [(names[0].get(source, source), names[1].get(to, to), size) for (source, to), size in flows.items()]
    return Table("From where to where", ("From", "To", "Rules"), rows, is_open=False)
