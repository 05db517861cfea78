"""A survey on many machines: the same function over Parquet files of contents, run by Ray Data.

Ray reads the files, brings the rows of a repository together, and hands them to actors, each of which opens the ledger
once; an actor that is killed is started again, and what it had not finished is done anew. The rows come back in order
and are written as on one machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import Any

from msgspec import structs

from comprules.survey.local import Survey, collect_trees
from comprules.survey.tree import COLUMNS, ROW_COLUMNS, Surveyor, SurveyRow, as_contents, check_schema
from rules.errors import needing_extra

_PARTITIONS = 4
"""Parts for each actor into which the repositories are divided, so that one large part does not hold up the end."""


class RepositorySurveyor:
    """The actor: surveys the rows of one repository."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self._names = names
        self._surveyor = Surveyor()

    def __call__(self, table: Any) -> Any:
        """Return the rows of the survey as an Arrow table, for the rows of a repository as one.

        Raises:
            MissingExtra: pyarrow is not installed.
        """
        with needing_extra("survey"):
            import pyarrow as pa  # noqa: PLC0415

        from graph.export.files import arrow_schema  # noqa: PLC0415 - only the machine that surveys needs it

        repository, paths, contents = (table[self._names[name]].to_pylist() for name in COLUMNS)
        rows = self._surveyor.survey(repository[0], as_contents(paths, contents))
        return pa.Table.from_pylist([structs.asdict(row) for row in rows], schema=arrow_schema(ROW_COLUMNS, ""))


def survey_contents(files: Sequence[Path], names: Mapping[str, str], out: Path, jobs: int) -> Survey:
    """Survey Parquet files of contents with Ray Data, and write the rows into a Parquet file, by tree and position.

    Args:
        files: The Parquet files, which all machines must reach under these paths.
        names: For each of `tree.COLUMNS`, what it is called in them.
        out: The file.
        jobs: Number of actors.

    Returns:
        What it came to.

    Raises:
        MissingExtra: Ray or pyarrow is not installed.
        SurveyError: The files are not of this form.
        OSError: It cannot be written.
    """
    for file in files:
        check_schema(file, names)
    with needing_extra("survey"):
        import ray  # noqa: PLC0415

    # A few partitions for each actor: hundreds of small ones, which is Ray's default, cost more than the survey itself.
    contents = ray.data.read_parquet([str(file.resolve()) for file in files]).select_columns(list(names.values()))
    surveyed = contents.groupby(names["repository"], num_partitions=_PARTITIONS * jobs).map_groups(
        RepositorySurveyor, fn_constructor_args=(dict(names),), batch_format="pyarrow", concurrency=(1, jobs)
    )
    return collect_trees(_read_trees(surveyed), out)


def _read_trees(surveyed: Any) -> Iterator[tuple[str, list[SurveyRow]]]:
    """Yield the rows of each tree; they stand together in a block, in their order."""
    for block in surveyed.iter_batches(batch_format="pyarrow", batch_size=None):
        for tree, rows in groupby((SurveyRow(**row) for row in block.to_pylist()), attrgetter("tree")):
            yield tree, list(rows)
