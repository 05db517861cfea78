"""The close comparison, which links the changed records by their words, one by one.

A changed record is one that `rules.align.exact` left unlinked, or linked to a record with other words.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import chain

from rules.align.candidates import RareWordCandidates, find_nearby
from rules.align.changed import ChangedRecords
from rules.align.coarse import select_affordable
from rules.align.edition_columns import NONE
from rules.align.examples import link_examples
from rules.align.families import Families
from rules.align.fuzzy import BY_WORDS, link_best
from rules.align.headings import link_headings
from rules.align.matching import Matching
from rules.align.passage_words import Words
from rules.align.renamer import RenamedTerm, make_renamer
from rules.align.renaming import mine_from_links, select_given_up
from rules.align.score import Scorer, TermForms
from rules.align.splits_and_merges import SplitsAndMerges
from rules.grouping import grouped
from rules.links import Replacement
from rules.stems import stem_words

_SURE = 0.62
"""Minimum score of a pair in the first pass, before renamed terms are known."""
_LEAST = 0.40
"""Minimum score of a pair in the second pass."""


class CloseComparison:
    """Links the changed records. Make an object for each alignment, and call `link` once.

    Args:
        matching: The links of `rules.align.exact`; receives the others.
        changed: The changed records.
    """

    def __init__(self, matching: Matching, changed: ChangedRecords) -> None:
        self._matching = matching
        self._changed = changed
        unlinked = [new for new in changed.news if matching.old_of[new] == NONE]
        self._index = RareWordCandidates(changed.lexicon, [(new, changed.new_bags[new]) for new in unlinked])
        # `_rename` adds the terms that the entries may have in the newer edition.
        self._terms: TermForms = {position: frozenset({stems}) for position, stems in matching.old.term_stems.items()}

    def link(self, terms: Sequence[RenamedTerm]) -> tuple[Replacement, ...]:
        """Link the records in two passes, then the parts of splits and merges.

        The first pass makes only sure links. They show which words replaced others. Those whose old words the newer
        edition hardly uses any more (`select_given_up`) count as renamed terms. The second pass starts again without
        the links of the first one, and compares the records with the renamed terms replaced.

        Args:
            terms: Renamed terms known beforehand.

        Returns:
            The words that replaced others in the records linked in the end, or else those of the first pass.
        """
        self._link_pass(_SURE)
        replacements = mine_from_links(self._matching, self._changed)
        given_up = select_given_up(self._matching, self._changed, replacements)
        found_terms = [(replacement.old, replacement.new) for replacement in given_up]
        self._rename([*terms, *found_terms])
        self._unlink_pass()
        self._link_pass(_LEAST)
        self._link_parts()
        # If the final links show no replaced words, those that the first pass found are returned.
        return mine_from_links(self._matching, self._changed) or replacements

    def _link_pass(self, least_score: float) -> None:
        """Link the headings, then the other records, for which the links of the headings are evidence (`Families`).

        Only changed records without a main link are linked.

        Args:
            least_score: Minimum score of a pair.
        """
        matching = self._matching
        for are_headings in (True, False):
            families = matching.update_families()
            unlinked_children = grouped((matching.new.parents[new], new) for new in matching.list_unlinked_new())
            olds = [old for old in self._list_unlinked_old() if matching.old.is_heading(old) == are_headings]
            find_candidates = partial(self._find_candidates, families, unlinked_children)
            candidates = select_affordable(matching, families, olds, unlinked_children, find_candidates)
            scorer = Scorer(matching, families, self._changed.compare, self._terms)
            link_best(matching, scorer, self._changed, candidates, least_score)

    def _list_unlinked_old(self) -> list[int]:
        """Return the changed old records that have no main link and are compared word by word."""
        matching = self._matching
        return [old for old in self._changed.olds if matching.new_of[old] == NONE and old not in matching.coarse_old]

    def _find_candidates(
        self, families: Families, unlinked_children: Mapping[int, Sequence[int]], old: int
    ) -> list[int]:
        """Return the positions of the unlinked new records that may continue an old one, each position once.

        They share rare words with it, or its place suggests them; for a glossary entry, also those with the same term.
        Records that are not compared word by word are left out.

        Args:
            families: The families of the links so far.
            unlinked_children: New record → its children without a main link.
            old: The old record.
        """
        matching, changed = self._matching, self._changed
        candidates = self._index.find(changed.old_bags[old])
        candidates += find_nearby(matching, families, old, lambda parent: unlinked_children.get(parent, ()))
        if not matching.old.is_rule(old):
            candidates += self._list_same_terms(old)
        return [new for new in dict.fromkeys(candidates) if matching.old_of[new] == NONE and new in changed.new_bags]

    def _list_same_terms(self, old: int) -> Iterable[int]:
        """Yield the new glossary entries with the term of an old one, also with the term that may have replaced it."""
        for stems in sorted(self._terms[old]):
            yield from self._matching.new.positions_by_term_stems.get(stems, ())

    def _rename(self, terms: Sequence[RenamedTerm]) -> None:
        """Replace renamed terms in the words of the old records, and add the new terms of glossary entries."""
        self._changed.rename(make_renamer(terms))
        rename_term = make_term_renamer(terms)
        self._terms = {position: forms | set(map(rename_term, forms)) for position, forms in self._terms.items()}

    def _unlink_pass(self) -> None:
        """Undo the links by words and the ambiguities of the first pass, which the second pass decides again."""
        matching = self._matching
        matching.ambiguous.clear()
        for old in self._changed.olds:
            if old in matching.basis_of and matching.basis_of[old].method == BY_WORDS:
                matching.unlink(old)

    def _link_parts(self) -> None:
        """Link the parts of splits and merges, except for records that are ambiguous or not compared word by word.

        Headings are linked by their children, rules by their sentences, and the rest by examples.
        """
        matching, changed = self._matching, self._changed
        ambiguous_new = set(chain.from_iterable(matching.ambiguous.values()))
        excluded_old = matching.ambiguous.keys() | matching.coarse_old
        excluded_new = ambiguous_new | matching.coarse_new
        old_sentences = {old: bags for old, bags in changed.old_sentences.items() if old not in excluded_old}
        new_sentences = {new: bags for new, bags in changed.new_sentences.items() if new not in excluded_new}
        link_headings(matching, [old for old in old_sentences if matching.old.is_heading(old)])
        SplitsAndMerges(matching, changed.lexicon, old_sentences, new_sentences).link()
        link_examples(matching, old_sentences, new_sentences)
        matching.promote_additional_links()


def make_term_renamer(terms: Iterable[RenamedTerm]) -> Callable[[Words], Words]:
    """Return a function that replaces renamed terms in a glossary term.

    It takes and returns the stems of the term's words, as `stems_of_term` returns them. With ("casting", "playing")
    among the renamed terms, it turns `("cast", "spell")` into `("play", "spell")`.

    Args:
        terms: The renamed terms.
    """
    return make_renamer([(stem_words(old), stem_words(new)) for old, new in terms])
