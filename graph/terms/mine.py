"""Renamed and retired terms, mined from the whole history of a work.

A *term* is a change of words: `mana burn` was retired, or `in play` became `on the battlefield`. Terms are mined step
by step, from the oldest edition to the newest, and merged with *facts*: the terms that people wrote into `terms.toml`.

Most terms are found by counting words in all editions (`graph.terms.renamings`). Three changes cannot be found by
counting, and are looked for separately: a chapter gets another heading, though the words of the old one stay in use; a
zone is retired whose name was a heading and no glossary entry; a keyword ability becomes an ability word under the same
name.

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
        passage: Returns the passage for a passage number of the editions' inventories.
        facts: Curated facts; None for those of `terms.toml`. A fact of an edition that is missing belongs to the step
            over it: a fact of 2004 to the step from 2003 to 2005.

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
        reported.add(confirmed)  # not `mined`, since a fact may change a mined term, or drop it
        terms += confirmed
    return tuple(sorted(terms, key=lambda term: (-term.score, term.edition, term.old, term.new or "")))


def texts_of(steps: Sequence[StepText], passage: PassageOf) -> WorkTexts:
    """Return the words of all editions of some steps: for the steps A to B and B to C, of A, B and C."""
    return WorkTexts([steps[0].old, *(step.new for step in steps)], passage)


def _confirm_first(facts: Sequence[CuratedTerm], first: Inventory) -> list[Term]:
    """Return the terms of the first edition of a work, which all come from facts, since no step leads to it.

    Args:
        facts: Curated facts of all editions.
        first: The records of the first edition.
    """
    facts_of_first = [fact for fact in facts if fact.edition == first.edition]
    return confirm_terms(mined=[], facts=facts_of_first, changed=None, before=(), edition=first)


def _mine_step(step: StepText, changed: ChangedPassages, texts: WorkTexts, edition_index: int) -> list[Term]:
    """Return the terms of a step, mined without the facts.

    Args:
        step: The step.
        changed: The passages that it changed.
        texts: The words of all editions.
        edition_index: Index of the step's newer edition among them.
    """
    renamings = select_independent(find_renamings(step, changed, texts, edition_index))
    mined = add_headings(renamings, renamed_headings(step, texts, edition_index))
    # A word that was only replaced in a heading may be retired elsewhere, so headings do not count as renamed words.
    renamed_words = [term for term in mined if term.kind != "heading"]
    mined += find_retired_entries(step, texts, edition_index, renamed_words)
    mined += find_retired_headings(step, texts, edition_index)
    mined += find_reclassified(step, texts, edition_index)
    return mined


class _ReportedTerms:
    """The terms of the steps so far, which are not reported again.

    A term may be found again, for example because a reworded record states the new class of a keyword once more, or
    because the glossary drops the entry of words that were replaced long before.

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
        """Return the terms that were not reported for an earlier step.

        Terms count as reported once `add` is called with them. Only the new class of a keyword counts as reported at
        once: if a record states it in the step in which the keyword's rule moves, two terms show it, and the first one
        is returned.
        """
        new_terms: list[Term] = []
        for term in terms:
            if not self._is_reported(term):
                new_terms.append(term)
            if term.kind == "reclassified":
                self._reclassified.add(term.old)
        return new_terms

    def _is_reported(self, term: Term) -> bool:
        """Return whether a term was reported before.

        - A new class: whether it was reported for the same keyword, or as a renaming with the same stems.
        - A retired term: whether its words were replaced, so that they were gone before.
        - A renaming: whether one with the same stems was reported. `folds` → `bends` is the same as `fold` → `bend`.
        """
        if term.new is None:
            return stem_words(term.old) in self._replaced
        has_reported_class = term.kind == "reclassified" and term.old in self._reclassified
        return has_reported_class or stems_of((term.old, term.new)) in self._reported_stems

    def add(self, terms: Iterable[Term]) -> None:
        """Count the terms of a step as reported, in all their forms.

        Example: after `in play` → `on the battlefield`, the retired term `in play` counts as reported, too. After a
        later renaming `set aside` → `in play` it does not, since the words may then be given up once more.

        Retired terms, which have no new words, are left out.
        """
        for term in terms:
            if term.new is None:
                continue
            self._reported_stems.update(map(stems_of, term.forms))
            # Words that an edition takes up again can be given up once more.
            self._replaced.difference_update(stem_words(new) for _, new in term.forms)
            if term.kind == "renamed":  # the old words of other kinds stay in use in another sense or place
                self._replaced.update(stem_words(old) for old, _ in term.forms)
