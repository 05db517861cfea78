"""Read the words of the clause around a citation.

A *clause* is the sentence around a citation, or the part of it in the bracket around the citation. In `It copies. Draw
(a card, see 702.40a).` the clause is `a card, see 702.40a`: the words outside of the bracket are about something else.
A bracket without words limits no clause: in `Draw (702.40a) a card` the clause is the sentence (`_find_clause`). The
name of a card, in quotes or before a colon, does not count as words of the clause.

A *telling* word says something about a rule, unlike `see` or `rule` (`graph.citations.find.remarks`). The *cue* of a
citation is the word that announces its number: `rule` in `see rule 702.40a`.
"""

import re
from typing import Literal

from msgspec import structs

from graph.citations.find.layout import is_placed_as_in_rules
from graph.citations.find.remarks import ELLIPSIS, WORD, has_telling_word, join_lines, offset_before_joining
from graph.citations.records import Evidence
from rules.late_patterns import compile_late

ClauseKind = Literal["keyword", "prose"]
"""The kind of evidence of a clause: `keyword` if marks separate its words from the number, so that they are about the
rule; `prose` if the number is a part of the sentence."""

_SHORTEST = 3
"""Minimum number of characters of a clause."""
_REACH_OF_MARK = 12
"""Maximum characters of a mark before a citation, including the blanks and quotes after it."""

_CUT = compile_late(rf"\.?\s{{1,3}}{ELLIPSIS}")
"""The ellipsis after a number whose quoted rule is printed without its beginning."""
_SENTENCE_END = compile_late(
    r"""
    [.!?]
    (?<![\s/]!)                     # not the mark of a comment: `//!`
    (?<!\.\.\.)                     # not an ellipsis
    (?<![ .(][a-z]\.[a-z]\.)        # not `e.g.`, `i.e.`
    (?<!\bcf\.)(?<!\bvs\.)
    [\"”')\]]{0,2}(?=\s|\Z)
    """,
    re.VERBOSE,
)
_BRACKET = compile_late(r"\s{0,2}[(\[]")
"""The text between a sentence and the citation in brackets that belongs to it."""
_MARK_BEFORE = compile_late(
    r"""
    (?:
        [(\[{<—–:;,.=|/+&→>] | --
        | \b(?:[Ss]ee|[Pp]er|[Cc]f\.?|[Aa]lso|e\.g\.|i\.e\.)
    )
    [\s`*_\"'“\#]{0,4}\Z
    """,
    re.VERBOSE,
)
"""A mark that separates a citation from the words before it."""
_MARK_AFTER = compile_late(
    r"""
    (?!['’]s\b)[`*_\"'”’]{0,4}[ \t]{0,2}
    (?:
        [(\[{)\]}.,;:—–=|/+&<→] | --?[\s>]
        | (?:and|or|plus)\s{1,3}(?:CR|[Rr]ule|[1-9]\d\d)      # the next citation
    )
    """,
    re.VERBOSE,
)
"""A mark that separates a citation from the words after it."""
_FEW_WORDS = compile_late(r"\W*(?:\w[\w'’-]*\W+){1,4}\Z")
"""One to four words before a citation."""
_LABEL = compile_late(r"[*_`\])]{0,3}(?:\s?[:—–]|\.?\s+[A-Z\"“])")
"""The text after a number at the head of a line if the rest of that line is about its rule: `702.40a: copies`."""
_VERB = compile_late(
    r"""
      ['’]s\b
    | \s+(?:
        (?:and|or)\b(?!\s{1,3}(?:CRs?|[Rr]ules?|[1-9]\d\d))
        | (?:is|are|was|were|does|do|has|have|had|would|will|can|cannot|may|must|should)\b
    )
    """,
    re.VERBOSE,
)
"""The text after a number that is the subject of its sentence: `702.40a is`, `702.40a's`."""
_QUOTED_NAME = compile_late(  # capitalised words in quotes, with small words between them
    r"""
    [\"“][A-Z][\w'’-]{0,30},?
    (?:[ /]{1,3}(?:[A-Z][\w'’-]{0,30},?|of|the|to|and|in|for|a|from|with|at|on)){0,9}
    [\"”]
    """,
    re.VERBOSE,
)
_NAME_AT_HEAD = compile_late(r"[^\w\s]{0,3}[A-Z][\w'’-]*,?(?:\s(?:[A-Z][\w'’-]*,?|[a-z]{1,4})){0,6}\s[A-Z][\w'’-]*:\s")
"""Several words before a colon, which can be the name of a card."""
_CLOSED_WITH_STOP = compile_late(r"\.[`*_\"'”’]{0,4}[)\]](?=\s|\Z)")
"""The full stop and the bracket that end the sentence of a number."""
_CLOSED_BEFORE_PAUSE = compile_late(
    r"[`*_\"'”’]{0,4}(?:[)\]]{1,2}[`*_\"'”’]{0,4}[,;]|;\s+[`*_]{0,2}[\w'’-]+(?: [\w'’-]+){0,3}[`*_]{0,2}:\s)"
)
"""The marks that end the clause of a number: the `),` of `(CR 701.40), then`, and a semicolon before a clause that has
its own label, as in `CR 701.40; next boat: it is towed`."""
_SLASH = compile_late(r"\s/\s")
_PARENTHESES = compile_late(r"[()\[\]]")
_BEGINNING_MARKS = '`"“{'
"""The marks with which the words of a clause may begin."""
_MARKS_AFTER = " \t\r\n*/#([,;:-—–|"
"""The characters at the end of a clause that do not belong to its words."""


def read_clauses(text: str, start: int, end: int, unit: range) -> list[Evidence]:
    """Return the words of the clause of a citation: first those after it, then those before it.

    Example: in `It copies, see 702.40a, for each spell.` they are `for each spell` and `It copies, see`.

    Args:
        text: The whole text.
        start: Offset of the citation, including its cue.
        end: Offset after the citation.
        unit: The bounds of the text that may belong to the citation, such as a comment or an item of a list.

    Returns:
        Up to two pieces of evidence of the same kind; none if the clause has no words.
    """
    is_last = not has_telling_word(text, end, unit.stop)
    sentence_start = _find_sentence_start(text, start, unit.start, is_last=is_last)
    sentence = range(sentence_start, _find_sentence_end(text, end, unit.stop))
    clause = _find_clause(text, start, end, sentence)
    is_first = _is_first(text, start, sentence.start)
    kind = _find_kind(text, start, end, clause.start, is_first=is_first, is_last=is_last)
    after = _make_clause_after(text, end, clause.stop, kind)
    before = _make_clause(text, clause.start, start, kind)
    if before is not None:
        before = _drop_name(text, before, kind)
    return [words for words in (after, before) if words is not None]


def _find_clause(text: str, start: int, end: int, sentence: range) -> range:
    """Return the bounds of the clause around a citation, within its sentence.

    The bracket around the citation limits the clause on each side on which a telling word is between the bracket and
    the number. On a side without one, the clause reaches as far as the sentence:

    - `It copies (the count of 702.40a for it) once`: the clause is `the count of 702.40a for it`.
    - `It copies (the count of 702.40a) once`: it is `the count of 702.40a) once`.
    - `It copies (as 702.40a says so) once`: it is `It copies (as 702.40a says so`.
    - `It copies (702.40a) once`: it is the sentence.

    Args:
        text: The whole text.
        start: Offset of the citation, including its cue.
        end: Offset after the citation.
        sentence: The bounds of the sentence.
    """
    clause_start, clause_end = sentence.start, sentence.stop
    opening = _find_opening(text, sentence.start, start)
    if opening is not None and has_telling_word(text, opening + 1, start) and not _begins_link_address(text, opening):
        clause_start = opening + 1
    closing = _find_closing(text, end, sentence.stop)
    if closing is not None and has_telling_word(text, end, closing):
        clause_end = closing
    return range(clause_start, clause_end)


def _is_first(text: str, start: int, sentence_start: int) -> bool:
    """Return whether no telling word is in front of a citation in its bracket, or without a bracket in its sentence.

    It is first in `It copies (as 702.40a says)`, since `as` is no telling word, but not in `It copies 702.40a`.
    """
    opening = _find_opening(text, sentence_start, start)
    low = sentence_start if opening is None else opening + 1
    return not has_telling_word(text, low, start)


def _find_kind(text: str, start: int, end: int, clause_start: int, *, is_first: bool, is_last: bool) -> ClauseKind:
    """Return whether the words of a clause are about the rule (`keyword`), or the number is a part of the sentence.

    - `702.40a is …`: `prose`, since the number is the subject of the sentence.
    - `702.40a: it copies`: `keyword`, since the number comes first.
    - `it copies, see 702.40a`: `keyword`, since marks set the number off; see `_is_set_off`.
    - `the words of 702.40a` and all others: `prose`.

    Args:
        text: The whole text.
        start: Offset of the citation, including its cue.
        end: Offset after the citation.
        clause_start: Start of the clause.
        is_first: Whether no telling word of the clause is before the citation.
        is_last: Whether no telling word follows the citation.
    """
    is_subject = _VERB.match(text, end) is not None
    if is_subject:
        return "prose"
    comes_first = is_first or (_LABEL.match(text, end) is not None and is_placed_as_in_rules(text, start))
    if comes_first or _is_set_off(text, start, end, clause_start, is_last=is_last):
        return "keyword"
    return "prose"


def _begins_link_address(text: str, bracket: int) -> bool:
    """Return whether a bracket begins the address of a link of Markdown: the `(` of `[Storm](#702.40)`."""
    return text[bracket - 1 : bracket] == "]"


def _find_sentence_end(text: str, end: int, high: int) -> int:
    """Return the offset of the mark after a citation that ends its sentence; `high` if no such mark is before `high`.

    The mark right after the number is a special case:

    - `702.40. Storm copies it. Then …`: the sentence ends after `it`, since the rules print numbers with a full stop.
    - `(see 702.40.) Then …`: it ends right after the number, since no rule is printed with a bracket there.
    - `702.40. … copies it. Then …`: it ends after `it`, since the ellipsis stands for the beginning of the quoted rule.
    """
    if _CLOSED_WITH_STOP.match(text, end, high):
        return end
    cut = _CUT.match(text, end, high)
    search_start = end + 1 if cut is None else cut.end()
    stop = _SENTENCE_END.search(text, search_start, high) if search_start < high else None
    return high if stop is None else stop.start()


def _find_sentence_start(text: str, start: int, low: int, *, is_last: bool) -> int:
    """Return the start of the sentence that a citation belongs to.

    - `One. It copies, see 702.40a`: the sentence starts after `One.`.
    - `One. It copies. 702.40a`: likewise, since a citation alone after a full stop belongs to the sentence before.
    - `One. It copies. (702.40a, too)`: likewise, since the citation begins a bracket directly after the full stop.

    Args:
        text: The whole text.
        start: Offset of the citation, including its cue.
        low: The offset to return if no sentence ends between it and the citation.
        is_last: Whether no telling word follows the citation.
    """
    sentence_start = low
    high = max(low, start - 1)  # a mark right before a citation, such as the full stop of `.702.40a`, ends no sentence
    for stop in _SENTENCE_END.finditer(text, low, high):
        is_alone = is_last and not has_telling_word(text, stop.end(), start)
        is_in_bracket = _BRACKET.fullmatch(text, stop.end(), start) is not None
        belongs_to_sentence_before = is_alone or is_in_bracket
        if not belongs_to_sentence_before:
            sentence_start = stop.end()
    return sentence_start


def _find_opening(text: str, low: int, high: int) -> int | None:
    """Return the offset of the last opening bracket in `text[low:high]` that is not closed there; None without one.

    In `It copies (as (most) spells do, ` it is the bracket before `as`.
    """
    opened: list[int] = []
    for bracket in _PARENTHESES.finditer(text, low, high):
        if bracket[0] in "([":
            opened.append(bracket.start())
        elif opened:
            opened.pop()
    return opened[-1] if opened else None


def _find_closing(text: str, low: int, high: int) -> int | None:
    """Return the offset of the first closing bracket in `text[low:high]` that was not opened there; None without one.

    In ` copies (most) spells), but` it is the bracket after `spells`.
    """
    depth = 0  # the number of brackets that were opened and not closed yet
    for bracket in _PARENTHESES.finditer(text, low, high):
        if bracket[0] in "([":
            depth += 1
        elif depth:
            depth -= 1
        else:
            return bracket.start()
    return None


def _is_set_off(text: str, start: int, end: int, clause_start: int, *, is_last: bool) -> bool:
    """Return whether marks separate the words of the sentence from the citation, so that they are about the rule.

    - `Storm copies 702.40a`: yes, without marks, because only one to four words are in front of it and none behind.
    - `the words of 702.40a are these`: no, because no mark is in front of it.
    - `copies it, see 702.40a`: yes, because a mark is in front of it, and no telling word follows.
    - `copies it, see 702.40a, for each spell`: yes, because marks are on both sides.

    Args:
        text: The whole text.
        start: Offset of the citation, including its cue.
        end: Offset after the citation.
        clause_start: Start of the clause.
        is_last: Whether no telling word follows the citation.
    """
    if is_last and _FEW_WORDS.match(text, clause_start, start):
        return True
    if not _MARK_BEFORE.search(text, max(clause_start, start - _REACH_OF_MARK), start):
        return False
    return is_last or _MARK_AFTER.match(text, end) is not None


def _make_clause_after(text: str, end: int, high: int, kind: ClauseKind) -> Evidence | None:
    """Return the words of a clause after its citation; None if there are none.

    They are marked as `apart` if a bracket and a pause are directly after the citation, as before `then draw` in `It
    copies (CR 702.40), then draw`, or if they are a clause with its own label. They are marked as `is_topic` if a slash
    with blanks is there.
    """
    clause = _make_clause(text, end, high, kind)
    if clause is not None and _CLOSED_BEFORE_PAUSE.match(text, end):
        return structs.replace(clause, apart=True)
    if clause is not None and _SLASH.match(text, end):
        return structs.replace(clause, is_topic=True)
    return clause


def _make_clause(text: str, start: int, end: int, kind: ClauseKind) -> Evidence | None:
    """Return the words of `text[start:end]` without the marks around them; None if there are none, or too short ones.

    ` - copies it (` gives `copies it`. A name in quotes is replaced by blanks: `"Mind's Desire"` alone gives None.
    """
    while start < end and not text[start].isalnum() and text[start] not in _BEGINNING_MARKS:
        start += 1
    while end > start and text[end - 1] in _MARKS_AFTER:
        end -= 1
    if end - start < _SHORTEST:
        return None
    words = text[start:end]
    if "\n" in words:
        words = join_lines(words)
    words = _QUOTED_NAME.sub(_blank, words)
    if not WORD.search(words):
        return None
    return Evidence(kind, words, start, end)


def _blank(match: re.Match[str]) -> str:
    """Return as many blanks as a match has characters, so that the offsets of the words after it stay the same."""
    return " " * len(match[0])


def _drop_name(text: str, clause: Evidence, kind: ClauseKind) -> Evidence | None:
    """Return the words before a citation without the name of a card in front of them.

    `Mind's Desire: it copies` gives `it copies`. A name without other telling words stays, since it may be the heading
    of the rule: `Night Watch: ` stays as it is. None if the other words are too short.
    """
    name = _NAME_AT_HEAD.match(clause.words)
    if name is None or not has_telling_word(clause.words, name.end(), len(clause.words)):
        return clause
    name_length = offset_before_joining(text[clause.start : clause.end], name.end())
    return _make_clause(text, clause.start + name_length, clause.end, kind)
