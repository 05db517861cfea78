"""The numbers before the items of lists in OpenDocument text, which a word processor counts when it shows the file.

A list names a style. For each level of lists inside lists, the style says in which form numbers are shown (`1`, `a`,
`i`), what is before and after a number, and how many outer numbers are shown with it, as in `702.1`.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct, field

from scraper.list_marks import show_number

TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
STYLE = "{urn:oasis:names:tc:opendocument:xmlns:style:1.0}"
_LIBRE_OFFICE = "{urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0}"
LIST_ITEM = f"{TEXT}list-item"
PARAGRAPHS = (f"{TEXT}p", f"{TEXT}h")
_LIST = f"{TEXT}list"
_COUNTED_LEVEL = f"{TEXT}list-level-style-number"
_LEVELS = frozenset((_COUNTED_LEVEL, f"{TEXT}list-level-style-bullet", f"{TEXT}list-level-style-image"))
_PLACE = re.compile(r"%(\d{1,2})%")
"""The place of the number of a level in a pattern such as `%1%.%2%`."""
_COUNT = re.compile(r"\d{1,6}")


class _Level(Struct, frozen=True):
    """How the numbers of one level of lists are shown.

    Attributes:
        form: The form of a number, as `scraper.list_marks` calls it; empty for none, as for bullets.
        before: What is before the numbers.
        after: What is after them.
        start: The first number.
        shown: How many levels are shown, this one and those around it.
        pattern: All of that as one text, `%1%.%2%`; empty if the file has none.
    """

    form: str
    before: str
    after: str
    start: int
    shown: int
    pattern: str


ListStyles = Mapping[str, Mapping[int, _Level]]
"""Name of a style → level, from 1 → how its numbers are shown."""


class ItemMarks(Struct):
    """What is shown before the items of the lists of a file.

    Attributes:
        marks: Item → its mark, such as `100.`; bullets are not among them.
        unknown: The items whose mark the file does not tell.
    """

    marks: dict[Any, str] = field(default_factory=dict)
    unknown: set[Any] = field(default_factory=set)


def read_list_styles(roots: Sequence[Any]) -> ListStyles:
    """Return the styles of lists that parts of a file define; if two define one style, the earlier part decides."""
    styles: dict[str, dict[int, _Level]] = {}
    for root in roots:
        for style in root.iter(f"{TEXT}list-style"):
            levels = {_read_count(level, f"{TEXT}level", 1): _read_level(level) for level in style if _is_level(level)}
            styles.setdefault(style.get(f"{STYLE}name", ""), levels)
    return styles


def mark_items(body: Any, styles: ListStyles) -> ItemMarks:
    """Return the marks of all items of the lists of a text."""
    return _Counter(styles).count(body)


class _Counter:
    """Counts the items of lists.

    Args:
        styles: The styles of lists.
    """

    def __init__(self, styles: ListStyles) -> None:
        self._styles = styles
        self._last: dict[tuple[str, int], int] = {}  # the last number of a style, or of a list by its id, at a level
        self._found = ItemMarks()

    def count(self, body: Any) -> ItemMarks:
        """Count the items of all lists of a text, in their order."""
        for element in body.iter(_LIST):
            if next(element.iterancestors(_LIST), None) is None:
                self._count_list(element, "", ())
        return self._found

    def _count_list(self, element: Any, inherited: str, outer: tuple[int, ...]) -> None:
        """Count the items of a list and of the lists in them.

        Args:
            element: The list.
            inherited: The style of the list around it; empty if there is none.
            outer: The numbers of the items around it.
        """
        style = element.get(f"{TEXT}style-name") or inherited
        depth = len(outer) + 1
        levels = self._styles.get(style)
        level = None if levels is None else levels.get(depth)
        number = self._find_number_before(element, style, depth, level)
        for item in element.iterchildren(LIST_ITEM):
            if has_own_paragraph(item):
                number = _read_count(item, f"{TEXT}start-value", number + 1)
                self._mark(item, levels, (*outer, number))
            for inner in item.iterchildren(_LIST):
                self._count_list(inner, style, (*outer, number))
        self._last[style, depth] = number
        identifier = element.get("{http://www.w3.org/XML/1998/namespace}id")
        if identifier:
            self._last[f"#{identifier}", depth] = number

    def _find_number_before(self, element: Any, style: str, depth: int, level: _Level | None) -> int:
        """Return the number after which a list begins to count."""
        before = 0 if level is None else level.start - 1
        continued = element.get(f"{TEXT}continue-list")
        if continued:
            return self._last.get((f"#{continued}", depth), before)
        if element.get(f"{TEXT}continue-numbering") == "true":
            return self._last.get((style, depth), before)
        return before

    def _mark(self, item: Any, levels: Mapping[int, _Level] | None, numbers: tuple[int, ...]) -> None:
        """Note the mark of an item, which the file may contain, or else is made from the numbers of the item."""
        written = item.find(f"{TEXT}number")
        if written is not None and "".join(written.itertext()).strip():
            self._found.marks[item] = "".join(written.itertext()).strip()
        elif levels is None or len(numbers) not in levels:
            self._found.unknown.add(item)
        else:
            mark = _show(levels, numbers)
            if mark:
                self._found.marks[item] = mark


def has_own_paragraph(item: Any) -> bool:
    """Return whether an item begins with a paragraph; one that only holds another list has no number."""
    first = next((child for child in item if child.tag != f"{TEXT}number"), None)
    return first is not None and first.tag in PARAGRAPHS


def _show(levels: Mapping[int, _Level], numbers: tuple[int, ...]) -> str:
    """Return the mark of an item, by the numbers of its level and of those around it; empty if it has none."""
    level = levels[len(numbers)]
    if not level.form:
        return ""
    if level.pattern:
        return _PLACE.sub(lambda place: _show_place(levels, numbers, int(place[1])), level.pattern).strip()
    first = max(len(numbers) - level.shown, 0)
    shown = [_show_place(levels, numbers, place) for place in range(first + 1, len(numbers) + 1)]
    return f"{level.before}{'.'.join(filter(None, shown))}{level.after}".strip()


def _show_place(levels: Mapping[int, _Level], numbers: tuple[int, ...], place: int) -> str:
    """Return the number of a level as it is shown; empty if there is no such level, or it has no numbers."""
    if place not in levels or not 0 < place <= len(numbers) or not levels[place].form:
        return ""
    return show_number(numbers[place - 1], levels[place].form)


def _is_level(element: Any) -> bool:
    return element.tag in _LEVELS


def _read_level(element: Any) -> _Level:
    form = ""
    if element.tag == _COUNTED_LEVEL:
        form = element.get(f"{STYLE}num-format", "")
    return _Level(
        form=form,
        before=element.get(f"{STYLE}num-prefix", ""),
        after=element.get(f"{STYLE}num-suffix", ""),
        start=_read_count(element, f"{TEXT}start-value", 1),
        shown=_read_count(element, f"{TEXT}display-levels", 1),
        pattern=element.get(f"{_LIBRE_OFFICE}num-list-format", ""),
    )


def _read_count(element: Any, name: str, default: int) -> int:
    """Return the number in an attribute; `default` if there is none."""
    value = element.get(name, "")
    if _COUNT.fullmatch(value) is None:
        return default
    return int(value)


def list_counted_headings(body: Any, roots: Sequence[Any]) -> Iterator[Any]:
    """Yield the headings before which a word processor puts a number that no list counts.

    Args:
        body: The text.
        roots: The parts of the file that have styles.
    """
    numbered_levels = set()
    for root in roots:
        for outline in root.iter(f"{TEXT}outline-style"):
            numbered_levels |= {level.get(f"{TEXT}level") for level in outline if level.get(f"{STYLE}num-format")}
    if not numbered_levels:
        return
    for heading in body.iter(f"{TEXT}h"):
        is_unnumbered = heading.get(f"{TEXT}is-list-header") == "true"
        if heading.get(f"{TEXT}outline-level") in numbered_levels and not is_unnumbered:
            yield heading
