"""References in the rows of the knowledge base."""

from collections.abc import Sequence
from typing import Any

from rules.records import Reference, Resolution
from rules.store.record_table import names_from

REFERENCE_COLUMNS = "field, raw, kind, targets, quoted_title, start_offset, status, found, suggestion"
"""The columns that `make_resolution` takes. The view `refs` has them, and so have `ref_lists` and `packed_refs`
joined."""


def make_resolution(source: str, row: Sequence[Any]) -> Resolution:
    """Return a reference with the result of its look-up.

    Args:
        source: Key of the record that contains it.
        row: Its values in `REFERENCE_COLUMNS`; `found` may be None if it is equal to `targets`.
    """
    field, raw, kind, packed_targets, quoted_title, start, status, packed_found, suggestion = row
    targets = names_from(packed_targets)
    found = targets if packed_found is None else names_from(packed_found)
    reference = Reference(
        source=source,
        field=field,
        raw=raw,
        kind=kind,
        targets=targets,
        quoted_title=quoted_title,
        start=start,
        end=start + len(raw),
    )
    return Resolution(reference, status, found, suggestion)
