"""Glossary entries whose headword and text are on one line, such as `Fold: A place for sheep`.

History: bots, e-books and hand-made pages write the glossary so: with a colon, a dash or a tab after the headword, or
with the headword in bold.

Guarantees: a glossary has one form. A paragraph of another form belongs to the entry before it.
"""

import re
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise

from msgspec import Struct

from rules.text import strip_title
from scraper.labels import EXAMPLE, read_label
from scraper.layout import Paragraph

ENOUGH_ENTRIES = 3
"""Minimum number of entries of a glossary in such a form."""
MOST_OTHERS = 0.5
"""Maximum share of paragraphs that begin no entry: further paragraphs of entries."""
IN_ORDER = 0.9
"""Minimum share of headwords that come after the previous one in the alphabet."""

_COLON = re.compile(r"(?P<term>[^:\n]{1,90}?)\s?:\s+(?P<text>\S.*)", re.DOTALL)
_TAB = re.compile(r"(?P<term>[^\t\n]{1,90})\t\s*(?P<text>\S.*)", re.DOTALL)
_DASH = re.compile(r"(?P<term>[^\n]{1,90}?)(?:\s[-–—]+\s|—)(?P<text>\S.*)", re.DOTALL)
_AFTER_BOLD = re.compile(r"\s*(?:[:.]|[-–—]+(?=\s))?\s*")
_HEADWORD = re.compile(r"[“\"'‘(]?(?![a-z])[^\W_]")
_SENTENCE = re.compile(r"[a-z]{3}[.!?]\s")
_SENSE = re.compile(r"\d{1,2}\.\s")
"""The number of one of several meanings of a term."""


class InlineEntry(Struct, frozen=True):
    """A headword and the text after it."""

    term: str
    text: str


InlineForm = Callable[[Paragraph], InlineEntry | None]
"""Returns the entry that a paragraph begins; None if it begins none."""


def find_inline_form(paragraphs: Sequence[Paragraph]) -> InlineForm | None:
    """Return the function that reads an entry of this glossary; None if no paragraph has both headword and text.

    The functions differ by the sign between the headword and the text, such as a colon.
    """
    forms: tuple[InlineForm, ...] = (_read_bold, *(partial(_read_around, sign) for sign in (_TAB, _COLON, _DASH)))
    for form in forms:
        entries = [entry for paragraph in paragraphs if (entry := form(paragraph))]
        if len(entries) >= max(ENOUGH_ENTRIES, MOST_OTHERS * len(paragraphs)) and _are_in_order(entries):
            return form
    return None


def _are_in_order(entries: Sequence[InlineEntry]) -> bool:
    """Return whether nearly every headword comes after the previous one in the alphabet."""
    names = [strip_title(entry.term) for entry in entries]
    rising = sum(before < after for before, after in pairwise(names))
    return rising >= IN_ORDER * (len(names) - 1)


def _read_bold(paragraph: Paragraph) -> InlineEntry | None:
    """Return an entry whose headword is in bold."""
    if not paragraph.lead:
        return None
    term = paragraph.text[: paragraph.lead].rstrip(" :.—–-")
    rest = paragraph.text[paragraph.lead :]
    return _make_entry(term, _AFTER_BOLD.sub("", rest, count=1))


def _read_around(sign: re.Pattern[str], paragraph: Paragraph) -> InlineEntry | None:
    """Return an entry with a sign between its headword and its text.

    Args:
        sign: The pattern of a whole paragraph with that sign, and with the groups `term` and `text`.
        paragraph: The paragraph.
    """
    match = sign.fullmatch(paragraph.text)
    return match and _make_entry(match["term"], match["text"])


def _make_entry(term: str, text: str) -> InlineEntry | None:
    """Return an entry; None if this is no headword, or there is no text."""
    is_further = EXAMPLE.match(f"{term}:") or _SENSE.match(term) or read_label(term)
    if not text or is_further or not _HEADWORD.match(term) or _SENTENCE.search(term):
        return None
    return InlineEntry(term, text)
