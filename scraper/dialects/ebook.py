"""Pages of e-book sites: an edition cut into pages of equal length, wherever a page happened to end.

History: about 2006 the rules circulated as an e-book, and reading sites in several languages still show it. A page
begins and ends inside a rule, the converter broke the text at a fixed number of characters, even inside words and tags,
and one site lost the headwords of the glossary together with the bold face.

Notes: halves of a word are joined only if that is certain: together they are a word that occurs elsewhere in the
document, and at least one half does not; then `broken-word` reports it. In uncertain cases the break stays a space, and
`maybe-broken-word` reports it. A glossary page without headwords is kept as matter `glossary-without-headwords`,
because it does not tell which term a paragraph explains.

Guarantees: see `scraper.site_pages.fragment`.
"""

import re
from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from msgspec.structs import replace

from rules.json_files.unread import begins_json
from rules.records import Diagnostic, ParsedDocument
from scraper.claims import ENOUGH_RULES, Claims
from scraper.labels import is_title, read_heading, read_label
from scraper.layout import Line, Paragraph, SourceDocument
from scraper.markup.page import in_markdown, page_of, read_page
from scraper.parts.alone import count_rising_rules
from scraper.site_pages.chrome import chrome_reason, is_footer, is_foreign, is_translation
from scraper.site_pages.fragment import SENTENCE_END, read_fragment
from scraper.site_pages.lines import own_lines

NAME = "ebook"
HEADLESS = "glossary-without-headwords"

SURE_BY_SITE, SURE_BY_BREAKS, SURE_BY_GLOSSARY = 0.85, 0.7, 0.5
"""Confidence in a document with rules between the words of a reading site, in one with rules and only the traces of a
converter, and in one that is a glossary without headwords. Estimates: they decide between dialects."""

_BOOK = re.compile(
    r"(?:book read free|books? online|выбрать главу|читать онлайн|следующая страница|page \d{1,4})\W*", re.IGNORECASE
)
"""A line that a reading site prints around the text of a book, such as `Page 12`."""
_TITLE = re.compile(r"magic:? the gathering comprehensive rules", re.IGNORECASE)
_BYLINE = re.compile(r"by\s(?:[A-Z][\w.'’-]*\s?){1,4}")
"""The line in which a site names an author with at most four names: `by Wizards of the Coast`."""

_TAG_NAME = "(?:br|p|b|i|u|em|strong|div|span)"
_OPEN_TAG = re.compile(r"<\s*/?\s*$")
"""The beginning of a tag at the end of a line."""
_REST_OF_TAG = re.compile(rf"/?{_TAG_NAME}\s*/?>\s*", re.IGNORECASE)
"""The rest of a tag that began on the line before."""
_STRAY_TAG = re.compile(rf"<\s*/?\s*{_TAG_NAME}\s*/?\s*>", re.IGNORECASE)
"""A tag that a converter left in the text, perhaps with blanks in it: `< br / >`."""

_WORD = re.compile(r"[A-Za-z]+(?:[’'][a-z]+)?")
_LONGEST_WORD = 40
"""Number of characters at the end of a line in which its last word is looked for."""
# The halves of a broken word; the second one begins with a small letter.
_LAST_WORD = re.compile(r"(?<![\w’'])[A-Za-z]{1,30}$")
_FIRST_WORD = re.compile(r"[a-z]{1,30}(?![\w])")
_SEE = re.compile(r"\bSee (?:also )?(?:rules? \d|[A-Z])")
"""A reference in the glossary, to a rule or to another entry."""
_LINES_PER_REFERENCE = 4
"""Maximum number of lines of a page of the glossary for each reference (`_SEE`)."""


def claims_document(source: SourceDocument) -> float:
    """Return the confidence that the document is of this dialect, 0 to 1.

    Signs are rules between a reading site's words, and text broken as the site's converter breaks it. Markdown is none
    of the forms of such pages.
    """
    if in_markdown(source.text):
        return 0.0
    page = read_page(source) or source
    lines = page.lines
    is_of_site = any(_BOOK.fullmatch(line.text) or is_footer(line.text) for line in lines)
    if not is_of_site and not _has_traces(page):
        return 0.0
    if count_rising_rules(lines) >= ENOUGH_RULES:
        if is_of_site:
            return SURE_BY_SITE
        return SURE_BY_BREAKS
    references = sum(_SEE.search(line.text) is not None for line in lines)
    if references >= ENOUGH_RULES and _LINES_PER_REFERENCE * references >= len(lines):
        return SURE_BY_GLOSSARY
    return 0.0


def _has_traces(page: SourceDocument) -> bool:
    """Return whether a plain text has traces of a reading site: lines in another script, or tags in its lines."""
    if page.form != "text" or begins_json(page.text):
        return False
    if any(_OPEN_TAG.search(line.text) or _STRAY_TAG.search(line.text) for line in page.lines):
        return True
    return any(is_foreign(line.text) for line in page.lines) and not is_translation(page.lines)


def parse(source: SourceDocument) -> ParsedDocument:
    """Read a document of this dialect as records."""
    page = _with_whole_words(_without_stray_tags(read_page(source) or page_of(source, source.lines)))
    page = page_of(page, page.lines)
    if not any(read_label(line.text) for line in page.lines):
        headless = _read_headless(page)
        if headless is not None:
            return headless
    return read_fragment(page, _find_chrome, Claims(page, NAME))


def _find_chrome(paragraph: Paragraph) -> str:
    """Return the reason why a paragraph is dropped as the site's; empty if it is not."""
    text = paragraph.text
    if _BOOK.fullmatch(text) or (_TITLE.fullmatch(text) and not read_heading(text)):
        return "site-chrome"
    if _BYLINE.fullmatch(text) and paragraph.role != "item":
        return "byline"
    return ""


def _without_stray_tags(page: SourceDocument) -> SourceDocument:
    """Return a page without tags that a converter left in the text, those broken over two lines included."""
    lines: list[Line] = []
    problems: list[Diagnostic] = []
    for line in page.lines:
        rest_of_tag = _REST_OF_TAG.match(line.text)
        if rest_of_tag and lines and _ends_in_tag(lines[-1]):
            lines[-1] = replace(lines[-1], text=_OPEN_TAG.sub("", lines[-1].text).rstrip())
            without_tag = replace(line, text=line.text[rest_of_tag.end() :], after_blank=True)
            lines += _cut_at_tags(without_tag)
        elif not line.chrome and _STRAY_TAG.search(line.text):
            lines += _cut_at_tags(line)
        else:
            lines.append(line)
            continue
        message = "a tag that a converter left in the text was removed"
        problems.append(Diagnostic("stray-tag", "info", message, page.name, line.line))
    cleaned = tuple(line if line.text else _mark_as_tag(line) for line in lines)
    return replace(page, lines=cleaned, diagnostics=(*page.diagnostics, *problems))


def _ends_in_tag(line: Line) -> bool:
    """Return whether a line of the text ends in the beginning of a tag: `… of the turn. </`."""
    return not line.chrome and _OPEN_TAG.search(line.text) is not None


def _cut_at_tags(line: Line) -> list[Line]:
    """Return the parts of a line between its tags; one line without text if it has nothing but tags."""
    pieces = [piece.strip() for piece in _STRAY_TAG.split(line.text)]
    parts = [replace(line, text=piece) for piece in pieces if piece]
    return parts or [replace(line, text="")]


def _mark_as_tag(line: Line) -> Line:
    """Return a line that had nothing but tags as text of the site, so that the line is dropped and not lost."""
    return replace(line, text="<", chrome=line.chrome or "tag")


class _Break(NamedTuple):
    """Two lines between which a word may be broken.

    Attributes:
        first: The last word of the first line.
        second: The first word of the second line.
        joined_is_word: Whether both together occur elsewhere as a word.
        halves_are_words: Whether each of them occurs elsewhere as a word.
    """

    first: str
    second: str
    joined_is_word: bool
    halves_are_words: bool

    @property
    def is_sure(self) -> bool:
        """Whether it is certain that both are one word that was broken."""
        return self.joined_is_word and not self.halves_are_words

    @property
    def is_excluded(self) -> bool:
        """Whether it is certain that both are words of their own."""
        return self.halves_are_words and not self.joined_is_word


def _with_whole_words(page: SourceDocument) -> SourceDocument:
    """Return a page with words that were broken over two lines joined, where that is certain."""
    words = Counter(word.casefold() for line in page.lines for word in _WORD.findall(line.text))
    lines: list[Line] = []
    problems: list[Diagnostic] = []
    before: Line | None = None
    for line in page.lines:
        broken = None
        if before is not None:
            broken = _find_break(before, line, words)
        before = line
        if broken is None:
            lines.append(line)
            continue
        space = " "
        if broken.is_sure:
            space = ""
        lines[-1] = lines[-1].joined(line, f"{lines[-1].text}{space}{line.text}")
        problem = _judge_break(broken, page.name, line.line)
        if problem is not None:
            problems.append(problem)
    return replace(page, lines=tuple(lines), diagnostics=(*page.diagnostics, *problems))


def _judge_break(broken: _Break, name: str, line: int) -> Diagnostic | None:
    """Report a word that was joined or may have to be; None if it is certain that no word was broken.

    Args:
        broken: The two lines.
        name: The document's name in messages.
        line: Number of the second line.
    """
    first, second = broken.first, broken.second
    if broken.is_sure:
        message = f"`{first}` and `{second}`, broken over two lines, were joined: `{first + second}` occurs elsewhere"
        return Diagnostic("broken-word", "info", message, name, line)
    if broken.is_excluded:
        return None
    message = f"`{first}` and `{second}` may be one word that was broken over two lines"
    hint = "compare with another copy; nothing was joined"
    return Diagnostic("maybe-broken-word", "info", message, name, line, hint=hint)


def _find_break(before: Line, after: Line, words: Mapping[str, int]) -> _Break | None:
    """Return the two halves that may be one word; None if no sentence continues from one line to the next.

    Args:
        before: A line.
        after: The next one.
        words: How often each word of the document occurs, in lower case.
    """
    if after.after_blank or before.chrome or after.chrome or before.role == "heading":
        return None
    last_word = _LAST_WORD.search(before.text[-_LONGEST_WORD:])
    first_word = _FIRST_WORD.match(after.text)
    if not last_word or not first_word:
        return None
    first, second = last_word[0], first_word[0]
    # Each half is counted once where it is a half; it is a word only if it also occurs elsewhere.
    halves_are_words = words[first.casefold()] > 1 and words[second.casefold()] > 1
    joined_is_word = words[(first + second).casefold()] > 0
    return _Break(first, second, joined_is_word, halves_are_words)


def _read_headless(page: SourceDocument) -> ParsedDocument | None:
    """Return the records of a glossary page that lost its headwords; None for any other page."""
    claims = Claims(page, NAME)
    entries = claims.keep(own_lines(page.lines, claims), lambda row: chrome_reason(row, _find_chrome))
    references = sum(_SEE.search(entry.text) is not None for entry in entries)
    # The first and the last paragraph may be parts of sentences, which look like headwords.
    has_headwords = any(is_title(entry.text) and not SENTENCE_END.search(entry.text) for entry in entries[1:-1])
    if references < ENOUGH_RULES or has_headwords:
        return None
    message = f"{len(entries)} paragraphs of a glossary have no headwords, so none of them is an entry"
    claims.report("headwords-lost", "warning", message, entries[0].line)
    return claims.close(None, "damaged", matter=(claims.claim_matter(HEADLESS, entries),))
