"""Plain text as blocks, one per line: for forms without tags (Markdown, wikitext), and for broken copies.

Guarantees: one block for every non-blank line; a wikitext line of only marks is kept as a block with `within` set to
`template`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from msgspec.structs import replace

from scraper.layout import Line
from scraper.markup.blocks import MarkupBlock

_HASHES = re.compile(r"#{1,6}\s+(?=\S)")
_BULLET = re.compile(r"(?:[*+•-]|\d{1,2}\.)\s+(?=(?:\*\*)?[1-9]\d\d\.)|•\s*")
_STRONG = re.compile(r"(?P<mark>\*\*|__)(?=\S)(?P<words>[^*_\n]{1,300})(?P=mark)")
_EMPHASIS = re.compile(r"(?<![\w*])\*(?=[^\s*])(?P<words>[^*\n]{1,300}?)\*(?![\w*])")
_ESCAPED = re.compile(r"\\(?=[\\`*_{}\[\]()#+.!|>-])")
_ROW = re.compile(r"\|(?P<cells>.+)\|")
_RULED_ROW = re.compile(r"[|:\s-]{3,}")

_WIKI_LIST = re.compile(r"(?P<marks>[*:#;]+)\s*")
_WIKI_HEADING = re.compile(r"(?P<marks>={1,6})\s*(?P<words>[^=\n].*?)\s*(?P=marks)")
_WIKI_QUOTES = re.compile(r"'{2,5}")
_WIKI_LINK = re.compile(r"\[\[(?:[^\[\]|]{0,200}\|)?(?P<words>[^\[\]|]{1,200})\]\]")
_WIKI_OPENING = re.compile(
    r"\{\{\s*(?P<name>CR|rules|rule)\s*\|\s*(?:text\s*=\s*|(?P<edition>[^{}|=]{1,60})\|)?\s*", re.IGNORECASE
)
_WIKI_SYMBOL = re.compile(r"\{\{\s*(?P<symbol>[WUBRGCXTQESP0-9][/WUBRGP0-9]{0,4})\s*\}\}", re.IGNORECASE)
_WIKI_CLOSING = re.compile(r"\}\}\s*$")


def line_blocks(lines: Iterable[Line]) -> tuple[MarkupBlock, ...]:
    """Return lines as blocks."""
    return tuple(MarkupBlock(line.text, line.first, line.last, after_blank=line.after_blank) for line in lines)


def read_markdown(block: MarkupBlock) -> MarkupBlock:
    """Return a line of Markdown without its marks: headings, bullets, emphasis, rows of tables."""
    hashes = _HASHES.match(block.text)
    text = block.text[hashes.end() :] if hashes else _BULLET.sub("", block.text, count=1)
    row = _ROW.fullmatch(text)
    if row:
        cells = [cell.strip() for cell in row["cells"].split("|")]
        text = text if _RULED_ROW.fullmatch(text) else " ".join(cell for cell in cells if cell)
    text = _ESCAPED.sub("", _EMPHASIS.sub(r"\g<words>", _STRONG.sub(r"\g<words>", text)))
    if hashes:
        return replace(block, text=text, role="heading", level=len(hashes[0].strip()))
    return replace(block, text=text or block.text)


def wiki_blocks(lines: Iterable[Line]) -> tuple[MarkupBlock, ...]:
    """Return wikitext as blocks; a template that opens or closes on a line of its own becomes a block `within` it.

    `anchor` of the blocks inside `{{CR|…` is the edition that the template names.
    """
    blocks, edition = [], ""
    for block in line_blocks(lines):
        opening = _WIKI_OPENING.search(block.text)
        text = block.text
        if opening:
            edition = (opening["edition"] or "").strip()
            text = text[: opening.start()] + text[opening.end() :]
        closing = _WIKI_CLOSING.search(text) if text.count("{{") < text.count("}}") else None
        if closing:
            text = text[: closing.start()]
        blocks.append(replace(_read_wiki(block, text), anchor=edition))
        if closing:
            edition = ""
    return tuple(blocks)


def _read_wiki(block: MarkupBlock, text: str) -> MarkupBlock:
    heading = _WIKI_HEADING.fullmatch(text.strip())
    marks = _WIKI_LIST.match(text)
    depth = len(marks["marks"]) if marks else 0
    text = heading["words"] if heading else text[marks.end() :] if marks else text
    text = _WIKI_QUOTES.sub("", _WIKI_LINK.sub(r"\g<words>", text))
    text = _WIKI_SYMBOL.sub(lambda match: f"{{{match['symbol'].upper()}}}", text).strip()
    if not text:
        return replace(block, within="template")
    if heading:
        return replace(block, text=text, role="heading", level=len(heading["marks"]))
    return replace(block, text=text, role="item" if depth else "text", depth=depth)
