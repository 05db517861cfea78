"""How a passage of one copy agrees with that of another, although both may have lost characters."""

import re

from rules.change import passage_of
from rules.records import GlossaryEntry, Matter, Rule
from scraper.lost_characters import find_lost_marks

Record = Rule | GlossaryEntry | Matter

_WORD = re.compile(r"[^\W_]+|[+*/{}\[\]<>%&=]|-(?=[\dX])")
_NOT_ALPHANUMERIC = re.compile(r"[^A-Za-z0-9]+")
_MARKS = re.compile(r"\((?:tm|r|c)\)|[®™©_]", re.IGNORECASE)
_DASHES = str.maketrans(dict.fromkeys("‐‑‒–—−", "-"))


def words_of_record(record: Record) -> str:
    """Return all words of a record as one string, as `Passage.whole` joins them."""
    if isinstance(record, Matter):
        return record.text
    return passage_of(record).whole


def is_damaged(text: str) -> bool:
    """Return whether characters of a passage were lost: replaced, or turned into question marks inside words."""
    if "\ufffd" in text:
        return True
    return "?" in text and bool(find_lost_marks(text))


def same_words(text: str, other_text: str) -> bool:
    """Return whether two passages have the same words, numbers and signs.

    Quotes, dashes, marks and spaces may differ.
    """
    return text == other_text or _words_of(text) == _words_of(other_text)


def same_but_for_damage(text: str, other_text: str) -> bool:
    """Return whether two passages agree in all letters and digits that both still have."""
    return alphanumerics(text) == alphanumerics(other_text)


def continues(whole: Record, cut: Record) -> bool:
    """Return whether the words of a record that breaks off begin another record, number or term included."""
    long, short = _alphanumerics_of(whole), _alphanumerics_of(cut)
    return len(long) > len(short) and long.startswith(short)


def alphanumerics(text: str) -> str:
    """Return the ASCII letters and digits of a text: what no damage seen so far has touched."""
    return _NOT_ALPHANUMERIC.sub("", _MARKS.sub("", text))


def _words_of(text: str) -> list[str]:
    return _WORD.findall(_MARKS.sub("", text).translate(_DASHES))


def _alphanumerics_of(record: Record) -> str:
    """Return the letters and digits of a record; the words of an entry begin with its term, those of a rule do not."""
    if isinstance(record, Rule):
        return alphanumerics(f"{record.number}{words_of_record(record)}")
    return alphanumerics(words_of_record(record))
