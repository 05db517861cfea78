"""The tables of the knowledge base. `columns.toml` next to this module explains each; a test keeps the two in sync.

Editions are named in every table by their id (an ISO date), so that the file can be queried by hand. All texts are in
one table: a rule that is unchanged through a hundred editions is one row there.
"""

from __future__ import annotations

from rules.errors import ComprulesError

APPLICATION_ID = 0x43525631
"""Written to the file's header (`CRV1`), so that no other SQLite file is taken for a knowledge base."""

SCHEMA_VERSION = 4
"""Incremented with every change of the tables; a knowledge base of another version is rebuilt, never migrated."""

PAGE_SIZE = 8192


class StoreError(ComprulesError):
    """A knowledge base cannot be read or written. The message names the file, the problem and the remedy."""


class ForeignFileError(StoreError):
    """The file is not a knowledge base; it is neither read nor replaced."""


class DamagedStoreError(StoreError):
    """A knowledge base could be opened, but its content cannot be read."""


TABLES = """
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

CREATE TABLE witnesses (
    edition TEXT NOT NULL REFERENCES editions (id),
    position INTEGER NOT NULL,
    file TEXT NOT NULL,
    origin TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    size INTEGER NOT NULL,
    encoding TEXT NOT NULL,
    condition TEXT NOT NULL,
    stated_edition TEXT,
    rule_count INTEGER NOT NULL,
    glossary_count INTEGER NOT NULL,
    chosen INTEGER NOT NULL,
    reason TEXT NOT NULL,
    PRIMARY KEY (edition, position)
) WITHOUT ROWID;

CREATE TABLE texts (
    id INTEGER PRIMARY KEY,
    title TEXT,
    text TEXT NOT NULL,
    sha256 TEXT NOT NULL
);

CREATE TABLE imprints (
    imprint INTEGER NOT NULL,
    text_id INTEGER NOT NULL REFERENCES texts (id),
    PRIMARY KEY (imprint, text_id)
) WITHOUT ROWID;

CREATE TABLE rules (
    edition TEXT NOT NULL REFERENCES editions (id),
    position INTEGER NOT NULL,
    number TEXT NOT NULL,
    ordinal INTEGER NOT NULL,
    kind TEXT NOT NULL,
    text_id INTEGER NOT NULL REFERENCES texts (id),
    parent TEXT,
    label TEXT NOT NULL,
    tags TEXT,
    first_line INTEGER,
    last_line INTEGER,
    PRIMARY KEY (edition, position)
) WITHOUT ROWID;

CREATE TABLE examples (
    edition TEXT NOT NULL REFERENCES editions (id),
    position INTEGER NOT NULL,
    item INTEGER NOT NULL,
    text_id INTEGER NOT NULL REFERENCES texts (id),
    PRIMARY KEY (edition, position, item)
) WITHOUT ROWID;

CREATE TABLE notes (
    edition TEXT NOT NULL REFERENCES editions (id),
    position INTEGER NOT NULL,
    item INTEGER NOT NULL,
    text_id INTEGER NOT NULL REFERENCES texts (id),
    PRIMARY KEY (edition, position, item)
) WITHOUT ROWID;

CREATE TABLE glossary (
    edition TEXT NOT NULL REFERENCES editions (id),
    position INTEGER NOT NULL,
    ordinal INTEGER NOT NULL,
    text_id INTEGER NOT NULL REFERENCES texts (id),
    first_line INTEGER,
    last_line INTEGER,
    PRIMARY KEY (edition, position)
) WITHOUT ROWID;

CREATE TABLE matter (
    edition TEXT NOT NULL REFERENCES editions (id),
    position INTEGER NOT NULL,
    name TEXT NOT NULL,
    text_id INTEGER NOT NULL REFERENCES texts (id),
    first_line INTEGER,
    last_line INTEGER,
    PRIMARY KEY (edition, position)
) WITHOUT ROWID;

CREATE TABLE variants (
    edition TEXT NOT NULL REFERENCES editions (id),
    position INTEGER NOT NULL,
    key TEXT NOT NULL,
    witness TEXT NOT NULL,
    kind TEXT NOT NULL,
    reading_id INTEGER NOT NULL REFERENCES texts (id),
    text_id INTEGER NOT NULL REFERENCES texts (id),
    adopted INTEGER NOT NULL,
    PRIMARY KEY (edition, position)
) WITHOUT ROWID;

CREATE TABLE diagnostics (
    edition TEXT NOT NULL REFERENCES editions (id),
    position INTEGER NOT NULL,
    code TEXT NOT NULL,
    severity TEXT NOT NULL,
    message TEXT NOT NULL,
    path TEXT NOT NULL,
    line INTEGER NOT NULL,
    col INTEGER NOT NULL,
    hint TEXT NOT NULL,
    PRIMARY KEY (edition, position)
) WITHOUT ROWID;

CREATE TABLE refs (
    edition TEXT NOT NULL REFERENCES editions (id),
    position INTEGER NOT NULL,
    source TEXT NOT NULL,
    field TEXT NOT NULL,
    raw TEXT NOT NULL,
    kind TEXT NOT NULL,
    targets TEXT NOT NULL,
    quoted_title TEXT,
    start_offset INTEGER NOT NULL,
    end_offset INTEGER NOT NULL,
    status TEXT NOT NULL,
    found TEXT NOT NULL,
    suggestion TEXT,
    PRIMARY KEY (edition, position)
) WITHOUT ROWID;

CREATE TABLE citations (
    edition TEXT NOT NULL REFERENCES editions (id),
    target TEXT NOT NULL,
    position INTEGER NOT NULL,
    PRIMARY KEY (edition, target, position)
) WITHOUT ROWID;

CREATE TABLE steps (
    edition TEXT NOT NULL REFERENCES editions (id),
    previous TEXT NOT NULL REFERENCES editions (id),
    fingerprint TEXT NOT NULL,
    PRIMARY KEY (edition, previous)
) WITHOUT ROWID;

CREATE TABLE links (
    edition TEXT NOT NULL REFERENCES editions (id),
    previous TEXT NOT NULL REFERENCES editions (id),
    position INTEGER NOT NULL,
    old TEXT,
    new TEXT,
    kind TEXT NOT NULL,
    class TEXT,
    method TEXT NOT NULL,
    score REAL NOT NULL,
    main INTEGER NOT NULL,
    PRIMARY KEY (edition, previous, position)
) WITHOUT ROWID;

CREATE TABLE replacements (
    edition TEXT NOT NULL REFERENCES editions (id),
    previous TEXT NOT NULL REFERENCES editions (id),
    position INTEGER NOT NULL,
    old TEXT NOT NULL,
    new TEXT NOT NULL,
    support INTEGER NOT NULL,
    consistency REAL NOT NULL,
    evidence TEXT NOT NULL,
    PRIMARY KEY (edition, previous, position)
) WITHOUT ROWID;

CREATE TABLE changes (
    edition TEXT NOT NULL REFERENCES editions (id),
    position INTEGER NOT NULL,
    old TEXT,
    new TEXT,
    kind TEXT NOT NULL,
    class TEXT,
    field TEXT NOT NULL,
    words TEXT NOT NULL
);

CREATE TABLE lineages (
    id TEXT PRIMARY KEY,
    first_edition TEXT NOT NULL REFERENCES editions (id),
    last_edition TEXT NOT NULL REFERENCES editions (id),
    last_key TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE lineage_aliases (
    alias TEXT PRIMARY KEY,
    lineage TEXT NOT NULL REFERENCES lineages (id)
) WITHOUT ROWID;

CREATE TABLE retyped_keys (
    edition TEXT NOT NULL REFERENCES editions (id),
    key TEXT NOT NULL,
    lineage TEXT NOT NULL REFERENCES lineages (id),
    PRIMARY KEY (edition, key)
) WITHOUT ROWID;

CREATE TABLE terms (
    position INTEGER PRIMARY KEY,
    old TEXT NOT NULL,
    new TEXT,
    edition TEXT NOT NULL REFERENCES editions (id),
    kind TEXT NOT NULL,
    support INTEGER NOT NULL,
    score REAL NOT NULL,
    evidence TEXT NOT NULL,
    forms TEXT NOT NULL,
    curated INTEGER NOT NULL,
    note TEXT NOT NULL,
    dated INTEGER NOT NULL
);

CREATE TABLE versions (
    lineage TEXT NOT NULL REFERENCES lineages (id),
    position INTEGER NOT NULL,
    key TEXT NOT NULL,
    first_edition TEXT NOT NULL REFERENCES editions (id),
    last_edition TEXT NOT NULL REFERENCES editions (id),
    kind TEXT NOT NULL,
    class TEXT,
    method TEXT NOT NULL,
    score REAL NOT NULL,
    sources TEXT NOT NULL,
    PRIMARY KEY (lineage, position)
) WITHOUT ROWID;

CREATE TABLE correspondences (
    edition TEXT NOT NULL REFERENCES editions (id),
    position INTEGER NOT NULL,
    key TEXT NOT NULL,
    other_edition TEXT NOT NULL REFERENCES editions (id),
    other TEXT NOT NULL,
    method TEXT NOT NULL,
    score REAL NOT NULL,
    PRIMARY KEY (edition, position)
) WITHOUT ROWID;

CREATE TABLE fragments (
    edition TEXT NOT NULL REFERENCES editions (id),
    position INTEGER NOT NULL,
    file TEXT NOT NULL,
    origin TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    size INTEGER NOT NULL,
    encoding TEXT NOT NULL,
    rule_count INTEGER NOT NULL,
    glossary_count INTEGER NOT NULL,
    PRIMARY KEY (edition, position)
) WITHOUT ROWID;

CREATE TABLE fragment_variants (
    edition TEXT NOT NULL REFERENCES editions (id),
    position INTEGER NOT NULL,
    key TEXT NOT NULL,
    file TEXT NOT NULL,
    kind TEXT NOT NULL,
    reading TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (edition, position)
) WITHOUT ROWID;

CREATE VIRTUAL TABLE search USING fts5 (
    title, text,
    content = 'texts', content_rowid = 'id',
    tokenize = 'unicode61 remove_diacritics 2'
);
"""

EDITION_INDEXES = """
CREATE UNIQUE INDEX rules_by_number ON rules (edition, number, ordinal);
CREATE INDEX rules_by_text ON rules (text_id, edition);
CREATE INDEX examples_by_text ON examples (text_id, edition);
CREATE INDEX notes_by_text ON notes (text_id, edition);
CREATE INDEX glossary_by_text ON glossary (text_id, edition);
CREATE INDEX refs_by_source ON refs (edition, source);
CREATE INDEX texts_by_title ON texts (title COLLATE NOCASE) WHERE title IS NOT NULL;
"""
"""Created after all editions are inserted, which is faster than updating the indexes with each row."""

HISTORY_INDEXES = """
CREATE INDEX changes_by_edition ON changes (edition);
CREATE INDEX versions_by_key ON versions (key, first_edition);
CREATE INDEX correspondences_by_key ON correspondences (key, edition);
CREATE INDEX correspondences_by_other ON correspondences (other, other_edition);
"""
"""Created after everything is inserted."""

INDEXES = EDITION_INDEXES + HISTORY_INDEXES
