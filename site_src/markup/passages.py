"""Passages of the rules as HTML: references become links, symbols are drawn, every other character stays as printed.

Guarantee: the text content of the result of `passage_html` is the passage, character by character. The text is not
searched for references: links are exactly at the spans of the references.
"""

import json
import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from operator import attrgetter
from typing import Any, NamedTuple

from markupsafe import Markup, escape

from rules.keys import term_of
from rules.records import Resolution
from site_src.paths import ASSETS

_SYMBOL = re.compile(r"(\{[0-9A-Z/]{1,6}\})")
_DRAWN = re.compile(
    rf"(?P<word>[^\s{{}}_]{{0,12}}(?:{_SYMBOL.pattern}[^\s{{}}_]{{0,12}}){{1,8}})"
    r"|(?<!\w)_(?P<italic>\w[^_\n{}]{0,60}(?<!\s))_(?!\w)"
)
"""A word with symbols, or words between underscores, which some editions print for italics."""
_ITALIC = Markup('<i><span class="underscore">_</span>{}<span class="underscore">_</span></i>')

SYMBOLS = ASSETS / "symbols.json"

# Markdown's preprocessors look at line starts, expand tabs and remove the two control characters that they use
# themselves, and HTML parsers turn a carriage return into a newline; character references survive both.
CONTROLS = {"\n": "&#10;", "\t": "&#9;", "\r": "&#13;", "\x02": "&#2;", "\x03": "&#3;"}


def text_html(text: object) -> Markup:
    """Escape `text` so that Markdown and HTML treat it as plain characters; markup is returned unchanged."""
    if isinstance(text, Markup):
        return text
    escaped = escape(str(text))
    if escaped.isprintable():
        return escaped
    plain = str(escaped)
    for control, reference in CONTROLS.items():
        plain = plain.replace(control, reference)
    return Markup(plain)  # noqa: S704 - escaped above


@cache
def symbols() -> dict[str, str]:
    """Return the class of each symbol that can be drawn: `{W/U}` → `sym-wu`."""
    table: dict[str, Any] = json.loads(SYMBOLS.read_text(encoding="utf-8"))
    return {symbol: symbol_class(symbol) for symbol in table}


def symbol_class(symbol: str) -> str:
    """Return the class of a symbol: `{W/U}` → `sym-wu`; the same rule names the classes in `assets/build.mjs`."""
    return "sym-" + re.sub(r"[^a-z0-9]", "", symbol.lower())


def plain_title(heading: str | None) -> str:
    """Return a heading without the underscores that mark italics, for places without italics; `Untitled` for none."""
    if heading:
        return _DRAWN.sub(lambda match: match["italic"] or match[0], heading)
    return "Untitled"


def symbols_html(text: str) -> Markup:
    """Return `text` escaped, with symbols drawn and `_italics_` in italics; all printed characters are kept as text.

    A symbol keeps its plain form for copying and for screen readers; the underscores are hidden.
    """
    if "{" not in text and "_" not in text:
        return text_html(text)
    parts: list[Markup] = []
    end = 0
    for match in _DRAWN.finditer(text):
        parts.append(text_html(text[end : match.start()]))
        if match["italic"]:
            parts.append(_ITALIC.format(text_html(match["italic"])))
        else:
            parts.append(_draw_word(match[0]))
        end = match.end()
    parts.append(text_html(text[end:]))
    return Markup("").join(parts)


def _draw_word(word: str) -> Markup:
    """Return a word with its symbols drawn; no line begins within it, as it would between a symbol and a comma."""
    pieces = [piece for piece in _SYMBOL.split(word) if piece]
    drawn = Markup("").join(_draw_symbol(piece) for piece in pieces)
    is_whole = len(pieces) == 1 or symbols().keys().isdisjoint(pieces)
    if is_whole:
        return drawn
    return Markup('<span class="unbroken">{}</span>').format(drawn)


def _draw_symbol(text: str) -> Markup:
    name = symbols().get(text)
    if name:
        return Markup('<span class="sym {}"><span>{}</span></span>').format(name, text)
    return text_html(text)


def passage_html(
    passage: str,
    references: Iterable[Resolution],
    address: Callable[[str], str | None],
    tags: Iterable[tuple[int, int]] = (),
) -> Markup:
    """Return a passage with its references as links and its provenance tags marked.

    Args:
        passage: The text as printed.
        references: The resolutions of the references in this passage.
        address: Returns the relative address of a record's key; None if the record has no page.
        tags: Offsets of the tags, first and after the last character. Tags that contain a reference are not marked.

    Raises:
        ValueError: Two references overlap, or the text of one is not at its span.
    """
    marked = []
    for resolution in references:
        reference = resolution.reference
        marked.append(_MarkedSpan(reference.start, reference.end, _render_link(passage, resolution, address)))
    links = tuple(marked)
    for start, end in tags:
        if all(end <= link.start or link.end <= start for link in links):
            html = Markup('<span class="tag">{}</span>').format(text_html(passage[start:end]))
            marked.append(_MarkedSpan(start, end, html))
    parts: list[Markup] = []
    written_to = 0
    for span in sorted(marked, key=attrgetter("start")):
        if span.start < written_to:
            words = passage[span.start : span.end]
            raise ValueError(f"a reference overlaps the one before it, at {span.start}: {words!r}")
        parts += [symbols_html(passage[written_to : span.start]), span.html]
        written_to = span.end
    parts.append(symbols_html(passage[written_to:]))
    return Markup("").join(parts)


class _MarkedSpan(NamedTuple):
    """A part of a passage that is shown as a link or as a tag: its offsets, first and after the last, and its HTML."""

    start: int
    end: int
    html: Markup


def _render_link(passage: str, resolution: Resolution, address: Callable[[str], str | None]) -> Markup:
    """Return a reference as a link to its first target with a page, else as words that are marked as broken.

    An ambiguous reference is marked as broken, too.

    Raises:
        ValueError: The text of the reference is not at its span.
    """
    reference = resolution.reference
    if passage[reference.start : reference.end] != reference.raw:
        raise ValueError(
            f"the reference {reference.raw!r} of {reference.source} ({reference.field}) is not "
            f"at {reference.start}–{reference.end}"
        )
    words = symbols_html(reference.raw)
    href = None
    # an ambiguous reference has several candidates; a link to one of them would be a guess
    if resolution.status != "ambiguous":
        href = next((place for place in map(address, resolution.found_keys) if place is not None), None)
    problem = problem_of(resolution)
    if href is None:
        return Markup('<span class="ref-broken" title="{}">{}</span>').format(problem or "not on this site", words)
    if problem:
        return Markup('<a class="ref ref-doubtful" href="{}" title="{}">{}</a>').format(href, problem, words)
    return Markup('<a class="ref" href="{}">{}</a>').format(href, words)


def problem_of(resolution: Resolution) -> str:
    """Return the problem of a reference as a phrase; empty if there is none."""
    reference = resolution.reference
    perhaps = ""
    if resolution.suggestion:
        perhaps = f"; perhaps {resolution.suggestion} is meant"
    if resolution.status == "missing":
        # `targets` names a missing section or glossary entry without the key's prefix
        present = {term_of(target) for target in resolution.found_keys}
        absent = [target for target in reference.targets if target not in present]
        return f"not in this edition: {', '.join(absent) or reference.raw}{perhaps}"
    if resolution.status == "title-mismatch":
        return f"the title “{reference.quoted_title}” is not that of {', '.join(reference.targets)}{perhaps}"
    if resolution.status == "ambiguous":
        return f"more than one rule may be meant: {', '.join(resolution.found_keys or reference.targets)}"
    return ""


def problems_of(references: Sequence[Resolution]) -> tuple[tuple[str, str], ...]:
    """Return the text and the problem of each reference that was not resolved as ok."""
    return tuple(
        (resolution.reference.raw, problem_of(resolution)) for resolution in references if resolution.status != "ok"
    )


def set_class(code: str) -> str:
    """Return the name of a set in the style sheet and in Keyrune: `M10` → `m10`."""
    return re.sub(r"[^a-z0-9]", "", code.lower())


def set_symbol(code: str | None, name: str | None = None, *, is_named: bool = False) -> Markup:
    """Return the symbol of a set, read aloud as its name and copied as its code; nothing for an edition without a set.

    Args:
        code: Code of the set: `M10`.
        name: Its name; None for the code.
        is_named: Whether the name is printed next to the symbol, so that screen readers may skip the symbol.
    """
    if not code:
        return Markup("")
    if is_named:
        silent = Markup('<span class="set set-{}" aria-hidden="true"><span>{}</span></span>')
        return silent.format(set_class(code), code)
    drawn = Markup('<span class="set set-{}" role="img" aria-label="{}"><span>{}</span></span>')
    return drawn.format(set_class(code), name or code, code)
