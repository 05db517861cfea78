"""Read the words of questions that were asked before, with the rules that decide them, from `asked.toml`."""

import tomllib
from functools import cache
from importlib.resources import files

from msgspec import Struct

from graph.search.sayings_file import split_sayings

_FILE = files(__package__).joinpath("asked.toml")


class Asked(Struct, frozen=True):
    """Questions that were asked before.

    Attributes:
        edition: The edition whose numbers are given.
        rules: The words of each question → the rules that decide it, in the order in which they do.
    """

    edition: str
    rules: dict[str, tuple[str, ...]]


@cache
def read_asked() -> Asked:
    """Return the questions that were asked before."""
    document = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    return Asked(document["edition"], split_sayings(document["asked"], _FILE.name))
