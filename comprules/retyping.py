"""Watches the editions of a knowledge base for signs that a copy was retyped (`scraper.retyping`)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cache

from rules.records import Diagnostic
from rules.store import Store
from scraper.retyping import RetypingGuard, plain_passage


def watch_retyping(store: Store, editions: Collection[str]) -> Iterator[Diagnostic]:
    """Yield what looks retyped in some editions of the Comprehensive Rules, compared with all editions before each."""
    guard = RetypingGuard()
    texts = {number: (title, text) for number, title, text in store.select("SELECT id, title, text FROM texts")}
    plain = cache(lambda number: plain_passage(*texts[number]))  # each distinct text is taken apart once
    for edition in store.editions_of():
        query = "SELECT key, text_id FROM records WHERE edition = ? ORDER BY +position"
        passages = {key: plain(text) for key, text in store.select(query, edition)}
        diagnostics = guard.check(edition, store.edition(edition).condition, passages)
        if edition in editions:
            yield from diagnostics
