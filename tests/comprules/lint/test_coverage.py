"""`comprules coverage`: which rules count, in which role, and how that is shown."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from comprules.lint.coverage import cover_files
from comprules.lint.nearest import TreeSettings
from comprules.lint.roles import ROLES
from comprules.lint.scan import Scanner
from comprules.lint.select import find_files
from graph.ledger import Ledger, open_ledger
from tests.comprules.lint.trees import write
from tests.comprules.running import read_output, read_refusal, run


def read_coverage(*arguments: str) -> Any:
    return json.loads(run("coverage", *arguments, "--json").stdout)


def list_cited(coverage: Any) -> dict[str, dict[str, list[str]]]:
    """The cited numbers, each with its places by role."""
    return {
        rule["number"]: {role: [f"{it['path']}:{it['line']}" for it in rule[role]] for role in ROLES if rule[role]}
        for rule in coverage["rules"]
        if any(rule[role] for role in ROLES)
    }


ROLE_OF = {
    "src/stack.rs": ("// CR 702.40a\n", "code"),
    "latest/stack.py": ("# CR 702.40a\n", "code"),
    "tests/stack.rs": ("// CR 702.40a\n", "tests"),
    "Mage.Tests/src/Stack.java": ("// CR 702.40a\n", "tests"),
    "engine/stack_test.go": ("// CR 702.40a\n", "tests"),
    "engine/test_stack.py": ("# CR 702.40a\n", "tests"),
    "web/stack.spec.ts": ("// CR 702.40a\n", "tests"),
    "engine/StackTest.kt": ("// CR 702.40a\n", "tests"),
    "engine/Contest.kt": ("// CR 702.40a\n", "code"),
    "README.md": ("See CR 702.40a.\n", "documents"),
    "docs/index.html": ("<p>CR 702.40a</p>\n", "documents"),
    "tests/README.md": ("See CR 702.40a.\n", "documents"),
    "src/names.py": ("def test_cr_702_40a_copies():\n    pass\n", "tests"),
    "src/names.rs": ("fn cr_702_40a_is_latest() {}\n", "code"),
    "src/names.js": ('it("copies (CR 702.40a)", () => {})\n', "tests"),
    "src/names.kts": ("@Test\nfun `CR 702.40a copies`() {}\n", "tests"),
    "src/marked.rs": ("#[test]\n#[ignore]\nfn cr_702_40a_copies() {}\n", "tests"),
    "src/log.js": ('submit("copies (CR 702.40a)")\n', "code"),
    "src/block.rs": ("#[cfg(test)]\nmod tests {\n    // CR 702.40a\n}\n", "tests"),
    "src/below.rs": ("#[cfg(test)]\nmod tests {\n    use super::*;\n}\n// CR 702.40a\n", "code"),
}
"""Text and role of a file that cites a rule once."""


def test_the_role_of_a_place(workdir: Path) -> None:
    write(workdir, {name: text for name, (text, _) in ROLE_OF.items()})
    assert list_roles(".") == {name: role for name, (_, role) in ROLE_OF.items()}
    # A file has the same role alone, but where the folder above tells it.
    alone = [name for name in ROLE_OF if not name.startswith(("tests/", "Mage.Tests/", "docs/"))]
    write(workdir / "elsewhere", {name: ROLE_OF[name][0] for name in alone})
    assert list_roles(*(f"elsewhere/{name}" for name in alone)) == {
        f"elsewhere/{name}": ROLE_OF[name][1] for name in alone
    }


def list_roles(*paths: str) -> dict[str, str]:
    """The role of each file that cites a rule."""
    (places,) = list_cited(read_coverage(*paths)).values()
    return {place.rpartition(":")[0]: role for role, its in places.items() for place in its}


@pytest.mark.parametrize(
    ("text", "options", "cited", "wrong"),
    [
        ("// CR 702.40a and CR 702.40", "", ["702.40", "702.40a"], []),
        ("// rules 601.2e-g", "", ["601.2e", "601.2f", "601.2g"], []),
        ("// CR 702.40a, CR 702", "", ["702", "702.40a"], []),
        ("// CR 702.36e", "", [], ["CR002"]),
        ("// CR 702.36e", "--edition 2019-05-03", ["702.37e"], []),
        ("// CR 702.36e @2019-05-03", "", ["702.37e"], []),
        ("// CR 702.37a", "--edition 2026-01-01 --to 2019-05-03", ["702.36a"], []),
        ("// CR 702.37a", "--to 2019-05-03", ["702.37a"], []),
        ("// CR 502.9a-c", "", [], ["CR002", "CR002"]),
        ("// CR 502.9a-c comprules: ignore[CR002] of a draft", "", [], []),
        ("// CR 699.9z", "", [], ["CR001"]),
        ("// CR 699.9z comprules: ignore[CR001] of a draft", "", [], []),
    ],
)
def test_a_citation_counts_for_the_rule_it_means(
    text: str, options: str, cited: list[str], wrong: list[str], workdir: Path
) -> None:
    write(workdir, {"src/stack.rs": f"{text}\n"})
    coverage = read_coverage(".", *options.split())
    assert list_cited(coverage) == {number: {"code": ["src/stack.rs:1"]} for number in cited}
    summary = coverage["summary"]
    assert [entry["code"] for entry in summary["wrong"]] == wrong
    assert summary["drifted"] == int("@" in text or "--edition" in options)
    assert summary["cited"]["any"] == len([number for number in cited if "." in number])


def test_the_rules_are_those_of_the_ledger_that_is_named(workdir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(workdir, {"a.rs": "// CR 702.40a\n"})
    ledger = open_ledger()

    def refuse(*_arguments: object) -> None:
        raise AssertionError("another ledger is opened")

    monkeypatch.setattr(Ledger, "__init__", refuse)
    tree = TreeSettings(["."], ledger)
    covered, _ = cover_files(find_files(["."], tree).files, tree, ["."], jobs=1, ledger=ledger)
    assert [rule.number for rule in covered.rules if rule.is_cited] == ["702.40a"]


def test_the_figures_agree(workdir: Path) -> None:
    files = {"a.rs": "// CR 702.40a, CR 702.40b, CR 601.2a\n", "tests/a.rs": "// CR 702.40a\n", "a.md": "CR 100.1\n"}
    write(workdir, files)
    coverage = read_coverage(".")
    summary, chapters = coverage["summary"], {chapter["number"]: chapter for chapter in coverage["chapters"]}
    assert summary["untested"] == ["601.2a", "702.40b"]
    assert summary["cited"] == {"code": 3, "tests": 1, "documents": 1, "any": 4}
    assert summary["rules"] - len(summary["uncited"]) == 4
    assert chapters["702"]["title"] == "Keyword Abilities"
    assert chapters["702"]["cited"] == {"code": 2, "tests": 1, "documents": 0, "any": 2}
    assert sum(chapter["rules"] for chapter in chapters.values()) == summary["rules"]
    assert {rule["number"]: rule["title"] for rule in coverage["rules"]}["702.40"] == "Storm"
    table = read_output("coverage", ".")
    assert "2 cited in code, but not in tests: 601.2a, 702.40b\n" in table
    assert "702  Keyword Abilities" in table
    assert read_coverage(".", "--jobs", "2") == coverage


def test_the_configuration_has_roles_of_its_own(workdir: Path) -> None:
    config = '[coverage]\ntests = ["sim/"]\ndocuments = ["*.html"]\n'
    files = {f"{name}.rs": "// CR 702.40a\n" for name in ("sim/a", "tests/b")}
    write(workdir, {"comprules.toml": config, "c.html": "CR 702.40a\n", "d.md": "CR 702.40a\n", **files})
    places = {"code": ["d.md:1", "tests/b.rs:1"], "tests": ["sim/a.rs:1"], "documents": ["c.html:1"]}
    assert list_cited(read_coverage(".")) == {"702.40a": places}


def test_the_difference_to_another_commit(workdir: Path) -> None:
    write(workdir, {"a.rs": "// CR 702.36e, CR 601.2a\n"})
    read_output("coverage", ".", "--to", "2019-05-03", "--json", "--output", "old.json")
    write(workdir, {"a.rs": "// CR 702.37e, CR 601.2b\n"})
    nothing: dict[str, list[str]] = {"gained": [], "lost": []}
    expected = {"code": {"gained": ["601.2b"], "lost": ["601.2a"]}, "tests": nothing, "documents": nothing}
    assert read_coverage(".", "--against", "old.json")["against"] == expected
    assert "code: newly cited: 601.2b" in read_output("coverage", ".", "--against", "old.json")
    assert "Cited in code now, and not before: 1" in read_output(
        "coverage", ".", "--against", "old.json", "--format", "html"
    )
    for content, message in (("{}", "not JSON of `comprules coverage`"), (None, "No such file")):
        if content:
            write(workdir, {"none.json": content})
        assert message in read_refusal("coverage", ".", "--against", "none.json")
        (workdir / "none.json").unlink(missing_ok=True)


def test_the_status_says_whether_enough_is_cited(workdir: Path) -> None:
    write(workdir, {"a.rs": "// CR 702.40a\n"})
    rules = read_coverage(".")["summary"]["rules"]
    least = 100 / rules
    read_output("coverage", ".", "--fail-under", f"{least * 0.99}")
    said = read_refusal("coverage", ".", "--fail-under", f"{least * 1.01}", status=1)
    assert f"code cites 1 of {rules:,} rules and subrules, less than" in said
    read_refusal("coverage", ".", "--fail-under", "101")
    read_refusal("coverage", "nowhere")


def test_the_page_links_rules_and_lines_and_escapes_names(workdir: Path) -> None:
    name = "src/<b>&'\".rs"
    write(workdir, {name: "\n// CR 702.40a, CR 100.1a, CR 1\n"})
    read_output("coverage", ".", "--format", "html", "--output", "out.html", "--site", "../rules/")
    page = (workdir / "out.html").read_text(encoding="utf-8")
    assert '<a href="../rules/cr/702/#702.40a">702.40a</a>' in page
    assert '<a href="src/%3Cb%3E%26%27%22.rs#L2">2</a>' in page
    assert "<b>&'" not in page
    assert "src/&lt;b&gt;&amp;&#39;&#34;.rs" in page
    assert "<script" not in page
    page = read_output("coverage", ".", "--format", "html", "--source", "https://code.example/blob/main")
    assert 'href="https://code.example/blob/main/src/%3Cb%3E%26%27%22.rs#L2"' in page
    assert "/cr/702/" not in page


def test_what_it_writes_cites_nothing(workdir: Path) -> None:
    write(workdir, {"src/a.rs": "// CR 702.36e\n"})
    for style in ("text", "json", "html"):
        read_output("coverage", "src", "--format", style, "--output", f"out.{style}", "--badge", "badge.svg")
    assert json.loads(run("check", ".", "--json").stdout)["files_citing"] == 1
    badge = ElementTree.parse("badge.svg").getroot()
    assert badge.get("aria-label") == "rules cited in code: 0 %"


def test_an_internal_error_is_told_and_the_other_files_count(workdir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scan = Scanner.scan_content

    def fail(self: Scanner, file: Any, data: Any) -> Any:
        if file.path.endswith("b.rs"):
            raise RuntimeError("made up")
        return scan(self, file, data)

    monkeypatch.setattr(Scanner, "scan_content", fail)
    write(workdir, {"a.rs": "// CR 702.40a\n", "b.rs": "// CR 702.40b\n"})
    result = run("coverage", ".", "--json")
    assert (result.exit_code, "comprules failed on b.rs" in result.stderr) == (2, True)
    assert list(list_cited(json.loads(result.stdout))) == ["702.40a"]
