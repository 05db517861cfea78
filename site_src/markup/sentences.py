"""The sentence patterns of the site: `assets/sentences.json`, each with a made-up example and how that reads.

The scripts take theirs from the same file. A pattern says what holds for every value that is put into it.
"""

from __future__ import annotations

import json
from functools import cache

from markupsafe import Markup, escape
from msgspec import Struct

from site_src.paths import ASSETS


class Sentence(Struct, frozen=True, array_like=True):
    """A pattern with the names of its values in braces, an example of each value, and the sentence that they make."""

    pattern: str
    example: dict[str, str]
    reads: str


@cache
def sentences() -> dict[str, Sentence]:
    """Return all patterns by name."""
    loaded = json.loads((ASSETS / "sentences.json").read_text(encoding="utf-8"))
    return {name: Sentence(*parts) for name, parts in loaded.items()}


def say(name: str, **values: str) -> str:
    """Return a sentence.

    Raises:
        KeyError: There is no such pattern, or a value is missing.
    """
    return sentences()[name].pattern.format(**values)


def say_html(name: str, **values: str | Markup) -> Markup:
    """Return a sentence as HTML; values that are not markup are escaped.

    Raises:
        KeyError: There is no such pattern, or a value is missing.
    """
    return escape(sentences()[name].pattern).format(**values)
