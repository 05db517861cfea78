"""Questions to the search, with the answers that are right, and the parser of the programs that ask them."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from pathlib import Path

from msgspec import Struct

_ROOT = Path(__file__).parents[1]
TABLES = (_ROOT / "tests/graph/search/queries.tsv", _ROOT / "bench/gold/questions/players.tsv")
"""The tables of the project."""
MEASURING = "last"
"""The set of the questions that only measure the search, from which nothing is learned."""


class Question(Struct, frozen=True):
    """A question with the answers of which one should come first.

    Attributes:
        part: The set of questions that it belongs to.
        kind: Who asks such questions, or what is special about them.
        typed: The question as it is typed.
        answers: The sources of the answers, in the order of the table: `702.40a`, `glossary:Mana Burn (Obsolete)`.
    """

    part: str
    kind: str
    typed: str
    answers: tuple[str, ...]


def read_questions(tables: Iterable[Path] = TABLES) -> list[Question]:
    """Return the questions of some tables, in order.

    Args:
        tables: Files with a line of four columns for each question: set, kind, query, answers.
    """
    return [question for table in tables for question in _read_table(table)]


def _read_table(table: Path) -> Iterator[Question]:
    """Yield the questions of a table; lines that begin with `#` are remarks."""
    for line in table.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            part, kind, typed, answers = line.split("\t")
            yield Question(part, kind, typed, tuple(_read_answers(answers)))


def _read_answers(answers: str) -> Iterator[str]:
    """Yield the answers of a line, in which `_` stands for a blank within a key."""
    for answer in answers.split():
        yield answer.replace("_", " ")


def make_parser(program: str, description: str | None) -> argparse.ArgumentParser:
    """Return the parser of a program that asks the search of a knowledge base the questions of some tables.

    Args:
        program: The module of the program: `bench.search_ranks`.
        description: What the program does.
    """
    parser = argparse.ArgumentParser(prog=f"python -m {program}", description=description)
    parser.add_argument("db", type=Path, help="the knowledge base")
    parser.add_argument("tables", nargs="*", type=Path, default=TABLES, help="tables of questions (default: all)")
    return parser
