"""`python -m bench.asked_questions DB`: learn which words lead to which rules from questions with their answers.

The search already answers most questions by the words of the rules and by sayings. This program keeps the telling words
of those that it does not answer with a clear lead, with the rules that decide them, for `graph/search/votes.py`.
Questions that only measure the search are left out, and so are those that teach nothing about the rules of today:
questions about former editions, numbers, mistyped words, and single words. Cross-validation asks each part of the
questions with the words of the other parts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct

from bench.questions import MEASURING, Question, make_parser, read_questions
from bench.search_measures import NO_VOTES, using_weights
from bench.search_ranks import AskedQuestion, ask, list_rows
from bench.section import align_columns
from graph.search.asked_file import read_asked
from graph.search.rank import Ranking
from graph.search.searchable import SearchableStore
from graph.search.searcher import Searcher
from graph.search.text import content_words, stem_of, words_in
from rules.grouping import grouped
from rules.keys import is_entry
from rules.store import Store, open_store

ASKED = Path(__file__).parents[1] / "graph/search/asked.toml"
HEAD = """\
# The telling words of questions, with the rules that decide them, for `votes.py`. They are learned by the program
# `python -m bench.asked_questions`. Questions that the same rules decide are separated by "|"; the rules are in the
# order in which they decide them, with the numbers of `edition`.
"""
LEAD = 4.0
"""By how much the best right answer must be ahead of the best other one, or the words of the question are kept."""
MOST_RULES = 3
"""Maximum number of rules that are kept for a question."""
FOLDS = 5
_ABOUT_PAST = frozenset({"history", "past"})
"""The kinds of questions that are about former days, which teach nothing about the rules of today."""
VAGUE = frozenset(
    {
        "attack cast",
        "attackers declared",
        "copy face",
        "counts spell",
        "creatures first strike",
        "cycling casting",
        "dress down base 1",
        "first turn",
        "free attack",
        "instant sorcery",
        "lifelink abilities",
        "mill token",
        "old legend",
        "retargeting one",
        "sac first",
        "set 1 counters",
        "spell target",
        "substance old",
        "summon spell",
        "target creature graveyard destroy",
        "token color",
        "treasure die",
        "undo tapped land",
        "vigilance stays",
    }
)
"""Words that are left out because, without the rest of the question, they could as well ask for other rules."""


class Lesson(Struct, frozen=True):
    """The words and the rules that are learned from a question.

    Attributes:
        question: The question.
        words: Its telling words, with blanks between them.
        rules: The rules that decide it.
    """

    question: Question
    words: str
    rules: tuple[str, ...]


class Teacher:
    """Finds the lessons that questions have for the search of a knowledge base.

    Args:
        store: The knowledge base.
    """

    def __init__(self, store: Store) -> None:
        self._searchable = SearchableStore(store)
        self._searcher = Searcher(store)
        self._edition = self._searchable.latest

    def list_lessons(self, questions: Iterable[Question]) -> list[Lesson]:
        """Return the lessons of the questions that the search does not answer with a clear lead."""
        lessons: list[Lesson] = []
        with using_weights(NO_VOTES):
            for question in questions:
                words = " ".join(self._read_words(question))
                rules = self._list_rules(question)
                if words and rules and words not in VAGUE:
                    lessons.append(Lesson(question, words, rules))
        return lessons

    def _read_words(self, question: Question) -> list[str]:
        """Return the telling words of a question, each once; none if it teaches nothing."""
        if question.kind in _ABOUT_PAST:
            return []
        query = self._searcher.understand(question.typed)
        if query.kind != "words" or query.numbers or query.edition not in ("", self._edition) or query.aim:
            return []
        ranking = self._searchable.rank(query, self._edition, history=False, typing=False)
        if ranking.offer or self._has_lead(question, ranking):
            return []
        words = list(dict.fromkeys(content_words(words_in(question.typed))))
        is_telling = len(set(map(stem_of, words))) > 1
        return words if is_telling else []

    def _has_lead(self, question: Question, ranking: Ranking) -> bool:
        """Return whether the best right answer to a question is clearly ahead of the best other one."""
        answers = ranking.answers()
        if answers and answers[0].tier > 0:
            return True
        records = self._searchable.index(self._edition).records
        scores = grouped((records[answer.position].key in question.answers, answer.score) for answer in answers)
        return max(scores.get(True, [0.0])) - max(scores.get(False, [0.0])) >= LEAD

    def _list_rules(self, question: Question) -> tuple[str, ...]:
        """Return the first rules of the latest edition that decide a question."""
        known = self._searchable.index(self._edition).position_of
        rules = [answer for answer in question.answers if answer in known and not is_entry(answer)]
        return tuple(rules[:MOST_RULES])


def join_lessons(lessons: Iterable[Lesson]) -> dict[str, tuple[str, ...]]:
    """Return the words of questions, each with the rules of the first question that has these words."""
    rules: dict[str, tuple[str, ...]] = {}
    for lesson in lessons:
        rules.setdefault(lesson.words, lesson.rules)
    return rules


@contextmanager
def using_words(words: Mapping[str, tuple[str, ...]]) -> Iterator[None]:
    """Let searchers that are made meanwhile use the words of some questions in place of those of `asked.toml`."""
    used = read_asked().rules
    before = dict(used)
    used.clear()
    used.update(words)
    try:
        yield
    finally:
        used.clear()
        used.update(before)


def cross_validate(store: Store, questions: Sequence[Question], lessons: Sequence[Lesson]) -> list[AskedQuestion]:
    """Return all questions with the answers that are found with the lessons of other questions.

    Args:
        store: The knowledge base.
        questions: The questions.
        lessons: The lessons of all questions.
    """
    asked: list[AskedQuestion] = []
    for fold in range(FOLDS):
        held = questions[fold::FOLDS]
        words = join_lessons(lesson for lesson in lessons if lesson.question not in held)
        with using_words(words):
            searcher = Searcher(store)
            asked += [ask(searcher, question) for question in held]
    return asked


def write_asked(edition: str, words: Mapping[str, tuple[str, ...]], path: Path = ASKED) -> None:
    """Write the words of questions into the file that the search reads.

    Args:
        edition: The edition whose numbers the rules have.
        words: The words of each question → the rules that decide it.
        path: The file.
    """
    by_rules = grouped((" ".join(rules), text) for text, rules in words.items())
    rows = [f'"{"|".join(texts)}" = "{rules}"' for rules, texts in sorted(by_rules.items())]
    path.write_text("\n".join([f'{HEAD}edition = "{edition}"\n', "[asked]", *rows, ""]), encoding="utf-8")


def main() -> None:
    """Write the words of questions, and print how many questions find their answers with and without such words."""
    options = make_parser("bench.asked_questions", __doc__).parse_args()
    questions = [question for question in read_questions(options.tables) if question.part != MEASURING]
    with open_store(options.db) as store:
        lessons = Teacher(store).list_lessons(questions)
        write_asked(SearchableStore(store).latest, join_lessons(lessons))
        with using_weights(NO_VOTES):
            searcher = Searcher(store)
            before = [ask(searcher, question) for question in questions]
        print("without votes", *align_columns(list_rows(before)), "", sep="\n", flush=True)
        asked = cross_validate(store, questions, lessons)
    print(f"cross-validation in {FOLDS} parts", *align_columns(list_rows(asked)), "", sep="\n")
    print(f"{len(lessons)} questions in {ASKED.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
