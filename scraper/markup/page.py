"""A document of a web site as a dialect reads it: its blocks as lines, and the mapping back to the lines of the file.

Forms: pages with tags; JSON of WordPress (`content.rendered` has the page) and of MediaWiki (`content` has wikitext),
in which every other text is a block with `field` as `chrome`; wikitext, in which a line of only marks is a block with
`template`; Markdown; other light markup, which `scraper.markup.light` rewrites as Markdown; and plain text. JSON of
another shape is no page; truncated JSON is read up to its end. Only Python's own JSON reader is recursive, and its
limit is caught.

Russian sites of the 2000s sent windows-1251 without declaring it; pages saved as Latin-1 have `Ïðàâèëà`. Only words
that consist of accented letters are changed, and only if all become Cyrillic letters; each repaired page gets a
diagnostic.
"""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import Literal

from msgspec.structs import replace

from rules.counts import format_count
from rules.records import Diagnostic, Span
from scraper.labels import EXAMPLE, read_heading, read_label
from scraper.layout import Form, Line, Role, SourceDocument, split_lines
from scraper.markup.blocks import blocks_of
from scraper.markup.light import as_markdown, is_light
from scraper.markup.markdown import is_escaped, is_markdown, markdown_blocks
from scraper.markup.prepare import SHOWN, prepare

ENOUGH_TAGS = 6
"""Minimum number of tags of a page; copies of plain text have a stray one or two."""

MOST_BLOCKS = 30_000
"""Maximum number of blocks of one page: twice those of the longest edition. A page of only line breaks has one per
tag."""

# Tags that pages are made of; `<name>` in a plain text is none.
_TAG = re.compile(
    r"</?(?:a|b|body|blockquote|br|center|div|em|font|h[1-6]|head|hr|html|i|li|main|ol|p|pre|script|section|span|strong|style"
    r"|table|t[dr]|title|ul)(?=[\s/>])[^<>]{0,300}>",
    re.IGNORECASE,
)
# The beginning of a page: its document type or first tag, perhaps after comments.
_PAGE = re.compile(
    r"(?:\s|<\?[^<>]{0,200}>|<!--.{0,300}?-->){0,9}<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE | re.DOTALL
)
# A line with nothing but the tag of a block. The pattern begins with the line break before it, since a search for one
# that begins with `^` takes several times as long.
_TAG_LINE = re.compile(
    r"\n[ \t]{0,80}</?(?:body|center|d[dlt]|details|div|h[1-6]|li|main|ol|p|section|span|table|tbody|t[dhr]|ul)"
    r"(?:\s[^<>\n]{0,300})?>[ \t]{0,80}\r?$",
    re.IGNORECASE | re.MULTILINE,
)
# The beginning of a line with the tag of a block, and that of a line with the number of a rule.
_BLOCK_LINE = re.compile(r"\n[ \t]{0,80}<(?:p|h[1-6]|d[dt]|div|li|ol|t[dr]|ul|blockquote)(?=[\s>])", re.IGNORECASE)
_NUMBER_LINE = re.compile(r"^[1-9]\d\d\.\d", re.MULTILINE)

BEFORE_NUMBER = re.compile(r"(?:CR|rule)\s+(?=[1-9]\d\d\.)", re.IGNORECASE)
"""Text that some sites print before a rule's number: `CR 702.9`, `rule 702.9`."""

MOST_PAGES = 1000
"""Maximum number of pages in one JSON file."""

JSON_CONTENT = re.compile(
    r"""(?:"content"\s{0,20}:\s{0,20}\{\s{0,20}(?:"raw"\s{0,20}:\s{0,20}"[^"\\]{0,200}"\s{0,20},\s{0,20})?"rendered"
    |"contentmodel"\s{0,20}:\s{0,20}"(?P<wiki>wikitext)"\s{0,20},\s{0,20}
     (?:"contentformat"\s{0,20}:\s{0,20}"text/x-wiki"\s{0,20},\s{0,20})?"content")
    \s{0,20}:\s{0,20}"(?P<page>(?:[^"\\]++|\\.?)*+)""",
    re.DOTALL | re.VERBOSE,
)
"""A page's string in the JSON of WordPress or MediaWiki, up to the quotation mark at its end, which a file that was cut
lacks."""

_JSON_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))", re.DOTALL)
_SIMPLE_ESCAPES = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}

_BOXES = ("aside",)
"""Elements that usually hold what stands beside a page's text, but in which a site may put the examples of a rule."""

HIDDEN = frozenset(("script", "style", "comment", "field", "template", "permalink", "rule", "tag"))
"""Values of `chrome` for text that is never displayed or is only a sign. Unlike a menu, what they name always has its
end, so that no rule is inside."""

_STRETCH = re.compile(r"[¨¸À-ÿ]+(?:[\s,.:;!?()«»-]{1,4}[¨¸À-ÿ]+)*(?![A-Za-z])")
"""Several words of accented letters, as Cyrillic in windows-1251 looks in Latin-1: `Ïðàâèëà èãðû`."""
_ACCENTED_WORD = re.compile(r"[¨¸À-ÿ]{3}")
_CYRILLIC = re.compile(r"[\s,.:;!?()«»\-А-яЁё]+")
_WIKI = re.compile(
    r"^[*:#]{1,6}\s?'''[1-9]\d\d\.|^;\s?(?:''')?[1-9]\d\d\.\d"
    r"|\{\{\s?(?:CR|rules)\s?\||^\|\s*'*[1-9]\d\d\.\d{1,3}[a-z]?\.?'*\s*\|\|",
    re.MULTILINE,
)
"""Rules in lists, in templates or in tables of wikitext. Wikitext with plain rules is a light markup like others."""
_WIKI_TABLE = re.compile(r"^\{\|(?:\s.{0,300})?$", re.MULTILINE)
_WIKI_ROW_END = re.compile(r"\{\|.{0,300}|\|\}|\|-.{0,300}|!.{0,2000}")
"""A line of a table that shows nothing of the rules: the beginning or the end of the table, the head of its columns,
or a mark between rows."""
_WIKI_BREAK = re.compile(r"<br\s{0,5}/?>", re.IGNORECASE)
_WIKI_CELL = re.compile(r"\s*\|\|\s*")
_WIKI_LIST = re.compile(r"(?P<marks>[*:#;]+)\s*")
_WIKI_HEADING = re.compile(r"(?P<marks>={1,6})\s*(?P<words>[^=\n].*?)\s*(?P=marks)")
_WIKI_QUOTES = re.compile(r"'{2,5}")
_WIKI_LINK = re.compile(r"\[\[(?:[^\[\]|]{0,200}\|)?(?P<words>[^\[\]|]{1,200})\]\]")
# The beginning of a template with rules, perhaps with the edition that it names: `{{CR|2009-10-01|…`.
_WIKI_OPENING = re.compile(
    r"\{\{\s*(?P<name>CR|rules|rule)\s*\|\s*(?:text\s*=\s*|(?P<edition>[^{}|=]{1,60})\|)?\s*", re.IGNORECASE
)
_WIKI_SYMBOL = re.compile(r"\{\{\s*(?P<symbol>[WUBRGCXTQESP0-9][/WUBRGP0-9]{0,4})\s*\}\}", re.IGNORECASE)
_WIKI_CLOSING = re.compile(r"\}\}\s*$")


def is_json(text: str) -> bool:
    """Return whether a text looks like JSON that holds pages."""
    return text[:2000].lstrip()[:1] in ("{", "[") and JSON_CONTENT.search(text) is not None


def has_markup(text: str) -> bool:
    """Return whether a document is a page with tags, not a plain text with a stray one, nor JSON that holds pages."""
    if "<" not in text or is_json(text):
        return False
    return _PAGE.match(text) is not None or len(list(islice(_TAG.finditer(text), ENOUGH_TAGS))) == ENOUGH_TAGS


def read_form(source: SourceDocument) -> SourceDocument | None:
    """Return a document in any of the forms that sites give pages in, None for a plain text."""
    page = read_page(source, "json")
    if page is not None:
        return page
    if in_markdown(source.text):
        lines = tuple(as_markdown(source.lines)) if is_light(source.text) else source.lines
        return page_of(replace(source, form="markdown"), markdown_blocks(lines))
    page = None
    if _WIKI_TABLE.search(source.text) is None:
        page = read_page(source)
    if page is None and _WIKI.search(source.text):
        page = page_of(replace(source, form="wiki"), wiki_blocks(source.lines))
    return page


def is_page(text: str) -> bool:
    """Return whether a document is a web page as a whole.

    It begins like one, several lines are tags alone, or more lines begin with the tag of a block than with the number
    of a rule, as in a part of a page whose lines were wrapped.
    """
    if "<" not in text:
        return False
    lines = f"\n{text}"
    if _PAGE.match(text) is not None or len(list(islice(_TAG_LINE.finditer(lines), ENOUGH_TAGS))) == ENOUGH_TAGS:
        return True
    blocks = len(_BLOCK_LINE.findall(lines))
    return blocks >= ENOUGH_TAGS and blocks > len(_NUMBER_LINE.findall(text))


def in_markdown(text: str) -> bool:
    """Return whether a document is in Markdown, or in another light markup without elements of a page.

    Its tags, if it has any, are those that Markdown may contain.
    """
    if _PAGE.match(text) or ("{|" in text and _WIKI_TABLE.search(text)) or is_json(text):
        return False
    if is_markdown(text) or (is_escaped(text) and not is_page(text)):
        return True
    return is_light(text) and _WIKI.search(text) is None


def read_page(source: SourceDocument, form: Literal["html", "json"] = "html") -> SourceDocument | None:
    """Read a document with tags, or JSON that holds pages, as blocks; None if the document is not of that form.

    The result is kept, because each dialect in turn reads the same document.

    Args:
        source: The decoded document.
        form: The form to read: a document with tags, or JSON.
    """
    read = _read_blocks(source.text, source.name, form)
    if read is None:
        return None
    blocks, problems = read
    return page_of(replace(source, form=form, diagnostics=(*source.diagnostics, *problems)), blocks)


@lru_cache(maxsize=2)
def _read_blocks(text: str, name: str, form: Form) -> tuple[tuple[Line, ...], tuple[Diagnostic, ...]] | None:
    """Return the blocks of a document, and diagnostics; None if it is not of the form."""
    if form == "json":
        if is_json(text):
            return _read_json(text, name)
        return None
    if has_markup(text):
        return read_html(text, name)
    return None


def read_html(text: str, name: str) -> tuple[tuple[Line, ...], tuple[Diagnostic, ...]]:
    """Return the blocks of a text that is known to have tags, and diagnostics."""
    prepared, problems = prepare(text, name)
    blocks = blocks_of(prepared)
    if len(blocks) > MOST_BLOCKS:
        message = f"{MOST_BLOCKS:,} blocks of text were read; nothing after this line was"
        problems = (*problems, Diagnostic("markup-cut", "error", message, name, blocks[MOST_BLOCKS].line))
        blocks = blocks[:MOST_BLOCKS]
    blocks, mended = repair_blocks(blocks, name)
    return blocks, (*problems, *mended)


def page_of(source: SourceDocument, blocks: Iterable[Line]) -> SourceDocument:
    """Return a page with these blocks as its lines, which are numbered by their order.

    Two things inside chrome become the page's own text: headings with numbers, and all from the first rule on, because
    an unclosed menu continues to the end of the page and includes the rules.
    """
    lines = []
    # The element of the site that the last block was in, if the rules are in it: `nav` for an unclosed menu.
    with_rules = ""
    is_begun = False
    for number, block in enumerate(blocks, 1):
        chrome = block.chrome
        if chrome and chrome not in HIDDEN:
            is_inside = chrome == with_rules or _is_of_rules(block, is_begun=is_begun)
            with_rules = chrome if is_inside else ""
            if is_inside or _is_numbered_heading(block):
                chrome = ""
        if not chrome and read_label(block.text) is not None:
            is_begun = True
        lines.append(
            replace(block, first=number, last=number, span=block.place, chrome=chrome, indent=0, open_end=False)
        )
    return replace(source, lines=tuple(lines))


def _is_numbered_heading(block: Line) -> bool:
    return block.role == "heading" and read_heading(BEFORE_NUMBER.sub("", block.text)) is not None


def _is_of_rules(block: Line, *, is_begun: bool) -> bool:
    """Return whether a block inside chrome is of the rules: a rule with its number, or an example in a box of the page.

    Args:
        block: The block.
        is_begun: Whether there is a rule before the block.
    """
    if read_label(block.text) is not None and not block.linked:
        return True
    return is_begun and block.chrome in _BOXES and EXAMPLE.match(block.text) is not None


def repair_blocks(blocks: Sequence[Line], name: str) -> tuple[tuple[Line, ...], tuple[Diagnostic, ...]]:
    """Return the blocks with Cyrillic words that were misread mended, and a diagnostic if there were any."""
    mended = []
    changed = []
    for block in blocks:
        text = block.text
        if _ACCENTED_WORD.search(text):
            text = _STRETCH.sub(_decode_cyrillic, text)
        if text == block.text:
            mended.append(block)
        else:
            mended.append(replace(block, text=text))
            changed.append(block)
    if not changed:
        return tuple(mended), ()
    message = f"Cyrillic words shown as Latin-1 were restored in {format_count(len(changed), 'place')}"
    return tuple(mended), (Diagnostic("mojibake", "info", message, name, changed[0].line),)


def _decode_cyrillic(match: re.Match[str]) -> str:
    """Return misread words (`_STRETCH`) as Cyrillic; unchanged if they are not all Cyrillic then, as `naïve` is not."""
    before = match.string[match.start() - 1 : match.start()]
    if not _ACCENTED_WORD.search(match[0]) or (before.isalpha() and before.isascii()):
        return match[0]
    text = match[0].encode("latin-1").decode("cp1251", "replace")
    if _CYRILLIC.fullmatch(text):
        return text
    return match[0]


def _read_json(text: str, name: str) -> tuple[tuple[Line, ...], tuple[Diagnostic, ...]]:
    """Return the blocks of the pages in a JSON file, and diagnostics.

    All blocks of a page are on the line of the file that has the page's string.
    """
    problems = _check_validity(text, name)
    blocks: list[Line] = []
    line, read_to = 1, 0
    for pages_read, content in enumerate(JSON_CONTENT.finditer(text)):
        if pages_read == MOST_PAGES:
            message = f"{MOST_PAGES:,} pages in this JSON were read; nothing after the last of them was"
            problems.append(Diagnostic("markup-cut", "error", message, name, line))
            return tuple(blocks), tuple(problems)
        blocks += _read_fields(text, read_to, content.start())
        read_to = content.end()
        line = text.count("\n", 0, content.start("page")) + 1
        has_end = text.startswith('"', read_to)
        if not has_end:
            problems.append(Diagnostic("json-cut", "warning", "the page in this JSON never ends", name, line))
        page = _unescape_string(content["page"])
        page_blocks, page_problems = _read_string(page, name, is_wiki=content["wiki"] is not None)
        blocks += [replace(block, span=Span(line, line)) for block in page_blocks]
        problems += [replace(problem, line=line, column=0) for problem in page_problems]
    blocks += _read_fields(text, read_to, len(text))
    return tuple(blocks), tuple(problems)


def _read_string(text: str, name: str, *, is_wiki: bool) -> tuple[tuple[Line, ...], tuple[Diagnostic, ...]]:
    """Return the blocks of one page of a JSON file, and diagnostics."""
    if is_wiki:
        return (tuple(wiki_blocks(split_lines(text))), ())
    return read_html(text, name)


def _check_validity(text: str, name: str) -> list[Diagnostic]:
    """Report JSON that Python's own reader refuses; its pages are found by a pattern and do not depend on it."""
    try:
        json.loads(text)
    except json.JSONDecodeError as wrong:
        message = f"this JSON is broken ({wrong.msg}); the pages in it were read anyway"
        return [
            Diagnostic(
                code="broken-json",
                severity="warning",
                message=message,
                path=name,
                line=wrong.lineno,
                column=wrong.colno,
            )
        ]
    except (RecursionError, ValueError):
        message = "this JSON is nested too deep or has too large a number; the pages in it were read anyway"
        return [Diagnostic("broken-json", "warning", message, name)]
    return []


def _resolve_escape(escape: re.Match[str]) -> str:
    """Return the character of an escape in JSON; of an escape that JSON does not have, the letter alone."""
    code, sign = escape[1], escape[2]
    if code:
        return chr(int(code, 16))
    return _SIMPLE_ESCAPES.get(sign, sign)


def _unescape_string(raw: str) -> str:
    """Return the text of a string of JSON, with its escapes resolved; half of a surrogate pair is a lost character."""
    text = _JSON_ESCAPE.sub(_resolve_escape, raw)
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _read_fields(text: str, start: int, stop: int) -> Iterator[Line]:
    """Yield the lines of a JSON file between two pages as blocks with `field`, each shortened to its beginning."""
    for number, raw in enumerate(text[start:stop].split("\n"), text.count("\n", 0, start) + 1):
        words = raw.strip().strip('{}[],"')
        if words:
            shown = words if len(words) <= SHOWN else f"{words[:SHOWN]}…"
            yield Line(number, number, shown, after_blank=True, chrome="field")


def wiki_blocks(lines: Iterable[Line]) -> Iterator[Line]:
    """Yield wikitext as blocks, one for each line, or for each line break of a row of a table.

    The marks that open and close a template with rules are removed; a line with nothing else has `template` as
    `chrome`. `tag` of the blocks inside `{{CR|…` is the edition that the template names.
    """
    edition = ""
    in_table = False
    for block in lines:
        text = block.text
        if text.startswith("{|"):
            in_table = True
        opening = _WIKI_OPENING.search(text)
        if opening:
            edition = (opening["edition"] or "").strip()
            text = text[: opening.start()] + text[opening.end() :]
        closing = _find_closing(text)
        tagged = replace(block, tag=edition)
        if closing:
            text = text[: closing.start()]
            edition = ""
        if in_table:
            yield from _read_row(tagged, text)
        else:
            yield _read_wiki(tagged, text)
        if block.text.startswith("|}"):
            in_table = False


def _find_closing(text: str) -> re.Match[str] | None:
    """Return the end of a template that an earlier line opened; None if a line closes only templates of its own."""
    if text.count("{{") < text.count("}}"):
        return _WIKI_CLOSING.search(text)
    return None


def _read_row(block: Line, text: str) -> Iterator[Line]:
    """Yield a line of a table as blocks: the cells on the line joined to one text, and cut at its line breaks."""
    if _WIKI_ROW_END.fullmatch(text):
        yield replace(block, chrome="template")
        return
    row = text
    if text.startswith("|"):
        row = _WIKI_CELL.sub(" ", text.removeprefix("|").strip())
    for part in _WIKI_BREAK.split(row):
        yield _read_wiki(replace(block, after_blank=True), part)


def _read_wiki(block: Line, text: str) -> Line:
    """Return a line of wikitext as a block: a heading, an item of a list or text, without marks, links and quotes."""
    heading = _WIKI_HEADING.fullmatch(text.strip())
    marks = _WIKI_LIST.match(text)
    role: Role = "text"
    if heading:
        role, text = "heading", heading["words"]
    elif marks:
        role, text = "item", text[marks.end() :]
    text = _WIKI_QUOTES.sub("", _WIKI_LINK.sub(r"\g<words>", text))
    text = _WIKI_SYMBOL.sub(lambda match: f"{{{match['symbol'].upper()}}}", text).strip()
    if text:
        return replace(block, text=text, role=role)
    return replace(block, chrome="template")
