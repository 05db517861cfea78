"""Parsing of the labels before rules, including misprinted ones.

Guarantees: a label is normalised only by removing white space and full stops; digits and letters are never changed, so
a wrong number (605.2c for 609.2c) stays and is reported by `scraper.sequence`.
"""

from __future__ import annotations

import re

from msgspec import Struct

from rules.numbers import RuleKind
from rules.text import LONGEST_HEADING
from scraper.decode import without_last_quote

_LABEL = re.compile(
    r"""(?P<label>(?P<chapter>[1-9]\d\d)\.\s?(?:
            (?P<rule>\d{1,3})(?:(?P<letter>[a-z]{1,2})(?![a-z0-9]))?  # 702.40, 702.40a
          | (?P<bare>[a-z])(?=[\s.])                                   # 408.f: the rule's digits were lost
        )\.?)(?=[\s"“‘'(\[{<—–]|[A-Z]|$)\s*""",
    re.VERBOSE,
)
_CHAPTER = re.compile(r"(?P<number>[1-9]\d\d)\.?\s+(?=\S)")
_SECTION = re.compile(r"(?P<number>[1-9])\.\s+(?=\S)")
_SENTENCE_END = re.compile(r"[.:!?;,][\"”’')\]\ufffd]*$")
EXCLAIMED = re.compile(r"[^.:;?,!]{2,40}!")
"""A keyword with an exclamation mark."""


class Label(Struct, frozen=True):
    """A label at the start of a paragraph.

    Attributes:
        number: The number in regular form; for `408.f` as printed, because its digits are lost.
        kind: The kind of rule that the number names.
        printed: The label as printed if that is not the usual form; else empty.
        end: Offset in the paragraph at which the text begins.
    """

    number: str
    kind: RuleKind
    printed: str
    end: int


def read_label(text: str) -> Label | None:
    """Return the rule or subrule label at the start of a paragraph, None if there is none."""
    match = _LABEL.match(text)
    if match is None:
        return None
    chapter, rule, letter = match["chapter"], match["rule"], match["letter"] or match["bare"] or ""
    number = f"{chapter}.{rule or ''}{letter}"
    after = text[match.end("label") : match.end("label") + 1]
    is_usual = match["label"] == (number if letter else f"{number}.") and (not after or after.isspace())
    return Label(number, "subrule" if letter else "rule", "" if is_usual else match["label"], match.end())


def read_heading(text: str) -> Label | None:
    """Return the label of a chapter or section heading that fills a paragraph, None if there is none."""
    match = _CHAPTER.match(text) or _SECTION.match(text)
    if match is None or not is_title(text[match.end() :]):
        return None
    number = match["number"]
    return Label(number, "chapter" if len(number) > 1 else "section", "", match.end())


def is_title(text: str) -> bool:
    """Return whether a text reads as a title: short, and not a sentence."""
    if not 0 < len(text) <= LONGEST_HEADING or text[0].islower():
        return False
    return not _SENTENCE_END.search(without_last_quote(text))
