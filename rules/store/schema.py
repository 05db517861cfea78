"""The statements that create the knowledge base. `columns.toml` explains each table; a test keeps the two in sync.

A record that is the same in a run of editions is stored once, as a row of `runs`, and all texts are in one table. These
tables name an edition by its place in `line`. There the editions of a work are consecutive, the retyped ones
(`rules.links`) after the others, so that a run of editions is a range of places. They name a key by its id, which is
its index in the common order of all documents. Views restore a row for each record of each edition, and name editions
by their ids (ISO dates), so that the file can be queried by hand.

The ledger is the same file without the texts and the tables that are made from texts.
"""

from rules.store.tables import RECORD_TABLES

APPLICATION_ID = 0x43525631
"""Written to the file's header (`CRV1`), so that no other SQLite file is taken for a knowledge base."""

SCHEMA_VERSION = 8
"""Incremented with every change of the tables. A file of another version is built again, never migrated."""

RANK_STEP = 1 << 20
"""Difference between the ranks of consecutive keys: room for records that are not in the common order
(`rules.store.order.spread_ranks`)."""

EXAMPLE, NOTE = 0, 1
"""The values of the column `note` of `passage_lists`."""

RANK = f"coalesce(rank, key_id * {RANK_STEP})"
"""SQL for the rank of a run, by which the records of an edition are sorted: its own, or that of its key."""

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
"""The tables, except those of `rules.store.tables`."""
_SEARCH = """;

CREATE VIRTUAL TABLE search USING fts5 (
    title, text,
    content = 'packed_texts', content_rowid = 'id',
    tokenize = 'unicode61 remove_diacritics 2'
);
"""

TEXT_COLUMN = "    text TEXT NOT NULL,\n"
"""The line of `make_tables` for the column of `packed_texts` that a ledger lacks."""

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
"""The views that both a knowledge base and a ledger have."""

TEXT_VIEWS = """
CREATE VIEW texts AS SELECT id, title, text, lower(hex(sha256)) AS sha256 FROM packed_texts;

CREATE VIEW examples AS
SELECT edition, position, item, passage_lists.text_id
FROM records JOIN passage_lists ON passage_lists.id = passages WHERE note = 0;

CREATE VIEW notes AS
SELECT edition, position, item, passage_lists.text_id
FROM records JOIN passage_lists ON passage_lists.id = passages WHERE note = 1;
"""
"""The views that only a knowledge base has."""

EDITION_INDEXES = """
CREATE INDEX keys_by_key ON keys (key);
CREATE INDEX keys_by_number ON keys (number, ordinal) WHERE number IS NOT NULL;
CREATE INDEX texts_by_title ON packed_texts (title COLLATE NOCASE) WHERE title IS NOT NULL;
"""
"""Created after all editions are inserted, which is faster than updating the indexes with each row."""

# `runs_by_position` finds a record by its position. Reading a whole edition in the order of this index takes three
# times as long as sorting its records. Therefore queries for a whole edition say `ORDER BY +position`, which uses no
# index.
TEXT_INDEXES = f"""
CREATE INDEX runs_by_position ON runs ({RANK});
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
