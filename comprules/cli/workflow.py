"""The workflow for GitHub that runs the check."""

import json
import re
import subprocess
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import yaml

from comprules.cli.yaml_errors import YAML_ERRORS
from rules.errors import ComprulesError
from rules.installed import Source, read_source, requirement, without_user

_WORKFLOW = """\
name: Citations of the rules
on: [push, pull_request]
permissions:
  contents: read
jobs:
  comprules:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2
        with:
          persist-credentials: false
      - uses: actions/setup-python@a26af69be951a213d495a4c3e4e4022e16d87065 # v5.6.0
        with:
          python-version: "3.13"
      - run: pip install "$COMPRULES"
        env:
          COMPRULES: {source}
      - run: comprules check . --format github
"""
_RUNS_CHECK = re.compile(r"^(?:[^#\n]*\s)?comprules check(?:\s|$)", re.MULTILINE)
"""A command of a step; a comment of the shell begins with `#`."""
_USES_ACTION = re.compile(r"(?:.*/)?comprules(?:@.*)?")
"""The action of this project, wherever it is published: `example/comprules@v1`."""
_BEFORE_DRIVE = re.compile("^/(?=[A-Za-z]:)")
"""The slash of `file:///C:/folder`, which is no part of a path on Windows."""
_REMEDY = "name the place with --install-from, such as git+https://HOST/comprules@COMMIT"


class UnknownSourceError(ComprulesError):
    """It is not known from where another machine could install comprules; the message says how to name it."""


def make_workflow(named: str | None) -> bytes:
    """Return the workflow.

    Args:
        named: What pip is to install there; None for the place where this comprules comes from.

    Raises:
        UnknownSourceError: That place is unknown, other machines cannot download from it, or pip could not install
            what is named.
    """
    source = named or _find_requirement()
    if source.startswith("-") or not source.isprintable() or "${{" in source:
        raise UnknownSourceError(f"{source!r} is not something that pip can install; {_REMEDY}")
    return _WORKFLOW.format(source=json.dumps(source)).encode()


def runs_check(text: str) -> bool:
    """Return whether a file is a workflow in which a step runs `comprules check` or uses the action of comprules."""
    try:
        # This loader reads every value as text; others fail if any value of the file is, say, the day 2024-99-99.
        workflow = yaml.load(text, Loader=yaml.BaseLoader)  # noqa: S506 - it makes only texts, lists and dictionaries
    except YAML_ERRORS:
        return False
    jobs = workflow.get("jobs") if isinstance(workflow, dict) else None
    if not isinstance(jobs, dict):
        return False
    for job in jobs.values():
        steps = job.get("steps") if isinstance(job, dict) else None
        if isinstance(steps, list) and any(_is_check(step) for step in steps):
            return True
    return False


def _is_check(step: Any) -> bool:
    """Return whether a step of a workflow checks the citations of a tree."""
    if not isinstance(step, dict):
        return False
    command = str(step.get("run", ""))
    action = str(step.get("uses", ""))
    return _RUNS_CHECK.search(command) is not None or _USES_ACTION.fullmatch(action) is not None


def _find_requirement() -> str:
    """Return the requirement with which pip installs the comprules that is running, such as `git+https://…@COMMIT`.

    The name alone never suffices: an index may have something else of that name.

    Raises:
        UnknownSourceError: It was not installed from a place that other machines can reach without a key.
    """
    source = read_source()
    if source is None:
        raise UnknownSourceError(f"there is no record of where this comprules was installed from; {_REMEDY}")
    if source.is_local:
        folder = _find_folder(source.url)
        source = read_clone(folder)
        if source is None:
            raise UnknownSourceError(
                f"this comprules was installed from {folder}, which is not published where GitHub can download it; "
                f"{_REMEDY}"
            )
    if not source.url.startswith("https://"):
        raise UnknownSourceError(f"this comprules was installed from {source.url}, which needs a key; {_REMEDY}")
    return requirement(source)


def _find_folder(url: str) -> Path:
    """Return the folder that a `file:` address names."""
    path = unquote(urlsplit(url).path)
    return Path(_BEFORE_DRIVE.sub("", path))


def read_clone(folder: Path) -> Source | None:
    """Return the address from which others can clone the commit that is checked out in a folder.

    None if the folder is no clone, has changes, has a commit that is not pushed, or has an origin without `https://`.
    """
    changed = _run_git(folder, "status", "--porcelain", "--untracked-files=no")
    branches = _run_git(folder, "branch", "--remotes", "--contains", "HEAD")
    commit = _run_git(folder, "rev-parse", "HEAD")
    address = _run_git(folder, "remote", "get-url", "origin")
    has_changes = changed != ""
    if has_changes or not branches or not commit or not address:
        return None
    if address.startswith("https://"):
        return Source(without_user(address), "git", commit)
    return None


def _run_git(folder: Path, *arguments: str) -> str | None:
    """Return the output of git; None if it fails or is not installed."""
    command = ["git", "-C", str(folder), *arguments]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()  # noqa: S603
    except (OSError, UnicodeDecodeError, subprocess.CalledProcessError):
        return None
