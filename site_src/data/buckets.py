"""The passages, distributed over files small enough for a phone to fetch at once.

A passage is in a file of the rules, or of the letter of the glossary, where it first appears, behind those that
appeared before it. So what is seen first of a chapter needs few files, versions of one rule are near each other for
compression, and a new edition adds to the last file of a group and changes no other.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

import msgspec

from rules.numbers import GLOSSARY, NUMBER, chapter_of, is_term, number_of, term_of
from site_src.data.corpus import Corpus, ShownPassage, passages_of_lineages
from site_src.layout.book import letter_of, slug

LIMIT = 400_000
"""Maximum size of a bucket in bytes, unless a single passage is larger."""

RULES = 20
"""Number of consecutive rules whose passages are together: few for what is seen first, many for a whole chapter."""


class Bucket(msgspec.Struct, frozen=True):
    """The words of some lineages in all editions. A manifest says which text of which bucket each record has.

    Attributes:
        bucket: Its name.
        texts: The passages, by number.
    """

    bucket: str
    texts: dict[str, ShownPassage]


def bucket_names(corpus: Corpus) -> dict[int, str]:
    """Return the bucket of each passage: `702.40-1`, `glossary-s-1`.

    Returns:
        By number of the passage, in the order of first appearance.
    """
    filled: dict[str, tuple[int, int]] = {}
    names: dict[int, str] = {}
    for _, row, _ in passages_of_lineages(corpus):
        group = _group_of(row.key)
        number, size = filled.get(group, (1, 0))
        added = len(msgspec.json.encode(corpus.passages[row.text]))
        if size and size + added > LIMIT:
            number, size = number + 1, 0
        filled[group] = number, size + added
        names[row.text] = f"{group}-{number}"
    return names


def _group_of(key: str) -> str:
    if is_term(key):
        return f"{GLOSSARY}-{letter_of(slug(term_of(key)))}"
    number = NUMBER.fullmatch(number_of(key))
    first = int((number and number["rule"]) or 0) // RULES * RULES
    return slug(chapter_of(key)) + (f".{first}" if first else "")


def make_buckets(corpus: Corpus, names: Mapping[int, str]) -> Iterator[Bucket]:
    """Yield the buckets."""
    members: dict[str, list[int]] = defaultdict(list)
    for text, name in names.items():
        members[name].append(text)
    for name, texts in members.items():
        yield Bucket(name, {str(text): corpus.passages[text] for text in texts})
