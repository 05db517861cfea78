"""A document of a web site as a dialect reads it: its blocks as lines, and the mapping back to the lines of the file.

Forms: pages with tags; WordPress's JSON (`content.rendered` has the page), in which every other text is a block
`within` `field`; wikitext, in which a line of only marks is a block `within` `template`; Markdown; and plain text. JSON
of another shape is no page; truncated JSON is read up to its end. Only Python's own JSON reader is recursive, and its
limit is caught.

Russian sites of the 2000s sent windows-1251 without declaring it; pages saved as Latin-1 have `Ïðàâèëà`. Only words
that consist of accented letters are changed, and only if all become Cyrillic letters; each repaired page gets a
diagnostic.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import count
from json.decoder import scanstring  # type: ignore[attr-defined]
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from rules.records import Diagnostic, ParsedDocument, Span
from scraper.labels import read_heading, read_label
from scraper.layout import Line, Paragraph, SourceDocument
from scraper.markup.blocks import SHOWN, MarkupBlock, blocks_of, prepare

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

MOST_PAGES = 1000
"""Maximum number of pages in one JSON file."""

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


def read_form(source: SourceDocument) -> MarkupPage | None:
    """Return a document in any of the forms that sites give pages in, None for a plain text."""
    page = read_page(source, "json") or read_page(source)
    if page is not None:
        return page
    if _WIKI.search(source.text):
        return page_of(source, wiki_blocks(source.lines), source.diagnostics, "wiki")
    if _MARKDOWN.search(source.text):
        return page_of(source, tuple(map(read_markdown, line_blocks(source.lines))), source.diagnostics, "markdown")
    return None


def read_page(source: SourceDocument, form: Literal["html", "json"] = "html") -> MarkupPage | None:
    """Read a document with tags, or JSON that holds pages, as blocks; None if it is none.

    Args:
        source: The decoded document. The result is cached for the next dialect that reads the same document.
        form: Which of the two.
    """
    page = _read_blocks(source.text, source.name, form)
    return page and page_of(source, page[0], (*source.diagnostics, *page[1]), form)


@lru_cache(maxsize=2)
def _read_blocks(text: str, name: str, form: Form) -> tuple[tuple[MarkupBlock, ...], tuple[Diagnostic, ...]] | None:
    if form == "json":
        return _read_json(text, name) if is_json(text) else None
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


def _read_json(text: str, name: str) -> tuple[tuple[MarkupBlock, ...], tuple[Diagnostic, ...]]:
    """Return the blocks of the pages in a JSON file, and diagnostics.

    All blocks of a page are on the line of the file that has the page's string.
    """
    problems = _check_validity(text, name)
    blocks: list[MarkupBlock] = []
    at = 0
    line, counted = 1, 0
    for read in count():
        content = JSON_CONTENT.search(text, at)
        if content is not None and read == MOST_PAGES:
            message = f"{MOST_PAGES:,} pages in this JSON were read; nothing after the last of them was"
            problems.append(Diagnostic("markup-cut", "error", message, name, line))
            break
        blocks += _read_fields(text, at, content.start() if content else len(text))
        if content is None:
            break
        line, counted = line + text.count("\n", counted, content.end()), content.end()
        html, at = _read_string(text, content.end(), name, line, problems)
        inside, unclear = read_html(html, name)
        blocks += [replace(block, first=line, last=line) for block in inside]
        problems += [replace(row, line=line, column=0) for row in unclear]
    return tuple(blocks), tuple(problems)


def _check_validity(text: str, name: str) -> list[Diagnostic]:
    try:
        json.loads(text)
    except json.JSONDecodeError as wrong:
        message = f"this JSON is broken ({wrong.msg}); the pages in it were read all the same"
        return [Diagnostic("broken-json", "warning", message, name, wrong.lineno, wrong.colno)]
    except (RecursionError, ValueError):
        message = "this JSON is nested too deep or has too large a number; the pages in it were read all the same"
        return [Diagnostic("broken-json", "warning", message, name)]
    return []


def _read_string(text: str, start: int, name: str, line: int, problems: list[Diagnostic]) -> tuple[str, int]:
    """Return a JSON string's value and where the string ends.

    Of a string that never ends or has a wrong escape, the value is what can be read.
    """
    try:
        value, end = scanstring(text, start, False)
    except json.JSONDecodeError as wrong:
        if wrong.msg.startswith("Unterminated"):
            problems.append(Diagnostic("json-cut", "warning", "the page in this JSON never ends", name, line))
            return _unescape_string(text[start:]), len(text)
        message = f"the page in this JSON has a wrong escape ({wrong.msg})"
        problems.append(Diagnostic("broken-json", "warning", message, name, wrong.lineno, wrong.colno))
        closing = re.compile(r'(?<!\\)"').search(text, start)
        stop = closing.start() if closing else len(text)
        return _unescape_string(text[start:stop]), stop + 1
    return _remove_surrogates(str(value)), end


def _unescape_string(raw: str) -> str:
    """Return a string's text, with those escapes resolved that are valid."""
    simple = {"n": "\n", "r": "\r", "t": "\t"}

    def one(match: re.Match[str]) -> str:
        return chr(int(match[1], 16)) if match[1] else simple.get(match[2], match[2])

    return _remove_surrogates(re.sub(r"\\(?:u([0-9a-fA-F]{4})|(.))", one, raw, flags=re.DOTALL))


def _read_fields(text: str, start: int, stop: int) -> list[MarkupBlock]:
    """Return the file's other lines, each shortened to its beginning."""
    blocks = []
    line = text.count("\n", 0, start) + 1
    for number, raw in enumerate(text[start:stop].split("\n"), line):
        words = raw.strip().strip('{}[],"')
        if words:
            blocks.append(
                MarkupBlock(words if len(words) <= SHOWN else f"{words[:SHOWN]}…", number, number, within="field")
            )
    return blocks


def _remove_surrogates(text: str) -> str:
    """Return a text without halves of surrogate pairs, which no file can hold."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


_WIKI = re.compile(r"^[*:#]{1,6}\s?'''[1-9]\d\d\.|\{\{\s?(?:CR|rules)\s?\|", re.MULTILINE)
_MARKDOWN = re.compile(
    r"^(?:\#{1,6}\s+(?:CR\s+)?[1-9]\d{0,2}\.|[*+-]\s+(?:\*\*)?[1-9]\d\d\.|\*\*[1-9]\d\d\.|\|\s*[1-9]\d\d\.)",
    re.MULTILINE,
)
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
