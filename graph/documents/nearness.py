"""The nearness of a document to editions: how many of its texts, its numbers and its terms each of them has.

Texts are compared by their imprints, which a ledger has too: hashes of the words without typography, blanks and lost
marks. A ledger is a knowledge base without the texts themselves.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping

from msgspec import Struct

from rules.change import passage_of
from rules.imprints import imprint
from rules.records import GlossaryEntry, ParsedDocument, Rule
from rules.store import Store

# A knowledge base stores a record once for each run of consecutive editions in which it is the same. The queries count
# such records by their runs, which are few; `_count_by_edition` adds the counts up for each edition of a run.
_TEXTS = """
SELECT runs.first, runs.last, count(*) FROM json_each(?) AS own
CROSS JOIN keys ON keys.key = own.value ->> 0 CROSS JOIN imprints ON imprint = own.value ->> 1
CROSS JOIN runs ON runs.key_id = keys.id AND runs.text_id = imprints.text_id
GROUP BY runs.first, runs.last
"""
"""Each run, by the places of its first and its last edition, and how many of the texts it has under the same key. The
parameter is a JSON list of pairs of a key and the imprint of its text: `[["702.40a", 8123], …]`."""
_KEYS = """
SELECT runs.first, runs.last, count(*) FROM json_each(?) AS own
CROSS JOIN keys ON keys.key = own.value CROSS JOIN runs ON runs.key_id = keys.id
GROUP BY runs.first, runs.last
"""
"""Each run, as for `_TEXTS`, and how many of the keys it has. The parameter is a JSON list: `["702.40a", …]`."""


class Nearness(Struct, frozen=True):
    """How near a document is to the editions of its work.

    Attributes:
        total: Number of texts of the document.
        keys: Number of numbers and terms of the document.
        texts: Edition → how many of the texts the edition has under the same number or term.
        shared: Edition → how many of the numbers and terms the edition has.
        distances: Edition → how many numbers and terms either the edition or the document has, but not both.
    """

    total: int
    keys: int
    texts: Mapping[str, int]
    shared: Mapping[str, int]
    distances: Mapping[str, int]

    @property
    def most(self) -> int:
        """Return the number of texts that the nearest edition has."""
        return max(self.texts.values(), default=0)

    def has_all_texts(self, edition: str) -> bool:
        """Return whether an edition has all texts of the document under the same number or term, and none is empty."""
        return self.texts.get(edition) == self.total == self.keys

    def nearest_by_texts(self) -> list[str]:
        """Return the editions that have most of the texts, oldest first."""
        return sorted(edition for edition, count in self.texts.items() if count and count == self.most)

    def nearest_by_numbers(self) -> list[str]:
        """Return the editions whose numbers and terms are most like the document's, oldest first."""
        least = min(self.distances.values(), default=0)
        return sorted(edition for edition, distance in self.distances.items() if distance == least)

    def nearest(self) -> str | None:
        """Return the edition with most of the texts; None if no edition has any of the numbers and terms.

        Of several such editions it is the one whose numbers and terms are most like the document's, then the newest.
        """
        editions = self.nearest_by_texts() or self.nearest_by_numbers()
        return min(reversed(editions), key=lambda edition: self.distances[edition], default=None)


def measure_nearness(document: ParsedDocument, store: Store) -> Nearness:
    """Return the nearness of a document to the editions of its work.

    Args:
        document: The document.
        store: The ledger, or a knowledge base.
    """
    imprints = dict(list_imprints(document))
    keys = sorted({record.key for record in list_records(document)})
    shared_keys = _count_by_edition(store, _KEYS, json.dumps(keys))  # with editions of other works
    texts = _count_by_edition(store, _TEXTS, json.dumps(sorted(imprints.items())))
    own_editions = [edition for edition, work in store.work_of.items() if work == document.work]
    shared = {edition: shared_keys[edition] for edition in own_editions if edition in shared_keys}
    counts = store.counts()
    distances: dict[str, int] = {}
    for edition, shared_count in shared.items():
        only_in_document = len(keys) - shared_count
        only_in_edition = counts[edition].rules + counts[edition].glossary - shared_count
        distances[edition] = only_in_document + only_in_edition
    return Nearness(
        total=len(imprints),
        keys=len(keys),
        # an edition without any of the keys has none of the texts under them
        texts={edition: texts[edition] for edition in shared},
        shared=shared,
        distances=distances,
    )


def _count_by_edition(store: Store, query: str, parameter: str) -> Counter[str]:
    """Return edition → the sum of the counts of its runs.

    Places are consecutive. Of a run from place 2 to 4 with a count of 7 and one from 3 to 9 with a count of 1, the
    edition at place 3 has 8.

    Args:
        store: The ledger, or a knowledge base.
        query: A query for runs with their counts.
        parameter: The parameter of the query.
    """
    changes: Counter[int] = Counter()  # place → how much more or less than at the place before
    for first, last, count in store.select(query, parameter):
        changes[first] += count
        changes[last + 1] -= count
    total = 0
    counts: Counter[str] = Counter()
    for place, edition in store.select("SELECT place, edition FROM line ORDER BY place"):
        total += changes[place]
        if total:
            counts[edition] = total
    return counts


def list_records(document: ParsedDocument) -> list[Rule | GlossaryEntry]:
    """Return the rules and the glossary entries of a document."""
    return [*document.rules, *document.glossary]


def list_imprints(document: ParsedDocument) -> Iterator[tuple[str, int]]:
    """Yield the key of each record and the imprint of its text, or of the heading of a rule that has no text.

    Records without words have no imprint and are left out.
    """
    for record in list_records(document):
        text_imprint = imprint(passage_of(record).shown)
        if text_imprint is not None:
            yield record.key, text_imprint
