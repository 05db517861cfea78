"""Puts faults into a copy of the project, one at a time, and reports which ones the tests catch.

`python -m bench.mutations [WORDS]` runs all of `mutations.toml`, or those whose file contains the words. The copy is of
the last commit. If the test suite is shortened, it must still catch the same faults.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

HERE = Path(__file__).parent
ROOT = HERE.parent

PASSED, FAILED = 0, 1
"""The statuses with which pytest ends if it ran all tests."""
CAUGHT = "caught "
"""The outcome of a fault that a test fails for; as wide as the other."""


class Mutation(Struct, frozen=True):
    """A fault to insert.

    Attributes:
        file: The file to change, from the project's root.
        original: The text to replace, which occurs once.
        mutated: The replacement.
        tests: The tests to run.
    """

    file: str
    original: str
    mutated: str
    tests: tuple[str, ...]


def read_mutations() -> tuple[Mutation, ...]:
    """Read the list of faults."""
    rows = tomllib.loads((HERE / "mutations.toml").read_text(encoding="utf-8"))["mutation"]
    return tuple(Mutation(row["file"], row["original"], row["mutated"], tuple(row["tests"])) for row in rows)


def with_fault(source: str, fault: Mutation) -> str:
    """Return a module's text with a fault put into it.

    Raises:
        ValueError: The text to replace does not occur exactly once.
    """
    if source.count(fault.original) != 1:
        raise ValueError(f"{fault.file}: {source.count(fault.original)} places have {fault.original!r}")
    return source.replace(fault.original, fault.mutated)


def is_caught(copy: Path, fault: Mutation) -> bool:
    """Return whether a fault's tests, run in a copy of the project, fail.

    Raises:
        ValueError: The fault cannot be put in, or its tests cannot be run.
    """
    path = copy / fault.file
    source = path.read_text(encoding="utf-8")
    path.write_text(with_fault(source, fault), encoding="utf-8")
    try:
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-n", "0", "-p", "no:cacheprovider", *fault.tests]
        status = subprocess.run(command, cwd=copy, capture_output=True, check=False).returncode
    finally:
        path.write_text(source, encoding="utf-8")
    if status not in {PASSED, FAILED}:
        raise ValueError(f"{' '.join(fault.tests)}: pytest ended with status {status}")
    return status == FAILED


def try_fault(copy: Path, fault: Mutation) -> str:
    """Return the outcome of a planted fault: the beginning of its line in the report."""
    try:
        return CAUGHT if is_caught(copy, fault) else "SLIPPED"
    except (OSError, ValueError) as error:
        return f"UNUSABLE ({error})"


def main(words: Sequence[str]) -> int:
    """Print a line for each fault; return how many no test caught, at most 100."""
    chosen = [fault for fault in read_mutations() if all(word in fault.file for word in words)]
    caught = 0
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy"
        subprocess.run(["git", "clone", "-q", str(ROOT), str(copy)], check=True)
        for fault in chosen:
            outcome = try_fault(copy, fault)
            caught += outcome == CAUGHT
            print(f"{outcome} {fault.file}: {fault.mutated}", flush=True)
    print(f"{caught} of {len(chosen)} caught")
    return min(len(chosen) - caught, 100)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
