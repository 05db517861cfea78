"""The names by which the glossary of an edition leads to rules: "Legend Rule" leads to 704.5j.

A *term* here is the heading of a glossary entry, and a *name* a term of several words that may be that of a rule. A
name *in plain letters* is in small letters, without blanks and marks: `legendrule`.
"""

from msgspec import Struct

from graph.citations.judge.titles import NamedTitle, NameFinder
from graph.history import History
from rules.caching import cached_method, cached_property
from rules.late_patterns import compile_late
from rules.numbers import chapter_of, is_number, sort_key
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
_LEAST_LETTERS = 8
"""Minimum number of letters of a name that is searched for in a clause, where short names are ordinary words."""
_RULE_WORDS = ("rule", "clause")
"""Last words of the names of rules, which are often left out: `summoning sickness`."""


class ChapterName(Struct, frozen=True):
    """A name of several words that leads to one rule of a chapter.

    Attributes:
        words: The name as printed in the glossary.
        stripped: The name in plain letters, without an s at the end.
        length: The number of its words.
        number: The number of the rule.
    """

    words: str
    stripped: str
    length: int
    number: str


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

    @cached_method
    def list_names_of_chapter(self, chapter: str) -> list[ChapterName]:
        """Return the names that lead to just one rule of a chapter. Titles of rules are left out."""
        names: list[ChapterName] = []
        for words, numbers in self._all_numbers.items():
            in_chapter = [number for number in numbers if "." in number and chapter_of(number) == chapter]
            if len(in_chapter) != 1 or len(numbers) > _MOST_NUMBERS or not _is_one_name(words):
                continue
            (number,) = in_chapter
            # Other rules are cited next to a title.
            if is_number(number) and self._history.titles.heading(self._edition, number) is None:
                stripped = strip_title(words).removesuffix("s")
                names.append(ChapterName(words, stripped, len(WORD.findall(words)), number))
        return names

    @cached_property
    def numbers_of_term(self) -> dict[str, frozenset[str]]:
        """Return each term in plain letters, also a term of one word → the numbers to which its entry refers.

        Two terms that only a remark in brackets distinguishes are one.
        """
        numbers: dict[str, set[str]] = {}
        for term, number in self._history.ledger.glossary_rules(self._edition):
            numbers.setdefault(strip_title(_REMARK.sub("", term)), set()).add(number)
        return {term: frozenset(referred) for term, referred in numbers.items()}

    def find_named(self, words: str) -> tuple[NamedTitle, ...]:
        """Return the names in some words, from left to right, also of one word; see `numbers_of_name`."""
        return self._finder.find(words)

    @cached_property
    def numbers_of_name(self) -> dict[str, tuple[str, ...]]:
        """Return each name of `find_named` → the one or two numbers to which its entry refers, in order.

        Titles of rules and names of fewer than eight letters are left out. So are entries that refer to more numbers,
        which are about a thing, to none but chapters, or to a number in an irregular form.
        """
        numbers_of_name: dict[str, tuple[str, ...]] = {}
        for name, numbers in self.numbers_of_term.items():
            is_clear = len(name) >= _LEAST_LETTERS and len(numbers) <= _MOST_NUMBERS
            is_rule = all(map(is_number, numbers)) and any("." in number for number in numbers)
            if is_clear and is_rule and name not in self._history.titles.places:
                numbers_of_name[name] = tuple(sorted(numbers, key=sort_key))
        return numbers_of_name

    @cached_property
    def _finder(self) -> NameFinder:
        """Return what finds the names and their plurals."""
        names = {name: name for name in self.numbers_of_name}
        for name in self.numbers_of_name:
            names.setdefault(f"{name}s", name)
        return NameFinder(names)

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
