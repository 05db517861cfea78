"""The packed records of an edition, and the parts that several records may share.

A packed record names its parts by ids instead of containing them: if 702.40a has the same text in 50 editions, all 50
name the same id. `rules.store.packing` gives the ids. A key has a *number* until all editions are packed, in the order
of first use, and gets its id afterwards.
"""

from typing import NamedTuple


class PackedKey(NamedTuple):
    """A row of `keys` without its id. For a glossary entry, `number`, `kind` and `parent` are None.

    `502.35b#2` has the number `502.35b` and the ordinal 2.
    """

    key: str
    number: str | None
    ordinal: int
    kind: str | None
    parent: str | None


class PackedPassage(NamedTuple):
    """A row of `passage_lists` without the id of the list: an example or note of a record.

    Attributes:
        note: `EXAMPLE` or `NOTE`.
        item: Index among the examples, or among the notes, of the record.
        text: Id of its text in `packed_texts`.
    """

    note: int
    item: int
    text: int


class PackedReference(NamedTuple):
    """A row of `packed_refs` without its id: a reference, wherever it is.

    The fields are those of `Reference` and `Resolution`. `targets` and `found` are JSON arrays; `found` is None if it
    is equal to `targets`.
    """

    field: str
    raw: str
    kind: str
    targets: str
    quoted_title: str | None
    status: str
    found: str | None
    suggestion: str | None


class PlacedReference(NamedTuple):
    """A reference in a record: the id of its `PackedReference`, and the offset in its passage where it starts."""

    ref: int
    start: int


class Content(NamedTuple):
    """All parts of a record that are the same in all editions of a run: all but its key and its lines.

    Attributes:
        text: Id of title and text in `packed_texts`.
        label: The printed label of a rule.
        tags: Its provenance tags as a JSON array, or None.
        passages: Id of its list of examples and notes in `passage_lists`, or None.
        refs: Id of its list of references in `ref_lists`, or None.
    """

    text: int
    label: str
    tags: str | None
    passages: int | None
    refs: int | None


class PackedRecord(NamedTuple):
    """A record of an edition.

    Attributes:
        key: Number of its key (`PackedEditions.keys`).
        first_line: Its first line in the source; 0 if unknown.
        last_line: Its last line in the source; 0 if unknown.
        content: All its other parts.
    """

    key: int
    first_line: int
    last_line: int
    content: Content
