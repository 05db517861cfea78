"""A page as blocks of text, in document order: the markup is made safe for a parser, then its tree is walked.

Why: `html.parser`, which BeautifulSoup uses here, takes time quadratic in the number of unclosed constructs (ten
seconds for 0.2 MB of `<!--`), hides the rest of the page after an unclosed comment and takes every `<` before a letter
for a tag; BeautifulSoup keeps no positions of texts. After `prepare` no comment, script or `<` is unclosed, everything
that is no HTML tag is text, and every line end is a special character in the text.

Guarantees: linear time, no recursion; the number of `NEWLINE` before a text is the number of line ends before it in the
source; the first omission or reinterpretation of each kind is a diagnostic with line and column. Every text of the tree
that is not white space is in exactly one block; blocks and their lines are in document order.
"""

import html
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile
from operator import itemgetter

from bs4 import BeautifulSoup
from bs4.element import NavigableString, PageElement, Tag
from msgspec.structs import replace

from rules.records import Diagnostic, Severity, Span
from scraper.layout import Line, Role
from scraper.markup.list_items import ItemCounter, keep_counts

_BLOCKS = """
address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption
figure footer form frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe legend li main menu nav
noframes noscript ol optgroup option p pre section select summary table tbody td tfoot th thead title tr ul
"""
BLOCKS = frozenset(_BLOCKS.split())
"""Elements that begin and end a block of text."""

_INLINE = """
a abbr acronym applet area audio b base basefont bdi bdo big blink br button canvas cite code col colgroup
data datalist del dfn em embed font frame i image img input ins isindex kbd label link map mark marquee meta
meter nobr object output param picture progress q rp rt ruby s samp script slot small source span strike
strong style sub sup svg template textarea time track tt u var video wbr xmp circle defs desc g line
lineargradient math path polygon polyline rect stop symbol text use
"""
KNOWN = BLOCKS.union(_INLINE.split())
"""All elements of HTML, present and former, and those of SVG."""

RAW = ("script", "style")
"""Elements that hold no markup."""

_CHROME = """
aside button footer form head header iframe nav noscript script sdfield select style svg template textarea th title
"""
CHROME = frozenset(_CHROME.split())
"""Elements whose text is not the page's own; `sdfield` is a field of LibreOffice, such as the number of a page."""

MOST_TAGS = 100_000
"""Maximum number of tags of one page, a comment or script counting as two; all rules as a page with links have half as
many. More tags would cost seconds and hundreds of megabytes. The size of the page is not limited, because text without
tags costs little."""

MOST_STRANGERS = 100
"""Maximum number of such names that are kept for the tags that close these elements."""

SHOWN = 120
"""Number of characters kept of a comment or script."""

NEWLINE, LESS, AMPERSAND = "\ufdd1", "\ufdd2", "\ufdd3"
"""Unicode noncharacters, which no text contains, for a line end of the source, and for `<` and `&` that are text."""

RESTORED = str.maketrans({LESS: "<", AMPERSAND: "&"})
"""Gives a text of the tree its own `<` and `&`; its line ends stay `NEWLINE`."""
_HIDDEN = str.maketrans({"<": LESS, "&": AMPERSAND, "\n": NEWLINE})
_STRANGERS = re.compile("[\ufdd1-\ufdd3]")

_OPENING = re.compile(r"<(?:!--|!\[CDATA\[|!|\?|/?[A-Za-z])")
_TAG = re.compile(
    r"""<(?P<close>/?)(?P<name>[A-Za-z][A-Za-z0-9:_-]{0,40})(?![A-Za-z0-9:_-])
        (?P<attributes>(?:[^<>=]++|=\s*+(?:"[^"<]*+"|'[^'<]*+')?){0,200}+)>""",
    re.VERBOSE,
)
_HREF = re.compile(r"(?<![\w-])href\s*=\s*[^\s>]", re.IGNORECASE)
_OWN_PLACE = re.compile(r"(?<![\w-])href\s*=\s*[\"']?#", re.IGNORECASE)
"""A link to a place of the same page, such as the anchor that many tools put around a heading."""
_CONSTRUCTS = {"<!--": "comment", "<![CDATA[": "section", "<!": "declaration", "<?": "declaration"}
_ENDS = {
    "comment": re.compile("-->"),
    "section": re.compile("]]>"),
    "declaration": re.compile(">"),
    **{name: re.compile(rf"</{name}(?![\w-])[^<>]{{0,200}}>", re.IGNORECASE) for name in RAW},
}
_LINE_END_ENTITY = re.compile(r"&#(?:0*1[03]|[xX]0*[aAdD])(?:;|(?![0-9a-fA-F]))")


COUNTED = frozenset(("ol", "li"))
"""Elements whose attributes say which number an item of a list has."""
LINKING = frozenset(("a", "area", "base", "link", "meta", "option"))
"""Elements whose attributes say where a page leads."""

_LINK_ATTRIBUTE = re.compile(
    r"""(?<![\w-])(?P<name>content|href|name|rel|type|value)\s*=\s*
        (?:"(?P<double>[^"]*)"|'(?P<single>[^']*)'|(?P<bare>[^\s"'>]+))""",
    re.IGNORECASE | re.VERBOSE,
)

_ROLES: dict[str, Role] = {
    "li": "item",
    "td": "cell",
    "pre": "preformatted",
    "xmp": "preformatted",
    **dict.fromkeys(("h1", "h2", "h3", "h4", "h5", "h6"), "heading"),
}

_BOLD = frozenset(("b", "strong"))

_WHITE = f" \t\n\r\f\v\u00a0{NEWLINE}"
_SPACE = re.compile(f"[{_WHITE}]+")
"""White space. Hard spaces count too: on a page they are layout, and the rules' own text has none."""


def prepare(text: str, name: str, *, with_links: bool = False) -> tuple[str, tuple[Diagnostic, ...]]:
    """Rewrite a page so that any parser reads it in linear time and loses no text of it.

    Args:
        text: The page; its line ends may be of any kind.
        name: Its name in messages.
        with_links: Whether the elements in `LINKING` keep the attributes with their targets; otherwise none is kept.

    Returns:
        The rewritten page (comments are elements `comment-`), and the diagnostics.
    """
    text = _STRANGERS.sub("\ufffd", text.replace("\r\n", "\n").replace("\r", "\n"))
    problems: dict[str, Diagnostic] = {}

    def report(code: str, severity: Severity, message: str, at: int) -> None:
        """Report the first problem of each kind, because a hostile page has a million."""
        if code not in problems:
            line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
            problems[code] = Diagnostic(
                code=code, severity=severity, message=message, path=name, line=line, column=column
            )

    return "".join(_Rewriter(text, report, with_links=with_links).rewrite()), tuple(problems.values())


class _Rewriter:
    """Rewrites a page piece by piece.

    Args:
        text: The page.
        report: Called with code, severity, message and offset of a problem.
        with_links: As for `prepare`.
    """

    def __init__(self, text: str, report: Callable[[str, Severity, str, int], None], *, with_links: bool) -> None:
        self._text = text
        self._report = report
        self._with_links = with_links
        self._unclosed: set[str] = set()  # kinds of constructs that have no end in the rest of the page
        self._offset = 0
        self._tags = 0
        self._strangers: set[str] = set()  # names of elements that HTML does not have and the page has with attributes

    def rewrite(self) -> Iterator[str]:
        """Yield the pieces of the rewritten page."""
        while opening := _OPENING.search(self._text, self._offset):
            start = opening.start()
            yield _as_text(self._text[self._offset : start])
            if self._tags >= MOST_TAGS:
                message = f"{MOST_TAGS:,} tags were read; the rest of the document was not"
                self._report("markup-cut", "error", message, start)
                return
            self._tags += 1
            self._offset = opening.end()
            kind = _CONSTRUCTS.get(opening[0], "")
            if kind:
                yield from self._rewrite_construct(kind, start)
            else:
                yield from self._rewrite_tag(start)
        yield _as_text(self._text[self._offset :])

    def _rewrite_tag(self, start: int) -> Iterator[str]:
        tag = _TAG.match(self._text, start)
        if tag is None:
            self._report("unclosed-tag", "warning", "this `<` begins no complete tag; it was read as text", start)
            yield LESS
            self._offset = start + 1
            return
        self._offset = tag.end()
        name = tag["name"].lower()
        if name not in self._strangers and _is_unknown(name, tag["attributes"]):
            self._report("unknown-tag", "info", f"HTML has no element {name!r}; it was read as text", start)
            yield _as_text(tag[0])
            return
        if name not in KNOWN and len(self._strangers) < MOST_STRANGERS:
            self._strangers.add(name)
        if name not in RAW:
            attributes = "" if tag["close"] else _keep_attributes(name, tag["attributes"], with_links=self._with_links)
            yield f"<{tag['close']}{name}{attributes}>"
        yield NEWLINE * tag[0].count("\n")
        if name in RAW and not tag["close"]:
            yield from self._rewrite_construct(name, start)

    def _rewrite_construct(self, kind: str, start: int) -> Iterator[str]:
        """Yield a construct without markup inside, such as a comment or a script, whose content begins here.

        Args:
            kind: Its kind: `script`, `style`, or a value of `_CONSTRUCTS`.
            start: Offset of its beginning, for messages.
        """
        end = None if kind in self._unclosed else _ENDS[kind].search(self._text, self._offset)
        if end is None:
            self._unclosed.add(kind)
            self._report(f"unclosed-{kind}", "warning", f"this {kind} never ends; what follows was read as text", start)
            return
        content = self._text[self._offset : end.start()]
        self._offset = end.end()
        if kind == "section":
            yield content.translate(_HIDDEN)
            return
        self._tags += 1
        element = f"{kind if kind in RAW else 'comment'}-"
        line_ends = NEWLINE * (content + end[0]).count("\n")
        yield f"<{element}>{_show_beginning(content)}{line_ends}</{element}>"


def _is_unknown(name: str, attributes: str) -> bool:
    """Return whether a tag has no attributes and a name that neither HTML nor an element of a site's own can have.

    An element of a site's own has a hyphen within its name. Names with a hyphen only at the end are those that this
    module gives to comments and raw text (`comment-`).
    """
    return name not in KNOWN and not attributes.strip(" /\n\t") and not {"-", ":"} & set(name.rstrip("-"))


def _show_beginning(content: str) -> str:
    """Return the beginning of a comment or script as text; every `<` is hidden, so that none ends the element."""
    words = " ".join(content[: 4 * SHOWN].split())
    if len(words) > SHOWN or len(content) > 4 * SHOWN:
        words = f"{words[:SHOWN]}…"
    return words.translate(_HIDDEN)


def _keep_attributes(element: str, attributes: str, *, with_links: bool) -> str:
    """Return the attributes that an element keeps, quoted again so that they end where they seem to."""
    if element in COUNTED:
        return keep_counts(attributes)
    if not with_links or element not in LINKING:
        if not _HREF.search(attributes):
            return ""
        if _OWN_PLACE.search(attributes):
            return ' href="#"'
        return ' href=""'
    written = []
    for attribute in _LINK_ATTRIBUTE.finditer(attributes):
        value = html.unescape(attribute["double"] or attribute["single"] or attribute["bare"] or "")
        written.append(f' {attribute["name"].lower()}="{html.escape(" ".join(value.split()))}"')
    return "".join(written)


def _as_text(plain: str) -> str:
    """Return a stretch of plain text with its entities decoded, for a parser to read as nothing but text."""
    run = _LINE_END_ENTITY.sub(" ", plain)
    return (html.unescape(run) if "&" in run else run).translate(_HIDDEN)


def blocks_of(prepared: str) -> tuple[Line, ...]:
    """Return the blocks of a page that `prepare` made safe.

    The texts of a block are collected until line breaks follow. The signs `NEWLINE` in them count the lines of the
    file.
    """
    blocks: list[Line] = []
    parts: list[tuple[str, Line]] = []
    line = 1  # of the file, at the beginning of the next block
    breaks_before = 2  # line breaks since the last block with words
    for text, context, breaks_after in _walk(BeautifulSoup(prepared, "html.parser")):
        parts.append((text, context))
        if not breaks_after:
            continue
        raw = "".join(text for text, _ in parts)
        words = raw.strip(_WHITE)
        if words:
            first_line = line + raw[: len(raw) - len(raw.lstrip(_WHITE))].count(NEWLINE)
            span = Span(first_line, first_line + words.count(NEWLINE))
            blocks.append(_make_block(words, span, parts, after_blank=breaks_before > 1))
            breaks_before = 0
        line += raw.count(NEWLINE)
        breaks_before += breaks_after
        parts.clear()
    return tuple(blocks)


def _make_block(words: str, span: Span, parts: Sequence[tuple[str, Line]], *, after_blank: bool) -> Line:
    """Return a block.

    Args:
        words: Its text, with the signs for the line ends of the source.
        span: Its lines in the file.
        parts: The texts that it is made of, each with its context.
        after_blank: Whether a blank line is before it.
    """
    contexts = [context for text, context in parts if text.strip(_WHITE)]
    return replace(
        contexts[0],
        text=_SPACE.sub(" ", words),
        span=span,
        linked=all(context.linked for context in contexts),
        lead=_measure_lead(parts),
        after_blank=after_blank,
    )


def _measure_lead(parts: Sequence[tuple[str, Line]]) -> int:
    """Return the number of characters at the beginning of a block that are in bold; 0 if all of them are.

    Args:
        parts: The texts of the block, each with its context, whose `lead` is not 0 inside of bold elements.
    """
    shown = [(text, context.lead > 0) for text, context in parts if text.strip(_WHITE)]
    bold = [text for text, _ in takewhile(itemgetter(1), shown)]
    if len(bold) == len(shown):
        return 0
    return len(_SPACE.sub(" ", "".join(bold)).strip())


def _leads_to_own_place(link: Tag) -> bool:
    return str(link.get("href") or "").startswith("#")


def _is_permalink(link: Tag, context: Line) -> bool:
    """Return whether a link is only a sign at the end or beginning of a block that leads to the block itself."""
    if link.name != "a" or len(link.contents) != 1 or not _leads_to_own_place(link):
        return False
    sign = link.contents[0]
    if not isinstance(sign, NavigableString) or any(char.isalnum() for char in sign):
        return False
    is_in_block = context.role == "heading" or (link.parent is not None and link.parent.name in BLOCKS)
    return is_in_block and (_is_blank_beside(link.next_sibling) or _is_blank_beside(link.previous_sibling))


def _is_blank_beside(sibling: PageElement | None) -> bool:
    """Return whether nothing but white space is on one side of an element in its block."""
    is_white = isinstance(sibling, NavigableString) and not sibling.strip(_WHITE)
    return sibling is None or is_white


def _leads_away(link: Tag, context: Line) -> bool:
    """Return whether a link leads elsewhere; one from a heading to the page itself is decoration."""
    target = link.get("href")
    return target is not None and not (context.role == "heading" and _leads_to_own_place(link))


def _walk(soup: BeautifulSoup) -> Iterator[tuple[str, Line, int]]:
    """Yield the texts of a page, each with its context and the number of line breaks after it.

    The context is an empty block with the role and the other properties that a text has there. A block ends where line
    breaks follow: 1 after `<br>`, 2 after an element such as `<p>`. The first text of an item of an ordered list begins
    with the number of the item, unless it leads elsewhere, as in a list of contents.
    """
    items = ItemCounter()
    stack: list[tuple[Iterator[PageElement], Line, int]] = [(iter(soup.contents), Line(0, 0, "", after_blank=True), 2)]
    while stack:
        children, context, ends = stack[-1]
        child = next(children, None)
        if child is None:
            stack.pop()
            items.end(len(stack))
            yield "", context, ends
        elif isinstance(child, Tag):
            name = _name_of(child, context)
            ends = _count_breaks(child, name)
            if name == "br":
                yield "", context, 1
            else:
                yield "", context, ends
            items.begin(child, len(stack))
            stack.append((iter(child.contents), _place_inside(child, name, context), ends))
        elif isinstance(child, NavigableString):
            text = str(child).translate(RESTORED)
            if not context.chrome and text.strip(_WHITE):
                text = items.mark_text(text, _WHITE, is_linked=context.linked)
            yield from _divide_text(text, context)


def _name_of(element: Tag, context: Line) -> str:
    """Return the name of an element; a link that is only a sign for its own block is called a permalink."""
    if _is_permalink(element, context):
        return "permalink"
    return element.name.removesuffix("-")


def _count_breaks(element: Tag, name: str) -> int:
    """Return the number of line breaks around an element: 2 around a block, 0 around any other.

    A permalink or a comment, whose names differ from those of their tags, is a block too.
    """
    if name in BLOCKS or name in CHROME or name != element.name:
        return 2
    return 0


def _place_inside(element: Tag, name: str, context: Line) -> Line:
    """Return the context of the content of an element."""
    chrome = context.chrome
    if name in CHROME or name in {"comment", "permalink"}:
        chrome = name
    linked = context.linked or (name == "a" and _leads_away(element, context))
    lead = 1 if name in _BOLD else context.lead
    return replace(context, role=_ROLES.get(name, context.role), chrome=chrome, linked=linked, lead=lead)


def _divide_text(text: str, context: Line) -> Iterator[tuple[str, Line, int]]:
    """Yield a text with the line breaks after it; a preformatted text line by line."""
    if context.role != "preformatted":
        yield text, context, 0
        return
    *ended, rest = text.split(NEWLINE)
    for row in ended:
        yield f"{row}{NEWLINE}", context, 1
    yield rest, context, 0
