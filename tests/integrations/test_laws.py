"""The laws of `check`, on drawn trees and on the example trees, in every form: local, a fix fixes, still."""

from __future__ import annotations

import itertools
import json
import shutil
from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from comprules.lint.check import check_files
from comprules.lint.config import find_config
from comprules.lint.nearest import TreeSettings
from comprules.lint.select import find_files
from comprules.lsp.analysis import DocumentState, analyse
from graph.ledger import Ledger, open_ledger
from tests.comprules.lint.trees import write
from tests.comprules.running import ROOT, run

TREES = ("java", "rust", "python")
NUMBERS = (
    *("702.36e", "702.36", "119.3a", "112.7a", "701.20", "701.18", "701.19a", "707.2", "702.3b", "702.9b", "702.40a"),
    *("103.4", "116.2c", "613.7", "704.5g", "120.3z", "508.1", "114.4", "903.3", "730.1"),
)
"""Numbers that named other rules in other editions, some that did not, and one that no edition has."""
WORDS = ("", "flying", "shuffle the library", "reveal it", "turned face up", "storm counts spells", "nothing known")
FORMS = (
    "// CR {number}: {words}",
    "// see rule {number} ({words}), and CR {other}",
    "// CR {number}, {other} {words}",
    "# {number} {words}",
    "- {words}: CR {number} @2015-01-23",
    'row("{words}", "CR {number}")',
    "// comprules: edition=2012-07-01 {words}",
    "int x = {words!r}; // comprules: ignore[CR002] CR {number}",
    "nothing is cited here",
)
LINES = st.builds(
    lambda form, number, other, words: form.format(number=number, other=other, words=words),
    *(st.sampled_from(values) for values in (FORMS, NUMBERS, NUMBERS, WORDS)),
)
FILES = st.dictionaries(
    st.sampled_from(("a.rs", "src/b.py", "src/c.md", "src/deep/d.java", "tests/e.txt")),
    st.lists(LINES, max_size=8).map(lambda lines: "\n".join([*lines, ""])),
    min_size=1,
)
CONFIGURATIONS = st.sampled_from(
    (
        "",
        'edition = "2018-07-13"\ncites-rules = true\n',
        'edition = "2009-05-01"\n[editions]\n"src/" = "2021-02-15"\n"/src/c.md" = "unknown"\n',
        '[editions]\n"*.java" = "latest"\n"tests/" = "2015-01-23"\n[cites-rules]\n"src/" = true\n"*.txt" = false\n',
    )
)

KEYS = ("line", "column", "code", "number", "suggestion", "fix", "message")
Found = Counter[tuple[object, ...]]


@cache
def share_ledger() -> Ledger:
    return open_ledger()


def name_findings(findings: list[Any]) -> dict[str, Found]:
    """The findings of each file, without what depends on how its path is written."""
    by_path: dict[str, Found] = {}
    for finding in findings:
        by_path.setdefault(finding["path"], Counter())[tuple(finding[key] for key in KEYS)] += 1
    return by_path


def check(*arguments: str, stdin: bytes | None = None) -> dict[str, Found]:
    result = run("check", *arguments, "--json", stdin=stdin)
    assert result.exit_code in {0, 1}, result.output
    return name_findings(json.loads(result.stdout)["findings"])


def check_linter(*paths: str) -> dict[str, Found]:
    found, ledger = find_config(paths), share_ledger()
    settings = TreeSettings(paths, ledger, only=found)
    return name_records(check_files(find_files(paths, settings).files, settings, 1, ledger).findings)


def check_editor(path: str) -> dict[str, Found]:
    return name_records(
        analyse(share_ledger(), DocumentState("", path, None, Path(path).read_text(encoding="utf-8"), {})).findings
    )


def name_records(findings: tuple[Any, ...]) -> dict[str, Found]:
    return name_findings([{key: getattr(finding, key) for key in ("path", *KEYS)} for finding in findings])


ALONE: Mapping[str, Callable[[str], dict[str, Found]]] = {
    "command": check,
    "hook": lambda path: check("--force-exclude", "--min-citations", "0", path),
    "stdin": lambda path: check("-", "--stdin-filename", path, stdin=Path(path).read_bytes()),
    "editor": check_editor,
    "python": check_linter,
}


def list_files(root: Path) -> list[str]:
    return [path.relative_to(root).as_posix() for path in sorted(root.rglob("*")) if path.is_file()]


def assert_local(*forms: str) -> None:
    """What is found in a tree is what each form finds in each file alone, and what is found in another order."""
    whole = check(".")
    cited = [path for path in list_files(Path()) if not path.endswith(".toml")]
    for form, path in itertools.product(forms, cited):
        assert ALONE[form](path).get(path, Counter()) == whole.get(path, Counter()), f"{form}: {path}"
    assert check_linter(*reversed(cited)) == whole


def assert_fixes_fix() -> int:
    """Writing a suggestion removes its finding and adds none; returns how many were written."""
    whole = json.loads(run("check", ".", "--json").stdout)["findings"]
    fixable = [finding for finding in whole if finding["fix"] == "place"]
    before = {path: Counter(name_fault(found)) for path, found in check_linter(".").items()}
    for finding in fixable:
        path = Path(finding["path"])
        text = path.read_bytes()
        lines = text.decode().split("\n")
        line, start, end = lines[finding["line"] - 1], finding["column"] - 1, finding["end_column"] - 1
        lines[finding["line"] - 1] = line[:start] + finding["suggestion"] + line[end:]
        path.write_bytes("\n".join(lines).encode())
        after = {path: Counter(name_fault(found)) for path, found in check_linter(".").items()}
        path.write_bytes(text)
        left = after.get(finding["path"], Counter()) + Counter([(finding["line"], finding["code"], finding["number"])])
        assert after | {finding["path"]: left} == before, f"{line!r} -> {finding['suggestion']}"
    return len(fixable)


def name_fault(found: Found) -> list[tuple[object, ...]]:
    """The findings of a file by line, code and number, which a fix on the same line leaves as they are."""
    return [(line, code, number) for line, _, code, number, *_ in found.elements()]


def draw_tree(root: Path, files: Mapping[str, str], configuration: str) -> None:
    shutil.rmtree(root, ignore_errors=True)
    root.mkdir()
    write(root, {"comprules.toml": configuration, **files})


@settings(max_examples=settings().max_examples // 5)
@given(files=FILES, configuration=CONFIGURATIONS)
def test_a_file_has_the_same_findings_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, files: Mapping[str, str], configuration: str
) -> None:
    draw_tree(tmp_path / "tree", files, configuration)
    monkeypatch.chdir(tmp_path / "tree")
    assert_local(*ALONE)


@settings(max_examples=settings().max_examples // 2)
@given(files=FILES, configuration=CONFIGURATIONS)
def test_a_fix_fixes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, files: Mapping[str, str], configuration: str
) -> None:
    draw_tree(tmp_path / "tree", files, configuration)
    monkeypatch.chdir(tmp_path / "tree")
    assert_fixes_fix()


@settings(max_examples=settings().max_examples // 2)
@given(files=FILES, added=FILES, configuration=CONFIGURATIONS)
def test_what_touches_no_citation_changes_no_finding(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    files: Mapping[str, str],
    added: Mapping[str, str],
    configuration: str,
) -> None:
    new = {path: text for path, text in added.items() if path not in files}
    assume(new)
    draw_tree(tmp_path / "tree", files, configuration)
    monkeypatch.chdir(tmp_path / "tree")
    before = check_linter(".")
    write(Path(), {path: f"{text}no number at all\n" for path, text in files.items()} | new)
    after = check_linter(".")
    assert {path: found for path, found in after.items() if path not in new} == before


@pytest.mark.parametrize("tree", TREES)
def test_the_laws_hold_in_the_example_trees(tree: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(ROOT / "tests" / "trees" / tree, tmp_path / tree)
    monkeypatch.chdir(tmp_path / tree)
    assert_local(*ALONE)
    assert check("--jobs", "2", ".") == check(".")
    assert assert_fixes_fix(), "nothing there shows that a fix fixes"
