"""Facts in words, as printed on pages: dates, counts, sizes, names of things, and whole sentences.

The patterns of sentences are in `assets/sentences.json`, each with a made-up example and how that reads. The scripts
take theirs from the same file. A pattern says what holds for every value that is put into it.
"""

import json
import re
from datetime import date
from functools import cache

from markupsafe import Markup, escape

from graph.answers.editions import EditionAnswer
from rules.counts import format_count
from rules.keys import is_entry, name_of
from rules.records import COMPREHENSIVE_RULES, RETYPED, Condition, Edition, VariantKind
from site_src.markup.passages import plain_title
from site_src.paths import ASSETS

SENTENCES = ASSETS / "sentences.json"

MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
"""A table of our own: `strftime` depends on the locale, and the pages must be the same on every machine."""

CONDITIONS: dict[Condition, str] = {
    "good": "good: nothing is lost",
    "damaged": "damaged: characters are lost or wrong",
    "truncated": "truncated: the end is missing",
    "retyped": "retyped: not the publisher's text; it is used only to date what first appears in it",
    "fragment": "fragment: only a part of an edition",
    "destroyed": "destroyed: no rule can be read",
}

METHODS: dict[str, str] = {
    "same-text": "same text",
    "words": "similar words",
    "tagged-words": "by its tag and similar words",
    "heading": "same heading",
}
"""Methods by which a correspondence between two works was found."""

VARIANTS: dict[VariantKind, str] = {
    "typographic": "quotes, dashes, marks or spaces differ",
    "damage": "characters are lost on one side",
    "wording": "the words differ",
    "missing": "this witness lacks the passage",
    "extra": "only this witness has the passage",
}


@cache
def patterns() -> dict[str, str]:
    """Return the pattern of each sentence, with the names of its values in braces."""
    return {name: pattern for name, (pattern, *_) in json.loads(SENTENCES.read_text(encoding="utf-8")).items()}


def say(name: str, **values: str) -> str:
    """Return a sentence.

    Raises:
        KeyError: There is no such pattern, or a value is missing.
    """
    return patterns()[name].format(**values)


def say_html(name: str, **values: str | Markup) -> Markup:
    """Return a sentence as HTML; values that are not markup are escaped.

    Raises:
        KeyError: There is no such pattern, or a value is missing.
    """
    return escape(patterns()[name]).format(**values)


_NO_BREAK = "\N{NO-BREAK SPACE}"
_DATE = re.compile(rf"\b([0-9]{{1,2}}) ({'|'.join(MONTHS)}) ([0-9]{{4}})\b")
"""A date as `date_in_words` writes it."""


def date_in_words(iso: str) -> str:
    """Return a date in words: `2026-04-17` → `17 April 2026`.

    Raises:
        ValueError: `iso` is not an ISO date.
    """
    day = date.fromisoformat(iso)
    return f"{day.day} {MONTHS[day.month - 1]} {day.year}"


def keep_dates(words: str) -> str:
    """Return words whose dates do not break at the end of a line: the blanks inside of them are no-break spaces.

    Only what a page prints is changed, as by `keepDates` in `assets/js/lib/dom.js`. In data and in citations, dates
    have plain blanks.
    """
    return _DATE.sub(rf"\1{_NO_BREAK}\2{_NO_BREAK}\3", words)


def span_in_words(first: str, last_day: str | None) -> str:
    """Return a span in words: `11 July 2009 to 30 September 2010`; `since 11 July 2009` without a last day."""
    if not last_day:
        return f"since {date_in_words(first)}"
    return f"{date_in_words(first)} to {date_in_words(last_day)}"


def when_in_words(day: str) -> str:
    """Return a date with the precision known: `1998-02-03` → `3 February 1998`, `1997-01` → `January 1997`, `1994`."""
    year, _, month = day.partition("-")
    if not month:
        return year
    if len(month) > len("01"):
        return date_in_words(day)
    return f"{MONTHS[int(month) - 1]} {year}"


def work_in_words(edition: Edition | EditionAnswer) -> str:
    """Return the name of a work, such as `Rulings summary`; empty for the Comprehensive Rules."""
    if edition.work == COMPREHENSIVE_RULES:
        return ""
    return edition.work.replace("-", " ").capitalize()


def edition_in_words(edition: Edition | EditionAnswer) -> str:
    """Return an edition in words: `Edition of 17 April 2026, Secrets of Strixhaven`.

    The set is omitted if it is not known; other works have their own name. A retyped edition is called so.
    """
    work = work_in_words(edition) or "Edition"
    words = f"{work} of {name_edition(edition)}"
    if edition.condition == RETYPED:
        words += f", {retyped_in_words(edition)}"
    return words


def name_edition(edition: Edition | EditionAnswer) -> str:
    """Return an edition's day with its set, if that is known: `17 April 2026, Secrets of Strixhaven`."""
    day = date_in_words(edition.id)
    name = edition.set_name or edition.set_code
    if not name:
        return day
    return f"{day}, {name}"


def retyped_in_words(edition: Edition | EditionAnswer) -> str:
    """Return `retyped copy` for an edition of which no copy is the publisher's text; empty for all others."""
    if edition.condition != RETYPED:
        return ""
    return f"{RETYPED} copy"


def name_in_words(key: str) -> str:
    """Return the number or term of a key for places without italics, that is, without the underscores around them."""
    return plain_title(name_of(key))


def format_key(key: str) -> str:
    """Return a key as shown to readers: `702.40a`, `“Storm”`, `502.35b (rule 2 with this number)`."""
    name, _, ordinal = name_in_words(key).partition("#")
    if not is_entry(key):
        if ordinal:
            return f"{name} (rule {ordinal} with this number)"
        return name
    if ordinal.isdecimal():
        return f"“{name}” (entry {ordinal})"
    if ordinal:
        return f"“{name}”#{ordinal}"
    return f"“{name}”"


def count(number: int, singular: str, plural: str | None = None) -> str:
    """Return a number with its noun: `1 rule`, `3,059 rules`."""
    return format_count(number, singular, plural)


def size_in_words(size: int) -> str:
    """Return a size given in bytes: `999 bytes`, `347 kB`, `7.1 MB`, `36 MB`; a kB has 1,000 bytes."""
    if size < 1000:
        return count(size, "byte")
    if size < 999_500:
        return f"{size / 1000:.0f} kB"
    if size < 9_950_000:
        return f"{size / 1_000_000:.1f} MB"
    return f"{size / 1_000_000:,.0f} MB"


def cut_words(text: str, most: int, spare: int = 0) -> str:
    """Return the first words of a text, or all of it if no more than `spare` words would be cut."""
    words = text.split()
    if len(words) <= most + spare:
        return text
    return f"{' '.join(words[:most])} …"
