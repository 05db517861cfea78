"""The golden file of queries: what each finds in the sample editions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from msgspec import Struct

GOLDEN = Path(__file__).parents[2] / "goldens" / "search" / "queries.txt"
LONGEST = 3
"""So many answers of each query are recorded."""
_QUERY = "? "
_ANSWER = "    "
_OPTION = " @ "


class GoldenQuery(Struct, frozen=True):
    """A query as a reader types it, and where it is typed.

    Attributes:
        typed: What is typed.
        option: Empty, `edition DATE`, `since DATE`, `history` or `typing`.
    """

    typed: str
    option: str

    @property
    def edition(self) -> str | None:
        """Return the edition in which the reader is; None for the latest."""
        return self.option.removeprefix("edition ") if self.option.startswith("edition ") else None

    @property
    def changed_since(self) -> str:
        """Return the day since which records must have changed; empty for any."""
        return self.option.removeprefix("since ") if self.option.startswith("since ") else ""


class Shown(Struct, frozen=True):
    """An answer as both the command line and the site show it.

    Attributes:
        key: The key of the rule or entry; `edition:DATE` for an edition.
        edition: The date of its edition.
        chapter: Number and heading of its chapter.
        heading: Its heading, or that of the rule above.
        field: Which passage is shown.
        text: The passage.
        marked: The marked words of the passage, in order.
        why: Kind and name of the reason.
        span: In a search of all editions the first and last edition with it.
    """

    key: str
    edition: str
    chapter: str
    heading: str
    field: str
    text: str
    marked: tuple[str, ...]
    why: str
    span: str


class Outcome(Struct, frozen=True):
    """What a query finds.

    Attributes:
        offer: The query without its typing errors; empty if it has none.
        answers: The first answers.
    """

    offer: str
    answers: tuple[Shown, ...]


def read_golden(lines: Iterable[str]) -> dict[GoldenQuery, list[str]]:
    """Return the queries of the file, each with its recorded lines."""
    recorded: dict[GoldenQuery, list[str]] = {}
    current: list[str] = []
    for line in lines:
        if line.startswith(_QUERY):
            typed, _, option = line.removeprefix(_QUERY).partition(_OPTION)
            query = GoldenQuery(typed, option)
            assert query not in recorded, line
            current = recorded[query] = []
        elif line.startswith(_ANSWER):
            current.append(line.removeprefix(_ANSWER))
    return recorded


def record(outcome: Outcome) -> list[str]:
    """Return the lines that the file has for an outcome."""
    lines = [f"offer: {outcome.offer}"] if outcome.offer else []
    for answer in outcome.answers[:LONGEST]:
        place = answer.span or answer.edition
        parts = (answer.key, place, answer.heading, answer.field, answer.why, ", ".join(answer.marked))
        lines.append(" | ".join(parts).rstrip(" |"))
    return lines or ["nothing"]


def write_golden(lines: Sequence[str], outcomes: dict[GoldenQuery, Outcome]) -> Iterator[str]:
    """Yield the lines of the file with other outcomes; comments and the order of the queries stay."""
    remaining = iter(outcomes.values())
    for line in lines:
        if line.startswith(_ANSWER):
            continue
        yield line
        if line.startswith(_QUERY):
            for recorded in record(next(remaining)):
                yield _ANSWER + recorded
