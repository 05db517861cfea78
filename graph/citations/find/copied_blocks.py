"""Find the blocks of a text that are copies of the rules: long strings, fenced blocks of Markdown, stretches of them.

A block is judged as a file is (`graph.ledger.copies`): it is a copy if its sentences are the rules' own. The numbers in
such a block are those of the copied edition, and cite nothing.

A string may also have a copy between words of its own, such as a prompt that begins with a task and ends with worked
examples. Then the *stretches* of its lines that may be rules are judged, each as a block is.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from graph.citations.find.layout import NEW_LINE
from graph.citations.records import Citation
from graph.ledger.copies import ENOUGH_PASSAGES, is_copy
from graph.ledger.known_sentences import KnownSentences
from graph.ledger.passage_counts import count_passages
from rules.late_patterns import compile_late

_SHORTEST = 200
"""Minimum number of characters of a block; three passages of the rules are hardly shorter."""
_LEAST_NUMBERED = 20
"""Minimum number of numbered lines of a stretch. A comment that quotes a keyword with all its subrules has fewer, and
cites them."""
_BLOCK = compile_late(
    r"""
      (?P<quotes>\"\"\"|''')(?P<string>.*?)(?P=quotes)                                  # of Python
    | ^[ \t]*(?P<fence>```|~~~)[^\n]*\n                                                 # of Markdown
      (?P<fenced>(?:(?![ \t]*(?P=fence))[^\n]*\n)*+)[ \t]*(?P=fence)[ \t]*$
    | `(?P<template>[^`\n]*\n[^`]*)`                                                     # of JavaScript
    | "(?P<escaped>(?:[^"\\\n]|\\.)*)"                                                   # a string on one line
    """,
    re.VERBOSE | re.MULTILINE | re.DOTALL,
)
"""A block. A fence is closed by the next line that begins with its marks, or not at all. So marks without a counterpart
cost no more than the text up to the next marks.
"""
_CONTENTS = ("string", "fenced", "template", "escaped")
_NUMBERED = compile_late(r"[ \t]*[1-9][0-4]\d\.(?:\d{1,3}[a-z]{0,2}\b)?")
"""The number of a rule or chapter at the beginning of a line."""
_LINE = compile_late(r"[^\n]*\n|[^\n]+\Z")
_OPENINGS = ('"', "'''", "```", "~~~", "`")


def find_copied_blocks(text: str, citations: Sequence[Citation], ledger: KnownSentences) -> list[range]:
    """Return the bounds of the blocks of a text, and of stretches of blocks, that are copies of the rules, in order.

    Args:
        text: The whole text.
        citations: Its citations, in order. Blocks with few of them are not examined.
        ledger: The ledger, which knows the sentences of the rules.
    """
    if len(citations) < ENOUGH_PASSAGES or not any(mark in text for mark in _OPENINGS):
        return []
    starts = [citation.start for citation in citations]
    copied: list[range] = []
    for block in list_blocks(text, starts):
        if _is_copied(text, block, ledger):
            copied.append(block)
            continue
        stretches = _list_stretches(text, block, ledger)
        copied.extend(stretch for stretch in stretches if _is_copied(text, stretch, ledger))
    return copied


def list_blocks(text: str, starts: Sequence[int]) -> Iterator[range]:
    """Yield the bounds of the long strings and fenced blocks of a text with several citations, in order.

    Args:
        text: The whole text.
        starts: The offsets at which the citations begin, in order.
    """
    for match in _BLOCK.finditer(text):
        content = next(name for name in _CONTENTS if match[name] is not None)
        block = range(*match.span(content))
        if _has_enough(block, starts):
            yield block


def _has_enough(block: range, starts: Sequence[int]) -> bool:
    """Return whether a block is long enough for a copy, and has enough citations.

    Args:
        block: The bounds of the block.
        starts: The offsets at which the citations of the text begin, in order.
    """
    count = bisect_left(starts, block.stop) - bisect_left(starts, block.start)
    return len(block) >= _SHORTEST and count >= ENOUGH_PASSAGES


def _is_copied(text: str, block: range, ledger: KnownSentences) -> bool:
    """Return whether a block of a text is a copy of the rules."""
    return is_copy(text[block.start : block.stop].replace(NEW_LINE, "\n"), ledger)


def _list_stretches(text: str, block: range, ledger: KnownSentences) -> list[range]:
    """Return the bounds of the long stretches of lines in a block that may be a copy of the rules, in order.

    A stretch has at least `_LEAST_NUMBERED` lines with the number of a rule, and begins and ends with one. Between them
    may also be lines without foreign words, such as headings and examples (`graph.ledger.passage_counts`).

    Args:
        text: The whole text.
        block: The bounds of the block.
        ledger: The ledger.
    """
    stretches: list[list[range]] = [[]]  # the numbered lines of each stretch
    for line in _LINE.finditer(text, block.start, block.stop):
        if _NUMBERED.match(line[0]):
            stretches[-1].append(range(*line.span()))
        elif stretches[-1] and count_passages([line[0]], ledger).foreign_words:
            stretches.append([])
    return [range(lines[0].start, lines[-1].stop) for lines in stretches if len(lines) >= _LEAST_NUMBERED]
