"""The knowledge base: one SQLite file that holds every edition; `columns.toml` explains its tables.

`open_store` opens it for reading. The writer, `rules.store.write.StoreWriter`, is not imported here, since most
commands only read. A knowledge base is never changed in place: a new file is written and renamed over the old file, so
that readers see either of the two, whole.
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
