"""Rewriting a page so that a parser reads it safely.

Why: `html.parser`, which BeautifulSoup uses here, takes time quadratic in the number of unclosed constructs (ten
seconds for 0.2 MB of `<!--`), hides the rest of the page after an unclosed comment and takes every `<` before a letter
for a tag; BeautifulSoup keeps no positions of texts. After `prepare` no comment, script or `<` is unclosed, everything
that is no HTML tag is text, and every line end is a special character in the text.

Guarantees: linear time, no recursion; the number of `NEWLINE` before a text is the number of line ends before it in the
source; the first omission or reinterpretation of each kind is a diagnostic with line and column.
"""

import html
import re
from collections.abc import Callable, Iterator

from rules.records import Diagnostic, Severity
from scraper.markup.elements import KNOWN, RAW
from scraper.markup.list_items import keep_counts

MOST_TAGS = 100_000
"""Maximum number of tags of one page, a comment or script counting as two; all rules as a page with links have half as
many. More tags would cost seconds and hundreds of megabytes. The size of the page is not limited, because text without
tags costs little."""

MOST_UNKNOWN_NAMES = 100
"""Maximum number of names of elements unknown to HTML that are remembered for the tags that close these elements."""

SHOWN = 120
"""Number of characters kept of a comment or script."""

NEWLINE, LESS, AMPERSAND = "\ufdd1", "\ufdd2", "\ufdd3"
"""Unicode noncharacters, which no text contains, for a line end of the source, and for `<` and `&` that are text."""

RESTORED = str.maketrans({LESS: "<", AMPERSAND: "&"})
"""Gives a text of the tree its own `<` and `&`; its line ends stay `NEWLINE`."""
_HIDDEN = str.maketrans({"<": LESS, "&": AMPERSAND, "\n": NEWLINE})
_RESERVED_SIGNS = re.compile("[\ufdd1-\ufdd3]")

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


def prepare(text: str, name: str, *, with_links: bool = False) -> tuple[str, tuple[Diagnostic, ...]]:
    """Rewrite a page so that any parser reads it in linear time and loses no text of it.

    Args:
        text: The page; its line ends may be of any kind.
        name: Its name in messages.
        with_links: Whether the elements in `LINKING` keep the attributes with their targets. Otherwise all that is kept
            of a link is `href=""` or `href="#"`, which shows that it is one. Lists keep their counts in any case.

    Returns:
        The rewritten page (comments are elements `comment-`), and the diagnostics.
    """
    text = _RESERVED_SIGNS.sub("\ufffd", text.replace("\r\n", "\n").replace("\r", "\n"))
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
        self._unknown_names_kept: set[str] = set()  # of elements that HTML does not have, and that stayed elements

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
        # The tag that closes a kept element has no attributes, but must not become text.
        if name not in self._unknown_names_kept and _is_unknown(name, tag["attributes"]):
            self._report("unknown-tag", "info", f"HTML has no element {name!r}; it was read as text", start)
            yield _as_text(tag[0])
            return
        if name not in KNOWN and len(self._unknown_names_kept) < MOST_UNKNOWN_NAMES:
            self._unknown_names_kept.add(name)
        line_ends = NEWLINE * tag[0].count("\n")
        if name not in RAW:
            attributes = "" if tag["close"] else _keep_attributes(name, tag["attributes"], with_links=self._with_links)
            yield f"<{tag['close']}{name}{attributes}>{line_ends}"
            return
        yield line_ends
        if not tag["close"]:
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
    """Return the attributes that an element keeps, quoted again so that they end where they seem to.

    The arguments are the name of the element, its attributes as in the source, and `with_links` as for `prepare`.
    """
    if element in COUNTED:
        return keep_counts(attributes)
    if with_links and element in LINKING:
        return _keep_targets(attributes)
    return _mark_link(attributes)


def _keep_targets(attributes: str) -> str:
    """Return those attributes that say where a link leads: `class=x HREF=a.html` → ` href="a.html"`."""
    written = []
    for attribute in _LINK_ATTRIBUTE.finditer(attributes):
        value = html.unescape(attribute["double"] or attribute["single"] or attribute["bare"] or "")
        written.append(f' {attribute["name"].lower()}="{html.escape(" ".join(value.split()))}"')
    return "".join(written)


def _mark_link(attributes: str) -> str:
    """Return a link's `href` without its target: `#` for a place of the page, empty for elsewhere; no `href` if none.

    A reader of blocks needs no more: it asks only whether words are a link, and whether that leads to its own page.
    """
    if not _HREF.search(attributes):
        return ""
    if _OWN_PLACE.search(attributes):
        return ' href="#"'
    return ' href=""'


def _as_text(plain: str) -> str:
    """Return a stretch of plain text with its entities decoded, for a parser to read as nothing but text."""
    run = _LINE_END_ENTITY.sub(" ", plain)
    return (html.unescape(run) if "&" in run else run).translate(_HIDDEN)
