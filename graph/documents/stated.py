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

CODE = "texts-differ"
"""The code of the diagnostics about texts that are not those of an edition."""
HINT = "another copy of this edition may have its texts; comprules identify FILE --variants shows the differences"


def differs_much(placed: int, total: int) -> bool:
    """Return whether more texts differ than between the copies of one edition.

    Args:
        placed: Number of the texts of a document that an edition has under the same number or term.
        total: Number of all its texts.
    """
    return total - placed > max(FEW, MOST_DIFFERING * total)


def report_differing(name: str, edition: str, placed: int, total: int) -> Diagnostic:
    """Return a diagnostic of the texts that differ from those of the edition that a document is of.

    Args:
        name: Name of the document.
        edition: The edition.
        placed: Number of the document's texts that this edition has under the same number or term.
        total: Number of all its texts.
    """
    message = f"{total - placed:,} of its {total:,} texts differ from those of {edition} under the same numbers"
    return Diagnostic(CODE, "warning", message, name, hint=HINT)


def report_misdated(name: str, edition: str, placed: int, total: int) -> Diagnostic:
    """Return a diagnostic of a document that states an edition and has the texts of another one.

    Args:
        name: Name of the document.
        edition: The edition that it states.
        placed: Number of the document's texts that this edition has under the same number or term.
        total: Number of all its texts.
    """
    differing = total - placed
    message = f"{differing:,} of its {total:,} texts differ from those of {edition}, the edition whose date it states"
    return Diagnostic(CODE, "warning", message, name, hint=HINT)
