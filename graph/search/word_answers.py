"""The passages that answer the words of a query.

A *lineage* is a rule through all editions, and a *wording* its text in some of them. A search of all editions finds
several wordings of a lineage, and shows the newest.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

from graph.answers.search import SearchAnswer
from graph.search.answer_maker import AnswerMaker
from graph.search.index import Index
from graph.search.rank import Found, Ranking
from rules.store import Store
from rules.store.search import span_of

RecordTest = Callable[[str, str], bool]
"""Returns something about the record that an edition has under a key: `is_wanted(edition, key)`."""


class WordAnswers:
    """The answers to the words of a query, from one edition or from all.

    Args:
        store: The knowledge base.
        maker: Makes the answers.
        index: The records of the edition, or of all editions.
        ranking: The ranking of these records.
        edition: The edition; without a meaning if there are several.
    """

    def __init__(self, store: Store, maker: AnswerMaker, index: Index, ranking: Ranking, edition: str) -> None:
        self._store = store
        self._maker = maker
        self._index = index
        self._ranking = ranking
        self._edition = edition
        self._newest_names = [name.names[-1] for name in ranking.old_names]

    def list_wanted(self, is_wanted: RecordTest) -> Iterator[SearchAnswer]:
        """Yield the answers, best first; those of all editions once for each lineage, with its newest wording.

        Args:
            is_wanted: Returns whether a record may be an answer.
        """
        for wordings in _group_wordings(self._ranking.answers(), self._index):
            newest = self._index.records[wordings[0].position]
            edition = newest.uses[-1].last if newest.lineage else self._edition
            if is_wanted(edition, newest.key):
                yield self._answer_wordings(wordings, edition)

    def _answer_wordings(self, wordings: Sequence[Found], edition: str) -> SearchAnswer:
        """Return the wordings of a lineage, the newest first, as an answer, which shows the newest wording."""
        newest = wordings[0]
        record = self._index.records[newest.position]
        if record.lineage:
            first = min(self._index.records[wording.position].uses[0].first for wording in wordings)
            last = edition
        else:
            first, last = span_of(self._store, edition, record.key)
        has_new_name = newest.why.kind == "old-name" and newest.why.name in self._newest_names
        return self._maker.answer_found(
            self._index,
            newest,
            edition=edition,
            first=first,
            last=last,
            phrases=self._ranking.query.phrases,
            term=newest.why.name if has_new_name else None,
            wordings=len(wordings),
        )


def _group_wordings(answers: Iterable[Found], index: Index) -> Iterator[list[Found]]:
    """Yield the answers as groups of wordings of one lineage, the newest wording first.

    A wording that is worse than the best one of its lineage, by its tier or because words are missing, is left out. In
    one edition, where records have no lineage, each answer is a group of its own.
    """
    groups: dict[str, list[Found]] = {}
    for number, answer in enumerate(answers):
        lineage = index.records[answer.position].lineage or str(number)
        groups.setdefault(lineage, []).append(answer)
    for group in groups.values():
        best = group[0]
        equal = [answer for answer in group if (answer.tier, answer.whole) == (best.tier, best.whole)]
        yield sorted(equal, key=lambda answer: answer.position)  # the index has the newest wording first
