"""Pages of e-book sites: an edition cut into pages of equal length, wherever a page happened to end.

History: about 2006 the rules circulated as an e-book, and reading sites in several languages still show it. A page
begins and ends inside a rule, the converter broke the text at a fixed number of characters, even inside words and tags,
and one site lost the headwords of the glossary together with the bold face.

Notes: halves of a word are joined only if that is certain: together they are a word that occurs elsewhere in the
document, and at least one half does not; then `broken-word` reports it. In uncertain cases the break stays a space, and
`maybe-broken-word` reports it. A glossary page without headwords is kept as matter `glossary-without-headwords`,
because it does not tell which term a paragraph explains.

Guarantees: see `scraper.dialects.official`.
"""

import re
from collections import Counter

from msgspec.structs import replace

from rules.records import Diagnostic, ParsedDocument
from scraper.claims import ENOUGH_RULES, Claims
from scraper.dialects.official import (
    SENTENCE_END,
    chrome_reason,
    is_footer,
    is_foreign,
    is_translation,
    own_lines,
    read_fragment,
    rising_rules,
)
from scraper.labels import is_title, read_heading, read_label
from scraper.layout import Line, Paragraph, SourceDocument
from scraper.markup.page import in_markdown, page_of, read_page

NAME = "ebook"
HEADLESS = "glossary-without-headwords"

_BOOK = re.compile(
    r"(?:book read free|books? online|выбрать главу|читать онлайн|следующая страница|page \d{1,4})\W*", re.IGNORECASE
)
_TITLE = re.compile(r"magic:? the gathering comprehensive rules", re.IGNORECASE)
_BYLINE = re.compile(r"by\s(?:[A-Z][\w.'’-]*\s?){1,4}")
_OPEN_TAG = re.compile(r"<\s*/?\s*$")
_REST_OF_TAG = re.compile(r"/?(?:br|p|b|i|u|em|strong|div|span)\s*/?>\s*", re.IGNORECASE)
_STRAY_TAG = re.compile(r"<\s*/?\s*(?:br|p|b|i|u|em|strong|div|span)\s*/?\s*>", re.IGNORECASE)
_WORD = re.compile(r"[A-Za-z]+(?:[’'][a-z]+)?")
_LAST_WORD = re.compile(r"(?<![\w’'])[A-Za-z]{1,30}$")
_FIRST_WORD = re.compile(r"[a-z]{1,30}(?![\w])")
_SEE = re.compile(r"\bSee (?:also )?(?:rules? \d|[A-Z])")


def claims_document(source: SourceDocument) -> float:
    """Return the confidence that the document is of this dialect, 0 to 1.

    Signs are rules between a reading site's words, and text broken as the site's converter breaks it. Markdown is none
    of the forms of such pages.
    """
    if in_markdown(source.text):
        return 0.0
    page = read_page(source) or source
    lines = page.lines
    signs = sum(_BOOK.fullmatch(line.text) is not None or is_footer(line.text) for line in lines)
    foreign = page.form == "text" and any(is_foreign(line.text) for line in lines) and not is_translation(lines)
    broken = page.form == "text" and any(_OPEN_TAG.search(line.text) or _STRAY_TAG.search(line.text) for line in lines)
    if not (signs or foreign or broken):
        return 0.0
    if rising_rules(lines) >= ENOUGH_RULES:
        if signs:
            return 0.85
        return 0.7
    see = sum(_SEE.search(line.text) is not None for line in lines)
    if see >= ENOUGH_RULES and 2 * see >= len(lines) / 2:
        return 0.5
    return 0.0


def parse(source: SourceDocument) -> ParsedDocument:
    """Read a document of this dialect as records."""
    page = _with_whole_words(_without_stray_tags(read_page(source) or page_of(source, source.lines)))
    page = page_of(page, page.lines)
    if not any(read_label(line.text) for line in page.lines):
        headless = _without_headwords(page)
        if headless is not None:
            return headless
    return read_fragment(page, _find_chrome, Claims(page, NAME))


def _find_chrome(paragraph: Paragraph) -> str:
    text = paragraph.text
    if _BOOK.fullmatch(text) or (_TITLE.fullmatch(text) and not read_heading(text)):
        return "site-chrome"
    if _BYLINE.fullmatch(text) and paragraph.role != "item":
        return "byline"
    return ""


def _without_stray_tags(page: SourceDocument) -> SourceDocument:
    """Return a page without tags that a converter left in the text, those broken over two lines included."""
    remaining: list[Line] = []
    problems: list[Diagnostic] = []
    for block in page.lines:
        rest, tagged = _REST_OF_TAG.match(block.text), block
        if rest and remaining and not remaining[-1].within and _OPEN_TAG.search(remaining[-1].text):
            remaining[-1] = replace(remaining[-1], text=_OPEN_TAG.sub("", remaining[-1].text).rstrip())
            tagged = replace(block, text=block.text[rest.end() :], after_blank=True)
        elif block.within or not _STRAY_TAG.search(block.text):
            remaining.append(block)
            continue
        message = "a tag that a converter left in the text was taken out"
        problems.append(Diagnostic("stray-tag", "info", message, page.name, block.line))
        pieces = (piece.strip() for piece in _STRAY_TAG.split(tagged.text))
        # One part keeps the line's place if all of it is tags.
        remaining += [replace(tagged, text=piece) for piece in pieces if piece] or [replace(tagged, text="")]
    lines = tuple(
        block if block.text else replace(block, text="<", within=block.within or "tag") for block in remaining
    )
    return replace(page, lines=lines, diagnostics=(*page.diagnostics, *problems))


def _with_whole_words(page: SourceDocument) -> SourceDocument:
    """Return a page with words that were broken over two lines joined, where that is certain."""
    words = Counter(word.casefold() for block in page.lines for word in _WORD.findall(block.text))
    groups: list[tuple[list[Line], list[str]]] = []  # blocks, and the pieces of their text
    problems: list[Diagnostic] = []
    for before, block in zip((None, *page.lines), page.lines, strict=False):
        halves = _find_halves(before, block) if before else None
        if halves is None:
            groups.append(([block], [block.text]))
            continue
        first, second = halves
        # Each half occurs once as a half; it is a word only if it also occurs elsewhere.
        are_words = words[first.casefold()] > 1 and words[second.casefold()] > 1
        is_word = words[(first + second).casefold()] > 0
        is_whole = is_word and not are_words
        if is_whole:
            message = (
                f"`{first}` and `{second}`, broken over two lines, were joined: `{first + second}` occurs elsewhere"
            )
            problems.append(Diagnostic("broken-word", "info", message, page.name, block.line))
        elif is_word == are_words:
            message = f"`{first}` and `{second}` may be one word that was broken over two lines"
            hint = "compare with another copy; nothing was joined"
            problems.append(Diagnostic("maybe-broken-word", "info", message, page.name, block.line, hint=hint))
        groups[-1][0].append(block)
        groups[-1][1].extend(("" if is_whole else " ", block.text))
    lines = tuple(blocks[0].joined(blocks[-1], "".join(pieces)) for blocks, pieces in groups)
    return replace(page, lines=lines, diagnostics=(*page.diagnostics, *problems))


def _find_halves(before: Line, after: Line) -> tuple[str, str] | None:
    """Return the last word of a line and the first of the next, if a sentence continues from one to the other."""
    if after.after_blank or before.within or after.within or before.role == "heading":
        return None
    first, second = _LAST_WORD.search(before.text[-40:]), _FIRST_WORD.match(after.text)
    if first and second:
        return (first[0], second[0])
    return None


def _without_headwords(page: SourceDocument) -> ParsedDocument | None:
    """Return the records of a glossary page that lost its headwords; None for any other page."""
    claims = Claims(page, NAME)
    entries = claims.keep(own_lines(page.lines, claims), lambda row: chrome_reason(row, _find_chrome))
    if sum(_SEE.search(entry.text) is not None for entry in entries) < ENOUGH_RULES or any(
        is_title(entry.text) and not SENTENCE_END.search(entry.text) for entry in entries[1:-1]
    ):
        return None
    message = f"{len(entries)} paragraphs of a glossary have no headwords, so none of them is an entry"
    claims.report("headwords-lost", "warning", message, entries[0].line)
    return claims.close(None, "damaged", matter=(claims.claim_matter(HEADLESS, entries),))
