"""JSON Schemas of answers, from their types: descriptions come from the docstrings."""

import inspect
import re
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import fields

_ATTRIBUTES = re.compile(r"^ {4}(\w+): ", re.MULTILINE)
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
    if len(roots) > 1:
        head: dict[str, Any] = {"anyOf": list(roots)}
    elif (name := answers[0].__name__) in parts:
        own = _REFERENCE.format(name)
        head = parts[name] if any(own in repr(part) for part in parts.values()) else parts.pop(name)
    else:
        head = roots[0]
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **head, **({"$defs": parts} if parts else {})}


def _describe_path(kind: type) -> dict[str, Any]:
    """Return the schema of a path, the only type in the answers that JSON lacks."""
    if kind is not Path:
        raise NotImplementedError
    return {"type": "string"}


def _find_types(answer: Any) -> set[type]:
    """Return the types of records that a type consists of, at any depth."""
    found: set[type] = set()
    todo: list[Any] = [msgspec.inspect.type_info(answer)]
    while todo:
        info = todo.pop()
        if isinstance(info, (msgspec.inspect.StructType, msgspec.inspect.NamedTupleType)):
            if info.cls in found:
                continue
            found.add(info.cls)
            todo.extend(field.type for field in info.fields)
        for name in ("types", "item_types"):  # of a union; of a tuple with a type for each item
            todo.extend(getattr(info, name, ()))
        names = [name for name in ("item_type", "value_type") if hasattr(info, name)]  # of a long tuple; of a dict
        todo.extend(getattr(info, name) for name in names)
    return found


def _describe(schema: dict[str, Any], kind: type) -> dict[str, Any]:
    """Return the schema of a record with the descriptions of its docstring; it allows no other properties."""
    about = inspect.getdoc(kind) or ""
    described = {**schema, "description": _join(about.partition("\nAttributes:")[0])}
    words = {name: text for base in reversed(kind.__mro__) for name, text in _read_attributes(base).items()}
    if not issubclass(kind, msgspec.Struct):
        items = zip(schema["prefixItems"], kind.__annotations__, strict=True)
        return {
            **described,
            "prefixItems": [_describe_field({**item, "title": name}, words.get(name)) for item, name in items],
        }
    described["properties"] = {
        field.encode_name: _describe_field(schema["properties"][field.encode_name], words.get(field.name))
        for field in fields(kind)
    }
    described["required"] = [
        field.encode_name
        for field in fields(kind)
        if field.required or not (kind.__struct_config__.omit_defaults or field.default is msgspec.UNSET)
    ]
    return {**described, "additionalProperties": False}


def _describe_field(schema: dict[str, Any], words: str | None) -> dict[str, Any]:
    schema = {name: value for name, value in schema.items() if name != "default"}
    return {**schema, "description": words} if words else schema


def _read_attributes(kind: type) -> dict[str, str]:
    """Return attribute → its description in the docstring of a record."""
    section = inspect.cleandoc(kind.__doc__ or "").partition("\nAttributes:\n")[2].partition("\n\n")[0]
    parts = _ATTRIBUTES.split(section)[1:]
    return {name: _join(text) for name, text in zip(parts[::2], parts[1::2], strict=True)}


def _join(text: str) -> str:
    return " ".join(text.split())
