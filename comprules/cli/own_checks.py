"""Files with which a tree checks itself: a hook for each commit, or a workflow for each push."""

import os
import textwrap
from pathlib import Path

from msgspec import Struct

from comprules.cli.hook_file import HOOK, LayoutError, add_hook, has_hook
from comprules.cli.output import say
from comprules.cli.workflow import make_workflow, runs_check
from comprules.lint.config import tree_of
from comprules.printable import printable
from rules.errors import ComprulesError
from rules.files import write_file

HOOK_FILE = ".pre-commit-config.yaml"
WORKFLOW_FILE = ".github/workflows/comprules.yml"


class OfferError(ComprulesError):
    """Error: a file cannot be written or extended safely; the message says what to add by hand."""


class PlannedFile(Struct, frozen=True):
    """A file that is to be written.

    Attributes:
        path: Where it is.
        content: Its bytes; None if the file at this path already runs the check.
    """

    path: Path
    content: bytes | None

    def write(self) -> None:
        """Write the file, and say so."""
        if self.content is None:
            say(f"{printable(str(self.path))} already has the check.")
            return
        self.path.parent.mkdir(parents=True, exist_ok=True)
        write_file(self.path, self.content)
        say(f"{printable(str(self.path))} is written.")


def plan_workflow(root: Path, source: str | None) -> PlannedFile:
    """Return the workflow as a planned file, without content if a workflow at its place runs the check.

    Args:
        root: The folder of the configuration.
        source: What the workflow is to install; None for the place that this comprules was installed from.

    Raises:
        OfferError: The place of the file is outside of the tree, or has a file that does not run the check.
        OSError: The file at its place cannot be read.
        UnknownSourceError: `source` is None, and the place that comprules was installed from is unknown.
    """
    file = root / WORKFLOW_FILE
    text = _read_old(file, root)
    if text is not None and runs_check(text):
        return PlannedFile(file, None)
    workflow = make_workflow(source)
    if text is not None:
        raise OfferError(f"{file}: it does not run `comprules check`; add the check by hand:\n{workflow.decode()}")
    return PlannedFile(file, workflow)


def plan_hook(root: Path) -> PlannedFile:
    """Return the configuration of pre-commit with our hook as a planned file, without content if it has the hook.

    Args:
        root: The folder of the configuration.

    Raises:
        OfferError: The file is outside of the tree, is no configuration of pre-commit, or is written so that nothing
            can be added safely.
        OSError: It cannot be read.
    """
    file = root / HOOK_FILE
    text = _read_old(file, root) or ""
    try:
        if has_hook(text):
            return PlannedFile(file, None)
        return PlannedFile(file, add_hook(text).encode())
    except LayoutError as error:
        raise OfferError(f"{file}: {error}; add the hook by hand:\n{textwrap.indent(HOOK, '  ')}") from error


def _read_old(file: Path, root: Path) -> str | None:
    """Return the text at the place of a file in a tree; None if there is none.

    Raises:
        OfferError: A link leads outside of the tree, or something else than a text is there.
        OSError: It cannot be read.
    """
    _check_in_tree(file, root)
    for folder in file.relative_to(root).parents:
        if (root / folder).exists() and not (root / folder).is_dir():
            raise OfferError(f"{file}: {root / folder} is not a folder; move it away")
    if not file.exists():
        return None
    if not file.is_file():
        raise OfferError(f"{file}: it is not a file; move it away")
    try:
        return file.read_bytes().decode()
    except UnicodeDecodeError as error:
        raise OfferError(f"{file}: it is not in UTF-8; move it away") from error


def _check_in_tree(file: Path, root: Path) -> None:
    """Raise an `OfferError` if a link leads from a tree to the place of a file elsewhere."""
    real_path = Path(os.path.realpath(file))
    tree = tree_of(root)
    if not real_path.is_relative_to(tree):
        raise OfferError(f"{file}: a link leads to {real_path}, which is outside of {tree}; write that file by hand")
