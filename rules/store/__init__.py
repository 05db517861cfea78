"""The knowledge base: one SQLite file that holds every edition; its tables are explained in `columns.toml`.

`open_store` reads. `rules.store.write` writes and is imported from there, since most commands only read. A knowledge
base is never changed in place: a new one is written to a temporary file and renamed over the old one, so readers see
either the old or the new one.
"""

from rules.store.errors import DamagedStoreError, ForeignFileError, StoreError
from rules.store.read import Store, copy_store, open_store
from rules.store.schema import APPLICATION_ID, SCHEMA_VERSION

__all__ = [
    "APPLICATION_ID",
    "SCHEMA_VERSION",
    "DamagedStoreError",
    "ForeignFileError",
    "Store",
    "StoreError",
    "copy_store",
    "open_store",
]
