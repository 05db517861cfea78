"""Finding and resolving the references of a rule book with a numbering of its own: 1, 1.2, 1.2.3, 1.2.3a.

A number is a reference after a word such as "rule" or "section", after "see" or "§", in brackets by itself, as the text
of a link, or with at least two dots. A number with one dot alone may be an amount, so it is none. After "see", a number
without a dot is none either: `see 3 cards`. A title in quotes or brackets after the number is checked.
"""

import re
from collections.abc import Iterator, Sequence

from graph.references.resolve import EditionIndex, passages, resolve_number
from rules.records import GlossaryEntry, Reference, Resolution, Rule

_NUMBER = r"[1-9]\d{0,2}(?:\.[1-9]\d{0,2}){0,5}(?:\.?[a-z])?(?!\w|\.\d|%|[.,]\d)"
_DOTTED = r"[1-9]\d{0,2}(?:\.[1-9]\d{0,2}){1,5}(?:\.?[a-z])?(?!\w|\.\d|%|[.,]\d)"
_DEEP = r"[1-9]\d{0,2}(?:\.[1-9]\d{0,2}){2,5}(?:\.?[a-z])?(?!\w|\.\d|%|[.,]\d)"
_ANCHOR = re.compile(
    rf"(?:\b(?i:(?:sub)?rules?|(?:sub)?sections?|chapters?|clauses?|paragraphs?)\s{{1,3}}|§{{1,2}}\s?)\[?(?P<named>{_NUMBER})"
    rf"|\b[Ss]ee(?:\s{{1,3}}also)?\s{{1,3}}\[?(?P<seen>{_DOTTED})"
    rf"|[(\[](?P<alone>{_DOTTED})(?=[)\]])"
    rf"|(?<![\w.$€£#/+\u2212-])(?<!\bversion )(?P<deep>{_DEEP})"
)
_JOIN = re.compile(
    rf"(?:\]\([^()\s]{{0,80}}\)|\])?(?:\s?,\s?(?:and\s|or\s)?|\s(?:and|or|to|through)\s|\s?[-\u2013]\s?)\[?(?P<number>{_NUMBER})"
)
_TITLE = re.compile(r"(?:\]\([^()\s]{0,80}\))?[,:]?\s[(]?[\"“](?P<title>[^\"”\n]{1,80})[\"”]")
_MOST = 1_000
"""Maximum number of references of one passage."""


def resolve_outline(rules: Sequence[Rule], glossary: Sequence[GlossaryEntry]) -> tuple[Resolution, ...]:
    """Find and resolve the references of a rule book with its own numbering, in the order of the document.

    Args:
        rules: Its rules.
        glossary: Its glossary.
    """
    index = EditionIndex(rules, glossary)
    return tuple(
        resolve_number(reference, index)
        for source, field, passage in passages(rules, glossary)
        for reference in find_outline_references(passage, source, field)
    )


def find_outline_references(passage: str, source: str = "", field: str = "text") -> Iterator[Reference]:
    """Yield the references that a passage prints, in order.

    Args:
        passage: The text.
        source: Key of the record that has it.
        field: Which of its passages it is.
    """
    position, count = 0, 0
    while count < _MOST and (anchor := _ANCHOR.search(passage, position)):
        name = anchor.lastgroup or "named"
        start, end = anchor.span(name)
        while True:
            title = _TITLE.match(passage, end)
            words = title["title"].rstrip(".,;") if title else None
            yield Reference(source, field, passage[start:end], "rule", (), words, start, end)
            count += 1
            position = title.end() if title else end
            following = _JOIN.match(passage, position)
            if following is None or count >= _MOST:
                break
            start, end = following.span("number")
