"""The search through *issues* of rulings summaries, which are works separate from the Comprehensive Rules.

An issue is to a rulings summary what an edition is to the rules, and its id is a day, too.
"""

from collections.abc import Iterator
from itertools import chain, islice

from graph.answers.search import SearchAnswer
from graph.answers.why import SOME_WORDS
from graph.search.answer_maker import AnswerMaker
from graph.search.searchable import SearchableStore
from graph.search.understand import Query
from graph.search.word_answers import WordAnswers
from rules.records import COMPREHENSIVE_RULES


class IssueSearch:
    """The search through all issues of rulings summaries.

    Args:
        searchable: The knowledge base.
        maker: Makes the answers.
    """

    def __init__(self, searchable: SearchableStore, maker: AnswerMaker) -> None:
        self._searchable = searchable
        self._maker = maker

    def search(self, query: Query, searched: str, limit: int) -> tuple[SearchAnswer, ...]:
        """Return the answers of all issues, the newest issue first; none if the user searches an issue alone.

        Args:
            query: The query.
            searched: The edition or issue that the user searches.
            limit: Maximum number of answers; there are none if it is not above 0.
        """
        works = self._searchable.store.work_of
        if works[searched] != COMPREHENSIVE_RULES or limit <= 0:
            return ()
        issues = [issue for issue, work in works.items() if work != COMPREHENSIVE_RULES]
        answers = chain.from_iterable(self._search_issue(query, issue) for issue in reversed(issues))
        return tuple(islice(answers, limit))

    def _search_issue(self, query: Query, issue: str) -> Iterator[SearchAnswer]:
        """Yield the answers of an issue, best first; none with only some of the words, which the site lacks, too."""
        index = self._searchable.index(issue)
        ranking = self._searchable.rank(query, issue, history=False, typing=False)
        answers = WordAnswers(self._searchable.store, self._maker, index, ranking, issue)
        for answer in answers.list_wanted(lambda _edition, _key: True):
            if answer.why_kind != SOME_WORDS.kind:
                yield answer
