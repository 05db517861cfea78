"""The documents of an editor, divided into lines as the protocol does.

The library (pygls) divides them with `str.splitlines`, which also divides at form feeds and other characters that
editors show within a line. Every position after such a character would be wrong.
"""

import re
from collections.abc import Sequence
from typing import Any

from pygls.workspace import TextDocument, Workspace

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_OTHER_END = re.compile(r"[\v\f\x1c-\x1e\x85\u2028\u2029]")
"""The characters at which only `str.splitlines` ends a line."""


def divide_lines(text: str) -> list[str]:
    r"""Return the lines of a text with their ends: `"a\f\nb"` → `["a\f\n", "b"]`."""
    if _OTHER_END.search(text) is None:
        return text.splitlines(keepends=True)  # the same, and faster
    return _LINE.findall(text)


class EditorDocument(TextDocument):
    """A document with the lines that its editor counts."""

    @property
    def lines(self) -> Sequence[str]:
        """Return the lines with their ends."""
        return tuple(divide_lines(self.source))


class EditorWorkspace(Workspace):
    """A workspace of such documents."""

    def _create_text_document(self, *args: Any, **kwargs: Any) -> EditorDocument:
        document = super()._create_text_document(*args, **kwargs)
        document.__class__ = EditorDocument
        return document  # type: ignore[return-value]
