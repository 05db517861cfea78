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
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime

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
    r"(?:19|20)\d\d(?:/\d\d?/\d\d?)?"
    r"|\d\d?/\d\d?/(?:\d{2}|\d{4})"
    rf"|(?:{_NAMED})\.?,?\s(?:\d\d?,\s)?(?:19|20)\d\d"
    r")$"
)

_NAME = re.compile("[A-Za-z]+")
_FORMS = {
    **dict.fromkeys(("%m/%d/%y", "%Y/%m/%d", "%m/%d/%Y", "%m %d %Y"), 10),
    "%m %Y": 7,
    "%Y": 4,
}
"""The forms of dates, with the length of what they tell of an ISO date. Months are numbers here, since their names
depend on the locale; years of two digits from 69 on are in the 1900s."""
_ENDED = re.compile(r"(?:[.!?]|[.!?]?[\"”’')\]])\s*$")
_LOOKS_DATED = re.compile(r"\d+/\d+")
_LOST_OR_BROKEN = str.maketrans(dict.fromkeys(" \ufffd'\"?-"))
"""Characters that damaged copies lose, and blanks, so that a word broken over two lines is the same word."""


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
    day = _format_date(match[0]) if match else None
    return day if day and len(day) == len("1999-04-23") else None


def is_tags_alone(text: str) -> bool:
    """Return whether a text is nothing but tags: then they belong to the paragraph before it."""
    tags = [*read_provenance(text, "")]
    return bool(tags) and not _leave_out(text, tags).strip()


def has_unread_date(tag: Provenance) -> bool:
    """Return whether a tag prints an impossible date (`13/45/98`), which is left in `source`."""
    return tag.date is None and _LOOKS_DATED.search(tag.source) is not None


def _read_source(inner: str) -> tuple[str, str | None, str | None] | None:
    """Return source, date and page; None if the words in the brackets are no source."""
    rest, day, page = inner.strip(), None, None
    for _ in range(2):  # date and page may come in either order
        if page is None and (match := _PAGE.search(rest)):
            page, rest = re.sub(r"\s", "", match["page"]).replace("–", "-"), rest[: match.start()].rstrip(" ,")
        if day is None and (match := _DATE.search(rest)) and (day := _format_date(match[0])):
            rest = rest[: match.start()].rstrip(" ,")
    return (rest, day, page) if day or page or rest[:1].isalpha() else None


def _format_date(printed: str) -> str | None:
    """Return the date as exactly as it is printed; None if the calendar does not have it."""
    numbered = _NAME.sub(lambda name: str([month[:3] for month in _MONTHS].index(name[0][:3]) + 1), printed)
    words = " ".join(re.split(r"[\s.,]+", numbered)).strip()
    for form, length in _FORMS.items():
        with suppress(ValueError):
            return datetime.strptime(words, form).date().isoformat()[:length]  # noqa: DTZ007 - a day, no time
    return None


def _between_sentences(passage: str, bracket: re.Match[str]) -> bool:
    """Return whether a bracket comes after the end of a sentence, and nothing or another sentence follows."""
    before = passage[max(0, bracket.start() - 8) : bracket.start()].rpartition("\n")[2]
    after = passage[bracket.end() : bracket.end() + 4].partition("\n")[0]
    follows = after.lstrip()[:1]
    goes_on = bool(follows) and (not after[0].isspace() or not (follows.isupper() or follows in "[(\"“'‘0123456789"))
    return _ENDED.search(before) is not None and not goes_on and not bracket["inner"][0].isspace()


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
    return _leave_out(text, (tag for tag in read_provenance(text, "") if tag.date or tag.page))


def _leave_out(text: str, tags: Iterable[Provenance]) -> str:
    parts: list[str] = []
    end = 0
    for tag in tags:
        parts.append(text[end : tag.at])
        end = tag.at + len(tag.raw)
    return "".join((*parts, text[end:]))
