"""Every command with its time and memory, as rows of the table of benchmarks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from msgspec import Struct

from bench.measure import CommandFailed, Measured, comprules, median


class MeasuredCommand(Struct, frozen=True):
    """A command to be measured on a knowledge base.

    Attributes:
        words: What is typed; `{first}`, `{old}` and `{new}` stand for the first edition and the two newest ones,
            `{file}` for a document of the newest.
        cpu: The goal in seconds of processors; None without one.
        memory: The goal for the peak of memory in MB; None without one.
        reads_one_edition: Whether the question is about one edition or one step, so that it must not read the others.
    """

    words: str
    cpu: float | None = None
    memory: int | None = None
    reads_one_edition: bool = True


COMMANDS = (
    MeasuredCommand("editions"),
    MeasuredCommand("show 702.40a", 0.1),
    MeasuredCommand("show 702 --tree"),
    MeasuredCommand("trace 702.40a", 0.15),
    MeasuredCommand("blame 702.40a", 0.5),
    MeasuredCommand("map --from {old} --to {new}", 0.5),
    MeasuredCommand("diff {old} {new}", 0.5),
    MeasuredCommand("diff {first} {new}", 1.0, reads_one_edition=False),
    MeasuredCommand("digest {new}", 0.3, 80),
    MeasuredCommand("audit {new}", 0.3, 80),
    MeasuredCommand("audit --all", 1.0, reads_one_edition=False),
    MeasuredCommand("audit {file}"),
    MeasuredCommand("terms"),
    MeasuredCommand("refs 702.40a"),
    MeasuredCommand("refs --as-of {new}"),
    MeasuredCommand("refs 702.40a --impact"),
    MeasuredCommand("refs --most-cited"),
    MeasuredCommand("refs 702.40a --through", reads_one_edition=False),
    MeasuredCommand("search mana"),
    MeasuredCommand("search mana --changes"),
    MeasuredCommand("search mana --history", reads_one_edition=False),
    MeasuredCommand("list keywords", 0.3, 80),
    MeasuredCommand("list contents", 0.3, 80),
    MeasuredCommand("list codes", 0.3, 80),
    MeasuredCommand("list pages", 0.3, 80),
    MeasuredCommand("graph --as-of {new}", 0.4, 120),
    MeasuredCommand("graph --as-of {new} --near 702.40a --depth 2", memory=120),
    MeasuredCommand("graph --between {old} {new}"),
    MeasuredCommand("graph", 4 + 10, 600, reads_one_edition=False),
    MeasuredCommand("explain CR002"),
    MeasuredCommand("explain 702.40a"),
    MeasuredCommand("identify {file}", reads_one_edition=False),
    MeasuredCommand("parse {file}"),
    MeasuredCommand("completion bash"),
)
NOT_HERE: Mapping[str, str] = {
    "archive": "its time is that of reading the copies",
    "build": "ingest and site have rows of their own",
    "check": "has rows of its own, on a large tree",
    "coverage": "finds citations as check does",
    "doctor": "its time is that of reading all copies, as of ingest",
    "export": "has rows of its own",
    "fetch": "its time is that of the network",
    "ingest": "has rows of its own",
    "init": "finds citations as check does",
    "ledger": "is part of the row about an update",
    "lsp": "has rows of its own",
    "mcp": "has rows of its own",
    "site": "has rows of its own",
    "survey": "finds citations as check does",
    "update": "has a row of its own, without the network",
    "upgrade": "finds citations as check does",
}
"""The commands that have no row among these, and the reason."""
FINE = (0, 1)
"""Exit codes: `audit` ends with 1 if there are faults."""


def fill(command: MeasuredCommand, editions: tuple[str, ...], file: Path) -> list[str]:
    """Return the arguments of a command.

    Args:
        command: The command.
        editions: The editions of the knowledge base, oldest first; two at least.
        file: A document of the newest of them.
    """
    names = {"first": editions[0], "old": editions[-2], "new": editions[-1], "file": str(file)}
    return [word.format(**names) for word in command.words.split()]


def measure_commands(
    db: Path, editions: tuple[str, ...], file: Path
) -> Iterator[tuple[MeasuredCommand, str, Measured | None, str]]:
    """Yield each command, as it was typed, with its measure and an empty remark, or None and why it failed.

    Args:
        db: The knowledge base.
        editions: Its editions of the Comprehensive Rules, oldest first.
        file: A document of the newest of them.
    """
    for command in COMMANDS:
        arguments = fill(command, editions, file)
        needs_base = arguments[0] not in {"parse", "completion"}
        typed = " ".join(arguments)
        try:
            measured = median(comprules(*arguments, *(("--db", str(db)) if needs_base else ())), 3, fine=FINE)
        except CommandFailed as error:
            yield command, typed, None, str(error).splitlines()[-1]
        else:
            yield command, typed, measured, ""
