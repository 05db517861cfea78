"""The passages that changed in a step, with the words that each of them lost or gained."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from graph.terms.forms import Form
from graph.terms.step import StepText
from graph.terms.work_texts import Wording, WorkTexts
from rules.align.replacements import mine_replacements
from rules.caching import cached_method
from rules.links import Replacement

_RARELY = 2
"""Minimum number of pairs with a replacement. The aligner, which knows only two editions, requires three. Here later
editions show whether the new words last, so that two are enough."""


class _ChangedPair(NamedTuple):
    """A passage that changed: its key in the newer edition, its old words and its new words."""

    key: str
    old: Wording
    new: Wording

    def has_gained(self, phrase: str) -> bool:
        """Return whether a phrase, with spaces around it, occurs more often than before."""
        return _has_more(phrase, self.new, self.old)

    def has_lost(self, phrase: str) -> bool:
        """Return whether a phrase, with spaces around it, occurs less often than before."""
        return _has_more(phrase, self.old, self.new)


class ChangedPassages:
    """The passages that changed in a step.

    Args:
        step: The step.
        texts: The words of all editions of the work.
    """

    def __init__(self, step: StepText, texts: WorkTexts) -> None:
        old_passages = step.old.map_passages()  # key of a record → number of its passage in the work
        new_passages = step.new.map_passages()
        self._pairs: list[_ChangedPair] = []
        for link in step.links:
            if link.old is None or link.new is None:
                continue
            old, new = old_passages[link.old], new_passages[link.new]
            if old != new:
                self._pairs.append(_ChangedPair(link.new, texts.wording(old), texts.wording(new)))

    def find_replacements(self) -> tuple[Replacement, ...]:
        """Return the replacements that recur in these passages."""
        passages: list[tuple[str, tuple[str, ...], tuple[str, ...]]] = []
        for key, old, new in self._pairs:
            passages.append((key, tuple(old.rule.split()), tuple(new.rule.split())))
            passages.append((key, tuple(old.examples.split()), tuple(new.examples.split())))
        return mine_replacements(passages, minimum=_RARELY)

    def find_passages(self, forms: Iterable[Form]) -> dict[str, bool]:
        """Return the passages in which the old words of some forms were replaced by the new ones.

        Args:
            forms: Forms of a term, each with old and new words. Those of a retired term, which was replaced by nothing,
                are not allowed.

        Returns:
            Key in the newer edition → whether that happened outside of examples; in the order of the links.
        """
        replaced_by_form = [self._find_replaced(form) for form in forms]
        indices = sorted(set().union(*replaced_by_form))
        passages: dict[str, bool] = {}
        for index in indices:
            is_outside = any(replaced.get(index, False) for replaced in replaced_by_form)
            key = self._pairs[index].key  # several pairs may have it: a merge has one for each of its sources
            passages[key] = passages.get(key, False) or is_outside
        return passages

    @cached_method
    def _find_replaced(self, form: Form) -> Mapping[int, bool]:
        """Return the pairs in which a form was replaced.

        Returns:
            Index of the pair → whether that happened outside of examples.
        """
        found: dict[int, bool] = {}
        old, new = (f" {phrase} " for phrase in form)
        for index, (_, before, after) in enumerate(self._pairs):
            if old in before.rule and _is_replaced(old, new, before.rule, after.rule):
                found[index] = True
            elif old in before.examples and _is_replaced(old, new, before.examples, after.examples):
                found[index] = False
        return found

    def find_losing(self, phrases: Iterable[str]) -> list[str]:
        """Return the keys of the passages that lost one of some phrases."""
        spaced = [f" {phrase} " for phrase in phrases if phrase]
        return [pair.key for pair in self._pairs if any(map(pair.has_lost, spaced))]

    def find_gaining(self, phrases: Iterable[str]) -> list[str]:
        """Return the keys of the passages that gained one of some phrases."""
        spaced = [f" {phrase} " for phrase in phrases if phrase]
        return [pair.key for pair in self._pairs if any(map(pair.has_gained, spaced))]


def _has_more(phrase: str, wording: Wording, compared: Wording) -> bool:
    """Return whether a phrase occurs more often in a wording than in the other one, in the rule or in the examples."""
    if wording.rule.count(phrase) > compared.rule.count(phrase):
        return True
    return wording.examples.count(phrase) > compared.examples.count(phrase)


def _is_replaced(old: str, new: str, before: str, after: str) -> bool:
    """Return whether a text lost some of its old words and gained new ones.

    Example: the old words ` tower `, the new words ` keep `, before ` the tower falls ` and after ` the keep falls `.

    Args:
        old: The old words, with a space before and after.
        new: The new words, likewise; not empty, because a retired term is replaced by nothing.
        before: The older text, in which words are separated by spaces.
        after: The newer text.
    """
    gained = after.count(new) - before.count(new)
    if old in new:
        return gained > 0  # "type" became "card type": the old words are still counted within the new ones
    has_lost = before.count(old) > after.count(old)
    if new in old:
        return has_lost  # "card type" became "type": the new words were counted within the old ones before
    return has_lost and gained > 0
