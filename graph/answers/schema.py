"""JSON Schemas of answers, from their types: descriptions come from the docstrings."""

import inspect
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import fields

from rules.late_patterns import compile_late

_ATTRIBUTES = compile_late(r"^ {4}(\w+): ", re.MULTILINE)
_REFERENCE = "#/$defs/{}"


def make_schema(*answers: Any) -> dict[str, Any]:
    """Return the schema of an answer.

    The types that it consists of are below `$defs`. The root of a single type is an object or an array, not a
    reference, as protocols demand.

    Args:
        answers: The type of the answer, or several types of which an answer has one.
    """
    template = _REFERENCE.format("{name}")
    roots, parts = msgspec.json.schema_components(answers, schema_hook=_describe_path, ref_template=template)
    types = {kind.__name__: kind for answer in answers for kind in _find_types(answer)}
    parts = {name: _describe(part, types[name]) for name, part in sorted(parts.items())}
    schema: dict[str, Any] = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    if len(roots) > 1:
        schema["anyOf"] = list(roots)
    elif answers[0].__name__ in parts:
        schema |= _take_root(answers[0].__name__, parts)
    else:
        schema |= roots[0]  # an array, for instance
    if parts:
        schema["$defs"] = parts
    return schema


def _take_root(name: str, parts: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of the record that is the answer, and remove it from the parts unless one refers to it."""
    reference = _REFERENCE.format(name)
    is_part = any(reference in repr(part) for part in parts.values())
    root: dict[str, Any] = parts[name] if is_part else parts.pop(name)
    return root


def _describe_path(kind: type) -> dict[str, Any]:
    """Return the schema of a path, the only type in the answers that JSON lacks."""
    if kind is not Path:
        raise NotImplementedError
    return {"type": "string"}


def _find_types(answer: Any) -> set[type]:
    """Return the types of records that a type consists of, at any depth.

    Example: `tuple[RuleAnswer, ...]` → `RuleAnswer`, and the types of its fields that are records.
    """
    found: set[type] = set()
    todo: list[Any] = [msgspec.inspect.type_info(answer)]
    while todo:
        info = todo.pop()
        if not isinstance(info, (msgspec.inspect.StructType, msgspec.inspect.NamedTupleType)):
            todo.extend(_list_inner_types(info))
        elif info.cls not in found:
            found.add(info.cls)
            todo.extend(field.type for field in info.fields)
    return found


def _list_inner_types(info: Any) -> Iterator[Any]:
    """Yield the component types of a union, a tuple or a dict."""
    for name in ("types", "item_types"):  # of a union; of a tuple with a type for each item
        yield from getattr(info, name, ())
    for name in ("item_type", "value_type"):  # of a long tuple; of a dict
        if hasattr(info, name):
            yield getattr(info, name)


def _describe(schema: dict[str, Any], kind: type) -> dict[str, Any]:
    """Return the schema of a record, a `Struct` or a named tuple, with the descriptions of its docstring."""
    about, _, _ = (inspect.getdoc(kind) or "").partition("\nAttributes:")
    described = {**schema, "description": _join(about)}
    descriptions: dict[str, str] = {}
    for base in reversed(kind.__mro__):  # the description of a class replaces that of its base
        descriptions |= _read_attributes(base)
    if issubclass(kind, msgspec.Struct):
        return described | _describe_properties(schema, kind, descriptions)
    return described | {"prefixItems": _describe_items(schema, kind, descriptions)}


def _describe_items(schema: dict[str, Any], kind: type, descriptions: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return the schemas of the fields of a named tuple, which is an array in JSON."""
    items: list[dict[str, Any]] = []
    for item, name in zip(schema["prefixItems"], kind.__annotations__, strict=True):
        items.append(_describe_field({**item, "title": name}, descriptions.get(name)))
    return items


def _describe_properties(
    schema: dict[str, Any], kind: type[msgspec.Struct], descriptions: Mapping[str, str]
) -> dict[str, Any]:
    """Return the part of a schema that lists the fields of a `Struct`; it allows no other properties."""
    properties: dict[str, Any] = {}
    required: list[str] = []
    for field in fields(kind):
        name = field.encode_name
        properties[name] = _describe_field(schema["properties"][name], descriptions.get(field.name))
        may_be_omitted = kind.__struct_config__.omit_defaults or field.default is msgspec.UNSET
        if field.required or not may_be_omitted:
            required.append(name)
    return {"properties": properties, "required": required, "additionalProperties": False}


def _describe_field(schema: dict[str, Any], description: str | None) -> dict[str, Any]:
    """Return the schema of a field with its description, if it has one, and without its default."""
    schema = {name: value for name, value in schema.items() if name != "default"}
    return {**schema, "description": description} if description else schema


def _read_attributes(kind: type) -> dict[str, str]:
    """Return attribute → its description, from the section `Attributes` of the docstring of a record.

    A description may go on in further lines. Example: `size: How big` and the line `it is.` → `size` with `How big it
    is.`
    """
    _, _, after_heading = inspect.cleandoc(kind.__doc__ or "").partition("\nAttributes:\n")
    section, _, _ = after_heading.partition("\n\n")
    _, *parts = _ATTRIBUTES.split(section)  # the names and the descriptions in turn
    return {name: _join(text) for name, text in zip(parts[::2], parts[1::2], strict=True)}


def _join(text: str) -> str:
    return " ".join(text.split())
