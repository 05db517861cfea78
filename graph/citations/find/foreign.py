"""Recognise files whose numbers are not citations: copies and comparisons of the rules, and rules of other games.

A *copy* is a text of the rules themselves, and a *comparison* the differences of two editions, as a program prints
them. `graph.ledger.copies` decides whether a file is a copy or a comparison. Rules of another game are recognised by a
title, or by chapters that no edition of Magic's rules ever had.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Literal

from msgspec import Struct

from graph.citations.find.other_rules import list_other_numbers
from graph.citations.records import SEVERAL, Citation
from graph.ledger.comparisons import COMPARISON
from graph.ledger.copies import is_comparison, is_copy
from graph.ledger.known_sentences import KnownSentences
from rules.late_patterns import compile_late
from rules.typeset_sources import find_typeset_form

_CHAPTER_DIGITS = 3
_COPY = "it is a copy of the Comprehensive Rules"
_AUDIT = "for its own faults: comprules audit FILE"
LEAST_UNKNOWN = 0.4
"""Minimum share of the chapters cited in a file that never existed, for the file to cite other rules. In the files that
were measured it was at most 0.11 if they cite Magic, and at least 0.5 if they hold the rules of another game."""
_OTHER_TITLE = compile_late(
    r"""
    ^(?:
        \#{1,3}[ \t]+ | =+[ \t]*                                          # a heading of Markdown, of a wiki
        | [ \t]*<(?i:title|h1)[^<>]{0,80}>[ \t]*                           # of HTML
        | [\"']?title[\"']?[ \t]*[:=][ \t]*[\"']?                          # the value of a key
        | (?<![\s\S])                                                     # the first line
    )
    (?:The[ ]|Official[ ]|Complete[ ])*(?!Official|Complete|Comprehensive|Game|\w+(?:ing|ed)\b)
    [A-Z][\w!'’-]*(?:[ :-]{1,3}(?:[A-Z\d][\w!'’-]*|of|the|and)){0,6}?      # the name of the game
    [ :–—-]{1,3}
    (?:
        (?:TCG|CCG|LCG|(?:Trading[ ]|Collectible[ ]|Living[ ])?Card[ ]Game)[ :–—-]{1,3}
        (?:[\w.]+[ ]){0,3}?Rul(?:es?|ebook)
        | Comprehensive[ ]Rul(?:es|ebook)(?=[^\w\n]*(?:$|<|[vV]?(?:er)?(?:sion)?[. ]?\d))
    )
    """,
    re.MULTILINE | re.VERBOSE,
)
"""A title or heading such as `Force of Will Comprehensive Rules`."""
_IN_TITLES = ("Comprehensive Rul", "Card Game", "TCG", "CCG", "LCG")
"""Every match of `_OTHER_TITLE` contains one of these words, so a text without them need not be searched."""
_OF_MAGIC = compile_late(r"Magic|MTG|mtg|laneswalker|[Ss]cryfall|[Ww]izards|[Gg]atherer")
"""Words that a text about Magic has, and the rules of another game do not."""


ForeignKind = Literal["copy", "comparison", "other-rules"]


class ForeignNumbers(Struct, frozen=True):
    """Why the numbers of a file are not citations.

    Attributes:
        kind: `copy` if the file is a copy of Magic's rules, `comparison` if it compares two editions of them,
            `other-rules` if it is about other rules.
        reason: The reason as a clause, which is the same for many files.
        aside: Words about this file alone that follow the reason; empty if there is nothing to add.
    """

    kind: ForeignKind
    reason: str
    aside: str = ""


def describe_foreign(
    text: str, citations: Sequence[Citation], exists: Callable[[str], bool], ledger: KnownSentences
) -> ForeignNumbers | None:
    """Return the reason why the numbers of a file are not citations; None if they can be citations.

    They are not if the file is a copy or a comparison of the rules, has the title of another game's rules, cites
    several chapters that never existed, a large part of all that it cites, or cites as many numbers of another form.

    Args:
        text: The whole file.
        citations: The citations found in it.
        exists: Returns whether any edition has a rule or chapter.
        ledger: The ledger, which knows the sentences of the rules.
    """
    if is_copy(text, ledger):
        return ForeignNumbers("copy", _describe_copy(text))
    if is_comparison(text, ledger):
        return ForeignNumbers("comparison", f"{COMPARISON}; its numbers are those of the rules that changed")
    title = _find_other_title(text)
    if title is not None:
        return ForeignNumbers("other-rules", f'it contains the rules of another game: "{title}"')
    aside = _describe_unknown_chapters(citations, exists) or _describe_other_numbers(text, citations)
    return ForeignNumbers("other-rules", "it cites the rules of something else", aside) if aside else None


def _describe_unknown_chapters(citations: Iterable[Citation], exists: Callable[[str], bool]) -> str:
    """Return that many chapters of some citations never existed, in words; empty if few are such."""
    chapters = {number[:_CHAPTER_DIGITS] for citation in citations for number in citation.numbers}
    unknown = sum(not exists(chapter) for chapter in chapters)
    if unknown < SEVERAL or unknown < LEAST_UNKNOWN * len(chapters):
        return ""
    return f", for {unknown} of {len(chapters)} chapters were never in Magic's rules"


def _describe_other_numbers(text: str, citations: Iterable[Citation]) -> str:
    """Return that many numbers of a text have a form that those of Magic's rules never had; empty if few are such."""
    unusual = list_other_numbers(text)
    numbers = {number for citation in citations for number in citation.numbers}
    total = len(unusual) + len(numbers)
    if len(unusual) < SEVERAL or len(unusual) < LEAST_UNKNOWN * total:
        return ""
    return f", for {len(unusual)} of {total} numbers, such as {min(unusual)}, have a form that Magic's rules never had"


def _describe_copy(text: str) -> str:
    """Return the reason to skip a copy, with what the user can do about it."""
    typeset = find_typeset_form(text)
    if typeset is None:
        return f"{_COPY}; {_AUDIT}"
    return f"{_COPY} in {typeset.name}; to parse or audit it, {typeset.remedy}"


def _find_other_title(text: str) -> str | None:
    """Return the title or heading of the rules of another game; None without one, or if the text names Magic."""
    if not any(words in text for words in _IN_TITLES):
        return None
    title = _OTHER_TITLE.search(text)
    if title is None or _OF_MAGIC.search(text):
        return None
    return " ".join(title[0].split())
