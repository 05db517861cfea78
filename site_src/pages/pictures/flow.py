"""The flow of numbers between two editions: ribbons from the sections of the older to those of the newer one."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate

from markupsafe import Markup
from msgspec.structs import replace

from rules.numbers import chapter_of, section_of
from rules.store import Store
from site_src.layout import PageLink
from site_src.markup.words import count, date_in_words, say
from site_src.pages.pictures.drawing import (
    UNITS,
    Picture,
    Table,
    drawing,
    format_name,
    number,
    path,
    plot,
    strip_links,
    text,
)
from site_src.pages.pictures.survey import PictureData

NEW, GONE = "+", "−"
"""Placeholders for the section of a rule that the older, or the newer, edition does not have."""
_STEPS = 7
"""Maximum number of steps between two editions that are drawn."""
_BAR, _GAP, _HEIGHT = 20, 12, 500

Flows = Mapping[tuple[str, str], int]
"""Number of rules that went from one section to another, by the two sections."""


def flow(store: Store, data: PictureData) -> Picture:
    """Return the picture of the steps in which the most rules were renumbered, and of all steps together."""
    busiest, *others = rank_steps(store, data)
    whole = (data.editions[0], data.latest)
    by_section = dict.fromkeys((busiest, whole, *others[: _STEPS - 1]))
    first, *views = (_make_view(store, data, step, "section") for step in by_section)
    views += [_make_view(store, data, step, "chapter") for step in dict.fromkeys((busiest, whole))]
    flows = flows_between(store, *busiest, section_of)
    return replace(
        first,
        name="flow",
        title="Flow of numbers between two editions",
        about="How rules moved from section to section, and from chapter to chapter.",
        words=_describe_flows(busiest, flows, [_map_names(store, data, edition, section_of) for edition in busiest]),
        small=strip_links(first.drawing),
        views=views,
        hint="Point at a ribbon to read it.",
        document={"old": busiest[0], "new": busiest[1], "flows": [[*pair, size] for pair, size in flows.items()]},
        head=("from", "to", "rules"),
        rows=[(*pair, size) for pair, size in flows.items()],
    )


def rank_steps(store: Store, data: PictureData) -> list[tuple[str, str]]:
    """Return the steps between adjacent editions, those in which the most rules were renumbered first.

    Steps without renumbered rules are omitted, unless there are no others: then the latest is the only one.

    Raises:
        ValueError: There are no two editions that were aligned.
    """
    sizes = {}
    for edition in data.editions:
        before = store.previous(edition)
        if before in data.homes:
            sizes[before, edition] = sum(link.kind in ("renumbered", "moved") for link in store.links(edition))
    if not sizes:
        raise ValueError("no two editions were aligned")
    order = sorted(sizes, key=lambda step: (sizes[step], step), reverse=True)
    return [step for step in order if sizes[step]] or order[:1]


def flows_between(store: Store, old: str, new: str, place_of: Callable[[str], str]) -> dict[tuple[str, str], int]:
    """Return how many rules went from which place to which, by lineage, in the order of the numbers.

    New and deleted rules come last.
    """
    # rules and subrules, without headings of chapters and sections
    was, now = (
        {lineage: key for key, lineage in store.lineages(edition).items() if "." in key and ":" not in key}
        for edition in (old, new)
    )
    counted = Counter(
        (place_of(was[rule]) if rule in was else NEW, place_of(now[rule]) if rule in now else GONE)
        for rule in {**was, **now}
    )
    return dict(sorted(counted.items(), key=lambda item: (item[0][0] == NEW, item[0][0], item[0][1] == GONE, item[0])))


def _map_names(store: Store, data: PictureData, edition: str, place_of: Callable[[str], str]) -> dict[str, str]:
    """Return the headings of the sections or chapters of an edition, by number."""
    places = {place_of(number) for number in data.numbers[edition].values()}
    rules = {place: store.rule(edition, place) for place in places}
    return {
        **{place: (rule.heading if rule else None) or "" for place, rule in rules.items()},
        NEW: "new or split off",
        GONE: "deleted or merged",
    }


def _name_place(names: Mapping[str, str], place: str) -> str:
    return names[place] if place in (NEW, GONE) else f"{place} {names.get(place, '')}".strip()


def _make_view(store: Store, data: PictureData, step: tuple[str, str], unit: str) -> Picture:
    old, new = step
    place_of = section_of if unit == "section" else chapter_of
    flows = flows_between(store, old, new, place_of)
    names = [_map_names(store, data, edition, place_of) for edition in step]
    href = f"../../compare/{old}..{new}/" if store.previous(new) == old else f"../../compare/?from={old}&to={new}"
    days = f"{date_in_words(old)} to {date_in_words(new)}"
    title = days + (", chapter by chapter" if unit == "chapter" else "")
    kept = sum(size for (source, target), size in flows.items() if source == target)
    return Picture(
        f"{unit}-{old}-{new}",
        title,
        _draw_flows(flows, names, step, f"Rules from {unit} to {unit}, {days}"),
        (say("stayed_in", stayed=f"{kept:,}", rules=count(sum(flows.values()), "rule"), unit=unit),),
        PageLink("Compare these two editions", href),
        Table(
            f"From where to where, {title}",
            ("From", "To", "Rules"),
            [(_name_place(names[0], source), _name_place(names[1], to), size) for (source, to), size in flows.items()],
        ),
    )


def _describe_flows(step: tuple[str, str], flows: Flows, names: Sequence[Mapping[str, str]]) -> tuple[str, ...]:
    old, new = step
    stayed = sum(size for (source, target), size in flows.items() if source == target)
    added = sum(size for (source, _), size in flows.items() if source == NEW)
    gone = sum(size for (_, target), size in flows.items() if target == GONE)
    moved = {pair: size for pair, size in flows.items() if pair[0] != pair[1] and NEW not in pair and GONE not in pair}
    sentences = [
        say(
            "most_moved",
            old=date_in_words(old),
            new=date_in_words(new),
            stayed=count(stayed, "rule"),
            moved=f"{sum(moved.values()):,}",
            added=f"{added:,}",
            gone=f"{gone:,}",
        )
    ]
    if moved:
        (source, target), size = max(moved.items(), key=lambda item: item[1])
        sentences.append(
            say(
                "broadest_stream",
                rules=count(size, "rule"),
                old=_name_place(names[0], source),
                new=_name_place(names[1], target),
            )
        )
    return tuple(sentences)


def _draw_flows(flows: Flows, names: Sequence[Mapping[str, str]], step: tuple[str, str], label: str) -> Markup:
    """Draw two columns of bars, connected by ribbons in the order of the numbers."""
    sides = [
        sorted({key[side] for key in flows}, key=lambda chapter: (chapter in (NEW, GONE), chapter)) for side in (0, 1)
    ]
    most = max(map(len, sides))
    height = max(_HEIGHT, 17 * most + 40)
    scale = (height - 30 - _GAP * (most - 1)) / max(1, sum(flows.values()))
    bars: list[dict[str, tuple[float, float]]] = []
    for side, order in enumerate(sides):
        sizes = [sum(size for key, size in flows.items() if key[side] == chapter) * scale for chapter in order]
        tops = accumulate((size + _GAP for size in sizes), initial=24.0)
        bars.append(dict(zip(order, zip(tops, sizes, strict=False), strict=False)))
    used: list[dict[str, float]] = [{chapter: top for chapter, (top, _) in bar.items()} for bar in bars]
    shapes: list[str] = []
    for (source, target), size in flows.items():
        thick = size * scale
        y0, y1 = used[0][source], used[1][target]
        used[0][source] += thick
        used[1][target] += thick
        name = "ribbon" + (" ribbon-kept" if source == target else "") + (" ribbon-thin" if thick < 1 else "")
        title = f"{_name_place(names[0], source)} → {_name_place(names[1], target)}: {count(size, 'rule')}"
        shapes.append(path(name, _draw_ribbon(y0, y1, thick), title))
    written = [text(0, 12, date_in_words(step[0]), "tick"), text(UNITS, 12, date_in_words(step[1]), "tick", "end")]
    for side, bar in enumerate(bars):
        edge, inner = (UNITS, UNITS - _BAR) if side else (0, _BAR)
        for chapter, (top, tall) in bar.items():
            shapes.append(path("bar", f"M{edge} {number(top)}H{inner}v{number(max(1, tall))}H{edge}z"))
            words = format_name(chapter, names[side].get(chapter, ""))
            written.append(
                text(edge, top + tall / 2 + 4, words, "name", "" if side else "end", aside=7 if side else -7)
            )
    return drawing("flow", height, label, [plot(height, shapes), *written], is_image=True)


def _draw_ribbon(y0: float, y1: float, thick: float) -> str:
    left, right, middle = _BAR, UNITS - _BAR, UNITS // 2
    top = f"M{left} {number(y0)}C{middle} {number(y0)} {middle} {number(y1)} {right} {number(y1)}"
    y2, y3 = number(y1 + thick), number(y0 + thick)
    return f"{top}V{y2}C{middle} {y2} {middle} {y3} {left} {y3}Z"
