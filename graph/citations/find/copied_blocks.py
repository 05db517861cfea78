"""Find the blocks of a text that are copies of the rules: long strings, and fenced blocks of Markdown.

A block is judged as a file is (`graph.ledger.copies`): it is a copy if its sentences are the rules' own. The numbers in
such a block are those of the copied edition, and cite nothing.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from graph.citations.find.layout import NEW_LINE
from graph.citations.records import Citation
from graph.ledger.copies import ENOUGH_PASSAGES, is_copy
from graph.ledger.known_sentences import KnownSentences
from rules.late_patterns import compile_late

_SHORTEST = 200
"""Minimum number of characters of a block; three passages of the rules are hardly shorter."""
_BLOCK = compile_late(
    r"""
      (?P<quotes>\"\"\"|''')(?P<string>.*?)(?P=quotes)                                  # of Python
    | ^[ \t]*(?P<fence>```|~~~)[^\n]*\n(?P<fenced>.*?)^[ \t]*(?P=fence)[ \t]*$           # of Markdown
    | `(?P<template>[^`]*\n[^`]*)`                                                      # of JavaScript
    | "(?P<escaped>(?:[^"\\\n]|\\.)*)"                                                   # a string on one line
    """,
    re.VERBOSE | re.MULTILINE | re.DOTALL,
)
_CONTENTS = ("string", "fenced", "template", "escaped")
_OPENINGS = ('"', "'''", "```", "~~~", "`")


def find_copied_blocks(text: str, citations: Sequence[Citation], ledger: KnownSentences) -> list[range]:
    """Return the bounds of the blocks of a text that are copies of the rules, in order.

    Args:
        text: The whole text.
        citations: Its citations, in order. Blocks with few of them are not examined.
        ledger: The ledger, which knows the sentences of the rules.
    """
    if len(citations) < ENOUGH_PASSAGES or not any(mark in text for mark in _OPENINGS):
        return []
    copied: list[range] = []
    for block in _list_blocks(text, citations):
        content = text[block.start : block.stop].replace(NEW_LINE, "\n")
        if is_copy(content, ledger):
            copied.append(block)
    return copied


def _list_blocks(text: str, citations: Sequence[Citation]) -> Iterator[range]:
    """Yield the bounds of the long blocks with several citations."""
    starts = [citation.start for citation in citations]
    for match in _BLOCK.finditer(text):
        content = next(name for name in _CONTENTS if match[name] is not None)
        start, stop = match.span(content)
        count = bisect_left(starts, stop) - bisect_left(starts, start)
        if stop - start >= _SHORTEST and count >= ENOUGH_PASSAGES:
            yield range(start, stop)
