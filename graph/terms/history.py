"""The number of occurrences of words in each edition, which distinguishes a renaming from a rewording.

And how folded words are printed there: `edh` → `EDH`.

Guarantees: pure; words are folded, so letter case, typography and rule numbers do not matter.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from functools import cache, cached_property
from itertools import accumulate, islice
from typing import NamedTuple

from msgspec import Struct

from graph.lineages import Inventory, PassageOf
from rules.links import Link, Replacement
from rules.numbers import is_term
from rules.text import plain_words

Series = tuple[int, ...]
"""Occurrences in each edition, oldest first."""
LASTS = 3
"""Number of editions after a step in which new words must persist and old headings must not come back, and before it,
in which old words must occur; a new heading must not occur there unless the old one occurred longer."""
GIVEN_UP = 0.75
"""Minimum share of their occurrences that words and names lose when they are given up."""


class StepText(Struct, frozen=True):
    """An edition and the one before it, as input for mining terms.

    Attributes:
        old: The older edition.
        new: The newer one.
        links: The links between them; trivial ones (same key, nothing changed) may be left out.
        replacements: The replacements that the aligner found.
    """

    old: Inventory
    new: Inventory
    links: Sequence[Link]
    replacements: Sequence[Replacement] = ()


class Wording(NamedTuple):
    """The folded words of a passage.

    Attributes:
        rule: The words of heading, text and notes.
        examples: The words of the examples; in these, card names change, which are no terms.
    """

    rule: tuple[str, ...]
    examples: tuple[str, ...]


class WorkTexts:
    """The words of all editions of one work.

    Glossary entries marked as obsolete do not count, because they exist only for words that are no longer used.

    Args:
        editions: All editions, oldest first.
        passage: Returns the passage for a passage number.

    Attributes:
        wording: Returns the words of the passage of a number.
        series: Returns in how many places of each edition some folded words occur in a row.
    """

    def __init__(self, editions: Sequence[Inventory], passage: PassageOf) -> None:
        self.editions = tuple(edition.edition for edition in editions)
        self.passage = passage
        self.wording = cache(self._read_wording)
        self.series = cache(self._count)
        self._changes: dict[int, list[tuple[int, int]]] = defaultdict(list)
        before: Counter[int] = Counter()
        for index, edition in enumerate(editions):
            now = Counter(
                number
                for key, number in zip(edition.keys, edition.passages, strict=True)
                if not (is_term(key) and is_obsolete(key))
            )
            for number in now.keys() | before.keys():
                change = now[number] - before[number]
                if change:
                    self._changes[number].append((index, change))
            before = now

    def _read_wording(self, number: int) -> Wording:
        passage = self.passage(number)
        rule = _split_words("\n".join((passage.heading or "", passage.text, *passage.notes)))
        return Wording(rule, _split_words("\n".join(passage.examples)))

    @cached_property
    def _spaced(self) -> dict[int, str]:
        """Return each passage's words with a space before and after each."""
        wordings = ((number, self.wording(number)) for number in self._changes)
        return {number: join_with_spaces((*wording.rule, "#", *wording.examples)) for number, wording in wordings}

    @cached_property
    def _passages_with(self) -> dict[str, set[int]]:
        passages_with: dict[str, set[int]] = defaultdict(set)
        for number in self._changes:
            wording = self.wording(number)
            for word in {*wording.rule, *wording.examples}:
                passages_with[word].add(number)
        return passages_with

    def sum(self, phrases: Iterable[str]) -> Series:
        """Return the series of several phrases together."""
        several = [self.series(phrase) for phrase in phrases]
        return tuple(map(sum, zip(*several, strict=True))) if several else (0,) * len(self.editions)

    def printed(self, phrase: str) -> str:
        """Return folded words as they are printed most often, the newest passages first."""
        passages = map(self.passage, sorted(self._find_passages(phrase), reverse=True))
        texts = ("\n".join((found.heading or "", found.text, *found.examples, *found.notes)) for found in passages)
        return printed_form(phrase, texts)

    def _find_passages(self, phrase: str) -> set[int]:
        """Return the passages that have all words of a phrase."""
        nowhere: set[int] = set()
        together = sorted((self._passages_with.get(word, nowhere) for word in set(phrase.split())), key=len)
        return set.intersection(*together) if together else nowhere

    def _count(self, phrase: str) -> Series:
        wanted = f" {phrase} "
        changes = [0] * len(self.editions)
        for number in self._find_passages(phrase):
            times = self._spaced[number].count(wanted)
            if times:
                for index, change in self._changes[number]:
                    changes[index] += times * change
        return tuple(accumulate(changes))


def is_obsolete(key: str) -> bool:
    """Return whether a glossary entry's own title calls it obsolete: it is there for readers of old cards."""
    return "(obsolete)" in key.casefold()


def join_with_spaces(several: Iterable[str]) -> str:
    """Join words into one string, with a space before and after each, so that whole words can be found in it."""
    return f" {' '.join(several)} "


def _split_words(passage: str) -> tuple[str, ...]:
    return plain_words(passage) if passage else ()


_ENOUGH = 60
"""Number of texts after which more would not change the form."""
_BEGINNING = 0.001
"""Weight of a place where a sentence or a title begins, so that its capital says nothing."""
_JOINED = 0.02
"""Weight of words joined by hyphens, as before a noun; words that are always joined have no other form."""
_BETWEEN = r"[\s\-‐‑–—]+"
_INSIDE = re.compile(r"[\w,;)’'] $")
"""What stands before words inside a sentence."""


def printed_form(phrase: str, texts: Iterable[str]) -> str:
    """Return the form in which folded words are most often printed; `phrase` itself where no text has them.

    Args:
        phrase: Folded words.
        texts: Texts that may have them.
    """
    if not phrase:
        return phrase
    longest = max(phrase.split(), key=len).partition("'")[0]
    words = (re.escape(word).replace("'", "['’‘]") for word in phrase.split())
    pattern = re.compile(rf"(?<!\w){_BETWEEN.join(words)}(?!\w)", re.IGNORECASE)
    forms: dict[str, float] = {}
    likely = (text for text in texts if longest in text.casefold())
    for text in islice((text for text in likely if pattern.search(text)), _ENOUGH):
        for match in pattern.finditer(text):
            form = re.sub(r"\s+", " ", match[0]).replace("'", "’")
            inside = _INSIDE.search(text, max(0, match.start() - 2), match.start())
            weight = (1 if inside else _BEGINNING) * (_JOINED if form.count(" ") < phrase.count(" ") else 1)
            forms[form] = forms.get(form, 0) + weight
    return max(forms, key=lambda form: (forms[form], form)) if forms else phrase
