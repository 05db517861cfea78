"""The objects of a JSON value in one list, each with its strings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from rules.json_files.load import STRING, Pairs
from rules.json_files.markup import are_of_pages, has_markup, without_markup
from rules.json_files.records import MOST_FIELDS, JsonObject, Leaf
from rules.json_files.strings import is_printed_number
from rules.late_patterns import compile_late

_HALF_PAIR = compile_late("[\ud800-\udfff]")
"""Half of a surrogate pair: JSON may escape it, but no text may have it."""


class _Visit(NamedTuple):
    """A value that is still to be visited.

    Attributes:
        value: The value.
        key: Its key in an object; None in a list.
        owner: The object whose field the value is; None if there is none, or if the value is an object in a list, which
            is a record alone.
        path: The name of the field in that object; for an element of a list it ends with `[]`.
    """

    value: Any
    key: str | None
    owner: JsonObject | None
    path: str


class JsonWalk:
    """A walk through the value of a file, in the order of the file.

    The walk meets the strings in the order in which the file has them. So the first string of the walk has the first
    offset, and so on.

    Args:
        offsets: The offset of each string in the file, keys included.

    Attributes:
        objects: The objects. Rows of tables (lists in lists), and strings with a key that may be a number or a term,
            are among them, because they may be records too.
        strings: The strings, keys included.
        keys: The indices of the strings that are keys.
        paths: Name of a field → the strings that any object has in the field; the name of a list ends with `[]`.
    """

    def __init__(self, offsets: Sequence[int]) -> None:
        self.objects: list[JsonObject] = []
        self.strings: list[Leaf] = []
        self.keys: set[int] = set()
        self.paths: dict[str, list[Leaf]] = {}
        self._offsets = offsets

    def list_records(self) -> list[JsonObject]:
        """Return the objects that may be records, without those that have too many fields for one."""
        return [node for node in self.objects if len(node.fields) <= MOST_FIELDS]

    def run(self, value: object) -> None:
        """Visit all values in a value. Call this once."""
        # A loop instead of recursion, because a file may be nested very deep. The last visit of the list is the next
        # one.
        waiting = [_Visit(value, None, None, "")]
        while waiting:
            nested_visits = self._visit(waiting.pop())
            waiting += reversed(nested_visits)
        self._remove_page_markup()

    def _remove_page_markup(self) -> None:
        """Remove the markup from the strings of fields that have pieces of pages, in all results."""
        without_markup_at: dict[int, Leaf] = {}  # index of a string → the string without markup
        for path, strings in self.paths.items():
            if are_of_pages([leaf.text for leaf in strings]):
                self.paths[path] = list(map(_without_page_markup, strings))
                without_markup_at.update((leaf.position, leaf) for leaf in self.paths[path])
        if without_markup_at:
            self.strings = [without_markup_at.get(leaf.position, leaf) for leaf in self.strings]
            for node in self.objects:
                node.replace_strings(without_markup_at)

    def _visit(self, visit: _Visit) -> list[_Visit]:
        """Add a value to the results, and return the visits of the values in it, which come next."""
        key = self._add_key(visit.key)
        if isinstance(visit.value, Pairs):
            node = JsonObject(key, visit.owner, visit.path)
            self.objects.append(node)
            return [_Visit(nested, name, node, name) for name, nested in visit.value]
        if isinstance(visit.value, list):
            return self._visit_list(visit, visit.value)
        if isinstance(visit.value, str):
            self._add_to_records(self._add_string(visit.value), visit, key)
        return []  # numbers, true, false and null have nothing in them, and are in no result

    def _visit_list(self, visit: _Visit, elements: list[Any]) -> list[_Visit]:
        """Return the visits of the elements of a list; a list in a list counts as a row of a table."""
        is_row = visit.path.endswith("[]")
        if not is_row:
            return [_visit_element(visit, nested) for nested in elements]
        row = JsonObject()
        self.objects.append(row)
        return [_Visit(nested, None, row, str(column)) for column, nested in enumerate(elements)]

    def _add_key(self, text: str | None) -> Leaf | None:
        """Add the key of a value to the strings and return it; None for a value in a list."""
        if text is None:
            return None
        key = self._add_string(text)
        self.keys.add(key.position)
        return key

    def _add_to_records(self, leaf: Leaf, visit: _Visit, key: Leaf | None) -> None:
        """Add a string to the object that has it, and to the object that has this object in a field.

        If the key may be the number of a rule, or a term, key and string together are also a record: `{"702.40a":
        "Draw.", "Storm": "See rule 702.40."}` has two.

        Args:
            leaf: The string.
            visit: The visit of the string.
            key: The key of the string in an object; None in a list.
        """
        self.paths.setdefault(visit.path, []).append(leaf)
        if key is not None and (is_printed_number(key.text) or _begins_with_capital(key.text)):
            self.objects.append(JsonObject(key, fields={"value": leaf}))
        owner = visit.owner
        if owner is None:
            return
        owner.add(visit.path, leaf)
        if owner.owner is not None:
            owner.owner.add(f"{owner.path}.{visit.path}", leaf)

    def _add_string(self, text: str) -> Leaf:
        """Add the next string of the file and return it; its offset is 0 if it is not known."""
        position = len(self.strings)
        offset = self._offsets[position] if position < len(self._offsets) else 0
        leaf = Leaf(position, offset, _HALF_PAIR.sub("\ufffd", text))
        self.strings.append(leaf)
        return leaf


def walk_value(text: str, value: object) -> JsonWalk:
    """Return the walk through the value of a text, after it has visited everything.

    Args:
        text: The text.
        value: Its value: the `value` of the `LoadedJson` that `rules.json_files.load.load` returns.
    """
    walk = JsonWalk([match.start() for match in STRING.finditer(text)])
    walk.run(value)
    return walk


def _begins_with_capital(text: str) -> bool:
    """Return whether the first letter of a text is a capital; marks before it, such as quotes, do not count."""
    return next(filter(str.isalpha, text), "").isupper()


def _without_page_markup(leaf: Leaf) -> Leaf:
    """Return a string without the markup of a page."""
    if not has_markup(leaf.text):
        return leaf
    return replace(leaf, text=without_markup(leaf.text), had_markup=True)


def _visit_element(visit: _Visit, nested: object) -> _Visit:
    """Return the visit of an element of a list.

    A string belongs to the object that has the list. An object in a list does not: in `{"rules": [{"text": "Draw."}]}`,
    the inner object is a record alone, not a part of the outer one.
    """
    owner = visit.owner if isinstance(nested, str) else None
    return _Visit(nested, None, owner, f"{visit.path}[]")
