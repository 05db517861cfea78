"""The section of a command's help about its JSON, made from the types of its answers."""

import textwrap
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

import click

from rules.late_patterns import compile_late

Answers = Callable[[], Mapping[str, Any]]
"""Returns the types of a command's answers, by the occasion on which each is printed, such as `with --changes`.

The usual answer has an empty occasion."""
_INDENT = "  "
_NONE = compile_late(r"\bNone\b")
"""The value that docstrings call None, and that is null in JSON."""
_DEFINITIONS = "#/$defs/"


class JsonCommand(click.Command):
    """A command whose help ends with the fields of its JSON.

    Args:
        arguments: As for any command.
        answers: The types of its answers; called when the help is shown, since some are slow to import.
        unused: Fields that the types have and this command never prints, such as `MoveAnswer.matches`.
        options: As for any command.
    """

    def __init__(
        self, *arguments: Any, answers: Answers, unused: Collection[str] = frozenset(), **options: Any
    ) -> None:
        super().__init__(*arguments, **options)
        self.answers = answers
        self.unused = tuple(unused)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the epilog, then the fields of the JSON."""
        super().format_epilog(ctx, formatter)
        for occasion, answer in self.answers().items():
            formatter.write_paragraph()
            with formatter.indentation():
                for line in describe_json(answer, occasion, formatter.width - 2 * len(_INDENT), self.unused):
                    formatter.write(f"{_INDENT}{line}\n")


def describe_json(answer: Any, occasion: str, width: int, unused: Collection[str]) -> Iterator[str]:
    """Yield the lines about the JSON of an answer: its fields, described as in the docstrings of the records.

    Args:
        answer: The type of the answer: a record, or a tuple of records.
        occasion: When it is printed; empty for the usual answer.
        width: Maximum number of characters in a line.
        unused: Fields that are left out, because they are never printed, such as `MoveAnswer.matches`.
    """
    from graph.answers.schema import make_schema  # noqa: PLC0415 - only needed for help

    schema = make_schema(answer)
    title = f"JSON {occasion}" if occasion else "JSON"
    yield from _Describer(schema.get("$defs", {}), width, unused).describe(title, schema, 0)


class _Describer:
    """Describes the fields of records, each record once.

    Args:
        definitions: The schemas of the records, by name.
        width: Maximum number of characters in a line.
        unused: Fields that are left out, such as `MoveAnswer.matches`.
    """

    def __init__(self, definitions: Mapping[str, Any], width: int, unused: Collection[str]) -> None:
        self._definitions = definitions
        self._width = width
        self._unused = unused
        self._described: set[str] = set()

    def describe(self, name: str, schema: Mapping[str, Any], depth: int) -> Iterator[str]:
        """Yield the lines about a field; if its value is a record or has records, also about their fields.

        Args:
            name: The name of the field.
            schema: Its schema.
            depth: How far it is indented.
        """
        pattern, record = self._resolve(schema)
        about = _NONE.sub("null", schema.get("description", ""))
        if record is None:
            if about or depth == 0:
                yield from self._wrap(f"{name}: {about}", depth)
            return
        title = record.get("title", "")
        fields = {
            field: inner for field, inner in record["properties"].items() if f"{title}.{field}" not in self._unused
        }
        shape = pattern.format(f"{{{', '.join(fields)}}}")
        yield from self._wrap(f"{name}: {shape}", depth)
        if about and depth > 0:
            yield from self._wrap(about, depth + 1)
        if title in self._described:
            return
        self._described.add(title)
        for field, inner in fields.items():
            yield from self.describe(field, inner, depth + 1)

    def _resolve(self, schema: Mapping[str, Any]) -> tuple[str, Mapping[str, Any] | None]:
        """Return how a value is built around a record, and the schema of the record.

        A list of records gives the pattern `[{}]`, a record `{}`. A value without a record gives an empty pattern and
        None.
        """
        if "$ref" in schema:
            return self._resolve(self._definitions[schema["$ref"].removeprefix(_DEFINITIONS)])
        for choice in schema.get("anyOf", ()):
            pattern, record = self._resolve(choice)
            if record is not None:
                return pattern, record
        if "properties" in schema:
            return "{}", schema
        items = schema.get("items")
        if isinstance(items, dict):
            pattern, record = self._resolve(items)
            return f"[{pattern}]", record
        return "", None

    def _wrap(self, text: str, depth: int) -> list[str]:
        lead = _INDENT * depth
        return textwrap.wrap(
            text, self._width, initial_indent=lead, subsequent_indent=f"{lead}{_INDENT}", break_on_hyphens=False
        )
