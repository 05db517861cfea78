"""`python -m bench.search_ranks DB [TABLE...]`: count the questions that the search answers first, in three, in ten."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from bench.questions import TABLES, Question, read_questions
from bench.section import align_columns
from graph.search.searcher import Searcher
from rules.grouping import grouped
from rules.store import open_store

PLACES = (1, 3, 10)
"""The numbers of first answers in which a right one is looked for."""
LAST = max(PLACES)


class Asked(Struct, frozen=True):
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


def ask(searcher: Searcher, question: Question) -> Asked:
    """Return a question with the first answers of the search to it."""
    return Asked(question, tuple(answer.source for answer in searcher.search(question.typed, limit=LAST).answers))


def count_places(asked: Sequence[Asked]) -> list[int]:
    """Return the number of questions, and how many of them have a right answer in the first 1, 3 and 10."""
    places = [question.place or LAST + 1 for question in asked]
    return [len(places), *(sum(place <= last for place in places) for last in PLACES)]


def list_rows(asked: Iterable[Asked]) -> Iterator[list[object]]:
    """Yield the rows of the table: its head, one for each kind of questions, and the sum."""
    asked = list(asked)
    kinds = grouped((f"{one.question.part} {one.question.kind}", one) for one in asked)
    yield ["questions", "number", *(f"in {place}" for place in PLACES)]
    for kind, same in kinds.items():
        yield [kind, *count_places(same)]
    yield ["all", *count_places(asked)]


def main() -> None:
    """Print how many questions of each kind find their answer, and with `--misses` those that do not find it first."""
    parser = argparse.ArgumentParser(prog="python -m bench.search_ranks", description=__doc__)
    parser.add_argument("db", type=Path, help="the knowledge base")
    parser.add_argument("tables", nargs="*", type=Path, default=TABLES, help="tables of questions (default: all)")
    parser.add_argument("--misses", action="store_true", help="list the questions with another first answer")
    options = parser.parse_args()
    with open_store(options.db) as store:
        searcher = Searcher(store)
        asked = [ask(searcher, question) for question in read_questions(options.tables)]
    if options.misses:
        for one in asked:
            if one.place != 1:
                wanted = " ".join(sorted(one.question.answers))
                print(f"{one.place or '-'}  {one.question.typed}: {wanted}; found {' '.join(one.found[:4])}")
    print("\n".join(align_columns(list_rows(asked))))


if __name__ == "__main__":
    main()
