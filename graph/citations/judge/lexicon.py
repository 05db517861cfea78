"""What the judge knows about the words of the rules: their titles, distinctive terms and fingerprints."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from graph.citations.judge.subjects import Subjects
from graph.citations.judge.titles import Titles
from rules.numbers import LETTERS, is_number, without_letters

if TYPE_CHECKING:
    from graph.history import History


class Lexicon:
    """The words of the rules, with caches, for all citations of a run.

    Args:
        history: The history of the rules.
    """

    def __init__(self, history: History) -> None:
        self.history = history
        self.titles = Titles(history)
        self.resembling = lru_cache(1 << 10)(self._find_resembling)
        self.family = lru_cache(None)(self._list_family)

    @cached_property
    def subjects(self) -> Subjects:
        """Return the distinctive terms of the rules, which are read on first access."""
        return Subjects(self.history.ledger.distinctive_terms())

    def _find_resembling(self, text: str) -> dict[str, float]:
        """Return lineage → the share of a quote's fingerprints that the lineage has, for the lineages of rules.

        Glossary entries, headings without a rule number and other works are left out: a number never means them.
        """
        shares = self.history.ledger.resembling(text)
        return {lineage: share for lineage, share in shares.items() if self.history.is_rule(lineage)}

    def _list_family(self, edition: str, number: str) -> frozenset[str]:
        """Return the lineages that a quote next to a number may be from.

        Returns:
            For a rule or subrule, the rule with all its subrules; for a chapter or section, it and what is right below.
        """
        if not is_number(number):
            return frozenset()
        rule = without_letters(number)
        members = (
            (rule, *(f"{rule}{letter}" for letter in LETTERS))
            if "." in number
            else (number, *self.history.children(edition).get(number, ()))
        )
        lineages = (self.history.lineage(edition, member) for member in members)
        return frozenset(lineage for lineage in lineages if lineage is not None)

    def with_letter(self, rule: str, number: str, edition: str) -> str:
        """Return a rule's number with the letter of another number if an edition has that subrule."""
        lettered = rule + number[len(without_letters(number)) :]
        return lettered if self.history.exists(lettered, edition) else rule
