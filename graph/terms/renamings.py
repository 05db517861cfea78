"""Renamings, distinguished from mere rewordings by how often the words occur in all editions.

A replacement that recurs within one step may be only a rewording. Three facts show a renaming: the old words are given
up in the whole edition; the new words take over their occurrences; the old words had lasted for several editions, and
the new words last. (The name of the newest set, which changes with every edition, is no term.)
"""

import math
from collections.abc import Iterator, Sequence
from itertools import chain
from operator import sub
from typing import NamedTuple

from graph.terms.candidates import TermCandidate, candidates_of
from graph.terms.changed_passages import ChangedPassages
from graph.terms.confirm import weight_of
from graph.terms.forms import Form, bare_of, is_style
from graph.terms.limits import GIVEN_UP, LASTS
from graph.terms.shape import rate_shape
from graph.terms.step import StepText
from graph.terms.work_texts import Series, WorkTexts
from rules.align.replacements import EVIDENCE
from rules.links import Sighting, Term, TermKind

_TAKEN_OVER = 0.25
"""Minimum share of their occurrences that old words lose if only one of their senses is renamed. If all senses are, the
minimum is `GIVEN_UP`."""
_GAINED = 0.5
"""Minimum share of the lost occurrences that the new words must gain, for a candidate derived from others."""
_OFTEN = 5
"""Minimum number of records with the change, if no glossary entry is renamed with it."""
_CONTEXT_OFTEN, _SPLIT_OFTEN = 8, 12
"""Minimum number of records for words that are replaced only next to the same other words (`gains priority`, `gets
priority`), which is mostly a rewording; and for words of which only one sense is renamed."""
_USUAL = 3
"""Number of sightings above which each further one increases the score."""
_LEAST, _LEAST_NAMED = 0.4, 0.3
"""Minimum score of a renaming with only sightings as evidence, and of one that a glossary entry shows. In the editions
of 1999-2026, almost no candidate below them is a renaming (`bench/gold/terms`)."""
_NAMED_CONSISTENCY = 0.7
"""Minimum consistency of a form that a glossary entry shows."""
_WITHOUT_SUCCESSOR = 0.3
"""Factor of the certainty if the new words take over no lost occurrence; it rises to 1 if they take over all."""
_EXPONENT_STEP = 0.05
"""How much each record above `_USUAL` lowers the exponent of a certainty, which raises the certainty; each record below
raises the exponent."""
_LEAST_EXPONENT = 0.5


class _Uses(NamedTuple):
    """How often the words of a candidate occur in each edition.

    Attributes:
        olds: The series of the old words.
        news: The series of the new words.
        edition_index: Index of the step's newer edition in these series.
    """

    olds: Series
    news: Series
    edition_index: int

    @property
    def lost(self) -> int:
        """Return the number of occurrences that the old words lost."""
        return self.olds[self.edition_index - 1] - self.olds[self.edition_index]

    @property
    def drop(self) -> float:
        """Return the share of their occurrences that the old words lost; only meaningful if `lost` is above 0."""
        return self.lost / self.olds[self.edition_index - 1]

    @property
    def rise(self) -> float:
        """Return the share of the lost occurrences that the new words gained, 0 to 1; only for `lost` above 0."""
        gained = self.news[self.edition_index] - self.news[self.edition_index - 1]
        return max(0.0, min(1.0, gained / self.lost))

    @property
    def lasted(self) -> bool:
        """Return whether the old words occurred in one of the editions shortly before the step's older edition.

        True if that is the first edition.
        """
        older_index = self.edition_index - 1
        shortly_before = self.olds[max(0, self.edition_index - LASTS) : older_index]
        return older_index == 0 or any(shortly_before)

    @property
    def persist(self) -> bool:
        """Return whether the next editions still have at least half of the new words' occurrences.

        Editions that do not exist yet do not count.
        """
        next_index = self.edition_index + 1
        following = self.news[next_index : next_index + LASTS]
        return not following or min(following) >= self.news[self.edition_index] / 2


class _Evidence(NamedTuple):
    """The records that show the change of a candidate.

    Attributes:
        named: The keys of the glossary entries that were renamed.
        seen: Key of each passage in which the words were replaced → whether this is outside of examples.
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


def find_renamings(step: StepText, changed: ChangedPassages, texts: WorkTexts, edition_index: int) -> Iterator[Term]:
    """Yield the terms whose words were replaced by other words.

    Args:
        step: The step.
        changed: Its changed passages.
        texts: The words of all editions.
        edition_index: Index of the step's newer edition among them.
    """
    for candidate in candidates_of(step, changed, texts):
        olds, news = sums_of(texts, list(candidate.forms))
        term = _make_term(candidate, changed, _Uses(olds, news, edition_index), texts.editions[edition_index])
        if term is not None:
            yield term


def _make_term(candidate: TermCandidate, changed: ChangedPassages, uses: _Uses, edition: str) -> Term | None:
    """Return the term that a candidate is; None if it is no term.

    Args:
        candidate: The candidate.
        changed: The changed passages of its step.
        uses: How often its words occur.
        edition: Id of the step's newer edition.
    """
    if not _is_taken_over(candidate, uses):
        return None
    evidence = _Evidence(
        named=list(chain.from_iterable(candidate.forms.values())),
        seen=changed.find_passages(candidate.forms),
    )
    if not evidence.named and not evidence.is_frequent:
        return None
    forms = _sort_forms(candidate, changed)
    main_form = forms[0]
    kind = _kind_of(main_form, uses)
    score = _score(candidate, main_form, uses, evidence)
    if not _is_certain(main_form, kind, score, evidence):
        return None
    old, new = main_form
    keys = evidence.keys
    return Term(
        old=old,
        new=new,
        edition=edition,
        kind=kind,
        support=len(keys),
        score=round(score, 4),
        evidence=tuple(Sighting(key, edition) for key in keys[:EVIDENCE]),
        forms=tuple(forms),
    )


def _is_taken_over(candidate: TermCandidate, uses: _Uses) -> bool:
    """Return whether words that had lasted were given up, at least in one sense, for words that persist.

    The forms of a derived candidate were only found within longer ones. So nearly all of its old words must be gone,
    and the new words must have gained half of their occurrences.
    """
    if uses.lost <= 0 or uses.drop < _TAKEN_OVER:
        return False
    if not uses.lasted or not uses.persist:
        return False
    if candidate.is_derived:
        return uses.drop >= GIVEN_UP and uses.rise >= _GAINED
    return True


def _sort_forms(candidate: TermCandidate, changed: ChangedPassages) -> list[Form]:
    """Return the forms of a candidate: first those that a glossary entry shows, then the most frequent."""
    frequency = {form: len(changed.find_passages([form])) for form in candidate.forms}

    def order(form: Form) -> tuple[bool, int, Form]:
        is_without_entry = not candidate.forms[form]
        return is_without_entry, -frequency[form], form

    return sorted(candidate.forms, key=order)


def _kind_of(form: Form, uses: _Uses) -> TermKind:
    """Return what happened to the old words of a term.

    Args:
        form: Its main form.
        uses: How often its words occur.
    """
    if is_style(form):
        return "reworded"
    return "renamed" if uses.drop >= GIVEN_UP else "split"


def _score(candidate: TermCandidate, form: Form, uses: _Uses, evidence: _Evidence) -> float:
    """Return how certain a renaming is, 0 to 1.

    The score grows with

    - the share of their occurrences that the old words lose (`drop`);
    - the share of these lost occurrences that the new words gain (`rise`);
    - the consistency with which the words are replaced;
    - how much the two look like names of one thing (`rate_shape`);
    - the number of records that show the renaming.

    Args:
        candidate: The candidate.
        form: Its main form.
        uses: How often its words occur.
        evidence: The records that show the change.
    """
    consistency = candidate.consistency
    if evidence.named:
        consistency = max(consistency, _NAMED_CONSISTENCY)
    taken_over = _WITHOUT_SUCCESSOR + (1 - _WITHOUT_SUCCESSOR) * uses.rise
    certainty = uses.drop * taken_over * math.sqrt(consistency)
    support = len(evidence.keys)
    exponent = max(_LEAST_EXPONENT, 1.0 - _EXPONENT_STEP * (support - _USUAL))
    weight = weight_of(support, named=bool(evidence.named))
    return weight * math.pow(certainty * rate_shape(form), exponent)


def _is_certain(form: Form, kind: TermKind, score: float, evidence: _Evidence) -> bool:
    """Return whether a candidate is a term: its score is high enough, and enough evidence shows it.

    A glossary entry is enough evidence by itself. Without one, the words must have changed in several records.
    """
    if evidence.named:
        return score >= _LEAST_NAMED
    return score >= _LEAST and _is_seen_enough(form, kind, len(evidence.seen))


def _is_seen_enough(form: Form, kind: TermKind, records: int) -> bool:
    """Return whether words that no glossary entry shows changed in enough records to be a term.

    The minimum is `_OFTEN`; `_CONTEXT_OFTEN` for words that were replaced next to other words that stayed; and
    `_SPLIT_OFTEN` if only one sense of the old words was renamed. If both apply, it is no term, unless one side has
    nothing but the words that stayed.
    """
    bare = bare_of(form)
    has_context = bare != form  # both sides begin or end with the same words
    if kind == "split" and has_context and all(bare):
        return False  # "static ability" to "keyword ability" renames no sense of "static"
    if kind == "split" and records < _SPLIT_OFTEN:
        return False
    return records >= (_CONTEXT_OFTEN if has_context else _OFTEN)


def sums_of(texts: WorkTexts, forms: Sequence[Form]) -> tuple[Series, Series]:
    """Return the number of occurrences of the old words and the new words of some forms in each edition.

    Occurrences within longer words of the other side do not count: "type" in "card type" if the one became the other.

    Returns:
        The series of the old words, the series of the new words.
    """
    olds = list(dict.fromkeys(old for old, _ in forms))
    news = list(dict.fromkeys(new for _, new in forms if new))
    return _count_alone(texts, olds, news), _count_alone(texts, news, olds)


def _count_alone(texts: WorkTexts, phrases: Sequence[str], opposite: Sequence[str]) -> Series:
    """Return the occurrences of phrases, without those within a longer phrase of the opposite side."""
    series = texts.sum(phrases)
    longer = [phrase for phrase in opposite if _has_one_of(phrase, phrases)]
    if not longer:
        return series
    return tuple(map(sub, series, texts.sum(longer)))


def _has_one_of(longer: str, phrases: Sequence[str]) -> bool:
    """Return whether a phrase has one of several phrases in it, in whole words."""
    return any(f" {phrase} " in f" {longer} " for phrase in phrases)
