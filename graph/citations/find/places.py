"""Find all places of a text that may be citations, each judged by its number, its cue and the place before it.

A *place* is a number with its cue, the word that announces it: `CR 702.40a`. A place is *joined* if it is a later item
of a list, which has the cue of the first: the second number of `CR 702.9a, 702.3a`. The places are in order and do not
overlap. Every pattern matches a bounded number of characters, so that the work is linear in the length of the text.
"""

import re

from graph.citations.find.addresses import address_before, is_address_of_magic, is_of_rules
from graph.citations.find.amounts import is_amount_by_end, may_be_unit
from graph.citations.find.announced import confidence_of_chapter, confidence_of_name, confidence_of_number
from graph.citations.find.bare import confidence_of_bare
from graph.citations.find.cues import LINE_END, find_cue, find_cue_in_name
from graph.citations.find.entries import NAME
from graph.citations.find.layout import is_after_escape
from graph.citations.find.number_forms import is_plausible
from graph.citations.find.numbers import (
    read_anchor,
    read_chapter,
    read_misprint,
    read_name,
    read_named_chapter,
    read_number,
    read_placeholder,
)
from graph.citations.find.possible import Confidence, PossibleCitation
from graph.citations.find.starts import StartKind, list_starts
from graph.citations.records import MOST_CITATIONS, REACH, Citation, TooManyCitationsError
from rules.abandonment import proceed
from rules.late_patterns import compile_late

_DIGITS_OF_CHAPTER = 3
_AFTER_PART = ("_", "(", "")
"""The text after a part of an identifier: the next part, the arguments of a function, or the end of the text."""
_LONGEST_ANCHOR = 8
"""Maximum characters from the number sign of an anchor to its digits."""

_CLOSING = r"[)\]`*_\"”'’}]{0,4}(?:\([^\s()]{1,120}\))?"
"""The marks after an item of a list, with the address of a link."""
_FOREIGN_TITLE = r"[ \xa0]?[(（「『\[]?(?=[^\W\dA-Za-z_])[^\W\d_]{1,40}[)）」』\]]?"
"""A title in letters of another script after an item of a list: `（瞬速）`."""
_TITLE = rf"(?:[ \xa0]?[(\[\"“]?{NAME}[)\]\"”]?|[ ][(\"“][a-z][\w'’ -]{{0,40}}[)\"”]|{_FOREIGN_TITLE})?"
"""A title after an item of a list."""
_BLANKS = r"[ \t\xa0]{0,3}"
_SEPARATOR = r"(?:[,;/&+|、，；]|&amp;|\b(?:and|or|plus|vs|then|to|not|now|was|formerly)\b|->|→|=>|–|—)" + _BLANKS
_JOIN = compile_late(
    rf"""
    {_CLOSING}{_TITLE}[.]?{_CLOSING}{_BLANKS}(?:{LINE_END})?(?:{_SEPARATOR}){{1,3}}
    (?:{LINE_END})?(?:see[ ]|also:?[ ]|cf\.?[ ]|§{{1,2}}[ ]?){{0,2}}[(\[`*_\"“'{{]{{0,4}}
    """,
    re.VERBOSE,
)
"""The text between two items of a list, with a title after the first: ` Airbend, `."""
_REMARK = compile_late(r"(?:(?!\.\s)[^\n]){1,110}[,;]\s{1,2}(?:and |or )?[(\[]?")
"""The text between two items of a list, with a remark after the first: ` life total, `."""
_NEXT_CHAPTER = compile_late(
    rf"""
    {_CLOSING}\s{{0,3}}(?:[,;/&+]|and|or|vs\.?)\s{{0,3}}(?:(?:and|or|&)\s{{1,3}})?
    [`*_(\[]{{0,3}}(?=[1-9]\d\d(?![\w%°]|[.,]\d))
    """,
    re.VERBOSE,
)
"""The text between an item of a list and a chapter that is the next item."""
_PAUSE = compile_late(r"[^,;]{0,8}(?P<mark>[,;])(?!\s{0,3}(?:and|or|&)\s)")
"""A pause between the number of a rule and three digits, which then may count something: `CR 702.40; 216`."""
_CHAPTER_AFTER_SLASH = compile_late(r"/[1-9]\d\d(?![\w%°]|[.,]\d)")
"""A slash and a chapter directly after an item of a list, which divide no amount."""
_MORE_CHAPTERS = compile_late(r"(?:\s?[,/]\s?[1-9]\d\d(?![\w%°]|[.,]\d)){1,8}")
"""The other chapters of a list after one of them."""
_CHAPTER_ENDS = compile_late(
    r"[)`*_\"'\]]{0,3}(?:[).;:\]—–&+]|,(?!\d)|/|\s*$|\s?[—–]|\s(?:and|or|for|\()|\s*\n)", re.MULTILINE
)
"""The text that may follow a chapter in a list, unless a cue in the plural, such as `rules`, is before the list."""


def find_places(text: str) -> list[PossibleCitation]:
    """Return all places that may be citations, in order and without overlap; those without any confidence are left out.

    Raises:
        TooManyCitationsError: There are more than `MOST_CITATIONS`.
    """
    places: list[PossibleCitation] = []
    last: PossibleCitation | None = None
    position = 0
    for start, kind in list_starts(text):
        proceed()
        if start < position:
            continue
        place = _find_place(text, start, kind, last)
        while place is not None:
            last = place
            position = place.end
            if place.confidence is not Confidence.NONE:  # a table of prices has a million that cannot be citations
                places.append(place)
            place = _find_joined_chapter(text, place)
        if len(places) > MOST_CITATIONS:
            raise TooManyCitationsError
    return places


def _find_place(text: str, start: int, kind: StartKind, last: PossibleCitation | None) -> PossibleCitation | None:
    """Return the place at an offset where a number seems to begin; None if no number begins there.

    Args:
        text: The whole text.
        start: The offset.
        kind: What seems to begin there.
        last: The place before it, whose list the number may continue; None for the first place.
    """
    if kind == "dotted":
        return _find_dotted(text, start, last)
    if kind == "chapter":
        return _find_after_cue(text, start)
    if kind == "anchor":
        return _find_in_address(text, start)
    if kind == "named chapter":
        return _find_chapter_in_name(text, start)
    return _find_in_name(text, start, joined=kind == "joined name")


def _find_dotted(text: str, start: int, last: PossibleCitation | None) -> PossibleCitation | None:
    """Return the number with a dot, or the placeholder, that begins at an offset; None if there is none.

    None also for digits without a cue that are a part of a word, or that can be no rule and continue no list.

    Args:
        text: The whole text.
        start: The offset.
        last: The place before it, whose list the number may continue; None for the first place.
    """
    cue = find_cue(text, start)
    may_continue_list = last is not None and last.cue is not None and start - last.end <= REACH
    if cue is None and not may_continue_list and not is_plausible(text[start : start + _DIGITS_OF_CHAPTER]):
        return None  # most amounts end here
    printed = read_number(text, start) or read_placeholder(text, start, announced=False)
    if printed is None:
        return None
    if cue is not None:
        return PossibleCitation(printed, cue.start, cue.word, confidence_of_number(text, printed, cue))
    if _is_inside_word(text, start):
        return None
    if last is not None and _is_joined(text, last, printed):
        return _continue_list(text, last, printed)
    return PossibleCitation(printed, start, None, confidence_of_bare(text, printed))


def _continue_list(text: str, last: PossibleCitation, printed: Citation) -> PossibleCitation:
    """Return the place of the next item of a list, which has the cue and the confidence of the item before it."""
    confidence = last.confidence
    is_list_of_bare_numbers = last.cue is None
    if is_list_of_bare_numbers:  # each of them can make the rest of the list more certain
        confidence = max(confidence, confidence_of_bare(text, printed))
    return PossibleCitation(printed, printed.start, last.cue, confidence, is_joined=True)


def _is_inside_word(text: str, start: int) -> bool:
    r"""Return whether an ASCII letter or digit is directly before a number, unless it ends an escape such as `\n`.

    Letters of other scripts do not count, because Chinese and Japanese have no blank between words and numbers.
    """
    before = text[start - 1 : start]
    return before.isalnum() and before.isascii() and not is_after_escape(text, start)


def _is_joined(text: str, last: PossibleCitation, printed: Citation) -> bool:
    """Return whether a number without a cue is the next item of a list that ends with the place before it.

    It is not if it is too far away, has no dot, or is an amount. In `CR 701.28, 702.4/712` the slash shows no amount,
    since a chapter follows it.
    """
    if printed.start - last.end > REACH or not printed.dotted:
        return False
    number = text[printed.start : printed.parts[0].end]
    divides_list = last.cue is not None and _CHAPTER_AFTER_SLASH.match(text, printed.end) is not None
    if is_amount_by_end(text, printed.end, number) and not divides_list:
        return False
    return _continues_list(text, last, printed) or _follows_remark(text, last, printed)


def _continues_list(text: str, last: PossibleCitation, printed: Citation) -> bool:
    """Return whether only a separator, or a title and a separator, is between a place and a number."""
    if not _JOIN.fullmatch(text, last.end, printed.start):
        return False
    return is_plausible(printed.numbers[0]) or bool(last.cue)


def _follows_remark(text: str, last: PossibleCitation, printed: Citation) -> bool:
    """Return whether only a remark is between an item and a number: `CR 119.3a life total, 119.4b paying`."""
    if not (last.cue and last.printed.lettered and printed.lettered):
        return False
    number = printed.numbers[0]
    if not is_plausible(number) or may_be_unit(number[-1]):
        return False
    return _REMARK.fullmatch(text, last.end, printed.start) is not None


def _find_after_cue(text: str, start: int) -> PossibleCitation | None:
    """Return the place where a cue announces a chapter, a misprint, a placeholder or an identifier; None without.

    They are tried in this order: `CR-702_5d`, `CR 702. 40a`, `CR 702`, `CR 702.xxx`. None also if code is between the
    number and a cue that may mean something else, as in `section("702")`.
    """
    cue = find_cue(text, start)
    if cue is None or (cue.in_code and not cue.is_sure):
        return None
    name = read_name(text, start) if cue.gap in ("-", "_", "") else None
    if name is not None:
        return PossibleCitation(name, cue.start, cue.word, confidence_of_name(name))
    misprint = read_misprint(text, start)
    if misprint is not None:
        confidence = Confidence.CERTAIN if cue.is_sure else Confidence.MAGIC
        return PossibleCitation(misprint, cue.start, cue.word, confidence)
    named_chapter = read_named_chapter(text, start) if cue.gap == "_" else None  # the 413 of `rule_413`
    printed = named_chapter or read_chapter(text, start) or read_placeholder(text, start, announced=True)
    if printed is None:
        return None
    return PossibleCitation(printed, cue.start, cue.word, confidence_of_chapter(text, printed, cue))


def _find_joined_chapter(text: str, last: PossibleCitation) -> PossibleCitation | None:
    """Return the chapter that continues the list after a place, as the `712` of `CR 701.28 / 712`; None without one.

    Three digits may also be an amount. They are a chapter only if the list has a cue; after a cue in the plural
    (`rules 701, 712`) nearly anything may follow them, otherwise only what ends a clause. The text after the last
    chapter decides for all of several: `CR 501.1/506/512 (steps)`. After the number of a rule and a pause they count
    something (`_may_count`).
    """
    if last.cue is None or last.printed.form not in ("number", "range", "letters"):
        return None
    join = _NEXT_CHAPTER.match(text, last.end)
    if join is None:
        return None
    printed = read_chapter(text, join.end())
    if printed is None or not is_plausible(printed.numbers[0]):
        return None
    more = _MORE_CHAPTERS.match(text, printed.end)
    end = printed.end if more is None else more.end()
    if _may_count(last, join[0], has_more=more is not None):
        return None
    if is_amount_by_end(text, end, text[end - _DIGITS_OF_CHAPTER : end]):
        return None
    is_list_of_chapters = last.cue.endswith("s") and not last.printed.dotted
    if not is_list_of_chapters and not _CHAPTER_ENDS.match(text, end):
        return None
    return PossibleCitation(printed, printed.start, last.cue, last.confidence, is_joined=True)


def _may_count(last: PossibleCitation, joint: str, *, has_more: bool) -> bool:
    """Return whether three digits after the number of a rule and a pause may count something: `CR 702.40; 216`.

    After a comma they do not if more chapters follow, as in `CR 501.1, 506, 512`, and after a cue in the plural they
    never do.

    Args:
        last: The rule.
        joint: The text between its number and the digits.
        has_more: Whether more chapters follow.
    """
    if last.cue is None or last.cue.endswith("s") or not last.printed.dotted:
        return False
    pause = _PAUSE.match(joint)
    return pause is not None and not (has_more and pause["mark"] == ",")


def _find_in_address(text: str, start: int) -> PossibleCitation | None:
    """Return the place of a number in the anchor of an address, as in `#R61311`; None if it is not plausible."""
    printed = read_anchor(text, start)
    if printed is None or not is_plausible(printed.numbers[0]):
        return None
    sign = text.rindex("#", max(0, start - _LONGEST_ANCHOR), start)
    confidence = _confidence_of_anchor(printed, address_before(text, sign))
    return PossibleCitation(printed, sign, text[sign:start].lower(), confidence)


def _confidence_of_anchor(printed: Citation, address: str) -> Confidence:
    """Return the confidence in the anchor of an address."""
    if not is_of_rules(address):
        return Confidence.CITING
    is_of_chapter = "." not in printed.numbers[0]
    if is_of_chapter and not is_address_of_magic(address):
        return Confidence.MAGIC  # rules/#R613, which may be of any rules
    return Confidence.CERTAIN  # magic-rules/#R613, rules/#R61311


def _find_in_name(text: str, start: int, *, joined: bool) -> PossibleCitation | None:
    """Return the place of a number in an identifier; None if it is not plausible.

    Args:
        text: The whole text.
        start: Offset of the number.
        joined: Whether no sign is between its chapter and its rule: `cr-trigger-6033b`, not `cr_603_3b`.
    """
    printed = read_anchor(text, start) if joined else read_name(text, start)
    if printed is None or not is_plausible(printed.numbers[0]):
        return None
    cue = find_cue_in_name(text, start)
    if cue is not None:
        word, cue_start = cue
        return PossibleCitation(printed, cue_start, word, confidence_of_name(printed))
    # Without a cue, only `_603_3b` may cite a rule; `603-3b` may be the number of a part, a flight, a house.
    chapter_end = start + _DIGITS_OF_CHAPTER
    is_between_bars = text[start - 1 : start] == "_" and text[chapter_end] == "_"
    may_cite = not joined and printed.lettered and is_between_bars
    return PossibleCitation(printed, start, None, Confidence.CITING if may_cite else Confidence.NONE)


def _find_chapter_in_name(text: str, start: int) -> PossibleCitation | None:
    """Return the place of a chapter in an identifier, as in `cr_702_keywords`.

    None if the chapter is not plausible, or not a part of the identifier by itself: `cr702`, `cr_702-keywords`.
    """
    printed = read_named_chapter(text, start)
    if printed is None or not is_plausible(printed.numbers[0]):
        return None
    cue = find_cue_in_name(text, start)
    if cue is None:
        return PossibleCitation(printed, start, None, Confidence.NONE)
    is_whole_part = text[start - 1] == "_" and text[printed.end : printed.end + 1] in _AFTER_PART
    if not is_whole_part:
        return None
    word, cue_start = cue
    return PossibleCitation(printed, cue_start, word, Confidence.CITING)
