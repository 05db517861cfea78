"""What a tree of files shows about places in one of its files that are not certain by themselves.

A number without a cue is a citation in a file that cites the rules; many files of a citing tree have no other citation.
A fast first pass over the tree collects the rules that it certainly cites.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_NUMBER = rb"[1-9][0-4]\d\.[1-9]\d{0,2}"
_NOT_MORE = rb"(?![\w%]|\.\d)"
_CUED = rb"[ \t_:#-]{0,3}([1-9][0-4]\d(?:\.[1-9]\d{0,2})?)[a-z]?" + _NOT_MORE
_CERTAIN = (
    re.compile(rb"CR(?<!\wCR)s?" + _CUED),
    re.compile(rb"C\.R\." + _CUED),
    re.compile(rb"omp(?:rehensive )?[Rr]ules?" + _CUED),
    re.compile(rb"ule(?<=[Rr]ule)s?[ _](" + _NUMBER + rb")[a-z]" + _NOT_MORE),
)
"""A number behind a cue; each begins with fixed characters, which `re` finds fast."""
_HEADING = re.compile(rb"\.(?<=[1-9][0-4]\d\.)([1-9]\d{0,2})[a-z][.:]?(?=\s+[A-Z\"(])")
_BRACKETED = re.compile(rb"\.(?<=[(\[][1-9][0-4]\d\.)([1-9]\d{0,2})[a-ceh-jn-rt-wyz][)\]]")
"""A number with a letter that is not a unit, alone in brackets: `[704.5a]`."""
_LEADER = re.compile(rb"(?:^|\n)[ \t]*(?://[/!]?|\*|#+|--|;+)[ \t]*\Z")
_WIDEST = 80
"""For a number with a letter before the sentence of a comment: the most characters back to where its line begins."""
_UNCERTAIN = re.compile(
    rb"\.(?<=[1-9]\d\d\.)(?<![\w.$][1-9]\d\d\.)[1-9]\d{0,2}"
    rb"(?:[dfgklmsx](?![A-Za-z0-9_])|(?P<heads>\. {1,2}[A-Z][a-z ]))"
)
_ALONE = re.compile(rb"\.(?<=\s[(\[][1-9][0-4]\d\.)([1-9]\d?)[a-z]?[)\]]")
LEAST_BRACKETED = 3
"""Different numbers alone in brackets, in a file's comments, that make these citations if the tree cites the rules."""
_LEAST_BRACKETING = 2
"""Files with as many such numbers that make even one number in brackets, in a comment of the tree, a citation."""
_LEAST_CITATIONS = 8
_LEAST_RULES = 4
"""Certain citations, and different rules cited, that a tree must have to count as citing: one slip in a physics project
is not enough."""


@dataclass(frozen=True, slots=True)
class TreeContext:
    """What is known about a tree.

    Attributes:
        cites: Whether its files cite the rules of Magic.
        rules: The rules that it certainly cites, without letters, and their chapters.
        least_bracketed: Different numbers alone in brackets that a file's comments need for these to be citations.
    """

    cites: bool = False
    rules: frozenset[str] = frozenset()
    least_bracketed: int = LEAST_BRACKETED

    def knows(self, number: str) -> bool:
        """Return whether a number is, or belongs to, a rule that the tree cites elsewhere."""
        return self.cites and rule_of(number) in self.rules


ALONE = TreeContext()
"""The context of a single file: nothing is known about its tree."""


def rule_of(number: str) -> str:
    """Return a number without its letter: `702.40` of `702.40a`."""
    return number.rstrip("abcdefghijklmnopqrstuvwxyz")


def certain_rules(data: bytes) -> Counter[str]:
    """Return the rules that a file certainly cites, without letters, with the number of citations of each."""
    counts = Counter(match[1].decode() for pattern in _CERTAIN for match in pattern.finditer(data))
    counts.update(data[match.start() - 3 : match.end(1)].decode() for match in _BRACKETED.finditer(data))
    counts.update(
        data[match.start() - 3 : match.end(1)].decode()
        for match in _HEADING.finditer(data)
        if _LEADER.search(data[max(0, match.start() - _WIDEST) : match.start() - 3])
    )
    return counts


def uncertain_rules(data: bytes) -> frozenset[str]:
    """Return the numbers, without letters, that are citations only if the tree cites their rules, or their chapters.

    The letter of some may be a unit or a literal's type. Others have no letter and precede a sentence: of these only
    the chapter is returned, since no amount is printed that way.
    """
    return frozenset(
        (
            data[match.start() - 3 : match.start()]
            if match["heads"]
            else data[match.start() - 3 : match.end()].rstrip(b"dfgklmsx")
        ).decode()
        for match in _UNCERTAIN.finditer(data)
    )


def count_bracketed(data: bytes) -> int:
    """Return how many different numbers a file has alone in brackets, `(103.2)`, counting only up to three."""
    different: set[bytes] = set()
    for match in _ALONE.finditer(data):
        different.add(data[match.start() - 3 : match.end()])
        if len(different) == LEAST_BRACKETED:
            break
    return len(different)


def tree_of(counts: Iterable[Counter[str]], bracketed: Iterable[int] = (), *, said: bool | None = None) -> TreeContext:
    """Return the context that follows from the files of a tree.

    Args:
        counts: The certain rules of each file.
        bracketed: How many numbers each file has alone in brackets, up to three.
        said: Whether the configuration says that the tree cites the rules; None if it says nothing.
    """
    whole: Counter[str] = Counter()
    for count in counts:
        whole.update(count)
    cites = whole.total() >= _LEAST_CITATIONS and len(whole) >= _LEAST_RULES if said is None else said
    usual = sum(count >= LEAST_BRACKETED for count in bracketed) >= _LEAST_BRACKETING
    rules = frozenset(whole) | {number[:3] for number in whole} if cites else frozenset[str]()
    return TreeContext(cites, rules, 1 if usual else LEAST_BRACKETED)
