"""The retyped editions that an answer involves."""

from typing import TypeVar

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from rules.store import Store

_Answer = TypeVar("_Answer", bound=Struct)


def find_retyped(store: Store, *editions: str) -> tuple[str, ...] | UnsetType:
    """Return the retyped editions among some editions, oldest first; unset if there are none, to keep answers short."""
    return tuple(sorted(store.retyped.intersection(editions))) or UNSET


def list_dating(store: Store, edition: str) -> list[str]:
    """Return the retyped editions between an edition and the one before it of the same work, oldest first.

    They may date rules and words that are new in the edition. Empty for the first edition of a work.
    """
    previous = store.previous(edition)
    if previous is None:
        return []
    work = store.work_of[edition]
    retyped_of_work = (retyped for retyped in sorted(store.retyped) if store.work_of[retyped] == work)
    return [retyped for retyped in retyped_of_work if previous < retyped < edition]


def add_retyped_editions(store: Store, answer: _Answer, *editions: str) -> _Answer:
    """Return an answer that names the retyped ones among the editions it involves; the same answer if there are none.

    Args:
        store: A knowledge base or a ledger.
        answer: The answer, which has a field `retyped_editions`.
        editions: The editions that the answer involves.
    """
    retyped = find_retyped(store, *editions)
    if retyped is UNSET:
        return answer
    return replace(answer, retyped_editions=retyped)
