"""Telling renamings from rewordings by what happened to the words in all editions.

A replacement that recurs within one step may be only a rewording. Three facts show a renaming: the old words are given
up in the whole edition, the new ones take over their occurrences, and both persist over several editions (the name of
the newest set, which changes with every edition, is no term).
"""

import math
from collections.abc import Iterator, Sequence
from itertools import chain
from operator import sub
from typing import NamedTuple

from graph.terms.candidates import TermFamily, candidates_of
from graph.terms.changed_passages import ChangedPassages
from graph.terms.confirm import weight_of
from graph.terms.forms import Form, bare_of, is_style
from graph.terms.limits import GIVEN_UP, LASTS
from graph.terms.step import StepText
from graph.terms.work_texts import Series, WorkTexts
from rules.align.replacements import EVIDENCE
from rules.links import Sighting, Term, TermKind
from rules.text import FUNCTION_WORDS

_TAKEN_OVER = 0.25
"""Minimum share of their occurrences that words lose when one sense of them is taken over; see `GIVEN_UP`."""
_GAINED = 0.5
"""Minimum share of the lost occurrences that the new words gain, of forms derived from others."""
_OFTEN = 5
"""Minimum number of records with the change, if no glossary entry is renamed with it."""
_CONTEXT_OFTEN, _SPLIT_OFTEN = 8, 12
"""The same for words replaced only next to the same other words (`gains priority`, `gets priority`), which is mostly a
rewording; and for words of which one sense is renamed."""
_USUAL = 3
"""Number of sightings above which each further one increases the score."""
_LEAST, _LEAST_NAMED = 0.4, 0.3
"""Minimum score of a renaming with only sightings as evidence, and of one that a glossary entry shows. In the editions
of 1999-2026, almost no candidate below them is a renaming (`bench/gold/terms`)."""
_NAMED_CONSISTENCY = 0.7
"""Minimum consistency of a form that a glossary entry shows."""
_LIST_WORDS = {"or", "and", "and/or"}
_PLACES = {"in", "into", "onto", "on", "out", "from"}
_ADDRESS_MARKS = ("/", "www", "http")
_LONG_FORM = 6.0
"""Number of words of both sides above which the rating of a form falls."""


class _Uses(NamedTuple):
    """How often the old and the new words of a family occur in each edition, and the index of the step's newer one."""

    olds: Series
    news: Series
    edition_index: int

    @property
    def lost(self) -> int:
        """Return how many occurrences the old words lost."""
        return self.olds[self.edition_index - 1] - self.olds[self.edition_index]

    @property
    def drop(self) -> float:
        """Return which share of their occurrences the old words lost, if they lost some."""
        return self.lost / self.olds[self.edition_index - 1]

    @property
    def rise(self) -> float:
        """Return which share of the lost occurrences the new words gained, 0 to 1."""
        gained = self.news[self.edition_index] - self.news[self.edition_index - 1]
        return max(0.0, min(1.0, gained / self.lost))

    @property
    def lasted(self) -> bool:
        """Return whether the old words also occurred in an edition shortly before, or there is none."""
        return self.edition_index == 1 or any(self.olds[max(0, self.edition_index - LASTS) : self.edition_index - 1])

    @property
    def persist(self) -> bool:
        """Return whether at least half of the new words are still there in the next editions, as far as these exist."""
        later = self.news[self.edition_index + 1 : self.edition_index + 1 + LASTS]
        return not later or min(later) * 2 >= self.news[self.edition_index]


class _Evidence(NamedTuple):
    """The records that show the change of a family.

    Attributes:
        named: The keys of glossary entries that were renamed with it.
        seen: The keys of the passages in which it was replaced, and whether outside of examples.
    """

    named: list[str]
    seen: dict[str, bool]

    @property
    def is_frequent(self) -> bool:
        """Return whether enough passages show the change, not all of them examples."""
        return len(self.seen) >= _OFTEN and any(self.seen.values())

    @property
    def keys(self) -> list[str]:
        """Return all keys, each once."""
        return list(dict.fromkeys((*self.named, *self.seen)))


def find_renamings(step: StepText, changed: ChangedPassages, texts: WorkTexts, index: int) -> Iterator[Term]:
    """Yield the terms whose words others replaced.

    Args:
        step: The step.
        changed: Its changed passages.
        texts: The words of all editions.
        index: Index of the step's newer edition among them.
    """
    for family in candidates_of(step, changed, texts):
        olds, news = sums_of(texts, list(family.forms))
        term = _make_term(family, changed, _Uses(olds, news, index), texts.editions[index])
        if term is not None:
            yield term


def _make_term(family: TermFamily, changed: ChangedPassages, uses: _Uses, edition: str) -> Term | None:
    """Return the term that a family of forms is; None if it is none."""
    if not _is_taken_over(family, uses):
        return None
    evidence = _Evidence(list(chain.from_iterable(family.forms.values())), changed.find_passages(family.forms))
    if not evidence.named and not evidence.is_frequent:
        return None
    forms = _sort_forms(family, changed)
    kind = _kind_of(forms[0], uses)
    score = _score(family, forms[0], uses, evidence)
    if not _is_certain(forms[0], kind, score, evidence):
        return None
    old, new = forms[0]
    keys = evidence.keys
    sightings = tuple(Sighting(key, edition) for key in keys[:EVIDENCE])
    return Term(old, new, edition, kind, len(keys), round(score, 4), sightings, tuple(forms))


def _is_taken_over(family: TermFamily, uses: _Uses) -> bool:
    """Return whether words that had lasted were given up, at least in one sense, for words that persist."""
    if uses.lost <= 0 or uses.drop < _TAKEN_OVER:
        return False
    if not uses.lasted or not uses.persist:
        return False
    return not family.is_derived or (uses.drop >= GIVEN_UP and uses.rise >= _GAINED)


def _sort_forms(family: TermFamily, changed: ChangedPassages) -> list[Form]:
    """Return the forms of a family: first those that a glossary entry shows, then the most frequent."""
    frequency = {form: len(changed.find_passages([form])) for form in family.forms}
    return sorted(family.forms, key=lambda form: (not family.forms[form], -frequency[form], form))


def _kind_of(form: Form, uses: _Uses) -> TermKind:
    if is_style(form):
        return "reworded"
    return "renamed" if uses.drop >= GIVEN_UP else "split"


def _score(family: TermFamily, form: Form, uses: _Uses, evidence: _Evidence) -> float:
    """Return how certain a renaming is, 0 to 1."""
    support = len(evidence.keys)
    consistency = family.consistency
    if evidence.named:
        consistency = max(consistency, _NAMED_CONSISTENCY)
    certainty = uses.drop * (0.3 + 0.7 * uses.rise) * math.sqrt(consistency)
    exponent = max(0.5, 1.0 - 0.05 * (support - _USUAL))
    weight = weight_of(support, named=bool(evidence.named))
    return weight * math.pow(certainty * _rate_shape(form), exponent)


def _is_certain(form: Form, kind: TermKind, score: float, evidence: _Evidence) -> bool:
    """Return whether a score is high enough, and words that no glossary entry shows changed in enough records."""
    if evidence.named:
        return score >= _LEAST_NAMED
    return score >= _LEAST and _is_seen_enough(form, kind, len(evidence.seen))


def _is_seen_enough(form: Form, kind: TermKind, records: int) -> bool:
    """Return whether words that no glossary entry shows changed in enough records to be a term."""
    bare = bare_of(form)
    has_context = bare != form
    if kind == "split" and has_context and all(bare):
        return False  # one sense of words next to others ("static ability", "keyword ability") is no term
    if kind == "split" and records < _SPLIT_OFTEN:
        return False
    return records >= (_CONTEXT_OFTEN if has_context else _OFTEN)


def _rate_shape(form: Form) -> float:
    """Return how much old and new words look like two names of one thing, 0 to 1."""
    old, new = (phrase.split() for phrase in form)
    if any(_is_address(word) for word in (*old, *new)):
        return 0.0
    if not any(len(word) > 1 and word[0].isalpha() for word in set(old) ^ set(new)):
        return 0.0  # "x means" to "n means"
    shape = 1.0
    if _LIST_WORDS & set(new) and set(old) - _LIST_WORDS <= set(new):
        shape *= 0.3  # one more member of a list
    elif set(old) > set(new) or set(new) > set(old):
        shape *= 0.6
    if not is_style(form):
        empty_edges = [word for word in (old[0], old[-1], new[0], new[-1]) if _is_empty(word)]
        shape *= 0.7 ** len(empty_edges)
    return shape * min(1.0, _LONG_FORM / (len(old) + len(new)))


def _is_empty(word: str) -> bool:
    """Return whether a word says nothing at the edge of a term."""
    return word in FUNCTION_WORDS and word not in _PLACES


def _is_address(word: str) -> bool:
    return any(mark in word for mark in _ADDRESS_MARKS)


def sums_of(texts: WorkTexts, forms: Sequence[Form]) -> tuple[Series, Series]:
    """Return how often old and new words occur in each edition, without those that are part of the other side's."""
    olds = list(dict.fromkeys(old for old, _ in forms))
    news = list(dict.fromkeys(new for _, new in forms if new))
    return _count_alone(texts, olds, news), _count_alone(texts, news, olds)


def _count_alone(texts: WorkTexts, phrases: Sequence[str], opposite: Sequence[str]) -> Series:
    """Return the occurrences of phrases that are not part of a longer one of the opposite side."""
    series = texts.sum(phrases)
    longer = [phrase for phrase in opposite if _has_one_of(phrase, phrases)]
    return tuple(map(sub, series, texts.sum(longer))) if longer else series


def _has_one_of(longer: str, phrases: Sequence[str]) -> bool:
    return any(f" {phrase} " in f" {longer} " for phrase in phrases)
