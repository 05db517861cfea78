"""The attributes of each type of node and edge, with the descriptions in the docstrings of the schema's records."""

from inspect import cleandoc, getdoc
from types import NoneType
from typing import Any, get_args

from msgspec import Struct
from msgspec.structs import fields

from graph.network.schema import ENDS_OF_EDGE, Edge, Node

_HEAD_OF_ATTRIBUTES = "\nAttributes:\n"
_CONTINUATION = " " * 8
"""The indentation of the second and later lines of an attribute in a docstring."""


class Attribute(Struct, frozen=True, kw_only=True):
    """An attribute that the nodes or edges of a type have.

    Attributes:
        name: Its name in the graph.
        type: The Python type of its values: `str`, `int`, `float` or `bool`; `str` for every text and day.
        description: What it says, from the docstring of the record.
        is_optional: Whether a node or edge of the type may lack it.
    """

    name: str
    type: type
    description: str
    is_optional: bool


def list_attributes(kind: type[Node | Edge]) -> list[Attribute]:
    """Return the attributes of a type of node or edge, in the order of its record.

    The `source` and the `target` of an edge are not attributes, since the graph itself holds them.
    """
    descriptions = _read_descriptions(kind)
    attributes: list[Attribute] = []
    for field in fields(kind):
        is_end_of_edge = issubclass(kind, Edge) and field.name in ENDS_OF_EDGE
        if not is_end_of_edge:
            attributes.append(
                Attribute(
                    name=field.name,
                    type=_plain_type(field.type),
                    description=descriptions[field.name],
                    is_optional=NoneType in get_args(field.type),
                )
            )
    return attributes


def summary_of(kind: type[Node | Edge]) -> str:
    """Return the sentences of a type's docstring that precede its list of attributes, on one line."""
    summary, _, _ = (getdoc(kind) or "").partition(_HEAD_OF_ATTRIBUTES)
    return " ".join(summary.split())


def _plain_type(annotation: Any) -> type:
    """Return the plain type of an annotation: `int | None` → `int`; for a `Literal` of strings, `str`."""
    possible = (annotation, *get_args(annotation))
    for plain in (bool, int, float):
        if plain in possible:
            return plain
    return str


def _read_descriptions(kind: type) -> dict[str, str]:
    """Return the description of each attribute in the docstring of a record, by the name of the attribute.

    A line `    NAME: DESCRIPTION` begins an attribute, and lines that are indented further continue it.
    """
    _, _, section = cleandoc(kind.__doc__ or "").partition(_HEAD_OF_ATTRIBUTES)
    descriptions: dict[str, str] = {}
    name = ""
    for line in section.splitlines():
        if line.startswith(_CONTINUATION):
            descriptions[name] += " " + line.strip()
        elif ": " in line:
            name, _, description = line.strip().partition(": ")
            descriptions[name] = description
    return descriptions
