"""Links from the citations of a document to the site."""

from typing import Any
from urllib.parse import quote

from lsprotocol import types as lsp
from pygls.workspace import TextDocument

from comprules.lint.records import Checked
from comprules.lsp.places import span_of
from comprules.lsp.rules_server import RulesServer


def list_links(server: RulesServer, document: TextDocument, analysis: Checked, _params: Any) -> list[lsp.DocumentLink]:
    """Return a link for each citation, to the page about its first number; none without a site."""
    links: list[lsp.DocumentLink] = []
    if not server.site:
        return links
    lines = document.lines
    for citation in analysis.cited:
        if citation.numbers:
            target = f"{server.site.rstrip('/')}/n/?{quote(citation.numbers[0], safe='.')}"
            span = span_of(document, lines, citation)
            links.append(lsp.DocumentLink(span, target=target, tooltip=f"rule {citation.numbers[0]}"))
    return links
