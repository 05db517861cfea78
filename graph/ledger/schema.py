"""The tables of the ledger: views restore those of the knowledge base (`rules.store.schema`) from smaller ones.

Rows that the knowledge base repeats for every edition are stored once per run of editions. An edition is stored as its
number in `line`, in which the editions of a work are consecutive, the retyped ones (`rules.chain`) after the others, so
that a run of editions is a range of numbers; a key as its number in the common order of all
documents. No table has a text column: a query for one fails.
"""

from __future__ import annotations

from rules.records import RETYPED

APPLICATION_ID = 0x43524C32
"""Written to the file's header (`CRL2`), so that it is not taken for a knowledge base."""

FORMAT = 4
"""Incremented with every change of the tables; a ledger of another format must be rebuilt."""

PAGE_SIZE = 4096

RANK_STEP = 1 << 10
"""Number of ranks per key: room for records that an edition has in another place than the common order."""

COPIED = ("editions", "witnesses", "lineage_aliases", "terms", "correspondences", "fragments")
"""Tables copied from the knowledge base, with empty `fingerprint` columns."""

TABLES = """
CREATE TABLE line (
    place INTEGER PRIMARY KEY,
    edition TEXT NOT NULL UNIQUE
);

CREATE TABLE keys (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    number TEXT,
    ordinal INTEGER NOT NULL,
    kind TEXT,
    parent TEXT
);

CREATE TABLE packed_texts (
    id INTEGER PRIMARY KEY,
    title TEXT,
    sha256 BLOB NOT NULL
);

CREATE TABLE link_attributes (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    class TEXT,
    method TEXT NOT NULL,
    score REAL NOT NULL,
    main INTEGER NOT NULL
);

CREATE TABLE packed_lineages (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    first_version INTEGER NOT NULL,
    last_version INTEGER NOT NULL
);

CREATE TABLE packed_versions (
    id INTEGER PRIMARY KEY,
    lineage INTEGER NOT NULL,
    key_id INTEGER NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    since INTEGER,
    attributes INTEGER NOT NULL,
    sources TEXT,
    text_id INTEGER NOT NULL
);

CREATE TABLE spans (
    version INTEGER NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    rank INTEGER,
    kind TEXT,
    parent TEXT,
    refs INTEGER,
    PRIMARY KEY (version, first)
) WITHOUT ROWID;

CREATE TABLE packed_steps (
    id INTEGER PRIMARY KEY,
    place INTEGER NOT NULL,
    before INTEGER NOT NULL
);

CREATE TABLE packed_links (
    step INTEGER NOT NULL,
    position INTEGER NOT NULL,
    old INTEGER,
    new INTEGER,
    attributes INTEGER NOT NULL,
    PRIMARY KEY (step, position)
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
    ref INTEGER NOT NULL,
    start_offset INTEGER NOT NULL,
    PRIMARY KEY (id, item)
) WITHOUT ROWID;

CREATE TABLE fingerprints (
    mark INTEGER NOT NULL,
    lineage INTEGER NOT NULL,
    PRIMARY KEY (mark, lineage)
) WITHOUT ROWID;

CREATE TABLE distinctive_terms (
    lineage INTEGER PRIMARY KEY,
    words BLOB NOT NULL
);
"""

INDEXES = """
CREATE INDEX keys_by_number ON keys (number, ordinal) WHERE number IS NOT NULL;
CREATE INDEX versions_by_key ON packed_versions (key_id, first);
CREATE INDEX links_by_old ON packed_links (old) WHERE old IS NOT NULL;
CREATE INDEX texts_by_title ON packed_texts (title COLLATE NOCASE) WHERE title IS NOT NULL;
"""

VIEWS = f"""
CREATE VIEW texts AS SELECT id, title, lower(hex(sha256)) AS sha256 FROM packed_texts;

CREATE VIEW alive AS
SELECT
    line.edition, coalesce(spans.rank, keys.id * {RANK_STEP}) AS position, keys.key, keys.number, keys.ordinal,
    coalesce(spans.kind, keys.kind) AS kind, packed_versions.text_id, lineage,
    nullif(coalesce(spans.parent, keys.parent), '') AS parent, spans.refs
FROM line
JOIN spans ON line.place BETWEEN spans.first AND spans.last
JOIN packed_versions ON packed_versions.id = spans.version
JOIN keys ON keys.id = packed_versions.key_id;

CREATE VIEW rules AS
SELECT edition, position, number, ordinal, kind, text_id, parent FROM alive WHERE number IS NOT NULL;

CREATE VIEW glossary AS
SELECT edition, position, ordinal, text_id FROM alive WHERE number IS NULL;

CREATE VIEW refs AS
SELECT
    alive.edition, alive.position * {RANK_STEP} + item AS position, alive.key AS source, field, raw,
    packed_refs.kind, targets, quoted_title, start_offset, start_offset + length(raw) AS end_offset, status,
    coalesce(found, targets) AS found, suggestion
FROM alive JOIN ref_lists ON ref_lists.id = alive.refs JOIN packed_refs ON packed_refs.id = ref;

CREATE VIEW citations AS
SELECT DISTINCT edition, json_each.value AS target, position FROM refs, json_each(refs.found);

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
    start.edition AS first_edition, end.edition AS last_edition,
    link_attributes.kind, link_attributes.class, method, score,
    coalesce(sources, json_array(keys.key)) AS sources
FROM packed_versions
JOIN packed_lineages
    ON packed_lineages.number = packed_versions.lineage AND packed_versions.id BETWEEN first_version AND last_version
JOIN keys ON keys.id = packed_versions.key_id
JOIN line AS start ON start.place = coalesce(since, packed_versions.first)
JOIN line AS end ON end.place = packed_versions.last
JOIN link_attributes ON link_attributes.id = attributes;

CREATE VIEW retyped_keys AS
SELECT edition, key, packed_lineages.id AS lineage
FROM alive JOIN packed_lineages ON packed_lineages.number = lineage
WHERE edition IN (SELECT id FROM editions WHERE condition = '{RETYPED}');

CREATE VIEW steps AS
SELECT newer.edition, older.edition AS previous, '' AS fingerprint
FROM packed_steps JOIN line AS newer USING (place) JOIN line AS older ON older.place = before;

CREATE VIEW links AS
SELECT
    newer.edition, older.edition AS previous, position, before.key AS old, after.key AS new,
    link_attributes.kind, link_attributes.class, method, score, main
FROM packed_links JOIN packed_steps ON packed_steps.id = step
JOIN line AS newer USING (place) JOIN line AS older ON older.place = packed_steps.before
JOIN link_attributes ON link_attributes.id = attributes
LEFT JOIN keys AS before ON before.id = old
LEFT JOIN keys AS after ON after.id = new;
"""  # noqa: S608 - fixed words only
