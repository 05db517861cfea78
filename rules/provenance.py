"""The provenance tags of a rulings summary as data: `[Duelist Magazine #12, Page 26]` → source, date, page.

History: the summaries end a paragraph, or a part of one, with the source of its words. Dates were written `02/03/98`
until 1999 and `1999/04/23` since, sometimes as `Jan 1997` or only as a year.

Notes: brackets are also used for an option in a card's text or a word to be filled in. A bracket with a date or a page
is always a tag; one without either is a tag only between sentences.

Guarantees: pure functions of the text; nothing is guessed: words that are no valid date or page stay in `source`.

The imprint of a passage is a hash that is the same for all copies of it, whatever their tags, typography and damage. It
serves to look up a passage of unknown origin among all passages of all editions. Passages with the same
`strip_passage` form have the same imprint, on every machine; a collision of others is very unlikely (64 bits).
"""

import hashlib
import re
from collections.abc import Iterator, Sequence
from datetime import date

from rules.records import Provenance, Rule
from rules.text import fold

_BRACKET = re.compile(r"\[(?P<inner>[^\[\]\n]{2,80})\]")  # the longest known tag has 29 characters
_PAGE = re.compile(r"(?:^|[,\s])\s*(?:pages?|pg\.?|pp?\.)\s*(?P<page>\d{1,4}(?:\s?[-–]\s?\d{1,4})?)$", re.IGNORECASE)
_MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]
_NAMED = "|".join(f"{month[:3]}(?:{month[3:]})?" for month in _MONTHS)
_DATE = re.compile(
    r"(?:^|[,\s])\s*(?:"
    r"(?P<year>(?:19|20)\d\d)(?:/(?P<month>\d\d?)/(?P<day>\d\d?))?"
    r"|(?P<us_month>\d\d?)/(?P<us_day>\d\d?)/(?P<us_year>\d{2}|\d{4})"
    rf"|(?P<name>{_NAMED})\.?,?\s(?:(?P<named_day>\d\d?),\s)?(?P<named_year>(?:19|20)\d\d)"
    r")$"
)

_ENDED = re.compile(r"(?:[.!?]|[.!?]?[\"”’')\]])\s*$")
_LOOKS_DATED = re.compile(r"\d+/\d+")


def provenance_of(rule: Rule) -> tuple[Provenance, ...]:
    """Return the tags of a rule as data, in the order of its passages; as many as `Rule.tags` has.

    Args:
        rule: A rule of a rulings summary. A rule without tags has no provenance, whatever brackets are in its text.
    """
    if not rule.tags:
        return ()
    return tuple(tag for name, passage in rule.passages for tag in read_provenance(passage, name))


def tags_in(passages: Sequence[str]) -> tuple[str, ...]:
    """Return the tags in these passages as printed, in their order: what a dialect puts into `Rule.tags`."""
    return tuple(tag.raw for passage in passages if "[" in passage for tag in read_provenance(passage, ""))


def read_provenance(passage: str, name: str) -> Iterator[Provenance]:
    """Yield the tags of one passage, from left to right.

    Args:
        passage: Any text; paragraphs are separated by newlines, and a tag applies only within its paragraph.
        name: The passage's name, for `Provenance.passage`.
    """
    free = start = end = 0  # start of the words without a tag yet, and the span of the last tag
    for bracket in _BRACKET.finditer(passage):
        tag = _read_source(bracket["inner"])
        if tag is None or not (tag[1] or tag[2] or _between_sentences(passage, bracket)):
            continue
        source, day, page = tag
        paragraph = passage.rfind("\n", free, bracket.start()) + 1
        begin = max(free, paragraph)
        words = passage[begin : bracket.start()]
        if words.strip() or paragraph > free:
            start = begin + len(words) - len(words.lstrip())
            end = max(start, begin + len(words.rstrip()))
        free = bracket.end()
        yield Provenance(source, day, page, bracket[0], name, start, end, bracket.start())


def iso_date(text: str) -> str | None:
    """Return a whole date in a form that tags have (`2007/05/28`, `January 15, 2004`) as ISO; None for other texts."""
    match = _DATE.fullmatch(text.strip())
    day = _format_date(match) if match else None
    return day if day and len(day) == len("1999-04-23") else None


def is_tags_alone(text: str) -> bool:
    """Return whether a text is nothing but tags: then they belong to the paragraph before it."""
    covered = 0
    for tag in read_provenance(text, ""):
        if text[covered : tag.at].strip():
            return False
        covered = tag.at + len(tag.raw)
    return covered > 0 and not text[covered:].strip()


def has_unread_date(tag: Provenance) -> bool:
    """Return whether a tag prints an impossible date (`13/45/98`), which is left in `source`."""
    return tag.date is None and _LOOKS_DATED.search(tag.source) is not None


def _read_source(inner: str) -> tuple[str, str | None, str | None] | None:
    """Return source, date and page; None if the words in the brackets are no source."""
    rest, day, page = inner.strip(), None, None
    for _ in range(2):  # date and page may come in either order
        if page is None and (match := _PAGE.search(rest)):
            page, rest = re.sub(r"\s", "", match["page"]).replace("–", "-"), rest[: match.start()].rstrip(" ,")
        if day is None and (match := _DATE.search(rest)) and (day := _format_date(match)):
            rest = rest[: match.start()].rstrip(" ,")
    return (rest, day, page) if day or page or rest[:1].isalpha() else None


def _format_date(match: re.Match[str]) -> str | None:
    """Return the date as exactly as it is printed; None if the calendar does not have it."""
    year = match["year"] or match["us_year"] or match["named_year"]
    # Two-digit years from 69 on are in the 1900s, as in POSIX.
    number = int(year) + (1900 if int(year) >= 69 else 2000) if len(year) == 2 else int(year)
    printed = match["month"] or match["us_month"]
    months = (i for i, name in enumerate(_MONTHS, 1) if match["name"] and name.startswith(match["name"]))
    month = int(printed) if printed else next(months, None)
    printed_day = match["day"] or match["us_day"] or match["named_day"]
    try:
        whole = date(number, month or 1, int(printed_day) if printed_day else 1).isoformat()
    except ValueError:
        return None
    return whole if printed_day else whole[:7] if month else whole[:4]


def _between_sentences(passage: str, bracket: re.Match[str]) -> bool:
    """Return whether a bracket comes after the end of a sentence, and nothing or another sentence follows."""
    before = passage[max(0, bracket.start() - 8) : bracket.start()].rpartition("\n")[2]
    after = passage[bracket.end() : bracket.end() + 4].partition("\n")[0]
    follows = after.lstrip()[:1]
    goes_on = bool(follows) and (not after[0].isspace() or not (follows.isupper() or follows in "[(\"“'‘0123456789"))
    return _ENDED.search(before) is not None and not goes_on and not bracket["inner"][0].isspace()


_LOST_OR_BROKEN = str.maketrans(dict.fromkeys(" \ufffd'\"?-"))
"""Characters that damaged copies lose, and blanks, so that a word broken over two lines is the same word."""


def imprint(text: str) -> int | None:
    """Return the imprint of a passage, from -2**63 to 2**63 - 1 as SQLite wants it; None without words."""
    form = strip_passage(text)
    if not form:
        return None
    return int.from_bytes(hashlib.blake2b(form.encode(), digest_size=8).digest(), "big", signed=True)


def strip_passage(text: str) -> str:
    """Return the passage without typography, provenance tags, blanks, quotes, dashes and question marks."""
    return fold(without_tags(text)).translate(_LOST_OR_BROKEN)


def without_tags(text: str) -> str:
    """Return the passage without its provenance tags, which date a paragraph and are no words of the rule.

    Only brackets with a date or a page in them count: others may belong to the words.
    """
    if "]" not in text:
        return text
    kept, end = [], 0
    for tag in read_provenance(text, ""):
        if tag.date or tag.page:
            kept.append(text[end : tag.at])
            end = tag.at + len(tag.raw)
    return "".join(kept) + text[end:] if kept else text
