"""The mark of an edition that `comprules init` only estimated: a question mark after its name.

`edition = "2021-06-18?"` declares the edition like `edition = "2021-06-18"`, but a number is renumbered by it only if
the words next to the number support it. A person who is sure removes the mark.
"""

_MARK = "?"


def mark_estimate(edition: str) -> str:
    """Return the declaration of an edition that is only estimated: `2021-06-18?`."""
    return edition + _MARK


def is_estimate(declared: str) -> bool:
    """Return whether the declaration of an edition says that it is only estimated."""
    return declared.endswith(_MARK)


def name_edition(declared: str) -> str:
    """Return the name of the edition in a declaration, without the mark of an estimate."""
    return declared.removesuffix(_MARK)
