"""The edition of a copy of the rules: of a whole copy by its numbers, of one in several files by their passages."""

import re
from collections import Counter
from collections.abc import Iterable
from itertools import chain

from graph.ledger.heads import count_chapters, list_heads, unify_line_ends
from graph.ledger.ledger import Ledger
from graph.ledger.passage_counts import list_parts, strip_label
from graph.ledger.shown_lines import list_lines
from rules.grouping import grouped
from rules.imprints import imprint
from rules.numbers import chapter_of
from rules.store.record_table import encode_array

_NUMBER = re.compile(r"(?<![\w.])[1-9]\d\d\.[1-9]\d{0,2}[a-z]?(?![\w%])")
_ENOUGH_NUMBERS = 40
"""Minimum count of numbers that can show an edition; a chapter with fewer numbers has the same ones in many editions.
"""
_LEAST_SHARED = 0.97
"""Minimum share of numbers that a copy and its edition have in common. A copy lacks some that its converter lost. Two
editions with another edition between them mostly share fewer."""
_CHAPTERS_OF_COPY = 30
"""Minimum number of chapters whose rules a whole copy has; the smallest edition has 68."""
_LEAST_OF_PASSAGES = 0.95
"""Minimum share of the known passages of a copy in several files that one edition has."""
_MOST_EQUAL = 6
"""Maximum number of editions that fit equally well: about a year. A chapter alone may be the same in many editions."""
_RUNS = "SELECT text_id, first, last FROM runs WHERE text_id IN (SELECT value FROM json_each(?))"
"""The runs of editions that have a text, by the places of the first and the last; the parameter is a JSON list of ids.
"""


def is_whole_copy(text: str) -> bool:
    """Return whether a copy has the rules of so many chapters that it is no part of a copy in several files."""
    return count_chapters(list_heads(unify_line_ends(text))) >= _CHAPTERS_OF_COPY


def find_edition_of_parts(parts: Iterable[str], ledger: Ledger) -> str | None:
    """Return the edition that has the passages of several files together; None if no edition has nearly all of them.

    Only passages that a rule or glossary entry of some edition has word for word count. Of a few editions that have
    equally many the newest is returned. None also for fewer than `_ENOUGH_NUMBERS` such passages.

    Args:
        parts: The texts of the files.
        ledger: The ledger.
    """
    imprints: set[int] = set()
    for text in parts:
        for line in list_lines(text):
            found = map(imprint, map(strip_label, list_parts(line)))
            imprints.update(filter(None, found))
    texts_of = ledger.texts_like(imprints)
    if len(texts_of) < _ENOUGH_NUMBERS:
        return None
    chosen = encode_array(sorted(set(chain.from_iterable(texts_of.values()))))
    spans_of: dict[int, list[range]] = grouped(
        (text, range(first, last + 1)) for text, first, last in ledger.select(_RUNS, chosen)
    )
    counts: Counter[int] = Counter()  # place of an edition → how many passages it has
    for texts in texts_of.values():
        spans: list[range] = []
        for known_text in texts:
            spans += spans_of[known_text]
        counts.update(set(chain.from_iterable(spans)))
    editions = dict(ledger.select("SELECT place, edition FROM line"))
    known_editions = frozenset(ledger.editions_of())
    places = [place for place in counts if editions[place] in known_editions]
    most = max((counts[place] for place in places), default=0)
    best = [str(editions[place]) for place in places if counts[place] == most]
    if most < _LEAST_OF_PASSAGES * len(texts_of) or len(best) > _MOST_EQUAL:
        return None
    return max(best)


def find_copied_edition(text: str, ledger: Ledger) -> str | None:
    """Return the edition whose numbers a copy of the rules has; None if no edition has nearly the same ones.

    None also for a copy with fewer than `_ENOUGH_NUMBERS` different numbers.

    Only the chapters that the copy has are compared. Of several equally similar editions the newest is returned.

    Args:
        text: The copy.
        ledger: The ledger.
    """
    printed = frozenset(_NUMBER.findall(text))
    if len(printed) < _ENOUGH_NUMBERS:
        return None
    chapters = frozenset(map(chapter_of, printed))
    shares = {edition: _measure_shared(printed, chapters, ledger.numbers(edition)) for edition in ledger.editions_of()}
    newest_first = reversed(shares)
    best = max(newest_first, key=shares.__getitem__, default=None)
    if best is None or shares[best] < _LEAST_SHARED:
        return None
    return best


def _measure_shared(printed: frozenset[str], chapters: frozenset[str], numbers: Iterable[str]) -> float:
    """Return the share of numbers that a copy and an edition have in common, 0 to 1.

    Args:
        printed: The numbers of the copy.
        chapters: The chapters of these numbers.
        numbers: The numbers of the edition. Only those with a point count, in the chapters that the copy has.
    """
    comparable = {number for number in numbers if "." in number and chapter_of(number) in chapters}
    return len(printed & comparable) / len(printed | comparable)
