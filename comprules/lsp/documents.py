"""The documents of an editor, divided into lines as the protocol does.

The library (pygls) divides them with `str.splitlines`, which also divides at form feeds and other characters that
editors show within a line. Every position after such a character would be wrong. It also divides the whole text for
every edit, and counts the units of every character of a line, which takes long in long files and lines. Here, an edit
renews only the lines that it touches, and no line is counted character by character.
"""

import re
from collections.abc import Sequence

from lsprotocol import types as lsp
from pygls.protocol import LanguageServerProtocol
from pygls.workspace import PositionCodec, ServerTextPosition, TextDocument, Workspace

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_OTHER_END = re.compile(r"[\v\f\x1c-\x1e\x85\u2028\u2029]")
"""The characters at which only `str.splitlines` ends a line."""


def divide_lines(text: str) -> list[str]:
    r"""Return the lines of a text with their ends: `"a\f\nb"` → `["a\f\n", "b"]`."""
    if _OTHER_END.search(text) is None:
        return text.splitlines(keepends=True)  # the same, and faster
    return _LINE.findall(text)


class EditorCodec(PositionCodec):
    """Converts between columns in characters and columns in the units of the editor."""

    def client_num_units(self, string: str) -> int:
        """Return the number of units of a text."""
        if string.isascii() or self.encoding == lsp.PositionEncodingKind.Utf32:
            return len(string)
        if self.encoding == lsp.PositionEncodingKind.Utf8:
            return len(string.encode("utf-8", "surrogatepass"))
        return len(string.encode("utf-16-le", "surrogatepass")) // 2

    def position_from_client_units(self, lines: Sequence[str], position: lsp.Position) -> ServerTextPosition:
        """Return a position of the editor in characters.

        A position after the end of a line is that end, one after the last line the end of the text, and one inside a
        character the end of that character.
        """
        if position.line >= len(lines):
            return ServerTextPosition(len(lines), 0)
        line = lines[position.line]
        end = len(line.rstrip("\r\n"))
        return ServerTextPosition(position.line, min(self._count_characters(line, position.character), end))

    def position_to_client_units(
        self, lines: Sequence[str], position: ServerTextPosition | lsp.Position
    ) -> lsp.Position:
        """Return a position in characters as the editor counts; one after the last line is the end of the text."""
        if position.line >= len(lines):
            return lsp.Position(len(lines), 0)
        line = lines[position.line]
        column = min(position.character, len(line))
        if not line.isascii():  # otherwise nothing need be copied
            column = self.client_num_units(line[:column])
        return lsp.Position(position.line, column)

    def _count_characters(self, line: str, units: int) -> int:
        """Return how many characters of a line some units are; a character that they cut counts as a whole."""
        # No character has less than one unit.
        beginning = line[:units]
        surplus = self.client_num_units(beginning) - units
        if line.isascii() or surplus <= 0:
            return units
        low, high = 0, len(beginning)
        while low < high:
            middle = (low + high) // 2
            if self.client_num_units(line[:middle]) < units:
                low = middle + 1
            else:
                high = middle
        return low


class EditorDocument(TextDocument):
    """A document with the lines that its editor counts."""

    _divided: tuple[str, list[str]] | None = None
    """A text and its lines, which are those of the document as long as it has that text."""

    @property
    def lines(self) -> Sequence[str]:
        """Return the lines with their ends."""
        source = self.source
        if self._divided is None or self._divided[0] is not source:
            self._divided = (source, divide_lines(source))
        return self._divided[1]

    def _apply_incremental_change(self, change: lsp.TextDocumentContentChangePartial) -> None:
        """Apply an edit, which replaces a part of the text; the library calls this."""
        lines = list(self.lines)
        source = self.source
        replaced = self.position_codec.range_from_client_units(lines, change.range)
        from_place = replaced.start
        to_place = max(replaced.start, replaced.end)
        first, last = from_place.line, to_place.line
        before_line = sum(map(len, lines[:first]))
        start = before_line + from_place.character
        end = before_line + sum(map(len, lines[first:last])) + to_place.character
        before = lines[first][: from_place.character] if first < len(lines) else ""
        after = lines[last][to_place.character :] if last < len(lines) else ""
        # Of a line end of two characters, one may be in the line before, and the next line may continue the last one.
        if first > 0:
            first -= 1
            before = lines[first] + before
        if last + 1 < len(lines):
            last += 1
            after += lines[last]
        lines[first : last + 1] = divide_lines(before + change.text + after)
        self._source = source[:start] + change.text + source[end:]
        self._divided = (self._source, lines)


class EditorWorkspace(Workspace):
    """A workspace of such documents."""

    def _create_text_document(
        self, doc_uri: str, source: str | None = None, version: int | None = None, language_id: str | None = None
    ) -> EditorDocument:
        """Return a new document; the library calls this whenever an editor opens one."""
        codec = EditorCodec(self.position_encoding)
        return EditorDocument(doc_uri, source, version, language_id, sync_kind=self._sync_kind, position_codec=codec)


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
