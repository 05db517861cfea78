"""The path of the knowledge base that commands, servers, the Python API and the site use."""

import os
from pathlib import Path

STORE_VARIABLE = "COMPRULES_DB"
_FILE = "comprules.sqlite"
_PROJECT = "pyproject.toml"


def data_folder() -> Path:
    """Return the user's data folder of comprules; it need not exist."""
    import platformdirs  # noqa: PLC0415 - not needed where the file is named

    return platformdirs.user_data_path("comprules", appauthor=False)


def own_store_path() -> Path:
    """Return the path of the user's own knowledge base in the data folder; it need not exist."""
    return data_folder() / _FILE


def store_path(named: Path | None = None) -> Path:
    """Return the path of the knowledge base that commands read, and `ingest` and `update` write; it need not exist.

    It is the first of these: the path that the user named; `$COMPRULES_DB`; in a checkout of comprules or a folder
    inside it, `build/comprules.sqlite` of the checkout, whether or not it exists; the user's own knowledge base.

    Args:
        named: The file that the user named, if any.
    """
    if named is not None:
        return named
    from_environment = os.environ.get(STORE_VARIABLE)
    if from_environment:
        return Path(from_environment)
    checkout = next(filter(_is_checkout, (Path.cwd(), *Path.cwd().parents)), None)
    return checkout / "build" / _FILE if checkout else own_store_path()


def _is_checkout(folder: Path) -> bool:
    """Return whether the folder is the root of this project, by the name in its configuration."""
    path = folder / _PROJECT
    if not path.is_file():
        return False
    import tomllib  # noqa: PLC0415 - rarely needed

    try:
        project = tomllib.loads(path.read_text(encoding="utf-8")).get("project")
    except (OSError, ValueError):
        return False
    return isinstance(project, dict) and project.get("name") == "comprules"
