"""The tables of the knowledge base. `columns.toml` next to this module explains each; a test keeps the two in sync.

What the editions repeat is stored once: a record that is the same in a run of editions is one row of `runs`, and all
texts are in one table. In these tables an edition is its place in `line`, in which the editions of a work are
consecutive, the retyped ones (`rules.links`) after the others, so that a run of editions is a range of places; a key
is its number in the common order of all documents. Views restore from them a row for each record of each edition,
in which editions are named by their id (an ISO date), so that the file can be queried by hand.

The ledger is the same file without the texts and what is made of them.

A table of records follows from their type: its columns, the statement that creates it, and the conversion of rows.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from types import NoneType
from typing import Any, Generic, TypeVar, get_args, get_origin

import msgspec
from msgspec.structs import astuple, fields

from rules.errors import ComprulesError
from rules.links import ChangedPassage, Correspondence, Replacement, Term
from rules.records import Diagnostic, Variant, Witness

APPLICATION_ID = 0x43525631
"""Written to the file's header (`CRV1`), so that no other SQLite file is taken for a knowledge base."""

SCHEMA_VERSION = 5
"""Incremented with every change of the tables; a file of another version is made anew, never migrated."""

RANK_STEP = 1 << 20
"""Number of ranks per key: room for records that an edition has in another place than the common order."""


class StoreError(ComprulesError):
    """A knowledge base cannot be read or written. The message names the file, the problem and the remedy."""


class ForeignFileError(StoreError):
    """The file is not a knowledge base; it is neither read nor replaced."""


class DamagedStoreError(StoreError):
    """A knowledge base could be opened, but its content cannot be read."""


Row = tuple[Any, ...]
T = TypeVar("T", bound=msgspec.Struct)
OF_EDITION = "edition TEXT NOT NULL REFERENCES editions (id), position INTEGER NOT NULL"


class RecordTable(Generic[T]):
    """A table of records: its own columns, which say where a record belongs, and one for each field of the record.

    A field that is a tuple is a JSON array, and a field that may be None is a column that may be NULL.

    Args:
        name: Name of the table.
        record: Type of the records.
        before: Its own columns, as in `CREATE TABLE`.
        key: Names of the columns of the primary key; without one, rows are in the order in which they are written.
        names: Names of columns that differ from those of their fields; one that ends with `_id` is the id of a text.
        forms: Functions that make a text of the value of a field before it is written, and undo that after it is read.
    """

    def __init__(
        self,
        name: str,
        record: type[T],
        *,
        before: str = OF_EDITION,
        key: str = "",
        names: Mapping[str, str] | None = None,
        forms: Mapping[str, tuple[Callable[[Any], Any], Callable[[Any], Any]]] | None = None,
    ) -> None:
        self.name = name
        self.record = record
        self._before = before
        self._key = key
        self._names = names or {}
        self._texts = [field for field, column in self._names.items() if column.endswith("_id")]
        self._given_forms = forms or {}

    @cached_property
    def columns(self) -> str:
        """Return the columns of a record's fields, in their order, as they stand in a query."""
        return ", ".join(self._names.get(field, field) for field in self.record.__struct_fields__)

    @property
    def create(self) -> str:
        """Return the statement that creates the table."""
        columns = [self._before]
        for field in fields(self.record):
            kind = "TEXT NOT NULL" if field.name in self._given_forms else _sql_type(field.type)
            if field.name in self._texts:
                kind = "INTEGER NOT NULL REFERENCES packed_texts (id)"
            columns.append(f"{self._names.get(field.name, field.name)} {kind}")
        end = f", PRIMARY KEY ({self._key})) WITHOUT ROWID" if self._key else ")"
        return f"CREATE TABLE {self.name} ({', '.join(columns)}{end}"

    def row_of(self, record: T, text_id: Callable[[tuple[None, str]], int] | None = None) -> Row:
        """Return the columns of a record's fields; `text_id` returns the id of a text, if the table has such ids."""
        values = dict(zip(self.record.__struct_fields__, astuple(record), strict=True))
        for field, (write, _) in self._forms.items():
            values[field] = write(values[field])
        if text_id is not None:
            values |= {field: text_id((None, values[field])) for field in self._texts}
        return tuple(values.values())

    def records_of(self, rows: Iterable[Sequence[Any]]) -> tuple[T, ...]:
        """Return the records of rows of `columns`."""
        readers = [(self.record.__struct_fields__.index(field), read) for field, (_, read) in self._forms.items()]
        records = []
        for row in rows:
            values = list(row)
            for index, read in readers:
                values[index] = read(values[index])
            records.append(self.record(*values))
        return tuple(records)

    @cached_property
    def _forms(self) -> dict[str, tuple[Callable[[Any], Any], Callable[[Any], Any]]]:
        """Return what writes and reads the fields that are not as they stand in a row."""
        forms = dict(self._given_forms)
        for field in fields(self.record):
            if field.type is bool:
                forms[field.name] = (int, bool)
            elif get_origin(field.type) is tuple and field.name not in forms:
                forms[field.name] = (pack, lru_cache(1 << 13)(msgspec.json.Decoder(field.type).decode))
        return forms


def _sql_type(kind: Any) -> str:
    kinds = [kind for kind in get_args(kind) if kind is not NoneType] if NoneType in get_args(kind) else [kind]
    name = "INTEGER" if kinds[0] in {bool, int} else "REAL" if kinds[0] is float else "TEXT"
    return name if NoneType in get_args(kind) else f"{name} NOT NULL"


@lru_cache(1 << 13)
def pack(values: tuple[Any, ...]) -> str:
    """Return values as a JSON array."""
    return msgspec.json.encode(values).decode()


@lru_cache(1 << 13)
def names_from(packed: str) -> tuple[str, ...]:
    """Return the names in a JSON array."""
    return msgspec.json.decode(packed, type=tuple[str, ...])


_SIGNS = {"equal": "=", "delete": "-", "insert": "+"}
_OPS = {sign: op for op, sign in _SIGNS.items()}


def sign_parts(parts: tuple[tuple[str, str], ...]) -> list[str]:
    """Return the pieces of a changed passage, each after a sign: `=` equal, `-` deleted, `+` inserted."""
    return [_SIGNS[op] + text for op, text in parts]


_OF_STEP = """edition TEXT NOT NULL REFERENCES editions (id), previous TEXT NOT NULL REFERENCES editions (id),
    position INTEGER NOT NULL"""
_IN_EDITION = "edition, position"
_COPY: dict[str, Any] = {
    "key": _IN_EDITION,
    "names": {"rules": "rule_count", "glossary": "glossary_count"},
    "forms": {"reason": (lambda reason: reason or "", lambda packed: packed or None)},
}

WITNESSES = RecordTable("witnesses", Witness, **_COPY)
FRAGMENTS = RecordTable("fragments", Witness, **_COPY)
FRAGMENT_VARIANTS = RecordTable("fragment_variants", Variant, key=_IN_EDITION, names={"witness": "file"})
VARIANTS = RecordTable("variants", Variant, key=_IN_EDITION, names={"reading": "reading_id", "text": "text_id"})
DIAGNOSTICS = RecordTable("diagnostics", Diagnostic, key=_IN_EDITION, names={"column": "col"})
REPLACEMENTS = RecordTable("replacements", Replacement, before=_OF_STEP, key="edition, previous, position")
CHANGES = RecordTable(
    "changes",
    ChangedPassage,
    names={"change": "class", "parts": "words"},
    forms={
        "parts": (
            lambda parts: pack(tuple(sign_parts(parts))),
            lambda packed: tuple((_OPS[piece[0]], piece[1:]) for piece in json.loads(packed)),
        )
    },
)
TERMS = RecordTable("terms", Term, before="position INTEGER PRIMARY KEY")
CORRESPONDENCES = RecordTable("correspondences", Correspondence, before="position INTEGER NOT NULL", key=_IN_EDITION)
RECORD_TABLES: tuple[RecordTable[Any], ...] = (
    WITNESSES,
    VARIANTS,
    DIAGNOSTICS,
    REPLACEMENTS,
    CHANGES,
    TERMS,
    CORRESPONDENCES,
    FRAGMENTS,
    FRAGMENT_VARIANTS,
)
"""The tables of which each row is a record."""

_TABLES = """
CREATE TABLE meta (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE editions (
    id TEXT PRIMARY KEY,
    work TEXT NOT NULL,
    set_code TEXT,
    set_name TEXT,
    sets TEXT NOT NULL,
    dialect TEXT NOT NULL,
    condition TEXT NOT NULL,
    aliases TEXT NOT NULL,
    rule_count INTEGER NOT NULL,
    glossary_count INTEGER NOT NULL,
    reference_count INTEGER NOT NULL,
    fingerprint TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE line (
    place INTEGER PRIMARY KEY,
    edition TEXT NOT NULL UNIQUE REFERENCES editions (id)
);

CREATE TABLE keys (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL,
    number TEXT,
    ordinal INTEGER NOT NULL,
    kind TEXT,
    parent TEXT
);

CREATE TABLE packed_texts (
    id INTEGER PRIMARY KEY,
    title TEXT,
    text TEXT NOT NULL,
    sha256 BLOB NOT NULL
);

CREATE TABLE imprints (
    imprint INTEGER NOT NULL,
    text_id INTEGER NOT NULL REFERENCES packed_texts (id),
    PRIMARY KEY (imprint, text_id)
) WITHOUT ROWID;

CREATE TABLE runs (
    key_id INTEGER NOT NULL REFERENCES keys (id),
    first INTEGER NOT NULL REFERENCES line (place),
    last INTEGER NOT NULL REFERENCES line (place),
    rank INTEGER,
    text_id INTEGER NOT NULL REFERENCES packed_texts (id),
    label TEXT NOT NULL,
    tags TEXT,
    passages INTEGER,
    refs INTEGER,
    PRIMARY KEY (key_id, first)
) WITHOUT ROWID;

CREATE TABLE passage_lists (
    id INTEGER NOT NULL,
    note INTEGER NOT NULL,
    item INTEGER NOT NULL,
    text_id INTEGER NOT NULL REFERENCES packed_texts (id),
    PRIMARY KEY (id, note, item)
) WITHOUT ROWID;

CREATE TABLE source_lines (
    place INTEGER NOT NULL REFERENCES line (place),
    key_id INTEGER NOT NULL REFERENCES keys (id),
    first_line INTEGER NOT NULL,
    last_line INTEGER NOT NULL,
    PRIMARY KEY (place, key_id)
) WITHOUT ROWID;

CREATE TABLE matter (
    edition TEXT NOT NULL REFERENCES editions (id),
    position INTEGER NOT NULL,
    name TEXT NOT NULL,
    text_id INTEGER NOT NULL REFERENCES packed_texts (id),
    first_line INTEGER,
    last_line INTEGER,
    PRIMARY KEY (edition, position)
) WITHOUT ROWID;

CREATE TABLE packed_refs (
    id INTEGER PRIMARY KEY,
    field TEXT NOT NULL,
    raw TEXT NOT NULL,
    kind TEXT NOT NULL,
    targets TEXT NOT NULL,
    quoted_title TEXT,
    status TEXT NOT NULL,
    found TEXT,
    suggestion TEXT
);

CREATE TABLE ref_lists (
    id INTEGER NOT NULL,
    item INTEGER NOT NULL,
    ref INTEGER NOT NULL REFERENCES packed_refs (id),
    start_offset INTEGER NOT NULL,
    PRIMARY KEY (id, item)
) WITHOUT ROWID;

CREATE TABLE steps (
    id INTEGER PRIMARY KEY,
    edition TEXT NOT NULL REFERENCES editions (id),
    previous TEXT NOT NULL REFERENCES editions (id),
    fingerprint TEXT NOT NULL
);

CREATE TABLE link_attributes (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    class TEXT,
    method TEXT NOT NULL,
    score REAL NOT NULL,
    main INTEGER NOT NULL
);

CREATE TABLE packed_links (
    step INTEGER NOT NULL REFERENCES steps (id),
    position INTEGER NOT NULL,
    old INTEGER REFERENCES keys (id),
    new INTEGER REFERENCES keys (id),
    attributes INTEGER NOT NULL REFERENCES link_attributes (id),
    PRIMARY KEY (step, position)
) WITHOUT ROWID;

CREATE TABLE packed_lineages (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    first_version INTEGER NOT NULL REFERENCES packed_versions (id),
    last_version INTEGER NOT NULL REFERENCES packed_versions (id)
);

CREATE TABLE packed_versions (
    id INTEGER PRIMARY KEY,
    lineage INTEGER NOT NULL REFERENCES packed_lineages (number),
    key_id INTEGER NOT NULL REFERENCES keys (id),
    first INTEGER NOT NULL REFERENCES line (place),
    last INTEGER NOT NULL REFERENCES line (place),
    since INTEGER REFERENCES line (place),
    attributes INTEGER NOT NULL REFERENCES link_attributes (id),
    sources TEXT
);

CREATE TABLE lineage_aliases (
    alias TEXT PRIMARY KEY,
    lineage TEXT NOT NULL REFERENCES packed_lineages (id)
) WITHOUT ROWID;

CREATE TABLE retyped_keys (
    edition TEXT NOT NULL REFERENCES editions (id),
    key TEXT NOT NULL,
    lineage TEXT NOT NULL REFERENCES packed_lineages (id),
    PRIMARY KEY (edition, key)
) WITHOUT ROWID;
"""
_SEARCH = """;

CREATE VIRTUAL TABLE search USING fts5 (
    title, text,
    content = 'packed_texts', content_rowid = 'id',
    tokenize = 'unicode61 remove_diacritics 2'
);
"""

TEXT_COLUMN = "    text TEXT NOT NULL,\n"
"""The column of `packed_texts` that a ledger lacks, as in `make_tables`."""

VIEWS = f"""
CREATE VIEW records AS
SELECT
    line.edition, coalesce(runs.rank, runs.key_id * {RANK_STEP}) AS position, keys.key, keys.number, keys.ordinal,
    keys.kind, runs.text_id, keys.parent, runs.label, runs.tags,
    (SELECT first_line FROM source_lines WHERE source_lines.place = line.place AND source_lines.key_id = keys.id)
        AS first_line,
    (SELECT last_line FROM source_lines WHERE source_lines.place = line.place AND source_lines.key_id = keys.id)
        AS last_line,
    runs.passages, runs.refs
FROM line JOIN runs ON line.place BETWEEN runs.first AND runs.last JOIN keys ON keys.id = runs.key_id;

CREATE VIEW rules AS
SELECT edition, position, number, ordinal, kind, text_id, parent, label, tags, first_line, last_line
FROM records WHERE number IS NOT NULL;

CREATE VIEW glossary AS
SELECT edition, position, ordinal, text_id, first_line, last_line FROM records WHERE number IS NULL;

CREATE VIEW refs AS
SELECT
    edition, position * {RANK_STEP} + item AS position, key AS source, field, raw, packed_refs.kind, targets,
    quoted_title, start_offset, start_offset + length(raw) AS end_offset, status, coalesce(found, targets) AS found,
    suggestion
FROM records JOIN ref_lists ON ref_lists.id = refs JOIN packed_refs ON packed_refs.id = ref;

CREATE VIEW citations AS
SELECT DISTINCT edition, json_each.value AS target, position FROM refs, json_each(refs.found);

CREATE VIEW links AS
SELECT
    edition, previous, position, before.key AS old, after.key AS new, link_attributes.kind, link_attributes.class,
    method, score, main
FROM packed_links JOIN steps ON steps.id = step JOIN link_attributes ON link_attributes.id = attributes
LEFT JOIN keys AS before ON before.id = old
LEFT JOIN keys AS after ON after.id = new;

CREATE VIEW lineages AS
SELECT
    packed_lineages.id, start.edition AS first_edition, end.edition AS last_edition, keys.key AS last_key
FROM packed_lineages
JOIN packed_versions AS oldest ON oldest.id = first_version
JOIN line AS start ON start.place = coalesce(oldest.since, oldest.first)
JOIN packed_versions AS newest ON newest.id = last_version JOIN line AS end ON end.place = newest.last
JOIN keys ON keys.id = newest.key_id;

CREATE VIEW versions AS
SELECT
    packed_lineages.id AS lineage, packed_versions.id - first_version AS position, keys.key,
    start.edition AS first_edition, end.edition AS last_edition, link_attributes.kind, link_attributes.class, method,
    score, coalesce(sources, json_array(keys.key)) AS sources
FROM packed_versions
JOIN packed_lineages ON packed_lineages.number = packed_versions.lineage
JOIN keys ON keys.id = packed_versions.key_id
JOIN line AS start ON start.place = coalesce(since, packed_versions.first)
JOIN line AS end ON end.place = packed_versions.last
JOIN link_attributes ON link_attributes.id = attributes;
"""  # noqa: S608 - fixed words only
"""The views that a ledger has, too."""

TEXT_VIEWS = """
CREATE VIEW texts AS SELECT id, title, text, lower(hex(sha256)) AS sha256 FROM packed_texts;

CREATE VIEW examples AS
SELECT edition, position, item, passage_lists.text_id
FROM records JOIN passage_lists ON passage_lists.id = passages WHERE note = 0;

CREATE VIEW notes AS
SELECT edition, position, item, passage_lists.text_id
FROM records JOIN passage_lists ON passage_lists.id = passages WHERE note = 1;
"""

EDITION_INDEXES = """
CREATE INDEX keys_by_key ON keys (key);
CREATE INDEX keys_by_number ON keys (number, ordinal) WHERE number IS NOT NULL;
CREATE INDEX texts_by_title ON packed_texts (title COLLATE NOCASE) WHERE title IS NOT NULL;
"""
"""Created after all editions are inserted, which is faster than updating the indexes with each row."""

# With `runs_by_position` a record is found by its position. To read an edition in the order of this index takes three
# times as long as to sort its records; therefore queries for a whole edition say `ORDER BY +position`.
TEXT_INDEXES = f"""
CREATE INDEX runs_by_position ON runs (coalesce(rank, key_id * {RANK_STEP}));
CREATE INDEX runs_by_text ON runs (text_id);
CREATE INDEX runs_by_passages ON runs (passages) WHERE passages IS NOT NULL;
CREATE INDEX passages_by_text ON passage_lists (text_id);
CREATE INDEX changes_by_edition ON changes (edition);
"""

HISTORY_INDEXES = """
CREATE INDEX versions_by_key ON packed_versions (key_id, first);
CREATE INDEX links_by_old ON packed_links (old) WHERE old IS NOT NULL;
CREATE INDEX correspondences_by_key ON correspondences (key, edition);
CREATE INDEX correspondences_by_other ON correspondences (other, other_edition);
"""
"""Created after everything is inserted."""


def make_tables() -> str:
    """Return the statements that create the tables."""
    return _TABLES + ";\n\n".join(table.create for table in RECORD_TABLES) + _SEARCH
