"""Every edition of the Magic: The Gathering Comprehensive Rules, as records.

The public Python API; everything else may change between versions. Names are loaded when they are first used.

Example:
    import comprules

    with comprules.open_store("build/comprules.sqlite") as store:
        rule = store.rule("2026-04-17", "702.40a")

    document = comprules.parse("MagicCompRules.txt")
    findings = comprules.check_tree("src").findings
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from comprules.api import (
        blame,
        build_store,
        check_text,
        check_tree,
        compare,
        differences,
        find_citations,
        identify,
        open_store,
        parse,
        resolve_edition,
        search,
        search_changes,
        terms,
        trace,
    )
    from comprules.lint.findings import Checked, Finding
    from graph.answers.changes import ChangeAnswer, ChangeResult
    from graph.answers.search import SearchAnswer, SearchResult
    from graph.citations.records import Citation
    from graph.compare import NotComparable
    from graph.identify import Identification
    from graph.search.changes import ChangeFilter
    from rules.errors import ComprulesError
    from rules.links import Link, Version
    from rules.records import Edition, GlossaryEntry, ParsedDocument, Resolution, Rule
    from rules.store import Store, StoreError
    from scraper.layout import UnknownDialect

_HOMES = {
    "blame": "comprules.api",
    "build_store": "comprules.api",
    "check_text": "comprules.api",
    "check_tree": "comprules.api",
    "compare": "comprules.api",
    "differences": "comprules.api",
    "ChangeAnswer": "graph.answers.changes",
    "ChangeFilter": "graph.search.changes",
    "ChangeResult": "graph.answers.changes",
    "Checked": "comprules.lint.findings",
    "Citation": "graph.citations.records",
    "ComprulesError": "rules.errors",
    "Edition": "rules.records",
    "Finding": "comprules.lint.findings",
    "GlossaryEntry": "rules.records",
    "Identification": "graph.identify",
    "Link": "rules.links",
    "NotComparable": "graph.compare",
    "ParsedDocument": "rules.records",
    "Resolution": "rules.records",
    "Rule": "rules.records",
    "SearchAnswer": "graph.answers.search",
    "SearchResult": "graph.answers.search",
    "Store": "rules.store",
    "StoreError": "rules.store",
    "UnknownDialect": "scraper.layout",
    "Version": "rules.links",
    "find_citations": "comprules.api",
    "identify": "comprules.api",
    "open_store": "comprules.api",
    "parse": "comprules.api",
    "resolve_edition": "comprules.api",
    "search": "comprules.api",
    "search_changes": "comprules.api",
    "terms": "comprules.api",
    "trace": "comprules.api",
}

__all__ = [
    "ChangeAnswer",
    "ChangeFilter",
    "ChangeResult",
    "Checked",
    "Citation",
    "ComprulesError",
    "Edition",
    "Finding",
    "GlossaryEntry",
    "Identification",
    "Link",
    "NotComparable",
    "ParsedDocument",
    "Resolution",
    "Rule",
    "SearchAnswer",
    "SearchResult",
    "Store",
    "StoreError",
    "UnknownDialect",
    "Version",
    "blame",
    "build_store",
    "check_text",
    "check_tree",
    "compare",
    "differences",
    "find_citations",
    "identify",
    "open_store",
    "parse",
    "resolve_edition",
    "search",
    "search_changes",
    "terms",
    "trace",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'comprules' has no attribute {name!r}")
    value = getattr(importlib.import_module(_HOMES[name]), name)
    globals()[name] = value
    return value
