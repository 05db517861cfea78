"""The journal of a survey: the rows of finished trees, with which a survey that was stopped can resume."""

import sys
from collections.abc import Callable, Container, Iterable, Iterator
from pathlib import Path
from typing import BinaryIO

from msgspec import MsgspecError, Struct, json

from comprules.lint.cache_keys import hash_program
from comprules.survey.rows import SurveyedTree, SurveyError, SurveyRow, write_rows
from graph.ledger import Ledger
from rules.conversion import make_decoder
from rules.locks import hold_lock, lock_beside
from rules.version import own_version


class SurveyCounts(Struct, frozen=True):
    """The counts of a survey.

    Attributes:
        trees: Trees that were surveyed.
        resumed: Those of them that an earlier run had surveyed.
        numbers: Numbers that they cite.
        failed: Trees and files that could not be surveyed.
    """

    trees: int
    resumed: int
    numbers: int
    failed: int


class _JournalCounts(Struct):
    """Counts of the rows that were read from the journal so far."""

    numbers: int = 0
    failed: int = 0


def collect(
    survey: Callable[[Container[str]], Iterable[SurveyedTree]], out: Path, resumable: set[str], ledger: Ledger
) -> SurveyCounts:
    """Collect the rows of a survey in its journal, then write them into a Parquet file, by tree and position.

    Args:
        survey: Surveys all trees except the given ones, which the journal already has.
        out: The Parquet file; the journal is next to it until the file is written.
        resumable: The trees for which the rows of an earlier run are used.
        ledger: The ledger of this run; rows that were made with another ledger are not used.

    Raises:
        SurveyError: Another run is writing the file.
        MissingExtra: pyarrow is not installed.
        OSError: The file cannot be written.
    """
    journal = out.with_name(f"{out.name}.journal")
    with journal.open("ab"):  # in a read-only folder this fails with a better message than the lock would
        pass
    busy = SurveyError(f"{out}: another survey is writing this file; wait for it to finish")
    counts = _JournalCounts()
    with hold_lock(lock_beside(out), busy), journal.open("a+b") as stream:
        offsets = _read_journal(stream, resumable, ledger)
        resumed = len(offsets)
        for tree in survey(offsets):
            offsets[tree.name] = stream.seek(0, 2)
            stream.write(json.encode(tree) + b"\n")
            stream.flush()
        write_rows(out, _read_rows(stream, offsets, counts))
    journal.unlink()
    return SurveyCounts(len(offsets), resumed, counts.numbers, counts.failed)


def _read_journal(stream: BinaryIO, wanted: set[str], ledger: Ledger) -> dict[str, int]:
    """Return the offset of the line of each wanted tree that an earlier run has finished; cut off a damaged end.

    The first line names the program and the ledger. If they are others, the journal is emptied.
    """
    # In a checkout the version stays when a module changes, so the hash of the modules and libraries is there too.
    program = [own_version(""), sys.version, hash_program().hex()]
    first_line = json.encode({"comprules": program, "ledger": ledger.seal}) + b"\n"
    stream.seek(0)
    offsets: dict[str, int] = {}
    if stream.readline() != first_line:
        stream.truncate(0)
        stream.write(first_line)
        return offsets
    decode = make_decoder(SurveyedTree)
    end = len(first_line)
    for line in stream:
        if not line.endswith(b"\n"):
            break  # the write was cut short, for example because the run was killed
        try:
            name = decode(line).name
        except MsgspecError:
            break  # the line was damaged after it was written
        if name in wanted:
            offsets[name] = end
        end += len(line)
    stream.truncate(end)
    return offsets


def _read_rows(stream: BinaryIO, offsets: dict[str, int], counts: _JournalCounts) -> Iterator[SurveyRow]:
    """Yield the rows of all trees, by tree, and count numbers and failures."""
    decode = make_decoder(SurveyedTree)
    for name in sorted(offsets):
        stream.seek(offsets[name])
        for row in decode(stream.readline()).rows:
            if row.number is not None:
                counts.numbers += 1
            if row.error is not None:
                counts.failed += 1
            yield row
