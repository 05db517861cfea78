"""The passages, distributed over files small enough for a phone to fetch at once.

The passages of a lineage are kept together, under the chapter of its current (or last) number. So a chapter of any
edition needs few files, and the wordings of a rule are adjacent, which helps compression.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterator, Mapping

import msgspec

from rules.numbers import chapter_of, is_term
from site_src.data.corpus import Corpus, ShownPassage, passages_of_lineages
from site_src.layout.book import slug

LIMIT = 400_000
"""Maximum size of a bucket in bytes, unless a single passage is larger."""


class Bucket(msgspec.Struct, frozen=True):
    """The words of some lineages in all editions. A manifest says which text of which bucket each record has.

    Attributes:
        bucket: Its name.
        build: Texts are numbered anew with each build; only documents of one build are to be read together.
        texts: The passages, by number.
    """

    bucket: str
    build: str
    texts: dict[str, ShownPassage]


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
            size = len(msgspec.json.encode(corpus.passages[text]))
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
        whole.update(f"{text} {name} ".encode() + msgspec.json.encode(corpus.passages[text]))
    return whole.hexdigest()[:12]


def make_buckets(corpus: Corpus, names: Mapping[int, str], build: str) -> Iterator[Bucket]:
    """Yield the buckets; `build` is what `build_of` returns."""
    members: dict[str, list[int]] = defaultdict(list)
    for text, name in names.items():
        members[name].append(text)
    for name, texts in members.items():
        yield Bucket(name, build, {str(text): corpus.passages[text] for text in texts})
