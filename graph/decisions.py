"""The decisions of `links.toml`: continuations of records that a reader recognises and the aligner does not."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from graph.curated_file import read_tables
from rules.errors import ComprulesError

if TYPE_CHECKING:
    from collections.abc import Mapping

LINKS_FILE = "links.toml"
_FIELDS = ("from", "to", "old", "new", "reason")


class LinksError(ComprulesError, ValueError):
    """`links.toml` is invalid; the message names the decision and says what is wrong."""


class Decision(Struct, frozen=True):
    """A decision about which records of the next edition continue a record.

    Attributes:
        first: Id of the older edition.
        last: Id of the newer edition.
        old: Key of the record in the older edition.
        new: Keys of all records of the newer edition that continue it, the main one first.
        reason: The reason, in our own words.
    """

    first: str
    last: str
    old: str
    new: tuple[str, ...]
    reason: str


def decided_links(first: str, last: str) -> Mapping[str, tuple[str, ...]]:
    """Return the decisions about two editions: old key → all new keys, the main one first.

    Args:
        first: Id of the older edition.
        last: Id of the newer edition.

    Raises:
        LinksError: The file is invalid.
    """
    return _decisions_by_step().get((first, last), {})


@cache
def read_shipped_decisions() -> tuple[Decision, ...]:
    """Return the decisions that ship with comprules, in the file's order.

    Raises:
        LinksError: The file is invalid.
    """
    return read_decisions((files("graph") / LINKS_FILE).read_text(encoding="utf-8"))


def read_decisions(text: str) -> tuple[Decision, ...]:
    """Read and check decisions in the format of `links.toml`.

    Raises:
        LinksError: The text is no TOML, or a decision is incomplete, has unknown fields, or is a duplicate.
    """
    tables = read_tables(LINKS_FILE, text, "link", LinksError)
    decisions = tuple(_read_decision(number, table) for number, table in enumerate(tables, 1))
    seen: set[tuple[str, str, str]] = set()
    for decision in decisions:
        identity = (decision.first, decision.last, decision.old)
        if identity in seen:
            raise LinksError(f"{LINKS_FILE}: {decision.old} of {decision.first} is listed twice; keep one")
        seen.add(identity)
    return decisions


@cache
def _decisions_by_step() -> dict[tuple[str, str], dict[str, tuple[str, ...]]]:
    steps: dict[tuple[str, str], dict[str, tuple[str, ...]]] = defaultdict(dict)
    for decision in read_shipped_decisions():
        steps[decision.first, decision.last][decision.old] = decision.new
    return steps


def _read_decision(number: int, table: dict[str, Any]) -> Decision:
    where = f"{LINKS_FILE}: decision {number} ({table.get('old', 'without old')})"
    unknown = table.keys() - set(_FIELDS)
    if unknown:
        raise LinksError(f"{where}: unknown field {min(unknown)!r}; known are {', '.join(_FIELDS)}")
    for name in _FIELDS:
        wanted = list if name == "new" else str
        if name not in table or not isinstance(table[name], wanted) or not table[name]:
            raise LinksError(f"{where}: {name} must be a non-empty {wanted.__name__}")
    new = table["new"]
    if not all(isinstance(key, str) and key for key in new) or len(set(new)) < len(new):
        raise LinksError(f"{where}: new must be a list of different keys")
    return Decision(table["from"], table["to"], table["old"], tuple(new), table["reason"])
