"""Python answers what the command line answers: no command is without a function, and both say the same."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import networkx as nx
import pytest

import comprules
from comprules.cli.group import COMMANDS
from tests.comprules.running import ROOT, run

FUNCTIONS_OF: dict[str, tuple[str, ...]] = {
    "ingest": ("build_store",),
    "parse": ("parse",),
    "identify": ("identify",),
    "editions": ("editions",),
    "show": ("show", "cite"),
    "trace": ("trace",),
    "map": ("moves", "compare"),
    "diff": ("differences",),
    "digest": ("digest",),
    "blame": ("blame",),
    "terms": ("terms",),
    "refs": (
        "references",
        "neighbourhood",
        "reference_paths",
        "cited_through",
        "most_cited",
        "impact",
        "orphans",
        "reference_cycles",
    ),
    "audit": ("audit", "audit_files"),
    "search": ("search", "search_changes"),
    "list": ("keywords", "contents", "codes"),
    "check": ("check_tree", "check_text", "find_citations"),
    "explain": ("explain",),
    "coverage": ("coverage",),
    "graph": ("graph",),
}
"""Command → the functions of the Python API that answer what it answers."""
NO_ANSWER = {
    "fetch": "downloads editions",
    "update": "downloads editions and makes the knowledge base",
    "doctor": "checks files of an archive",
    "archive": "writes into an archive",
    "site": "writes the site",
    "build": "makes the knowledge base and the site",
    "init": "writes a declaration",
    "upgrade": "rewrites citations",
    "lsp": "serves an editor",
    "mcp": "serves an assistant",
    "ledger": "writes a file",
    "export": "writes files",
    "survey": "writes a table",
    "completion": "writes a shell's script",
}
"""Command → what it does instead of answering a question about the rules."""
OLD, NEW = "2005-08-01", "2009-07-11"
ROWS: tuple[tuple[str, Callable[[Any], Any]], ...] = (
    ("editions", comprules.editions),
    ("show 702.40 --tree", lambda store: comprules.show(store, "702.40", tree=True)),
    (f"show 502.30 --as-of {OLD}", lambda store: comprules.show(store, "502.30", OLD)),
    ("map --from M10", lambda store: comprules.moves(store, "M10")),
    (f"map 502.30a 502.30 --from {OLD}", lambda store: comprules.moves(store, OLD, numbers=["502.30a", "502.30"])),
    ("refs", comprules.references),
    ("refs 702.40 --to", lambda store: comprules.references(store, "702.40", side="to")),
    (f"refs --as-of {OLD} --to-edition M10", lambda store: comprules.references(store, "", OLD, to_edition="M10")),
    ("refs 702.40 --near 2", lambda store: comprules.neighbourhood(store, "702.40", 2)),
    ("refs glossary:Storm --path 702.40", lambda store: comprules.reference_paths(store, "glossary:Storm", "702.40")),
    ("refs 702.40 --through", lambda store: comprules.cited_through(store, "702.40")),
    ("refs --most-cited --by rule --limit 3", lambda store: comprules.most_cited(store, by="rule", limit=3)),
    ("refs 702.40 --impact", lambda store: comprules.impact(store, "702.40")),
    ("refs --orphans", comprules.orphans),
    ("refs --cycles", comprules.reference_cycles),
    ("audit M10", lambda store: comprules.audit(store, ["M10"])),
    ("list keywords", comprules.keywords),
    ("list contents --as-of M10", lambda store: comprules.contents(store, "M10")),
    ("list codes", comprules.codes),
    ("explain 702.36e", lambda _: comprules.explain("702.36e")),
    ("explain text-mismatch", lambda _: comprules.explain("text-mismatch")),
    ("coverage trees/java", lambda _: comprules.coverage("trees/java", jobs=1)),
)


def test_every_command_has_a_function_or_answers_nothing() -> None:
    assert {*FUNCTIONS_OF} | {*NO_ANSWER} == {*COMMANDS}
    assert not {*FUNCTIONS_OF} & {*NO_ANSWER}
    named = {name for names in FUNCTIONS_OF.values() for name in names}
    assert named <= {*comprules.__all__}
    functions = {name for name in comprules.__all__ if name[0].islower()}
    assert functions - named == {"open_store", "resolve_edition"}, "functions of no command"


def test_no_module_has_the_name_of_a_function() -> None:
    """To import such a module would put it in the function's place."""
    modules = {path.stem for path in (ROOT / "comprules").iterdir() if path.suffix == ".py" or path.is_dir()}
    assert not modules & {*comprules.__all__}


@pytest.mark.parametrize(("command_line", "answer"), ROWS, ids=[row[0] for row in ROWS])
def test_both_say_the_same(
    command_line: str, answer: Callable[[Any], Any], sample_kb: Path, workdir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(ROOT / "tests" / "trees", workdir / "trees")
    monkeypatch.setenv("COMPRULES_DB", str(sample_kb))
    printed = json.loads(run(*command_line.split(), "--json").stdout)
    assert printed
    with comprules.open_store() as store:
        assert json.loads(msgspec.json.encode(answer(store))) == printed


BOATS = "1. Boats\n1.1 Row (see rule 1.9).\n1.2 Rest.\n1.3 Moor.\n1.4 Sleep.\n1.5 Wake.\n"
CARTS = "2. Carts\n2.1 Push as in rule 1.1.\n2.1 Pull.\n2.2 Stop.\n2.3 Go.\n"


@pytest.mark.parametrize("arguments", [(), ("--untidy",), ("--edition", "M10", "--part")])
def test_files_are_audited_alike(
    arguments: tuple[str, ...], sample_kb: Path, workdir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPRULES_DB", str(sample_kb))
    (workdir / "one.md").write_text(BOATS, encoding="utf-8")
    (workdir / "two.md").write_text(CARTS, encoding="utf-8")
    printed = json.loads(run("audit", "./one.md", "./two.md", *arguments, "--json").stdout)
    with comprules.open_store() as store:
        audited = comprules.audit_files(
            ["./one.md", "./two.md"],
            store,
            edition="M10" if "--edition" in arguments else None,
            is_whole=False if "--part" in arguments else None,
            untidy="--untidy" in arguments,
        )
    assert [(row["path"], row["line"], row["column"], row["code"], row["message"]) for row in printed["findings"]] == [
        (finding.path, finding.line, finding.column, finding.code, finding.message) for finding in audited.findings
    ]
    assert audited.findings
    assert audited.audited is not None
    assert (audited.audited.records, audited.audited.references, audited.files) == (
        printed["records"],
        printed["references"],
        printed["files"],
    )
    assert (audited.edition or None) == printed["edition"]


def test_digest_and_graph_are_those_of_the_commands(sample_kb: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPRULES_DB", str(sample_kb))
    with comprules.open_store() as store:
        assert comprules.digest(store, "M10") == run("digest", "M10").stdout
        for arguments, part in (
            ((), comprules.graph(store)),
            (("--as-of", "M10", "--fold", "rule"), comprules.graph(store, as_of="M10", fold="rule")),
            (("--near", "702.40", "--depth", "2"), comprules.graph(store, near="702.40", depth=2)),
            (("--between", OLD, NEW), comprules.graph(store, between=(OLD, NEW))),
            (("--only", "parent", "--chapter", "702"), comprules.graph(store, only=["parent"], chapter="702")),
        ):
            printed = json.loads(run("graph", *arguments, "--format", "json").stdout)
            assert nx.utils.graphs_equal(nx.node_link_graph(printed, edges="edges"), part)
            assert part.number_of_nodes() > 0


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (("--near", "999.1"), 1, "no rule '999.1'"),
        (("--near", "702.40", "--depth", "50"), 0, ""),
        (("--as-of", "1850-01-01"), 2, "1850-01-01"),
        (("--format", "svg"), 2, "svg"),
        (("--only", "cites"), 2, "there is no type of edge 'cites'"),
        (("--fold", "section"), 2, "section"),
        (("--depth", "2"), 2, "--depth needs a rule"),
        (("--chapter", "999"), 2, "no chapter '999'"),
        (("--as-of", "M10", "--between", OLD, NEW), 2, "not both"),
    ],
)
def test_what_the_graph_cannot_select_is_one_error(
    arguments: tuple[str, ...], status: int, message: str, sample_kb: Path, workdir: Path
) -> None:
    result = run("graph", *arguments, "--db", str(sample_kb), "--out", "graph.xml")
    assert result.exit_code == status, result.stderr
    assert message in result.stderr
    assert (workdir / "graph.xml").exists() == (status == 0), "nothing half-written"


def test_a_file_that_cannot_be_written_and_an_old_knowledge_base_are_one_error(sample_kb: Path, workdir: Path) -> None:
    result = run("graph", "--db", str(sample_kb), "--out", "missing/graph.xml")
    assert (result.exit_code, result.stderr.count("Error: ")) == (2, 1)
    assert "missing" in result.stderr
    old = workdir / "old.sqlite"
    shutil.copy(sample_kb, old)
    content = bytearray(old.read_bytes())
    content[60:64] = (1).to_bytes(4, "big")
    old.write_bytes(content)
    result = run("graph", "--db", str(old), "--out", "graph.xml")
    assert (result.exit_code, result.stderr.count("Error: ")) == (2, 1)
    assert "made by another version" in result.stderr
    assert not (workdir / "graph.xml").exists()


def test_a_graph_too_large_to_draw_leaves_the_file_as_it_was(
    sample_kb: Path, workdir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("graph.network.formats.dot.MOST_NODES", 10)
    (workdir / "graph.dot").write_bytes(b"mine")
    result = run("graph", "--db", str(sample_kb), "--format", "dot", "--out", "graph.dot")
    assert (result.exit_code, result.stderr.count("Error: ")) == (2, 1)
    assert (workdir / "graph.dot").read_bytes() == b"mine"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("refs", "--most-cited", "--to-edition", "M10"), "lists no targets"),
        (("refs", "702.40", "--to-edition", "1850-01-01"), "1850-01-01"),
    ],
)
def test_what_refs_cannot_answer_is_one_error(arguments: tuple[str, ...], message: str, sample_kb: Path) -> None:
    result = run(*arguments, "--db", str(sample_kb))
    assert result.exit_code == 2
    assert message in result.stderr


def test_refs_says_where_each_target_is_today(sample_kb: Path) -> None:
    printed = run("refs", "502.30", "--as-of", OLD, "--to", "--db", str(sample_kb)).stdout
    assert "502.30 → 702.40" in printed
    printed = run("refs", "502.30", "--as-of", OLD, "--to", "--to-edition", "M10", "--db", str(sample_kb)).stdout
    assert "502.30 → 702.37" in printed
