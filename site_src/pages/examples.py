"""The searches that the home page offers as examples."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from graph.answers.why import WhyKind
from graph.search.searcher import Searcher
from rules.store import Store

QUERIES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("an old number", ("502.9", "502.30")),
    ("a rule on a day", ("603.4 in July 2012", "601.2b in 2012")),
    ("words of the past", ("damage on the stack 2008", "converted mana cost")),
    ("a question", ("does deathtouch work with trample",)),
    ("what is gone", ("mana burn",)),
)
"""The kinds of examples, each with queries of that kind, the best one first."""
BY_WORDS: frozenset[WhyKind] = frozenset({"all-words", "some-words", "mistyped", "similar"})
"""The reasons of answers that were found by words of the query alone, which would be poor examples."""


class Example(Struct, frozen=True):
    """A query that a reader may tap.

    Attributes:
        query: The words to search for.
        shows: Its kind, in two or three words.
    """

    query: str
    shows: str


def choose_examples(store: Store) -> tuple[Example, ...]:
    """Return an example of each kind: the first query whose answer is found by more than its words.

    A knowledge base of few editions may have no example of a kind.
    """
    return tuple(_choose(Searcher(store)))


def _choose(searcher: Searcher) -> Iterator[Example]:
    """Yield the examples; see `choose_examples`."""
    for shows, queries in QUERIES:
        answered = _find_answered(searcher, queries)
        if answered:
            yield Example(answered, shows)


def _find_answered(searcher: Searcher, queries: Iterable[str]) -> str:
    """Return the first query whose first answer is known by a number, a name or a saying; empty without one."""
    for query in queries:
        answers = searcher.search(query, limit=1).answers
        if answers and answers[0].why_kind not in BY_WORDS:
            return query
    return ""
