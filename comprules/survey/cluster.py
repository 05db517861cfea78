"""Surveys of Parquet files of contents with Ray Data, on one machine or on many."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import Any

from msgspec import structs

from comprules.survey.contents import COLUMNS, as_contents, check_schema
from comprules.survey.journal import SurveyCounts, collect
from comprules.survey.rows import ROW_COLUMNS, SurveyedTree, SurveyRow
from comprules.survey.surveyor import Surveyor
from graph.ledger import Ledger, open_held_ledger
from rules.errors import needing_extra

_PARTITIONS = 4
"""Parts for each actor into which the repositories are divided, so that one large part does not hold up the end. Each
further part costs time."""


class RepositorySurveyor:
    """The actor: surveys the rows of one repository.

    Args:
        names: For each of `COLUMNS`, the name that it has in the Parquet files.
        ledger: The ledger by which numbers are judged; the same on all machines.
    """

    def __init__(self, names: Mapping[str, str], ledger: Ledger) -> None:
        self._names = names
        self._surveyor = Surveyor(ledger)

    def __call__(self, table: Any) -> Any:
        """Return the rows of the survey for one repository as an Arrow table.

        Args:
            table: An Arrow table with the files of the repository.

        Raises:
            MissingExtra: pyarrow is not installed.
        """
        with needing_extra("survey"):
            import pyarrow as pa  # noqa: PLC0415

        from graph.export.write import arrow_schema  # noqa: PLC0415 - only the machine that surveys needs it

        repository, paths, contents = (table[self._names[name]].to_pylist() for name in COLUMNS)
        rows = self._surveyor.survey(repository[0], as_contents(zip(paths, contents, strict=True)))
        return pa.Table.from_pylist([structs.asdict(row) for row in rows], schema=arrow_schema(ROW_COLUMNS, ""))


def survey_contents(files: Sequence[Path], names: Mapping[str, str], out: Path, jobs: int) -> SurveyCounts:
    """Survey Parquet files of contents, and write the rows into a Parquet file, by tree and position.

    Args:
        files: The Parquet files, which all machines must reach under these paths.
        names: For each of `COLUMNS`, the name that it has in them.
        out: The file.
        jobs: Number of actors.

    Raises:
        MissingExtra: Ray or pyarrow is not installed.
        SurveyError: The files are not of this form.
        OSError: The file cannot be written.
    """
    for file in files:
        check_schema(file, names)
    with needing_extra("survey"):
        import ray  # noqa: PLC0415

    ledger = open_held_ledger()
    # A few partitions for each actor: hundreds of small ones, which is Ray's default, cost more than the survey itself.
    contents = ray.data.read_parquet([str(file.resolve()) for file in files]).select_columns(list(names.values()))
    surveyed = contents.groupby(names["repository"], num_partitions=_PARTITIONS * jobs).map_groups(
        RepositorySurveyor, fn_constructor_args=(dict(names), ledger), batch_format="pyarrow", concurrency=(1, jobs)
    )
    blocks = surveyed.iter_batches(batch_format="pyarrow", batch_size=None)
    return collect(lambda _done: _group_rows(blocks), out, set(), ledger)


def _group_rows(blocks: Iterable[Any]) -> Iterator[SurveyedTree]:
    """Yield the trees in Arrow tables of rows; all rows of a tree are in one table, next to each other and in order."""
    for block in blocks:
        rows = [SurveyRow(**row) for row in block.to_pylist()]
        for name, members in groupby(rows, attrgetter("tree")):
            yield SurveyedTree(name, list(members))
