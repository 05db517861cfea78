"""`search/now.json` and `search/past.json`: texts of the latest edition and of every edition, each passage once.

    now.json   {"build": …, "edition": "2026-04-17", "records": [["702.40a", "", "Storm is …", [example, …], []], …],
                "since": [["1999-04-23", …], [0, 7, 0, …]]}
    past.json  {"build": …, "editions": [["1999-04-23", "Urza's Legacy"], …], "passages": [["Storm", "", [], []], …],
                "lineages": [[["502.30a", first, last, passage], …], …]}

A record is key, heading, text, examples, notes; empty values at its end are omitted. `since` has editions, and for each
record the place of that since which it has its words, or -1. Passages are numbered after the
records of `now.json`, so nothing is sent twice. A lineage has its runs, oldest first: key, first and last edition as
positions in the list, passage.

The browser builds its index from them (`assets/js/search/index.js`): that is smaller to send than an index, and
works the same way for the latest edition, for any former one and for all at once.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from rules.records import COMPREHENSIVE_RULES
from rules.store import Store
from rules.store.search import words_since
from site_src.data.corpus import Corpus, ShownPassage


def words_documents(store: Store, corpus: Corpus) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the documents `now.json` and `past.json`."""
    latest = corpus.contents[corpus.latest]
    numbers: dict[Words, int] = {}
    records = []
    for place, row in enumerate(latest.rows):
        words = _encode_words(corpus.passages[row.text])
        numbers.setdefault(words, place)
        records.append([row.key, *_trim_words(words)])
    since = words_since(store, corpus.latest)
    reworded = sorted(set(since.values()))
    places = [reworded.index(since[row.key]) if row.key in since else -1 for row in latest.rows]
    now: dict[str, Any] = {"edition": corpus.latest, "records": records, "since": [reworded, places]}
    editions = [edition_id for edition_id, work in store.works.items() if work == COMPREHENSIVE_RULES]
    past: dict[str, Any] = {
        "editions": [(edition, corpus.contents[edition].edition.set_name or "") for edition in editions],
        "passages": [],
        "lineages": _encode_lineages(store, corpus, editions, numbers, len(records)),
    }
    past["passages"] = [_trim_words(words) for words, number in numbers.items() if number >= len(records)]
    build = hashlib.sha256(json.dumps([now, past], ensure_ascii=False).encode()).hexdigest()[:12]
    return {"build": build, **now}, {"build": build, **past}


Words = tuple[str, str, tuple[str, ...], tuple[str, ...]]
"""Heading, text, examples, notes."""


def _encode_words(passage: ShownPassage) -> Words:
    return passage.heading or "", passage.text, passage.examples, passage.notes


def _trim_words(words: Words) -> list[Any]:
    parts: list[Any] = list(words)
    while parts and not parts[-1]:
        parts.pop()
    return parts


def _encode_lineages(
    store: Store, corpus: Corpus, editions: list[str], numbers: dict[Words, int], after: int
) -> list[list[tuple[str, int, int, int]]]:
    """Return the runs of each lineage; new passages get the numbers from `after` on."""
    at = {edition: place for place, edition in enumerate(editions)}
    texts: dict[str, Mapping[str, int]] = {
        edition: {row.key: row.text for row in corpus.contents[edition].rows} for edition in editions
    }
    more = after
    places: dict[str, list[tuple[str, int, int, int]]] = {}
    for version in store.all_versions():
        if version.first not in at:
            continue
        words = _encode_words(corpus.passages[texts[version.first][version.key]])
        if words not in numbers:
            numbers[words] = more
            more += 1
        run = (version.key, at[version.first], at[version.last], numbers[words])
        runs = places.setdefault(version.lineage, [])
        # versions that differ only in references are one run for the search
        if runs and runs[-1][0] == run[0] and runs[-1][3] == run[3] and runs[-1][2] + 1 == run[1]:
            run = (run[0], runs.pop()[1], run[2], run[3])
        runs.append(run)
    return list(places.values())
