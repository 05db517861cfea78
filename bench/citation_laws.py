"""The laws of `check` in public trees: a file has the same findings alone, and a fix removes just its finding."""

from __future__ import annotations

import os
import random
from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field

from comprules.lint.config import find_config
from comprules.lint.decode import decode
from comprules.lint.linter import Linter
from comprules.lint.settings import settings_of
from graph.ledger import open_ledger

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

_FIXES = 20
"""Maximum number of fixes to try in a tree."""


class Laws(Struct):
    """How often the laws hold: for fixes written, and for files checked alone."""

    fixes: Counter[bool] = field(default_factory=Counter)
    files: Counter[bool] = field(default_factory=Counter)


def try_fixes(laws: Laws, tree: Path, findings: Sequence[dict[str, Any]]) -> list[str]:
    """Write some suggestions into files of a tree, each alone and in memory, and count what holds.

    A fix can change only its own file's findings, since files are judged alone; that is counted, too.

    Args:
        laws: The counts, which are added to.
        tree: The folder of the tree, with its configuration.
        findings: The findings of `check --json` over the whole tree.

    Returns:
        The violations, in words.
    """
    found = find_config([str(tree)])
    ledger = open_ledger()
    linter = Linter(settings_of(found, ledger), ledger)
    by_file: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for finding in findings:
        by_file[finding["path"]].append(finding)
    fixable = [finding for finding in findings if finding["fix"] == "place"]
    chosen = random.Random(tree.name).sample(fixable, min(_FIXES, len(fixable)))  # noqa: S311 - no secret
    violations = []
    for finding in chosen:
        path = os.path.join(tree, finding["path"])  # noqa: PTH118 - as the user would name it
        with open(path, "rb") as file:  # noqa: PTH123
            decoded = decode(file.read())
        start = decoded.span(finding["line"])[0] + finding["column"] - 1
        end = start + finding["end_column"] - finding["column"]
        before = _check(linter, path, decoded.encode(decoded.text))
        laws.files[before == Counter(map(_name_finding, by_file[finding["path"]]))] += 1
        after = _check(linter, path, decoded.encode(decoded.text[:start] + finding["suggestion"] + decoded.text[end:]))
        holds = before - after == Counter([_name_finding(finding)]) and not after - before
        laws.fixes[holds] += 1
        if not holds:
            violations.append(
                f"{tree.name} {finding['path']}:{finding['line']} {finding['number']} -> {finding['suggestion']}: "
                f"{dict(after - before)} new, {dict(before - after)} gone"
            )
    return violations


def _check(linter: Linter, path: str, data: bytes) -> Counter[tuple[int, str, str]]:
    checked = linter.check_bytes(path, data)
    return Counter((finding.line, finding.code, finding.number) for finding in checked.findings)


def _name_finding(finding: dict[str, Any]) -> tuple[int, str, str]:
    return finding["line"], finding["code"], finding["number"]
