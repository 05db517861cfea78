"""A page as a dialect reads it: its blocks as lines, and the mapping back to the lines of the file.

Russian sites of the 2000s sent windows-1251 without declaring it; pages saved as Latin-1 have `Ïðàâèëà`. Only words
that consist of accented letters are changed, and only if all become Cyrillic letters; each repaired page gets a
diagnostic.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from rules.records import Diagnostic, ParsedDocument, Span
from scraper.labels import read_heading, read_label
from scraper.layout import Line, Paragraph, SourceDocument
from scraper.markup.blocks import MarkupBlock, blocks_of, prepare
from scraper.markup.plain import line_blocks

Form = Literal["html", "json", "wiki", "markdown", "text"]

ENOUGH_TAGS = 6
"""Minimum number of tags of a page; copies of plain text have a stray one or two."""

MOST_BLOCKS = 30_000
"""Maximum number of blocks of one page: twice those of the longest edition. A page of only line breaks has one per
tag."""

_TAG = re.compile(
    r"</?(?:a|b|body|blockquote|br|center|div|em|font|h[1-6]|head|hr|html|i|li|main|ol|p|pre|script|section|span|strong|style"
    r"|table|t[dr]|title|ul)(?=[\s/>])[^<>]{0,300}>",
    re.IGNORECASE,
)
_PAGE = re.compile(
    r"(?:\s|<\?[^<>]{0,200}>|<!--.{0,300}?-->){0,9}<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE | re.DOTALL
)


BEFORE_NUMBER = re.compile(r"(?:CR|rule)\s+(?=[1-9]\d\d\.)", re.IGNORECASE)
"""Text that some sites print before a rule's number."""

JSON_CONTENT = re.compile(
    r""""content"\s{0,20}:\s{0,20}\{\s{0,20}(?:"raw"\s{0,20}:\s{0,20}"[^"\\]{0,200}"\s{0,20},\s{0,20})?"""
    r'''"rendered"\s{0,20}:\s{0,20}"'''
)
"""The start of a page's string in WordPress's JSON."""


class MarkupPage(Struct, frozen=True):
    """A document of a web site, as a dialect reads it; see `scraper.markup`.

    Attributes:
        source: The blocks as lines: line n is `blocks[n - 1]`. Without diagnostics.
        blocks: The blocks, in document order.
        diagnostics: Diagnostics of decoding and of the markup, with lines of the file.
        form: The form of the page.
        own: Lines inside chrome that are the page's own text.
    """

    source: SourceDocument
    blocks: tuple[MarkupBlock, ...]
    diagnostics: tuple[Diagnostic, ...]
    form: Form = "html"
    own: frozenset[int] = frozenset()

    def block(self, place: Paragraph) -> MarkupBlock:
        """Return the block of a line, or the first one of a paragraph."""
        return self.blocks[place.first - 1]

    def chrome(self, line: Line) -> str:
        """Return the reason to drop a line; empty for the page's own text and for a line with a rule's label."""
        within = self.block(line).within
        return f"page-{within}" if within and line.first not in self.own else ""

    def relocate(self, parsed: ParsedDocument) -> ParsedDocument:
        """Return records read from `source` with spans, dropped lines and diagnostics in lines of the file.

        Args:
            parsed: The records; their diagnostics name lines of `source`. `self.diagnostics` are added before these.
        """

        def first(line: int) -> int:
            return self.blocks[line - 1].first if 0 < line <= len(self.blocks) else line  # 0 is the whole document

        def moved(span: Span | None) -> Span | None:
            return span and Span(first(span.first_line), self.blocks[span.last_line - 1].last)

        return replace(
            parsed,
            rules=tuple(replace(rule, span=moved(rule.span)) for rule in parsed.rules),
            glossary=tuple(replace(entry, span=moved(entry.span)) for entry in parsed.glossary),
            matter=tuple(replace(matter, span=moved(matter.span)) for matter in parsed.matter),
            dropped=tuple(replace(row, line=first(row.line)) for row in parsed.dropped),
            diagnostics=(*self.diagnostics, *(replace(row, line=first(row.line)) for row in parsed.diagnostics)),
        )


HIDDEN = frozenset(("script", "style", "comment", "field", "template"))
"""Elements whose text is never displayed; they are always closed."""


def _own_lines(blocks: tuple[MarkupBlock, ...]) -> frozenset[int]:
    """Return the lines inside chrome that are the page's own: headings with numbers, and all from the first rule on.

    An unclosed menu continues to the end of the page and includes the rules.
    """
    own = set()
    ruled = ""
    for number, block in enumerate(blocks, 1):
        if not block.within or block.within in HIDDEN:
            continue
        ruled = block.within if block.within == ruled or (read_label(block.text) and not block.linked) else ""
        if ruled or (block.role == "heading" and read_heading(BEFORE_NUMBER.sub("", block.text))):
            own.add(number)
    return frozenset(own)


def is_json(text: str) -> bool:
    """Return whether a text looks like JSON that holds pages."""
    return text[:2000].lstrip()[:1] in ("{", "[") and JSON_CONTENT.search(text) is not None


def has_markup(text: str) -> bool:
    """Return whether a document is a page with tags, not a plain text with a stray one, nor JSON that holds pages."""
    if "<" not in text or is_json(text):
        return False
    if _PAGE.match(text):
        return True
    tags = _TAG.finditer(text)
    return all(next(tags, None) is not None for _ in range(ENOUGH_TAGS))


def read_page(source: SourceDocument) -> MarkupPage | None:
    """Read a document with tags as blocks; None if it has none.

    Args:
        source: The decoded document. The result is cached for the next dialect that reads the same document.
    """
    page = _read_blocks(source.text, source.name)
    return page and page_of(source, page[0], (*source.diagnostics, *page[1]))


@lru_cache(maxsize=2)
def _read_blocks(text: str, name: str) -> tuple[tuple[MarkupBlock, ...], tuple[Diagnostic, ...]] | None:
    return read_html(text, name) if has_markup(text) else None


def read_text(source: SourceDocument) -> MarkupPage:
    """Return a plain text as a page in which every line is a block."""
    return page_of(source, line_blocks(source.lines), source.diagnostics, "text")


def read_html(text: str, name: str) -> tuple[tuple[MarkupBlock, ...], tuple[Diagnostic, ...]]:
    """Return the blocks of a text that is known to have tags, and diagnostics."""
    prepared, problems = prepare(text, name)
    blocks = blocks_of(prepared)
    if len(blocks) > MOST_BLOCKS:
        line = blocks[MOST_BLOCKS].first
        message = f"{MOST_BLOCKS:,} blocks of text were read; nothing after this line was"
        problems = (*problems, Diagnostic("markup-cut", "error", message, name, line))
        blocks = blocks[:MOST_BLOCKS]
    blocks, mended = repair_blocks(blocks, name)
    return blocks, (*problems, *mended)


def page_of(
    source: SourceDocument, blocks: tuple[MarkupBlock, ...], diagnostics: tuple[Diagnostic, ...], form: Form = "html"
) -> MarkupPage:
    """Return a page from its blocks, which become lines that are numbered by their order."""
    lines = tuple(Line(n, n, block.text, block.after_blank) for n, block in enumerate(blocks, 1))
    return MarkupPage(replace(source, lines=lines, diagnostics=()), blocks, diagnostics, form, _own_lines(blocks))


_STRETCH = re.compile(r"[¨¸À-ÿ]+(?:[\s,.:;!?()«»-]{1,4}[¨¸À-ÿ]+)*(?![A-Za-z])")
_ACCENTED_WORD = re.compile(r"[¨¸À-ÿ]{3}")
_CYRILLIC = re.compile(r"[\s,.:;!?()«»\-А-яЁё]+")


def repair_blocks(blocks: Sequence[MarkupBlock], name: str) -> tuple[tuple[MarkupBlock, ...], tuple[Diagnostic, ...]]:
    """Return the blocks with misread words mended, and a diagnostic if there were any."""
    texts = [
        _STRETCH.sub(_decode_cyrillic, row.text) if _ACCENTED_WORD.search(row.text) else row.text for row in blocks
    ]
    mended = tuple(
        block if text == block.text else replace(block, text=text) for block, text in zip(blocks, texts, strict=True)
    )
    changed = [block for block, before in zip(mended, blocks, strict=True) if block is not before]
    if not changed:
        return mended, ()
    message = f"Cyrillic words shown as Latin-1 were mended in {len(changed)} places"
    return mended, (Diagnostic("mojibake", "info", message, name, changed[0].first),)


def _decode_cyrillic(match: re.Match[str]) -> str:
    before = match.string[match.start() - 1 : match.start()]
    if not _ACCENTED_WORD.search(match[0]) or (before.isalpha() and before.isascii()):
        return match[0]
    text = match[0].encode("latin-1").decode("cp1251", "replace")
    return text if _CYRILLIC.fullmatch(text) else match[0]
