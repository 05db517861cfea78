"""Words as the search compares them: folded, cut into tokens, reduced to stems, as `definition.toml` says."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec
from rapidfuzz.distance import OSA

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
    tiers: dict[str, int]
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


_PLAIN = str.maketrans("’‘“”–—−\u00a0", "''\"\"--- ")
_TOKEN = re.compile(r"\{[^{}\s]{1,9}\}|[+-][0-9x*]{1,3}/[+-][0-9x*]{1,3}|[^\W_]+(?:(?:(?<=[0-9])\.|')[^\W_]+)*")
"""Symbols (`{s}`), changes of power and toughness (`+1/+1`), words and numbers (`702.40a`, `can't`)."""
_PLAIN_WORD = re.compile(r"[a-z']{3,}")
_TWIN = re.compile(r"([bdfgklmnprtvz])\1$")


def fold(text: str) -> str:
    """Return a text in small letters with straight quotes, of the same length, so that places stay places."""
    small = text.lower()
    return (small if len(small) == len(text) else text).translate(_PLAIN)


def words_in(text: str) -> list[str]:
    """Return the words of a text in order, folded, without the `'s` of a possessive."""
    return [word.removesuffix("'s") for word in _TOKEN.findall(fold(text))]


def places_in(text: str) -> list[tuple[str, int, int]]:
    """Return the words of a text with where each begins and ends."""
    return [(match[0].removesuffix("'s"), match.start(), match.end()) for match in _TOKEN.finditer(fold(text))]


@cache
def stem_of(word: str) -> str:
    """Return the stem of a folded word: "layers" and "layer" share one. Symbols and numbers are their own."""
    definition = read_definition()
    if _PLAIN_WORD.fullmatch(word) is None:
        return word
    for group in definition.suffixes:
        known = definition.irregular.get(word)
        if known == word:
            return word
        word = known or word
        for suffix, instead, least in group:
            if word.endswith(suffix) and len(word) - len(suffix) >= least:
                word = word[: len(word) - len(suffix)] + instead
                break
    word = _TWIN.sub(r"\1", word)
    return f"{word[:-1]}i" if word.endswith("y") else word


def content_words(words: Iterable[str]) -> list[str]:
    """Return the words of a query that say what it is about; all of them if none does."""
    definition = read_definition()
    words = list(words)
    kept = [word for word in words if word not in definition.stop]
    return [word for word in kept if word not in definition.question] or kept or words


def correct(word: str, frequencies: Mapping[str, int]) -> str | None:
    """Return the known word that a mistyped one most likely is: the nearest, then the most frequent; else None."""
    limits = read_definition().limits
    if len(word) < limits["one_error"] or not word.isalpha():
        return None
    most = 1 if len(word) < limits["two_errors"] else 2
    best: tuple[int, bool, int, str] | None = None
    for known, frequency in frequencies.items():
        if len(known) >= limits["one_error"] and abs(len(known) - len(word)) <= most:
            distance = OSA.distance(word, known, score_cutoff=most)
            # the first letter is seldom the wrong one
            if distance <= most and (best is None or (distance, known[0] != word[0], -frequency, known) < best):
                best = (distance, known[0] != word[0], -frequency, known)
    return best[3] if best else None
