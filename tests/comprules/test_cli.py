"""The commands that read the knowledge base, as other people's scripts call them: fields, streams, exit statuses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from rules.store import open_store
from tests.comprules.running import run
from tests.rules.histories import write_history

if TYPE_CHECKING:
    from pathlib import Path


class TestShow:
    FIELDS = (
        "number", "edition", "kind", "heading", "text", "examples", "parent", "lineage", "since", "versions",
        "references", "cited_by", "subrules",
    )  # fmt: skip

    def test_fields(self, ask: Any, sample_store: Path) -> None:
        rule_json = ask("show", "702.40a")
        assert set(self.FIELDS) <= set(rule_json)
        with open_store(sample_store) as store:
            rule = store.rule(store.edition_ids[-1], "702.40a")
            assert rule is not None
            assert rule_json["edition"] == rule.edition
            assert rule_json["text"] == rule.text
            assert rule_json["parent"] == "702.40"
            assert rule_json["kind"] == "subrule"
            versions = store.versions(rule_json["lineage"])
            assert rule_json["lineage"] == store.lineage_at(rule.edition, "702.40a")
            assert rule_json["versions"] == len(versions) > 1
            assert rule_json["since"] == "2009-07-11", "renumbered since, not reworded"

    @pytest.mark.parametrize(
        "typed", [("702.40a",), ("CR 702.40a",), ("CR", "702.40a"), ("rule", "702.40A."), ("CR702.40a",)]
    )
    def test_ways_to_type_a_number(self, ask: Any, typed: tuple[str, ...]) -> None:
        assert ask("show", *typed)["number"] == "702.40a"

    def test_rule_and_its_subrules_are_apart(self, ask: Any) -> None:
        rule = ask("show", "702.40")
        assert rule["heading"] == "Storm"
        assert "702.40a" in rule["subrules"]
        tree = ask("show", "702.40", "--tree")
        assert [below["number"] for below in tree["subrules"]] == rule["subrules"]
        assert tree["subrules"][0]["text"] == ask("show", "702.40a")["text"]

    def test_references_and_citing_rules_agree(self, ask: Any) -> None:
        references = ask("refs")
        reference = next(item for item in references if item["status"] == "ok" and item["kind"] == "rule")
        source, target = reference["source"], reference["targets"][0]
        assert source in [item["number"] for item in ask("show", target)["cited_by"]]
        assert reference in ask("refs", target, "--to")
        assert reference in ask("refs", source)

    def test_as_of(self, ask: Any, sample_store: Path) -> None:
        with open_store(sample_store) as store:
            first = store.edition_ids[0]
            number = store.numbers(first)[0]
        assert ask("show", number, "--as-of", "first")["edition"] == first
        assert ask("show", number, "--as-of", first)["edition"] == first
        assert ask("show", number, "--as-of", "2000-01-01")["edition"] == first, "the edition then in force"

    def test_not_in_this_edition(self, tell: Any, sample_store: Path) -> None:
        with open_store(sample_store) as store:
            first, last = store.edition_ids[0], store.edition_ids[-1]
            number = next(n for n in store.numbers(first) if n not in store.numbers(last))
        result = tell("show", number)
        assert result.exit_code == 1
        assert f"comprules show {number} --as-of" in result.stderr

    def test_for_people(self, tell: Any) -> None:
        result = tell("show", "702.40", "--tree")
        assert result.exit_code == 0
        assert "702.40  Storm" in result.stdout
        assert "702.40a" in result.stdout
        assert "Sample editions" in result.stderr
        assert "\x1b[" not in result.output


class TestRefs:
    FIELDS = ("source", "kind", "raw", "start", "end", "targets", "quoted_title", "status", "suggestion", "field")

    def test_all_of_an_edition(self, ask: Any, sample_store: Path) -> None:
        references = ask("refs")
        assert references
        assert all(set(reference) == set(self.FIELDS) for reference in references)
        assert {reference["kind"] for reference in references} <= {"rule", "section", "glossary"}
        with open_store(sample_store) as store:
            for reference in references:
                rule = store.rule(store.edition_ids[-1], reference["source"])
                if rule is not None and reference["field"] == "text":
                    assert rule.text[reference["start"] : reference["end"]] == reference["raw"]

    def test_out_of_a_glossary_entry(self, ask: Any) -> None:
        source = next(reference["source"] for reference in ask("refs") if reference["source"].startswith("glossary:"))
        assert {reference["source"] for reference in ask("refs", source)} == {source}

    def test_a_glossary_term_in_any_case(self, ask: Any) -> None:
        assert ask("refs", "glossary:storm") == ask("refs", "glossary:Storm") != []

    def test_for_people(self, tell: Any) -> None:
        lines = tell("refs").stdout.splitlines()
        assert lines[0].split()[:2] == ["source", "field"]
        assert len(lines) > 5


class TestEditions:
    FIELDS = ("id", "set", "work", "dialect", "rules", "glossary", "references", "witnesses", "condition", "aliases")

    def test_fields(self, ask: Any) -> None:
        editions = ask("editions")
        assert len(editions) == 5
        assert [edition["id"] for edition in editions] == sorted(edition["id"] for edition in editions)
        for entry in editions:
            assert set(self.FIELDS) <= set(entry)
            assert all(
                isinstance(entry[field], int) and entry[field] > 0 for field in ("rules", "glossary", "witnesses")
            )
            assert len(entry["copies"]) == entry["witnesses"]

    def test_for_people(self, tell: Any) -> None:
        assert len(tell("editions").stdout.splitlines()) == 6


class TestSearch:
    def test_heading_first(self, ask: Any) -> None:
        first, *_ = ask("search", "storm")
        assert first["number"] == "702.40"
        assert set(first) >= {"source", "number", "edition", "kind", "heading", "field", "text", "first", "last"}

    def test_number(self, ask: Any) -> None:
        assert ask("search", "702.40a")[0]["number"] == "702.40a"

    def test_history_finds_what_is_no_more(self, ask: Any, sample_store: Path) -> None:
        with open_store(sample_store) as store:
            old = {rule.text for rule in store.rules(store.edition_ids[0]) if len(rule.text) > 60}
            old -= {rule.text for rule in store.rules(store.edition_ids[-1])}
        phrase = " ".join(min(old).split()[:8])
        hits = ask("search", f'"{phrase}"', "--history")
        assert any(hit["text"].startswith(phrase) for hit in hits)
        assert not any(hit["text"] == min(old) for hit in ask("search", f'"{phrase}"'))

    def test_an_old_term_leads_to_the_new_one(self, ask: Any, tell: Any) -> None:
        assert any(hit.get("term") == "mana value" for hit in ask("search", "converted mana cost"))
        assert "“mana value” since 2021-04-22" in tell("search", "converted mana cost").stderr
        before = ask("search", "converted mana cost", "--as-of", "2009-07-11")
        assert before
        assert not any("term" in hit for hit in before)

    def test_a_number_of_the_past_names_its_editions(self, tell: Any) -> None:
        assert "comprules show 502.30 --as-of 2005-08-01" in tell("search", "502.30").stderr

    def test_for_people(self, tell: Any) -> None:
        assert tell("search", "storm", "--history").stdout.splitlines()[0].startswith("702.40")
        assert "  since 20" in tell("search", "storm", "--history").stdout
        assert tell("search", " ").exit_code == 2

    def test_a_long_passage_is_shown_around_the_word(self, tmp_path: Path) -> None:
        waiting, leaving = "The pilot waits on the pier for somebody. " * 9, "Nobody leaves it again. " * 9
        text = f"{waiting}Then a zeppelin lands. {leaving}"
        path = write_history(tmp_path / "kb.sqlite", {"2001-01-01": {"100.1": text}}, {})
        shown = run("search", "zeppelin", "--db", str(path)).stdout
        assert "  … " in shown
        assert "Then a zeppelin lands." in shown
        assert shown.endswith(" …\n")

    def test_nothing_found_is_fine(self, ask: Any, tell: Any) -> None:
        assert ask("search", "zyzzyva") == []
        assert "nothing found" in tell("search", "zyzzyva").stdout

    @pytest.mark.parametrize("query", ['"', "AND", "-x", "a*b", "(", "'; DROP TABLE rules; --", "title:x"])
    def test_no_query_is_an_error(self, tell: Any, query: str) -> None:
        assert tell("search", "--", query).exit_code == 0


ENTRY = ("no glossary entry 'storms'", "'glossary:Storm'")
NOT_FOUND: dict[str, tuple[str, ...]] = {
    "show 702.40z": ("no rule '702.40z'", "did you mean", "702.40a"),
    "show 702.4Oa": ("did you mean 702.40a?",),
    "show storm": ("702.40 (Storm)",),
    "show no such thing at all": ("comprules search",),
    **{
        f"show {key}": (f"no rule {key!r}",)
        for key in ("702.40a#2", "702.40a#x", f"702.40a#{'9' * 20}", "#", "A.2.Ruling.3")
    },
    "refs 999.9": (),
    "refs glossary:storms": ENTRY,
    "refs glossary:storms --to": ENTRY,
    **{f"trace {key}": () for key in ("999.9", "502.30a@1999-01-01", "glossary:Stormy", "#", "@")},
    "trace 702.40z": ("702.40a",),
    "trace 502.30a --as-of latest": (),
    "blame 502.30a": ("2005-08-01",),
}
WRONG_USE: dict[str, tuple[str, ...]] = {
    **{f"show 702.40a --as-of={name}": () for name in ("1066-10-14", "XYZZY", "")},
    "refs --to": (),
    "search": (),
    "map 502.30a": (),
    "diff first latest --only words": ("no class or kind",),
    "diff first": (),
    "diff first 2005-08-01 latest": (),
    "diff first wording": (),
}


@pytest.mark.parametrize(
    ("typed", "status"), [*((typed, 1) for typed in NOT_FOUND), *((typed, 2) for typed in WRONG_USE)]
)
def test_what_is_not_there_and_what_is_no_question(tell: Any, typed: str, status: int) -> None:
    """All is said on the other stream, with a remedy where there is one."""
    result = tell(*typed.split(" "))
    assert result.exit_code == status
    assert result.stdout == ""
    assert result.stderr
    assert "Traceback" not in result.output
    assert [words for words in (NOT_FOUND | WRONG_USE)[typed] if words not in result.stderr] == []
