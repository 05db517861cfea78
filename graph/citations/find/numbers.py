"""Read a printed number, with the range or list that begins with it.

Forms: `702.40a`, `601.2e-g`, `702.178–702.179`, `509.1-3`, `702.22j/k`, `601.2c/2d`, `704.5(g)`, `702_5d` in a name,
`61311` in an address, `702.xxx`.

Every pattern is bounded and matched at a given offset, so that the work is linear in the text read.
"""

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from graph.citations.records import Citation, Form, Part
from rules.late_patterns import compile_late
from rules.numbers import LETTERS, chapter_of, complete_number, list_between, number_beside, sort_key, without_letters

_TailReader = Callable[[str, Part, int], "_Tail | None"]
"""Reads the next number of a citation from the whole text, the number before it, and the offset of the citation."""

PLAUSIBLE_CHAPTERS = 50
"""The chapters of section N are numbered from N00; since 1999 none has come near N50. Higher numbers are rejected or
less certain, unless a sure cue precedes a number with a dot."""
_CLOSE = 9
"""Maximum distance between two rules of a chapter that are joined by a slash, as in `702.99/100`, where the three
digits could also be a chapter. In 31 public trees all digits that were farther away were chapters."""
_REACH_BEFORE = 40
"""Characters before a range in which a word such as `renumbered` can make its ends an old and a new number."""

_DOTTED = r"[1-9]\d\d\.[1-9]\d{0,2}(?!\d)"
_END = r"(?![A-Za-z0-9]|_[A-Za-z0-9]|\.\d|,\d{3}(?!\d|\.))"
"""The end of a number: no letter, digit, longer name or decimal fraction follows. A single underscore may, since
`_CR 702.40a_` is markup."""
_AFTER_LETTER = r"(?![A-Za-z0-9'’]|_[A-Za-z0-9]|\.\w|/[A-Za-z]{2})"
"""The end of a letter that is an item of a list, unlike the `e` of `104.2b, e.g.` and the `s` of `s/he`."""
_DASH = r"(?:[-\u2010\u2011\u2012\u2013\u2212]{1,2}|&ndash;|&\#8211;|&\#x2013;)"

_HEAD = compile_late(rf"{_DOTTED}(?:[aA]?[a-zA-Z](?![A-Za-z0-9]|_[A-Za-z0-9]))?{_END}")
_BRACKETED = compile_late(rf"({_DOTTED})\(([a-z])\)(?![\w(])")
"""`704.5(g)`; not `704.5(g)(1)`, which is how laws are numbered."""
_MISPRINT = compile_late(rf"([1-9]\d\d)(?:\. | \.|, ?)([1-9]\d{{0,2}}[a-z]){_END}")
"""A number with a blank on one side of its dot, or with a comma instead of the dot; safe only after a cue."""
_CHAPTER = compile_late(r"[1-9]\d\d(?![A-Za-z0-9_%°]|[.,]\d|\.[xX])")
_CHAPTERS = compile_late(
    rf"(?P<gap>{_DASH}|[ \xa0](?:through|to)[ \xa0]| – )(?P<end>[1-9]\d\d)(?![A-Za-z0-9_%°]|[.,]\d|{_DASH}\d)"
)
_PLACEHOLDER = compile_late(
    r"""
    (?:
        [1-9](?:\d\d|\d[xX]|[xX]{2})\.                            # the chapter: 702. or 70x. or 7xx.
        (?:[xXnN]{1,3}[a-z]?|[?*\#]{1,3}|<\w{1,12}>)              # the rule: xxx, nn, ???, <number>
        | [1-9]\d{0,1}[xX]{1,2}                                   # a chapter alone: 70x, 7xx
    )(?![A-Za-z0-9])
    """,
    re.VERBOSE,
)
_UNKNOWN = compile_late(r"\?{2,4}|(?:[xX]{3}|TBD|TODO|NNN)(?:\.[xXnN]{1,3})?(?![A-Za-z0-9])")
_NAMED = compile_late(
    r"""
      ([1-9]\d\d)[_-]([1-9]\d{0,2})([a-zA-Z])?(?![a-zA-Z0-9])     # cr_702_5d, rule-702-6a
    | ([1-9]\d\d)[_-]([1-9]\d{0,2})([a-z])(?=[A-Z])               # cr702_5dDies
    """,
    re.VERBOSE,
)
_NAMED_CHAPTER = compile_late(r"[1-9]\d\d(?![0-9.])")
_ANCHORED = compile_late(r"([1-9]\d\d)(?:([1-9]\d{0,2})([a-z])?)?(?![A-Za-z0-9])")

_RANGE = compile_late(
    rf"(?P<gap>{_DASH}|\.\.=?|\u2014(?! ))(?P<end>{_DOTTED}[a-zA-Z]?|[1-9]\d{{0,2}}[a-z]?|[a-zA-Z]){_END}(?!['’])"
)
_SPACED_RANGE = compile_late(rf"(?P<gap> [-–] )(?P<end>{_DOTTED}[a-zA-Z]?{_END}|[b-hj-z]{_AFTER_LETTER})")
_THROUGH = compile_late(
    r"(?P<gap>[ \xa0\n]{1,2}(?:through|thru|to)[ \xa0\n]{1,2}(?:(?:CR|[Rr]ule|[Ss]ubrule)s?[ \xa0])?)"
    rf"(?P<end>{_DOTTED}[a-zA-Z]?{_END}|[b-hj-z]{_AFTER_LETTER})"
)
_MOVED = compile_late(
    r"(?:\b(?:from|renumber\w*|mov\w+|chang\w+|bump\w*|renam\w+|shift\w*|updat\w+)\b[^\n]{0,20})$", re.IGNORECASE
)
"""Words before `702.36e to 702.37e` that make the two an old and a new number instead of the ends of a range."""
_LISTED = compile_late(
    rf"""
      (?P<gap>/|[,+&])                                                # 702.22j/k, 601.2c/2d
      (?P<end>[1-9]\d{{0,2}}[a-zA-Z]?(?![\w-]|\.\d|/\d{{3}})|[a-zA-Z]{_AFTER_LETTER})
    | (?P<comma>,[ ](?:and[ ]|or[ ]|&[ ])?|,?[ ](?:and|or|&|\+)[ ])   # 704.5f, g and h
      (?P<letter>[b-hj-z]){_AFTER_LETTER}(?!\s?[=<>])
    """,
    re.VERBOSE,
)
_LIST_GOES_ON = compile_late(r"[,;:.)\]`'\"*]|\s{0,3}$|\s(?:and|or|&)\s|\s*\n", re.MULTILINE)
"""The text after a letter that is an item of a list. In `601.2b, x is chosen` the x is not an item."""
_ALSO_BRACKETED = compile_late(
    rf"(?:(?P<range>{_DASH}|[ \xa0](?:through|thru|to)[ \xa0])|/|, ?(?:(?:and|or|&) )?| (?:and|or|&) )"
    r"\((?P<end>[a-z])\)(?![\w(])"
)


class _Tail(NamedTuple):
    """The next printed number of a citation.

    Attributes:
        part: The number.
        ends_range: Whether it ends a range that begins with the number before it; otherwise it is an item of a list.
    """

    part: Part
    ends_range: bool


def is_plausible(number: str) -> bool:
    """Return whether a number, which begins with the digits of a chapter, can be a rule (see `PLAUSIBLE_CHAPTERS`)."""
    return int(number[1:3]) < PLAUSIBLE_CHAPTERS


def read_number(text: str, start: int) -> Citation | None:
    """Return the number with a dot at `start`, with the range or list that begins with it; None if there is none.

    The letters may be in brackets: `704.5(g)`, `601.2(c)-(e)`, `704.5(f) and (g)`.
    """
    bracketed = _BRACKETED.match(text, start)
    if bracketed is not None:
        number = bracketed[1] + bracketed[2]
        return _read_on(text, Part(number, start, bracketed.end()), (_read_bracketed,))
    head = _HEAD.match(text, start)
    if head is None:
        return None
    return _read_on(text, Part(head[0].lower(), start, head.end()), (_read_end_of_range, _read_item))


def _read_on(text: str, head: Part, readers: Sequence[_TailReader]) -> Citation:
    """Return the citation that begins with a number, with its range or list.

    Args:
        text: The whole text.
        head: The number.
        readers: They are tried in order on the text after each number; the first that finds a number counts.
    """
    parts = [head]
    numbers = [head.number]
    problem: str | None = None
    form: Form = "number"
    # A list has no more items than there are letters.
    while len(parts) < len(LETTERS):
        last = parts[-1]
        tail = _read_tail(text, last, head.start, readers)
        if tail is None:
            break
        number = tail.part.number
        named = list_between(last.number, number) if tail.ends_range else (last.number, number)
        if not named and problem is None:
            problem = _describe_fault(last.number, number)
        numbers.extend(named[1:] or (number,))
        form = "range" if tail.ends_range and form == "number" else "letters"
        parts.append(tail.part)
    end = parts[-1].end
    return Citation(text[head.start : end], head.start, end, form, tuple(numbers), tuple(parts), problem=problem)


def _read_tail(text: str, last: Part, start: int, readers: Sequence[_TailReader]) -> _Tail | None:
    """Return the number that the first successful reader finds after `last`; None if none succeeds."""
    for read in readers:
        tail = read(text, last, start)
        if tail is not None:
            return tail
    return None


def read_chapter(text: str, start: int) -> Citation | None:
    """Return the chapter, or range of chapters, at `start`; None if there is none. Call it only after a cue."""
    head = _CHAPTER.match(text, start)
    if head is None:
        return None
    tail = _CHAPTERS.match(text, head.end())
    if tail is None or not 0 < int(tail["end"]) - int(head[0]) < PLAUSIBLE_CHAPTERS:
        return _cite_whole(head, "number", head[0])
    first = Part(head[0], start, head.end())
    last = Part(tail["end"], *tail.span("end"))
    numbers = list_between(first.number, last.number) or (first.number, last.number)
    return Citation(text[start : last.end], start, last.end, "range", numbers, (first, last))


def read_misprint(text: str, start: int) -> Citation | None:
    """Return the misprinted number at `start`, such as `702. 40a` or `702,40a`; None if there is none.

    Call it only after a cue.
    """
    match = _MISPRINT.match(text, start)
    return match and _cite_whole(match, "number", f"{match[1]}.{match[2]}")


def read_placeholder(text: str, start: int, *, announced: bool) -> Citation | None:
    """Return the placeholder at `start`, such as `702.xxx` or `114.x`; None if there is none.

    Args:
        text: The whole text.
        start: The offset.
        announced: Whether a cue is before it, after which `???` and `7xx` are placeholders too.
    """
    match = _PLACEHOLDER.match(text, start)
    if match is None and announced:
        match = _UNKNOWN.match(text, start)
    if match is None or not (announced or "." in match[0]):
        return None
    return Citation(match[0], *match.span(), "placeholder", (), ())


def read_name(text: str, start: int) -> Citation | None:
    """Return the number in an identifier at `start`, such as `702_5d` or `702-6a`; None if there is none.

    `614-615` are two chapters, so that no number is there.
    """
    match = _NAMED.match(text, start)
    if match is None:
        return None
    groups = match.groups("")
    chapter, rule, letter = groups[:3] if match[1] else groups[3:]
    if not letter and _is_chapter(rule, chapter):
        return None
    return _cite_whole(match, "identifier", f"{chapter}.{rule}{letter.lower()}")


def read_named_chapter(text: str, start: int) -> Citation | None:
    """Return the chapter in an identifier at `start`, as `702` in `cr_702_keywords`; None if there is none."""
    match = _NAMED_CHAPTER.match(text, start)
    return match and _cite_whole(match, "identifier", match[0])


def read_anchor(text: str, start: int) -> Citation | None:
    """Return the number that digits without a dot at `start` mean; None if there are none.

    The first three digits are the chapter: `61311` is 613.11.
    """
    match = _ANCHORED.match(text, start)
    if match is None:
        return None
    chapter, rule, letter = match.groups("")
    number = f"{chapter}.{rule}{letter}" if rule else chapter
    return _cite_whole(match, "anchor", number)


def _cite_whole(match: re.Match[str], form: Form, number: str) -> Citation:
    """Return the citation of a single number whose printed form is a whole match."""
    part = Part(number, *match.span())
    return Citation(match[0], *match.span(), form, (number,), (part,))


def _read_bracketed(text: str, last: Part, _start: int) -> _Tail | None:
    """Return the letter in brackets after a number, as the `(g)` of `704.5(f) and (g)`; None if there is none."""
    match = _ALSO_BRACKETED.match(text, last.end)
    if match is None:
        return None
    letter = match["end"]
    ends_range = match["range"] is not None
    if not ends_range and letter <= last.number[-1]:
        return None
    start, end = match.span("end")
    return _Tail(Part(complete_number(letter, last.number), start - 1, end + 1), ends_range)


def _read_end_of_range(text: str, first: Part, start: int) -> _Tail | None:
    """Return the end of a range that begins with a number; None if there is none.

    Args:
        text: The whole text.
        first: The number.
        start: Offset of the citation.
    """
    match = _RANGE.match(text, first.end) or _SPACED_RANGE.match(text, first.end) or _THROUGH.match(text, first.end)
    if match is None:
        return None
    last = complete_number(match["end"].lower(), first.number)
    is_valid = bool(list_between(first.number, last))
    if "to" in match["gap"].split():
        before = text[max(0, start - _REACH_BEFORE) : start]
        if not is_valid or _MOVED.search(before):
            return None
    if not _may_end_range(text, first, match, is_valid=is_valid):
        return None
    return _Tail(Part(last, *match.span("end")), ends_range=True)


def _may_end_range(text: str, first: Part, match: re.Match[str], *, is_valid: bool) -> bool:
    """Return whether the text after a number and a dash, or the word "through", is the end of a range.

    Args:
        text: The whole text.
        first: The number.
        match: The dash or the word, and the text after it.
        is_valid: Whether the rules between the two can be listed.
    """
    end = match["end"]
    is_lettered = first.number[-1].isalpha()
    if "." in end:  # a spaced dash before a number that ends no valid range separates two citations
        return is_valid or not match["gap"].startswith(" ")
    if end.isalpha():
        has_same_case = end.islower() or text[first.end - 1].isupper()
        return is_lettered and has_same_case
    # `CR 509.1-3` counts up; `702.40-1` and `702.4-2024` do not
    return not is_lettered and end.isdecimal() and is_valid


def _read_item(text: str, last: Part, _start: int) -> _Tail | None:
    """Return the next item of a list after a number; None if there is none."""
    match = _LISTED.match(text, last.end)
    if match is None:
        return None
    group = "letter" if match["letter"] else "end"
    end = match[group]
    if match["letter"]:
        fits = _is_later_letter(text, last.number, match)
    elif end.isalpha():
        fits = _is_next_letter(text, last, match)
    else:
        fits = match["gap"] == "/" and _counts_on(end, last.number)
    if not fits:
        return None
    return _Tail(Part(complete_number(end.lower(), last.number), *match.span(group)), ends_range=False)


def _is_later_letter(text: str, last: str, match: re.Match[str]) -> bool:
    """Return whether a letter after a comma and a blank, or after `and`, is the next item: `704.5f, g and h`.

    Args:
        text: The whole text.
        last: The number before the letter.
        match: The separator and the letter.
    """
    if not last[-1].isalpha() or match["letter"] <= last[-1]:
        return False
    has_word = match["comma"].strip(", ") != ""
    return has_word or _LIST_GOES_ON.match(text, match.end()) is not None


def _is_next_letter(text: str, last: Part, match: re.Match[str]) -> bool:
    """Return whether a letter directly after a slash or another sign is the next item of a list: `702.22j/k`.

    A capital is an item only after a capital: `702.22J/K`. After a sign other than a slash, only a later letter of the
    alphabet is an item; any other may be a variable.

    Args:
        text: The whole text.
        last: The number before the letter.
        match: The sign and the letter.
    """
    letter = match["end"]
    has_same_case = letter.islower() or text[last.end - 1].isupper()
    if not last.number[-1].isalpha() or not has_same_case:
        return False
    return match["gap"] == "/" or letter.lower() > last.number[-1]


def _counts_on(end: str, last: str) -> bool:
    """Return whether digits after a slash are a later rule of the same chapter, as the `2d` of `601.2c/2d`.

    They are not if they are lower, as in `704.5/4`, or another chapter. Three digits that can be a chapter are a rule
    only if that rule is close to the last, as in `702.99/100`.
    """
    if last[-1].isalpha() and not end[-1].isalpha():
        return False
    if _is_chapter(end, chapter_of(last)):
        return False
    number = complete_number(end.lower(), last)
    if len(end) == 3 and end.isdecimal() and is_plausible(end):
        rule = without_letters(last)
        return any(number == number_beside(rule, ahead) for ahead in range(1, _CLOSE + 1))
    return sort_key(number) > sort_key(last)


def _is_chapter(digits: str, chapter: str) -> bool:
    """Return whether digits after the number of a chapter must be another chapter, because they are higher.

    No chapter has as many rules as its own number says: the largest, those of keywords, have far fewer than 700.
    """
    return digits.isdecimal() and int(digits) > int(chapter)


def _describe_fault(first: str, last: str) -> str | None:
    """Return what is wrong with a range or list from one number to another; None if nothing is."""
    is_of_one_rule = without_letters(first) == without_letters(last)
    if chapter_of(first) != chapter_of(last):
        return "a range over two chapters"
    if is_of_one_rule and (first[-1] in "lo" or last[-1] in "lo"):
        return "a range that ends in a letter which the rules do not use"
    if sort_key(first) > sort_key(last):
        return "a range that runs backwards"
    if is_of_one_rule:
        return "a range of one rule"
    return None
