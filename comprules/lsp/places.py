"""Places in a document of an editor: its path, and ranges in the editor's units."""

import os
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import unquote

from lsprotocol import types as lsp
from pygls.uris import to_fs_path
from pygls.workspace import TextDocument

from comprules.lint.names import OWN_FILE, SHARED_FILE
from comprules.lint.records import Finding, PlacedCitation
from graph.citations.records import Citation


def path_of(document: TextDocument) -> str:
    """Return the path of a document; one that is no file has its address in place of a path."""
    path = to_fs_path(document.uri) or document.uri
    return path.replace("\0", "\ufffd")  # no path has a NUL


def real_path_of(document: TextDocument) -> Path:
    """Return the path of a document, with the links in the path of its folder resolved."""
    folder, name = os.path.split(path_of(document))
    return Path(os.path.realpath(folder), name)


def is_config(uri: str) -> bool:
    """Return whether a document is a configuration, by its address as the editor writes it."""
    return unquote(uri).rpartition("/")[2] in {OWN_FILE, SHARED_FILE}


def span_of(document: TextDocument, lines: Sequence[str], placed: PlacedCitation | Finding) -> lsp.Range:
    """Return the part of a line that a citation or finding is about.

    Args:
        document: The document.
        lines: The lines of the document; `document.lines` splits the text again on every access.
        placed: The citation or finding.
    """
    start = lsp.Position(placed.line - 1, placed.column - 1)
    end = lsp.Position(placed.line - 1, placed.end_column - 1)
    return document.position_codec.range_to_client_units(lines, lsp.Range(start, end))


def range_of(document: TextDocument, citation: Citation) -> lsp.Range:
    """Return the part of a document that a citation is, which may begin on one line and end on another."""
    return lsp.Range(*map(document.client_position_at_offset, (citation.start, citation.end)))
