"""The runs of lineages in all editions, packed into texts that compress well.

A number is a character: 0 is `#`, 1 is `$`, and so on, without the backslash. A difference is such a number, too: 0,
-1, 1, -2, 2 are the numbers 0 to 4. Numbers of one kind are in one text, since they compress better among their like.

The lineages of a block follow each other, and so do the runs of a lineage, newest first. What a run has in common with
the newer one is left out. `assets/js/search/blocks.js` reads the blocks.
"""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

from graph.search.definition import read_definition
from graph.search.text import words_in
from rules.keys import is_entry, term_of
from site_src.search.words import Run, Words, split_parts

LINEAGES_PER_BLOCK = 250
"""Number of lineages in a block but the last. Browsers read a block as soon as it has arrived."""
NEWEST, SAME, EARLIER, NEW = range(4)
"""Kinds of runs: the newest of its lineage; one with the wording of the newer run; one with the wording of a run before
that; one whose wording no newer run has."""
HAS_KEY, HAS_LAST, HAS_EXAMPLES, HAS_HEADING = 4, 8, 16, 32
"""What is added to the kind of a run that has more than is expected of it."""
_ZERO, _BACKSLASH, _SURROGATES = ord("#"), ord("\\"), 0xD800
_NUMBER = re.compile(r"([1-9]\d{0,2})(?:\.([1-9]\d{0,2})([a-z]{0,2}))?")
_LETTERS = 26


class RuleNumber(NamedTuple):
    """The number of a rule as three numbers: 702.40a is 702, 40 and 1.

    Attributes:
        chapter: The chapter, or the section.
        rule: The rule in the chapter; 0 for the chapter itself.
        letters: 0 for none, 1 for `a`, 27 for `aa`.
    """

    chapter: int
    rule: int
    letters: int


class LineageBlock(msgspec.Struct, frozen=True):
    """Some lineages.

    Attributes:
        kinds: For each run its kind, with what is added to it.
        firsts: For each run the index of its first edition.
        lasts: The index of the last edition of each run with `HAS_LAST`. Of the others it is the one before the first
            edition of the newer run; of the newest, the last of all.
        chapters: For each run with `HAS_KEY` 0 if its key is in `keys`; else 1 more than the difference of its chapter
            from that of the last number in this lineage, or of the newest run of a lineage before.
        rules: The difference of its rule from that of the same number.
        letters: The difference of its letters.
        keys: The keys that are no numbers.
        wordings: For each run with the wording of an earlier one the index of that wording in the lineage.
        words: For each run with a new wording the difference of the number of words in its text, without stop words,
            from that of the wording before in the lineage.
        examples: For each run with `HAS_EXAMPLES` how many they are, and the number of words in each.
        headings: The heading of each run with `HAS_HEADING`. Of other runs with a new wording it is the term of the
            key, if that is an entry's; else that of the newer run; of the newest run, none.
    """

    kinds: str
    firsts: str
    lasts: str
    chapters: str
    rules: str
    letters: str
    keys: list[str]
    wordings: str
    words: str
    examples: str
    headings: list[str]


def pack_lineages(lineages: Sequence[Sequence[Run]], editions: int) -> list[LineageBlock]:
    """Return lineages in blocks.

    Args:
        lineages: The runs of each, oldest first.
        editions: The number of all editions.
    """
    blocks = []
    for begin in range(0, len(lineages), LINEAGES_PER_BLOCK):
        packer = _Packer(editions)
        for runs in lineages[begin : begin + LINEAGES_PER_BLOCK]:
            packer.add_lineage(runs)
        blocks.append(packer.finish())
    return blocks


def passages_of(words: Words) -> tuple[str, ...]:
    """Return the text and the examples of a wording."""
    _heading, text, examples = split_parts(words)
    return text, *examples


def read_words(text: str) -> list[str]:
    """Return the words of a text without stop words."""
    stop = read_definition().stop
    return [word for word in words_in(text) if word not in stop]


def parse_number(key: str) -> RuleNumber | None:
    """Return the number of a rule; None for a key that is no plain number, such as `104.5#2`."""
    found = _NUMBER.fullmatch(key)
    if not found:
        return None
    chapter, rule, letters = found.groups()
    ordinal = 0
    for letter in letters or "":
        ordinal = ordinal * _LETTERS + ord(letter) - ord("a") + 1
    return RuleNumber(int(chapter), int(rule or 0), ordinal)


def write_number(number: int) -> str:
    """Return a number as a character.

    Raises:
        ValueError: It is too large for one.
    """
    code = _ZERO + number
    if code >= _BACKSLASH:
        code += 1
    if code >= _SURROGATES:
        raise ValueError(
            f"{number:,} is too large a number for a packed list; the largest is {_SURROGATES - _ZERO - 2:,}"
        )
    return chr(code)


def _fold_sign(difference: int) -> int:
    """Return a difference as a number: 0, -1, 1, -2 are 0, 1, 2, 3."""
    return 2 * difference if difference >= 0 else -2 * difference - 1


class _Packer:
    """Packs lineages into a block.

    Args:
        editions: The number of all editions.
    """

    def __init__(self, editions: int) -> None:
        self._editions = editions
        self._numbers: dict[str, list[int]] = {
            name: []
            for name in ("kinds", "firsts", "lasts", "chapters", "rules", "letters", "wordings", "words", "examples")
        }
        self._keys: list[str] = []
        self._headings: list[str] = []
        # the number of the newest run of the last lineage that had one
        self._newest_number = RuleNumber(0, 0, 0)
        # the last number in this lineage
        self._number = self._newest_number

    def finish(self) -> LineageBlock:
        """Return the block."""
        texts = {name: "".join(map(write_number, numbers)) for name, numbers in self._numbers.items()}
        return LineageBlock(**texts, keys=self._keys, headings=self._headings)

    def add_lineage(self, runs: Iterable[Run]) -> None:
        """Add the runs of a lineage, given oldest first."""
        newer: Run | None = None
        indexes: dict[Words, int] = {}
        self._number = self._newest_number
        for run in reversed(list(runs)):
            self._add_run(run, newer, indexes)
            if newer is None:
                self._newest_number = self._number
            indexes.setdefault(run.words, len(indexes))
            newer = run

    def _add_run(self, run: Run, newer: Run | None, indexes: dict[Words, int]) -> None:
        """Add a run.

        Args:
            run: The run.
            newer: The run after it; None for the newest.
            indexes: The wordings of all newer runs, each with its index, in their order.
        """
        kind = _find_kind(run, newer, indexes)
        self._numbers["firsts"].append(run.first)
        if newer is None or run.key != newer.key:
            kind += HAS_KEY
            self._add_key(run.key)
        expected_last = (newer.first if newer else self._editions) - 1
        if run.last != expected_last:
            kind += HAS_LAST
            self._numbers["lasts"].append(run.last)
        if run.words not in indexes:
            kind += self._add_wording(run, newer, list(indexes))
        elif newer and run.words != newer.words:
            self._numbers["wordings"].append(indexes[run.words])
        self._numbers["kinds"].append(kind)

    def _add_key(self, key: str) -> None:
        """Add the key of a run."""
        number = parse_number(key)
        if number is None:
            self._numbers["chapters"].append(0)
            self._keys.append(key)
            return
        chapter, rule, letters = (
            _fold_sign(value - last_value) for value, last_value in zip(number, self._number, strict=True)
        )
        self._numbers["chapters"].append(1 + chapter)
        self._numbers["rules"].append(rule)
        self._numbers["letters"].append(letters)
        self._number = number

    def _add_wording(self, run: Run, newer: Run | None, wordings: Sequence[Words]) -> int:
        """Add a new wording, and return what is added to the kind of its run.

        Args:
            run: A run with the wording.
            newer: The run after it; None for the newest.
            wordings: Those of the lineage so far.
        """
        added = 0
        text, *examples = (len(read_words(passage)) for passage in passages_of(run.words))
        last_text = len(read_words(passages_of(wordings[-1])[0])) if wordings else 0
        self._numbers["words"].append(_fold_sign(text - last_text))
        if examples:
            added += HAS_EXAMPLES
            self._numbers["examples"] += [len(examples), *examples]
        heading, *_ = split_parts(run.words)
        if heading != _expect_heading(run, newer):
            added += HAS_HEADING
            self._headings.append(heading)
        return added


def _find_kind(run: Run, newer: Run | None, indexes: Iterable[Words]) -> int:
    """Return the kind of a run; the other arguments are those of `_Packer._add_run`."""
    if newer is None:
        return NEWEST
    if run.words not in indexes:
        return NEW
    return SAME if run.words == newer.words else EARLIER


def _expect_heading(run: Run, newer: Run | None) -> str:
    """Return the heading that a run with a new wording has if nothing else is said."""
    if is_entry(run.key):
        return term_of(run.key)
    if newer is None:
        return ""
    heading, *_ = split_parts(newer.words)
    return heading
