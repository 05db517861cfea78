"""The numbers that an editor offers while somebody types a citation."""

import re

from lsprotocol import types as lsp
from pygls.workspace import TextDocument

from comprules.lsp.rules_server import RulesServer

COMPLETION_OPTIONS = lsp.CompletionOptions(trigger_characters=[" ", "."])
_ANNOUNCED = re.compile(
    r"(?:\bCR|\brules?|\bcomp(?:rehensive)? rules?)[ \t#:.]*(?P<typed>\d[\w.]{0,8})?$", re.IGNORECASE
)
"""Text before the caret after which a number can be completed."""
_MOST = 200
"""Maximum number of completions: more than anybody reads in an editor. Another typed character narrows them."""
_NEAR = 4
"""Maximum number of characters beyond the typed ones of a number that is listed among the first."""


def list_completions(
    server: RulesServer, document: TextDocument, params: lsp.CompletionParams
) -> lsp.CompletionList | None:
    """Return the first `_MOST` numbers that begin as typed, the shorter first; None if no citation is being typed.

    After `CR 702.4` these are 702.4, 702.40, 702.40a …
    """
    position = params.position
    typed = _find_typed(document, position)
    if typed is None:
        return None
    start = lsp.Position(position.line, position.character - len(typed))  # the typed part is ASCII
    keys = [key for key in server.headings if key.startswith(typed)]
    keys.sort(key=lambda key: (len(key) > len(typed) + _NEAR, key))
    items = [
        lsp.CompletionItem(
            label=key,
            detail=server.headings[key],
            kind=lsp.CompletionItemKind.Reference,
            sort_text=f"{rank:05}",  # editors sort by this text, not by the order of the list
            filter_text=key,
            text_edit=lsp.TextEdit(lsp.Range(start, position), key),
        )
        for rank, key in enumerate(keys[:_MOST])
    ]
    return lsp.CompletionList(is_incomplete=len(keys) > _MOST, items=items)


def _find_typed(document: TextDocument, position: lsp.Position) -> str | None:
    """Return the part of a number that is typed before a position: `702.4` after `CR 702.4`; empty after `CR`.

    None if no citation is being typed, or if the document has no such line.
    """
    if position.line >= len(document.lines):
        return None
    offset = document.offset_at_position(position) - document.offset_at_position(lsp.Position(position.line, 0))
    match = _ANNOUNCED.search(document.lines[position.line][:offset])
    if match is None:
        return None
    return match["typed"] or ""
