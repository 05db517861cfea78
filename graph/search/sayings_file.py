"""Read the sayings of players as `sayings.toml` gives them, with the numbers of one edition."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from msgspec import Struct

from rules.errors import ComprulesError

_FILE = files(__package__).joinpath("sayings.toml")


class SayingsError(ComprulesError):
    """The sayings are not usable; the message says which one is listed twice."""


class Sayings(Struct, frozen=True):
    """The sayings: phrases of players for things that the rules say in other words.

    Attributes:
        edition: The edition whose numbers are given.
        rules: The rules by saying, in the order in which they decide it.
        former: Last edition in which the rules decide a saying → the rules by saying, for rules of former editions.
        gone: The part of `former` that is about things that are no longer in the rules.
        changed: The part of `former` that is about rules that were changed, for queries that ask for what was before.
    """

    edition: str
    rules: dict[str, tuple[str, ...]]
    former: dict[str, dict[str, tuple[str, ...]]]
    gone: dict[str, dict[str, tuple[str, ...]]]
    changed: dict[str, dict[str, tuple[str, ...]]]


@cache
def read_sayings() -> Sayings:
    """Return the sayings of players about what the rules decide."""
    document = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    gone = {edition: split_sayings(table) for edition, table in document["gone"].items()}
    changed = {edition: split_sayings(table) for edition, table in document["changed"].items()}
    former: dict[str, dict[str, tuple[str, ...]]] = {}
    # former editions also decide the sayings about things that changed or are gone
    for tables in (changed, gone, {edition: split_sayings(table) for edition, table in document["former"].items()}):
        for edition, rules in tables.items():
            former[edition] = former.get(edition, {}) | rules
    return Sayings(
        edition=document["edition"],
        rules=split_sayings(document["sayings"]),
        former=former,
        gone=gone,
        changed=changed,
    )


def split_sayings(table: Mapping[str, str], file: str = _FILE.name) -> dict[str, tuple[str, ...]]:
    """Return the rules of each saying in a table of a file.

    Args:
        table: The forms of a saying with `|` between them → the numbers of its rules with blanks between them:
            `copy it|copies it` → `707.1 707.2`.
        file: The name of the file, for the message of an error.

    Raises:
        SayingsError: A saying is listed twice in the table.
    """
    by_saying: dict[str, tuple[str, ...]] = {}
    for forms, numbers in table.items():
        for saying in map(str.strip, forms.split("|")):
            if saying in by_saying:
                raise SayingsError(f"{file}: {saying!r} is listed twice; keep one")
            by_saying[saying] = tuple(numbers.split())
    return by_saying
