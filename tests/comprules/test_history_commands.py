"""How rules changed, as other people's scripts call it: fields, streams, exit codes."""

from __future__ import annotations

import hashlib
import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import networkx as nx
import pytest

import comprules
from rules.links import Sighting, Term
from rules.store import open_store
from rules.store.seal import EMPTY, seal_file
from rules.store.tables import TERMS as TERMS_TABLE
from tests.comprules.running import comprules as program
from tests.comprules.running import read_refusal, run
from tests.graph.compare.histories import A, B, C, D, town
from tests.graph.lineages.small import link
from tests.rules.histories import write_history

EDITIONS = ("1999-04-23", "2005-08-01", "2009-07-11", "2021-04-22", "2026-04-17")
CLASSES = {"unchanged", "typographic", "reference", "terminology", "wording", None}


ENTRY = {"edition_first", "edition_last", "number", "change", "class", "text", "text_sha256", "from"}


def test_trace_has_all_versions_oldest_first(ask: Any) -> None:
    history = ask("trace", "702.40a")
    assert history["lineage"] == "502.30a@2005-08-01"
    assert (history["status"], history["ended"], history["into"]) == ("current", None, [])
    assert [version["number"] for version in history["entries"]] == ["502.30a", "702.37a", "702.40a"]
    for entry in history["entries"]:
        assert set(entry) >= ENTRY
        assert entry["edition_first"] <= entry["edition_last"]
        assert hashlib.sha256(entry["text"].encode()).hexdigest() == entry["text_sha256"]
    assert [entry["from"] for entry in history["entries"][:2]] == [[], ["502.30a"]]
    for typed in (
        ["502.30a"],
        ["CR", "502.30a"],
        ["702.37a", "--as-of", "2009-07-11"],
        ["502.30a@2005-08-01"],
        ["702.40a@2026-04-17"],
    ):
        assert ask("trace", *typed) == history, f"{typed} leads to it"


def test_trace_of_what_is_gone_says_so(ask: Any, tell: Any) -> None:
    gone, *_ = (row for row in ask("map", "--from", EDITIONS[1], "--to", "latest") if row["kind"] == "deleted")
    history = ask("trace", gone["old"], "--as-of", EDITIONS[1])
    assert history["status"] in {"deleted", "merged", "split", "ambiguous"}
    assert history["ended"] == history["entries"][-1]["edition_last"] < EDITIONS[-1]
    assert "after 2009-07-10" in tell("trace", gone["old"], "--as-of", EDITIONS[1]).stdout


def test_a_step_without_an_announcement_says_why(tmp_path: Path) -> None:
    """No bulletin of 2001 or 2002 is known; one of 2003 is."""
    with town(tmp_path) as store:
        options = ("--db", str(store.path))
    steps = json.loads(run("diff", A, B, *options, "--json").stdout)["unannounced"]
    assert [(step["from"], step["to"], step["address"]) for step in steps] == [(A, B, None)]
    printed = run("diff", B, A, *options).stdout
    assert f"{B}: {steps[0]['reason']}" in printed.splitlines()[-1], "after the changes"
    assert json.loads(run("diff", C, D, *options, "--json").stdout)["unannounced"] == []
    gone_and_back = json.loads(run("trace", "101.2", "--as-of", A, *options, "--json").stdout)["unannounced"]
    assert [(step["from"], step["to"]) for step in gone_and_back] == [(A, B), (B, C)]
    assert steps[0]["reason"] in run("trace", "101.2", "--as-of", A, *options).stdout
    added = json.loads(run("trace", "101.3", "--as-of", A, *options, "--json").stdout)["unannounced"]
    assert [(step["from"], step["to"]) for step in added] == [(B, C)]


class TestMap:
    def test_one_and_several_in_the_order_typed(self, ask: Any, tell: Any) -> None:
        (row,) = ask("map", "502.30a", "--from", "2005-08-01")
        assert set(row) >= {"old", "new", "kind", "class", "method", "score"}
        assert (row["old"], row["new"], row["kind"]) == ("502.30a", ["702.40a"], "renumbered")
        assert (row["method"], 0 < row["score"] <= 1) == ("steps", True)
        rows = ask("map", "502.30a", "CR 502.30", "--from", "2005-08-01", "--to", "2009-07-11")
        assert [(row["old"], row["new"]) for row in rows] == [("502.30a", ["702.37a"]), ("502.30", ["702.37"])]
        result = tell("map", "502.30a", "502.30z", "--from", "2005-08-01", "--json")
        assert (result.exit_code, "502.30z" in result.stderr) == (1, True), "what is missing is said next to it"
        assert [row["old"] for row in json.loads(result.stdout)] == ["502.30a"]

    def test_all_is_all_and_there_is_a_way_back(self, ask: Any, sample_kb: Path) -> None:
        old, new = EDITIONS[1], EDITIONS[-1]
        forward, back = ask("map", "--from", old, "--to", new), ask("map", "--from", new, "--to", old)
        with open_store(sample_kb) as store:
            for rows, edition in ((forward, old), (back, new)):
                assert [row["old"] for row in rows if row["old"]] == list(store.keys(edition))
        pairs = {(row["old"], key) for row in forward for key in row["new"] if row["old"]}
        assert pairs == {(key, row["old"]) for row in back for key in row["new"] if row["old"]}
        assert {row["class"] for row in (*forward, *back)} <= CLASSES
        kinds_of = [{row["kind"] for row in rows if not (row["old"] and row["new"])} for rows in (forward, back)]
        assert kinds_of[0] > {"added", "deleted"}
        assert kinds_of[1] >= {"gone", "not-yet"}
        assert not kinds_of[1] & kinds_of[0], "nothing was deleted before it was added"


CHANGE = {"kind", "class", "lineage", "old", "new", "segments"}


class TestDiff:
    @pytest.mark.parametrize(("old", "new"), [EDITIONS[1:3], (EDITIONS[-1], EDITIONS[0])])
    def test_texts_are_the_editions_and_segments_rebuild_them(
        self, ask: Any, sample_kb: Path, old: str, new: str
    ) -> None:
        comparison = ask("diff", old, new)
        assert (comparison["from"], comparison["to"]) == (old, new)
        with open_store(sample_kb) as store:
            texts = [
                {rule.key: rule.text or rule.heading for rule in store.rules(edition)}
                | {entry.key: entry.text for entry in store.glossary(edition)}
                for edition in (old, new)
            ]
        changes, summary = comparison["changes"], comparison["summary"]
        for change in changes:
            assert set(change) >= CHANGE
            for side, known, leave_out in (("old", texts[0], "insert"), ("new", texts[1], "delete")):
                assert all(unit["text"] == known[unit["number"]] for unit in change[side]), change
                joined = "\n".join(unit["text"] for unit in change[side])
                assert "".join(text for op, text in change["segments"] if op != leave_out) == joined, change
        assert sum(summary["kind"].values()) == summary["changes"] == len(changes)
        assert sum(summary["class"].values()) == sum(change["class"] is not None for change in changes)

    def test_only(self, ask: Any) -> None:
        whole = ask("diff", "2005-08-01", "2009-07-11")
        wanted = [change for change in whole["changes"] if change["class"] in {"wording", "reference"}]
        assert 0 < len(wanted) < len(whole["changes"])
        for only in ("--only wording --only reference", "--only wording,reference", "--only wording reference"):
            comparison = ask("diff", "2005-08-01", "2009-07-11", *only.split())
            assert (comparison["summary"], comparison["changes"]) == (whole["summary"], wanted), only

    @pytest.mark.parametrize(("grep", "where"), [("cast", "inserted"), ("play", "deleted"), ('"mana cost"', "either")])
    def test_grep(self, ask: Any, tell: Any, grep: str, where: str) -> None:
        whole = ask("diff", "2005-08-01", "2009-07-11")
        kept = ask("diff", "2005-08-01", "2009-07-11", "--grep", grep, "--in", where)
        assert kept["summary"] == whole["summary"]
        assert 0 < len(kept["changes"]) < len(whole["changes"])
        for change in kept["changes"]:
            matches = change.pop("matches")
            assert change in whole["changes"]
            assert matches
            assert where in {"either", *(match["side"] for match in matches)}
        shown = tell("diff", "2005-08-01", "2009-07-11", "--grep", grep, "--in", where).stdout
        assert f"  listed   {len(kept['changes'])}\n" in shown


def test_diff_says_whether_the_words_changed_or_stayed(tmp_path: Path) -> None:
    old = {"100.1": "The boats drift.", "100.2": "Boats and rafts drift.", "100.3": "Rafts drift.", "100.4": "Boats."}
    new = {"100.1": "The boats sink.", "100.2": "Rafts drift.", "100.3": "Rafts and boats drift.", "100.5": "Boats."}
    links = [*(link(key, key, "kept", "wording") for key in ("100.1", "100.2", "100.3")), link("100.4", "100.5")]
    path = write_history(tmp_path / "kb.sqlite", {A: old, B: new}, {B: links})
    lines = run("diff", A, B, "--grep", "boats", "--db", str(path)).stdout.splitlines()
    assert [line.strip() for line in lines if ": " in line and line.startswith("    ")] == [
        "unchanged: The boats sink.",
        "deleted: Boats and rafts drift.",
        "inserted: Rafts and boats drift.",
        "unchanged: Boats.",
    ]
    comparison = json.loads(run("diff", A, B, "--grep", "boats", "--json", "--db", str(path)).stdout)
    changed = [[match["side"] for match in row["matches"] if match["changed"]] for row in comparison["changes"]]
    assert changed == [[], ["deleted"], ["inserted"], []]


def test_blame_tells_the_age_of_every_token(ask: Any) -> None:
    blame = ask("blame", "702.40a")
    assert (blame["number"], blame["edition"], blame["lineage"]) == ("702.40a", "2026-04-17", "502.30a@2005-08-01")
    assert "".join(token["text"] for token in blame["tokens"]) == blame["text"]
    assert all(blame["text"][token["start"] : token["end"]] == token["text"] for token in blame["tokens"])
    ages = {("2005-08-01", "502.30a"), ("2009-07-11", "702.37a")}
    assert {(token["since"], token["number"]) for token in blame["tokens"]} == ages
    young = [token["text"].strip() for token in blame["tokens"] if token["since"] == "2009-07-11"]
    assert young == ["cast", "cast"]
    both = ask("blame", "702.40a", "CR", "702.40b", "702.40a")
    assert [rule["number"] for rule in both] == ["702.40a", "702.40b"]
    assert both[0] == blame
    term = ask("blame", "glossary:Storm", "702.40a")
    assert [rule["number"] for rule in term] == ["glossary:Storm", "702.40a"]
    by_lineage = ask("blame", "glossary:Storm", "502.30a@2005-08-01", "702.40b")
    assert [rule["number"] for rule in by_lineage] == ["glossary:Storm", "702.40a", "702.40b"]
    former = ask("blame", "502.30a", "--as-of", "2005-08-01")
    assert [token["since"] for token in former["tokens"]] == ["2005-08-01"]


def test_blame_marks_a_new_word_among_older_ones(tmp_path: Path) -> None:
    texts = {
        A: "Boats and rafts wait in the harbour until the old bell rings at noon.",
        B: "Boats wait in the harbour until the new bell rings at noon.",
    }
    links = {B: [link("100.1", "100.1", "kept", "wording")]}
    path = write_history(tmp_path / "kb.sqlite", {edition: {"100.1": text} for edition, text in texts.items()}, links)
    shown = run("blame", "100.1", "--db", str(path)).stdout.splitlines()[1:]
    assert shown == [
        f"{B}  100.1  Boats [-and rafts-] wait in",
        f"{A}  100.1  the harbour until",
        f"{B}  100.1  the {{+new+}} bell",
        f"{A}  100.1  rings at noon.",
    ]
    blame = json.loads(run("blame", "100.1", "--json", "--db", str(path)).stdout)
    exact = [token["text"].strip() for token in blame["tokens"]]
    assert exact == ["Boats", "wait in the harbour until the", "new", "bell rings at noon."]


TERMS = (
    Term("play", "cast", "2009-07-11", "split", 7, 0.9, (Sighting("702.37a", "2009-07-11"),), (("plays", "casts"),)),
    Term("storm count", None, "2021-04-22", "retired", 2, 0.4, note="It is counted without a name."),
)


@pytest.fixture
def with_terms(sample_kb: Path, tmp_path: Path) -> Path:
    """The sample's knowledge base with terms known beforehand."""
    path = tmp_path / "terms.sqlite"
    shutil.copy(sample_kb, path)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DELETE FROM terms")
        rows = ((at, *TERMS_TABLE.row_of(term)) for at, term in enumerate(TERMS))
        connection.executemany(f"INSERT INTO terms VALUES ({', '.join('?' * 12)})", rows)
        connection.execute("UPDATE meta SET value = ? WHERE key = 'seal'", (EMPTY,))
    seal_file(path)
    return path


def test_terms(with_terms: Path) -> None:
    def ask_terms(*arguments: str) -> list[dict[str, Any]]:
        terms: list[dict[str, Any]] = json.loads(run("terms", *arguments, "--json", "--db", str(with_terms)).stdout)
        return terms

    first, second = ask_terms()
    wanted = {"old": "play", "new": "cast", "edition": "2009-07-11", "kind": "split", "support": 7}
    wanted["evidence"] = [{"lineage": "502.30a@2005-08-01", "edition": "2009-07-11"}]
    assert first == {**first, **wanted}
    assert (second["new"], second["kind"], second["evidence"]) == (None, "retired", [])
    for asked, expected in {
        "--from 2005-08-01 --to 2009-07-11": ["play"],
        "--from 2009-07-11": ["storm count"],
        "--to 2005-08-01": [],
        "play": ["play"],
        "plays": ["play"],
        "Cast": ["play"],
    }.items():
        assert [term["old"] for term in ask_terms(*asked.split())] == expected, asked
    known = ("--db", str(with_terms))
    assert read_refusal("terms", "flying", *known, status=1).endswith("; list all terms with: comprules terms\n")
    assert read_refusal("terms", "counts", *known, status=1).endswith("; did you mean 'storm count'?\n")
    assert run("terms", "storm", "count", *known).stdout.endswith("\nstorm count: It is counted without a name.\n")
    shown = run("terms", "--db", str(with_terms)).stdout
    assert "play" in shown
    assert "702.37a" in shown


def test_both_forms_of_the_graph_are_the_same(with_terms: Path, tmp_path: Path) -> None:
    assert run("graph", "--out", str(tmp_path / "g.graphml"), "--db", str(with_terms)).exit_code == 0
    text = run("graph", "--format", "json", "--db", str(with_terms)).stdout
    graphml = nx.read_graphml(tmp_path / "g.graphml", force_multigraph=True)
    other = nx.node_link_graph(json.loads(text), edges="edges")
    assert dict(graphml.nodes(data=True)) == dict(other.nodes(data=True))
    assert set(graphml.edges) == set(other.edges)
    assert graphml.has_edge("term:play", "term:cast")
    read_refusal("graph", "--out", str(tmp_path / "no" / "g.graphml"), "--db", str(with_terms))


def test_the_python_api_says_the_same(sample_kb: Path, ask: Any) -> None:
    with comprules.open_store(sample_kb) as store:
        assert comprules.trace(store, "702.40a").lineage == ask("trace", "702.40a")["lineage"]
        assert comprules.trace(store, "502.30a@2005-08-01") == comprules.trace(store, "702.37a", "2009-07-11")
        assert "".join(span.text for span in comprules.blame(store, "702.40a").spans) == ask("blame", "702.40a")["text"]
        (group,) = comprules.compare(store, "2005-08-01", "latest", ["502.30a"]).groups
        assert group.new == ("702.40a",)
        comparison = comprules.differences(store, "first", "latest", ["added"])
        assert len(comparison.changes) == comparison.summary.kinds["added"]
        with pytest.raises(LookupError, match=r"has no rule .999\.1."):
            comprules.trace(store, "999.1")


@pytest.mark.long
@pytest.mark.parametrize(
    "arguments", [("diff", "first", "latest"), ("map", "--from", "first"), ("trace", "702.40a"), ("blame", "702.40a")]
)
def test_the_hash_seed_does_not_matter(sample_kb: Path, arguments: tuple[str, ...]) -> None:
    first, second = (
        program(*arguments, "--json", "--db", str(sample_kb), environment={"PYTHONHASHSEED": seed}) for seed in "12"
    )
    assert first.returncode == 0
    assert first.stdout == second.stdout
