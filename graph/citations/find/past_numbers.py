"""Recognise the numbers that a text mentions as those of another time: `the old number, CR 701.7`.

Such a number is right for the time that the text is about, whatever edition its file is written for. So it is neither
reported nor renumbered.
"""

import re
from collections.abc import Sequence

from graph.citations.find.layout import line_around
from graph.citations.find.possible import PossibleCitation
from rules.late_patterns import compile_late

_REACH = 64
"""Characters before a number in which words can say that it is of another time."""
_LONGEST_TABLE = 20_000
"""Maximum number of characters between the head of a table and a number in it."""
_MARKS = r"[\s`*_\"“”'’(\[]{1,4}"
"""The text between a word and the number after it: blanks and marks."""
_CUE = r"(?:(?:the[ ])?(?:CRs?|[Rr]ules?|[Cc]hapters?|[Ss]ections?)[ ])?"
_VERB = (
    r"(?:was|were|had|used|lived|called|cited|numbered|named|listed|covered|defined|described|printed|put|placed|found"
    r"|meant|held|said|read|governed)"
)
"""A verb in the past that can tell what a number was."""

_PAST_STEMS = (
    "ormer",
    "revious",
    "riginal",
    "sed to be",
    "lived",
    "stood",
    "sat ",
    "resided",
    "ld ",
    "tale",
    "utdated",
    "ncorrect",
    "rong",
)
"""Parts of words of which one is in every match of `_PAST_BEFORE`. Such parts are searched first: most sentences have
none, and to search them for a pattern takes longer."""
_PAST_BEFORE = compile_late(
    rf"""
    \b(?:
        (?:[Ff]ormerly|[Pp]reviously|[Oo]riginally|[Uu]sed[ ]to[ ]be)\b[^\d.;:)\n]{{0,24}}
      | (?:lived|stood|sat|resided)[ ](?:at|in|under)
      | (?:[Oo]ld|[Ff]ormer|[Pp]revious|[Ss]tale|[Oo]utdated|[Ii]ncorrect|[Ww]rong)[ ](?:rule[ ])?
        (?:number|citation|cite|reference|ref)s?(?:[ ](?:was|were|is|are))?[,:]?
    )
    {_MARKS}{_CUE}\Z
    """,
    re.VERBOSE,
)
"""Words which say that the number after them is of another time: `originally cited as `."""
_DATE_STEMS = ("19", "20")
"""Parts of words of which one is in every match of `_DATED_BEFORE`."""
_DATED_BEFORE = compile_late(
    r"""
    \b(?:19|20)\d\d-\d\d-\d\d
    [ ](?:files?|cop(?:y|ies)|texts?|editions?|versions?|rules|rulebook|snapshot|release|printing)
    [ ](?:(?:still|only|already)[ ])?
    (?:lists?|has|have|says?|prints?|calls?|names?|numbers?|puts?|contains?|gives?|reads?|uses?|ends?|stops?|goes)\b
    (?:[^.;\n]|\.\d){0,40}\Z
    """,
    re.VERBOSE,
)
"""Words which say that a dated edition has the number after them: `the 2018-04-27 file lists `."""
_PAST_AFTER_STEMS = ("used to", "no longer", " edition", " rule", " version", "fold", "read as", "numbered", "retired")
"""Parts of words of which one is in every match of `_PAST_AFTER`."""
_PAST_AFTER = compile_late(
    rf"""
    {_MARKS}
    (?:
        used[ ]to[ ](?:be|cover|mean|say|hold|read)\b
      | no[ ]longer[ ](?:covers?|means?|says?|holds?|reads?|exists?|applies|is)\b
      | in[ ](?:the[ ])?(?:older|earlier|previous|former|past)[ ](?:editions?|rules|versions?|rulebooks?)\b
      | (?:folds?|folded)[ ](?:in)?to\b | (?:is[ ])?read[ ]as\b
      | (?:was|were|got|ha(?:s|ve|d)[ ]been)[ ](?:since[ ])?(?:re-?numbered|retired)\b
    )
    """,
    re.VERBOSE,
)
"""Words which say that the number before them is of another time, or is only mentioned: ` used to be`, ` read as`."""
_NO_SUBRULES = compile_late(r"\bha(?:s|ve) no (?:lettered )?(?:sub-?rules|letters)\b")
"""Words which say that a rule has no subrules, so that a number with a letter next to them is only mentioned."""
_PRESENT_STEMS = ("moved", "numbered", "renamed", "now")
"""Parts of words of which one is in every match of `_PRESENT_BEFORE`."""
_PRESENT_BEFORE = compile_late(
    rf"""
    (?:
        \b(?:moved|renumbered|re-numbered|renamed)[ ](?:to|as|into)
      | (?:\b(?:is|are|it[’']s|became)[ ]|\()now
    )
    {_MARKS}{_CUE}\Z
    """,
    re.VERBOSE,
)
"""Words which say that the number after them is the new one of a rule: `moved to `."""
_TIME_STEMS = ("19", "20", "time", "hen", "days", "edition", "rule", "version")
"""Parts of words of which one is in every match of `_TIME`."""
_TIME = compile_late(
    r"""
    \b(?:
        (?:[Ii]n|[Uu]ntil|[Uu]p[ ]to|before|Before|[Pp]rior[ ]to|[Aa]s[ ]of)[ ](?:the[ ])?(?:19|20)\d\d\b
      | (?:19|20)\d\d(?:-\d\d-\d\d)?[ ](?:editions?|rules|rulebook|version)\b
      | [Aa]t[ ](?:the|that)[ ]time\b | [Bb]ack[ ]then\b | [Tt]hen[.,;)] | [Ii]n[ ]those[ ]days\b
      | (?:older|earlier|previous|former)[ ](?:editions?|rules|rulebooks?|versions?)\b
      | [Ww]hen[ ]this[ ]was[ ]written\b
    )
    """,
    re.VERBOSE,
)
"""The time that a sentence is about, if it is not the present."""
_TOLD_BEFORE = compile_late(rf"\b{_VERB}\b[^.;:\n]{{0,32}}\Z")
_TOLD_AFTER = compile_late(rf"{_MARKS}(?:\w+[ ])?{_VERB}\b")
"""A verb in the past at most a few words before a number, and right after one."""
_JOINT = r"[\s`*_\"“”'’)\]]{0,4}"
_MOST_LISTED = 8
"""Maximum number of other numbers of a list, on either side of a number, that are read."""
_LONGEST_TO_NEW = 40
"""Maximum number of characters between an old number and the new one."""
_CORRECTED_STEMS = ("eplac", "orrect", "ix", "pdat", "hang", "umber", "epoint", "igrat", "ov", "emap")
"""Parts of words of which one is in every match of `_CORRECTED`."""
_CORRECTED = compile_late(
    r"\b(?:[Rr]eplac|[Cc]orrect|[Ff]ix|[Uu]pdat|[Cc]hang|[Rr]enumber|[Rr]epoint|[Mm]igrat|[Mm]ov|[Rr]emap)(?:e[ds]?|s|ing)?\b"
    r"[^.;\n]{0,48}\Z"
)
"""A verb for the change of a number, before the old number."""
_TO_NEW = compile_late(rf"{_JOINT}(?:→|->|=>|⇒|to|with|by|should (?:be|read|say)|is now|became){_MARKS}{_CUE}")
"""The text between an old number and the new one: ` should be CR `."""
_MOVED = compile_late(
    rf"""
    {_JOINT}(?:[ ]?\([^()\n]{{1,40}}\))?,?[ ]?
    (?:
        (?:(?:is|was|were|got|ha(?:s|ve|d)[ ]been)[ ](?:now[ ]|since[ ]|later[ ]|then[ ])?)?
        (?:
            (?:moved|shifted|relocated|migrated|changed|bumped)[ ](?:down[ ]|up[ ])?to
          | re-?numbered(?:[ ](?:to|as|into))?
        )
      | became | (?:is|are)[ ]now | now[ ]lives?[ ](?:at|in|under)
    )
    (?:[ ]be)?{_MARKS}{_CUE}
    """,
    re.VERBOSE,
)
"""The text between the old number of a rule and the new one: ` was renumbered to CR `."""
_SHIFTED = compile_late(
    rf"{_JOINT},?[ ](?:(?:was|were|have|has|had)[ ](?:been[ ])?)?(?:each[ ]|both[ ]|all[ ])?(?:shifted|moved|slid)"
    r"[ ](?:(?:up|down|back|on)[ ])?(?:by[ ])?(?:one|two|three|four|\d)\b"
)
"""The text after numbers that are told to have become others: ` each shifted by one`."""
_LISTED = compile_late(
    r"[`*_\"”'’]{0,2}(?:,?[ ]?(?:and|or|&)[ ]|[ ]?[,/&+][ ]?)[`*_\"“']{0,2}(?:(?:CRs?|[Rr]ules?)[ ])?"
)
"""The text between two numbers of a list: ` and CR `."""
_OLD_COLUMN = compile_late(
    r"\b(?:old|former|previous|stale|wrong|outdated|original|was|from|before|deprecated|legacy|cited)\b", re.IGNORECASE
)
_NEW_COLUMN = compile_late(
    r"\b(?:new|current|correct(?:ed)?|right|now|to|after|today|replacement|should)\b", re.IGNORECASE
)
"""A word in the head of a table over old numbers, and over new ones."""
_ROW = compile_late(r"[ \t]*[>*/#]{0,3}[ \t]*\|")
"""The beginning of a row of a table, which may be in a comment."""


def is_of_another_time(text: str, place: PossibleCitation, sentence: range) -> bool:
    """Return whether the words around a number say that it is the number of another time, or the new one of a rule.

    Args:
        text: The whole text.
        place: The number.
        sentence: The bounds of its sentence.
    """
    low = max(sentence.start, place.start - _REACH)
    before = text[low : place.start]
    if _has_any(before, _PAST_STEMS) and _PAST_BEFORE.search(text, low, place.start):
        return True
    if _has_any(before, _DATE_STEMS) and _DATED_BEFORE.search(text, low, place.start):
        return True
    if _has_any(before, _PRESENT_STEMS) and _PRESENT_BEFORE.search(text, low, place.start):
        return True
    after = text[place.end : place.end + _REACH]
    if _has_any(after, _PAST_AFTER_STEMS) and _PAST_AFTER.match(text, place.end):
        return True
    is_lettered = place.printed.numbers and place.printed.numbers[0][-1].isalpha()
    if is_lettered and _NO_SUBRULES.search(text, sentence.start, sentence.stop):
        return True
    has_time = _has_any(text[sentence.start : sentence.stop], _TIME_STEMS)
    if not has_time or not _TIME.search(text, sentence.start, sentence.stop):
        return False
    return _TOLD_BEFORE.search(text, low, place.start) is not None or _TOLD_AFTER.match(text, place.end) is not None


def _has_any(words: str, stems: tuple[str, ...]) -> bool:
    """Return whether some words have any of several parts of words."""
    return any(stem in words for stem in stems)


def is_corrected(text: str, first: PossibleCitation, second: PossibleCitation, sentence: range) -> bool:
    """Return whether a sentence says that a number was replaced by the next one: `replaced CR 701.7 with CR 701.8`.

    Args:
        text: The whole text.
        first: The number.
        second: The next number.
        sentence: The bounds of the sentence of one of them.
    """
    low = max(sentence.start, first.start - _REACH)
    is_near = second.start - first.end <= _LONGEST_TO_NEW
    if not is_near or not _has_any(text[low : first.start], _CORRECTED_STEMS):
        return False
    is_corrected_number = _CORRECTED.search(text, low, first.start) is not None
    return is_corrected_number and _TO_NEW.fullmatch(text, first.end, second.start) is not None


def is_moved(text: str, places: Sequence[PossibleCitation], index: int) -> bool:
    """Return whether a number is old or new in `CR 701.7 was renumbered to 701.8`; lists may be on either side.

    Args:
        text: The whole text.
        places: All citations, in order.
        index: The index of the number.
    """
    first = last = index
    while index - first < _MOST_LISTED and first and _is_between(_LISTED, text, places, first - 1):
        first -= 1
    while last - index < _MOST_LISTED and _is_between(_LISTED, text, places, last):
        last += 1
    if _SHIFTED.match(text, places[last].end) or _is_between(_MOVED, text, places, last):
        return True
    return first > 0 and _is_between(_MOVED, text, places, first - 1)


def _is_between(pattern: re.Pattern[str], text: str, places: Sequence[PossibleCitation], index: int) -> bool:
    """Return whether a pattern is all that is between a number, given by its index, and the next one."""
    if index + 1 >= len(places) or places[index + 1].start - places[index].end > _REACH:
        return False
    return pattern.fullmatch(text, places[index].end, places[index + 1].start) is not None


def is_in_table_of_changes(text: str, place: PossibleCitation) -> bool:
    """Return whether a number is in a table of Markdown with a column of old numbers and one of new numbers."""
    line = line_around(text, place.start, place.start)
    if not _ROW.match(text, line.start, line.stop):
        return False
    head = _find_head(text, line.start)
    words = text[head : line_around(text, head, head).stop]
    return _OLD_COLUMN.search(words) is not None and _NEW_COLUMN.search(words) is not None


def _find_head(text: str, row: int) -> int:
    """Return the offset of the head of a table, at most `_LONGEST_TABLE` characters before a row of it.

    Args:
        text: The whole text.
        row: The offset at which the row begins.
    """
    lowest = max(0, row - _LONGEST_TABLE)
    head = row
    while head > lowest:  # kept cheap, since it runs for each row of a table
        above = max(lowest, text.rfind("\n", lowest, head - 1) + 1)
        if not _ROW.match(text, above, head):
            return head
        head = above
    return head
