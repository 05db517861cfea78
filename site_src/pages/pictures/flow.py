"""The flow of numbers between two editions: ribbons from the sections of the older to those of the newer one."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal, TypeAlias

from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace

from rules.numbers import chapter_of, section_of
from rules.store import Store
from site_src.addresses import PageLink
from site_src.markup.words import count, date_in_words, say
from site_src.pages.pictures.drawing import UNITS, coordinate, drawing, format_name, path, plot, strip_links, text
from site_src.pages.pictures.picture import Picture, Table
from site_src.pages.pictures.survey import PictureData

NEW, GONE = "+", "−"
"""In place of the section of a rule that the older edition, or the newer one, does not have."""
_STEPS = 7
"""Maximum number of steps between adjacent editions that are drawn, the busiest first; in addition, a picture shows all
steps together, from the first edition to the latest."""
_BAR, _GAP = 20, 12
"""Width of a bar, in units of the plot, and pixels between two of them."""
_ABOVE, _BELOW, _LEAST_HEIGHT = 24, 6, 500
"""Pixels above and below the bars, and minimum number of pixels of a drawing."""
_LEAST_BAR, _SPARE = 17, 16
"""Minimum average number of pixels of a bar with its gap, and pixels that a drawing of such bars has in addition."""

Level: TypeAlias = Literal["section", "chapter"]
Flows: TypeAlias = Mapping[tuple[str, str], int]
"""Number of rules that went from one section or chapter to another, by the two."""
Names: TypeAlias = Mapping[str, str]
"""Headings of the sections or chapters of an edition, by number."""


def flow(store: Store, data: PictureData) -> Picture:
    """Return the picture of the steps in which the most rules were renumbered, and of all steps together."""
    busiest, *other_steps = rank_steps(store, data)
    all_steps = (data.editions[0], data.latest)
    # each step once: with two editions, the busiest step is all steps
    drawn_by_section = dict.fromkeys([busiest, all_steps, *other_steps[: _STEPS - 1]])
    drawn_by_chapter = dict.fromkeys([busiest, all_steps])
    main_view, *other_views = [
        *(_make_view(store, data, step, "section") for step in drawn_by_section),
        *(_make_view(store, data, step, "chapter") for step in drawn_by_chapter),
    ]
    old, new = busiest
    flows = flows_between(store, old, new, section_of)
    names = [_map_names(store, data, edition, section_of) for edition in busiest]
    rows = [(origin, destination, size) for (origin, destination), size in flows.items()]
    return replace(
        main_view,
        name="flow",
        title="Flow of numbers between two editions",
        about="How rules moved from section to section, and from chapter to chapter.",
        words=_describe_flows(busiest, flows, names),
        small=strip_links(main_view.drawing),
        views=other_views,
        hint="Point at a ribbon to read it.",
        document={"old": old, "new": new, "flows": rows},
        head=("from", "to", "rules"),
        rows=rows,
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
        if before in data.editions:  # an edition before it may have no rules
            sizes[before, edition] = sum(link.kind in ("renumbered", "moved") for link in store.links(edition))
    if not sizes:
        raise ValueError("no two editions were aligned")
    order = sorted(sizes, key=lambda step: (sizes[step], step), reverse=True)
    return [step for step in order if sizes[step]] or order[:1]


def flows_between(store: Store, old: str, new: str, division_of: Callable[[str], str]) -> dict[tuple[str, str], int]:
    """Return the number of rules that went from each section or chapter to each other: `{("5", "7"): 120, …}`.

    They are in the order of the numbers; new and deleted rules come last.

    Args:
        store: The knowledge base.
        old: The older edition.
        new: The newer edition.
        division_of: Returns the section, or the chapter, of a number.
    """
    before, after = _map_rules(store, old), _map_rules(store, new)
    counted = Counter[tuple[str, str]]()
    for lineage in {**before, **after}:
        origin, destination = NEW, GONE
        if lineage in before:
            origin = division_of(before[lineage])
        if lineage in after:
            destination = division_of(after[lineage])
        counted[origin, destination] += 1
    return {ends: counted[ends] for ends in sorted(counted, key=_sort_flow)}


def _sort_flow(flow: tuple[str, str]) -> tuple[bool, str, bool, str]:
    """Return the sorting key of a flow from one section or chapter to another."""
    origin, destination = flow
    return origin == NEW, origin, destination == GONE, destination


def _map_rules(store: Store, edition: str) -> dict[str, str]:
    """Return the numbers of rules and subrules by lineage, without headings of chapters and sections."""
    lineages = store.lineages(edition)
    return {lineage: key for key, lineage in lineages.items() if "." in key and ":" not in key}


def _map_names(store: Store, data: PictureData, edition: str, division_of: Callable[[str], str]) -> dict[str, str]:
    """Return the headings of the sections or chapters of an edition, by number."""
    names = {NEW: "new or split off", GONE: "deleted or merged"}
    for division in {division_of(key) for key in data.numbers[edition].values()}:
        rule = store.rule(edition, division)
        if rule is not None:
            names[division] = rule.heading or ""
    return names


def _name_division(names: Names, division: str) -> str:
    """Return the name of a section or chapter: `702 Keyword Abilities`, or `new or split off`."""
    if division in (NEW, GONE):
        return names[division]
    return f"{division} {names.get(division, '')}".strip()


def _make_view(store: Store, data: PictureData, step: tuple[str, str], level: Level) -> Picture:
    """Return the drawing of the flow between two editions, with its words, table and link."""
    old, new = step
    days = f"{date_in_words(old)} to {date_in_words(new)}"
    if level == "section":
        division_of, title = section_of, days
    else:
        division_of, title = chapter_of, f"{days}, chapter by chapter"
    flows = flows_between(store, old, new, division_of)
    names = [_map_names(store, data, edition, division_of) for edition in step]
    drawn = _draw_flows(flows, names, step, f"Rules from {level} to {level}, {days}")
    stayed = f"{_count_stayed(flows):,}"
    rules = count(sum(flows.values()), "rule")
    sentence = say("stayed_in", stayed=stayed, rules=rules, unit=level)
    comparison = PageLink("Compare these two editions", _link_comparison(store, old, new))
    table = _tabulate_flows(flows, names, title)
    return Picture(
        name=f"{level}-{old}-{new}", title=title, drawing=drawn, words=(sentence,), link=comparison, table=table
    )


def _link_comparison(store: Store, old: str, new: str) -> str:
    """Return the address of the comparison of two editions, from the page of a picture."""
    if store.previous(new) == old:
        return f"../../compare/{old}..{new}/"
    return f"../../compare/?from={old}&to={new}"


def _tabulate_flows(flows: Flows, names: Sequence[Names], title: str) -> Table:
    before, after = names
    rows = []
    for (origin, destination), size in flows.items():
        left, right = _name_division(before, origin), _name_division(after, destination)
        rows.append((left, right, size))
    return Table(f"From where to where, {title}", ("From", "To", "Rules"), rows)


def _count_stayed(flows: Flows) -> int:
    """Return the number of rules whose section or chapter has the same number in both editions."""
    return sum(size for (origin, destination), size in flows.items() if origin == destination)


def _describe_flows(step: tuple[str, str], flows: Flows, names: Sequence[Names]) -> tuple[str, ...]:
    """Return the sentences above the picture: how many rules moved, and the broadest stream."""
    old, new = step
    added = sum(size for (origin, _), size in flows.items() if origin == NEW)
    gone = sum(size for (_, destination), size in flows.items() if destination == GONE)
    moved = {ends: size for ends, size in flows.items() if _is_move(*ends)}
    most_moved = say(
        "most_moved",
        old=date_in_words(old),
        new=date_in_words(new),
        stayed=count(_count_stayed(flows), "rule"),
        moved=f"{sum(moved.values()):,}",
        added=f"{added:,}",
        gone=f"{gone:,}",
    )
    if not moved:
        return (most_moved,)
    origin, destination = max(moved, key=moved.__getitem__)
    broadest_stream = say(
        "broadest_stream",
        rules=count(moved[origin, destination], "rule"),
        old=_name_division(names[0], origin),
        new=_name_division(names[1], destination),
    )
    return most_moved, broadest_stream


def _is_move(origin: str, destination: str) -> bool:
    """Return whether a flow leads from one section or chapter to a different one."""
    return origin not in (destination, NEW) and destination != GONE


class _Bar(Struct):
    """A section or chapter as part of a column, in pixels.

    Attributes:
        top: Its upper end.
        height: Its height.
        next_ribbon: The upper end of the next ribbon at the bar: the bar's own, until ribbons are drawn.
    """

    top: float
    height: float
    next_ribbon: float


_Column: TypeAlias = Mapping[str, _Bar]
"""The sections or chapters of an edition, from the top."""


def _draw_flows(flows: Flows, names: Sequence[Names], step: tuple[str, str], label: str) -> Markup:
    """Draw two columns of bars, connected by ribbons in the order of the numbers."""
    origins = _add_up((origin, size) for (origin, _), size in flows.items())
    destinations = _add_up((destination, size) for (_, destination), size in flows.items())
    most_bars = max(len(origins), len(destinations))
    height = max(_LEAST_HEIGHT, _LEAST_BAR * most_bars + _ABOVE + _SPARE)
    height_of_bars = height - _ABOVE - _BELOW - _GAP * (most_bars - 1)
    scale = height_of_bars / max(1, sum(flows.values()))
    left, right = _stack_bars(origins, scale), _stack_bars(destinations, scale)
    shapes = [
        *_draw_ribbons(flows, names, (left, right), scale),
        *_draw_bars(left, is_right=False),
        *_draw_bars(right, is_right=True),
    ]
    old, new = step
    texts = [
        text(0, 12, date_in_words(old), "tick"),
        text(UNITS, 12, date_in_words(new), "tick", "end"),
        *_write_names(left, names[0], is_right=False),
        *_write_names(right, names[1], is_right=True),
    ]
    return drawing("flow", height, label, [plot(height, shapes), *texts], is_image=True)


def _add_up(sizes: Iterable[tuple[str, int]]) -> dict[str, int]:
    """Return the number of rules of each section or chapter, in order; `NEW` and `GONE` come last."""
    total = Counter[str]()
    for division, size in sizes:
        total[division] += size
    order = sorted(total, key=lambda division: (division in (NEW, GONE), division))
    return {division: total[division] for division in order}


def _stack_bars(sizes: Mapping[str, int], scale: float) -> _Column:
    """Return the bars of a column; `scale` is the number of pixels for a rule."""
    bars = {}
    top = float(_ABOVE)
    for division, size in sizes.items():
        bars[division] = _Bar(top, size * scale, top)
        top += size * scale + _GAP
    return bars


def _draw_ribbons(flows: Flows, names: Sequence[Names], columns: tuple[_Column, _Column], scale: float) -> list[str]:
    """Return a ribbon for each flow; at each bar, ribbons are one below the other."""
    ribbons = []
    for (origin, destination), size in flows.items():
        left, right = columns[0][origin], columns[1][destination]
        thickness = size * scale
        classes = "ribbon"
        if origin == destination:
            classes += " ribbon-kept"
        if thickness < 1:
            classes += " ribbon-thin"
        title = f"{_name_division(names[0], origin)} → {_name_division(names[1], destination)}: {count(size, 'rule')}"
        ribbons.append(path(classes, _outline_ribbon(left.next_ribbon, right.next_ribbon, thickness), title))
        left.next_ribbon += thickness
        right.next_ribbon += thickness
    return ribbons


def _outline_ribbon(left_y: float, right_y: float, thickness: float) -> str:
    """Return the outline of a ribbon between two bars.

    Args:
        left_y: Position of its upper edge at the bar on the left.
        right_y: Position of its upper edge at the bar on the right.
        thickness: Pixels between its upper and its lower edge.
    """
    left, right, middle = _BAR, UNITS - _BAR, UNITS // 2
    left_top, right_top = coordinate(left_y), coordinate(right_y)
    left_bottom, right_bottom = coordinate(left_y + thickness), coordinate(right_y + thickness)
    upper_edge = f"M{left} {left_top}C{middle} {left_top} {middle} {right_top} {right} {right_top}"
    lower_edge = f"C{middle} {right_bottom} {middle} {left_bottom} {left} {left_bottom}"
    return f"{upper_edge}V{right_bottom}{lower_edge}Z"


def _draw_bars(column: _Column, *, is_right: bool) -> list[str]:
    """Return the bars of a column at the left or the right edge."""
    edge, inner = 0, _BAR
    if is_right:
        edge, inner = UNITS, UNITS - _BAR
    shapes = []
    for bar in column.values():
        height = coordinate(max(1, bar.height))
        shapes.append(path("bar", f"M{edge} {coordinate(bar.top)}H{inner}v{height}H{edge}z"))
    return shapes


def _write_names(column: _Column, names: Names, *, is_right: bool) -> list[str]:
    """Return the name of each bar, next to its middle and outside the plot."""
    x, anchor, aside = 0, "end", -7
    if is_right:
        x, anchor, aside = UNITS, "", 7
    written = []
    for division, bar in column.items():
        words = format_name(division, names.get(division, ""))
        baseline = bar.top + bar.height / 2 + 4
        written.append(text(x, baseline, words, "name", anchor, aside=aside))
    return written
