"""Reading one citation: the words that announce it (its cue), its number with a range or list, its edition (its stamp).

Cues: `CR 702.40a`, `rule⏎// 702.40a`, `Comprehensive Rules section 903.9`, `[**CR** 613.7]`, `cr!("604.3")`,
`"rule": "702.63b"`. A cue is *sure* if it can hardly mean anything else (`CR`, `C.R.`, `Comprehensive Rules`, `MTG
rule`); otherwise the number's form and the rest of the file must confirm it.

Numbers: `702.40a`, `601.2e-g`, `702.178–702.179`, `509.1-3`, `702.22j/k`, `601.2c/2d`, `704.5(g)`, `702_5d` in a name,
`61311` in an address, `702.xxx`.

Stamps: the edition written beside it, `CR 702.40a @2024-11-08`, `MagicCompRules 20251114.txt, Rule 701`.

Guarantees: a cue is searched within `REACH` characters before a number, and every pattern of a number is bounded and
matched at a given place, so reading is linear in the text read.
"""

import re
from typing import NamedTuple

from graph.citations.records import REACH, Citation, Form, Part
from rules.late_patterns import compile_late
from rules.numbers import LETTERS, chapter_of, complete_number, list_between, number_beside, sort_key, without_letters

SPACE = "(?:[ \t\xa0\u2007\u2009\u202f]|&nbsp;|&#160;|&#xa0;|&#xA0;|&thinsp;)"
LINE_END = r"[ \t]{0,4}[\"'\\+.]{0,3}[ \t]?\r?\n[ \t]{0,40}(?:[-/*#;>%|!\"'+]{1,4}[ \t]{0,8}[\"']?)?"
"""One end of a line, with the marks of a comment or of joined strings."""

_MAGIC = r"(?:MTG|Mtg|mtg|Magic)(?:: [Tt]he [Gg]athering)?(?:['’]s)?[ \t-]"
_CUE = (
    rf"(?P<sure>(?:{_MAGIC})?(?:[Cc]omp(?:rehensive|\.)?[ -]?[Rr]ule(?:s|book)?|COMPREHENSIVE RULES?)"
    r"(?:[ ]\(CR\))?(?:,?[ ](?:[Ss]ection|[Rr]ule|[Cc]hapter|[Ss]ubrule)s?)?"
    rf"|MagicCompRules?|MTGCR|{_MAGIC}(?:[Rr]ule|RULE)s?|(?<!\.)C\.[ ]?R\.|CRs?)"
    r"|(?P<weak>(?:[Ss]ub-?)?[Rr]ules?|(?:SUB)?RULES?|cr|Cr|[Rr]uling|[Ss]ections?|SECTION|[Cc]hapters?|§{1,2}"
    r"|[Rr](?:egeln?|[èe]gles?|eglas?|egras?|egol[ae])|[Пп]равил[оа]|[Zz]asad[ay]|规则|規則|ルール|규칙)"
)
_MARKS = r"[(\[{<`'\"*_]{1,4}"
_GAP = (
    rf"(?P<gap>{SPACE}{{0,8}}(?:{LINE_END})?{SPACE}{{0,2}}"
    rf"(?:(?:(?i:no|nos|number|numbers|section|rule|sec)s?\.?|§{{1,2}}){SPACE}{{1,2}}|§{{1,2}})?"
    rf"(?:[-:.#|=\u2010\u2011]{SPACE}{{0,2}})?(?:{_MARKS})?{SPACE}{{0,1}})"
)
_CODE_GAP = (
    rf"(?P<code>[\"'`)*!\]]{{0,3}}{SPACE}{{0,8}}(?::=|=>|[:=])?{SPACE}{{0,8}}(?:\r?\n[ \t]{{0,40}})?"
    rf"[(\[{{<\"'`*]{{1,4}})"
)
_BEHIND = compile_late(rf"(?<![A-Za-z0-9])(?<![A-Za-z0-9]-)(?:{_CUE})(?:{_GAP}|{_CODE_GAP})\Z")

_DATE = r"(?:19|20)\d\d(?:-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])|(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))(?!\d)"
_FILE_DATE = rf"(?:{_DATE}|(?:19|20)\d\d/(?:0[1-9]|1[0-2])/(?:0[1-9]|[12]\d|3[01])(?!\d))"
FILE = rf"(?:Magic|MTG|Mtg|mtg)?[ _-]?Comp(?:rehensive)?[ _-]?Rules[ _-]{{0,2}}(?P<file>{_FILE_DATE})(?:\.\w{{2,4}})?"
_SET = r"[A-Z]\d\d|(?=[A-Z0-9]{0,2}[A-Z])[A-Z0-9]{3}(?= (?:edition|rules|CR))"
_STAMP_BEHIND = compile_late(
    rf"\s?@\s?(?P<at>{_DATE}|[A-Z0-9]{{3}}(?!\w))"
    rf"|\s?[(\[](?:CR |as of |of |effective |per |v\.? ?|edition )?(?:(?P<date>{_DATE})|(?P<set>{_SET}))"
    r"(?: edition| rules| CR)?[)\]]"
    rf"|,? (?:as of|effective) (?P<since>{_DATE})"
    rf"|,?\s{{0,2}}(?:(?:of|in|from|per) )?[(\[`]{{0,2}}{FILE}"
)
"""The stamp behind a citation. Three capitals alone in parentheses are often an abbreviation of something else, so the
code of a set must have digits, or a word for an edition behind it."""
_STAMP_BEFORE = compile_late(
    rf"(?:(?:^|\n)[ \t]*|//+|/\*+|[#*;]|--)[ \t]{{0,3}}(?P<date>{_DATE})[ \t]{{0,3}}(?:[-–—:,/|][ \t]{{0,3}})?"
    rf"(?:(?:CR|[Rr]ules?)[ \t:]{{1,2}})?\Z|(?:CR|[Rr]ules?)[ @(]{{1,2}}(?P<cued>{_DATE})\)?[ ,:]{{1,2}}\Z"
    rf"|{FILE}[`)\]]{{0,2}}[,:]?\s{{1,2}}(?:[Rr]ules? |CR ?)?\Z"
)


class Cue(NamedTuple):
    """A word that announces a number.

    Attributes:
        word: In lower case, with single blanks.
        start: Its offset.
        sure: Whether it can hardly mean anything but the Comprehensive Rules.
        gap: The text between it and the number.
        in_code: Whether that text is code (`"rule": "`, `cr!(`).
    """

    word: str
    start: int
    sure: bool
    gap: str
    in_code: bool


def cue_before(text: str, number_start: int) -> Cue | None:
    """Return the cue that announces the number beginning at `number_start`."""
    window = max(0, number_start - REACH)
    before = text[window:number_start].lower()
    # Each cue contains one of these, and few bare numbers are preceded by one; a loop over them takes thrice as long.
    if not (
        "rul" in before
        or "cr" in before
        or "section" in before
        or "chapter" in before
        or "§" in before
        or "c.r" in before
        or "c. r" in before
        or "reg" in before
        or not before.isascii()
    ):
        return None
    match = _BEHIND.search(text, window, number_start)
    if match is None:
        return None
    word, gap = match["sure"] or match["weak"], match["gap"]
    in_code = gap is None
    return Cue(
        word=" ".join(word.lower().split()),
        start=match.start(),
        sure=match["sure"] is not None,
        gap=match["code"] if in_code else gap,
        in_code=in_code,
    )


_CHAPTER_AHEAD = r"[1-9]\d[\dxX](?![A-Za-z0-9_%]|[.,]\d)"
_MISPRINT_AHEAD = r"[1-9]\d\d(?:\. | \.|, ?)\d"
_UNKNOWN_AHEAD = r"\?\?|XXX|xxx|TBD|TODO|NNN|[1-9][xX]"
CHAPTER_CUES = tuple(
    (letters, compile_late(rf"{cue}{_GAP}(?=[1-9?XxTN])(?={_CHAPTER_AHEAD}|{_MISPRINT_AHEAD}|{_UNKNOWN_AHEAD})"))
    for letters, cue in (
        ("CR", "CRs?"),
        ("C.", r"C\.[ ]?R\."),
        ("ule", "ules?(?:book)?"),
        ("ULE", "ULES?"),
        ("ection", "ections?"),
        ("§", "§"),
    )
)
"""The cues before something other than a number with a dot (a chapter, a placeholder, a misprint), with letters that
every match has; a small file needs one or two of the six."""
NAMED_PLACE = compile_late(r"(?:C[Rr]|cr|ules?|ULES?)[_-]?(?=[1-9]\d\d(?![0-9.]))")
_NAME_CUE = compile_late(
    r"(?:(?<![A-Za-z])|(?<=[a-z])(?=[A-Z]))(?P<cue>[Cc][Rr]|[Rr]ules?|RULES?|[Cc]omp_?[Rr]ules?)"
    r"[_-]?(?:[A-Za-z]{1,20}[_-]){0,3}\Z"
)


def name_cue_before(text: str, number_start: int) -> tuple[str, int] | None:
    """Return the cue in the identifier around a number, and its offset: `cr` of `real_cr_trigger_603_3b_shape`."""
    low = max(0, number_start - REACH)
    match = _NAME_CUE.search(text[low:number_start])
    return (match["cue"].lower(), low + match.start()) if match else None


PLAUSIBLE_CHAPTERS = 50
"""Chapters of a section begin with N00; none has come near N50 since 1999. Numbers from there on are rejected or
less certain, unless a sure cue precedes a number with a dot."""

_DOT = r"[1-9]\d\d\.[1-9]\d{0,2}(?!\d)"
_END = r"(?![A-Za-z0-9]|_[A-Za-z0-9]|\.\d|,\d{3}(?!\d|\.))"
"""After a number: no letter or digit, no longer name or decimal fraction. `_CR 702.40a_` is markup."""
_AFTER_LETTER = r"(?![A-Za-z0-9'’]|_[A-Za-z0-9]|\.\w|/[A-Za-z]{2})"
"""After a letter that is an item of a list: the `e` of `104.2b, e.g.` and the `s` of `s/he` are not."""
_DASH = "(?:[-\u2010\u2011\u2012\u2013\u2212]{1,2}|&ndash;|&#8211;|&#x2013;)"

_HEAD = compile_late(rf"{_DOT}(?:[aA]?[a-zA-Z](?![A-Za-z0-9]|_[A-Za-z0-9]))?{_END}")
_BRACKETED = compile_late(rf"({_DOT})\(([a-z])\)(?![\w(])")
"""`704.5(g)`; not `704.5(g)(1)`, which is how laws are numbered."""
_MISPRINT = compile_late(rf"([1-9]\d\d)(?:\. | \.|, ?)([1-9]\d{{0,2}}[a-z]){_END}")
"""A blank on one side of the dot, or a comma instead of it; safe only behind a cue."""
_CHAPTER = compile_late(r"[1-9]\d\d(?![A-Za-z0-9_%°]|[.,]\d|\.[xX])")
_PLACEHOLDER = compile_late(
    r"(?:[1-9](?:\d\d|\d[xX]|[xX]{2})\.(?:[xXnN]{1,3}[a-z]?|[?*#]{1,3}|<\w{1,12}>)|[1-9]\d{0,1}[xX]{1,2})(?![A-Za-z0-9])"
)
_UNKNOWN = compile_late(r"\?{2,4}|(?:[xX]{3}|TBD|TODO|NNN)(?:\.[xXnN]{1,3})?(?![A-Za-z0-9])")

_RANGE = compile_late(
    rf"(?P<gap>{_DASH}|\.\.=?|\u2014(?! ))(?P<end>{_DOT}[a-zA-Z]?|[1-9]\d{{0,2}}[a-z]?|[a-zA-Z]){_END}(?!['’])"
)
_SPACED_RANGE = compile_late(rf"(?P<gap> [-–] )(?P<end>{_DOT}[a-zA-Z]?{_END}|[b-hj-z]{_AFTER_LETTER})")
_THROUGH = compile_late(
    r"(?P<gap>[ \xa0\n]{1,2}(?:through|thru|to)[ \xa0\n]{1,2}(?:(?:CR|[Rr]ule|[Ss]ubrule)s?[ \xa0])?)"
    rf"(?P<end>{_DOT}[a-zA-Z]?{_END}|[b-hj-z]{_AFTER_LETTER})"
)
_MOVED = compile_late(
    r"(?:\b(?:from|renumber\w*|mov\w+|chang\w+|bump\w*|renam\w+|shift\w*|updat\w+)\b[^\n]{0,20})$", re.IGNORECASE
)
"""Words before `702.36e to 702.37e` that make these an old and a new number, not the ends of a range."""
_CHAPTERS = compile_late(
    rf"(?P<gap>{_DASH}|[ \xa0](?:through|to)[ \xa0]| – )(?P<end>[1-9]\d\d)(?![A-Za-z0-9_%°]|[.,]\d|{_DASH}\d)"
)
_LISTED = compile_late(
    rf"(?P<gap>/|[,+&])(?P<end>[1-9]\d{{0,2}}[a-zA-Z]?(?![\w-]|\.\d|/\d{{3}})|[a-zA-Z]{_AFTER_LETTER})"
    rf"|(?P<comma>, (?:and |or |& )?|,? (?:and|or|&|\+) )(?P<letter>[b-hj-z]){_AFTER_LETTER}(?!\s?[=<>])"
)
_LIST_GOES_ON = compile_late(r"[,;:.)\]`'\"*]|\s{0,3}$|\s(?:and|or|&)\s|\s*\n", re.MULTILINE)
"""After a letter behind a comma and a blank: in `601.2b, x is chosen` the x is not an item of a list."""
_ALSO_BRACKETED = compile_late(
    rf"(?:(?P<range>{_DASH}|[ \xa0](?:through|thru|to)[ \xa0])|/|, ?(?:(?:and|or|&) )?| (?:and|or|&) )"
    r"\((?P<end>[a-z])\)(?![\w(])"
)

_CLOSE = 9
"""Maximum distance from the number before a slash to three digits behind it that are a rule of the same chapter, as in
`702.99/100`, although they could be a chapter's number. In 31 public trees all that were farther were chapters."""
_NAMED = compile_late(
    r"([1-9]\d\d)[_-]([1-9]\d{0,2})([a-zA-Z])?(?![a-zA-Z0-9])|([1-9]\d\d)[_-]([1-9]\d{0,2})([a-z])(?=[A-Z])"
)
_NAMED_CHAPTER = compile_late(r"[1-9]\d\d(?![0-9.])")
_ANCHORED = compile_late(r"([1-9]\d\d)(?:([1-9]\d{0,2})([a-z])?)?(?![A-Za-z0-9])")


def is_plausible(number: str) -> bool:
    """Return whether a chapter of that number is plausible (see `PLAUSIBLE_CHAPTERS`)."""
    return int(number[1:3]) < PLAUSIBLE_CHAPTERS


def read_number(text: str, start: int) -> Citation | None:
    """Return a number with a dot, with the range or list that begins with it; None if there is none at `start`.

    The letters may be in brackets: `704.5(g)`, `601.2(c)-(e)`, `704.5(f) and (g)`.
    """
    bracketed = _BRACKETED.match(text, start)
    head = bracketed or _HEAD.match(text, start)
    if head is None:
        return None
    readers = (_read_bracketed,) if bracketed else (_range_tail, _list_tail)
    numbers = [bracketed[1] + bracketed[2] if bracketed else head[0].lower()]
    parts, problem = [Part(numbers[0], start, head.end())], None
    form: Form = "number"
    # A list has no more items than there are letters.
    while len(parts) < len(LETTERS):
        tails = (read(text, parts[-1].end, numbers[-1], start) for read in readers)
        part, ends_range = next(filter(None, tails), (None, False))
        if part is None:
            break
        inside = list_between(numbers[-1], part.number) if ends_range else (numbers[-1], part.number)
        problem = problem or (None if inside else _fault(numbers[-1], part.number))
        numbers += inside[1:] or (part.number,)
        form = "range" if ends_range and form == "number" else "letters"
        parts.append(part)
    end = parts[-1].end
    return Citation(text[start:end], start, end, form, tuple(numbers), tuple(parts), problem=problem)


def read_chapter(text: str, start: int) -> Citation | None:
    """Return three digits, or a range of chapters. Call it only behind a cue."""
    head = _CHAPTER.match(text, start)
    if head is None:
        return None
    tail = _CHAPTERS.match(text, head.end())
    if tail is None or not 0 < int(tail["end"]) - int(head[0]) < PLAUSIBLE_CHAPTERS:
        return _print_one(head, "number", head[0])
    parts = (Part(head[0], start, head.end()), Part(tail["end"], tail.start("end"), tail.end("end")))
    numbers = list_between(head[0], tail["end"]) or (head[0], tail["end"])
    return Citation(text[start : parts[1].end], start, parts[1].end, "range", numbers, parts)


def read_misprint(text: str, start: int) -> Citation | None:
    """Return a misprinted number: `702. 40a`, `702,40a`. Call it only behind a cue."""
    match = _MISPRINT.match(text, start)
    return match and _print_one(match, "number", f"{match[1]}.{match[2]}")


def read_placeholder(text: str, start: int, *, announced: bool) -> Citation | None:
    """Return a placeholder: `702.xxx`, `114.x`; behind a cue, also `???`, `7xx`."""
    match = _PLACEHOLDER.match(text, start)
    if match is None and announced:
        match = _UNKNOWN.match(text, start)
    if match is None or not (announced or "." in match[0]):
        return None
    return Citation(match[0], *match.span(), "placeholder", (), ())


def read_name(text: str, start: int) -> Citation | None:
    """Return the part of an identifier that is a number: `702_5d` or `702-6a`; `614-615` are two chapters."""
    match = _NAMED.match(text, start)
    if match is None:
        return None
    chapter, rule, letter = match.groups("")[:3] if match[1] else match.groups("")[3:]
    if not letter and _is_chapter(rule, chapter):
        return None
    return _print_one(match, "identifier", f"{chapter}.{rule}{letter.lower()}")


def read_named_chapter(text: str, start: int) -> Citation | None:
    """Return the part of an identifier that is a chapter: `702` in `cr_702_keywords`."""
    match = _NAMED_CHAPTER.match(text, start)
    return match and _print_one(match, "identifier", match[0])


def read_anchor(text: str, start: int) -> Citation | None:
    """Return the number that an anchor's digits mean: `61311` is 613.11, as the first three digits are the chapter."""
    match = _ANCHORED.match(text, start)
    return match and _print_one(match, "anchor", f"{match[1]}.{match[2]}{match[3] or ''}" if match[2] else match[1])


def _print_one(match: re.Match[str], form: Form, number: str) -> Citation:
    return Citation(match[0], *match.span(), form, (number,), (Part(number, *match.span()),))


def _read_bracketed(text: str, position: int, last: str, _start: int) -> tuple[Part, bool] | None:
    """Return what `_range_tail` and `_list_tail` do where the letters are in brackets."""
    tail = _ALSO_BRACKETED.match(text, position)
    if tail is None or not (tail["range"] or tail["end"] > last[-1]):
        return None
    number = complete_number(tail["end"], last)
    return Part(number, tail.start("end") - 1, tail.end("end") + 1), tail["range"] is not None


def _range_tail(text: str, position: int, first: str, start: int) -> tuple[Part, bool] | None:
    """Return the end of a range that begins with a citation's last number so far, and True; None if there is none.

    Args:
        text: The whole text.
        position: Offset after the number `first`.
        first: The number before.
        start: Offset of the citation.
    """
    tail = _RANGE.match(text, position) or _SPACED_RANGE.match(text, position) or _THROUGH.match(text, position)
    if tail is None:
        return None
    end, gap, lettered = tail["end"], tail["gap"], first[-1].isalpha()
    last = end.lower() if "." in end else complete_number(end.lower(), first)
    inside = list_between(first, last)
    if "to" in gap.split() and (not inside or _MOVED.search(text[max(0, start - 40) : start])):
        return None
    if "." in end:  # a spaced dash before a number that ends no valid range separates two citations
        fits = bool(inside) or not gap.startswith(" ")
    elif end.isalpha():
        fits = lettered and (end.islower() or text[position - 1].isupper())
    else:  # `CR 509.1-3` counts up; `702.40-1` and `702.4-2024` do not
        fits = not lettered and end.isdecimal() and bool(inside)
    return (Part(last, *tail.span("end")), True) if fits else None


def _list_tail(text: str, position: int, last: str, _start: int) -> tuple[Part, bool] | None:
    """Return the next number of a list, and False; takes the arguments of `_range_tail`."""
    tail = _LISTED.match(text, position)
    if tail is None:
        return None
    lettered, group = last[-1].isalpha(), "letter" if tail["letter"] else "end"
    end = tail[group]
    if tail["letter"]:
        goes_on = tail["comma"].strip(", ") or _LIST_GOES_ON.match(text, tail.end())
        fits = lettered and end > last[-1] and bool(goes_on)
    elif end.isalpha():
        # Behind another sign than a slash, only a later letter is an item; any other may be a variable.
        is_next = tail["gap"] == "/" or end.lower() > last[-1]
        fits = lettered and is_next and end.islower() == last[-1].islower()
    else:
        fits = tail["gap"] == "/" and (end[-1].isalpha() or not lettered) and _counts_on(end, last)
    return (Part(complete_number(end.lower(), last), *tail.span(group)), False) if fits else None


def _counts_on(end: str, last: str) -> bool:
    """Return whether `2d` may follow `601.2c/`: not if it goes back, as in `704.5/4`, nor if it is another chapter.

    Three digits that can be a chapter are a rule only if it is near, as in `702.99/100`.
    """
    number = complete_number(end.lower(), last)
    if _is_chapter(end, chapter_of(last)):
        return False
    if len(end) == 3 and end.isdecimal() and is_plausible(end):
        return any(number == number_beside(without_letters(last), ahead) for ahead in range(1, _CLOSE + 1))
    return sort_key(number) > sort_key(last)


def _is_chapter(digits: str, chapter: str) -> bool:
    """Return whether digits behind a chapter's number must be another chapter: no chapter has so many rules.

    The chapters of keywords, which have the most rules, have far fewer than their own number.
    """
    return digits.isdecimal() and int(digits) > int(chapter)


def _fault(first: str, last: str) -> str | None:
    """Return what is wrong with a range whose numbers cannot be listed; None if nothing is."""
    if chapter_of(first) != chapter_of(last):
        return "a range over two chapters"
    if without_letters(first) == without_letters(last) and (first[-1] in "lo" or last[-1] in "lo"):
        return "a range that ends in a letter which the rules do not use"
    if sort_key(first) > sort_key(last):
        return "a range that runs backwards"
    return "a range of one rule" if without_letters(first) == without_letters(last) else None


class Stamp(NamedTuple):
    """The edition written for a citation, its offset, and whether it is before the citation."""

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
        return read_stamp(behind, before=False)
    low = max(0, start - 48)
    before = text[low:start]
    if before[-1:].isdigit() or before.rstrip(" \t-–—:,/|)]`(.txpdfCRrules")[-1:].isdigit():
        match = _STAMP_BEFORE.search(before)
        if match is not None:
            return read_stamp(match, before=True, offset=low)
    return None


def read_stamp(match: re.Match[str], *, before: bool, offset: int = 0) -> Stamp:
    """Return the stamp in the group of a match; `offset` is that of the text that was searched."""
    group = match.lastgroup or 0
    return Stamp(match[group], offset + match.start(group), before)
