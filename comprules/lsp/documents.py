"""The documents of an editor, divided into lines as the protocol does.

The library (pygls) divides them with `str.splitlines`, which also divides at form feeds and other characters that
editors show within a line. Every position after such a character would be wrong.
"""

import re
from collections.abc import Sequence

from pygls.protocol import LanguageServerProtocol
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

    def _create_text_document(
        self, doc_uri: str, source: str | None = None, version: int | None = None, language_id: str | None = None
    ) -> EditorDocument:
        """Return a new document; the library calls this whenever an editor opens one."""
        return EditorDocument(
            doc_uri, source, version, language_id, sync_kind=self._sync_kind, position_codec=self.position_codec
        )


class EditorProtocol(LanguageServerProtocol):
    """The protocol of the language server, which can use such a workspace."""

    def use_editor_workspace(self) -> None:
        """Replace the workspace that the library has made, as long as no document is open."""
        workspace = self.workspace
        self._workspace = EditorWorkspace(
            workspace.root_uri,
            workspace_folders=list(workspace.folders.values()),
            position_encoding=workspace.position_encoding,
        )
