"""The truth about a shake-up: what became of each record, if that can be told.

Twins, records with the same words under the same parent in one of the editions, are interchangeable: nobody can tell
which of two equal subrules was deleted, or whether two of them were swapped. They and the records that continue them
are left out of the truth, so that links between them count neither as right nor as wrong.
"""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING

from bench.scoring import Truth
from rules.keys import number_of
from rules.records import GlossaryEntry
from tests.rules.align.shakeup.wording import normalize_passages

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from rules.records import Rule
    from tests.rules.align.shakeup.tree import Node

_NUMBER = re.compile(r"(?<![\d.])[1-9]\d\d(?:\.\d{1,3}[a-z]{0,2})?(?!\d)")
_RANGE = re.compile(r"(?<![\d.])[1-9]\d\d(?:\.\d{1,3}[a-z]{0,2})?\s*[-–—]")


def truth_of(
    sources: Mapping[str, Sequence[str]], old: Iterable[Rule | GlossaryEntry], new: Iterable[Rule | GlossaryEntry]
) -> tuple[Truth, frozenset[str]]:
    """Return the truth, and the old keys that the truth leaves out.

    Args:
        sources: For each new key the old keys whose content it has.
        old: The records of the older edition.
        new: The records of the newer edition.
    """
    old, new = tuple(old), tuple(new)
    continued: dict[str, set[str]] = defaultdict(set)
    for key, olds in sources.items():
        for old_key in olds:
            continued[old_key].add(key)
    twins_old, twins_new = _find_twins(old), _find_twins(new)
    blurred_old = twins_old | {old_key for key in twins_new for old_key in sources[key]}
    blurred_new = twins_new | {key for old_key in twins_old for key in continued[old_key]}
    truth = Truth(
        {record.key: frozenset(continued[record.key]) for record in old if record.key not in blurred_old},
        {record.key: frozenset(sources[record.key]) for record in new if record.key not in blurred_new},
    )
    return truth, frozenset(blurred_old)


def _find_twins(records: Sequence[Rule | GlossaryEntry]) -> frozenset[str]:
    alike: dict[tuple[str, str], list[str]] = defaultdict(list)
    for record in records:
        if isinstance(record, GlossaryEntry):
            alike["glossary", normalize_passages((record.term, record.text))].append(record.key)
        else:
            passages = (record.heading or "", record.text, *record.examples, *record.notes)
            alike[record.parent or "", normalize_passages(passages)].append(record.key)
    return frozenset(key for keys in alike.values() if len(keys) > 1 for key in keys)


class References:
    """Converts the references in a text from the old numbers to the new ones."""

    def __init__(self, numbers: Mapping[Node, str]) -> None:
        news: dict[str, list[str]] = defaultdict(list)
        self._clear: dict[str, bool] = {}
        for node, number in numbers.items():
            for key in node.sources:
                # If several rules continue it, the one that kept its place in the tree comes first.
                rule = news[number_of(key)]
                rule.insert(0 if node.number == key else len(rule), number)
                self._clear[key] = len(node.sources) == 1 and key not in self._clear
        self._news = {old: several[0] for old, several in news.items()}

    def bring(self, text: str) -> str:
        """Return the text with the new numbers; the number of a deleted rule is kept."""
        return _NUMBER.sub(lambda match: self._news.get(match[0], match[0]), text)

    def are_clear(self, passages: Iterable[str]) -> bool:
        """Return whether each number in passages names one rule before and one after, and none is part of a range."""
        return all(self._clear.get(number, False) for number in _find_numbers(passages)) and not any(
            _RANGE.search(passage) for passage in passages
        )


def _find_numbers(passages: Iterable[str]) -> Iterator[str]:
    for passage in passages:
        yield from (match.group() for match in _NUMBER.finditer(passage))
