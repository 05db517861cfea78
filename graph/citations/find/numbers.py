"""Read a printed number, with the range or list that begins with it, as a citation.

A *part* is a number as printed in a citation, and a *tail* a part that continues it: of `601.2e-g`, the parts are
`601.2e` and `g`, of which the second is a tail. A *cue* is the word before a number that announces it: `CR`, `rule`.

Each reader returns a citation of one form, or None if its form is not at the given offset:

| reader | forms |
|---|---|
| `read_number` | `702.40a`, `704.5(g)`; with a range or list: `601.2e-g`, `702.22j/k` |
| `read_chapter` | `702`, `702-704`; after a cue only |
| `read_misprint` | `702. 40a`, `702,40a`; after a cue only |
| `read_placeholder` | `702.xxx`; after a cue also `???` |
| `read_name` | the `702_5d` of `cr_702_5d` |
| `read_named_chapter` | the `702` of `cr_702_keywords` |
| `read_anchor` | the `61311` of `#R61311` |

Every pattern is bounded and matched at a given offset, so that the work is linear in the text read.
"""

import re
from collections.abc import Sequence

from graph.citations.find.number_forms import DASH, DOTTED, END, PLAUSIBLE_CHAPTERS, must_be_chapter
from graph.citations.find.tails import Tail, read_bracketed_tail, read_tail
from graph.citations.records import Citation, Form, Part
from rules.late_patterns import compile_late
from rules.number_ranges import list_between
from rules.numbers import LETTERS, chapter_of, sort_key, without_letters

_NUMBER = compile_late(rf"{DOTTED}(?:[aA]?[a-zA-Z](?![A-Za-z0-9]|_[A-Za-z0-9]))?{END}")
"""`702.40`, `702.40a`, or `704.5aa`, the rule after 704.5z."""
_BRACKETED = compile_late(rf"(?P<rule>{DOTTED})\((?P<letter>[a-z])\)(?![\w(])")
"""`704.5(g)`; not `704.5(g)(1)`, which is how laws are numbered."""
_MISPRINT = compile_late(rf"(?P<chapter>[1-9]\d\d)(?:\. | \.|, ?)(?P<rule>[1-9]\d{{0,2}}[a-z]){END}")
"""A number with a blank on one side of its dot, or with a comma instead of the dot; safe only after a cue."""
_CHAPTER = compile_late(r"[1-9]\d\d(?![A-Za-z0-9_%°]|[.,]\d|\.[xX])")
"""Three digits that are no percentage, no amount and no part of a longer number or name."""
_LAST_CHAPTER = compile_late(
    rf"(?:{DASH}|[ \xa0](?:through|to)[ \xa0]| – )(?P<end>[1-9]\d\d)(?![A-Za-z0-9_%°]|[.,]\d|{DASH}\d)"
)
"""The end of a range of chapters: `-704`, ` through 704`."""
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
"""`???`, `XXX`, `TBD.n`: placeholders of which only a cue shows that a rule is meant."""
_NAMED = compile_late(
    r"""
    (?P<chapter>[1-9]\d\d)[_-](?P<rule>[1-9]\d{0,2})
    (?P<letter>
          [a-zA-Z]?(?![a-zA-Z0-9])      # at the end of a part of the identifier: cr_702_5d, rule-702-6a, cr_702_5
        | [a-z](?=[A-Z])                # before a word with a capital: cr702_5dDies
    )
    """,
    re.VERBOSE,
)
"""The number in an identifier; the group `letter` is empty if it has no letter."""
_NAMED_CHAPTER = compile_late(r"[1-9]\d\d(?![0-9.])")
"""The three digits of `cr_702_keywords`."""
_ANCHORED = compile_late(r"(?P<chapter>[1-9]\d\d)(?:(?P<rule>[1-9]\d{0,2})(?P<letter>[a-z])?)?(?![A-Za-z0-9])")
"""A number without its dot: `61311`, `7025d`; or a chapter, `702`."""


def read_number(text: str, start: int) -> Citation | None:
    """Return the number with a dot at `start`, with the range or list that begins with it; None if there is none.

    The letters may be in brackets: `704.5(g)`, `601.2(c)-(e)`, `704.5(f) and (g)`.
    """
    bracketed = _BRACKETED.match(text, start)
    if bracketed is not None:
        number = bracketed["rule"] + bracketed["letter"]
        return _read_on(text, Part(number, start, bracketed.end()), in_brackets=True)
    plain = _NUMBER.match(text, start)
    if plain is None:
        return None
    return _read_on(text, Part(plain[0].lower(), start, plain.end()), in_brackets=False)


def _read_on(text: str, first: Part, *, in_brackets: bool) -> Citation:
    """Return the citation that begins with a number, with its range or list.

    For the 601.2e of `601.2e-g, k` it has three parts and the numbers 601.2e, 601.2f, 601.2g and 601.2k.

    Args:
        text: The whole text.
        first: The number.
        in_brackets: Whether the letter of the number, and so those after it, are in brackets.
    """
    tails = _read_tails(text, first, in_brackets=in_brackets)
    parts = (first, *(tail.part for tail in tails))
    end = parts[-1].end
    return Citation(
        raw=text[first.start : end],
        start=first.start,
        end=end,
        form=_find_form(tails),
        numbers=_list_numbers(first, tails),
        parts=parts,
        problem=_find_problem(first, tails),
    )


def _list_numbers(first: Part, tails: Sequence[Tail]) -> tuple[str, ...]:
    """Return all numbers that a citation names, with those between the ends of its ranges.

    Args:
        first: The first number.
        tails: The ends of ranges and the items of lists after it.
    """
    numbers = [first.number]
    for tail in tails:
        number = tail.part.number
        covered = list_between(numbers[-1], number) if tail.ends_range else ()
        if covered:
            numbers += covered[1:]  # the first of them is listed already
        else:
            numbers.append(number)
    return tuple(numbers)


def _find_problem(first: Part, tails: Sequence[Tail]) -> str | None:
    """Return the problem of the first range that cannot be right; None if all can be. See `_list_numbers`."""
    before = first.number
    for tail in tails:
        number = tail.part.number
        if tail.ends_range and not list_between(before, number):
            problem = _describe_problem(before, number)
            if problem is not None:
                return problem
        before = number
    return None


def _read_tails(text: str, first: Part, *, in_brackets: bool) -> list[Tail]:
    """Return the ends of ranges and the items of lists after a number; the arguments are those of `_read_on`."""
    tails: list[Tail] = []
    last = first
    # A list has fewer further items than there are letters.
    while len(tails) + 1 < len(LETTERS):
        tail = read_bracketed_tail(text, last) if in_brackets else read_tail(text, last, first)
        if tail is None:
            break
        tails.append(tail)
        last = tail.part
    return tails


def _find_form(tails: Sequence[Tail]) -> Form:
    """Return the form of a citation by what continues its first number; a list with a range in it is a list."""
    if not tails:
        return "number"
    is_one_range = len(tails) == 1 and tails[0].ends_range
    return "range" if is_one_range else "letters"


def read_chapter(text: str, start: int) -> Citation | None:
    """Return the chapter, or range of chapters, at `start`; None if there is none. Call it only after a cue."""
    match = _CHAPTER.match(text, start)
    if match is None:
        return None
    range_end = _LAST_CHAPTER.match(text, match.end())
    if range_end is None or not 0 < int(range_end["end"]) - int(match[0]) < PLAUSIBLE_CHAPTERS:
        return _cite_whole(match, "number", match[0])
    first = Part(match[0], start, match.end())
    last = Part(range_end["end"], *range_end.span("end"))
    numbers = list_between(first.number, last.number) or (first.number, last.number)
    return Citation(
        raw=text[start : last.end], start=start, end=last.end, form="range", numbers=numbers, parts=(first, last)
    )


def read_misprint(text: str, start: int) -> Citation | None:
    """Return the misprinted number at `start`, such as `702. 40a` or `702,40a`; None if there is none.

    Call it only after a cue.
    """
    match = _MISPRINT.match(text, start)
    if match is None:
        return None
    return _cite_whole(match, "number", f"{match['chapter']}.{match['rule']}")


def read_placeholder(text: str, start: int, *, announced: bool) -> Citation | None:
    """Return the placeholder at `start`, such as `702.xxx` or `114.x`; None if there is none.

    Args:
        text: The whole text.
        start: The offset.
        announced: Whether a cue is before it. Then `7xx` and `???` are placeholders too; without a cue, only a text
            with a dot is one.
    """
    match = _PLACEHOLDER.match(text, start)
    if announced:
        match = match or _UNKNOWN.match(text, start)
    elif match is not None and "." not in match[0]:
        match = None
    if match is None:
        return None
    return Citation(match[0], *match.span(), "placeholder", (), ())


def read_name(text: str, start: int) -> Citation | None:
    """Return the number in an identifier at `start`, such as `702_5d` or `702-6a`; None if there is none.

    `614-615` are two chapters, so that no number is there.
    """
    match = _NAMED.match(text, start)
    if match is None:
        return None
    chapter, rule, letter = match["chapter"], match["rule"], match["letter"]
    if not letter and must_be_chapter(rule, chapter):
        return None
    return _cite_whole(match, "identifier", f"{chapter}.{rule}{letter.lower()}")


def read_named_chapter(text: str, start: int) -> Citation | None:
    """Return the chapter in an identifier at `start`, as `702` in `cr_702_keywords`; None if there is none."""
    match = _NAMED_CHAPTER.match(text, start)
    if match is None:
        return None
    return _cite_whole(match, "identifier", match[0])


def read_anchor(text: str, start: int) -> Citation | None:
    """Return the number that digits without a dot at `start` mean; None if there are none.

    The first three digits are the chapter: `61311` is 613.11.
    """
    match = _ANCHORED.match(text, start)
    if match is None:
        return None
    number = match["chapter"]
    if match["rule"] is not None:
        number += f".{match['rule']}{match['letter'] or ''}"
    return _cite_whole(match, "anchor", number)


def _cite_whole(match: re.Match[str], form: Form, number: str) -> Citation:
    """Return the citation of a single number.

    Args:
        match: The number as printed, and nothing else.
        form: How the number is written.
        number: The number in full: `613.11` for a match of `61311`.
    """
    part = Part(number, *match.span())
    return Citation(match[0], *match.span(), form, (number,), (part,))


def _describe_problem(first: str, last: str) -> str | None:
    """Return the problem of a range whose numbers cannot be listed; None if the range can be right.

    Right is, for example, `702.4a-702.5`, whose numbers cannot be listed without an edition.
    """
    is_of_one_rule = without_letters(first) == without_letters(last)
    if chapter_of(first) != chapter_of(last):
        return None if sort_key(first) < sort_key(last) else "a range over two chapters that runs backwards"
    if is_of_one_rule and (first[-1] in "lo" or last[-1] in "lo"):
        return "a range that ends in a letter which the rules do not use"
    if sort_key(first) > sort_key(last):
        return "a range that runs backwards"
    if is_of_one_rule:
        return "a range of one rule"
    return None
