"""Recognise files whose numbers are not citations: copies of the rules of Magic, and rules of other games.

A copy is recognised by its sentences, which are the rules' own (`graph.ledger.copies`). The sentences of a translation
are not known: it is recognised by the numbers at the beginning of its lines, which are in order. Rules of another game
are recognised by a title, or by chapters that no edition of Magic's rules ever had.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

from msgspec import Struct

from graph.citations.records import SEVERAL, Citation
from graph.ledger.copies import KnownSentences, is_copy
from rules.json_files import is_json_copy
from rules.late_patterns import compile_late
from rules.numbers import LETTERS
from rules.text import LIGHT

_COPY = "it is a copy of the Comprehensive Rules; for its own faults: comprules audit FILE"
_LEAST_RULES = 12
"""Minimum number of rules of a translation; a file with fewer holds an excerpt, as notes do."""
_LEAST_CHAPTERS = 12
"""Minimum number of chapters that the numbers of a translation run through."""
_MOST_LINES_OF_RULE = 12
"""Maximum number of lines for each number of a translation, in the mean; in other files numbers are rarer."""
_CHAPTER_DIGITS = 3
_USUAL_BYTES = 80
"""Minimum bytes from one number to the next, in most cases, for a file to have the text of its rules. Whole editions
have 200 bytes, an index or a list of numbers 20 to 60. In UTF-8 all scripts need about as many bytes."""
_IN_ORDER = 0.9
"""Minimum share of the numbers of a copy that are followed by a higher one."""
UNKNOWN = 0.4
"""Minimum share of chapters that never existed among all chapters in a file with other rules. In the files that were
measured it was at most 0.11 if they cite Magic, and at least 0.5 if they hold the rules of another game."""

_EXCERPT = 20_000
"""Number of characters in the middle of a text that show its language."""
_OTHER_LETTERS = 0.005
"""Minimum share of letters of a translation that English does not have."""
_SMALL_WORDS = 0.15
"""Share of function words that a translation has less of; in English texts it is about 0.4."""

_HEAD = compile_late(
    r"""
    ^(?![ \t]*(?://|--|;|/?\*[ /\d]|\#[ \d]|\||[-*+][ ]\[))              # no comment, table, or list of tasks
    (?:<[^<>\n]{1,300}>|[^\w\n<]){0,12}                                  # tags and marks
    (?:[\w-]{1,20}(?:[\"']?[:=]{1,2}[ \t]?|[ \t](?=\"))[\"']?)?          # a key of data
    (?P<chapter>[1-9][0-4]\d)\.(?P<rule>[1-9]\d{0,2})(?P<letter>[a-z]?)(?![\w%])
    """,
    re.MULTILINE | re.VERBOSE,
)
"""The number of a rule at the beginning of a line; lines of comments, tables and checklists do not count."""
_NUMBER = compile_late(r"\.[1-9](?<=[1-9][0-4]\d\.[1-9])")
"""The dot of a number with the digit after it; the digits before it are looked back at, which `re` does fast."""
_WORD = compile_late(r"[^\W\d_]+")
_LINE = compile_late(r"\n(?=(?:<[^<>\n]{1,80}>)*[^<\n].{19})")
"""The end before a line with words; a line of nothing but tags, such as the anchor above a rule, does not count."""
_OTHER_TITLE = compile_late(
    r"""
    ^(?:
        \#{1,3}[ \t]+ | =+[ \t]*                                          # a heading of Markdown, of a wiki
        | [ \t]*<(?:title|h1)[^<>]{0,80}>[ \t]*                            # of HTML
        | [\"']?title[\"']?[ \t]*[:=][ \t]*[\"']?                          # the value of a key
        | (?<![\s\S])                                                     # the first line
    )
    (?:The[ ]|Official[ ]|Complete[ ])*(?!Official|Complete|Comprehensive|Game|\w+(?:ing|ed)\b)
    [A-Z][\w!'’-]*(?:[ :-]{1,3}(?:[A-Z\d][\w!'’-]*|of|the|and)){0,6}?      # the name of the game
    [ :–—-]{1,3}
    (?:
        (?:TCG|CCG|LCG|(?:Trading[ ]|Collectible[ ]|Living[ ])?Card[ ]Game)[ :–—-]{1,3}
        (?:[\w.]+[ ]){0,3}?Rul(?:es?|ebook)
        | Comprehensive[ ]Rul(?:es|ebook)(?=[^\w\n]*(?:$|<|[vV]?(?:er)?(?:sion)?[. ]?\d))
    )
    """,
    re.MULTILINE | re.VERBOSE,
)
"""A title or heading such as `Force of Will Comprehensive Rules`."""
_IN_TITLES = ("Comprehensive Rul", "Card Game", "TCG", "CCG", "LCG")
"""Of these every `_OTHER_TITLE` has one; a text without them need not be searched."""
_OF_MAGIC = compile_late(r"Magic|MTG|mtg|laneswalker|[Ss]cryfall|[Ww]izards|[Gg]atherer")
"""Words that a text about Magic has, and the rules of another game do not."""


class _Number(NamedTuple):
    """A number, as its chapter, its rule and its letter, which is empty if there is none."""

    chapter: int
    rule: int
    letter: str


ForeignKind = Literal["copy", "other-rules"]


class ForeignNumbers(Struct, frozen=True):
    """Why the numbers of a file are not citations.

    Attributes:
        kind: Whether they are those of a copy of Magic's rules, or of other rules.
        reason: The reason, worded so that many files can share it.
        aside: What is true of this file alone, worded to follow the reason; empty if there is nothing to add.
    """

    kind: ForeignKind
    reason: str
    aside: str = ""


def describe_foreign(
    text: str, citations: Iterable[Citation], exists: Callable[[str], bool], ledger: KnownSentences
) -> ForeignNumbers | None:
    """Return why the numbers of a file are not citations; None if they can be citations.

    Args:
        text: The whole file.
        citations: The citations found in it.
        exists: Returns whether any edition has a rule or chapter.
        ledger: The ledger, which knows the sentences of the rules.
    """
    if is_copy(text, ledger) or _is_translation(text):
        return ForeignNumbers("copy", _COPY)
    title = _find_other_title(text)
    if title is not None:
        return ForeignNumbers("other-rules", f'it contains the rules of another game: "{title}"')
    chapters = {number[:_CHAPTER_DIGITS] for citation in citations for number in citation.numbers}
    unknown = sum(not exists(chapter) for chapter in chapters)
    if unknown >= SEVERAL and unknown >= UNKNOWN * len(chapters):
        aside = f", for {unknown} of {len(chapters)} chapters were never in Magic's rules"
        return ForeignNumbers("other-rules", "it cites the rules of something else", aside)
    return None


def _find_other_title(text: str) -> str | None:
    """Return the title or heading of the rules of another game; None without one, or if the text names Magic."""
    if not any(words in text for words in _IN_TITLES):
        return None
    title = _OTHER_TITLE.search(text)
    if title is None or _OF_MAGIC.search(text):
        return None
    return " ".join(title[0].split())


def _is_translation(text: str) -> bool:
    """Return whether a text is a translation of the rules: its lines begin with numbers in order, followed by texts.

    A JSON file is a translation if its fields hold rules, whatever the order of the rules.
    """
    # Cheap searches first: the one for numbers at the beginnings of lines takes much longer.
    count_of_numbers = len(_NUMBER.findall(text))
    if count_of_numbers < _LEAST_RULES or not (_is_translated(text) or _is_catalogue(text)):
        return False
    if is_json_copy(text, _LEAST_RULES):
        return True
    text = "\n" + text.replace("\r", "\n")
    count_of_lines = len(_LINE.findall(text))
    if count_of_lines > _MOST_LINES_OF_RULE * count_of_numbers:
        return False
    heads = _list_heads(text)
    steps = [(_read_number(head), _read_number(following)) for head, following in pairwise(heads)]
    if not _are_in_order(steps) or not _have_texts(text, heads):
        return False
    begin_most_lines = len(heads) >= _LEAST_RULES and len(heads) >= count_of_lines / 2
    return begin_most_lines or _run_through_chapters(steps)


def _is_translated(text: str) -> bool:
    """Return whether a text is in another language than English: it has other letters, and few of the small words.

    The letters and words in the middle of the text are counted.
    """
    middle = len(text) // 2
    excerpt = text[max(0, middle - _EXCERPT // 2) : middle + _EXCERPT // 2]
    # Counting characters one by one in a loop takes several times as long.
    letters = sum(map(str.isalpha, excerpt))
    english_letters = sum(map(str.isalpha, excerpt.encode("ascii", "ignore").decode()))
    if letters - english_letters < _OTHER_LETTERS * letters:
        return False
    words = _WORD.findall(excerpt.lower())
    count_of_small_words = sum(word in LIGHT for word in words)
    return count_of_small_words < _SMALL_WORDS * len(words)


def _is_catalogue(text: str) -> bool:
    """Return whether a text is the catalogue of a translator, whose sentences may be broken anywhere."""
    return text.count('\nmsgid "') >= _LEAST_RULES


def _list_heads(text: str) -> list[re.Match[str]]:
    """Return the numbers at the beginnings of lines, in order; of equal neighbours only the first."""
    heads: list[re.Match[str]] = []
    for head in _HEAD.finditer(text):
        if not heads or _read_number(head) != _read_number(heads[-1]):
            heads.append(head)
    return heads


def _read_number(head: re.Match[str]) -> _Number:
    """Return the number at the beginning of a line."""
    return _Number(int(head["chapter"]), int(head["rule"]), head["letter"])


def _are_in_order(steps: Sequence[tuple[_Number, _Number]]) -> bool:
    """Return whether nearly all numbers are followed by a higher one.

    Args:
        steps: Each number with the one after it.
    """
    return sum(number < following for number, following in steps) >= _IN_ORDER * len(steps)


def _have_texts(text: str, heads: Sequence[re.Match[str]]) -> bool:
    """Return whether, after more than half of the numbers, the text up to the next number is as long as a rule."""
    texts = [text[head.end() : following.start()] for head, following in pairwise(heads)]
    long_texts = sum(len(words.encode("utf-8", "replace")) >= _USUAL_BYTES for words in texts)
    return long_texts > len(texts) / 2


def _run_through_chapters(steps: Sequence[tuple[_Number, _Number]]) -> bool:
    """Return whether numbers run through many chapters, most of them without a gap to the next number.

    This recognises texts in which most lines do not begin with a number, such as the catalogue of a translator.

    Args:
        steps: Each number with the one after it.
    """
    chapters = {number.chapter for number, _ in steps}
    without_gap = sum(_is_next(number, following) for number, following in steps)
    return len(chapters) >= _LEAST_CHAPTERS and without_gap > len(steps) / 2


def _is_next(number: _Number, following: _Number) -> bool:
    """Return whether a number directly follows another, as 702.2b, 702.3 and 703.1 follow 702.2a."""
    begins_next_rule = following == _Number(number.chapter, number.rule + 1, "")
    begins_later_chapter = following.chapter > number.chapter and following.rule == 1 and not following.letter
    if begins_next_rule or begins_later_chapter:
        return True
    _, _, later_letters = LETTERS.partition(number.letter) if number.letter else ("", "", LETTERS)
    return following == _Number(number.chapter, number.rule, later_letters[:1])
