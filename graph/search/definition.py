"""Read the definition of the search: the meaning of words, with the weights of the ranking."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, Literal

import msgspec

from rules.conversion import convert

_FILE = files(__package__).joinpath("definition.toml")

SuffixRule = tuple[str, str, int]
"""A suffix, the letters that replace it in a stem, and the minimum number of letters before it: `("ies", "y", 2)`."""


Aim = Literal["", "since", "until", "changed"]
"""What a question asks about the history of its subject: when the rules got it, lost it, changed it."""

SpanKind = Literal["since", "after", "before", "until", "between", "in"]
"""How the time of a question for changes is bounded."""

PeriodRelation = Literal["at", "before", "after", "block", "era"]
"""How the edition of a set, a block or a day is meant, as the words around its name say; see `periods` in the file."""


class PeriodWords(msgspec.Struct, frozen=True):
    """The words around the name of a set, a block or a day.

    Attributes:
        ahead: How the edition is meant after words that make sure that a name follows.
        behind: How the edition is meant before words that make sure that a name precedes.
        light: Words ahead of a name that only belong to it if such words are behind it.
    """

    ahead: dict[str, PeriodRelation]
    behind: dict[str, PeriodRelation]
    light: tuple[str, ...]


class HistoryWords(msgspec.Struct, frozen=True):
    """How questions about history are worded.

    Attributes:
        begins: What a question that begins so asks; empty if a verb must say it.
        ends: What a question that ends so asks; empty if a verb must say it.
        verbs: What a verb asks after such a beginning.
        former: Phrases that ask for what was before, the longer ones first.
    """

    begins: dict[str, Aim]
    ends: dict[str, Aim]
    verbs: dict[str, Aim]
    former: tuple[str, ...]


class Definition(msgspec.Struct, frozen=True):
    """What words mean to the search, and how it ranks; `definition.toml` says what each value is."""

    stop: frozenset[str]
    question: frozenset[str]
    asking: frozenset[str]
    was: frozenset[str]
    citing: frozenset[str]
    cite: frozenset[str]
    around_citing: frozenset[str]
    of_edition: frozenset[str]
    of_bulletin: frozenset[str]
    bulletin: frozenset[str]
    before_time: frozenset[str]
    after_time: frozenset[str]
    before_subject: frozenset[str]
    after_subject: frozenset[str]
    before_verb: frozenset[str]
    around_number: frozenset[str]
    joining: frozenset[str]
    title: frozenset[str]
    things: frozenset[str]
    after_name: frozenset[str]
    glossary: frozenset[str]
    of_glossary: frozenset[str]
    filler: frozenset[str]
    common: frozenset[str]
    maker: frozenset[str]
    pronoun: frozenset[str]
    changing: frozenset[str]
    around_change: frozenset[str]
    span_join: frozenset[str]
    latest: frozenset[str]
    irregular: dict[str, str]
    derived: dict[str, str]
    suffixes: tuple[tuple[SuffixRule, ...], ...]
    inflections: tuple[tuple[SuffixRule, ...], ...]
    history: HistoryWords
    ordinals: dict[str, str]
    periods: PeriodWords
    blocks: dict[str, tuple[str, ...]]
    early_sets: dict[str, str]
    spans: dict[str, SpanKind]
    synonyms: dict[str, dict[str, float]]
    tiers: dict[str, int]
    weights: dict[str, float]
    limits: dict[str, int]


WORD_LISTS = tuple(name for name, kind in Definition.__annotations__.items() if kind == frozenset[str])
"""Names of the lists of words, each of which is one text in the file."""


def definition_document() -> dict[str, Any]:
    """Return the definition as plain JSON values, as the site's scripts read it.

    `word_lists` names its word lists. The codes of a block are a list. The table `stem` of the file is divided into
    `irregular`, `derived`, `suffixes` and `inflections`.
    """
    document = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    for name in WORD_LISTS:
        document[name] = document[name].split()
    document["word_lists"] = WORD_LISTS
    document["blocks"] = {name: codes.split() for name, codes in document["blocks"].items()}
    stem = document.pop("stem")
    document["irregular"] = stem["irregular"]
    document["derived"] = stem["derived"]
    document["suffixes"] = [group["rules"] for group in stem["groups"]]
    document["inflections"] = [group["rules"] for group in stem["groups"] if not group.get("derives")]
    return document


@cache
def read_definition() -> Definition:
    """Return the definition of the search."""
    return convert(definition_document(), Definition)
