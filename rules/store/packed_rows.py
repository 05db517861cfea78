"""The packed records of an edition, and the parts that several records may share.

A *number* counts the different keys, lists of passages, references and lists of references of a knowledge base from 0;
see `rules.store.packing`.
"""

from typing import NamedTuple


class PackedKey(NamedTuple):
    """A row of `keys` without its id. For a glossary entry, `number`, `kind` and `parent` are None."""

    key: str
    number: str | None
    ordinal: int
    kind: str | None
    parent: str | None


class PackedPassage(NamedTuple):
    """A row of `passage_lists` without the number of the list: an example or note of a record.

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
    """A reference in a record: the number of its `PackedReference`, and the offset in its passage where it starts."""

    ref: int
    start: int


class Content(NamedTuple):
    """All parts of a record that are the same in all editions of a run: all but its key and its lines.

    Attributes:
        text: Id of title and text in `packed_texts`.
        label: The printed label of a rule.
        tags: Its provenance tags as a JSON array, or None.
        passages: Number of its list of examples and notes, or None.
        refs: Number of its list of references, or None.
    """

    text: int
    label: str
    tags: str | None
    passages: int | None
    refs: int | None


class PackedRecord(NamedTuple):
    """A record of an edition.

    Attributes:
        key: Number of its key (`rules.store.packing.PackedEditions.keys`).
        first_line: Its first line in the source; 0 if unknown.
        last_line: Its last line in the source; 0 if unknown.
        content: All its other parts.
    """

    key: int
    first_line: int
    last_line: int
    content: Content
