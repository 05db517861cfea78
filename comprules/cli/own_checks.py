"""Files with which a tree checks itself: a hook for each commit, or a workflow for each push."""

import os
import re
from pathlib import Path

from msgspec import Struct

from comprules.cli.output import say
from comprules.cli.workflow import make_workflow
from comprules.lint.config import tree_of
from comprules.printable import printable
from rules.errors import ComprulesError
from rules.files import write_file

HOOK_FILE = ".pre-commit-config.yaml"
WORKFLOW_FILE = ".github/workflows/comprules.yml"
_HOOK_ID = "comprules-check"
_HOOK = f"""\
  - repo: local
    hooks:
      - id: {_HOOK_ID}
        name: comprules check
        entry: comprules check --force-exclude --min-citations 0 --format full
        language: system
        types: [text]
        require_serial: true
"""
_TOP_KEY = re.compile(r"^(?P<key>[\w-]+):[^\S\n]*(?P<value>.*)$", re.MULTILINE)
_FIRST_ENTRY = re.compile(r"^(?P<indent>[^\S\n]*)- repo:", re.MULTILINE)


class OfferError(ComprulesError):
    """Error: a file cannot be extended safely; the message says what to do."""


class PlannedFile(Struct, frozen=True):
    """A file that is to be written.

    Attributes:
        path: Where it is.
        content: Its bytes; None if the file exists and already has the check.
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
    """Return the workflow as a planned file, without content if a file is there already.

    Args:
        root: The folder of the configuration.
        source: What the workflow is to install; None for the place that this comprules was installed from.

    Raises:
        OfferError: The place of the file is outside of the tree.
        UnknownSourceError: `source` is None, and the place that comprules was installed from is unknown.
    """
    file = root / WORKFLOW_FILE
    _check_in_tree(file, root)
    if file.exists():
        return PlannedFile(file, None)
    return PlannedFile(file, make_workflow(source))


def plan_hook(root: Path) -> PlannedFile:
    """Return the configuration of pre-commit with our hook as a planned file, without content if it has the hook.

    Args:
        root: The folder of the configuration.

    Raises:
        OfferError: The file is outside of the tree, or written so that nothing can be added at its end.
        OSError: It cannot be read.
    """
    file = root / HOOK_FILE
    _check_in_tree(file, root)
    text = "repos:\n"
    if file.exists():
        text = file.read_bytes().decode("utf-8", "surrogateescape")
    if _HOOK_ID in text:
        return PlannedFile(file, None)
    extended = _extend_hooks(text, file)
    return PlannedFile(file, extended.encode("utf-8", "surrogateescape"))


def _extend_hooks(text: str, file: Path) -> str:
    """Return a configuration of pre-commit with our hook at its end, in its indentation and with its line ends.

    Raises:
        OfferError: The file does not end with a list `repos` that can be extended.
    """
    last_key = None
    for match in _TOP_KEY.finditer(text):
        last_key = match
    # Only a list that is the last thing in the file, and is not written in brackets, can be extended at the end.
    if last_key is None or last_key["key"] != "repos" or last_key["value"].strip():
        raise OfferError(f"{file}: its last key is not a list `repos`; add the hook by hand:\n{_HOOK}")
    indent = "  "
    entry = _FIRST_ENTRY.search(text[last_key.end() :])
    if entry is not None:
        indent = entry["indent"]
    line_end = "\n"
    if "\r\n" in text:
        line_end = "\r\n"
    if not text.endswith("\n"):
        text += line_end
    return text + "".join(f"{indent}{line.removeprefix('  ')}{line_end}" for line in _HOOK.splitlines())


def _check_in_tree(file: Path, root: Path) -> None:
    """Raise an `OfferError` if a link leads from a tree to the place of a file elsewhere."""
    real_path = Path(os.path.realpath(file))
    tree = tree_of(root)
    if not real_path.is_relative_to(tree):
        raise OfferError(f"{file}: a link leads to {real_path}, which is outside of {tree}; write that file by hand")
