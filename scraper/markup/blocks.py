"""A page as blocks of text, in document order: its tags are read one by one, and the open elements kept in a stack.

Why: `html.parser` takes time quadratic in the number of unclosed constructs (ten seconds for 0.2 MB of `<!--`), hides
the rest of the page after an unclosed comment and takes every `<` before a letter for a tag; the trees that libraries
make keep no positions of texts. Elements need not be closed in order: an end tag closes all that began since its
element did, and one without an element closes nothing.

Guarantees: linear time, no recursion; comments, scripts and styles that never end are text, and so is everything that
is no HTML tag; the first omission or reinterpretation of each kind is a diagnostic with line and column. Every text
that is not white space is in exactly one block; blocks and their lines are in document order.
"""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterator
from typing import Literal

from msgspec import Struct
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

_EMPTY = "area base basefont br col embed frame hr image img input isindex link meta param source track wbr"
EMPTY = frozenset(_EMPTY.split())
"""Elements that hold nothing and are never closed."""

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

_OPENING = re.compile(r"<(?:!--|!\[CDATA\[|!|\?|/?[A-Za-z])")
_TAG = re.compile(
    r"""<(?P<close>/?)(?P<name>[A-Za-z][A-Za-z0-9:_-]{0,40})(?![A-Za-z0-9:_-])
        (?P<attributes>(?:[^<>=]++|=\s*+(?:"[^"<]*+"|'[^'<]*+')?){0,200}+)>""",
    re.VERBOSE,
)
_KEPT_ATTRIBUTE = re.compile(
    r"""(?<![\w-])(id|name|href)\s*=\s*("[^"]{0,2000}"|'[^']{0,2000}'|[^\s"'>]{1,200})""", re.IGNORECASE
)
_RAW_END = {name: re.compile(rf"</{name}(?![\w-])[^<>]{{0,200}}>", re.IGNORECASE) for name in RAW}
_LINE_END_ENTITY = re.compile(r"&#(?:0*1[03]|[xX]0*[aAdD])(?:;|(?![0-9a-fA-F]))")


Role = Literal["text", "heading", "item", "cell", "preformatted"]

_ROLES: dict[str, Role] = {"li": "item", "td": "cell", "th": "cell", "pre": "preformatted", "xmp": "preformatted"}

_SPACES = " \t\n\r\f\v\u00a0"
_SPACE = re.compile(f"[{_SPACES}]+")
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
        if place.role == "preformatted":
            for i, line in enumerate(text.split("\n")):
                if i:
                    self.end(1)
                    self._line += 1
                self._append(line, place)
        else:
            self._append(text, place)

    def _append(self, text: str, place: MarkupBlock) -> None:
        if not self._parts:
            lead = _count_leading(text)
            self._line += text.count("\n", 0, lead)
            text = text[lead:]
            if not text:
                return
            self._place = place
        self._parts.append(text)
        self._linked &= place.linked or _count_leading(text) == len(text)

    def note_anchor(self, anchor: str) -> None:
        """Note the id of an element that begins: it names the block that the element begins in or before."""
        if not self._parts:
            self._anchor = anchor

    def end(self, breaks: int) -> None:
        """End the block; `breaks` is the number of line breaks that this makes."""
        if self._parts:
            self._write()
            self._breaks = 0
        self._breaks += breaks

    def _write(self) -> None:
        raw = "".join(self._parts)
        words = raw.rstrip(_SPACES)
        last = self._line + words.count("\n")
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
        self._line = last + raw.count("\n", len(words))
        self._parts.clear()
        self._anchor, self._linked = "", True


def _count_leading(text: str) -> int:
    """Return how many characters of white space a text begins with."""
    space = _SPACE.match(text)
    return space.end() if space else 0


def blocks_of(text: str, name: str) -> tuple[tuple[MarkupBlock, ...], tuple[Diagnostic, ...]]:
    """Return the blocks of a page, and diagnostics.

    Args:
        text: The page; its line ends may be of any kind.
        name: Its name in messages.
    """
    reader = _PageReader(text.replace("\r\n", "\n").replace("\r", "\n"), name)
    reader.read()
    return tuple(reader.collector.blocks), tuple(reader.problems.values())


class _PageReader:
    """Reads a page from its beginning to its end."""

    def __init__(self, text: str, name: str) -> None:
        self.collector = _Collector()
        self.problems: dict[str, Diagnostic] = {}
        self._text = text
        self._name = name
        self._missing: set[str] = set()
        self._tags = 0
        self._elements: list[tuple[str, MarkupBlock, bool]] = [("", MarkupBlock(), True)]
        """The open elements, each with the place inside it and whether its end ends a block."""
        self._open: Counter[str] = Counter()

    def read(self) -> None:
        at, end = 0, len(self._text)
        while opening := _OPENING.search(self._text, at):
            self._add_text(at, opening.start())
            at = opening.start()
            if self._tags >= MOST_TAGS:
                message = f"{MOST_TAGS:,} tags were read; the document goes on, and nothing after this place was read"
                self._report("markup-cut", "error", message, at)
                end = at
                break
            at = self._take(at, opening[0])
        self._add_text(at, end)
        self.collector.end(2)

    def _add(self, text: str) -> None:
        self.collector.add(text, self._elements[-1][1])

    def _add_text(self, start: int, stop: int) -> None:
        """Add a stretch of plain text."""
        if start < stop:
            self._add(html.unescape(_LINE_END_ENTITY.sub(" ", self._text[start:stop])))

    def _add_lines(self, start: int, stop: int) -> None:
        """Keep the line ends of a stretch that is not text."""
        self._add("\n" * self._text.count("\n", start, stop))

    def _add_aside(self, within: str, start: int, stop: int) -> None:
        """Add the beginning of something that is no text as a block of its own."""
        self._tags += 1
        stretch = self._text[start:stop]
        words = " ".join(stretch[: 4 * SHOWN].split())
        shown = words if len(words) <= SHOWN and len(stretch) <= 4 * SHOWN else f"{words[:SHOWN]}…"
        self.collector.end(2)
        place = replace(self._elements[-1][1], within=within)
        self.collector.add(shown + "\n" * stretch.count("\n"), place)
        self.collector.end(2)

    def _report(self, code: str, severity: Severity, message: str, at: int) -> None:
        """Report the first problem of each kind, because a hostile page has a million."""
        if code not in self.problems:
            line = self._text.count("\n", 0, at) + 1
            column = at - self._text.rfind("\n", 0, at)
            self.problems[code] = Diagnostic(code, severity, message, self._name, line, column)

    def _take(self, start: int, kind: str) -> int:
        """Take the construct that begins with a `<`, and return where it ends."""
        self._tags += 1
        if kind == "<!--":
            return self._take_closed(start, 4, "-->", "comment")
        if kind == "<![CDATA[":
            return self._take_section(start, start + len(kind))
        if kind in ("<!", "<?"):
            return self._take_closed(start, 2, ">", "declaration")
        tag = _TAG.match(self._text, start)
        if tag is not None:
            return self._take_tag(tag, tag["name"].lower())
        self._report("unclosed-tag", "warning", "this `<` begins no tag that ends; it was read as text", start)
        self._add_text(start, start + 1)
        return start + 1

    def _take_closed(self, start: int, length: int, closing: str, what: str) -> int:
        """Take a comment or declaration, and return where it ends; an unclosed one hides nothing."""
        stop = self._find(closing, start + length)
        if stop < 0:
            self._report(f"unclosed-{what}", "warning", f"this {what} never ends; what follows was read as text", start)
            return start + length
        self._add_aside("comment", start + length, stop)
        return stop + len(closing)

    def _take_section(self, start: int, begin: int) -> int:
        """Take a CDATA section as text, and return where it ends."""
        stop = self._find("]]>", begin)
        if stop < 0:
            return self._take_closed(start, begin - start, "]]>", "section")
        self._add(self._text[begin:stop])
        return stop + 3

    def _find(self, closing: str, start: int) -> int:
        """Return the offset of the next `closing`, or -1; a failed search is not repeated."""
        place = -1 if closing in self._missing else self._text.find(closing, start)
        if place < 0:
            self._missing.add(closing)
        return place

    def _take_tag(self, tag: re.Match[str], name: str) -> int:
        if name not in KNOWN and not tag["attributes"].strip(" /\n\t") and not {"-", ":"} & set(name.rstrip("-")):
            self._report("unknown-tag", "info", f"HTML has no element {name!r}; it was read as text", tag.start())
            self._add_text(tag.start(), tag.end())
            return tag.end()
        if name in RAW:
            return self._take_raw(tag, name)
        if tag["close"]:
            self._end_element(name)
        else:
            self._begin_element(name, dict(_read_attributes(tag["attributes"])))
        self._add_lines(tag.start(), tag.end())
        return tag.end()

    def _take_raw(self, tag: re.Match[str], name: str) -> int:
        """Take a script or style, and return where it ends; one that never ends hides nothing."""
        self._add_lines(tag.start(), tag.end())
        if tag["close"]:
            return tag.end()
        end = None if name in self._missing else _RAW_END[name].search(self._text, tag.end())
        if end is None:
            self._missing.add(name)
            message = f"this {name} never ends; what follows was read as text"
            self._report(f"unclosed-{name}", "warning", message, tag.start())
            return tag.end()
        self._add_aside(name, tag.end(), end.start())
        self._add_lines(end.start(), end.end())
        return end.end()

    def _begin_element(self, name: str, attributes: dict[str, str]) -> None:
        if name == "br":
            self.collector.end(1)
            return
        set_apart = name in BLOCKS or name in CHROME
        if set_apart:
            self.collector.end(2)
        place = self._elements[-1][1]
        anchor = attributes.get("id") or (attributes.get("name") if name == "a" else None)
        if anchor is not None:
            self.collector.note_anchor(anchor)
            place = replace(place, anchor=anchor) if set_apart else place
        if name not in EMPTY:
            self._elements.append((name, _enter(name, place, linked=name == "a" and "href" in attributes), set_apart))
            self._open[name] += 1

    def _end_element(self, name: str) -> None:
        """Close the last element of a name, and all in it; an end tag without its element closes nothing."""
        closed = "" if self._open[name] else name
        while closed != name:
            closed, _, set_apart = self._elements.pop()
            self._open[closed] -= 1
            if set_apart:
                self.collector.end(2)


def _read_attributes(attributes: str) -> Iterator[tuple[str, str]]:
    """Yield the attributes that count, with their values."""
    for key, value in _KEPT_ATTRIBUTE.findall(attributes):
        yield key.lower(), " ".join(value.strip("\"'").split("\n"))


def _enter(name: str, place: MarkupBlock, *, linked: bool) -> MarkupBlock:
    """Return the place inside an element."""
    if linked:
        return replace(place, linked=True)
    if name in CHROME:
        return replace(place, within=name)
    if name in HEADINGS:
        return replace(place, role="heading", level=HEADINGS[name])
    if name in LISTS:
        return replace(place, depth=place.depth + 1)
    role = _ROLES.get(name)
    return replace(place, role=role) if role else place
