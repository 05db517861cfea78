"""The texts of a document compared with those of an edition.

Numbers and terms may all be there while their texts are wrong: moved by one rule, without their last sentences, or
those of another edition.
"""

from rules.records import Diagnostic

MOST_DIFFERING = 0.01
"""Maximum share of texts that may differ. In the copies of the archive at most 0.0043 differ from the reading of their
edition."""
FEW = 3
"""This many texts may differ in a document of any size: misprints, and a last text that breaks off."""

TEXTS_DIFFER = "texts-differ"
"""The code of the diagnostics about texts that are not those of an edition."""
_HINT = "another copy of this edition may have its texts; comprules identify FILE --variants shows the differences"


def differs_much(matching: int, total: int) -> bool:
    """Return whether a document differs from an edition in more texts than copies of one edition do.

    Args:
        matching: Number of the texts of the document that the edition has under the same number or term.
        total: Number of all texts of the document.
    """
    return total - matching > max(FEW, MOST_DIFFERING * total)


def report_differing(name: str, edition: str, matching: int, total: int) -> Diagnostic:
    """Return a diagnostic about a document with many texts that are not those of its edition.

    Args:
        name: Name of the document.
        edition: The edition.
        matching: Number of the document's texts that this edition has under the same number or term.
        total: Number of all texts of the document.
    """
    message = f"{total - matching:,} of its {total:,} texts differ from those of {edition} under the same numbers"
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
