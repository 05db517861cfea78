"""Find the citations in a text, with exact spans and the words next to them, without knowledge of editions.

The first pass reads at each place the number, and its cue or the citation it is joined to (`forms`), and
determines how certain this alone makes it a citation (`confidence`). The second pass decides the
places that depend on the rest of the file: a bare `702.40` in a comment is a citation if the file cites the rules
elsewhere, and some other number if not. The third pass reads the words next to each citation (`words`).

A file is read only if it has a *reason*: a number behind a cue, a subrule's letter, a date stamp, an anchor, a table of
rules. Fast scans find it, and the places; they skip almost every file and almost every place.

Guarantees: in order, without overlap, linear in the text: every pattern of a scan begins with characters that each
match has, which `re` finds fast, and matches a bounded number of characters.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Literal

from msgspec import structs

from graph.citations.find.confidence import (
    AMOUNT_BEFORE_UNIT,
    RULES_ADDRESS,
    UNITS_OF_ONE_LETTER,
    WORDS_OF_MAGIC,
    Confidence,
    PossibleCitation,
    address_before,
    confidence_of_bare,
    confidence_of_chapter,
    confidence_of_cue,
    confidence_of_name,
    is_behind_escape,
    of_other_rules,
)
from graph.citations.find.forms import (
    CHAPTER_CUES,
    FILE,
    LINE_END,
    NAMED_PLACE,
    PLAUSIBLE_CHAPTERS,
    Stamp,
    cue_before,
    is_plausible,
    name_cue_before,
    read_anchor,
    read_chapter,
    read_misprint,
    read_name,
    read_named_chapter,
    read_number,
    read_placeholder,
    read_stamp,
    stamp_of,
)
from graph.citations.find.layout import comment_around
from graph.citations.find.words import words_of
from graph.citations.records import (
    DIRECTIVE,
    LONGEST_LINE,
    MOST_CITATIONS,
    REACH,
    SEVERAL,
    Citation,
    Evidence,
    TooManyCitationsError,
)
from rules.late_patterns import compile_late

Kind = Literal["dotted", "name", "chapter", "named chapter", "joined name", "anchor"]
"""What begins at a place: `702.4…`; `702_4…`; a chapter, placeholder or misprint behind a cue; three digits in a name;
`7024a`, without a dot, in a name; the digits of `#R61311`."""

_WORD = r"(?:&(?:nbsp|#160|#x[aA]0|thinsp);|(?:[Nn]o|number|[Ss]ec(?:tion)?|[Rr]ule)s?\.?[^A-Za-z0-9]{1,4})"
_NUMBER_BEHIND = rf"[^A-Za-z0-9]{{0,64}}{_WORD}?[1-9]\d[\dxX](?!\d)"
_KEY = r"_?(?:[Nn]um(?:ber)?|[Nn]o|[Ii]d|[Rr]ef(?:erence)?|[Cc]itation|[Kk]ey)s?"
_CUES = (
    "CRs?", "Cr", rf"cr(?<![A-Za-z]cr)(?:{_KEY})?", r"R\.", rf"ules?(?:book|{_KEY})?",
    "ULES?", "ections?", "hapters?", "uling", "\xa7",
)  # fmt: skip
_DAY = r"\d\d(?:-[01]\d-[0-3]\d|[01]\d[0-3]\d)"
_REASONS = tuple(
    compile_late(pattern.encode("latin-1"))
    for pattern in (
        *(cue + _NUMBER_BEHIND for cue in _CUES),
        r"CR\W{0,3}(?:\?\?|XXX|xxx|TBD|TODO|NNN|[1-9][xX])",
        r"\.(?<=[1-9]\d\d\.)[1-9]\d{0,2}[a-ceh-jn-rt-wyzA-CEH-JN-RT-WYZ](?![A-Za-z0-9])",
        r"\.(?<=[1-9]\d\d\.)[1-9]\d{0,2}[dfgklmsx][.:]?[ ]{1,2}(?:[A-Z\"]|\.\.\.)",
        *(century + _DAY + r"[^A-Za-z0-9]{1,9}[1-9]\d\d\.[1-9]" for century in ("19", "20")),
        r"#R[1-9]\d\d|#[1-9]\d\d\.[1-9]",
    )
)
_DOTTED_IN_BYTES = compile_late(rb"\.(?<=[1-9]\d\d\.)[1-9]|[_-](?<=[1-9]\d\d[_-])[1-9]\d?[a-zA-Z]")
_QUOTED = r"\.(?<=[\"'|`]([1-9]\d\d)\.)[1-9]\d{0,2}(?P<letter>[a-ceh-jn-rt-wyz]?)(?=[\"'|`])"
_QUOTED_IN_TEXT, _QUOTED_IN_BYTES = compile_late(_QUOTED), compile_late(_QUOTED.encode())
_WIDE = (b"\xff\xfe", b"\xfe\xff")

_PLACES: tuple[tuple[str, re.Pattern[str], int, Kind], ...] = (
    ("", NAMED_PLACE, 0, "named chapter"),
    (".", compile_late(r"\.(?<=[1-9]\d\d\.)(?<![\d$.][1-9]\d\d\.)(?=[1-9xX?*#<nN])"), 4, "dotted"),
    ("_", compile_late(r"_(?<=[1-9]\d\d_)(?<!\d[1-9]\d\d_)(?=[1-9])"), 4, "name"),
    ("-", compile_late(r"-(?<=[1-9]\d\d-)(?<!\d[1-9]\d\d-)(?=[1-9])"), 4, "name"),
    *((letters, cue, 0, "chapter") for letters, cue in CHAPTER_CUES),
    (
        "",
        compile_late(r"[Cc][Rr][_-](?:[A-Za-z]{1,20}[_-]){0,3}(?=[1-9][0-4]\d[1-9]\d{0,2}[a-z](?![A-Za-z0-9]))"),
        0,
        "joined name",
    ),
    (
        "#",
        compile_late(r"#(?:R|r(?=[1-9]\d{2,5}[a-z]?(?!\w))|(?:cr|CR|rule)-?)(?=[1-9]\d\d)(?![1-9]\d\d[.-])"),
        0,
        "anchor",
    ),
)
"""Letters that every match has, which Python finds fast; the pattern; how far before its end the number begins; what
begins there. Of several at one place the last counts."""

_CLOSING = r"[)\]`*_\"”'’}]{0,4}(?:\([^\s()]{1,120}\))?"
_TITLE = r"(?:[ \xa0]?[(\[\"“]?[A-Z∞][\w'’/ -]{0,40}[)\]\"”]?|[ ][(\"“][a-z][\w'’ -]{0,40}[)\"”])?"
_BLANKS = r"[ \t\xa0]{0,3}"
_SEPARATOR = r"(?:[,;/&+|]|&amp;|\b(?:and|or|plus|vs|then|to|not|now|was|formerly)\b|->|→|=>|–|—)" + _BLANKS
_JOIN = compile_late(
    rf"{_CLOSING}{_TITLE}[.]?{_CLOSING}{_BLANKS}(?:{LINE_END})?(?:{_SEPARATOR}){{1,3}}"
    rf"(?:{LINE_END})?(?:see |also |cf\.? |§{{1,2}} ?){{0,2}}[(\[`*_\"“'{{]{{0,4}}"
)
_REMARK = compile_late(r"(?:(?!\.\s)[^\n]){1,110}[,;]\s{1,2}(?:and |or )?[(\[]?")
"""A remark behind a number of a list, and what separates it from the next: ` life total, `."""
_LISTED = compile_late(r"[`*_)\]]{0,3}\s{0,2}(?:[,;/&+]|and|or)\s{0,2}(?:and |or )?[`*_(\[]{0,3}")
"""The text between citations that share the words next to them: `(CR 701.23a, CR 701.24)`."""
_ENOUGH_LETTERS = 3
"""Minimum numbers with a letter by which a file about other rules cites these too: other rules have hardly any."""
_NEXT_CHAPTER = compile_late(
    rf"{_CLOSING}\s{{0,3}}(?:[,;/&+]|and|or|vs\.?)\s{{0,3}}(?:(?:and|or|&)\s{{1,3}})?"
    r"[`*_(\[]{0,3}(?=[1-9]\d\d(?![\w%°]|[.,]\d))"
)
_HEADING = compile_late(r"\.?[*_]{0,2} {1,2}[A-Z]")
_CHAPTER_ENDS = compile_late(
    r"[)`*_\"'\]]{0,3}(?:[).;:\]—–&+]|,(?!\d)|/|\s*$|\s?[—–]|\s(?:and|or|for|\()|\s*\n)", re.MULTILINE
)
_BLOCK = compile_late(
    rf"(?<![\w-]){DIRECTIVE}[ \t]{{0,20}}edition[ \t]{{0,20}}=[ \t]{{0,20}}[\"']?(?P<edition>[\w-]{{1,20}})"
)
_BRACKETED_FILE = compile_late(rf"[\[(]{FILE}[)\]]")
_TOLD_END = compile_late(r"[.!?](?<![\s/]!)[\"”')\]]{0,2}\s|\n[ \t/*#;>-]{0,12}\n")
_TOLD_NUMBER = r"[\s`*_\"“'(]{0,4}(?:(?:CRs?|[Rr]ules?)\s)?(?=[1-9]\d\d(?!\d))"
_CHANGES = compile_late(
    r"\b(?:[Rr]e-?number|[Rr]emap|[Mm]igrat|[Mm]is-?(?:cit|number)|[Hh]allucinat|[Ff]ormerly|[Uu]sed to be"
    r"|[Ss]tale|[Oo]utdated|[Oo]bsolete|should be|no longer)"
    rf"|(?:→|->|=>|⇒|\b(?:now|was|previously|old|to|from|became|not|instead of)){_TOLD_NUMBER}"
)
"""What tells that a number became another, or should be another."""
_DENIED = compile_late(
    r"\b(?:[Nn]o|[Nn]ot|[Oo]ld|[Ff]ormer(?:ly)?|[Pp]reviously|[Ww]as|[Oo]bsolete|[Oo]utdated|[Rr]etired|[Uu]sed to be"
    r"|[Ii]nstead of|[Mm]oved\b[^.]{0,40}\soff)[\s`*_\"“']{1,4}\Z"
)


def might_cite(data: bytes, *, cites_rules: bool | None = None) -> bool:
    """Return whether a file, as it is on disk, can hold a citation; False is certain, True is not.

    Args:
        data: The whole file in an encoding that keeps ASCII, or in UTF-16 with a byte order mark, which returns True.
        cites_rules: Whether it cites the rules, as declared; see `find_citations`.
    """
    if cites_rules is False:
        return False
    sought = _REASONS if not cites_rules else (_DOTTED_IN_BYTES, *_REASONS)
    if data[:2] in _WIDE or any(reason.search(data) for reason in sought):
        return True
    return _is_table(int(match[1]) for match in _QUOTED_IN_BYTES.finditer(data))


def find_citations(text: str, *, cites_rules: bool | None = None) -> tuple[Citation, ...]:
    """Return all citations of the Comprehensive Rules in a text, in order and without overlap.

    Args:
        text: A whole file, decoded: source code of any language, markdown, wikitext, HTML, TOML, plain text. In a part
            of a file, bare numbers may not be found because the evidence for them is in another part.
        cites_rules: Whether the file cites the rules, as declared: if True, bare numbers count as beside certain
            citations; if False, nothing does. None to decide by the file alone.

    Raises:
        TooManyCitationsError: More than `MOST_CITATIONS` places may be citations.
    """
    if cites_rules is False or not (cites_rules or might_cite(text.encode("utf-8", "replace"))):
        return ()
    places = _select_borne_out(text, _find_printed(text), declared=bool(cites_rules))
    if not places or (sum(place.printed.lettered for place in places) < _ENOUGH_LETTERS and of_other_rules(text)):
        return ()
    _spread_stamps(text, places)
    _spread_blocks(text, places)
    return tuple(_share_words_behind(text, places, _read_words(text, places)))


def _read_words(text: str, places: Sequence[PossibleCitation]) -> list[Citation]:
    """Return the citations at some places, with their words and stamps."""
    citations: list[Citation] = []
    head = 0
    for index, place in enumerate(places):
        previous = places[index - 1].printed.end if index else 0
        if not (index and _LISTED.fullmatch(text, previous, place.begins)):
            head = index
        following = places[index + 1].begins if index + 1 < len(places) else len(text)
        words = words_of(text, place.printed, place.begins, previous, following)
        if not words and index > head:
            words = _words_before_list(text, places, head)
        citation = structs.replace(
            place.printed,
            cue=place.cue,
            stamp=place.stamp and place.stamp.words,
            stamp_start=place.stamp and place.stamp.start,
            evidence=words,
            told=_told_beside(text, places, index),
        )
        citations.append(citation)
    return citations


def _words_before_list(text: str, places: Sequence[PossibleCitation], head: int) -> tuple[Evidence, ...]:
    """Return the words before a list, which are those of each citation in it that has none of its own.

    Args:
        text: The whole text.
        places: All citations, in order.
        head: The index of the first of the list.
    """
    first, previous = places[head], places[head - 1].printed.end if head else 0
    shared = words_of(text, first.printed, first.begins, previous, first.printed.end)
    before = (evidence for evidence in shared if evidence.end <= first.begins)
    return tuple(evidence for evidence in before if evidence.kind in ("keyword", "prose"))


def _share_words_behind(text: str, places: Sequence[PossibleCitation], citations: Sequence[Citation]) -> list[Citation]:
    """Return citations of which those of a list without words have the words behind the list."""
    shared = list(citations)
    for index in range(len(places) - 2, -1, -1):
        citation, following = shared[index], shared[index + 1]
        if not citation.evidence and _LISTED.fullmatch(text, citation.end, places[index + 1].begins):
            behind = (evidence for evidence in following.evidence if evidence.start >= following.end)
            prose = tuple(structs.replace(evidence, kind="prose") for evidence in behind)
            shared[index] = structs.replace(citation, evidence=prose)
    return shared


def _spread_stamps(text: str, places: Sequence[PossibleCitation]) -> None:
    """Set the stamp of each place.

    A stamp behind a list covers the list, one at the head of a comment the rest of the comment. The nearest counts.
    """
    covered = 0
    head: Stamp | None = None
    for place in places:
        place.stamp = stamp_of(text, place.begins, place.printed.end)
        if place.stamp is None:
            place.stamp = head if place.begins < covered else None
        elif place.stamp.before:
            if place.begins >= covered:
                covered = comment_around(text, place.begins, place.printed.end, len(text)).stop
            head = place.stamp
    for place, following in reversed(list(pairwise(places))):
        is_behind = following.stamp is not None and not following.stamp.before
        if place.stamp is None and following.joined and is_behind:
            place.stamp = following.stamp
    for match in _BRACKETED_FILE.finditer(text) if "Comp" in text else ():  # behind the words of a rule
        index = bisect_left(places, match.start(), key=lambda place: place.begins) - 1
        place = places[max(0, index)]
        if place.begins < match.start() < comment_around(text, place.begins, place.printed.end, LONGEST_LINE).stop:
            place.stamp = read_stamp(match, before=False)


def _spread_blocks(text: str, places: Sequence[PossibleCitation]) -> None:
    """Set the stamp of each place that has none: that of the last comment `comprules: edition=2019-05-03` above."""
    blocks = [read_stamp(match, before=True) for match in _BLOCK.finditer(text)] if DIRECTIVE in text else []
    for place in places if blocks else ():
        above = bisect_left(blocks, place.begins, key=lambda block: block.start)
        if place.stamp is None and above:
            place.stamp = blocks[above - 1]


def _find_printed(text: str) -> list[PossibleCitation]:
    """Return all places that may be citations, in order and without overlap."""
    places: list[PossibleCitation] = []
    last: PossibleCitation | None = None
    position = 0
    for start, kind in _list_places(text):
        if start < position:
            continue
        if kind == "dotted":
            place = _find_dotted(text, start, last)
        elif kind == "chapter":
            place = _behind_cue(text, start)
        elif kind == "anchor":
            place = _find_in_address(text, start)
        elif kind == "named chapter":
            place = _find_chapter_in_name(text, start)
        else:
            place = _find_in_name(text, start, joined=kind == "joined name")
        while place is not None:
            last = place
            position = place.printed.end
            if place.confidence is not Confidence.NONE:  # a table of prices has a million that cannot be citations
                places.append(place)
            place = _chapter_joined(text, place)
        if len(places) > MOST_CITATIONS:
            raise TooManyCitationsError
    return places


def _list_places(text: str) -> list[tuple[int, Kind]]:
    """Return the offsets at which a number could begin, in order, with at most one kind for each."""
    kinds = {
        match.end() - back: kind
        for letters, pattern, back, kind in _PLACES
        if letters in text
        for match in pattern.finditer(text)
    }
    return sorted(kinds.items())


def _find_dotted(text: str, start: int, last: PossibleCitation | None) -> PossibleCitation | None:
    cue = cue_before(text, start)
    if (
        cue is None
        and not is_plausible(text[start : start + 3])
        and (not last or last.cue is None or start - last.printed.end > REACH)
    ):
        return None  # most amounts end here
    printed = read_number(text, start) or read_placeholder(text, start, announced=False)
    if printed is None:
        return None
    if cue is not None:
        return PossibleCitation(printed, cue.start, cue.word, confidence_of_cue(text, printed, cue))
    if text[start - 1 : start].isalnum() and text[start - 1].isascii() and not is_behind_escape(text, start):
        return None
    if last is not None and _is_joined(text, last, printed):
        own = Confidence.NONE if last.cue else confidence_of_bare(text, printed)
        return PossibleCitation(printed, start, last.cue, max(last.confidence, own), joined=True)
    return PossibleCitation(printed, start, None, confidence_of_bare(text, printed))


def _is_joined(text: str, last: PossibleCitation, printed: Citation) -> bool:
    """Return whether a number without a cue is a later item of the list of the citation before it."""
    if printed.start - last.printed.end > REACH or not printed.dotted:
        return False
    if AMOUNT_BEFORE_UNIT.match(text, printed.end):
        return False
    return _continues_list(text, last, printed) or _follows_remark(text, last, printed)


def _continues_list(text: str, last: PossibleCitation, printed: Citation) -> bool:
    """Return whether only what separates the items of a list is between a citation and a number."""
    if not _JOIN.fullmatch(text, last.printed.end, printed.start):
        return False
    return is_plausible(printed.numbers[0]) or bool(last.cue)


def _follows_remark(text: str, last: PossibleCitation, printed: Citation) -> bool:
    """Return whether a remark is between an item of a list and the next: `CR 119.3a life total, 119.4b paying`."""
    if not (last.cue and last.printed.lettered and printed.lettered):
        return False
    number = printed.numbers[0]
    if not is_plausible(number) or number[-1] in UNITS_OF_ONE_LETTER:
        return False
    return _REMARK.fullmatch(text, last.printed.end, printed.start) is not None


def _behind_cue(text: str, start: int) -> PossibleCitation | None:
    """Return the chapter, misprint, placeholder or identifier that a cue announces; None if there is none."""
    cue = cue_before(text, start)
    if cue is None or (cue.in_code and not cue.sure):
        return None
    name = read_name(text, start) if cue.gap in ("-", "_", "") else None
    if name is not None:
        return PossibleCitation(name, cue.start, cue.word, confidence_of_name(name))
    misprint = read_misprint(text, start)
    if misprint is not None:
        return PossibleCitation(misprint, cue.start, cue.word, Confidence.CERTAIN if cue.sure else Confidence.MAGIC)
    printed = read_chapter(text, start) or read_placeholder(text, start, announced=True)
    return (
        None
        if printed is None
        else PossibleCitation(printed, cue.start, cue.word, confidence_of_chapter(text, printed, cue))
    )


def _chapter_joined(text: str, last: PossibleCitation) -> PossibleCitation | None:
    """Return the chapter that is joined to a citation before it, such as the `712` of `CR 701.28 / 712`."""
    if last.cue is None or last.printed.form not in ("number", "range", "letters"):
        return None
    join = _NEXT_CHAPTER.match(text, last.printed.end)
    printed = join and read_chapter(text, join.end())
    if not printed or not is_plausible(printed.numbers[0]) or AMOUNT_BEFORE_UNIT.match(text, printed.end):
        return None
    many = last.cue.endswith("s") and not last.printed.dotted
    if not many and _CHAPTER_ENDS.match(text, printed.end) is None:
        return None
    return PossibleCitation(printed, printed.start, last.cue, last.confidence, joined=True)


def _find_in_address(text: str, start: int) -> PossibleCitation | None:
    """Return the number in the anchor of an address, such as the digits of `#R61311`."""
    printed = read_anchor(text, start)
    if printed is None or not is_plausible(printed.numbers[0]):
        return None
    begins = text.rindex("#", max(0, start - 8), start)
    is_of_rules = RULES_ADDRESS.search(address_before(text, begins)) is not None
    confidence = Confidence.CERTAIN if is_of_rules else Confidence.CITING
    return PossibleCitation(printed, begins, text[begins:start].lower(), confidence)


def _find_in_name(text: str, start: int, *, joined: bool) -> PossibleCitation | None:
    """Return the number inside an identifier: `cr_702_5d`; without a sign between its parts if it is `joined`."""
    printed = read_anchor(text, start) if joined else read_name(text, start)
    if printed is None or not is_plausible(printed.numbers[0]):
        return None
    cue = name_cue_before(text, start)
    if cue is not None:
        word, begins = cue
        return PossibleCitation(printed, begins, word, confidence_of_name(printed))
    is_between_bars = text[start - 1 : start] == "_" and text[start + 3] == "_"
    may_cite = not joined and printed.lettered and is_between_bars
    return PossibleCitation(printed, start, None, Confidence.CITING if may_cite else Confidence.NONE)


def _find_chapter_in_name(text: str, start: int) -> PossibleCitation | None:
    """Return the chapter inside an identifier: `cr_702_keywords`."""
    printed = read_named_chapter(text, start)
    if printed is None or not is_plausible(printed.numbers[0]):
        return None
    cue = name_cue_before(text, start)
    if cue is None:
        return PossibleCitation(printed, start, None, Confidence.NONE)
    is_whole_part = text[start - 1] == "_" and text[printed.end : printed.end + 1] in ("_", "(", "")
    if not is_whole_part:
        return None
    word, begins = cue
    return PossibleCitation(printed, begins, word, Confidence.CITING)


def _select_borne_out(text: str, places: list[PossibleCitation], *, declared: bool) -> list[PossibleCitation]:
    """Return the places that are citations, considering the rest of the file."""
    for rule, subrule in pairwise(places):
        if (
            rule.confidence is Confidence.CITING
            and subrule.confidence is Confidence.MAGIC
            # A rule and its subrule as the rules print them: `702.31. Kicker 702.31a Kicker is…`; not a placeholder.
            and subrule.printed.numbers
            and subrule.printed.numbers[0][:-1] == "".join(rule.printed.numbers)
            and subrule.printed.start - rule.printed.end < REACH
            and _HEADING.match(text, rule.printed.end)
        ):
            rule.confidence = subrule.confidence = Confidence.CERTAIN
    confidences = {place.confidence for place in places}
    is_certain = Confidence.CERTAIN in confidences
    about_magic = is_certain or WORDS_OF_MAGIC.search(text) is not None
    cites_rules = (
        declared
        or is_certain
        or _lists_rules(text, lettered=True)
        or (about_magic and (Confidence.MAGIC in confidences or _lists_rules(text, lettered=False)))
    )
    return [place for place in places if place.confidence >= (Confidence.CITING if cites_rules else Confidence.CERTAIN)]


def _lists_rules(text: str, *, lettered: bool) -> bool:
    """Return whether a text has a table of rules, each in quotes or in its own cell: `"702.2": "Deathtouch"`.

    Args:
        text: The text.
        lettered: Whether only numbers with a letter count.
    """
    return _is_table(int(match[1]) for match in _QUOTED_IN_TEXT.finditer(text) if match["letter"] or not lettered)


def _is_table(chapters: Iterable[int]) -> bool:
    """Return whether there are enough chapters, and all of them plausible; of as many amounts some are not."""
    plausible = [chapter % 100 < PLAUSIBLE_CHAPTERS for chapter in chapters]
    return len(plausible) >= SEVERAL and all(plausible)


def _told_beside(text: str, places: Sequence[PossibleCitation], index: int) -> tuple[str, ...]:
    """Return the numbers that a citation's sentence may tell that it became or was; whether one rule had both decides.

    Args:
        text: The whole text.
        places: All citations, in order.
        index: The index of the citation.

    Returns:
        The other numbers of a sentence that tells of a change; the number itself if it is told not to be in use.
    """
    place = places[index]
    if _DENIED.search(text, max(0, place.begins - 48), place.begins):
        return place.printed.numbers
    low, high = max(0, place.begins - REACH), place.printed.end + REACH
    for end in _TOLD_END.finditer(text, low, place.begins):
        low = end.end()
    stop = _TOLD_END.search(text, place.printed.end, high)
    high = stop.start() if stop else high
    nearby = places[max(0, index - 8) : index + 9]  # more are no sentence, but a list
    others = [it for it in nearby if it is not place and it.begins >= low and it.printed.end <= high]
    if not others or not _CHANGES.search(text, max(low, min(place.begins, others[0].begins) - 24), high):
        return ()
    return tuple(number for other in others for number in other.printed.numbers)
