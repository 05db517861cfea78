"""The definition of the search, as `definition.toml` and `sayings.toml` have it."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

_WORDS = ("stop", "question", "asking", "filler", "common")


class Definition(msgspec.Struct, frozen=True):
    """What words mean to the search, and how it ranks; `definition.toml` says what each value is."""

    stop: frozenset[str]
    question: frozenset[str]
    asking: frozenset[str]
    filler: frozenset[str]
    common: frozenset[str]
    irregular: dict[str, str]
    suffixes: tuple[tuple[tuple[str, str, int], ...], ...]
    synonyms: dict[str, dict[str, float]]
    weights: dict[str, float]
    limits: dict[str, int]


def _read_file(name: str) -> str:
    return files("graph.search").joinpath(name).read_text(encoding="utf-8")


def definition_document() -> dict[str, Any]:
    """Return the definition as plain JSON values, as the site's scripts read it."""
    document = tomllib.loads(_read_file("definition.toml"))
    for name in _WORDS:
        document[name] = document[name].split()
    stems = document.pop("stem")
    document |= {"irregular": stems["irregular"], "suffixes": [group["rules"] for group in stems["groups"]]}
    return document


@cache
def read_definition() -> Definition:
    """Return the definition of the search."""
    return msgspec.convert(definition_document(), Definition)


@cache
def read_sayings() -> tuple[str, dict[str, tuple[str, ...]]]:
    """Return how players say what the rules decide.

    Returns:
        The edition whose numbers are given, and the rules by saying, in the order in which they decide it.
    """
    document = tomllib.loads(_read_file("sayings.toml"))
    named = ((saying.strip(), rules) for sayings, rules in document["sayings"].items() for saying in sayings.split("|"))
    return document["edition"], {saying: tuple(rules.split()) for saying, rules in named}
