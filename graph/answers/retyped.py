"""The retyped editions that an answer involves."""

from collections.abc import Iterable

from msgspec import UNSET, UnsetType

from rules.store import Store


def find_retyped(store: Store, *editions: str) -> tuple[str, ...] | UnsetType:
    """Return the retyped editions among some editions, oldest first; unset if there are none, to keep answers short."""
    return tuple(sorted(store.retyped.intersection(editions))) or UNSET


def describe_unexamined(store: Store, editions: Iterable[str]) -> str:
    """Return a sentence that says in which of some editions no faults are looked for; empty if in none."""
    unexamined = sorted(store.retyped.intersection(editions))
    if not unexamined:
        return ""
    verb = "was" if len(unexamined) == 1 else "were"
    return f"{', '.join(unexamined)} {verb} not examined: a retyped copy's faults may be the typist's"
