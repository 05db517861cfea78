"""Read the stamp of a citation, and the words next to it that show which rule its author meant.

Guarantees: words are read at most `REACH` characters before a citation and `_LONGEST_TEXT` behind it, within the same
comment or paragraph, and not beyond the neighbouring citations; names are read in at most `REACH` characters of code.
So the work for each citation is bounded.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from graph.citations.find.comments import LEADER, LEADER_OF_LINE, comment_behind_code, margins, place_of
from graph.citations.find.forms import Printed
from graph.citations.records import DIRECTIVE, Evidence
from rules.vocabulary import FUNCTION_WORDS

REACH = 200
"""Maximum characters to either side that can be evidence: two or three lines of a comment."""
_LONGEST_TEXT, _SHORTEST_TEXT = 400, 20
"""Maximum characters behind a citation that can be quoted text, and minimum characters that must be there."""
_FARTHEST_QUOTE = 60
"""Maximum characters between a citation and a quote of its rule."""
_LONGEST_TITLE, _SHORTEST_TITLE = 8, 3
"""Maximum words of a title; minimum letters of a title of one word."""

_DATE = r"(?:19|20)\d\d(?:-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])|(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))(?!\d)"
_SET = r"[A-Z]\d\d|(?=[A-Z0-9]{0,2}[A-Z])[A-Z0-9]{3}(?= (?:edition|rules|CR))"
_STAMP_BEHIND = re.compile(
    rf"\s?@\s?(?P<at>{_DATE}|[A-Z0-9]{{3}}(?!\w))"
    rf"|\s?[(\[](?:CR |as of |of |effective |per |v\.? ?|edition )?(?:(?P<date>{_DATE})|(?P<set>{_SET}))"
    r"(?: edition| rules| CR)?[)\]]"
    rf"|,? (?:as of|effective) (?P<since>{_DATE})"
)
"""The stamp behind a citation. Three capitals alone in parentheses are often an abbreviation of something else, so the
code of a set must have digits, or a word for an edition behind it."""
_STAMP_BEFORE = re.compile(
    rf"(?:(?:^|\n)[ \t]*|//+|/\*+|[#*;]|--)[ \t]{{0,3}}(?P<date>{_DATE})[ \t]{{0,3}}(?:[-–—:,/|][ \t]{{0,3}})?"
    r"(?:(?:CR|[Rr]ules?)[ \t:]{1,2})?\Z"
)
_STAMPED_CUE = re.compile(rf"(?:CR|[Rr]ules?)[ @(]{{1,2}}(?P<date>{_DATE})\)?[ ,:]{{1,2}}\Z")

_SMALL = "and|or|of|the|to|with|from|for|a|an|in|on|by|as"
_CAPITALISED = r"[A-Z][\w'’-]{0,30}|\"[^\"\n.]{1,30}\""
_RUN = rf"(?:{_CAPITALISED})(?:[ \t](?:{_CAPITALISED}|(?:{_SMALL})(?=[ \t]))){{0,6}}"
_TITLE_BEHIND = re.compile(
    r"(?:[*_`]{0,3}(?:[.,:]|\s?[—–-]|\s?=)?[*_`]{0,3}\s{1,2}[*_`]{0,3}|\s?[(\[][*_`]{0,2}|[*_`]{0,3}\s?[(\[]?)"
    rf"(?:[\"“](?P<quoted>[A-Z∞][^\"”\n]{{1,60}}?)[.,;]?[\"”]|(?P<run>{_RUN}))"
)
_TITLE_BEFORE = re.compile(
    rf"(?:(?P<run>{_RUN})|[\"“](?P<quoted>[A-Z][^\"”\n.]{{1,60}}?),?[\"”]|`(?P<code>[A-Za-z][\w ]{{1,40}})`)"
    r"[*_`]{0,3}(?:,?\s{1,2}|\s{0,2}[—–:|=-]{1,2}\s{1,2}|\s?)[*_`]{0,3}[(\[]?[*_`]{0,3}(?:see |See |per |cf\. |by )?\Z"
)
_QUOTED = re.compile(r"[\"“](?P<quoted>[^\"“”]{12,400})[\"”]")
_ELLIPSIS = r"(?:\.\.\.|…)"
_PRINTED = re.compile(
    rf"[*_`\])]{{0,3}}(?:[.:]|\s[—–-])?[*_`]{{0,3}}(?:\s{{1,3}}|[ \t]*\r?\n[ \t]*{LEADER}[ \t]*)"
    rf"(?:(?P<cut>{_ELLIPSIS})\s{{0,2}}|(?=[A-Z\"“]))"
)
"""The marks between a number and the rule's words; `cut` is the ellipsis if the beginning of the words is left out."""
_CUT = re.compile(rf"\.?\s{{1,3}}{_ELLIPSIS}")
_BEHIND_HEADING = re.compile(r"[1-9]\d\d\.[1-9]\d{0,2}\.? [A-Z][\w'’ -]{0,40}\.?\s{1,2}\Z")
_SENTENCE_END = re.compile(r"[.!?](?<!\.\.\.)(?<![ .(][a-z]\.[a-z]\.)(?<!\bcf\.)(?<!\bvs\.)[\"”')\]]{0,2}(?=\s|\Z)")
_BRACKET = re.compile(r"\s{0,2}[(\[]")
"""The text between a sentence and the citation in brackets that belongs to it."""
_INNER_MARK = re.compile(rf"[ \t]*\r?\n[ \t]*(?:{LEADER}[ \t]*)?")
_INDENT = rf"(?P<indent>[ \t]*(?:{LEADER}[ \t]*)?)"
_ROW = r"\|(?=[^|\n]{1,200}\|)"
_ITEM = re.compile(rf"{_INDENT}(?:(?:[-•+]|\d{{1,2}}[.)])[ \t]+|{_ROW})")
_NEXT_ITEM = re.compile(rf"\r?\n{_INDENT}(?:(?:[-•+]|\d{{1,2}}[.)])[ \t]+\S|{_ROW})")
"""The start of the next item of a list or row of a table; an asterisk does not count, since it may begin the lines of a
comment."""
_OPENING, _QUOTES = ('"', "“"), re.compile('["“”]')
_WORD = re.compile(r"[A-Za-z’']+")
_NAME_PART = re.compile(r"[A-Z]?[a-z]{2,30}|[A-Z]{2,30}(?![a-z])")
"""A word of a name: `draw`, `Starting` and `Hands` of `drawStartingHands`."""


class Stamp(NamedTuple):
    """The edition written next to a citation, its offset, and whether it is before the citation."""

    words: str
    start: int
    before: bool


def stamp_of(text: str, start: int, end: int) -> Stamp | None:
    """Return the edition written next to a citation; None if there is none.

    Args:
        text: The whole text.
        start: Offset of the citation, including its cue.
        end: Offset after the citation.
    """
    behind = _STAMP_BEHIND.match(text, end)
    if behind is not None:
        group = behind.lastgroup or 0
        return Stamp(behind[group], behind.start(group), before=False)
    low = max(0, start - 24)
    before = text[low:start]
    if before[-1:].isdigit() or before.rstrip(" \t-–—:,/|)CRrules")[-1:].isdigit():
        match = _STAMP_BEFORE.search(before) or _STAMPED_CUE.search(before)
        if match is not None:
            return Stamp(match["date"], low + match.start("date"), before=True)
    return None


def evidence_of(
    text: str, printed: Printed, cue_start: int, after_previous: int, next_start: int
) -> tuple[Evidence, ...]:
    """Return the evidence next to a citation: first its title, then quoted text, then the words behind and before it.

    Args:
        text: The whole text.
        printed: The citation.
        cue_start: Offset of the citation, including its cue.
        after_previous: Offset after the previous citation; 0 if there is none.
        next_start: Offset of the next citation, including its cue; the text's length if there is none.
    """
    low, high = margins(text, cue_start, printed.end, REACH)
    if high >= printed.end + REACH:
        high = margins(text, cue_start, printed.end, _LONGEST_TEXT)[1]
    low, high = _without_directives(text, low, cue_start, printed.end, high)
    line_start = text.rfind("\n", max(0, cue_start - REACH), cue_start) + 1
    item = _ITEM.match(text, line_start, cue_start) if line_start or cue_start <= REACH else None
    if item is not None:
        # Words behind the citation of the item or row above belong to that citation, and the next one's to its own.
        after_previous = max(after_previous, item.end()) if after_previous > low else after_previous
        following = _NEXT_ITEM.search(text, printed.end, high)
        high = following.start() if following and following["indent"] == item["indent"] else high
    evidence: list[Evidence] = []
    title = _title_behind(text, printed.end, min(high, next_start)) or _title_before(
        text, max(low, after_previous), cue_start
    )
    if title is not None:
        evidence.append(title)
    quoted = _text_behind(text, printed.end, cue_start, min(high, next_start))
    if quoted is not None:
        evidence.append(quoted)
    evidence += _clauses(
        text, printed.end, cue_start, max(low, after_previous), min(high, next_start, printed.end + REACH)
    )
    return tuple(evidence)


def _without_directives(text: str, low: int, start: int, end: int, high: int) -> tuple[int, int]:
    """Return the bounds `low` and `high` of the words around `text[start:end]`, without comments to the linter."""
    before, behind = text.rfind(DIRECTIVE, low, start), text.find(DIRECTIVE, end, high)
    if before >= 0:
        line_end = text.find("\n", before, start)
        low = line_end if line_end >= 0 else start
    return low, behind if behind >= 0 else high


def find_code_words(text: str, start: int, end: int) -> Evidence | None:
    """Return the words of the names in the code next to a comment: before it on its line, else in the line below it.

    Args:
        text: The whole text.
        start: Offset of the citation, including its cue.
        end: Offset after the citation.

    Returns:
        None if the citation is not in a comment, or if there are no names next to it.
    """
    low = max(0, start - REACH)
    low = max(text.rfind("\n", low, start) + 1, low)
    code_end = comment_behind_code(text, low, start)
    if code_end is None:
        if place_of(text, start) != "comment":
            return None
        low = text.find("\n", margins(text, start, end, REACH)[1], end + REACH) + 1
        code_end = min(text.find("\n", low, low + REACH) % (len(text) + 1), low + REACH) if low else 0
        if not low or LEADER_OF_LINE.match(text, low):
            return None
    words = [word.lower() for word in _NAME_PART.findall(text, low, code_end)]
    return Evidence("code", " ".join(words), low, code_end) if words else None


def _title_behind(text: str, end: int, high: int) -> Evidence | None:
    match = _TITLE_BEHIND.match(text, end, high)
    if match is None:
        return None
    group = "quoted" if match["quoted"] else "run"
    return _title(text, match.start(group), match.end(group))


def _title_before(text: str, low: int, start: int) -> Evidence | None:
    before = max(low, start - 90)
    match = _TITLE_BEFORE.search(text[before:start])
    if match is None:
        return None
    group = match.lastgroup or "run"
    return _title(text, before + match.start(group), before + match.end(group))


def _title(text: str, start: int, end: int) -> Evidence | None:
    """Return a title; None if it is empty, too long or too short, or begins with a word such as `When` or `The`."""
    words = _WORD.findall(text[start:end])
    if not 0 < len(words) <= _LONGEST_TITLE or words[0].lower() in FUNCTION_WORDS:
        return None
    if len(words) == 1 and len(words[0]) < _SHORTEST_TITLE:
        return None
    return Evidence("title", text[start:end], start, end)


def _text_behind(text: str, end: int, cue_start: int, high: int) -> Evidence | None:
    """Return the words that follow a number as the rules print them, or else the words quoted behind it."""
    if high - end < _SHORTEST_TEXT:
        return None
    match = _PRINTED.match(text, end, high)
    if match is not None and (
        ":" in match[0] or match["cut"] or _begins_text(text[max(0, cue_start - REACH) : cue_start])
    ):
        printed = _without_marks(text, match.end(), high)
        if printed is not None:
            return printed
    quoted = _QUOTED.search(text, end, high)
    if quoted is not None and quoted.start() - end <= _FARTHEST_QUOTE:
        return _without_marks(text, quoted.start("quoted"), quoted.end("quoted"))
    return None


def _begins_text(before: str) -> bool:
    """Return whether a number behind these words is where the rules print it: first on its line or behind a heading."""
    line = before[before.rfind("\n") + 1 :]
    return not line.strip(" \t*-#/;\"'`([<>") or _BEHIND_HEADING.search(before) is not None


def _without_marks(text: str, start: int, end: int) -> Evidence | None:
    while end > start and text[end - 1] in " \t\r\n*/#\"”'(":
        end -= 1
    if text[start : start + 1] in _OPENING and not _QUOTES.search(text, start + 1, end):
        start += 1
    words = _INNER_MARK.sub(" ", text[start:end])
    return Evidence("text", words, start, end) if len(_WORD.findall(words)) >= 5 else None


def _clauses(text: str, end: int, start: int, low: int, high: int) -> list[Evidence]:
    """Return the part of the sentence behind the citation, and the part before it."""
    cut = _CUT.match(text, end, high)
    begins = cut.end() if cut else end + 1
    stop = _SENTENCE_END.search(text, begins, high) if high > begins else None
    behind = _clause(text, end, stop.start() if stop else high)
    begin = low
    for last in _SENTENCE_END.finditer(text, low, max(low, start - 1)):
        if not _BRACKET.fullmatch(text, last.end(), start):
            begin = last.end()
    before = _clause(text, begin, start)
    return [evidence for evidence in (behind, before) if evidence is not None]


def _clause(text: str, start: int, end: int) -> Evidence | None:
    while start < end and not text[start].isalnum() and text[start] not in '`"“{':
        start += 1
    while end > start and text[end - 1] in " \t\r\n*/#([,;:-—–|":
        end -= 1
    if end - start < 3:
        return None
    words = _INNER_MARK.sub(" ", text[start:end]) if "\n" in text[start:end] else text[start:end]
    return Evidence("keyword", words, start, end) if _WORD.search(words) else None
