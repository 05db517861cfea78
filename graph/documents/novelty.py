"""The texts of a document of an unknown edition that no new edition can have in such numbers.

A text has *slipped* if another record of the nearest known edition has it: 702.41 in the document has the text of
702.40 there. The *imprint* of a text is a hash of its words without typography.

A new edition adds and rewords texts, and moves some rules to other numbers. It never gave the texts of glossary entries
to other entries. Since `SETTLED`, no edition has moved most rules, lost many numbers or entries, or had mostly texts
that no edition before it has, as a copy does in which letters or marks were lost throughout.
"""

import json
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping

from graph.documents.extent import Extent
from graph.documents.nearness import list_imprints
from graph.documents.stated import FEW
from rules.keys import is_entry
from rules.records import Diagnostic, ParsedDocument
from rules.store import Store

SLIPPED = "texts-slipped"
"""The code of the diagnostic about rules or entries that have the texts of others."""
UNKNOWN_TEXTS = "texts-unknown"
"""The code of the diagnostic about a document with mostly unknown texts."""
MOST_UNKNOWN = 0.25
"""Maximum share of the texts of a new edition that no known edition has. Since `SETTLED` it was at most 0.142
(2018-04-27)."""
MOST_MOVED = 0.25
"""Maximum share of the rules of a new edition that have the text of another rule of the edition before. Since `SETTLED`
it was at most 0.127 (2013-07-13)."""
MOST_LOST_RULES = 0.12
"""Maximum share of the rules of an edition whose numbers a new one lacks. Since `SETTLED` it was at most 0.058
(2009-10-01)."""
MOST_LOST_ENTRIES = 0.05
"""Maximum share of the glossary of an edition that a new one lacks. Since `SETTLED` it was at most 0.009 (2019-01-25).
"""
SETTLED = "2009-09-04"
"""The first edition after the great renumbering, in which up to 0.705 of the texts were new."""
LEAST_SHARED = 0.1
"""Minimum share of the texts of a document that the nearest edition has. A document with fewer is another book."""
_HINT = "another copy of this edition may have its texts; comprules identify FILE --variants shows the differences"

_KNOWN = "SELECT value FROM json_each(?) WHERE EXISTS (SELECT 1 FROM imprints WHERE imprint = value)"
"""Those of some imprints that any edition has. The parameter is a JSON list: `[8123, …]`."""
_PLACES = """
SELECT keys.key, imprints.imprint FROM json_each(?) AS own
CROSS JOIN imprints ON imprint = own.value CROSS JOIN runs ON runs.text_id = imprints.text_id
CROSS JOIN line ON line.place BETWEEN runs.first AND runs.last CROSS JOIN keys ON keys.id = runs.key_id
WHERE line.edition = ?
"""
"""The keys under which an edition has some imprints, and these imprints. The first parameter is a JSON list."""


def find_novelties(document: ParsedDocument, nearest: str, store: Store) -> Iterator[Diagnostic]:
    """Yield a diagnostic for each way in which a document differs from the known editions more than a new one can.

    There are none if the document has too few texts of the nearest edition to tell. If that edition is older than
    `SETTLED`, only entries that have the texts of other entries are reported, since the early editions differ much.

    Args:
        document: The document, which is of an unknown edition or damaged.
        nearest: The known edition that is nearest to it.
        store: The ledger, or a knowledge base.
    """
    imprints = dict(list_imprints(document))
    places = _find_places(imprints, nearest, store)
    shared = sum(text_imprint in places for text_imprint in imprints.values())
    if shared < LEAST_SHARED * len(imprints):
        return
    slipped = _list_slipped(imprints, places, set(store.keys(nearest)))
    for message in _describe_slipped(imprints, slipped, nearest):
        yield Diagnostic(SLIPPED, "warning", message, document.name, hint=_HINT)
    if nearest < SETTLED:
        return
    unknown = _count_unknown(imprints, store)
    if unknown > MOST_UNKNOWN * len(imprints):
        count = f"{unknown:,} of its {len(imprints):,} texts"
        message = f"{count} are in no known edition (new editions: at most 14 %)"
        yield Diagnostic(UNKNOWN_TEXTS, "warning", message, document.name, hint=_HINT)


def _describe_slipped(keys: Collection[str], slipped: Collection[str], nearest: str) -> Iterator[str]:
    """Yield a message if more entries, and another if more rules, have slipped than in a new edition.

    Args:
        keys: The keys of the document's texts.
        slipped: Those keys that have the text of another record of the nearest edition.
        nearest: The nearest edition.
    """
    entries = list(filter(is_entry, keys))
    slipped_entries = list(filter(is_entry, slipped))
    if len(slipped_entries) > FEW:
        count = f"{len(slipped_entries):,} of its {len(entries):,} glossary entries"
        yield f"{count} have the texts of other entries of {nearest}"
    rules = len(keys) - len(entries)
    slipped_rules = len(slipped) - len(slipped_entries)
    if nearest >= SETTLED and slipped_rules > MOST_MOVED * rules:
        count = f"{slipped_rules:,} of its {rules:,} rules"
        yield f"{count} have the texts of other rules of {nearest} (new editions: at most 13 %)"


def is_lacking(extent: Extent) -> bool:
    """Return whether a document of an unknown edition lacks more of the nearest edition than a new edition can."""
    if extent.edition < SETTLED:
        return False
    lost_rules = extent.rules.total - extent.rules.present
    lost_entries = extent.glossary.total - extent.glossary.present
    return lost_rules > MOST_LOST_RULES * extent.rules.total or lost_entries > MOST_LOST_ENTRIES * extent.glossary.total


def _count_unknown(imprints: Mapping[str, int], store: Store) -> int:
    """Return how many texts of a document no edition has."""
    rows = store.select(_KNOWN, json.dumps(sorted(set(imprints.values()))))
    known_imprints = {known_imprint for (known_imprint,) in rows}
    return sum(text_imprint not in known_imprints for text_imprint in imprints.values())


def _find_places(imprints: Mapping[str, int], edition: str, store: Store) -> Mapping[int, set[str]]:
    """Return each imprint of a document that an edition has, with the keys under which the edition has it."""
    places: dict[int, set[str]] = defaultdict(set)
    for key, text_imprint in store.select(_PLACES, json.dumps(sorted(set(imprints.values()))), edition):
        places[text_imprint].add(key)
    return dict(places)


def _list_slipped(
    imprints: Mapping[str, int], places: Mapping[int, set[str]], keys_of_edition: Collection[str]
) -> list[str]:
    """Return the keys of a document that have the text of another record of an edition, which has these keys too.

    Args:
        imprints: Key → imprint of each text of the document.
        places: Imprint → the keys under which the edition has it.
        keys_of_edition: The keys of the edition.
    """
    slipped: list[str] = []
    for key, text_imprint in imprints.items():
        keys_with_text = places.get(text_imprint, set())
        if keys_with_text and key not in keys_with_text and key in keys_of_edition:
            slipped.append(key)
    return slipped
