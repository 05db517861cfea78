"""Mark the citations in the texts of tests: in rules that a test makes up, and in sentences that it expects.

A test of a program that reads the rules prints a short document of its own, with lines such as `600.1. Boats may be
rowed.` Such a *made-up document* declares its numbers itself, so that they cite no rule, wherever the test repeats
them. Another test reads a real edition, and *expects* a sentence of it word for word: `assertEquals("…, see rule
701.7.", entry)`. A number in that sentence may be outdated, but the test fails if only the number is changed.
"""

import re
from collections.abc import Iterator, Sequence

from msgspec import structs

from graph.citations.find.copied_blocks import list_blocks
from graph.citations.find.first_test import find_first_test
from graph.citations.find.layout import NEW_LINE, line_around
from graph.citations.records import Citation
from graph.ledger.known_sentences import KnownSentences
from graph.ledger.passage_counts import count_passages
from rules.late_patterns import compile_late
from rules.numbers import chapter_of

_LEAST_DECLARED = 3
"""Minimum number of rules in a made-up document. A text with fewer of them may be a remark that cites them."""
_DECLARES = compile_late(r"^[ \t]*([1-9]\d\d\.\d{1,3}[a-z]?)\b\.?[ \t]*(?=[A-Z\"“])[^\n]*", re.MULTILINE)
"""A line that prints a rule: its number, perhaps a full stop, and a sentence."""
_BEGINS_VALUE = compile_late(r"[=(,\[{+]\s*[rfbu]?(?:\"\"\"|'''|[\"`])?\Z|:[ \t]*[rfbu]?(?:\"\"\"|'''|[\"`])\Z")
"""The text before a string that is a value. Before the string that documents a function, a colon ends the line."""
_REACH_OF_VALUE = 120
"""Characters before a string in which its assignment or its call is searched."""
_ASSERTS = compile_late(r"(?:\b|_)(?:[Aa]ssert|ASSERT|[Ee]xpect|EXPECT|should|Should|to(?:Be|Equal|Match|Contain))")
"""The name of a function by which a test compares a value."""
_STRING = compile_late(r'"((?:[^"\\\n]|\\.)*)"')


def mark_texts_of_tests(text: str, citations: Sequence[Citation], ledger: KnownSentences) -> list[Citation]:
    """Return the citations of a file; those in made-up documents and in expected sentences of its tests are marked.

    The change numbers of a citation in a made-up document, or of a number that it declares, are its own numbers: it
    cites no rule. A citation in a sentence that a test expects has `is_expected`.

    Args:
        text: The whole text.
        citations: Its citations outside of copied blocks, in order.
        ledger: The ledger, which knows the sentences of the rules.
    """
    first_test = find_first_test(text)
    if not citations or first_test == len(text):
        return list(citations)
    documents = list(_list_documents(text, citations, ledger))
    declared = frozenset[str]().union(*(_list_declared(text, document) for document in documents))
    marked: list[Citation] = []
    for citation in citations:
        is_inside = any(citation.start in document for document in documents)
        if is_inside or _repeats_declared(citation, declared):
            marked.append(structs.replace(citation, change_numbers=citation.numbers))
        else:
            is_expected = citation.start > first_test and _is_asserted(text, citation, ledger)
            marked.append(structs.replace(citation, is_expected=is_expected))
    return marked


def _list_documents(text: str, citations: Sequence[Citation], ledger: KnownSentences) -> Iterator[range]:
    """Yield the bounds of the made-up documents: strings with several lines of rules, none of which any edition has.

    Args:
        text: The whole text.
        citations: Its citations, in order.
        ledger: The ledger, which knows the sentences of the rules.
    """
    for block in list_blocks(text, [citation.start for citation in citations]):
        lines = [match[0] for match in _list_printed(text, block)]
        if len(lines) < _LEAST_DECLARED or not _is_value(text, block):
            continue
        if not count_passages(lines, ledger).passages:
            yield block


def _is_value(text: str, block: range) -> bool:
    """Return whether a string is a value of the program, and not the documentation of a function."""
    return _BEGINS_VALUE.search(text, max(0, block.start - _REACH_OF_VALUE), block.start) is not None


def _list_declared(text: str, document: range) -> frozenset[str]:
    """Return the numbers of the rules that a made-up document prints, with those of their chapters."""
    numbers = frozenset(match[1] for match in _list_printed(text, document))
    return numbers | frozenset(map(chapter_of, numbers))


def _list_printed(text: str, block: range) -> Iterator[re.Match[str]]:
    r"""Return the lines of a string that print a rule; a line may end with `\n`."""
    return _DECLARES.finditer(text[block.start : block.stop].replace(NEW_LINE, "\n"))


def _repeats_declared(citation: Citation, declared: frozenset[str]) -> bool:
    """Return whether a citation has only numbers that a made-up document declares.

    A number without a cue may also be another one of a chapter in the document, which a test can look for in vain.

    Args:
        citation: The citation.
        declared: The declared numbers and their chapters.
    """
    if not declared or not citation.numbers:
        return False
    numbers = citation.numbers
    if citation.cue is None:
        numbers = tuple(map(chapter_of, numbers))
    return declared.issuperset(numbers)


def _is_asserted(text: str, citation: Citation, ledger: KnownSentences) -> bool:
    """Return whether a citation is in a string that has a sentence of the rules, and that a test compares with a value.

    Args:
        text: The whole text.
        citation: The citation.
        ledger: The ledger, which knows the sentences of the rules.
    """
    line = line_around(text, citation.start, citation.end)
    if _ASSERTS.search(text, line.start, citation.start) is None:
        return False
    for string in _STRING.finditer(text, line.start, line.stop):
        if string.start() < citation.start < string.end():
            return count_passages([string[1]], ledger).passages > 0
    return False
