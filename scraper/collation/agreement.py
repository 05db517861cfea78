"""The agreement between passages of two copies, although both may have lost characters."""

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
    """Return whether characters of a passage were lost: replaced by U+FFFD, or by a question mark as in `can?t`."""
    if "\ufffd" in text:
        return True
    return "?" in text and bool(find_lost_marks(text))


def same_words(text: str, other_text: str) -> bool:
    """Return whether two passages have the same words, numbers and signs; quotes, dashes, marks and spaces may differ.

    `“X” – 1™` and `"X" - 1` have the same words.
    """
    return text == other_text or _words_of(text) == _words_of(other_text)


def same_but_for_damage(text: str, other_text: str) -> bool:
    """Return whether two passages agree in all ASCII letters and digits, as `can?t` and `can’t` do."""
    return alphanumerics(text) == alphanumerics(other_text)


def continues(whole: Record, cut: Record) -> bool:
    """Return whether the words of a record that breaks off are the beginning of another record.

    The number or term counts as a part of the words, since a record can break off in it.

    Args:
        whole: The other record.
        cut: The record that breaks off.
    """
    long, short = _alphanumerics_of(whole), _alphanumerics_of(cut)
    return len(long) > len(short) and long.startswith(short)


def alphanumerics(text: str) -> str:
    """Return the ASCII letters and digits of a text, which are undamaged in all copies seen so far."""
    return _NOT_ALPHANUMERIC.sub("", _MARKS.sub("", text))


def _words_of(text: str) -> list[str]:
    return _WORD.findall(_MARKS.sub("", text).translate(_DASHES))


def _alphanumerics_of(record: Record) -> str:
    """Return the letters and digits of a record, with those of its number or term."""
    # The words of a glossary entry begin with its term, but those of a rule do not have its number.
    if isinstance(record, Rule):
        return alphanumerics(f"{record.number}{words_of_record(record)}")
    return alphanumerics(words_of_record(record))
