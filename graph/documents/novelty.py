"""The texts of a document of an unknown edition that no new edition can have in such numbers.

A new edition adds and rewords texts, and moves rules to other numbers. It never did two things: give the texts of
glossary entries to other entries, or have mostly texts that no edition before it has. A copy in which letters, spaces
or marks were lost throughout has mostly such texts.
"""

import json
from collections import defaultdict
from collections.abc import Iterator

from graph.documents.nearness import list_imprints
from graph.documents.stated import FEW
from rules.keys import is_entry
from rules.records import Diagnostic, ParsedDocument
from rules.store import Store

SLIPPED = "texts-slipped"
"""The code of the diagnostic about entries that have the texts of other entries."""
UNKNOWN_TEXTS = "texts-unknown"
"""The code of the diagnostic about a document with mostly unknown texts."""
MOST_UNKNOWN = 0.25
"""Maximum share of the texts of a new edition that no known edition has. Since `SETTLED` it was at most 0.142
(2018-04-27)."""
SETTLED = "2009-09-04"
"""The first edition after the great renumbering; editions up to it have up to 0.705 such texts."""
_HINT = "another copy of this edition may have its texts; comprules identify FILE --variants shows the differences"

_KNOWN = "SELECT value FROM json_each(?) WHERE EXISTS (SELECT 1 FROM imprints WHERE imprint = value)"
"""Those of some imprints that any edition has. The parameter is a JSON list: `[8123, …]`."""
_ENTRIES = """
SELECT keys.key, imprints.imprint FROM json_each(?) AS own
CROSS JOIN imprints ON imprint = own.value CROSS JOIN runs ON runs.text_id = imprints.text_id
CROSS JOIN line ON line.place BETWEEN runs.first AND runs.last CROSS JOIN keys ON keys.id = runs.key_id
WHERE line.edition = ?
"""
"""The keys under which an edition has some imprints, and these imprints. The first parameter is a JSON list."""


def find_novelties(document: ParsedDocument, nearest: str, store: Store) -> Iterator[Diagnostic]:
    """Yield a diagnostic for each way in which a document differs from the known editions more than a new one can.

    Args:
        document: The document, which is of an unknown edition or damaged.
        nearest: The known edition that is nearest to it.
        store: The ledger, or a knowledge base.
    """
    imprints = dict(list_imprints(document))
    slipped = _list_slipped(imprints, nearest, store)
    if len(slipped) > FEW:
        entries = sum(map(is_entry, imprints))
        message = f"{len(slipped):,} of its {entries:,} glossary entries have the texts of other entries of {nearest}"
        yield Diagnostic(SLIPPED, "warning", message, document.name, hint=_HINT)
    known_imprints = {found for (found,) in store.select(_KNOWN, json.dumps(sorted(set(imprints.values()))))}
    unknown = sum(own not in known_imprints for own in imprints.values())
    if nearest >= SETTLED and unknown > MOST_UNKNOWN * len(imprints):
        message = (
            f"{unknown:,} of its {len(imprints):,} texts are in no known edition; in a new edition at most 14 % are"
        )
        yield Diagnostic(UNKNOWN_TEXTS, "warning", message, document.name, hint=_HINT)


def _list_slipped(imprints: dict[str, int], nearest: str, store: Store) -> list[str]:
    """Return the keys of glossary entries that have the text of another entry of an edition, which has these entries.

    Args:
        imprints: Key → imprint of each text of a document.
        nearest: The edition.
        store: The ledger, or a knowledge base.
    """
    own_entries = {key: own for key, own in imprints.items() if is_entry(key)}
    keys_of: dict[int, set[str]] = defaultdict(set)
    for key, own in store.select(_ENTRIES, json.dumps(sorted(set(own_entries.values()))), nearest):
        if is_entry(key):
            keys_of[own].add(key)
    entries_of_edition = set(filter(is_entry, store.keys(nearest)))
    return [
        key
        for key, own in own_entries.items()
        if key in entries_of_edition and keys_of[own] and key not in keys_of[own]
    ]
