"""Whether a text is a translation of the rules.

The sentences of an English copy can be compared with those of the editions. Those of a translation cannot, so it is
recognised by the rule numbers at the beginnings of its lines: they are in order, and texts follow them. Such a number
is called a head (`graph.ledger.heads`).
"""

from collections.abc import Sequence
from itertools import pairwise

from graph.ledger.heads import (
    Head,
    are_in_order,
    are_without_gaps,
    count_chapters,
    count_lines,
    list_heads,
    unify_line_ends,
)
from rules.late_patterns import compile_late
from rules.word_lists import LIGHT

_LEAST_RULES = 12
"""Minimum number of rules of a translation; a file with fewer holds an excerpt, as notes do."""
_LEAST_CHAPTERS = 12
"""Minimum number of chapters that the numbers of a translation run through."""
_MOST_LINES_OF_RULE = 12
"""Maximum number of lines for each number of a translation, in the mean; in other files numbers are rarer."""
_USUAL_BYTES = 80
"""Minimum bytes from one number to the next, in most cases, for a file to have the text of its rules. Whole editions
have 200 bytes, an index or a list of numbers 20 to 60. In UTF-8 all scripts need about as many bytes."""

_EXCERPT = 20_000
"""Number of characters in the middle of a text that show its language."""
_OTHER_LETTERS = 0.005
"""Minimum share of letters of a translation that English does not have."""
_LIGHT_SHARE = 0.15
"""Share of light words (`rules.word_lists.LIGHT`) that a translation has less of; in English texts it is about 0.4."""

_NUMBER = compile_late(r"\.[1-9](?<=[1-9][0-4]\d\.[1-9])")
"""The dot of a number with the digit after it; the digits before it are looked back at, which `re` does fast.

So far, the second digit of a chapter was never above 3, so a number like 160.1 is not taken for that of a rule."""
_WORD = compile_late(r"[^\W\d_]+")


def is_translation(text: str) -> bool:
    """Return whether a text is a translation of the rules.

    It is one if it is in another language than English, or is a gettext catalogue, in which the two languages
    alternate; if it has rule numbers at the beginnings of its lines, in order and not too rare; and if texts as long as
    rules follow them. A JSON file in another language is a translation if its fields hold rules, in whatever order.

    Args:
        text: The whole file.
    """
    # Cheap tests come first: the search for numbers at the beginnings of lines takes much longer.
    count_of_numbers = len(_NUMBER.findall(text))
    if count_of_numbers < _LEAST_RULES:
        return False
    lines = unify_line_ends(text)
    if not (_is_in_another_language(text) or _is_catalogue(lines)):
        return False
    from rules.json_files.copies import is_json_copy  # noqa: PLC0415 - slow to import, and needed for few texts

    if is_json_copy(text, _LEAST_RULES):
        return True
    count_of_lines = count_lines(lines)
    if count_of_lines > _MOST_LINES_OF_RULE * count_of_numbers:
        return False
    heads = list_heads(lines)
    return are_in_order(heads) and _have_texts(lines, heads) and _are_of_rules(heads, count_of_lines)


def _are_of_rules(heads: Sequence[Head], count_of_lines: int) -> bool:
    """Return whether the numbers at the beginnings of a text's lines are those of rules.

    They are if at least `_LEAST_RULES` lines, and half of all lines, begin with one. In the catalogue of a translator,
    and in other forms, most lines begin with no number. Then the numbers must run through at least `_LEAST_CHAPTERS`
    chapters without gaps.

    Args:
        heads: The numbers, in order.
        count_of_lines: The number of lines of the text.
    """
    begin_most_lines = len(heads) >= count_of_lines / 2
    if len(heads) >= _LEAST_RULES and begin_most_lines:
        return True
    return count_chapters(heads) >= _LEAST_CHAPTERS and are_without_gaps(heads)


def _is_in_another_language(text: str) -> bool:
    """Return whether a text is in another language than English.

    It is if at least 0.5 % of its letters are none of the English ones (such as `é`), and less than 15 % of its words
    are English light words (such as `the`). Both are counted in the middle of the text.
    """
    middle = len(text) // 2
    excerpt = text[max(0, middle - _EXCERPT // 2) : middle + _EXCERPT // 2]
    # Counting characters one by one in a loop takes several times as long.
    letters = sum(map(str.isalpha, excerpt))
    english_letters = sum(map(str.isalpha, excerpt.encode("ascii", "ignore").decode()))
    if letters - english_letters < _OTHER_LETTERS * letters:
        return False
    words = _WORD.findall(excerpt.lower())
    count_of_light_words = sum(word in LIGHT for word in words)
    return count_of_light_words < _LIGHT_SHARE * len(words)


def _is_catalogue(text: str) -> bool:
    """Return whether a text is a gettext catalogue, with the sentences of a program or text and their translations.

    Each sentence is in a line that begins with `msgid "`, and may be broken anywhere.

    Args:
        text: The text, in which each line begins after a line feed.
    """
    return text.count('\nmsgid "') >= _LEAST_RULES


def _have_texts(text: str, heads: Sequence[Head]) -> bool:
    """Return whether, after more than half of the numbers, the text up to the next number is as long as a rule."""
    texts = [text[head.end : following.start] for head, following in pairwise(heads)]
    long_texts = sum(len(words.encode("utf-8", "replace")) >= _USUAL_BYTES for words in texts)
    return long_texts > len(texts) / 2
