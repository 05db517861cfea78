r"""Read one item of a reference: a number, a range, or letters joined by slashes.

| form | example | accepted |
|---|---|---|
| number | `702.40a`, `409.1f-h`, `702.145b/c` | everywhere |
| misprint | `419,8`, `4091f-h` | everywhere, if a title or a letter shows that it is a number |
| chapter | `702` | after a cue; as a later item only after a cue in the plural, or before a title |
| section | `7` | after "section", and as a later item after "sections" |
| ruling | `T.9` | after "rule" or "see" |

A *cue* is the word that announces the numbers, in lower case: `rule`, `rules`, `section`, …; `see` also stands for no
word at all.
"""

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from graph.references.titles import QUOTES, find_title
from rules.number_ranges import complete_number, list_between
from rules.summary_numbers import RULING

DASHES = "\\-\u2010\u2011\u2012\u2013\u2212?\ufffd"
"""Characters between the ends of a range, for use in a regex character class. `?` and U+FFFD are en dashes that a copy
lost; the em dash is excluded, because it begins a clause."""
DOTTED = r"[1-9]\d\d\.[1-9]\d{0,2}(?:[a-z]{1,2})?"
"""A rule or subrule: `702.40`, `702.40a`."""
CHAPTER = r"[1-9]\d\d"
ENDS = r"(?![\w%°/]|[.,]\d|\.[a-z]|\s?(?:percent|million|inches|dollars|euros?)\b)"
"""The end of a number: no amount, percentage, or longer number."""
DOTTED_ENDS = ENDS.replace("/", "")
"""The end of a number with a dot, after which a slash may come: `702.145b/c`."""

_ItemForm = Literal["number", "misprint", "chapter", "section", "ruling"]
_PATTERNS: dict[_ItemForm, re.Pattern[str]] = {
    "ruling": re.compile(rf"{RULING}(?!\w)"),
    "misprint": re.compile(
        rf"""
          [1-9]\d\d,[1-9]\d{{0,2}}[a-z]?(?=,\s[{QUOTES}])      # a comma, before a title: `419,8` in 2003-07-01
        | [1-9]\d{{3,4}}[a-z](?:[{DASHES}][a-z])?(?!\w)        # no dot, but a letter: `4091f-h` in 2005-10-01
        """,
        re.VERBOSE,
    ),
    "number": re.compile(DOTTED + DOTTED_ENDS),
    "chapter": re.compile(CHAPTER + ENDS),
    "section": re.compile(r"[1-9](?!\w|[/%]|[.,:]\d)"),
}
"""The forms of items, in the order in which they are tried."""

_RANGE = re.compile(rf"[{DASHES}](?P<end>{DOTTED}|\d{{1,3}}[a-z]?|[a-z])(?![\w/%]|\.\d|[{DASHES}]\d)")
"""`-h`, `-3`, `-409.1h`."""
_SPACED_RANGE = re.compile(rf" ?[-–] (?P<end>{DOTTED}|[b-z])(?!\w|\.\d)")
"""` - 409.1h`, `- h`."""
_THROUGH = re.compile(
    rf"""
    \s{{1,3}}through\s{{1,3}}(?:(?i:(?:sub)?rules?)\s{{1,3}})?            # 510.1c through Rule 510.1d
    (?P<end>{DOTTED}|{RULING}|{CHAPTER}|[b-z]){ENDS}
    """,
    re.VERBOSE,
)
_SLASHES = re.compile(r"(?:/(?:\d{1,3})?[a-z](?!\w)){1,12}")
"""`/c` after `702.145b`."""
_LONGEST_SHORT_END = 4
"""Maximum number of characters of an end of a range that leaves out the chapter: `123a`. A longer end is a full number.
"""
_ELSEWHERE = re.compile(r"\s(?:in|of)\s(?:the|an?)\s(?:previous|earlier|former|last|next)\sedition\b")
"""Words after a number that make it a number of another edition."""


class Item(NamedTuple):
    """An item as printed.

    Attributes:
        start: Offset of its first character in the passage.
        end: Offset after its last character, without its title.
        is_section: Whether it is a section, `7`, and no chapter or rule.
    """

    start: int
    end: int
    is_section: bool


def read_item(passage: str, position: int, cue: str, *, is_later: bool) -> Item | None:
    """Return the item at a position; None if there is no reference.

    Args:
        passage: The text.
        position: The position.
        cue: The word that introduced the list, in lower case; `see` if there was none.
        is_later: Whether only a comma or "and" joins it to the item before, so that fewer forms are accepted.
    """
    for form in _list_forms(cue, is_later=is_later):
        number = _PATTERNS[form].match(passage, position)
        if number is not None:
            needs_title = form == "chapter" and is_later and not cue.endswith("s")
            if needs_title and not find_title(passage, number.end()):
                return None  # an amount: "rule 104, 300 cards"
            return _read_form(passage, form, number)
    return None


def _read_form(passage: str, form: _ItemForm, number: re.Match[str]) -> Item | None:
    """Return the item that begins with a number in a form; None if it is a number of another edition."""
    # The pattern of misprints includes the end of a range.
    end = number.end() if form == "misprint" else _find_end(passage, number)
    if _ELSEWHERE.match(passage, end):
        return None
    return Item(number.start(), end, is_section=form == "section")


def _list_forms(cue: str, *, is_later: bool) -> Iterator[_ItemForm]:
    """Yield the forms that are accepted after a cue, in the order in which they are tried.

    The number of a ruling (`T.9`) is accepted after "rule", "rules" and "see", that of a section after "section" and
    "sections"; but after "section" only as the first item: `section 5, 6 cards` names section 5 alone.
    """
    if cue.endswith(("rule", "rules", "see")):
        yield "ruling"
    yield from ("misprint", "number", "chapter")
    if cue == "sections" or (cue == "section" and not is_later):
        yield "section"


def is_ruling(passage: str, position: int) -> bool:
    """Return whether the number of a ruling, such as `T.9`, is at a position."""
    return _PATTERNS["ruling"].match(passage, position) is not None


def _find_end(passage: str, number: re.Match[str]) -> int:
    """Return the end of the item that begins with a number.

    That is the end of letters joined by slashes (`702.4a/b`), of a range whose ends are in order (`702.4a-c`, `702.4a
    through 702.4c`), or of a range of two full numbers, whatever their order; otherwise of the number itself.
    """
    first = number[0]
    is_subrule = "." in first and first[-1].isalpha()
    if is_subrule:
        slashes = _SLASHES.match(passage, number.end())
        if slashes is not None:
            return slashes.end()
    for pattern in (_RANGE, _SPACED_RANGE, _THROUGH):
        rest = pattern.match(passage, number.end())
        if rest is not None and _is_range(first, rest["end"]):
            return rest.end()
    # A full number after a dash is the end of a range even if the range is wrong: `409.1h-409.1f`.
    rest = _RANGE.match(passage, number.end())
    if rest is not None and len(rest["end"]) > _LONGEST_SHORT_END:
        return rest.end()
    return number.end()


def _is_range(first: str, end: str) -> bool:
    """Return whether a number and the text after its dash are the ends of a possible range.

    `409.1f` and `h` are, because 409.1h comes after 409.1f in the same rule; `409.1f` and `b` are not.
    """
    return bool(list_between(first, complete_number(end, first)))
