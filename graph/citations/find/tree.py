"""What a tree of files says about the places in one of them that are not certain by themselves.

A number without a cue is a citation in a file that cites the rules; many files of a citing tree have no other citation.
The tree is read first, quickly, for the rules that it cites beyond doubt.
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
"""A number behind a cue; each begins with letters, which `re` searches for at memory speed."""
_HEADING = re.compile(rb"\.(?<=[1-9][0-4]\d\.)([1-9]\d{0,2})[a-z][.:]?(?=\s+[A-Z\"(])")
_BRACKETED = re.compile(rb"\.(?<=[(\[][1-9][0-4]\d\.)([1-9]\d{0,2})[a-ceh-jn-rt-wyz][)\]]")
"""A number with a letter that is no unit, alone in brackets: `[704.5a]`."""
_LEADER = re.compile(rb"(?:^|\n)[ \t]*(?://[/!]?|\*|#+|--|;+)[ \t]*\Z")
_WIDEST = 80
"""A number with a letter that heads the sentence of a comment; its line begins at most so many characters before."""
_UNCERTAIN = re.compile(
    rb"\.(?<=[1-9]\d\d\.)(?<![\w.$][1-9]\d\d\.)[1-9]\d{0,2}"
    rb"(?:[dfgklmsx](?![A-Za-z0-9_])|(?P<heads>\. {1,2}[A-Z][a-z ]))"
)
_ALONE = re.compile(rb"\.(?<=\s[(\[][1-9][0-4]\d\.)([1-9]\d?)[a-z]?[)\]]")
LEAST_BRACKETED = 3
"""So many different numbers alone in the brackets of a file's comments are citations where the tree cites the rules."""
_LEAST_BRACKETING = 2
"""In so many files; then a single number in the brackets of a comment of the tree is one too."""
_LEAST_CITATIONS = 8
_LEAST_RULES = 4
"""A tree with so many certain citations of so many rules cites them; one slip in a tree of physics does not."""


@dataclass(frozen=True, slots=True)
class TreeContext:
    """What is known of a tree.

    Attributes:
        cites: Whether its files are about Magic and cite its rules.
        rules: The rules that it cites beyond doubt, without letters, and their chapters.
        least_bracketed: So many different numbers alone in the brackets of a file's comments are citations.
    """

    cites: bool = False
    rules: frozenset[str] = frozenset()
    least_bracketed: int = LEAST_BRACKETED

    def knows(self, number: str) -> bool:
        """Return whether a number is, or belongs to, a rule that the tree cites elsewhere."""
        return self.cites and rule_of(number) in self.rules


ALONE = TreeContext()
"""Nothing is known but the file itself."""


def rule_of(number: str) -> str:
    """Return a number without its letter: `702.40` of `702.40a`."""
    return number.rstrip("abcdefghijklmnopqrstuvwxyz")


def certain_rules(data: bytes) -> Counter[str]:
    """Return the rules that a file cites beyond doubt, without letters, with the number of citations of each."""
    counts = Counter(match[1].decode() for pattern in _CERTAIN for match in pattern.finditer(data))
    counts.update(data[match.start() - 3 : match.end(1)].decode() for match in _BRACKETED.finditer(data))
    counts.update(
        data[match.start() - 3 : match.end(1)].decode()
        for match in _HEADING.finditer(data)
        if _LEADER.search(data[max(0, match.start() - _WIDEST) : match.start() - 3])
    )
    return counts


def uncertain_rules(data: bytes) -> frozenset[str]:
    """Return the numbers that are citations only where the tree cites their rules, without letters, or their chapters.

    The letter of some may be a unit or a literal's type. Others have no letter and precede a sentence: of these the
    chapter is returned, since no amount is printed so.
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
    """Return how many different numbers a file has alone in brackets, `(103.2)`; what is over three is not counted."""
    different: set[bytes] = set()
    for match in _ALONE.finditer(data):
        different.add(data[match.start() - 3 : match.end()])
        if len(different) == LEAST_BRACKETED:
            break
    return len(different)


def tree_of(counts: Iterable[Counter[str]], bracketed: Iterable[int] = (), *, said: bool | None = None) -> TreeContext:
    """Return the context that the files of a tree make up together.

    Args:
        counts: Of each file its certain rules.
        bracketed: Of each file how many numbers it has alone in brackets, up to three.
        said: Whether the configuration says that the tree cites the rules; None where it says nothing.
    """
    whole: Counter[str] = Counter()
    for count in counts:
        whole.update(count)
    cites = whole.total() >= _LEAST_CITATIONS and len(whole) >= _LEAST_RULES if said is None else said
    usual = sum(count >= LEAST_BRACKETED for count in bracketed) >= _LEAST_BRACKETING
    rules = frozenset(whole) | {number[:3] for number in whole} if cites else frozenset[str]()
    return TreeContext(cites, rules, 1 if usual else LEAST_BRACKETED)
