"""The sets of cards that no edition was published with, by the day of their release."""

from bisect import bisect_right
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from rules.conversion import convert

_FILE = Path(__file__).with_suffix(".toml")


class SetWithoutEdition(NamedTuple):
    """A set of cards that no edition of the Comprehensive Rules was published with.

    Attributes:
        code: Code of the set, `CMM`.
        name: Name of the set.
        released: The day on which the set was released, as an ISO date.
    """

    code: str
    name: str
    released: str


def find_set_without_edition(name: str) -> SetWithoutEdition | None:
    """Return the set with a code, in either case; None if there is none, or if an edition was published with it."""
    return _read_sets().get(name.strip().casefold())


def list_sets_in_force(editions: Sequence[str]) -> list[tuple[str, SetWithoutEdition]]:
    """Return the sets that no edition was published with, each with the edition in force when it was released.

    Sets that were released before the first edition, or since the last one took effect, are left out.

    Args:
        editions: Ids of the editions of the Comprehensive Rules at hand, oldest first.
    """
    found: list[tuple[str, SetWithoutEdition]] = []
    for card_set in _read_sets().values():
        count_so_far = bisect_right(editions, card_set.released)  # how many editions took effect by then
        if 0 < count_so_far < len(editions):
            found.append((editions[count_so_far - 1], card_set))
    return found


@cache
def _read_sets() -> dict[str, SetWithoutEdition]:
    import tomllib  # noqa: PLC0415 - most names of editions are no codes

    document = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    rows = convert(document["set"], tuple[dict[str, str], ...])
    return {row["code"].casefold(): SetWithoutEdition(**row) for row in rows}
