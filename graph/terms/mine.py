"""Renamed and retired terms, mined from the whole history.

Words are counted in all editions (`graph.terms.renamings`). Three changes cannot be found by counting, and are looked
for separately: a chapter gets another heading, though the words of the old one stay in use; a zone is retired whose
name was a heading and no glossary entry; a keyword ability becomes an ability word under the same name.

Guarantees: pure; words are folded, so letter case, typography and rule numbers do not matter.
"""

from collections.abc import Iterable, Sequence

from graph.lineages.inventory import Inventory, PassageOf
from graph.terms.changed_passages import ChangedPassages
from graph.terms.confirm import confirm_terms
from graph.terms.facts import CuratedTerm, curated_terms
from graph.terms.forms import Form, stems_of
from graph.terms.headings import renamed_headings
from graph.terms.independent import add_headings, select_independent
from graph.terms.reclassified import find_reclassified
from graph.terms.renamings import find_renamings
from graph.terms.retired import find_retired_entries, find_retired_headings
from graph.terms.step import StepText
from graph.terms.work_texts import WorkTexts
from rules.links import Term
from rules.stems import stem_words


def mine_terms(
    steps: Sequence[StepText], passage: PassageOf, facts: Sequence[CuratedTerm] | None = None
) -> tuple[Term, ...]:
    """Find the terms that were renamed or retired.

    Args:
        steps: All steps of one work, oldest first; each begins where the one before ends.
        passage: Returns the passage for a passage number of their inventories.
        facts: Curated facts; None for those of `terms.toml`. A fact of a missing edition belongs to the step that skips
            it.

    Returns:
        The terms, best first.
    """
    if not steps:
        return ()
    if facts is None:
        facts = curated_terms()
    texts = texts_of(steps, passage)
    terms = _confirm_first(facts, steps[0].old)
    reported = _ReportedTerms()
    reported.add(terms)
    for edition_index, step in enumerate(steps, 1):
        changed = ChangedPassages(step, texts)
        mined = reported.take_new(_mine_step(step, changed, texts, edition_index))
        facts_of_step = [fact for fact in facts if step.old.edition < fact.edition <= step.new.edition]
        confirmed = confirm_terms(mined, facts_of_step, changed, step.old.keys, step.new)
        reported.add(confirmed)
        terms += confirmed
    return tuple(sorted(terms, key=lambda term: (-term.score, term.edition, term.old, term.new or "")))


def texts_of(steps: Sequence[StepText], passage: PassageOf) -> WorkTexts:
    """Return the words of the editions that steps lead through."""
    return WorkTexts([steps[0].old, *(step.new for step in steps)], passage)


def _confirm_first(facts: Sequence[CuratedTerm], first: Inventory) -> list[Term]:
    """Return the terms of the first edition of a work. No step leads to it, so all of them come from facts.

    Args:
        facts: Curated facts of all editions.
        first: The records of the first edition.
    """
    facts_of_first = [fact for fact in facts if fact.edition == first.edition]
    return confirm_terms(mined=[], facts=facts_of_first, changed=None, before=(), edition=first)


def _mine_step(step: StepText, changed: ChangedPassages, texts: WorkTexts, edition_index: int) -> list[Term]:
    """Return the terms of the step to the edition at an index."""
    renamings = select_independent(find_renamings(step, changed, texts, edition_index))
    mined = add_headings(renamings, renamed_headings(step, texts, edition_index))
    renamed = [term for term in mined if term.kind != "heading"]
    mined += find_retired_entries(step, texts, edition_index, renamed)
    mined += find_retired_headings(step, texts, edition_index)
    mined += find_reclassified(step, texts, edition_index)
    return mined


class _ReportedTerms:
    """The terms of the steps so far, which are not reported again.

    Attributes:
        _reclassified: The old names of the keywords whose new class was reported.
        _reported_stems: The stems of all forms of the renamings that were reported.
        _replaced: The stems of the old words that a renaming replaced and no later one took up again.
    """

    def __init__(self) -> None:
        self._reclassified: set[str] = set()
        self._reported_stems: set[Form] = set()
        self._replaced: set[str] = set()

    def take_new(self, terms: Iterable[Term]) -> list[Term]:
        """Return the terms that were not reported for an earlier step, and note the keywords with a new class.

        A term may be found again, for example because a reworded record states the new class of a keyword once more, or
        because the glossary drops the entry of words that were replaced long before. The new class of a keyword counts
        as reported as soon as it is taken here, because both a record and a moved rule may show it in one step.
        """
        new_terms: list[Term] = []
        for term in terms:
            if not self._is_reported(term):
                new_terms.append(term)
            if term.kind == "reclassified":
                self._reclassified.add(term.old)
        return new_terms

    def _is_reported(self, term: Term) -> bool:
        """Return whether a term was reported for an earlier step, or its new class earlier in the same step."""
        if term.kind == "reclassified" and term.old in self._reclassified:
            return True
        if term.new is None:
            return stem_words(term.old) in self._replaced
        return stems_of((term.old, term.new)) in self._reported_stems

    def add(self, terms: Iterable[Term]) -> None:
        """Add the terms of a step with all their forms; retired terms, which have no new words, are not noted."""
        for term in terms:
            if term.new is None:
                continue
            self._reported_stems.update(map(stems_of, term.forms))
            # Words that a later edition takes up again can be given up once more.
            self._replaced.difference_update(stem_words(new) for _, new in term.forms)
            if term.kind == "renamed":
                self._replaced.update(stem_words(old) for old, _ in term.forms)
