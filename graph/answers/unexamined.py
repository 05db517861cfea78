"""The editions in which `audit` looks for no faults, because they are retyped."""

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from rules.records import ReferenceKind
from rules.store import Store


class UnexaminedEdition(Struct, frozen=True, kw_only=True):
    """An edition in which `audit` looks for no faults, as a row among the faults.

    It has the fields of a reference, so that a program can read it like a fault. All but three are empty.

    Attributes:
        edition: Id of the edition.
        status: Always `not-examined`, a status that no fault ever has.
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
