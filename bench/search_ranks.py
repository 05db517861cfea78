"""`python -m bench.search_ranks DB [TABLE...]`: count the questions that the search answers first, in three, in ten."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from bench.questions import Question, make_parser, read_questions
from bench.section import align_columns
from graph.search.searcher import Searcher
from rules.grouping import grouped
from rules.store import open_store

PLACES = (1, 3, 10)
"""The numbers of first answers in which a right one is looked for."""
LAST = max(PLACES)


class AskedQuestion(Struct, frozen=True):
    """A question with the answers that the search gave.

    Attributes:
        question: The question.
        found: The sources of the first answers, best first.
    """

    question: Question
    found: tuple[str, ...]

    @property
    def place(self) -> int | None:
        """Return the place of the first right answer, counted from 1; None if there is none."""
        for place, source in enumerate(self.found, 1):
            if source in self.question.answers:
                return place
        return None


def ask(searcher: Searcher, question: Question) -> AskedQuestion:
    """Return a question with the first answers of the search to it."""
    answers = searcher.search(question.typed, limit=LAST).answers
    return AskedQuestion(question, tuple(answer.source for answer in answers))


def count_places(questions: Sequence[AskedQuestion]) -> list[int]:
    """Return the number of questions, and how many of them have a right answer in the first 1, 3 and 10."""
    places = [question.place or LAST + 1 for question in questions]
    return [len(places), *(sum(place <= last for place in places) for last in PLACES)]


def list_rows(questions: Iterable[AskedQuestion]) -> Iterator[list[object]]:
    """Yield the rows of the table: its head, one for each kind of questions, and the sum."""
    questions = list(questions)
    kinds = grouped((f"{asked.question.part} {asked.question.kind}", asked) for asked in questions)
    yield ["questions", "number", *(f"in {place}" for place in PLACES)]
    for kind, of_kind in kinds.items():
        yield [kind, *count_places(of_kind)]
    yield ["all", *count_places(questions)]


def main() -> None:
    """Print how many questions of each kind find their answer, and with `--misses` those that do not find it first."""
    parser = make_parser("bench.search_ranks", __doc__)
    parser.add_argument("--misses", action="store_true", help="list the questions with another first answer")
    options = parser.parse_args()
    with open_store(options.db) as store:
        searcher = Searcher(store)
        questions = [ask(searcher, question) for question in read_questions(options.tables)]
    if options.misses:
        for asked in questions:
            if asked.place != 1:
                wanted = " ".join(sorted(asked.question.answers))
                print(f"{asked.place or '-'}  {asked.question.typed}: {wanted}; found {' '.join(asked.found[:4])}")
    print("\n".join(align_columns(list_rows(questions))))


if __name__ == "__main__":
    main()
