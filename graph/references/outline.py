"""Finding and resolving the references of a rule book with a numbering of its own: 1, 1.2, 1.2.3, 1.2.3a.

A number is a reference after a word such as "rule" or "section", after "see" or "§", in brackets by itself, as the text
of a link, or with at least two dots. A number with one dot alone may be an amount, so it is none. After "see", a number
without a dot is none either: `see 3 cards`. A title in quotes or brackets after the number is checked.

The words of several languages are known. Another word is learned if the document has it before the numbers of several
of its rules, and hardly ever before another number.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from graph.references.pointers import AFTER, CALLS, CONJUNCTIONS, NOUNS, UNSPACED, learn_words, list_words
from graph.references.resolve import EditionIndex, passages, resolve_number
from rules.records import GlossaryEntry, Reference, Resolution, Rule

_PART = r"[1-9]\d{0,2}"
"""The digits between two dots: the `2` of `1.2.3`."""
_LETTER = r"[^\W\u2e80-\U0010ffff]"
"""A letter or digit, but none of a script that is written without spaces."""
_END = rf"(?:\.?[a-zа-я])?(?!{_LETTER}|\.\d|%|[.,]\d)"
"""The end of a number: perhaps a letter, but nothing with which it is an amount, a percentage or part of a word."""
_NUMBER = rf"{_PART}(?:\.{_PART}){{0,5}}{_END}"
"""A number with any number of dots: `1`, `1.2`, `1.2.3`."""
_DOTTED = rf"{_PART}(?:\.{_PART}){{1,5}}{_END}"
"""A number with at least one dot."""
_DEEP = rf"{_PART}(?:\.{_PART}){{2,5}}{_END}"
"""A number with at least two dots."""
_LINK = r"\]\([^()\s]{0,80}\)"
"""The end of a link of Markdown: its address."""
_WORD = re.compile(rf"(?P<word>[^\W\d_]+\.?)\s{{1,3}}\[?(?P<number>{_DOTTED})")
"""A word and the number after it."""
_DASH = r"[-\u2013]"
TITLE = re.compile(
    rf"(?:{_LINK})?[,:]?\s?[(（]?[\"“„”«»「『《](?P<title>[^\"“„”«»「」『』《》\n]{{1,80}})[\"”“»«」』》]"
)
"""A title in quotes after a number."""
_MOST = 1_000
"""Maximum number of references of one passage."""


def resolve_outline(rules: Sequence[Rule], glossary: Sequence[GlossaryEntry]) -> tuple[Resolution, ...]:
    """Find and resolve the references of a rule book with its own numbering, in the order of the document.

    Args:
        rules: Its rules.
        glossary: Its glossary.
    """
    index = EditionIndex(rules, glossary)
    learned = learn_words(_list_words_before_numbers(rules, glossary), index.rules.keys())
    finder = ReferenceFinder(learned)
    return tuple(
        resolve_number(reference, index)
        for source, field, passage in passages(rules, glossary)
        for reference in finder.find(passage, source, field)
    )


class ReferenceFinder:
    """Finds the references that the passages of a rule book print."""

    def __init__(self, learned: Iterable[str] = ()) -> None:
        """Prepare the search.

        Args:
            learned: Words before the numbers of rules, in lower case, besides those of the known languages.
        """
        nouns = any_of(list_words(NOUNS))
        calls = any_of([*learned, *list_words(CALLS)])
        self._anchor = re.compile(
            rf"""
              # after "rule", "section" or "§"
              (?:\b(?i:{nouns})\s{{1,3}}|§{{1,2}}\s?)\[?(?P<named>{_NUMBER})
              # after "see"
            | \b(?i:{calls})\s{{1,3}}\[?(?P<called>{_DOTTED})
              # after a word that is written without a space, as in Chinese, or before one
            | (?:{any_of(UNSPACED)})\s?\[?(?P<unspaced>{_DOTTED})
            | (?P<before>{_DOTTED})\s?(?:{any_of(AFTER)})
              # alone in brackets, or in brackets before a title
            | [(\[（](?P<alone>{_DOTTED})(?=[)\]）]|[,:]?\s?[\"“„«])
              # with two dots, and no amount or version
            | (?<!{_LETTER})(?<![.$€£\#/+\u2212-])(?<!(?i:version)[ ])(?P<deep>{_DEEP})
            """,
            re.VERBOSE,
        )
        conjunctions = any_of(list_words(CONJUNCTIONS))
        between = rf"""
            (?:{_LINK}|[\])）])?                      # the end of a link or of brackets around the number before
            (?:
              \s?[,、]\s?(?:(?:{conjunctions})\s)?  # a comma, also with a conjunction after it
            | \s(?:{conjunctions})\s
            | \s?{_DASH}\s?
            | \s?[と和及]\s?
            )
            \[?
            """
        self._further = re.compile(rf"{between}(?P<number>{_NUMBER})", re.VERBOSE)
        self._further_dotted = re.compile(rf"{between}(?P<number>{_DOTTED})", re.VERBOSE)

    def find(self, passage: str, source: str = "", field: str = "text") -> Iterator[Reference]:
        """Yield the references of a passage, in order.

        Args:
            passage: The text.
            source: Key of the record that has it.
            field: Which of its passages it is.
        """
        for start, end in islice(self._find_spans(passage), _MOST):
            title = TITLE.match(passage, end)
            words = title["title"].rstrip(".,;") if title else None
            yield Reference(
                source=source,
                field=field,
                raw=passage[start:end],
                kind="rule",
                targets=(),
                quoted_title=words,
                start=start,
                end=end,
            )

    def _find_spans(self, passage: str) -> Iterator[tuple[int, int]]:
        """Yield the start and end of each number: the one found by a word, and those of the list that it begins."""
        position = 0
        while anchor := self._anchor.search(passage, position):
            for start, end in self._find_list(passage, anchor):  # at least the number of the anchor
                yield start, end
                position = _skip_title(passage, end)

    def _find_list(self, passage: str, anchor: re.Match[str]) -> Iterator[tuple[int, int]]:
        """Yield the start and end of each number of a list, of which the first was found by a word."""
        number: re.Match[str] | None = anchor
        while number is not None:
            group = number.lastgroup or 0  # the number is the only group that matched
            start, end = number.span(group)
            yield start, end
            # After a number with a dot, one without is an amount: `rule 1.2, 3 cards`.
            further = self._further_dotted if "." in passage[start:end] else self._further
            number = further.match(passage, _skip_title(passage, end))


def _skip_title(passage: str, end: int) -> int:
    """Return the offset after the title of a number that ends at an offset; that offset if no title follows."""
    title = TITLE.match(passage, end)
    return title.end() if title else end


def _list_words_before_numbers(rules: Sequence[Rule], glossary: Sequence[GlossaryEntry]) -> Iterator[tuple[str, str]]:
    """Yield each word with a number after it, in lower case, and that number."""
    for _, _, passage in passages(rules, glossary):
        for match in _WORD.finditer(passage):
            yield match["word"].casefold(), match["number"]


def any_of(words: Iterable[str]) -> str:
    """Return a regular expression that matches any of some words; `see also` also matches over a line end."""
    return "|".join(re.escape(word).replace(r"\ ", r"\s{1,3}") for word in words)
