"""The provenance tags of a rulings summary, such as `[Duelist Magazine #12, Page 26]`, as data.

The summaries name the source of a paragraph, or of a part of it, in a tag after its words. Dates were written
`02/03/98` until 1999 and `1999/04/23` since, sometimes as `Jan 1997` or only as a year.

Brackets are also used for an option in a card's text, or as a placeholder. A bracket with a date or a page is always a
tag. Any other bracket is a tag only between sentences.

Guarantees: the functions depend on the text alone, and guess nothing: words that are no valid date or page stay in
`source`.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from typing import NamedTuple

from rules.late_patterns import compile_late
from rules.records import Provenance, Rule

_BRACKET = compile_late(r"\[(?P<inner>[^\[\]\n]{2,80})\]")  # the longest known tag has 29 characters
_PAGE = compile_late(r"(?:^|[,\s])\s*(?:pages?|pg\.?|pp?\.)\s*(?P<page>\d{1,4}(?:\s?[-–]\s?\d{1,4})?)$", re.IGNORECASE)
"""A page, or a range of pages, at the end of a tag."""
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
"""Alternatives for the name of a month: `Jan(?:uary)?|Feb(?:ruary)?|…`."""
_MONTH_NUMBERS = {month[:3]: str(number) for number, month in enumerate(_MONTHS, 1)}
"""First three letters of a month's name → its number."""
_DATE = compile_late(
    rf"""(?:^|[,\s])\s*
    (?:(?:19|20)\d\d(?:/\d\d?/\d\d?)?  # 1999/04/23, or the year alone
    |\d\d?/\d\d?/(?:\d{{2}}|\d{{4}})  # 02/03/98, 02/03/1998
    |(?:{_NAMED})\.?,?\s(?:\d\d?,\s)?(?:19|20)\d\d  # Jan 1997, January 15, 2004
    )$""",
    re.VERBOSE,
)
"""A date at the end of a tag."""

_NAME = compile_late("[A-Za-z]+")
"""The name of a month in a date."""
_ISO_DAY = len("1999-04-23")
_ISO_MONTH = len("1999-04")
_ISO_YEAR = len("1999")
_FORMS = {
    "%m/%d/%y": _ISO_DAY,
    "%Y/%m/%d": _ISO_DAY,
    "%m/%d/%Y": _ISO_DAY,
    "%m %d %Y": _ISO_DAY,
    "%m %Y": _ISO_MONTH,
    "%Y": _ISO_YEAR,
}
"""Form of a date for `strptime` → number of characters of the ISO date that it gives: only year and month for `%m %Y`.
There is no form with a name of a month, because the names that Python reads depend on the locale; `_number_month`
replaces them. Years of two digits from 69 on are in the 1900s."""
_SENTENCE_END = compile_late(r"(?:[.!?]|[.!?]?[\"”’')\]])\s*$")
"""The end of a sentence; a quotation mark or a bracket may close it."""
_SENTENCE_STARTS = "[(\"“'‘0123456789"
"""What a sentence may begin with besides a capital letter."""
_SEEN_BEFORE = 8
"""Number of characters before a bracket that are searched for the end of a sentence."""
_SEEN_AFTER = 4
"""Number of characters after a bracket that are searched for the first letter of a sentence."""
_LOOKS_DATED = compile_late(r"\d+/\d+")
"""Numbers that are probably a date, also if the calendar does not have it."""


def provenance_of(rule: Rule) -> tuple[Provenance, ...]:
    """Return the content of each tag of a rule, in the order of its passages; there is one for each tag in `Rule.tags`.

    Args:
        rule: A rule of a rulings summary. A rule without tags has no provenance, whatever brackets are in its text.
    """
    if not rule.tags:
        return ()
    return tuple(tag for name, passage in rule.passages for tag in read_provenance(passage, name))


def tags_in(passages: Sequence[str]) -> tuple[str, ...]:
    """Return the tags in some passages as printed, in their order, as `Rule.tags` has them."""
    return tuple(tag.raw for passage in passages if "[" in passage for tag in read_provenance(passage, ""))


def read_provenance(passage: str, name: str) -> Iterator[Provenance]:
    """Yield the content of the tags of one passage, from left to right.

    `Draw first. [D'Angelo 02/03/98]` has one tag, with the source `D'Angelo` and the date `1998-02-03`, which applies
    to `Draw first.` (start 0, end 11).

    Args:
        passage: Any text; paragraphs are separated by newlines, and a tag applies only within its paragraph.
        name: The passage's name, for `Provenance.passage`.
    """
    last_tag_end = 0
    tagged = range(0)  # the offsets of the words that the tag applies to
    for bracket, content in _find_tags(passage):
        own_words = _find_words(passage, last_tag_end, bracket.start())
        # A tag right after another one in the same paragraph applies to the same words.
        if own_words is not None:
            tagged = own_words
        last_tag_end = bracket.end()
        yield Provenance(
            source=content.source,
            date=content.date,
            page=content.page,
            raw=bracket[0],
            passage=name,
            start=tagged.start,
            end=tagged.stop,
            offset=bracket.start(),
        )


def _find_words(passage: str, after: int, before: int) -> range | None:
    """Return the offsets of the words between two tags, or of those of the last paragraph there.

    The blanks around the words are left out. For the second tag of `One. [A 1997] Two. [B 1998]`, `after` is 13 and
    `before` is 19; the words are `Two.`, from 14 to 18.

    Args:
        passage: The passage.
        after: The offset after the first tag; 0 if the second tag is the first of the passage.
        before: The offset of the second tag.

    Returns:
        None if the second tag comes right after the first one, in the same paragraph. An empty range if the second tag
        begins a paragraph: then it applies to no words.
    """
    line_break = passage.rfind("\n", after, before)
    is_new_paragraph = line_break >= 0
    begin = line_break + 1 if is_new_paragraph else after
    words = passage[begin:before]
    if not words.strip() and not is_new_paragraph:
        return None
    start = begin + len(words) - len(words.lstrip())
    return range(start, max(start, begin + len(words.rstrip())))


def _find_tags(passage: str) -> Iterator[tuple[re.Match[str], "_TagContent"]]:
    """Yield the brackets of a passage that are tags, each with its content.

    A bracket with a date or a page is a tag wherever it is, any other only between sentences.
    """
    for bracket in _BRACKET.finditer(passage):
        content = _read_tag(bracket["inner"])
        if content is None:
            continue
        is_dated_or_paged = content.date is not None or content.page is not None
        if is_dated_or_paged or _is_between_sentences(passage, bracket):
            yield bracket, content


def iso_date(text: str) -> str | None:
    """Return a whole date in a form that tags have (`2007/05/28`, `January 15, 2004`) as ISO; None for other texts."""
    match = _DATE.fullmatch(text.strip())
    day = _format_date(match[0]) if match else None
    is_whole_date = day is not None and len(day) == _ISO_DAY
    return day if is_whole_date else None


def is_tags_alone(text: str) -> bool:
    """Return whether a text consists of tags alone; such tags belong to the paragraph before it."""
    tags = [*read_provenance(text, "")]
    return bool(tags) and not _remove_tags(text, tags).strip()


def has_unread_date(tag: Provenance) -> bool:
    """Return whether a tag has an impossible date (`13/45/98`), which is therefore a part of `source`."""
    return tag.date is None and _LOOKS_DATED.search(tag.source) is not None


class _TagContent(NamedTuple):
    """The content of a tag; the fields are those of `Provenance`."""

    source: str
    date: str | None
    page: str | None


def _read_tag(inner: str) -> _TagContent | None:
    """Return the content of a bracket: `Duelist Magazine #12, Page 26` → source `Duelist Magazine #12`, page `26`.

    Returns:
        None if the bracket cannot be a tag, because it has no date, no page, and does not begin with a letter.
    """
    content = _TagContent(inner.strip(), None, None)
    # Each is taken from the end of the tag. The page is tried twice, since it may come before the date or after it.
    content = _take_page(_take_date(_take_page(content)))
    if content.date is None and content.page is None and not content.source[:1].isalpha():
        return None
    return content


def _take_page(content: _TagContent) -> _TagContent:
    """Return the content of a tag with the page at the end of its source as a page, if it has none yet."""
    printed = _PAGE.search(content.source) if content.page is None else None
    if printed is None:
        return content
    page = re.sub(r"\s", "", printed["page"]).replace("–", "-")
    return content._replace(source=content.source[: printed.start()].rstrip(" ,"), page=page)


def _take_date(content: _TagContent) -> _TagContent:
    """Return the content of a tag with the date at the end of its source as a date.

    A date that the calendar does not have stays in the source.
    """
    printed = _DATE.search(content.source)
    day = _format_date(printed[0]) if printed else None
    if printed is None or day is None:
        return content
    return content._replace(source=content.source[: printed.start()].rstrip(" ,"), date=day)


def _format_date(printed: str) -> str | None:
    """Return a date in ISO form, as precise as it is printed: `02/03/98` → `1998-02-03`, `Jan 1997` → `1997-01`.

    Args:
        printed: A date that `_DATE` matches.

    Returns:
        None if the calendar does not have the date.
    """
    numbered = _NAME.sub(_number_month, printed)
    words = " ".join(re.split(r"[\s.,]+", numbered)).strip()
    for form, length in _FORMS.items():
        with suppress(ValueError):
            return datetime.strptime(words, form).date().isoformat()[:length]  # noqa: DTZ007 - a day, no time
    return None


def _number_month(name: re.Match[str]) -> str:
    """Return the number of a month for its name, which may be abbreviated."""
    return _MONTH_NUMBERS[name[0][:3]]


def _is_between_sentences(passage: str, bracket: re.Match[str]) -> bool:
    """Return whether a bracket comes after the end of a sentence, and nothing or another sentence follows.

    Other paragraphs do not count. A bracket whose content begins with a blank is a placeholder, and the answer is
    False.
    """
    if bracket["inner"][0].isspace():
        return False
    before = passage[max(0, bracket.start() - _SEEN_BEFORE) : bracket.start()].rpartition("\n")[2]
    if not _SENTENCE_END.search(before):
        return False
    after = passage[bracket.end() : bracket.end() + _SEEN_AFTER].partition("\n")[0]
    following = after.lstrip()[:1]
    if not following:
        return True
    begins_sentence = following.isupper() or following in _SENTENCE_STARTS
    return after[0].isspace() and begins_sentence


def without_tags(text: str) -> str:
    """Return a passage without its provenance tags, which are no words of the rule.

    Tags without a date or a page stay, because such a bracket may belong to the words.
    """
    if "]" not in text:
        return text
    return _remove_tags(text, (tag for tag in read_provenance(text, "") if tag.date or tag.page))


def _remove_tags(text: str, tags: Iterable[Provenance]) -> str:
    """Return a text without some of its tags, which are in order."""
    parts: list[str] = []
    end = 0
    for tag in tags:
        parts.append(text[end : tag.offset])
        end = tag.offset + len(tag.raw)
    return "".join((*parts, text[end:]))
