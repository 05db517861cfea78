"""A page as blocks of text, in document order: the markup is made safe for a parser, then its tree is walked.

Why: `html.parser`, which BeautifulSoup uses here, takes time quadratic in the number of unclosed constructs (ten
seconds for 0.2 MB of `<!--`), hides the rest of the page after an unclosed comment and takes every `<` before a letter
for a tag; BeautifulSoup keeps no positions of texts. After `prepare` no comment, script or `<` is unclosed, everything
that is no HTML tag is text, and every line end is a special character in the text.

Guarantees: linear time, no recursion; the number of `NEWLINE` before a text is the number of line ends before it in the
source; the first omission or reinterpretation of each kind is a diagnostic with line and column. Every text of the tree
that is not white space is in exactly one block; blocks and their lines are in document order.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import Literal

from bs4 import BeautifulSoup
from bs4.element import NavigableString, PageElement, Tag
from msgspec import Struct, field
from msgspec.structs import replace

from rules.records import Diagnostic, Severity

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
INLINE = frozenset(_INLINE.split())
"""All other elements of HTML, present and former, and those of SVG."""

KNOWN = BLOCKS | INLINE

RAW = ("script", "style")
"""Elements that hold no markup."""

_CHROME = """
aside button footer form head header iframe nav noscript script select style svg template textarea th title
"""
CHROME = frozenset(_CHROME.split())
"""Elements whose text is not the page's own."""

HEADINGS = {f"h{level}": level for level in range(1, 7)}

LISTS = frozenset(("ol", "ul", "menu", "dir"))


MOST_TAGS = 100_000
"""Maximum number of tags of one page, a comment or script counting as two; all rules as a page with links have half as
many. More tags would cost seconds and hundreds of megabytes. The size of the page is not limited, because text without
tags costs little."""

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
_KEPT_ATTRIBUTE = re.compile(
    r"""(?<![\w-])(id|name|href)\s*=\s*("[^"]{0,2000}"|'[^']{0,2000}'|[^\s"'>]{1,200})""", re.IGNORECASE
)
_CONSTRUCTS = {"<!--": "comment", "<![CDATA[": "section", "<!": "declaration", "<?": "declaration"}
_ENDS = {
    "comment": re.compile("-->"),
    "section": re.compile("]]>"),
    "declaration": re.compile(">"),
    **{name: re.compile(rf"</{name}(?![\w-])[^<>]{{0,200}}>", re.IGNORECASE) for name in RAW},
}
_LINE_END_ENTITY = re.compile(r"&#(?:0*1[03]|[xX]0*[aAdD])(?:;|(?![0-9a-fA-F]))")


class _Preparation(Struct):
    """The state of preparing one page: the output so far and the diagnostics."""

    text: str
    name: str
    pieces: list[str] = field(default_factory=list)
    problems: dict[str, Diagnostic] = field(default_factory=dict)
    missing: set[str] = field(default_factory=set)
    tags: int = 0

    def write_text(self, start: int, stop: int) -> None:
        """Write a stretch of plain text."""
        if start < stop:
            run = _LINE_END_ENTITY.sub(" ", self.text[start:stop])
            self.pieces.append((html.unescape(run) if "&" in run else run).translate(_HIDDEN))

    def write_lines(self, start: int, stop: int) -> None:
        """Keep the line ends of a stretch that is not text."""
        self.pieces.append(NEWLINE * self.text.count("\n", start, stop))

    def write_beginning(self, element: str, start: int, stop: int) -> None:
        """Write the beginning of something that is no text as an element of its own."""
        self.tags += 1
        stretch = self.text[start:stop]
        words = " ".join(stretch[: 4 * SHOWN].split())
        shown = words if len(words) <= SHOWN and len(stretch) <= 4 * SHOWN else f"{words[:SHOWN]}…"
        self.pieces.append(f"<{element}>{shown.translate(_HIDDEN)}{NEWLINE * stretch.count(chr(10))}</{element}>")

    def report(self, code: str, severity: Severity, message: str, at: int) -> None:
        """Report the first problem of each kind, because a hostile page has a million."""
        if code not in self.problems:
            line = self.text.count("\n", 0, at) + 1
            column = at - self.text.rfind("\n", 0, at)
            self.problems[code] = Diagnostic(code, severity, message, self.name, line, column)

    def find_end(self, what: str, begin: int, start: int) -> re.Match[str] | None:
        """Return the end of a construct that starts at an offset, None if it has none, and that is reported.

        A failed search is not repeated.
        """
        end = None if what in self.missing else _ENDS[what].search(self.text, begin)
        if end is None:
            self.missing.add(what)
            self.report(f"unclosed-{what}", "warning", f"this {what} never ends; what follows was read as text", start)
        return end


def prepare(text: str, name: str) -> tuple[str, tuple[Diagnostic, ...]]:
    """Rewrite a page so that any parser reads it in linear time and loses no text of it.

    Args:
        text: The page; its line ends may be of any kind.
        name: Its name in messages.

    Returns:
        The rewritten page (comments are elements `comment-`), and the diagnostics.
    """
    text = _STRANGERS.sub("\ufffd", text.replace("\r\n", "\n").replace("\r", "\n"))
    work = _Preparation(text, name)
    at, end = 0, len(text)
    while opening := _OPENING.search(text, at):
        work.write_text(at, opening.start())
        at = opening.start()
        if work.tags >= MOST_TAGS:
            message = f"{MOST_TAGS:,} tags were read; the document goes on, and nothing after this place was read"
            work.report("markup-cut", "error", message, at)
            end = at
            break
        at = _take(work, opening)
    work.write_text(at, end)
    return "".join(work.pieces), tuple(work.problems.values())


def _take(work: _Preparation, opening: re.Match[str]) -> int:
    """Take the construct that begins with a `<`, and return where it ends; an unclosed one hides nothing."""
    start, begin = opening.span()
    kind = _CONSTRUCTS.get(opening[0])
    work.tags += 1
    if kind is None:
        tag = _TAG.match(work.text, start)
        if tag is not None:
            return _take_tag(work, tag)
        work.report("unclosed-tag", "warning", "this `<` begins no tag that ends; it was read as text", start)
        work.write_text(start, start + 1)
        return start + 1
    end = work.find_end(kind, begin, start)
    if end is None:
        return begin
    if kind == "section":
        work.pieces.append(work.text[begin : end.start()].translate(_HIDDEN))
    else:
        work.write_beginning("comment-", begin, end.start())
    return end.end()


def _take_tag(work: _Preparation, tag: re.Match[str]) -> int:
    name = tag["name"].lower()
    if name not in KNOWN and not tag["attributes"].strip(" /\n\t") and not {"-", ":"} & set(name.rstrip("-")):
        work.report("unknown-tag", "info", f"HTML has no element {name!r}; it was read as text", tag.start())
        work.write_text(tag.start(), tag.end())
        return tag.end()
    kept = ((key.lower(), value.strip("\"'")) for key, value in _KEPT_ATTRIBUTE.findall(tag["attributes"]))
    bare = ((key, value.translate(_HIDDEN).replace(NEWLINE, " ").replace('"', "")) for key, value in kept)
    attributes = "".join(f' {key}="{value}"' for key, value in bare)
    if name not in RAW:
        work.pieces.append(f"<{tag['close']}{name}{'' if tag['close'] else attributes}>")
    work.write_lines(tag.start(), tag.end())
    end = work.find_end(name, tag.end(), tag.start()) if name in RAW and not tag["close"] else None
    if end is None:
        return tag.end()
    # `</script` inside would end it for the parser: `write_beginning` hides every `<`.
    work.write_beginning(f"{name}-", tag.end(), end.start())
    work.write_lines(end.start(), end.end())
    return end.end()


Role = Literal["text", "heading", "item", "cell", "preformatted"]

_ROLES: dict[str, Role] = {
    "li": "item",
    "td": "cell",
    "pre": "preformatted",
    "xmp": "preformatted",
    **dict.fromkeys(HEADINGS, "heading"),
}

_WHITE = f" \t\n\r\f\v\u00a0{NEWLINE}"
_SPACE = re.compile(f"[{_WHITE}]+")
"""White space. Hard spaces count too: on a page they are layout, and the rules' own text has none."""


class MarkupBlock(Struct, frozen=True):
    """A piece of text between two block boundaries; see `scraper.markup`.

    Attributes:
        text: The text with entities decoded and white space collapsed to single spaces.
        first: Line of the file on which it begins, 1-based.
        last: Line of the file on which it ends.
        role: The kind of element that contains it.
        level: 1 to 6 for headings, else 0.
        depth: Number of lists that contain it.
        within: Innermost element around it whose text is not the page's own, or empty.
        anchor: `id` or `name` of the nearest element that has one and begins in or around this block, or empty.
        linked: Whether all of it is the text of links.
        after_blank: Whether more than one line break separates it from the block before.
    """

    text: str = ""
    first: int = 0
    last: int = 0
    role: Role = "text"
    level: int = 0
    depth: int = 0
    within: str = ""
    anchor: str = ""
    linked: bool = False
    after_blank: bool = True


class _Collector:
    """Collects texts until the block ends."""

    def __init__(self) -> None:
        self.blocks: list[MarkupBlock] = []
        self._line = 1
        self._parts: list[str] = []
        self._place = MarkupBlock()
        self._breaks = 2
        self._anchor = ""
        self._linked = True

    def add(self, text: str, place: MarkupBlock) -> None:
        """Add a text; its block has the role and surroundings of `place`, where it begins."""
        text = text.translate(RESTORED)
        for i, piece in enumerate(text.split(NEWLINE) if place.role == "preformatted" else [text]):
            if i:
                self.end(1)
                self._line += 1
            lead = 0 if self._parts else len(piece) - len(piece.lstrip(_WHITE))
            self._line += piece.count(NEWLINE, 0, lead)
            if lead < len(piece):
                self._place = self._place if self._parts else place
                self._parts.append(piece[lead:])
                self._linked &= place.linked or not piece.strip(_WHITE)

    def note_anchor(self, anchor: str) -> None:
        """Note the id of an element that begins: it names the block that the element begins in or before."""
        if not self._parts:
            self._anchor = anchor

    def end(self, breaks: int) -> None:
        """End the block; `breaks` is the number of line breaks that this makes."""
        if self._parts:
            raw = "".join(self._parts)
            words = raw.rstrip(_WHITE)
            last = self._line + words.count(NEWLINE)
            block = replace(
                self._place,
                text=_SPACE.sub(" ", words),
                first=self._line,
                last=last,
                anchor=self._anchor or self._place.anchor,
                linked=self._linked,
                after_blank=self._breaks > 1,
            )
            self.blocks.append(block)
            self._line = last + raw.count(NEWLINE, len(words))
            self._parts.clear()
            self._anchor, self._linked, self._breaks = "", True, 0
        self._breaks += breaks


def blocks_of(prepared: str) -> tuple[MarkupBlock, ...]:
    """Return the blocks of a page that `prepare` made safe."""
    collector = _Collector()
    soup = BeautifulSoup(prepared, "html.parser")
    stack: list[tuple[Iterator[PageElement], MarkupBlock, str]] = [(iter(soup.contents), MarkupBlock(), "")]
    while stack:
        children, place, name = stack[-1]
        child = next(children, None)
        if child is None:
            stack.pop()
            if name:
                collector.end(2)
        elif isinstance(child, Tag):
            stack.append((iter(child.contents), *_enter(child, place, collector)))
        elif isinstance(child, NavigableString):
            collector.add(str(child), place)
    collector.end(2)
    return tuple(collector.blocks)


def _enter(tag: Tag, place: MarkupBlock, collector: _Collector) -> tuple[MarkupBlock, str]:
    """Begin an element; return the place inside the element, and its name if its end ends a block."""
    name = tag.name
    if name == "br":
        collector.end(1)
        return place, ""
    bare = name.removesuffix("-")
    set_apart = bare in BLOCKS or bare in CHROME or name.endswith("-")
    if set_apart:
        collector.end(2)
    anchor = tag.get("id") or (tag.get("name") if name == "a" else None)
    if isinstance(anchor, str):
        collector.note_anchor(anchor)
        place = replace(place, anchor=anchor) if set_apart else place
    return _enter_element(bare, place, linked=name == "a" and tag.get("href") is not None), bare if set_apart else ""


def _enter_element(name: str, place: MarkupBlock, *, linked: bool) -> MarkupBlock:
    return replace(
        place,
        role=_ROLES.get(name, place.role),
        level=HEADINGS.get(name, place.level),
        depth=place.depth + (name in LISTS),
        within=name if name in CHROME or name == "comment" else place.within,
        linked=place.linked or linked,
    )
