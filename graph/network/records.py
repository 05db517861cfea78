"""The answers to questions about the references of an edition."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType


class ReferenceEdge(Struct, frozen=True):
    """The references from one record to another; `count` is their number."""

    source: str
    target: str
    count: int


class Neighbour(Struct, frozen=True):
    """A record, and how many references away it is."""

    key: str
    distance: int


class Neighbourhood(Struct, frozen=True):
    """The records around a record, along references in either direction.

    Attributes:
        key: The record.
        distances: Each record within the radius, with its distance in references; nearest first.
        edges: All references between these records.
        retyped_editions: The retyped editions that the answer involves; only if there are any.
    """

    key: str
    distances: tuple[Neighbour, ...]
    edges: tuple[ReferenceEdge, ...]
    retyped_editions: tuple[str, ...] | UnsetType = UNSET


class Cycles(Struct, frozen=True):
    """Groups of records that all refer to each other, directly or through others, and short cycles among them.

    Attributes:
        groups: The keys of each group of records that all lead to each other.
        cycles: The keys of each cycle of records, in the order in which the records refer to each other.
        retyped_editions: The retyped editions that the answer involves; only if there are any.
    """

    groups: tuple[tuple[str, ...], ...]
    cycles: tuple[tuple[str, ...], ...]
    retyped_editions: tuple[str, ...] | UnsetType = UNSET


class Orphans(Struct, frozen=True):
    """Records that no reference connects to others.

    Attributes:
        rules: Rules that refer to nothing and that nothing refers to. A heading is treated separately from the rules
            below it.
        entries: Glossary entries that refer to nothing.
        retyped_editions: The retyped editions that the answer involves; only if there are any.
    """

    rules: tuple[str, ...]
    entries: tuple[str, ...]
    retyped_editions: tuple[str, ...] | UnsetType = UNSET


class Impact(Struct, frozen=True):
    """The records that refer to a record, directly or through others, and may be wrong if that record changes.

    Attributes:
        key: The record.
        direct: Number of records that refer to it directly.
        indirect: Number of records that refer to it only through others.
        distances: These records, each with the length of the shortest chain of references from it to `key`; nearest
            first.
        retyped_editions: The retyped editions that the answer involves; only if there are any.
    """

    key: str
    direct: int
    indirect: int
    distances: tuple[Neighbour, ...]
    retyped_editions: tuple[str, ...] | UnsetType = UNSET
