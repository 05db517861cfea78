"""The types of the installed package, as its users' checkers see them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.integrations.conftest import Installed, environment

pytestmark = pytest.mark.long

CHECKERS = {
    "mypy": ("--strict", "--python-executable"),
    "pyright": ("--pythonpath",),
}
SCRIPT = """
import comprules
from comprules import Finding, Rule, Store


def first_wording(store: Store, number: str) -> str:
    latest: str = comprules.resolve_edition(store, "latest")
    rule: Rule | None = store.rule(latest, number)
    if rule is None:
        raise LookupError(number)
    history = comprules.trace(store, rule.number)
    text: str | None = history.entries[0].text
    return text or rule.text


def describe(finding: Finding) -> tuple[str, int, str | None]:
    return finding.code, finding.line, finding.suggestion


def main() -> None:
    with comprules.open_store() as store:
        print(first_wording(store, "702.40a").upper())
        found = comprules.search(store, "storm", limit=3)
        names: list[str] = [answer.source for answer in found.answers]
        moved = comprules.compare(store, "first", "latest", ["100.1"]).groups
        print(names, [group.kind for group in moved], comprules.terms(store)[0].new)
    for finding in (*comprules.check_text("// CR 702.36e"), *comprules.check_tree(".", jobs=1).findings):
        print(describe(finding))
    numbers: set[str] = {number for cited in comprules.find_citations("CR 1") for number in cited.numbers}
    print(numbers, comprules.parse(b"words").rules[0].number)


if __name__ == "__main__":
    main()
"""
MISTAKES = """
import comprules

first: int = comprules.check_text("CR 1")[0].code
second = comprules.nonsense
third = comprules.parse(1.5)
fourth = comprules.check_text("CR 1")[0].colour
"""


def check_types(checker: str, installed: Installed, script: str, folder: Path) -> subprocess.CompletedProcess[str]:
    path = folder / "script.py"
    path.write_text(script, encoding="utf-8")
    return subprocess.run(
        [sys.executable, "-m", checker, *CHECKERS[checker], str(installed.python), str(path)],
        cwd=folder,
        env=environment(folder),
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("checker", CHECKERS)
def test_a_users_script_has_no_error(checker: str, installed: Installed, tmp_path: Path) -> None:
    completed = check_types(checker, installed, SCRIPT, tmp_path)
    assert completed.returncode == 0, completed.stdout + completed.stderr


@pytest.mark.parametrize("checker", CHECKERS)
def test_mistakes_are_seen(checker: str, installed: Installed, tmp_path: Path) -> None:
    """Nothing is `Any`."""
    completed = check_types(checker, installed, MISTAKES, tmp_path)
    wrong = {line.split(":")[1] for line in completed.stdout.splitlines() if " error: " in line}
    assert wrong == {"4", "5", "6", "7"}, completed.stdout + completed.stderr
