"""`comprules survey`: write what many trees cite into one table."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from comprules.cli.options import jobs_option
from comprules.cli.output import say
from comprules.progress import progress_bar
from rules.workers import count_cores

if TYPE_CHECKING:
    from comprules.survey.journal import Survey


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
    from comprules.survey.contents import COLUMNS, read_contents  # noqa: PLC0415
    from comprules.survey.folders import weigh_folder  # noqa: PLC0415
    from comprules.survey.pool import TreeContent, survey_trees  # noqa: PLC0415
    from comprules.survey.rows import SurveyError  # noqa: PLC0415

    names = _read_names(columns, COLUMNS)
    workers = jobs or count_cores()
    if not out.parent.is_dir():
        raise SurveyError(f"{out}: there is no folder {out.parent}")
    folders = [source for source in sources if source.is_dir()]
    files = [source for source in sources if not source.is_dir()]
    missing = [str(file) for file in files if not file.exists()]
    if missing:
        raise SurveyError(f"{', '.join(missing)}: does not exist; name folders, or Parquet files of contents")
    if engine == "ray":
        if folders:
            raise SurveyError(f"{folders[0]}: Ray reads Parquet files of contents, not folders")
        survey = survey_contents(files, names, out, workers)
    else:
        # The largest first, so that no worker is left with one at the end.
        folders.sort(key=weigh_folder, reverse=True)
        trees: dict[str, TreeContent] = {folder.as_posix(): folder for folder in folders}
        if files:
            trees |= read_contents(files, names)
        with progress_bar("surveying") as report:
            survey = survey_trees(trees, out, workers, report)
    say(f"{out}: {_describe_survey(survey)}")


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


def _describe_survey(survey: "Survey") -> str:
    """Return the counts of a survey in words."""
    counts = f"{survey.numbers:,} numbers in {survey.trees:,} trees"
    if survey.resumed:
        counts += f", {survey.resumed:,} of them in an earlier run"
    if survey.failed:
        counts += f"; {survey.failed:,} trees or files failed, see the column error"
    return counts
