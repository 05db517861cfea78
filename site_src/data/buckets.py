"""The passages, distributed over files small enough for a phone to fetch at once.

The passages of a lineage are kept together, under the chapter of its current (or last) number. So a chapter of any
edition needs few files, and the wordings of a rule are adjacent, which helps compression.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from rules.numbers import chapter_of, is_term
from site_src.data.corpus import Corpus, ShownPassage, passages_of_lineages
from site_src.layout.book import slug

LIMIT = 400_000
"""Maximum size of a bucket in bytes, unless a single passage is larger."""


def bucket_names(corpus: Corpus, last_keys: Mapping[str, str]) -> dict[int, str]:
    """Return the bucket of each passage: `702-3`, `glossary-1`.

    Args:
        corpus: All editions.
        last_keys: The key of each lineage in the last edition that has it.

    Returns:
        By number of the passage, in the order of the passages in the buckets.
    """
    shelves: dict[str, list[tuple[str, int]]] = defaultdict(list)
    for lineage, row, _ in passages_of_lineages(corpus):
        key = last_keys.get(lineage, row.key) if lineage else row.key
        shelf = "glossary" if is_term(key) else slug(chapter_of(key))
        shelves[shelf].append((f"{key}@{lineage}", row.text))
    names: dict[int, str] = {}
    for shelf in sorted(shelves):
        number, filled = 1, 0
        for _, text in sorted(shelves[shelf]):
            size = len(_dump_json(passage_json(corpus.passages[text])))
            if filled and filled + size > LIMIT:
                number, filled = number + 1, 0
            filled += size
            names[text] = f"{shelf}-{number}"
    return names


def build_of(corpus: Corpus, names: Mapping[int, str]) -> str:
    """Return a hash of all passages and their buckets; manifests and buckets may be combined only if it is the same.

    A cache may hold a manifest from before a new edition and a bucket from after it; combined, the number of a text
    would silently mean another text.
    """
    whole = hashlib.sha256()
    for text, name in names.items():
        whole.update(f"{text} {name} ".encode() + _dump_json(passage_json(corpus.passages[text])))
    return whole.hexdigest()[:12]


def bucket_documents(corpus: Corpus, names: Mapping[int, str], build: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield name and document of each bucket; `build` is what `build_of` returns."""
    members: dict[str, list[int]] = defaultdict(list)
    for text, name in names.items():
        members[name].append(text)
    for name, texts in members.items():
        passages = {str(text): passage_json(corpus.passages[text]) for text in texts}
        yield name, {"bucket": name, "build": build, "texts": passages}


def passage_json(passage: ShownPassage) -> dict[str, Any]:
    """Return a passage as JSON; empty fields are omitted, except for its text."""
    fields: dict[str, Any] = {} if passage.heading is None else {"heading": passage.heading}
    fields["text"] = passage.text
    if passage.examples:
        fields["examples"] = list(passage.examples)
    if passage.notes:
        fields["notes"] = list(passage.notes)
    if passage.references:
        fields["references"] = [
            [field, start, end, kind, list(targets), title]
            for field, start, end, kind, targets, title in passage.references
        ]
    return fields


def _dump_json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
