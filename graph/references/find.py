"""Finding the references in a text, with exact spans, by their printed forms only, without data of an edition.

History: the forms were collected from all editions of 1999-04-21 to 2026-04-17. Until 2019 nearly every number follows
the word "rule" or "section"; after that bare numbers are common. Titles follow the number in quotes.

Results: one `Reference` per printed item, without source, field and targets, which `resolve` adds. `rules 409.1b and
409.1f-h` has two items, `409.1b` and `409.1f-h`, so that a page can link each; the word "rules" is in neither. A quoted
title belongs to the item before it.

A number with a dot is always a reference, unless its neighbours show that it is an amount. Three digits alone are a
chapter, and one digit is a section, only after a word such as "rule" or "section": otherwise they are a count or a life
total.

`expand` names the numbers of an item: `409.1f-h` → 409.1f, 409.1g, 409.1h. If an edition has both ends of a range, only
the numbers between that it has are returned.

Glossary entries are named in quotes: `See glossary, "Stack."`, `under "Land Types" in the glossary`; from 2001 to 2009,
mostly for the lists of subtypes that were then in the glossary. 1999-11-01 has the pointer after the term instead:
`"timestamp order." (See Glossary.)`. The word "glossary" must be next to the quotes in one of the known forms, because
`Terms marked "(Obsolete)" in this glossary` names no entry.
"""

import re
from collections.abc import Container, Iterable, Iterator
from functools import lru_cache
from itertools import islice

from rules.numbers import NUMBER, RULING, RULING_START, RULING_STEM, complete_number, list_between, regular_ruling
from rules.records import Reference, ReferenceKind

DASHES = "\\-\u2010\u2011\u2012\u2013\u2212?\ufffd"
"""Characters between the ends of a range, for use in a regex character class. `?` and U+FFFD are en dashes that a copy
lost; the em dash is excluded, because it begins a clause."""

_SEPARATOR = re.compile(rf"\s*[{DASHES}]\s*|\s+through\s+(?:(?:sub)?rules?\s+)?", re.IGNORECASE)
_DOTTED = r"[1-9]\d\d\.[1-9]\d{0,2}(?:[a-z]{1,2})?"
_CHAPTER = r"[1-9]\d\d"
_ENDS = r"(?![\w%°/]|[.,]\d|\.[a-z]|\s?(?:percent|million|inches|dollars|euros?)\b)"
_CUE = r"(?:sub)?rules?|sections?|chapters?"
_QUOTES = '"“”\ufffd?'

_MIGHT_HOLD_ONE = re.compile(r"\d\.\d|[1-9]\d\d|[Ss]ections? \d|[A-Z]\.[\d*]|\b[Ss]ee\b|lossary|Appendix")
"""A cheap test that most passages fail."""

_ANCHOR = re.compile(
    rf"\b(?P<cue>(?i:{_CUE}))(?:\s{{1,3}}(?=[1-9]|{RULING_START})|(?={_DOTTED}))"
    rf"|\b[Ss]ee(?:\s{{1,3}}also)?\s{{1,3}}(?P<seen>{_CHAPTER})(?=[.;)]|$|,\s[{_QUOTES}])(?!\.\d)"
    rf"|(?<![\w$€£#/+\u2212-])(?<!\d[.,])(?P<bare>{_DOTTED}){_ENDS.replace('/', '')}"
    rf"|(?<![\w$€£#/+\u2212.-])(?P<ruling>{RULING})(?!\w|\.\w)"
    r"|\b(?P<appendix>Appendix\s[A-Z])(?!\w)"
    r"|(?P<see>\b[Ss]ee(?:\s{1,3}also)?\s{1,3})(?=[A-Z\"“])(?!Appendix)"
)
_NUMBER = re.compile(rf"{_DOTTED}{_ENDS.replace('/', '')}")
_OF_CHAPTER = re.compile(_CHAPTER + _ENDS)
_OF_SECTION = re.compile(r"[1-9](?!\w|[/%]|[.,:]\d)")
_OF_RULING = re.compile(rf"{RULING}(?!\w)")
_MISPRINT = re.compile(
    rf"[1-9]\d\d,[1-9]\d{{0,2}}[a-z]?(?=,\s[{_QUOTES}])|[1-9]\d{{3,4}}[a-z](?:[{DASHES}][a-z])?(?!\w)"
)
"""A comma instead of the dot (`419,8` in 2003-07-01), accepted only before a quoted title; or a missing dot, but with a
letter (`4091f-h` in 2005-10-01)."""

_RANGE = re.compile(rf"[{DASHES}](?P<end>{_DOTTED}|\d{{1,3}}[a-z]?|[a-z])(?![\w/%]|\.\d|[{DASHES}]\d)")
_SPACED_RANGE = re.compile(rf" ?[-–] (?P<end>{_DOTTED}|[b-z])(?!\w|\.\d)")
_THROUGH = re.compile(
    rf"\s{{1,3}}through\s{{1,3}}(?:(?i:(?:sub)?rules?)\s{{1,3}})?(?P<end>{_DOTTED}|{RULING}|{_CHAPTER}|[b-z]){_ENDS}"
)
_SLASHES = re.compile(r"(?:/(?:\d{1,3})?[a-z](?!\w)){1,12}")
_JOINERS = r"(?:and/or|and|or|then|&|\+)\s{1,3}"
_JOIN = re.compile(
    rf"(?:\s{{0,3}}[,;]\s{{0,3}}(?:{_JOINERS})?|\s{{1,3}}{_JOINERS}|(?<=[,;][\"”])\s{{1,3}})(?=[1-9]|{RULING_START})"
)
"""Text that joins the items of a list; the comma may be inside the quotes of a title."""
_TITLE = re.compile(
    rf"(?P<mark>[.,]?)\s{{1,2}}[{_QUOTES}](?P<title>(?![a-z])"
    rf"(?:[^\n{_QUOTES}]|(?<=\w)[?\ufffd](?=\w)|(?<=\s)[{_QUOTES}]\w[^\n{_QUOTES}]{{0,30}}[{_QUOTES}'’](?=[\s,.])){{1,90}})"
    rf"[{_QUOTES}]"
)
_UNCLOSED = re.compile(rf",\s[\"“\ufffd](?P<title>[A-Z][^\n{_QUOTES}().]{{1,60}})(?=[.)]{{1,2}}(?:\s|$))")
"""A title whose closing quotes are missing (`(see rule 420, "State-Based Effects).` in 2004-10-01)."""
_TITLE_ENDS = re.compile(rf"[).,;:\]]|\s*$|\s+(?:and|or)\s+(?:(?i:{_CUE})\b|[1-9])")
_NUMBER_BEHIND = re.compile(rf"[,.]?[\"”]?,?\s\(?(?P<cue>(?i:{_CUE}))\s(?=[1-9A-Z])")
_OF_APPENDIX = re.compile(r",?\s(?i:sections?)\s[1-9]\d?(?!\w)")
"""A section of the appendix named before it, which is no section of the rules."""
_ELSEWHERE = re.compile(r"\s(?:in|of)\s(?:the|an?)\s(?:previous|earlier|former|last|next)\sedition\b")
"""Words after a number that make it a number of another edition."""

_SMALL = r"a|an|and|by|for|from|in|into|of|on|or|the|to|under|with"
_WORD = r"[A-Z0-9][\w'’/\ufffd-]{0,40}|[\"“‘'\ufffd][A-Z][\w'’-]{0,40}[\"”’'\ufffd]"
_TERMS = re.compile(
    rf"(?!(?:See|Appendix|Rules?|Sections?|Glossary)\b)(?P<terms>(?:{_WORD})(?:,?\s(?:{_WORD}|(?:{_SMALL})(?=\s))){{0,14}}?)"
    r"(?=[.,]?[\"”\ufffd]?(?:[.;)]|\s{0,3}$)|[.,][\"”]|[\"”]\sin\sthis\sGlossary"
    rf"|[\"”]?,?\s(?:and\s|or\s)?\(?(?i:{_CUE})\s(?=[1-9]|{RULING_START}))"
)
"""Capitalised words up to the end of their clause. A lower-case word prevents the match: then it is a sentence that
begins with "See"."""

_NESTED = re.compile(r"[\"“][\w-]{1,20}[\"”]\s[A-Z]")
"""Quotes around only the first word of a term; otherwise they enclose the whole term."""

_OPEN, _CLOSE = '["“]', '["”]'
_ENTRY = rf"{_OPEN}(?:[A-Z][^\n\"“”]{{0,60}}?)[.,;]?{_CLOSE}"
_LIST = rf"{_ENTRY}(?:,?\s(?:and\s|or\s)?{_ENTRY}){{0,9}}"
_NAMED = (
    re.compile(rf"\b[Ss]ee,?\s(?:the\s|also\s)?[Gg]lossary,?\s(?:under\s)?(?P<list>{_LIST})"),
    re.compile(rf"\b[Ii]n\s(?:the|this)\s[Gg]lossary\s(?:[a-z]+\s){{0,8}}under\s(?P<list>{_LIST})"),
    re.compile(rf"\bunder\s(?P<list>{_LIST})\sin\s(?:the|this)\s[Gg]lossary\b"),
    re.compile(rf"\b(?:the|see)\s(?P<list>{_LIST})\sentr(?:y|ies)\s(?:in|of)\s(?:the|this)\s[Gg]lossary\b"),
)
_ASIDE = re.compile(rf"{_OPEN}(?P<term>[^\n\"“”]{{1,60}}?)[.,;]?{_CLOSE}[.,;]?\s\([Ss]ee\s(?:the\s)?[Gg]lossary\.?\)")
"""`(See Glossary.)` refers to the quoted term before it; without quotes there is no reference."""
_EACH = re.compile(rf"{_OPEN}(?P<term>[^\"“”]+?)[.,;]?{_CLOSE}")

MOST_IN_PASSAGE = 1_000
"""Maximum number of references of one passage; its rest is not searched. No passage of any edition has more than
ten."""


def expand(raw: str, existing: Container[str] | None = None) -> tuple[str, ...]:
    """Return the numbers that one item names, in order.

    Args:
        raw: An item from `find_references`: a number, a range (`509.1-3`, `510.1c through Rule 510.1d`) or letters
            joined by slashes (`702.145b/c`).
        existing: The numbers of the edition; None if unknown.

    Returns:
        At least one number. If the ends of a range have different parents or run backwards, only the two ends, because
        the numbers between are unknown. If the edition lacks an end, all numbers of the range, because then the
        reference is wrong. A misprinted number is returned as printed; it will be `missing`.
    """
    raw = regular_ruling(raw)
    if "/" in raw:
        first, *letters = raw.split("/")
        return (first, *(complete_number(letter, first) for letter in letters))
    separator = _SEPARATOR.search(raw)
    if separator is None:
        return (raw,)
    first = raw[: separator.start()]
    if NUMBER.fullmatch(first) is None and RULING_STEM.fullmatch(first) is None:
        return (raw,)
    last = complete_number(raw[separator.end() :], first)
    numbers = list_between(first, last) or (first, last)
    if existing is None or first not in existing or last not in existing:
        return numbers
    return tuple(number for number in numbers if number in existing)


@lru_cache(maxsize=65536)
def find_references(passage: str, *, in_entry: bool = True) -> tuple[Reference, ...]:
    """Return all references printed in a passage, in order and without overlap; of a long list the first ones.

    The search takes time linear in the passage, and ends soon after `MOST_IN_PASSAGE` references. Passages are cached,
    since consecutive editions share most of theirs.

    Args:
        passage: A rule's text, an example, a note or a glossary entry's text.
        in_entry: Whether it is a glossary entry's: in a rule, capitalised words after "See" are names of other
            documents, and only passages that mention the glossary refer to its entries.
    """
    if not _MIGHT_HOLD_ONE.search(passage):
        return ()
    references: list[Reference] = []
    position = 0
    while len(references) < MOST_IN_PASSAGE and (anchor := _ANCHOR.search(passage, position)):
        position = max(_read_references(passage, anchor, references), anchor.end())
    if not in_entry:
        references = [reference for reference in references if reference.kind != "glossary"]
    named = [
        _make_reference("glossary", passage, start, end) for start, end in islice(_find_named(passage), MOST_IN_PASSAGE)
    ]
    apart = [reference for reference in references if not _overlaps_any(reference, named)]
    return tuple(sorted((*apart, *named), key=lambda reference: reference.start))


def _overlaps_any(reference: Reference, named: Iterable[Reference]) -> bool:
    return any(reference.start < entry.end and entry.start < reference.end for entry in named)


def _find_named(passage: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of the glossary entries named in quotes, without punctuation, in no order."""
    if "lossary" not in passage:
        return
    for pattern in _NAMED:
        for named in pattern.finditer(passage):
            for each in _EACH.finditer(passage, *named.span("list")):
                yield each.span("term")
    for aside in _ASIDE.finditer(passage):
        yield aside.span("term")


def _read_references(passage: str, anchor: re.Match[str], references: list[Reference]) -> int:
    """Read what begins at an anchor, add it to `references`, and return where to continue."""
    if anchor["see"]:
        return _read_terms(passage, anchor.end(), references)
    if anchor["appendix"]:
        return _read_appendix(passage, anchor, references)
    if anchor["cue"] is None:
        bare = next(name for name in ("seen", "bare", "ruling") if anchor[name])
        return _read_list(passage, anchor.start(bare), "see", None, references)
    return _read_list(passage, anchor.end(), anchor["cue"].lower(), None, references)


def _read_appendix(passage: str, anchor: re.Match[str], references: list[Reference]) -> int:
    """Read `Appendix B, "Older Rules," section 5`: one reference; the section in it is no section of the rules."""
    start, end = anchor.span("appendix")
    title = _title_after(passage, end)
    references.append(_make_reference("section", passage, start, end, title and title["title"]))
    behind = title.end() if title else end
    section = _OF_APPENDIX.match(passage, behind)
    return section.end() if section else behind


def _read_list(passage: str, position: int, cue: str, title_before: str | None, references: list[Reference]) -> int:
    """Read a list of items joined by commas and "and".

    `cue` is the word that introduced the list, in lower case; `see` for numbers without such a word. `title_before` is
    a title printed before the first number.
    """
    following = False
    while item := _read_item(passage, position, cue, following=following):
        if title_before and item.quoted_title is None:
            item = _make_reference(item.kind, passage, item.start, item.end, title_before)
        references.append(item)
        title_before = None
        title = _title_after(passage, item.end)
        position = title.end() if title else item.end
        join = _JOIN.match(passage, position)
        if join is None:
            return position
        position = join.end()
        following = True
    return references[-1].end if following else position


def _read_item(passage: str, position: int, cue: str, *, following: bool) -> Reference | None:
    """Return the item at `position`; None if there is no reference.

    `following` means that only a comma or "and" joins it to the item before, so that fewer forms are accepted.
    """
    forms = [_MISPRINT, _NUMBER, _OF_CHAPTER]
    if cue.endswith(("rule", "rules", "see")):
        forms.insert(0, _OF_RULING)
    if cue.startswith("section") and not (following and cue == "section"):
        forms.append(_OF_SECTION)
    number = next(filter(None, (form.match(passage, position) for form in forms)), None)
    if number is None:
        return None
    needs_title = number.re is _OF_CHAPTER and following and not cue.endswith("s")
    if needs_title and not _title_after(passage, number.end()):
        return None
    end = number.end() if number.re is _MISPRINT else _range_end(passage, number)
    if _ELSEWHERE.match(passage, end):
        return None
    title = _title_after(passage, end)
    kind: ReferenceKind = "section" if number.re is _OF_SECTION else "rule"
    return _make_reference(kind, passage, position, end, title and title["title"])


def _make_reference(kind: ReferenceKind, passage: str, start: int, end: int, title: str | None = None) -> Reference:
    title = None if title is None else title.strip().rstrip(".,;").rstrip()
    return Reference("", "", passage[start:end], kind, (), title, start, end)


def _range_end(passage: str, number: re.Match[str]) -> int:
    """Return the end of an item that begins with `number`, including its range or slashed letters, if any."""
    first = number[0]
    if "." in first and first[-1].isalpha() and (slashes := _SLASHES.match(passage, number.end())):
        return slashes.end()
    for pattern in (_RANGE, _SPACED_RANGE, _THROUGH):
        tail = pattern.match(passage, number.end())
        if tail and list_between(first, complete_number(tail["end"], first)):
            return tail.end()
    full = _RANGE.match(passage, number.end())
    return full.end() if full and len(full["end"]) > 4 else number.end()


def _title_after(passage: str, position: int) -> re.Match[str] | None:
    """Return the quoted title that belongs to an item ending at `position`.

    A comma before the quotes announces a title. With a full stop or nothing between (misprints of 2003-07-01) the next
    sentence may begin with quotes, so the title must then close with its own punctuation, as titles do.
    """
    title = _TITLE.match(passage, position)
    if title is None:
        return _UNCLOSED.match(passage, position)
    if title["title"].endswith((".", ",", ";")) or (title["mark"] == "," and _TITLE_ENDS.match(passage, title.end())):
        return title
    return None


def _read_terms(passage: str, position: int, references: list[Reference]) -> int:
    """Read the capitalised words after "See", without the quotes around them.

    They are glossary terms, unless a number follows them directly: then they are its title (`See Costs, Rule G.7`).
    """
    if passage[position] in '"“' and not _NESTED.match(passage, position):
        position += 1
    terms = _TERMS.match(passage, position)
    if terms is None:
        return position
    last_word = passage.rfind(" ", position, terms.end()) + 1 or position
    if _OF_RULING.match(passage, last_word):  # "see T.9", "see Phase P.5": a number, no term
        return last_word
    behind = _NUMBER_BEHIND.match(passage, terms.end())
    if behind:
        return _read_list(passage, behind.end(), behind["cue"].lower(), terms["terms"], references)
    references.append(_make_reference("glossary", passage, *terms.span("terms")))
    return terms.end()
