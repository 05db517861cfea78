"""Read the *tail* of a citation, the number that continues it: the end of its range, or the next item of its list.

| printed | the number before | what is read |
|---|---|---|
| `702.40a-c`, `702.178–702.179`, `509.1-3`, `702.40a through c` | 702.40a, … | the end of a range |
| `702.22j/k`, `601.2c/2d`, `704.5f, g and h` | 702.22j, … | the next item of a list |
| `601.2(c)-(e)`, `704.5(f) and (g)` | 601.2c, … | either of them, in brackets |

Every pattern is bounded and matched directly after the number before.
"""

import re
from typing import NamedTuple

from graph.citations.find.number_forms import DASH, DOTTED, END, is_plausible, must_be_chapter
from graph.citations.records import Part
from rules.late_patterns import compile_late
from rules.number_ranges import complete_number, list_between
from rules.numbers import number_beside, sort_key, without_letters

_CLOSE = 9
"""Maximum distance between two rules of a chapter that are joined by a slash, as in `702.99/100`, whose last three
digits could also be a chapter. In 31 public trees all digits that were farther away were chapters."""
_REACH_BEFORE = 40
"""Characters before a citation in which a word such as `renumbered` can make two numbers an old and a new one."""

_AFTER_LETTER = r"(?![A-Za-z0-9'’]|_[A-Za-z0-9]|\.\w|/[A-Za-z]{2})"
"""The end of a letter that is an item of a list, unlike the `e` of `104.2b, e.g.` and the `s` of `s/he`."""

_RANGE = compile_late(
    rf"""
    (?P<gap>{DASH} | \.\.=? | \u2014(?![ ]))                           # 601.2e-g, 601.2e..=g, with an em dash
    (?P<end>{DOTTED}[a-zA-Z]? | [1-9]\d{{0,2}}[a-z]? | [a-zA-Z]){END}   # a whole number, 3, 3a, or a letter
    (?!['’])
    """,
    re.VERBOSE,
)
_SPACED_RANGE = compile_late(
    rf"(?P<gap>[ ][-–][ ])(?P<end>{DOTTED}[a-zA-Z]?{END} | [b-hj-z]{_AFTER_LETTER})", re.VERBOSE
)
"""A range with blanks around its dash: `702.178 – 702.179`. Neither `a` nor `i`, which are words, ends one."""
_THROUGH = compile_late(
    rf"""
    (?P<gap>[ \xa0\n]{{1,2}}(?:through|thru|to)[ \xa0\n]{{1,2}}        # 702.40a through c
        (?:(?:CR|[Rr]ule|[Ss]ubrule)s?[ \xa0])?)                       # 702.40a through rule 702.40c
    (?P<end>{DOTTED}[a-zA-Z]?{END} | [b-hj-z]{_AFTER_LETTER})
    """,
    re.VERBOSE,
)
_BLANKS = " \xa0\n"
"""The characters that can be before the word between the two numbers of a range."""
_LONGEST_BLANK = 2
"""Maximum number of these characters."""
_SPACED_DASHES = "-–"
_CLOSING_MARKS = ",;:)]"
"""Marks after a number with which no range goes on."""
_CHANGE_BEFORE = compile_late(
    r"(?:\b(?:from|renumber\w*|mov\w+|chang\w+|bump\w*|renam\w+|shift\w*|updat\w+)\b[^\n]{0,20})$", re.IGNORECASE
)
"""Words before `702.36e to 702.37e` that make the two an old and a new number instead of the ends of a range."""
_ITEM = compile_late(
    rf"""
      (?P<sign>[/,+&])                                                 # 702.22j/k, 601.2c/2d: directly after a sign
      (?P<item>[1-9]\d{{0,2}}[a-zA-Z]?(?![\w-]|\.\d|/\d{{3}}) | [a-zA-Z]{_AFTER_LETTER})
    | (?P<separator>,[ ](?:and[ ]|or[ ]|&[ ])? | ,?[ ](?:and|or|&|\+)[ ]) # 704.5f, g and h: after a blank
      (?P<letter>[b-hj-z]){_AFTER_LETTER}(?!\s?[=<>])
    """,
    re.VERBOSE,
)
_LIST_GOES_ON = compile_late(r"[,;:.)\]`'\"*]|\s{0,3}$|\s(?:and|or|&)\s|\s*\n", re.MULTILINE)
"""The text after a letter that is an item of a list. In `601.2b, x is chosen` the x is not an item."""
_BRACKETED = compile_late(
    rf"""
    (?:
        (?P<range>{DASH} | [ \xa0](?:through|thru|to)[ \xa0])          # 601.2(c)-(e)
        | / | ,[ ]?(?:(?:and|or|&)[ ])? | [ ](?:and|or|&)[ ]           # 704.5(f) and (g)
    )
    \((?P<letter>[a-z])\)(?![\w(])
    """,
    re.VERBOSE,
)


class Tail(NamedTuple):
    """The next printed number of a citation.

    Attributes:
        part: The number.
        ends_range: Whether it ends a range that begins with the number before it; otherwise it is an item of a list.
    """

    part: Part
    ends_range: bool


def read_bracketed_tail(text: str, last: Part) -> Tail | None:
    """Return the letter in brackets after a number, as the `(g)` of `704.5(f) and (g)`; None if there is none.

    Args:
        text: The whole text.
        last: The number before, whose letter is in brackets.
    """
    match = _BRACKETED.match(text, last.end)
    if match is None:
        return None
    letter = match["letter"]
    ends_range = match["range"] is not None
    if not ends_range and letter <= last.number[-1]:
        return None  # 704.5(f) and (a): a list goes up
    start, end = match.span("letter")
    with_brackets = Part(complete_number(letter, last.number), start - 1, end + 1)
    return Tail(with_brackets, ends_range)


def read_tail(text: str, last: Part, first: Part) -> Tail | None:
    """Return the end of a range after a number, or else the next item of a list; None if there is neither.

    Args:
        text: The whole text.
        last: The number before.
        first: The first number of the citation, of which `last` may be a later item.
    """
    range_end = _read_range_end(text, last, first.start)
    if range_end is not None:
        return Tail(range_end, ends_range=True)
    item = _read_item(text, last, first)
    if item is not None:
        return Tail(item, ends_range=False)
    return None


def _read_range_end(text: str, first: Part, citation_start: int) -> Part | None:
    """Return the number that ends a range; None if none does.

    A text such as `moved from 702.36e to 702.37e` gives two numbers, not the ends of a range, and so does a `to`
    between numbers that do not go up.

    Args:
        text: The whole text.
        first: The number with which the range begins.
        citation_start: Offset of the whole citation.
    """
    match = _match_range_end(text, first.end)
    if match is None:
        return None
    last = complete_number(match["end"].lower(), first.number)
    goes_up = bool(list_between(first.number, last))
    is_joined_by_to = "to" in match["gap"].split()
    if is_joined_by_to:
        before = text[max(0, citation_start - _REACH_BEFORE) : citation_start]
        if not goes_up or _CHANGE_BEFORE.search(before):
            return None  # moved from 702.36e to 702.37e
    if not _may_end_range(text, first, match, goes_up=goes_up):
        return None
    return Part(last, *match.span("end"))


def _match_range_end(text: str, end: int) -> re.Match[str] | None:
    """Return the match of the end of a range after a number that ends at `end`; None if none follows.

    Most numbers have a word or a mark after them that begins no range, so that no pattern need be tried.
    """
    following = text[end : end + _LONGEST_BLANK + 1]
    if following[:1] in _BLANKS:
        if following.strip(_BLANKS)[:1] == "t":
            return _THROUGH.match(text, end)
        return _SPACED_RANGE.match(text, end) if following[1:2] in _SPACED_DASHES else None
    if following[:1] in _CLOSING_MARKS:
        return None
    return _RANGE.match(text, end)


def _may_end_range(text: str, first: Part, match: re.Match[str], *, goes_up: bool) -> bool:
    """Return whether the text after a number and a dash, or the word "through", can be the end of a range.

    A whole number can, unless it does not go up and blanks are around the dash. A letter can after a number with a
    letter, and digits without a letter can after a number without one, if they go up.

    Args:
        text: The whole text.
        first: The number.
        match: The dash or the word in the group `gap`, and the text after it in the group `end`.
        goes_up: Whether the text completes to a later number, so that the rules of the range can be listed.
    """
    end = match["end"]
    is_lettered = first.number[-1].isalpha()
    if "." in end:
        # 702.178-702.170 is a wrong range, but 702.178 - 613.1 are two citations with a dash between them.
        is_spaced = match["gap"][:1].isspace()
        return goes_up or not is_spaced
    if end.isalpha():
        has_all_letters = first.number[-1] == "a" and end.lower() == "z"  # an open range: 601.2a-z
        return is_lettered and not has_all_letters and _has_case_of(text, end, first)  # 601.2e-g
    # `CR 509.1-3` counts up; `702.40-1` and `702.4-2024` do not
    return not is_lettered and end.isdecimal() and goes_up


def _has_case_of(text: str, letter: str, last: Part) -> bool:
    """Return whether a letter may follow a number in a list or range: a capital only follows a capital, `702.22J/K`."""
    return letter.islower() or text[last.end - 1].isupper()


def _read_item(text: str, last: Part, first: Part) -> Part | None:
    """Return the next item of a list after a number; None if there is none. The arguments are those of `read_tail`."""
    match = _ITEM.match(text, last.end)
    if match is None:
        return None
    if match["sign"] is not None:
        group = "item"
        is_item = _is_item_after_sign(text, last, first, match)
    else:
        group = "letter"
        is_item = _is_later_letter(text, last, match)
    if not is_item:
        return None
    return Part(complete_number(match[group].lower(), last.number), *match.span(group))


def _is_later_letter(text: str, last: Part, match: re.Match[str]) -> bool:
    """Return whether a letter after a comma and a blank, or after `and`, is the next item: `704.5f, g and h`.

    It must come later in the alphabet than the letter before. After a comma alone, only text with which a list can go
    on may follow: in `601.2b, x is chosen` the x is no item.

    Args:
        text: The whole text.
        last: The number before the letter.
        match: The text between in the group `separator`, and the letter in the group `letter`.
    """
    last_letter = last.number[-1]
    if not last_letter.isalpha() or match["letter"] <= last_letter:
        return False
    has_conjunction = match["separator"].strip(", ") != ""
    return has_conjunction or _LIST_GOES_ON.match(text, match.end()) is not None


def _is_item_after_sign(text: str, last: Part, first: Part, match: re.Match[str]) -> bool:
    """Return whether a letter or a number directly after a sign is the next item: `702.22j/k`, `601.2c/2d`.

    After a slash, a letter may be any one, and digits may be a rule of the same chapter. After another sign, only a
    later letter of the alphabet is an item; any other may be a variable. Before a letter there must be a number with a
    letter.

    Args:
        text: The whole text.
        last: The number before the sign.
        first: The first number of the citation.
        match: The sign in the group `sign`, one of `/`, `,`, `+` and `&`, and the text after it in the group `item`: a
            letter, or digits with or without a letter.
    """
    sign, item = match["sign"], match["item"]
    if not item.isalpha():
        return sign == "/" and _is_rule_of_chapter(item, last.number, first.number)
    last_letter = last.number[-1]
    if not last_letter.isalpha() or not _has_case_of(text, item, last):
        return False
    return sign == "/" or item.lower() > last_letter


def _is_rule_of_chapter(item: str, last: str, first: str) -> bool:
    """Return whether digits after a slash are another rule of the same chapter, as the `2d` of `601.2c/2d`.

    - `601.2c/3` → no: after a number with a letter, the digits need a letter, too.
    - `601.2/3c/4` → yes: the first number of the list has no letter, either.
    - `614.1/615` → no: the digits are another chapter.
    - `702.99/100` → yes: three digits that can be a chapter are a rule at most `_CLOSE` rules after the last one.
    - `704.5/4` → no: digits without a letter must be those of a later rule.
    - `714.3a/2a` → yes: digits with a letter may be those of an earlier rule.

    Args:
        item: The digits, perhaps with a letter.
        last: The number before the slash.
        first: The first number of the list.
    """
    if last[-1].isalpha() and first[-1].isalpha() and not item[-1].isalpha():
        return False  # 601.2c/3
    if must_be_chapter(item, last):
        return False  # 614.1/615
    number = complete_number(item.lower(), last)
    may_be_chapter = len(item) == 3 and item.isdecimal() and is_plausible(item)
    if may_be_chapter:
        rule = without_letters(last)
        return any(number == number_beside(rule, distance) for distance in range(1, _CLOSE + 1))
    is_lettered = last[-1].isalpha() and item[-1].isalpha()
    return is_lettered or sort_key(number) > sort_key(last)  # 714.3a/2a
