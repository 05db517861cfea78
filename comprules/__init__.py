"""Every edition of the Magic: The Gathering Comprehensive Rules, as records.

The public Python API; everything else may change between versions. Names are loaded when they are first used.

Example:
    import comprules

    with comprules.open_store("build/comprules.sqlite") as store:
        rule = store.rule("2026-04-17", "702.40a")

    document = comprules.parse("MagicCompRules.txt")
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from comprules.api import build_store, open_store, parse, resolve_edition
    from rules.records import Edition, GlossaryEntry, ParsedDocument, Resolution, Rule
    from rules.store import Hit, Store, StoreError
    from scraper.parse import UnknownDialect

_HOMES = {
    "build_store": "comprules.api",
    "Edition": "rules.records",
    "GlossaryEntry": "rules.records",
    "Hit": "rules.store",
    "ParsedDocument": "rules.records",
    "Resolution": "rules.records",
    "Rule": "rules.records",
    "Store": "rules.store",
    "StoreError": "rules.store",
    "UnknownDialect": "scraper.parse",
    "open_store": "comprules.api",
    "parse": "comprules.api",
    "resolve_edition": "comprules.api",
}

__all__ = [
    "Edition",
    "GlossaryEntry",
    "Hit",
    "ParsedDocument",
    "Resolution",
    "Rule",
    "Store",
    "StoreError",
    "UnknownDialect",
    "build_store",
    "open_store",
    "parse",
    "resolve_edition",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'comprules' has no attribute {name!r}")
    value = getattr(importlib.import_module(_HOMES[name]), name)
    globals()[name] = value
    return value
