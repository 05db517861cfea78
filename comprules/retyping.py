"""Watches the editions of a knowledge base for signs that a copy was retyped (`scraper.retyping`)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cache

from comprules.history import EditionTexts
from rules.records import COMPREHENSIVE_RULES, Diagnostic
from scraper.retyping import RetypingGuard, plain_passage


def watch_retyping(texts: EditionTexts, editions: Collection[str]) -> Iterator[Diagnostic]:
    """Yield what looks retyped in some editions of the Comprehensive Rules, compared with all editions before each."""

    @cache
    def list_words(number: int) -> str:
        passage = texts.passage(number)
        return plain_passage(passage.heading, passage.text)

    guard = RetypingGuard()
    for its in texts.works[COMPREHENSIVE_RULES]:
        passages = dict(zip(its.keys, map(list_words, its.passages), strict=True))
        condition = texts.store.edition(its.edition).condition
        yield from guard.check(its.edition, condition, passages, wanted=its.edition in editions)
