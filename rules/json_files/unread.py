"""The reason why no rules were found in a JSON file, as a clause for a message.

Example: `this JSON is broken on line 7: Expecting value`.
"""

from __future__ import annotations

import json
from typing import NamedTuple

from rules.json_files.load import MOST_BRACKETS, MOST_COMMAS, load
from rules.late_patterns import compile_late

_BEGINS_JSON = compile_late(r"""\s{0,1000}(?:\{\s{0,1000}["}]|\[\s{0,1000}(?:["\[{\]\d-]|true|false|null))""")
"""The beginning of a JSON file, as opposed to a text that begins with a link of Markdown or a placeholder in
brackets."""
WITHOUT_RULES = "this JSON has no glossary, and no records with the number and the text of a rule"
_SECOND_VALUE = "Extra data"
"""The message of Python's JSON reader for a text with a value in each line."""
TOO_DEEP = "this JSON is nested too deep"


class _JsonError(NamedTuple):
    """The first error in a JSON text.

    Attributes:
        error: The error that Python's reader raises; None if the text has none.
        lines_before: Number of lines before the value with the error. It is 0 unless each line of the text is a value.
    """

    error: ValueError | RecursionError | None
    lines_before: int = 0


def begins_json(text: str) -> bool:
    """Return whether a text begins like JSON, or like lines of JSON."""
    return _BEGINS_JSON.match(text) is not None


def describe_unread(text: str) -> str:
    """Return why no rules were found in a JSON text; empty if the text does not begin like JSON.

    It has too many brackets or commas to be read, its records have no rules, or it is broken.
    """
    if not begins_json(text):
        return ""
    brackets = text.count("{") + text.count("[")
    if brackets > MOST_BRACKETS:
        return f"this JSON has {brackets:,} opening brackets, and no edition needs more than {MOST_BRACKETS:,}"
    commas = text.count(",")
    if commas > MOST_COMMAS:
        return f"this JSON has {commas:,} commas, and no edition needs more than {MOST_COMMAS:,}"
    if load(text).value is not None:
        return WITHOUT_RULES
    return _describe_broken(text)


def _describe_broken(text: str) -> str:
    """Return a clause for the error in a broken JSON text, with the line of the file.

    `load` may fail where Python's reader finds no error: then the text has no rules.
    """
    error, lines_before = _find_first_error(text)
    if error is None:
        return WITHOUT_RULES
    if isinstance(error, RecursionError):
        return TOO_DEEP
    if isinstance(error, json.JSONDecodeError):
        return f"this JSON is broken on line {lines_before + error.lineno:,}: {error.msg}"
    # The only other error: Python refuses to read such numbers, which would take it very long.
    return "this JSON has a number of thousands of digits"


def _find_first_error(text: str) -> _JsonError:
    """Return the first error in a JSON text, or in a text with a JSON value in each line."""
    error = _find_error(text)
    if not isinstance(error, json.JSONDecodeError) or error.msg != _SECOND_VALUE:
        return _JsonError(error)
    # A second value means that each line is a value of its own.
    for lines_before, line in enumerate(text.split("\n")):
        error = _find_error(line) if line.strip() else None
        if error is not None:
            return _JsonError(error, lines_before)
    return _JsonError(None)


def _find_error(text: str) -> ValueError | RecursionError | None:
    """Return the error that Python's reader raises for a JSON text; None if it raises none."""
    try:
        json.loads(text)
    except (ValueError, RecursionError) as error:
        return error
    return None
