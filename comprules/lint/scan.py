"""A file as it was read, with its citations."""

from typing import TYPE_CHECKING

from comprules.lint.decode import DecodedText
from comprules.lint.notices import Notice
from graph.citations.records import Citation

if TYPE_CHECKING:
    pass
from comprules.lint.ignores import Ignore

UNTOLD = frozenset({"a lock file", "a minified bundle", "a drawing"})
"""Kinds of data that nobody expects to be searched, and that most trees for the web are full of."""


class ScannedFile(DecodedText, frozen=True, kw_only=True, dict=True):
    """A file as it was read, with its citations; its text is empty if it cannot cite anything, or was skipped.

    Attributes:
        path: The file, by the path that led to it.
        ignores: Its comments that suppress findings.
        citations: Its citations, outside of such comments, with the stamps of their blocks; no placeholders.
        notices: Why it was skipped.
        searched: Whether it counts as searched.
        data: Its bytes.
    """

    path: str
    ignores: tuple[Ignore, ...] = ()
    citations: tuple[Citation, ...] = ()
    notices: tuple[Notice, ...] = ()
    searched: bool = False
    data: bytes = b""

    def is_ignored(self, citation: Citation) -> bool:
        """Return whether a comment that suppresses findings applies to a citation."""
        first, last = (self.place(place)[0] for place in (citation.start, citation.end - 1))
        return any(ignore.scope == "file" or first <= ignore.line <= last for ignore in self.ignores)


def skip(path: str, why: str | None) -> ScannedFile:
    """Return a file in which nothing was looked for, with a notice if there is a reason to tell."""
    return ScannedFile("", path=path, notices=(Notice(path, f"skipped: {why}"),) if why else ())
