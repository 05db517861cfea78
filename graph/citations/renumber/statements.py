"""Stamps that state a fact about their edition, which an upgrade must not make false.

`Our pinned CR 2018-04-27, 100.1 …` says which copy of the rules a project has. `CR 100.1, as of 2018-04-27` may tell
what the rule said then. But `CR 100.1 @2018-04-27` and `// 20180427 - 100.1` only say whose number 100.1 is.
"""

import re

from graph.citations.find.layout import line_around
from graph.citations.records import Citation
from rules.late_patterns import compile_late

_REACH = 60
"""Characters before a stamp among which words say that it names a copy."""
_OF_COPY = compile_late(
    r"""
    \b(?:
      pinned | frozen | vendored | archived | bundled | downloaded | snapshots? | printouts?
    | (?:copy|copies|text)\s(?:of|from) | (?:copied|quoted)\sfrom | (?:printed|published)\sin
    )\b [^.;!?\n]* \Z
    """,
    re.VERBOSE | re.IGNORECASE,
)
"""A word that says that the edition after it is a certain copy, and the rest of the sentence up to the edition."""
_BARE = compile_late(r"@\s?\Z|\A[\s/*#;-]*\Z")
"""The end of a line before a stamp that only names the edition: an at sign, or nothing but the marks of a comment."""


def is_pinned(text: str, citation: Citation) -> bool:
    """Return whether a citation has the stamp of a certain copy of the rules, which keeps its edition."""
    before = _find_before(text, citation)
    return before is not None and _OF_COPY.search(before[-_REACH:]) is not None


def says_only_edition(text: str, citation: Citation) -> bool:
    """Return whether the stamp of a citation has no other purpose than to name its edition."""
    before = _find_before(text, citation)
    return before is not None and _BARE.search(before) is not None


def _find_before(text: str, citation: Citation) -> str | None:
    """Return what is before the stamp of a citation on its line; None without a stamp."""
    if citation.stamp_start is None:
        return None
    return text[line_around(text, citation.stamp_start, citation.stamp_start).start : citation.stamp_start]
