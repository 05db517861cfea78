"""The names by which the glossary of an edition leads to rules: "Legend Rule"."""

from collections.abc import Iterator
from functools import cached_property

from graph.history import History
from rules.late_patterns import compile_late
from rules.numbers import is_number, sort_key
from rules.text import strip_title

MOST_WORDS = 6
"""Maximum number of words of a name."""
WORD = compile_late(r"[^\W_]+(?:['’-][^\W_]+)*")
_SEVERAL_WORDS = compile_late(r"[^\W_](?:_|[^\w'’])+[^\W_]")
_REMARK = compile_late(r"\s*\([^()]*\)\Z")
"""A remark in brackets that the glossary prints after a term: ` (Obsolete)`."""
_SEVERAL_NAMES = compile_late(r"[,\[]")
"""A character that shows that a term is several names, or a pattern of names: `Kicker, Kicked`."""
_MOST_NUMBERS = 2
"""Maximum number of rules and chapters to which the entry of a name leads. More of them are about a thing."""
_RULE_WORDS = ("rule", "clause")
"""Last words of the names of rules, which are often left out: `summoning sickness`."""


class GlossaryNames:
    """The names by which an edition's glossary leads to rules.

    Args:
        history: The history of the rules.
        edition: Id of the edition.
    """

    def __init__(self, history: History, edition: str) -> None:
        self._history = history
        self._edition = edition

    def find_numbers(self, words: str) -> tuple[str, ...]:
        """Return the numbers to which the glossary leads from some words, in order; empty if they are no name.

        The plural and the singular are one name, with or without "rule" after them.
        """
        name = strip_title(words)
        shorter = (name.removesuffix("s"), *(name.removesuffix(word) for word in _RULE_WORDS))
        longer = (f"{name}s", *(f"{name}{word}" for word in _RULE_WORDS))
        for form in (name, *shorter, *longer):
            numbers = self._stripped.get(form)
            if numbers is not None:
                return numbers
        return ()

    @cached_property
    def number_of_name(self) -> dict[str, str]:
        """Return each name that leads to one rule, as printed → the number of that rule."""
        numbers: dict[str, str] = {}
        for name, named in self._all_numbers.items():
            number = next(iter(named))
            if _is_one_name(name) and len(named) == 1 and "." in number and is_number(number):
                numbers[name] = number
        return numbers

    def list_in_chapter(self, chapter: str) -> Iterator[tuple[str, str]]:
        """Yield each name as printed that leads to just one rule of a chapter, with the number of that rule."""
        for name, numbers in self._by_chapter.get(chapter, {}).items():
            if len(numbers) == 1 and is_number(numbers[0]) and not _SEVERAL_NAMES.search(name):
                yield name, numbers[0]

    @cached_property
    def _by_chapter(self) -> dict[str, dict[str, list[str]]]:
        """Return by chapter the names of few rules, each with the rules of that chapter."""
        by_chapter: dict[str, dict[str, list[str]]] = {}
        for name, numbers in self._all_numbers.items():
            if len(numbers) > _MOST_NUMBERS:
                continue
            for number in sorted(numbers):
                chapter, dot, _ = number.partition(".")
                if dot:
                    by_chapter.setdefault(chapter, {}).setdefault(name, []).append(number)
        return by_chapter

    @cached_property
    def numbers_of_term(self) -> dict[str, frozenset[str]]:
        """Return each term in plain letters, also a term of one word → the numbers to which its entry refers."""
        numbers: dict[str, set[str]] = {}
        for term, number in self._history.ledger.glossary_rules(self._edition):
            numbers.setdefault(strip_title(_REMARK.sub("", term)), set()).add(number)
        return {term: frozenset(referred) for term, referred in numbers.items()}

    @cached_property
    def _stripped(self) -> dict[str, tuple[str, ...]]:
        """Return the numbers of each name in plain letters."""
        numbers: dict[str, tuple[str, ...]] = {}
        for name, named in self._all_numbers.items():
            if _is_one_name(name) and all(map(is_number, named)) and any("." in number for number in named):
                numbers[strip_title(name)] = tuple(sorted(named, key=sort_key))
        return numbers

    @cached_property
    def _all_numbers(self) -> dict[str, set[str]]:
        """Return each term as printed, without remarks, and the numbers to which its entry refers."""
        numbers: dict[str, set[str]] = {}
        for term, number in self._history.ledger.glossary_rules(self._edition):
            numbers.setdefault(_REMARK.sub("", term), set()).add(number)
        return numbers


def has_several_words(name: str) -> bool:
    """Return whether a name has several words, also with a hyphen between them; one alone is a thing or a keyword."""
    return _SEVERAL_WORDS.search(name) is not None


def _is_one_name(term: str) -> bool:
    """Return whether a term is one name of several words."""
    return has_several_words(term) and not _SEVERAL_NAMES.search(term)


def list_phrases(words: str) -> frozenset[str]:
    """Return each sequence of a few words in plain letters, as terms are compared: `a b` gives `a`, `b` and `ab`."""
    stripped = [strip_title(word) for word in WORD.findall(words)]
    phrases: set[str] = set()
    for first in range(len(stripped)):
        for last in range(first + 1, min(first + MOST_WORDS, len(stripped)) + 1):
            phrases.add("".join(stripped[first:last]))
    return frozenset(phrases)
