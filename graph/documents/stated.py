"""Diagnostics about a document whose texts are not those of an edition.

Numbers and terms may all be there while their texts are wrong: moved by one rule, without their last sentences, or
those of another edition.
"""

from collections.abc import Sequence

from rules.keys import is_entry, name_of
from rules.records import Diagnostic

MOST_DIFFERING = 0.01
"""Maximum share of texts that differ in a document that is compared with an edition whatever date it states."""
FEW = 3
"""Maximum number of texts that may differ in a copy in good condition: misprints that somebody corrected, and a last
text that breaks off. In the undamaged copies of the archive no text differs from the reading of their edition."""

TEXTS_DIFFER = "texts-differ"
"""The code of the diagnostics about texts that are not those of an edition."""
UNKNOWN_EDITION = "unknown-edition"
"""The code of the diagnostic about a document of no known edition."""
MOST_NAMED = 20
"""Maximum number of texts that a diagnostic names; the answers in JSON have all of them."""
_HINT = "another copy of this edition may have its texts; comprules identify FILE --variants shows the differences"
_UNKNOWN_HINT = "if this edition is new, comprules update may know it; if it is not, the date or the texts are wrong"
_UNDATED_HINT = "it may be damaged, or of an edition that is not known; compare it with another copy"


def differs_much(matching: int, total: int) -> bool:
    """Return whether a document differs from an edition in more texts than copies of one edition do.

    Args:
        matching: Number of the texts of the document that the edition has under the same number or term.
        total: Number of all texts of the document.
    """
    return total - matching > max(FEW, MOST_DIFFERING * total)


def report_differing(name: str, edition: str, keys: Sequence[str], total: int) -> Diagnostic:
    """Return a diagnostic about a document with texts that are not those of its edition.

    Args:
        name: Name of the document.
        edition: The edition.
        keys: The keys of these texts; at least one.
        total: Number of all texts of the document.
    """
    verb = "differs" if len(keys) == 1 else "differ"
    count = f"{len(keys):,} of its {total:,} texts {verb}"
    message = f"{count} from those of {edition} under the same numbers: {_name_keys(keys)}"
    return Diagnostic(TEXTS_DIFFER, "warning", message, name, hint=_HINT)


def report_misdated(name: str, edition: str, matching: int, total: int) -> Diagnostic:
    """Return a diagnostic about a document that states the date of one edition and has the texts of another.

    Args:
        name: Name of the document.
        edition: The edition whose date it states.
        matching: Number of the document's texts that this edition has under the same number or term.
        total: Number of all texts of the document.
    """
    differing = total - matching
    message = f"{differing:,} of its {total:,} texts differ from those of {edition}, the edition whose date it states"
    return Diagnostic(TEXTS_DIFFER, "warning", message, name, hint=_HINT)


def report_unknown(name: str, stated: str, nearest: str, keys: Sequence[str], total: int) -> Diagnostic:
    """Return a diagnostic about a document with the date of an edition that is not known.

    Args:
        name: Name of the document.
        stated: The date that it states.
        nearest: The known edition with most of its texts.
        keys: The keys of the texts that this edition lacks.
        total: Number of all texts of the document.
    """
    beginning = f"it states {stated}, which is not a known edition"
    message = f"{beginning}; {_describe_nearest(nearest, keys, total)}"
    return Diagnostic(UNKNOWN_EDITION, "info", message, name, hint=_UNKNOWN_HINT)


def report_undated(name: str, nearest: str, keys: Sequence[str], total: int) -> Diagnostic:
    """Return a diagnostic about a document that states no date, and of whose texts no edition has all.

    Args:
        name: Name of the document.
        nearest: The edition with most of its texts.
        keys: The keys of the texts that this edition lacks.
        total: Number of all texts of the document.
    """
    message = f"it states no date, and no edition has all its texts; {_describe_nearest(nearest, keys, total)}"
    return Diagnostic(UNKNOWN_EDITION, "warning", message, name, hint=_UNDATED_HINT)


def _describe_nearest(nearest: str, keys: Sequence[str], total: int) -> str:
    """Return how many texts of a document the nearest edition has, and the names of the others."""
    comparison = f"the nearest, {nearest}, has {total - len(keys):,} of its {total:,} texts"
    return f"{comparison}; the others: {_name_keys(keys)}" if keys else comparison


def _name_keys(keys: Sequence[str]) -> str:
    """Return the names of some keys, of which only the first are named: `101.2, “Storm” and 30 more`."""
    named = ", ".join(f"“{name_of(key)}”" if is_entry(key) else key for key in keys[:MOST_NAMED])
    more = len(keys) - MOST_NAMED
    return f"{named} and {more:,} more" if more > 0 else named
