"""The names by which the glossary of an edition leads to one rule each: "Legend Rule"."""

from functools import cached_property

from graph.history import History
from rules.late_patterns import compile_late
from rules.numbers import is_number
from rules.text import strip_title

LEAST_WORDS = 2
"""Minimum number of words of a name; one word alone is a thing or a keyword."""
MOST_WORDS = 6
"""Maximum number of words of a name."""
WORD = compile_late(r"[^\W_]+(?:['’-][^\W_]+)*")
_REMARK = compile_late(r"\s*\([^()]*\)\Z")
"""A remark in brackets that the glossary prints after a term: ` (Obsolete)`."""
_SEVERAL_NAMES = compile_late(r"[,\[]")
"""A character that shows that a term is several names, or a pattern of names: `Kicker, Kicked`."""


class GlossaryNames:
    """The names by which an edition's glossary leads to one rule each.

    Args:
        history: The history of the rules.
        edition: Id of the edition.
    """

    def __init__(self, history: History, edition: str) -> None:
        self._history = history
        self._edition = edition

    def find_number(self, words: str) -> str | None:
        """Return the number that some words name, with or without "rule" after them; None if they name none."""
        name = strip_title(words)
        for form in (name, name.removesuffix("rule"), name.removesuffix("s"), f"{name}s"):
            number = self._stripped.get(form)
            if number is not None:
                return number
        return None

    @cached_property
    def number_of_name(self) -> dict[str, str]:
        """Return each name as printed → the number of its rule."""
        rules: dict[str, set[str]] = {}
        for term, number in self._history.ledger.glossary_rules(self._edition):
            rules.setdefault(_REMARK.sub("", term), set()).add(number)
        numbers: dict[str, str] = {}
        for name, named in rules.items():
            is_name = len(WORD.findall(name)) >= LEAST_WORDS and not _SEVERAL_NAMES.search(name)
            number = next(iter(named))
            if is_name and len(named) == 1 and "." in number and is_number(number):
                numbers[name] = number
        return numbers

    @cached_property
    def numbers_of_term(self) -> dict[str, frozenset[str]]:
        """Return each term in plain letters, also a term of one word → the numbers to which its entry refers."""
        numbers: dict[str, set[str]] = {}
        for term, number in self._history.ledger.glossary_rules(self._edition):
            numbers.setdefault(strip_title(_REMARK.sub("", term)), set()).add(number)
        return {term: frozenset(referred) for term, referred in numbers.items()}

    @cached_property
    def _stripped(self) -> dict[str, str]:
        """Return each name in plain letters → the number of its rule."""
        return {strip_title(name): number for name, number in self.number_of_name.items()}


def list_phrases(words: str) -> frozenset[str]:
    """Return each sequence of a few words in plain letters, as terms are compared: `a b` gives `a`, `b` and `ab`."""
    stripped = [strip_title(word) for word in WORD.findall(words)]
    phrases: set[str] = set()
    for first in range(len(stripped)):
        for last in range(first + 1, min(first + MOST_WORDS, len(stripped)) + 1):
            phrases.add("".join(stripped[first:last]))
    return frozenset(phrases)
