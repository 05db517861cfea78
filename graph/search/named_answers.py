"""The answers that a query names: editions with their bulletins, pages about changes, and rules by number.

A *bulletin* is an article of the publisher that announces the changes of an edition. What a query names is answered
first, before the passages that its words describe.
"""

from collections.abc import Container, Iterable, Iterator

from graph.announcements.file import bulletins
from graph.announcements.records import Bulletin
from graph.answers.search import SearchAnswer
from graph.answers.why import Why
from graph.search.answer_maker import AnswerMaker
from graph.search.comparisons import ComparedPart, list_pages
from graph.search.definition import read_definition
from graph.search.numbered import NUMBER_PAGE, NumberMeaning
from graph.search.text import fold, words_in
from graph.search.understand import Query
from rules.keys import number_of
from rules.store import Store


class NamedAnswers:
    """The answers that queries name.

    Args:
        store: The knowledge base.
        maker: Makes the answers.
    """

    def __init__(self, store: Store, maker: AnswerMaker) -> None:
        self._store = store
        self._maker = maker
        self._definition = read_definition()

    def list_editions(self, query: Query) -> Iterator[SearchAnswer]:
        """Yield the editions that a query names, and the bulletins for them if it asks what was announced."""
        if query.kind != "edition":
            return
        editions = query.editions[: self._definition.limits["meanings"]]
        found = list(map(self._maker.answer_edition, editions))
        if not query.wants_bulletins:
            yield from found
            return
        announced = [self._maker.answer_bulletin(bulletin) for bulletin in bulletins() if _is_about(bulletin, editions)]
        asks_for_them = not self._definition.bulletin.isdisjoint(words_in(query.whole))
        yield from [*announced, *found] if asks_for_them else [*found, *announced]

    def list_changes(self, query: Query, part: ComparedPart) -> Iterator[SearchAnswer]:
        """Yield the pages about the changes in a part of the rules; none if the query asks for no changes."""
        if query.changes is None:
            return
        editions = self._store.chained()
        # `changes.first` is the edition before the first change, so the one after it brought that change
        following = editions[editions.index(query.changes.first) + 1]
        for page in list_pages(query.changes, part, following):
            yield self._maker.answer_changes_page(page, query.changes.last)

    def list_references(self, query: Query, meanings: Iterable[tuple[NumberMeaning, Why]]) -> Iterator[SearchAnswer]:
        """Yield the pages of references for which a query asks, one for each of its numbers that an edition has.

        If the rule has another number now, the page is that of this number.

        Args:
            query: The query.
            meanings: The meanings of its numbers, best first, with the reasons for them.
        """
        if not query.asks_for_references:
            return
        rules: dict[str, NumberMeaning] = {}
        for meaning, why in meanings:
            asked = why.name if why.kind == "number-until" else number_of(meaning.key)
            rules.setdefault(asked, meaning)
        for number in query.numbers:
            if number in rules:
                rule = rules[number]
                yield self._maker.answer_references_page(number_of(rule.key), rule.edition)

    def list_numbers(self, query: Query, meanings: Iterable[tuple[NumberMeaning, Why]]) -> Iterator[SearchAnswer]:
        """Yield the answers to the numbers of a query; an edition is only read if its rule is shown.

        Of several editions that have a rule in the same words, as those of a year may have, the first one answers.

        Args:
            query: The query.
            meanings: The meanings of its numbers, best first, with the reasons for them.
        """
        answered: set[tuple[str, str]] = set()
        for meaning, why in meanings:
            if meaning.key.startswith(NUMBER_PAGE):
                yield self._maker.answer_number_page(meaning, why)
                continue
            answer = self._maker.answer_number(query, meaning, why)
            key_and_words = answer.source, fold(answer.text) or answer.edition
            if key_and_words not in answered:
                answered.add(key_and_words)
                yield answer


def _is_about(bulletin: Bulletin, editions: Container[str]) -> bool:
    """Return whether a bulletin announces one of some editions."""
    return any(new in editions for _, new in bulletin.steps)
