"""`comprules audit`, and what `comprules refs` answers from the graph, on the sample editions."""

from __future__ import annotations

from typing import Any

EDITION = "2009-07-11"


def test_a_broken_reference_with_what_was_meant(ask: Any, tell: Any) -> None:
    (fault,) = ask("audit", EDITION, status=1)
    (reference,) = (candidate for candidate in ask("refs", "--as-of", EDITION) if candidate["status"] != "ok")
    wanted = {"edition": EDITION, "source": "702.44d", "raw": "409.1c", "status": "missing", "suggestion": "601.2c"}
    wanted |= {"since": EDITION, "until": EDITION}
    assert fault == {**fault, **reference, **wanted}, "all that refs has, and more"
    assert {item["by"] for item in fault["evidence"]} == {"later", "earlier"}
    result = tell("audit", EDITION)
    assert result.exit_code == 1
    first, second, last = result.stdout.splitlines()
    assert first.startswith("702.44d  409.1c: there is no such rule")
    assert second.strip().startswith("probably meant: 601.2c")
    assert last == "edition 2009-07-11: 1 fault"


def test_faults_of_other_editions_and_kinds(ask: Any) -> None:
    assert ask("audit", "2026-04-17") == []
    assert [fault["source"] for fault in ask("audit", "--all", status=1)] == ["702.44d"]
    assert ask("audit", "--all", "--only", "drifted") == []


def test_a_limit_holds_for_the_list_of_an_edition(ask: Any, tell: Any) -> None:
    references = ask("refs")
    assert ask("refs", "--limit", "2") == references[:2]
    lines = tell("refs", "--limit", "2").stdout.splitlines()
    assert (len(lines), lines[-1]) == (4, f"… and {len(references) - 2:,} more (--limit)")


def test_references_are_counted_and_folded(ask: Any) -> None:
    assert [target["key"] for target in ask("refs", "--most-cited", "--limit", "2")] == ["601.2b", "601.2f"]
    counts = {reference["key"]: reference["references"] for reference in ask("refs", "--most-cited", "--by", "rule")}
    assert counts["601.2"] > 4
    into = ask("refs", "601.2", "--to", "--by", "rule")
    assert {"405.1", "602.2b"} <= {item["source"] for item in into}
    assert len(into) > len(ask("refs", "601.2", "--to"))
    sources = {reference["source"] for reference in ask("refs", "601.2", "--by", "rule")}
    assert sources == {"601.2b", "601.2e", "601.2g"}
    through = ask("refs", "601.2b", "--through")
    assert [item["edition"] for item in through] == sorted(item["edition"] for item in through)
    assert through[-1] == {"edition": "2026-04-17", "key": "601.2b", "references": 4, "sources": 4}


def test_the_graph_of_references(ask: Any) -> None:
    cycles = ask("refs", "--cycles")
    assert cycles["groups"] == [["glossary:Cast", "glossary:Play"]]
    assert cycles["cycles"] == [["glossary:Cast", "glossary:Play"]]
    orphans = ask("refs", "--orphans")
    assert set(orphans) == {"rules", "entries"}
    assert not any(rule.startswith("glossary:") for rule in orphans["rules"])
    near = ask("refs", "607.2q", "--near", "1")
    assert [distance["key"] for distance in near["distances"]] == ["607.2q", "607.2a", "607.2b", "607.2j"]
    assert ask("refs", "607.2q", "--path", "601.2b") == [["607.2q", "607.2j", "601.2b"]]
