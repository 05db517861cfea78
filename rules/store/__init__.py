"""The knowledge base: one SQLite file that holds every edition; its tables are explained in `columns.toml`.

`open_store` reads, `StoreWriter` writes. A knowledge base is never changed in place: a new one is written beside the
old one and takes its place by a rename, so that a reader sees the old or the new and nothing between.
"""

from rules.store.read import Store, open_store
from rules.store.rows import WHOLE_TABLES, EditionRows, StepRows, rows_of, step_rows_of, version_row
from rules.store.schema import APPLICATION_ID, SCHEMA_VERSION, DamagedStoreError, ForeignFileError, StoreError
from rules.store.search import Hit
from rules.store.write import StoreWriter

__all__ = [
    "APPLICATION_ID",
    "SCHEMA_VERSION",
    "WHOLE_TABLES",
    "DamagedStoreError",
    "EditionRows",
    "ForeignFileError",
    "Hit",
    "StepRows",
    "Store",
    "StoreError",
    "StoreWriter",
    "open_store",
    "rows_of",
    "step_rows_of",
    "version_row",
]
