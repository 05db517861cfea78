"""`find_citations`, `check_text` and `check_tree`: what the command says, in any process."""

from __future__ import annotations

import json
import pickle
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec import to_builtins

import comprules
from comprules.lint.formats.programs import answer_finding
from graph.ledger import Ledger
from tests.comprules.lint.trees import write
from tests.comprules.running import run

FILES = {
    "src/stack.rs": "// CR 702.36e\n// CR 601.2e-g, CR 699.9z\n",
    "src/old/turn.rs": "// CR 702.36a\n",
    "src/left/out.rs": "// CR 699.9z\n",
    "docs/notes.md": "See CR 702.40a (Storm), or rule 702.36e.\n",
}
CONFIG = 'exclude = ["src/left/"]\n[editions]\n"src/old/" = "2019-05-03"\n[per-file-ignores]\n"docs/" = ["retired"]\n'


def list_findings(*arguments: str, stdin: bytes | None = None) -> list[Any]:
    findings: list[Any] = json.loads(run("check", *arguments, "--json", stdin=stdin).stdout)["findings"]
    return findings


@pytest.mark.parametrize("config", ["", CONFIG])
@pytest.mark.parametrize("options", [{}, {"edition": "2019-05-03"}, {"target": "2019-05-03"}])
def test_findings_are_those_of_the_command(config: str, options: dict[str, Any], workdir: Path) -> None:
    write(workdir, FILES | {"comprules.toml": config})
    given = [part for name, value in options.items() for part in (f"--{name}", value)]
    checked = comprules.check_tree(".", **options)
    assert [to_builtins(answer_finding(finding)) for finding in checked.findings] == list_findings(".", *given)
    for path, text in FILES.items():
        findings = comprules.check_text(text, path=path, **options)
        piped = list_findings("-", "--stdin-filename", path, *given, stdin=text.encode())
        assert [to_builtins(answer_finding(finding)) for finding in findings] == piped
    assert {finding.path for finding in checked.findings} >= {"src/stack.rs"}


def test_a_baseline_lets_the_same_pass(workdir: Path) -> None:
    write(workdir, FILES | {"comprules.toml": ""})
    assert comprules.check_tree(["src", Path("docs")]).findings
    run("check", ".", "--write-baseline")
    assert comprules.check_tree(".").findings == ()
    assert comprules.check_text(FILES["src/stack.rs"], path="src/stack.rs") == ()
    assert [finding.path for finding in comprules.check_text(FILES["src/stack.rs"])] == ["<text>"] * 2


def test_problems_are_one_kind_of_error(workdir: Path) -> None:
    for wrong in (
        partial(comprules.check_tree, "nowhere"),
        partial(comprules.check_text, "CR 702.40a", edition="1066-10-14"),
        partial(comprules.check_text, "CR 702.40a", target="XYZ"),
    ):
        with pytest.raises(comprules.ComprulesError):
            wrong()
    write(workdir, {"comprules.toml": "nonsense = 1\n"})
    with pytest.raises(comprules.ComprulesError, match="nonsense"):
        comprules.check_text("CR 702.40a", path="a.rs")


def test_results_can_be_pickled(workdir: Path) -> None:
    write(workdir, FILES)
    checked = comprules.check_tree(".", jobs=1)
    assert pickle.loads(pickle.dumps(checked)) == checked
    citations = comprules.find_citations(FILES["src/stack.rs"])
    assert [citation.numbers[0] for citation in citations] == ["702.36e", "601.2e", "699.9z"]
    assert pickle.loads(pickle.dumps(citations)) == citations


def test_a_process_pool_has_the_same_findings(workdir: Path) -> None:
    texts = [f"// CR 702.36e, CR {number}.9z\n" for number in range(690, 700)]
    expected = [comprules.check_text(text) for text in texts]
    with ProcessPoolExecutor(2) as pool:
        assert list(pool.map(comprules.check_text, texts)) == expected


def test_a_process_opens_the_ledger_once(workdir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    comprules.check_text("CR 702.40a")
    opened = []
    made = Ledger.__init__

    def count(ledger: Ledger, path: Path) -> None:
        opened.append(path)
        made(ledger, path)

    monkeypatch.setattr(Ledger, "__init__", count)
    for target in ("latest", "M10"):
        comprules.check_text("CR 702.40a", target=target)
    assert opened == []
    monkeypatch.setattr("os.getpid", lambda: -1)
    comprules.check_text("CR 702.40a")
    comprules.check_text("CR 702.40b")
    assert len(opened) == 1
