"""The names of several words by which the glossary leads to just one rule of a chapter, by their unusual words."""

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

from graph.citations.judge.glossary_names import WORD, GlossaryNames, has_several_words
from graph.history import History
from graph.ledger.words import distinctive_terms
from rules.numbers import chapter_of
from rules.text import strip_title


class ChapterName(Struct, frozen=True):
    """A name that leads to one rule of a chapter.

    Attributes:
        words: The name as printed in the glossary.
        stripped: The name in plain letters.
        length: The number of its words.
        terms: Its distinctive terms.
        number: The number of the rule.
    """

    words: str
    stripped: str
    length: int
    terms: frozenset[int]
    number: str


ChapterNames = Mapping[str, Mapping[int, Sequence[ChapterName]]]
"""By the number of a chapter and the unusual terms, the names with such a term that lead to one rule of the chapter."""


def list_chapter_names(
    history: History, edition: str, names: GlossaryNames, is_unusual: Callable[[int], bool]
) -> ChapterNames:
    """Return the names of several words by chapter and unusual term. Titles of rules are left out.

    Args:
        history: The history of the rules.
        edition: Id of the edition.
        names: The names of its glossary.
        is_unusual: Returns whether few rules have a term.
    """
    found: dict[str, dict[int, list[ChapterName]]] = {}
    for words, number in names.number_in_chapter:
        if not has_several_words(words) or history.titles.heading(edition, number) is not None:
            continue  # a title, which other rules are cited next to
        terms = distinctive_terms(words)
        name = ChapterName(words, strip_title(words), len(WORD.findall(words)), terms, number)
        for term in filter(is_unusual, terms):
            found.setdefault(chapter_of(number), {}).setdefault(term, []).append(name)
    return found
