"""What the sections of the ledger hold. `docs/ledger.md` explains them.

Everywhere, an edition is a number: its place among the editions sorted by work, then by date, so that the editions of
a work follow one another. A key is a number: its place in the common order of all documents. A version is a number:
its place in the table of versions, which is sorted by key, then by edition; so what is alive in an edition stands in
the order of the document but for the exceptions of `ORDER`.
"""

from __future__ import annotations

import msgspec

from graph.ledger.columns import Runs
from rules.links import ChangeClass, ChangeKind
from rules.records import Condition, ReferenceKind, ResolutionStatus, RuleKind

META = "meta"
EDITIONS = "editions"
KEYS = "keys"
LINEAGES = "lineages"
VERSIONS = "versions"
WAYS = "ways"
ORDER = "order"
HEADINGS = "headings"
KINDS = "kinds"
PARENTS = "parents"
WORDINGS = "wordings"
HASHES = "hashes"
LINKS = "links/{edition}"
REFERENCES = "references"
TERMS = "terms"
CORRESPONDENCES = "correspondences"
FINGERPRINT_BUCKETS = "fingerprints/buckets"
FINGERPRINTS = "fingerprints"
FINGERPRINT_OWNERS = "fingerprints/owners"
OWNERS = "owners"
TELLING_COUNTS = "telling-words/counts"
TELLING_WORDS = "telling-words"

HASH_BYTES = 32


class Row(msgspec.Struct, array_like=True, frozen=True):
    """A row or a block of columns; an array in the file, without the names."""


class WitnessRow(Row, frozen=True):
    """A copy of an edition; see `rules.records.Witness`."""

    file: str
    origin: str
    sha256: str
    size: int
    encoding: str
    condition: Condition
    stated_edition: str | None
    rules: int
    glossary: int
    chosen: bool


class EditionRow(Row, frozen=True):
    """An edition; see `rules.records.Edition`."""

    id: str
    work: str
    set_code: str | None
    set_name: str | None
    dialect: str
    condition: Condition
    aliases: tuple[str, ...]
    rules: int
    glossary: int
    references: int
    previous: str | None
    witnesses: tuple[WitnessRow, ...]


class Lineages(Row, frozen=True):
    """Lineages, in the order of their first versions in the table of versions.

    Attributes:
        key: Differences of the keys in their ids.
        edition: Places in `dates` of the editions in their ids.
        dates: Dates in ids.
        aliases: Former id to lineage.
    """

    key: list[int]
    edition: list[int]
    dates: list[str]
    aliases: dict[str, int]


class Versions(Row, frozen=True):
    """The table of versions.

    Attributes:
        counts: How many versions each key has.
        lineage: Differences of their lineages.
        first: First edition.
        last: Last edition.
        way: How each came to be, see `Way`.
        sources_at: Differences of the versions whose sources are not the key of the version before them.
        sources: The keys those came from.
    """

    counts: list[int]
    lineage: list[int]
    first: list[int]
    last: list[int]
    way: list[int]
    sources_at: list[int]
    sources: list[list[int]]


class Way(Row, frozen=True):
    """How a version came to be, or what a link says; the most frequent first."""

    kind: ChangeKind
    change: ChangeClass | None
    method: str
    score: float
    main: bool


class Links(Row, frozen=True):
    """The links of a step, without trivial ones, in their order; a key is one more than its number, 0 is none."""

    old: list[int]
    """Differences."""
    new: list[int]
    """Differences from `old`."""
    way: list[int]


class ReferenceRow(Row, frozen=True):
    """A reference and its resolution, wherever it stands.

    Attributes:
        raw: As printed.
        kind: What it points at.
        title: The quoted title.
        status: What became of it.
        targets: None where it is the one number or term that `target_in` sees in `raw`.
        found: None where it is the same as the targets.
        suggestion: What was probably meant.
    """

    raw: str
    kind: ReferenceKind
    title: str | None
    status: ResolutionStatus
    targets: tuple[str, ...] | None
    found: tuple[str, ...] | None
    suggestion: str | None


class References(Row, frozen=True):
    """The references of all records: those of one record together are a sheaf.

    Attributes:
        rows: Distinct references.
        fields: Names of passages.
        counts: How many references each sheaf has.
        row: Differences of the places in `rows`, all sheaves in one column.
        field: Places in `fields`.
        start: Offsets.
        of: Versions to sheaves, counted from 1.
    """

    rows: list[ReferenceRow]
    fields: list[str]
    counts: list[int]
    row: list[int]
    field: list[int]
    start: list[int]
    of: Runs


class Named(Row, frozen=True):
    """What versions have, by name: headings, or kinds and parents that do not follow from the number.

    Attributes:
        names: Distinct values.
        of: Versions to names, counted from 1; see `columns.Runs`.
    """

    names: list[str | None]
    of: Runs


class Kinds(Row, frozen=True):
    """As `Named`, of kinds of rules."""

    names: list[RuleKind | None]
    of: Runs


class TermRow(Row, frozen=True):
    """A renamed term; see `graph.terms.records.Term`."""

    old: str
    new: str | None
    edition: str
    kind: str
    support: int
    score: float
    evidence: tuple[tuple[str, str], ...]
    forms: tuple[tuple[str, str], ...]
    curated: bool
    note: str


class CorrespondenceRow(Row, frozen=True):
    """See `rules.correspondence.Correspondence`."""

    edition: str
    key: str
    other_edition: str
    other: str
    method: str
    score: float


class Owners(Row, frozen=True):
    """Who has a fingerprint: a stretch of versions of a lineage, or several such stretches.

    Versions are counted here lineage by lineage, each lineage's oldest first. Of the owners that fingerprints name,
    those below the number of stretches are stretches, the others are groups of them.

    Attributes:
        start: Differences of the first versions of the stretches.
        length: How many versions each has.
        counts: How many stretches each group has.
        members: These stretches, as `columns.narrow` writes them.
    """

    start: list[int]
    length: list[int]
    counts: list[int]
    members: bytes


def target_in(raw: str, kind: ReferenceKind) -> tuple[str, ...]:
    """What most references lead to: the whole term, or the number that is printed last."""
    return (raw,) if kind == "glossary" else (raw.rpartition(" ")[2],)
