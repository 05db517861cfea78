"""What `comprules init` offers besides the declaration: a hook for pre-commit, and a workflow for GitHub."""

from __future__ import annotations

import re
from pathlib import Path

from rules.errors import ComprulesError

HOOK_FILE = ".pre-commit-config.yaml"
WORKFLOW_FILE = ".github/workflows/comprules.yml"
_HOOK = """\
  - repo: local
    hooks:
      - id: comprules-check
        name: comprules check
        entry: comprules check --force-exclude --min-citations 0 --format full
        language: system
        types: [text]
        require_serial: true
"""
_WORKFLOW = """\
name: Citations of the rules
on: [push, pull_request]
permissions:
  contents: read
jobs:
  comprules:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-python@v5
        with:
          python-version: "3.13"
      - run: pip install comprules
      - run: comprules check . --format github
"""
_TOP_KEY = re.compile(r"^([\w-]+):[^\S\n]*(.*)$", re.MULTILINE)


class OfferError(ComprulesError):
    """Error: a file cannot be extended safely; the message says what to do."""


def plan_hook(root: Path) -> tuple[Path, bytes] | None:
    """Return the configuration of pre-commit with our hook; None if it has it already.

    Raises:
        OfferError: The file is written so that nothing can be added at its end.
        OSError: It cannot be read.
    """
    file = root / HOOK_FILE
    text = file.read_bytes().decode("utf-8", "surrogateescape") if file.exists() else "repos:\n"
    if "comprules-check" in text:
        return None
    keys = list(_TOP_KEY.finditer(text))
    entries = re.search(r"^([^\S\n]*)- repo:", text[keys[-1].end() :], re.MULTILINE) if keys else None
    indent = entries[1] if entries else "  "
    if not keys or keys[-1][1] != "repos" or keys[-1][2].strip():
        raise OfferError(f"{file}: its last key is not a list `repos`; add the hook by hand:\n{_HOOK}")
    end = "\r\n" if "\r\n" in text else "\n"
    hook = "".join(f"{indent}{line[2:]}{end}" for line in _HOOK.splitlines())
    return file, (text + ("" if text.endswith("\n") else end) + hook).encode("utf-8", "surrogateescape")


def plan_workflow(root: Path) -> tuple[Path, bytes] | None:
    """Return the workflow; None if there is one of this name already."""
    file = root / WORKFLOW_FILE
    return None if file.exists() else (file, _WORKFLOW.encode())
