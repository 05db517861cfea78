"""The numbers of the items of an ordered list on a page, which a browser counts and the page does not contain.

A list may begin with another number than 1 (`start`), an item may have a number of its own (`value`), and the form may
be letters or Roman numerals: by `type`, by a style, or by a class of docutils. Many sites put a list around texts that
have numbers of their own, so an item that begins with one gets no other.
"""

import re
from itertools import islice

from bs4.element import Tag

from scraper.list_marks import show_number

_NO_NUMBERS = "none"
"""The form of a list without numbers."""
_MOST_BETWEEN = 4
"""Maximum number of elements that are looked at above an item; between it and its list is at most an open paragraph."""
_COUNT = re.compile(r"(?<![\w-])(?P<name>start|value)\s*=\s*[\"']?(?P<number>-?\d{1,6})(?!\d)", re.IGNORECASE)
_TYPE = re.compile(r"(?<![\w-])(?i:type)\s*=\s*[\"']?(?P<form>[1aAiI])[\"'\s/]?(?![\w-])")
"""The attribute `type`; the case of its letter is that of the letters in the list."""
_LIST_STYLE = re.compile(
    r"list-style(?:-type)?\s*:\s*(?:(?P<none>none)|(?P<case>lower|upper)-(?P<kind>alpha|latin|roman))", re.IGNORECASE
)
_DOCUTILS_CLASS = re.compile(r"(?<![\w-])(?P<case>lower|upper)(?P<kind>alpha|roman)(?![\w-])", re.IGNORECASE)
_FORMS = {("lower", False): "a", ("upper", False): "A", ("lower", True): "i", ("upper", True): "I"}
"""The case of letters, and whether they are Roman numerals → the form."""
_AROUND = frozenset(("ol", "ul", "li"))
_OWN_NUMBER = re.compile(r"[\W_]*(?:\d|[A-Za-z]{1,2}[.)]\s|(?:CR|rule|Examples?)\b)", re.IGNORECASE)
"""The beginning of an item with a number, a letter or a word of its own before the text."""


def keep_counts(attributes: str) -> str:
    """Return those attributes of a list or an item that say how it is counted, quoted again.

    Args:
        attributes: All attributes, as in the source.
    """
    written = [f' {count["name"].lower()}="{count["number"]}"' for count in _COUNT.finditer(attributes)]
    form = _find_form(attributes)
    if form:
        written.append(f' type="{form}"')
    return "".join(dict.fromkeys(written))


def _find_form(attributes: str) -> str:
    """Return the form of numbers that attributes name; empty if they name none.

    `type="a"` → `a`; `style="list-style: upper-roman"` → `I`; `class="arabic loweralpha"` → `a`.
    """
    named = _TYPE.search(attributes)
    if named is not None:
        return named["form"]
    style = _LIST_STYLE.search(attributes)
    if style is not None and style["none"]:
        return _NO_NUMBERS
    numerals = style or _DOCUTILS_CLASS.search(attributes)
    if numerals is None:
        return ""
    return _FORMS[numerals["case"].lower(), numerals["kind"].lower() == "roman"]


class ItemCounter:
    """Counts the items of the ordered lists of a page, in document order."""

    def __init__(self) -> None:
        self._last_numbers: dict[int, int] = {}  # by the identity of a list, the number of its last item
        self._list_of_item: dict[int, Tag | None] = {}  # by the identity of an item, its list
        self._mark = ""  # of the item that begins, until its first text
        self._depth = 0  # the number of elements around that item

    def begin(self, element: Tag, depth: int) -> None:
        """Count an element if it is an item.

        Args:
            element: The element that begins.
            depth: The number of elements around it.
        """
        if element.name == "li":
            self._mark, self._depth = self._count(element), depth

    def end(self, depth: int) -> None:
        """Forget the mark of an item that has had no text, once that item or an element around it ends.

        Args:
            depth: The number of elements around the element that ends.
        """
        if depth <= self._depth:
            self._mark = ""

    def mark_text(self, text: str, white: str, *, is_linked: bool) -> str:
        """Return a text; with the mark of its item if it is the first one, and has neither a number nor a link.

        Args:
            text: The text, with the white space around it.
            white: The characters that are white space.
            is_linked: Whether the text is a link to elsewhere, as in a list of contents.
        """
        words = text.lstrip(white)
        mark, self._mark = self._mark, ""
        if not mark or is_linked or _OWN_NUMBER.match(words) is not None:
            return text
        return f"{text[: len(text) - len(words)]}{mark} {words}"

    def _count(self, item: Tag) -> str:
        """Return what a browser shows before an item, such as `2.`; empty if the item is in no ordered list."""
        ordered_list = self._find_list(item)
        self._list_of_item[id(item)] = ordered_list
        if ordered_list is None:
            return ""
        number_before = self._last_numbers.get(id(ordered_list), _read_number(ordered_list, "start", 1) - 1)
        number = _read_number(item, "value", number_before + 1)
        self._last_numbers[id(ordered_list)] = number
        form = str(item.get("type") or ordered_list.get("type") or "1")
        if form == _NO_NUMBERS:
            return ""
        return f"{show_number(number, form)}."

    def _find_list(self, item: Tag) -> Tag | None:
        """Return the ordered list of an item; None if it is in none.

        The parser reads `<ol><li>A<li>B</ol>`, whose first item is never closed, as `<ol><li>A<li>B</li></li></ol>`:
        the second item is inside of the first, and both are items of the same list.
        """
        container = next((parent for parent in islice(item.parents, _MOST_BETWEEN) if parent.name in _AROUND), None)
        if container is None or container.name == "ul":
            return None
        if container.name == "li":
            return self._list_of_item.get(id(container))
        return container


def _read_number(element: Tag, name: str, default: int) -> int:
    """Return the number in an attribute; `default` if there is none."""
    value = element.get(name)
    if value is None:
        return default
    return int(str(value))
