"""`comprules audit`, and what `comprules refs` answers from the graph, on the sample editions."""

from __future__ import annotations

from typing import Any

import pytest

EDITION = "2009-07-11"


class TestAudit:
    def test_a_broken_reference_with_what_was_meant(self, ask: Any) -> None:
        (fault,) = ask("audit", EDITION, status=1)
        assert {
            name: fault[name] for name in ("edition", "source", "raw", "status", "suggestion", "since", "until")
        } == {
            "edition": EDITION,
            "source": "702.44d",
            "raw": "409.1c",
            "status": "missing",
            "suggestion": "601.2c",
            "since": EDITION,
            "until": EDITION,
        }
        assert {item["by"] for item in fault["evidence"]} == {"later", "earlier"}

    def test_it_has_all_that_refs_has(self, ask: Any) -> None:
        (fault,) = ask("audit", EDITION, status=1)
        (reference,) = (candidate for candidate in ask("refs", "--as-of", EDITION) if candidate["status"] != "ok")
        assert {*reference} - {"suggestion"} <= {*fault}
        assert {name: fault[name] for name in reference if name != "suggestion"} == {
            name: value for name, value in reference.items() if name != "suggestion"
        }

    def test_an_edition_without_faults_is_status_0(self, ask: Any, tell: Any) -> None:
        assert ask("audit", "2026-04-17") == []
        result = tell("audit")
        assert (result.exit_code, result.stdout) == (0, "edition 2026-04-17: no fault\n")

    def test_for_people(self, tell: Any) -> None:
        result = tell("audit", EDITION)
        assert result.exit_code == 1
        first, second, last = result.stdout.splitlines()
        assert first.startswith("702.44d  409.1c: there is no such rule")
        assert second.strip().startswith("probably meant: 601.2c")
        assert last == "edition 2009-07-11: 1 fault"

    def test_all_and_only(self, ask: Any, tell: Any) -> None:
        assert [fault["source"] for fault in ask("audit", "--all", status=1)] == ["702.44d"]
        assert ask("audit", "--all", "--only", "drifted") == []
        assert tell("audit", "--all", EDITION).exit_code == 2


class TestLists:
    def test_a_limit_holds_for_the_list_of_an_edition(self, ask: Any, tell: Any) -> None:
        references = ask("refs")
        assert ask("refs", "--limit", "2") == references[:2]
        lines = tell("refs", "--limit", "2").stdout.splitlines()
        assert (len(lines), lines[-1]) == (4, f"… and {len(references) - 2:,} more (--limit)")

    def test_an_empty_number_is_not_the_whole_edition(self, tell: Any) -> None:
        result = tell("refs", "")
        assert (result.exit_code, result.stdout) == (2, "")
        assert "NUMBER is empty" in result.stderr


class TestGraphOfReferences:
    def test_most_cited(self, ask: Any, tell: Any) -> None:
        targets = ask("refs", "--most-cited", "--limit", "2")
        assert [target["key"] for target in targets] == ["601.2b", "601.2f"]
        lines = tell("refs", "--most-cited", "--limit", "2").stdout.splitlines()
        assert lines[-1].strip() == "601.2f           4           4"

    def test_backlinks_folded(self, ask: Any) -> None:
        counts = {
            reference["key"]: reference["references"] for reference in ask("refs", "--most-cited", "--by", "rule")
        }
        assert counts["601.2"] > 4
        into = ask("refs", "601.2", "--to", "--by", "rule")
        assert {"405.1", "602.2b"} <= {item["source"] for item in into}
        assert len(into) > len(ask("refs", "601.2", "--to"))
        assert {reference["source"] for reference in ask("refs", "601.2", "--by", "rule")} == {
            "601.2b",
            "601.2e",
            "601.2g",
        }

    def test_cycles_and_orphans(self, ask: Any) -> None:
        cycles = ask("refs", "--cycles")
        assert cycles["groups"] == [["glossary:Cast", "glossary:Play"]]
        assert cycles["cycles"] == [["glossary:Cast", "glossary:Play"]]
        orphans = ask("refs", "--orphans")
        assert set(orphans) == {"rules", "entries"}
        assert not any(rule.startswith("glossary:") for rule in orphans["rules"])

    def test_near_and_path(self, ask: Any, tell: Any) -> None:
        near = ask("refs", "607.2q", "--near", "1")
        assert [distance["key"] for distance in near["distances"]] == ["607.2q", "607.2a", "607.2b", "607.2j"]
        assert ask("refs", "607.2q", "--path", "601.2b") == [["607.2q", "607.2j", "601.2b"]]
        result = tell("refs", "601.2b", "--path", "607.2q")
        assert (result.exit_code, "no references lead from 601.2b to 607.2q" in result.stderr) == (1, True)

    @pytest.mark.parametrize(
        ("question", "shown"),
        [
            (["--cycles", "--limit", "1"], "  glossary:Cast → glossary:Play → glossary:Cast"),
            (["--orphans", "--limit", "1"], " more (--limit)"),
            (["--most-cited", "--limit", "1"], "601.2b"),
            (["607.2q", "--near", "1", "--limit", "2"], "   1  607.2a"),
            (["607.2q", "--path", "601.2b"], "607.2q → 607.2j → 601.2b"),
            (["601.2b", "--through"], "2026-04-17  601.2b           4           4"),
        ],
    )
    def test_for_people(self, tell: Any, question: list[str], shown: str) -> None:
        assert shown in tell("refs", *question).stdout

    def test_a_record_that_is_not_in_the_graph(self, tell: Any) -> None:
        result = tell("refs", "glossary:Nothing", "--near", "1")
        assert (result.exit_code, "Nothing" in result.stderr) == (1, True)

    def test_through_the_editions(self, ask: Any) -> None:
        references = ask("refs", "601.2b", "--through")
        assert [item["edition"] for item in references] == sorted(item["edition"] for item in references)
        assert references[-1] == {"edition": "2026-04-17", "key": "601.2b", "references": 4, "sources": 4}

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (["--to"], "--to needs a number: comprules refs 601.2f --to"),
            (["--near", "2"], "--near needs a number: comprules refs 601.2f --near 2"),
            (["601.2b", "--orphans"], "--orphans is about a whole edition; leave '601.2b' out"),
            (["601.2b", "--to", "--near", "2"], "--to and --near are two questions; ask one at a time"),
        ],
    )
    def test_one_question_at_a_time(self, tell: Any, arguments: list[str], message: str) -> None:
        result = tell("refs", *arguments)
        assert (result.exit_code, message in result.stderr) == (2, True)
