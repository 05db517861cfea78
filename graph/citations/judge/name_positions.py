"""The position of a title or a glossary name in the clause of a number."""

import re
from typing import NamedTuple

from graph.citations.judge.case import Case
from graph.citations.judge.lexicon import RARE
from graph.citations.judge.placing import PlacedTitle
from graph.ledger.words import distinctive_terms
from rules.late_patterns import compile_late
from rules.text import strip_title

_ONLY_MARKS = compile_late(r"[ \t|(\[—–\"“'`*]*\Z")
"""The words before a title that begins its clause."""
_MARK = compile_late(r"['`]|[ \t*]*(?:\Z|[|:;,)\]—–\"”*]|\.(?:\s|\Z)|\s\()")
"""The beginning of the words after a title that stands alone. A backtick after a blank begins other words."""
_ARTICLE = compile_late(r"\b(?:an?|the)\s\Z", re.IGNORECASE)


class Position(NamedTuple):
    """The position of a title in its clause.

    Attributes:
        begins_clause: Whether no words of the clause are before it.
        stands_alone: Whether a mark or the end is after it as well: `Storm | copies it`.
    """

    begins_clause: bool
    stands_alone: bool


def find_position(case: Case, named: PlacedTitle) -> Position:
    """Return the position of a title in the clause of a number.

    Every piece of evidence with the title at the same offset counts: it stands alone if it does in one of them.
    """
    begins_clause = False
    for evidence in case.words.citation.evidence:
        if evidence.in_sentence or evidence.words[named.start : named.end] != named.words:
            continue
        if not _ONLY_MARKS.match(evidence.words[: named.start]):
            continue
        begins_clause = True
        if _MARK.match(evidence.words[named.end :]):
            return Position(begins_clause=True, stands_alone=True)
    return Position(begins_clause, stands_alone=False)


def is_code(case: Case, named: PlacedTitle) -> bool:
    """Return whether a title is a name of code, or a part of one: `card_type`, `storm_count`, `Subtypes(…`.

    The words of an identifier that has the number itself, as in `test_702_40_storm_copies`, are about the number.
    """
    if "_" in named.words:
        return True
    is_own_identifier = case.words.citation.form == "identifier"
    for evidence in case.words.citation.evidence:
        if evidence.words[named.start : named.end] != named.words:
            continue
        before, after = evidence.words[: named.start][-1:], evidence.words[named.end :][:1]
        if after == "(" or ("_" in (before, after) and not is_own_identifier):
            return True
    return False


def is_only_label(case: Case, named: PlacedTitle) -> bool:
    """Return whether a title is all that is directly next to a number: `Storm (702.40)`.

    The first word of a sentence is none, nor the end of a longer one: `it copies Storm (702.40)`.
    """
    if named.starts_sentence:
        return False
    return any(strip_title(label.words) == named.name and not label.in_sentence for label in case.words.labels)


def is_ordinary(case: Case, named: PlacedTitle) -> bool:
    """Return whether a title may be an ordinary word: one of the cited rule, or a noun with an article: `the defender`.

    A word of the cited rule only counts if it is common, as in `then tap`. A title that is marked as a name, or printed
    as a title, is none.
    """
    if named.set_off or named.as_title:
        return False
    terms = distinctive_terms(named.words)
    if terms <= case.lexicon.terms_of(case.family) and not case.lexicon.have_rare(terms, RARE):
        return True
    return any(
        _ARTICLE.search(evidence.words[: named.start]) is not None
        for evidence in case.words.unquoted
        if evidence.words[named.start : named.end] == named.words
    )
