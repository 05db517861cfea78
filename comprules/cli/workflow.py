"""The workflow for GitHub that runs the check."""

import json
import re
from typing import Any

import yaml

from comprules.cli.yaml_errors import YAML_ERRORS
from rules.clone import read_clone
from rules.errors import ComprulesError
from rules.installed import read_source, requirement

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
_RUNS_CHECK = re.compile(
    r"""
    ^(?:[^#\n]|(?<=\S)\#)*?                       # a `#` after a blank begins a comment of the shell
    (?<![^\s;&|(])                                # the command begins here
    (?P<quote>["']?)(?:[^\s"'#]*[/\\])?comprules(?:\.exe)?(?P=quote)
    [ \t]+check(?![^\s;&|)])
    """,
    re.MULTILINE | re.VERBOSE,
)
"""The command in the script of a step: `comprules check .`, or `".venv/bin/comprules" check .`."""
_USES_ACTION = re.compile(r"(?:.*/)?comprules(?:@.*)?")
"""The action of this project, wherever it is published: `example/comprules@v1`."""
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
        folder = source.folder
        source = read_clone(folder)
        if source is None:
            raise UnknownSourceError(
                f"this comprules was installed from {folder}, which is not published where GitHub can download it; "
                f"{_REMEDY}"
            )
    if not source.url.startswith("https://"):
        raise UnknownSourceError(f"this comprules was installed from {source.url}, which needs a key; {_REMEDY}")
    return requirement(source)
