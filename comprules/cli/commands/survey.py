"""`comprules survey`: write what many trees cite into one table."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from comprules.cli.options import jobs_option
from comprules.cli.output import say
from comprules.progress import progress_bar
from rules.counts import format_count
from rules.workers import count_cores

if TYPE_CHECKING:
    from comprules.survey.journal import SurveyCounts


@click.command(
    "survey",
    epilog="""\b
Examples:
  comprules survey engines/* --out survey.parquet
  comprules survey contents/*.parquet --out survey.parquet
  comprules survey contents/*.parquet --out survey.parquet --engine ray
  comprules survey dump.parquet --columns repository=repo_name --out survey.parquet

A folder is one tree. A Parquet file has a row for each file of a repository: repository, path, content. The command
detects the edition of each tree as `init` does, and then checks the tree; it ignores the tree's own configuration. The
output has a row for each number cited, and a row with the reason for each tree that could not be read.

If a survey was stopped, the next run resumes it: finished trees are kept in FILE.journal until FILE is written.
""",
)
@click.argument("sources", metavar="DIR...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--out", metavar="FILE", required=True, type=click.Path(path_type=Path), help="The Parquet file to write."
)
@click.option(
    "--engine",
    type=click.Choice(["local", "ray"]),
    default="local",
    show_default=True,
    help="A process pool on this machine, or Ray Data (for Parquet files of contents, on the cluster that Ray finds).",
)
@click.option(
    "--columns",
    metavar="COLUMN=NAME",
    multiple=True,
    help="The name of a column in the Parquet files; repeat the option for several.",
)
@jobs_option
def survey_command(sources: Sequence[Path], out: Path, engine: str, columns: Sequence[str], jobs: int | None) -> None:
    """Write the citations of many trees into one table, one row per number."""
    # These are slow to import.
    from comprules.survey.cluster import survey_contents  # noqa: PLC0415
    from comprules.survey.contents import COLUMNS  # noqa: PLC0415

    names = _read_names(columns, COLUMNS)
    workers = jobs or count_cores()
    _check_sources(sources, out, engine)
    if engine == "ray":
        survey = survey_contents(sources, names, out, workers)
    else:
        survey = _survey_here(sources, names, out, workers)
    say(f"{out}: {_describe_survey(survey)}")


def _check_sources(sources: Sequence[Path], out: Path, engine: str) -> None:
    """Check that the sources exist, that the engine can read them, and that there is a folder for the output.

    Raises:
        SurveyError: One of these is not so.
    """
    from comprules.survey.rows import SurveyError  # noqa: PLC0415 - slow to import

    if not out.parent.is_dir():
        raise SurveyError(f"{out}: there is no folder {out.parent}")
    missing = [str(source) for source in sources if not source.exists()]
    if missing:
        raise SurveyError(f"{', '.join(missing)}: does not exist; name folders, or Parquet files of contents")
    folders = [source for source in sources if source.is_dir()]
    if engine == "ray" and folders:
        raise SurveyError(f"{folders[0]}: Ray reads Parquet files of contents, not folders")


def _survey_here(sources: Sequence[Path], names: dict[str, str], out: Path, workers: int) -> "SurveyCounts":
    """Survey folders and Parquet files in the processes of this machine.

    Args:
        sources: The folders and files.
        names: The names of the columns in the files, by what a survey calls them.
        out: The Parquet file to write.
        workers: Number of processes.
    """
    # These are slow to import.
    from comprules.survey.contents import read_contents  # noqa: PLC0415
    from comprules.survey.folders import weigh_folder  # noqa: PLC0415
    from comprules.survey.pool import TreeContent, survey_trees  # noqa: PLC0415

    # The largest first, so that no worker is left with one at the end.
    folders = sorted((source for source in sources if source.is_dir()), key=weigh_folder, reverse=True)
    files = [source for source in sources if not source.is_dir()]
    trees: dict[str, TreeContent] = {folder.as_posix(): folder for folder in folders}
    if files:
        trees |= read_contents(files, names)
    with progress_bar("surveying") as report:
        return survey_trees(trees, out, workers, report)


def _read_names(columns: Sequence[str], known_columns: Sequence[str]) -> dict[str, str]:
    """Return the names of columns in Parquet files, by what a survey calls them.

    Args:
        columns: What was typed, `COLUMN=NAME`.
        known_columns: The columns that a survey needs.

    Raises:
        UsageError: A word is of another form, or there is no such column.
    """
    names = {column: column for column in known_columns}
    for typed in columns:
        column, _, name = typed.partition("=")
        if column not in names or not name:
            raise click.UsageError(f"--columns {typed}: write COLUMN=NAME with one of {', '.join(names)}")
        names[column] = name
    return names


def _describe_survey(survey: "SurveyCounts") -> str:
    """Return the counts of a survey in words."""
    counts = f"{format_count(survey.numbers, 'number')} in {format_count(survey.trees, 'tree')}"
    if survey.resumed:
        counts += f", {survey.resumed:,} of them in an earlier run"
    if survey.failed:
        failed = format_count(survey.failed, "tree or file", "trees or files")
        counts += f"; {failed} failed, see the column error"
    return counts
