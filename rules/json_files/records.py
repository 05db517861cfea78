"""The types of the records that are found in a JSON file: strings, objects, rules and glossary entries."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct, field

KEY = "\0key"
"""Name of a field that every object with a key has: the field has the key, which may be a number or a title."""
LABEL = "\0label:"
"""Added before the name of a field whose texts begin with their number: `\\0label:text` is the field of these
numbers."""
MOST_FIELDS = 60
"""Maximum number of fields of a record; an object with more is a container."""


class Leaf(Struct, frozen=True):
    """A string of a JSON file.

    Attributes:
        position: Its index among all strings, keys included.
        offset: Its offset in the file.
        text: Its text, without tags of web pages.
        had_markup: Whether there were such tags, or entities.
    """

    position: int
    offset: int
    text: str
    had_markup: bool = False


class JsonObject(Struct, eq=False):
    """An object, a row of a table, or a string whose key may be a number or a title.

    In `{"702.40": {"text": "Draw.", "source": {"page": "7"}, "examples": ["One.", "Two."]}}`, the inner object has the
    key `702.40`, the fields `text` and `source.page`, and the list `examples[]`.

    Attributes:
        key: Its key in another object; None if it is in a list, or is a row of a table.
        owner: The object that has it; None if it is in a list.
        path: Name of the field in which `owner` has it.
        fields: Name → string. The strings of an object in a field are here too, as `FIELD.NAME`.
        lists: Name with `[]` → the strings of the list in that field.
    """

    key: Leaf | None = None
    owner: JsonObject | None = None
    path: str = ""
    fields: dict[str, Leaf] = field(default_factory=dict)
    lists: dict[str, list[Leaf]] = field(default_factory=dict)

    def named_strings(self) -> Iterator[tuple[str, Leaf]]:
        """Yield name and string of each field; the key, if there is one, comes first as a field named `KEY`."""
        if self.key is not None:
            yield KEY, self.key
        yield from self.fields.items()

    def add(self, name: str, leaf: Leaf) -> None:
        """Add a string under a name.

        A second string under the same name is ignored, unless the name is that of a list (`name[]`). Once the object
        has more than `MOST_FIELDS` fields, every string is ignored: it is a container, not a record.
        """
        if len(self.fields) > MOST_FIELDS:
            return
        if name.endswith("[]"):
            self.lists.setdefault(name, []).append(leaf)
        else:
            self.fields.setdefault(name, leaf)

    def replace_strings(self, strings: Mapping[int, Leaf]) -> None:
        """Replace strings of the object in place.

        Args:
            strings: Position of a string (`Leaf.position`) → the string that replaces it; others stay.
        """
        self.fields = {name: strings.get(leaf.position, leaf) for name, leaf in self.fields.items()}
        for name, leaves in self.lists.items():
            self.lists[name] = [strings.get(leaf.position, leaf) for leaf in leaves]


class JsonRule(Struct, frozen=True):
    """A rule in a JSON file.

    Attributes:
        number: Its number, without a full stop.
        label: The string that has the number; the text itself if that begins with it.
        text: Its text; None if the record has none.
        further: If the text is a list of strings, those after the first one, which is `text`.
        heading: Its heading; None if the record has none.
        examples: Its examples.
        notes: Other sentences listed in the record.
    """

    number: str
    label: Leaf
    text: Leaf | None
    heading: Leaf | None
    examples: tuple[Leaf, ...]
    notes: tuple[Leaf, ...]
    further: tuple[Leaf, ...] = ()


class JsonEntry(Struct, frozen=True):
    """A glossary entry in a JSON file."""

    term: Leaf
    text: Leaf
