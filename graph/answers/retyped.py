"""The retyped editions that an answer involves."""

from collections.abc import Iterable
from typing import Literal, TypeVar

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from rules.records import ReferenceKind
from rules.store import Store

_Answer = TypeVar("_Answer", bound=Struct)


class UnexaminedEdition(Struct, frozen=True, kw_only=True):
    """An edition in which `audit` looks for no faults, as a row among the faults.

    It has the fields of a reference, so that a program can read it like a fault. All but three are empty.

    Attributes:
        edition: Id of the edition.
        status: Always `not-examined`, which no fault has.
        retyped_editions: The edition again: it is known only from a retyped copy, whose faults may be the typist's.
        source: Always empty, as there is no fault.
        field: Always empty.
        kind: Always `rule`; it has no meaning here.
        raw: Always empty.
        start: Always 0.
        end: Always 0.
        targets: Always an empty list.
        quoted_title: Always null.
        suggestion: Always null.
    """

    edition: str
    status: Literal["not-examined"] = "not-examined"
    retyped_editions: tuple[str, ...]
    source: str = ""
    field: str = ""
    kind: ReferenceKind = "rule"
    raw: str = ""
    start: int = 0
    end: int = 0
    targets: tuple[str, ...] = ()
    quoted_title: str | None = None
    suggestion: str | None = None


def find_retyped(store: Store, *editions: str) -> tuple[str, ...] | UnsetType:
    """Return the retyped editions among some editions, oldest first; unset if there are none, to keep answers short."""
    return tuple(sorted(store.retyped.intersection(editions))) or UNSET


def list_dating(store: Store, edition: str) -> list[str]:
    """Return the retyped editions that may date what an edition has and the one before has not, oldest first.

    They are those between the edition and the one before.
    """
    previous = store.previous(edition)
    if previous is None:
        return []
    return [retyped for retyped in sorted(store.retyped) if previous < retyped < edition]


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


def list_unexamined(store: Store, editions: Iterable[str]) -> list[UnexaminedEdition]:
    """Return a row for each of some editions in which no faults are looked for, oldest first."""
    unexamined = sorted(store.retyped.intersection(editions))
    return [UnexaminedEdition(edition=edition, retyped_editions=(edition,)) for edition in unexamined]


def describe_unexamined(store: Store, editions: Iterable[str]) -> str:
    """Return a sentence that says in which of some editions no faults are looked for; empty if in none."""
    unexamined = sorted(store.retyped.intersection(editions))
    if not unexamined:
        return ""
    verb = "was" if len(unexamined) == 1 else "were"
    return f"{', '.join(unexamined)} {verb} not examined: faults of a retyped copy may be the typist's"
