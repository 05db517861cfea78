"""The text that an editor shows about the rules of the citation under the pointer."""

import re

from lsprotocol import types as lsp
from pygls.workspace import TextDocument

from comprules.lsp.places import range_of
from comprules.lsp.rules_server import RulesServer
from comprules.meanings import find_meaning
from comprules.printable import printable
from graph.answers.rule import MeaningAnswer
from rules.errors import NotFound
from rules.keys import key_of_rule
from rules.sentences import FEW


def answer_hover(server: RulesServer, document: TextDocument, params: lsp.HoverParams) -> lsp.Hover | None:
    """Return the texts of the first few rules of the citation at a position; None without a citation of a number."""
    offset = document.offset_at_position(params.position)
    cited = server.find_cited(document, offset)
    citation = next((citation for citation in cited if citation.start <= offset <= citation.end), None)
    if citation is None or not citation.numbers:
        return None
    lines = []
    for number in citation.numbers[:FEW]:
        try:
            lines.append(_format_hover(find_meaning(server.facts, number, site=server.site)))
        except NotFound as error:
            lines.append(_escape_markdown(str(error)))
    content = lsp.MarkupContent(lsp.MarkupKind.Markdown, "\n\n---\n\n".join(lines))
    return lsp.Hover(content, range_of(document, citation))


def _format_hover(meaning: MeaningAnswer) -> str:
    title = ""
    if meaning.title:
        title = f" {_escape_markdown(meaning.title)}"
    lines = [f"**{_escape_markdown(key_of_rule(meaning.number, meaning.ordinal))}**{title}"]
    if meaning.text and meaning.text != meaning.heading:
        lines.append(_escape_markdown(meaning.text))
    standing = _escape_markdown(meaning.standing)
    lines.append(f"[{standing}](<{meaning.link}>)" if meaning.link else f"*{standing}*")
    return "\n\n".join(lines)


def _escape_markdown(text: str) -> str:
    """Escape the characters that Markdown treats as markup, so that the text of rules is shown literally."""
    return re.sub(r"([\\`*_{}\[\]<>#|~])", r"\\\1", printable(text))
