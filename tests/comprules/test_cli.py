"""The commands that read the knowledge base, as other people's scripts call them: fields, streams, exit codes."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from comprules.cli.sources import say_ambiguous_codes
from rules.records import COMPREHENSIVE_RULES
from rules.store import open_store
from rules.store.location import own_store_path
from rules.store.query import split_numbers
from rules.text import fold
from tests.comprules.running import ROOT, read_output, read_refusal, run
from tests.rules.histories import write_history

if TYPE_CHECKING:
    from pathlib import Path


RULE_FIELDS = {
    "number", "edition", "kind", "heading", "text", "examples", "parent", "lineage", "since", "versions",
    "references", "cited_by", "subrules",
}  # fmt: skip
REFERENCE_FIELDS = {
    "source", "kind", "raw", "start", "end", "targets", "quoted_title", "status", "suggestion", "field",
}  # fmt: skip
BROKEN = "2009-07-11"
"""The edition with a broken reference."""
EDITION_FIELDS = {
    "id", "set", "work", "dialect", "rules", "glossary", "references", "witnesses", "condition", "aliases",
}  # fmt: skip


def test_a_folder_in_the_place_of_a_package_is_named(tmp_path: Path) -> None:
    """In a checkout, and where it is installed with `-e`; the wheel has no such packages."""
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "__init__.py").write_text("", encoding="utf-8")
    completed = subprocess.run(
        [sys.executable, "-m", "comprules", "check", "."],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert completed.returncode == 2
    assert f"cannot start: Python imports {tmp_path / 'rules'} instead of the package of comprules" in completed.stderr
    assert "use the command `comprules`" in completed.stderr


def test_show(ask: Any, sample_kb: Path) -> None:
    shown = ask("show", "702.40a")
    assert set(shown) >= RULE_FIELDS
    with open_store(sample_kb) as store:
        rule = store.rule(store.edition_ids[-1], "702.40a")
        assert rule is not None
        assert (shown["edition"], shown["text"]) == (rule.edition, rule.text)
        assert (shown["parent"], shown["kind"]) == ("702.40", "subrule")
        assert shown["lineage"] == store.lineage_at(rule.edition, "702.40a")
        assert shown["versions"] == len(store.versions(shown["lineage"])) > 1
        assert shown["since"] == "2009-07-11", "renumbered since, not reworded"
    whole = ask("show", "702.40")
    assert whole["heading"] == "Storm"
    assert "702.40a" in whole["subrules"]
    tree = ask("show", "702.40", "--tree")
    assert [below["number"] for below in tree["subrules"]] == whole["subrules"]
    assert tree["subrules"][0]["text"] == shown["text"]


@pytest.mark.parametrize(
    "typed", [("702.40a",), ("CR 702.40a",), ("CR", "702.40a"), ("rule", "702.40A."), ("CR702.40a",)]
)
def test_ways_to_type_a_number(ask: Any, typed: tuple[str, ...]) -> None:
    assert ask("show", *typed)["number"] == "702.40a"


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        (("702.40a",), ["702.40a"]),
        (("702.40a", "603.2"), ["702.40a", "603.2"]),
        (("CR", "702.40a,", "rule", "603.2"), ["CR 702.40a", "rule 603.2"]),
        (("702.40a,603.2",), ["702.40a", "603.2"]),
        (("storm",), ["storm"]),
        (("702.40a", "storm"), ["702.40a storm"]),
        (("702.40a", "7x2"), ["702.40a 7x2"]),
        ((), [""]),
    ],
)
def test_typed_words_are_numbers_or_one_text(words: tuple[str, ...], parts: list[str]) -> None:
    assert split_numbers(words) == parts


def test_several_numbers_are_shown_and_the_missing_ones_told(ask: Any, tell: Any) -> None:
    rules = ask("show", "702.40a", "CR", "702.40")
    assert [entry["number"] for entry in rules] == ["702.40a", "702.40"]
    assert rules[0] == ask("show", "702.40a")
    partly = ask("show", "702.40a", "999.9", status=1)
    assert [entry["number"] for entry in partly] == ["702.40a"]
    result = tell("show", "702.40a", "999.9")
    assert result.exit_code == 1
    assert "999.9" in result.stderr
    assert "702.40a" in result.stdout


def test_a_rule_of_another_edition(ask: Any, tell: Any, sample_kb: Path) -> None:
    with open_store(sample_kb) as store:
        first, *_, last = store.editions_of()
        number, gone = store.numbers(first)[0], next(n for n in store.numbers(first) if n not in store.numbers(last))
    for name in ("first", first, "2000-01-01"):  # the last is a day on which that edition was in force
        assert ask("show", number, "--as-of", name)["edition"] == first
    result = tell("show", gone)
    assert (result.exit_code, f"comprules show {gone} --as-of" in result.stderr) == (1, True)


def test_refs(ask: Any, sample_kb: Path) -> None:
    references = ask("refs")
    assert {frozenset(reference) for reference in references} == {frozenset(REFERENCE_FIELDS)}
    assert {reference["kind"] for reference in references} <= {"rule", "section", "glossary"}
    with open_store(sample_kb) as store:
        for reference in references:
            rule = store.rule(store.edition_ids[-1], reference["source"])
            if rule is not None and reference["field"] == "text":
                assert rule.text[reference["start"] : reference["end"]] == reference["raw"]
    reference = next(item for item in references if item["status"] == "ok" and item["kind"] == "rule")
    source, target = reference["source"], reference["targets"][0]
    assert source in [item["number"] for item in ask("show", target)["cited_by"]]
    assert reference in ask("refs", target, "--to")
    assert reference in ask("refs", source)
    entry = next(reference["source"] for reference in references if reference["source"].startswith("glossary:"))
    assert {reference["source"] for reference in ask("refs", entry)} == {entry}
    assert ask("refs", "glossary:storm") == ask("refs", "glossary:Storm") != [], "a term in any case"


def test_editions(ask: Any, tell: Any) -> None:
    editions = ask("editions")
    assert len(editions) == 6
    assert [edition["id"] for edition in editions] == sorted(edition["id"] for edition in editions)
    for entry in editions:
        assert set(entry) >= EDITION_FIELDS
        counts = ["rules", "witnesses", *(["glossary"] if entry["work"] == COMPREHENSIVE_RULES else [])]
        assert all(isinstance(entry[field], int) and entry[field] > 0 for field in counts)
        assert len(entry["copies"]) == entry["witnesses"]
    assert len(tell("editions").stdout.splitlines()) == 7


def test_lists(ask: Any, tell: Any) -> None:
    assert {row["kind"] for row in ask("list", "keywords")} >= {"ability"}
    assert ask("list", "contents", "--as-of", "M10")[0]["parent"] is None
    assert "M10" in tell("list", "codes").stdout
    assert tell("list", "everything").exit_code == 2


class TestSearch:
    def test_a_heading_or_number_is_first(self, ask: Any, tell: Any) -> None:
        first, *_ = ask("search", "storm")
        assert first["number"] == "702.40"
        assert set(first) >= {"source", "number", "edition", "kind", "heading", "field", "text", "first", "last"}
        assert ask("search", "702.40a")[0]["number"] == "702.40a"
        assert "comprules show 502.30 --as-of 2005-08-01" in tell("search", "502.30").stderr, "a number of the past"
        said = tell("search", "who cites 603.2 in 2009").stderr
        assert "What refers to it: comprules refs 603.2 --to --by rule --as-of 2009-07-11\n" in said
        assert "What it refers to: comprules refs 603.2 --by rule --as-of 2009-07-11\n" in said
        assert "comprules refs 702.40a --to\n" in tell("search", "who cites 702.40a").stderr, "it has no subrules"
        assert ask("search", "what refers to 702.40")[0]["source"] == "references:702.40"

    def test_history_finds_what_is_no_more(self, ask: Any, sample_kb: Path) -> None:
        with open_store(sample_kb) as store:
            old = {rule.text for rule in store.rules(store.edition_ids[0]) if len(rule.text) > 60}
            old -= {rule.text for rule in store.rules(store.edition_ids[-1])}
        phrase = " ".join(min(old).split()[:8])
        hits = ask("search", f'"{phrase}"', "--history")
        assert any(fold(hit["text"]).startswith(fold(phrase)) for hit in hits), (
            "whatever the quotes of its newest wording"
        )
        assert not any(hit["text"] == min(old) for hit in ask("search", f'"{phrase}"'))

    def test_an_old_term_leads_to_the_new_one(self, ask: Any, tell: Any) -> None:
        assert any(hit.get("term") == "mana value" for hit in ask("search", "converted mana cost"))
        assert "“mana value” since 2021-04-22" in tell("search", "converted mana cost").stderr
        before = ask("search", "converted mana cost", "--as-of", "2009-07-11")
        assert before
        assert not any("term" in hit for hit in before)

    def test_a_long_passage_is_shown_around_the_word(self, tmp_path: Path) -> None:
        waiting, leaving = "The pilot waits on the pier for somebody. " * 9, "Nobody leaves it again. " * 9
        text = f"{waiting}Then a zeppelin lands. {leaving}"
        path = write_history(tmp_path / "kb.sqlite", {"2001-01-01": {"100.1": text}}, {})
        shown = run("search", "zeppelin", "--db", str(path)).stdout
        assert "  … " in shown
        assert "Then a zeppelin lands." in shown
        assert shown.endswith(" …\n")

    def test_only_what_changed_since_a_day(self, ask: Any, tell: Any, sample_kb: Path) -> None:
        with open_store(sample_kb) as store:
            newest = store.edition_ids[-1]
            since = {hit["source"] for hit in ask("search", "storm", "--changed-since", newest)}
            for hit in ask("search", "storm"):
                steps = store.versions(store.lineage_at(newest, hit["source"]) or "")
                reworded = any(v.first == newest and v.change in {None, "terminology", "wording"} for v in steps)
                assert (hit["source"] in since) == reworded, hit["source"]
        for query in ("storm", "702.40a"):
            assert "changed since 2090-01-01" in tell("search", query, "--changed-since", "2090").stdout

    def test_through_changes(self, ask: Any, tell: Any) -> None:
        row = ask("search", "--changes", "mana value", "--oldest-first", "--in", "inserted")[0]
        assert set(row) >= {"edition", "number", "side", "text", "class", "lineage", "announced", "marks"}
        assert (row["edition"], row["side"]) == ("2021-04-22", "inserted")
        shown = tell("search", "--changes", "mana value").stdout
        assert shown.startswith("mana value: since 2021-04-22\n")
        gone = tell("search", "--changes", "comes into play").stdout
        assert gone.startswith("comes into play: since 1999-04-23, last in 2005-08-01, gone since 2009-07-11\n")
        assert ask("search", "--changes", "storm", "--from", "2009", "--to", "2009-12") == [
            row for row in ask("search", "--changes", "storm") if row["edition"] == "2009-07-11"
        ]
        assert "never" in tell("search", "--changes", "zyzzyva").stdout
        renumbered = tell("search", "--changes", "502.30a").stdout
        assert "deleted   502.30a → 702.37a  renumbered  " in renumbered, "as in diff and trace"
        for wrong in (
            ("--in", "deleted"),
            ("--changes", "--only", "reworded"),
            ("--history", "--changed-since", "2009"),
        ):
            assert tell("search", "storm", *wrong).exit_code == 2, wrong

    def test_odd_queries(self, ask: Any, tell: Any) -> None:
        for query in ('"', "-x", "'; DROP TABLE rules; --"):
            assert tell("search", "--", query).exit_code == 0, query
        assert ask("search", "zyzzyva") == []
        assert tell("search", " ").exit_code == 2


FOR_PEOPLE: dict[str, tuple[str, ...]] = {
    "show 702.40 --tree": ("\n702.40  Storm", "702.40a"),
    "show 702.40 702.40a": ("\nbelow it    702.40a", "\n\n702.40a"),
    "refs": ("\nsource  ", " field "),
    "refs --cycles --limit 1": ("  glossary:Cast → glossary:Play → glossary:Cast",),
    "refs --orphans --limit 1": (" more (--limit)",),
    "refs --most-cited --limit 1": ("601.2b",),
    "refs --most-cited --limit 2": ("\n601.2f           4           4\n",),
    "refs 607.2q --near 1 --limit 2": ("   1  607.2a",),
    "refs 607.2q --path 601.2b": ("607.2q → 607.2j → 601.2b",),
    "refs 601.2b --through": ("2026-04-17  601.2b           4           4",),
    "audit": ("\nedition 2026-04-17: no fault\n",),
    "search storm --history": ("\n702.40", "  since 20"),
    "search storm 2006": ("\n502.30  Storm", "  edition 2005-08-01\n"),
    "search zyzzyva": ("nothing found",),
    "trace 702.40a": ("lineage  502.30a@2005-08-01", "[-play-]{+cast+}"),
    "map 502.30a --from 2005-08-01": ("702.40a", "renumbered"),
    "diff 2005-08-01 2009-07-11": (
        "\n2005-08-01 to 2009-07-11: ",
        "502.30a → 702.37a  renumbered, terminology",
        "[-play-]{+cast+}",
        "\nGlossary\n",
    ),
    "blame 702.40a": ("2009-07-11  702.37a  {+cast+} ",),
}


@pytest.mark.parametrize("typed", FOR_PEOPLE)
def test_what_people_are_shown(tell: Any, typed: str) -> None:
    result = tell(*typed.split())
    assert result.exit_code == 0
    assert [words for words in FOR_PEOPLE[typed] if words not in f"\n{result.stdout}"] == []
    assert result.stderr.count("kb.sqlite: sample editions") == 1
    assert "\x1b[" not in result.output


def test_the_note_about_the_sample_names_the_users_own_knowledge_base(
    tell: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    own = own_store_path()
    assert f"--db {own}" not in tell("show", "702.40a").stderr
    own.parent.mkdir(parents=True)
    own.write_bytes(b"")
    assert f"pass --db {own}. To get" in tell("show", "702.40a").stderr


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
    "refs glossary:Nothing --near 1": ("Nothing",),
    "refs 601.2b --path 607.2q": ("no references lead from 601.2b to 607.2q",),
}
WRONG_USE: dict[str, tuple[str, ...]] = {
    **{f"show 702.40a --as-of={name}": () for name in ("1066-10-14", "XYZZY", "")},
    "refs --to": ("--to needs a number: comprules refs 601.2f --to",),
    "refs --near 2": ("--near needs a number: comprules refs 601.2f --near 2",),
    "refs 601.2b --orphans": ("--orphans is about a whole edition; leave '601.2b' out",),
    "refs 601.2b --to --near 2": ("--to and --near answer different questions; use one at a time",),
    "refs ": ("NUMBER is empty",),
    "audit --all 2009-07-11": (),
    "search": (),
    "map 502.30a": (),
    "diff first latest --only words": ("not a class or kind",),
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


def test_a_broken_reference_with_what_was_meant(ask: Any, tell: Any) -> None:
    (fault,) = ask("audit", BROKEN, status=1)
    (reference,) = (candidate for candidate in ask("refs", "--as-of", BROKEN) if candidate["status"] != "ok")
    wanted = {"edition": BROKEN, "source": "702.44d", "raw": "409.1c", "status": "missing", "suggestion": "601.2c"}
    wanted |= {"since": BROKEN, "until": BROKEN}
    (now,) = reference.pop("now")
    assert (now["target"], now["kind"], now["keys"]) == ("409.1c", "absent", []), "the edition has no such rule"
    assert fault == {**fault, **reference, **wanted}, "all else that refs has, and more"
    assert {item["by"] for item in fault["evidence"]} == {"later", "earlier"}
    result = tell("audit", BROKEN)
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


def test_the_code_of_several_editions_is_told_with_a_note(capsys: pytest.CaptureFixture[str]) -> None:
    say_ambiguous_codes("mrd", "M10", "latest", None, "2003-10-01")
    assert capsys.readouterr().err == "MRD means 2003-10-01, its first edition; also 2003-12-01\n"


@pytest.mark.parametrize(
    ("words", "status", "remedy"),
    [
        (("show", ""), 1, "write a rule as 702.40a"),
        (("trace", "  "), 1, "write a rule as 702.40a"),
        (("show", "glossary: "), 1, "write it as glossary:Storm"),
        (("explain", "CR999"), 1, "the code of a finding like CR002"),
        (("refs", "702.40a", "--path", " "), 2, "name the rule at which the paths end"),
        (("search", "storm", "--changes", "--from", "2020", "--to", "2010"), 2, "exchange them"),
        (
            ("search", "storm", "--changes", "--chapter", "9999"),
            2,
            "give a number such as 702 or 702.40, a name such as Storm, or glossary",
        ),
        (("search", '""', "--changes"), 2, "no word or number to search for"),
        (("diff", "2005-08-01", "latest", "--grep", '"'), 2, "no word or number to look for"),
        (("terms", "--from", "latest", "--to", "2005-08-01"), 2, "exchange them"),
    ],
)
def test_what_cannot_be_answered_is_refused_with_a_remedy(
    sample_kb: Path, words: tuple[str, ...], status: int, remedy: str
) -> None:
    knowledge_base = () if words[0] == "explain" else ("--db", str(sample_kb))
    assert remedy in read_refusal(*words, *knowledge_base, status=status)


def test_an_edition_without_keywords_says_so(sample_kb: Path) -> None:
    output = read_output("list", "keywords", "--as-of", "1999-04-21", "--db", str(sample_kb))
    assert "edition 1999-04-21 has no keywords" in output


def test_blame_finds_the_rule_of_a_rulings_summary_as_show_does(sample_kb: Path) -> None:
    output = read_output("blame", "A.1.1", "--db", str(sample_kb))
    assert "A.1.1  edition 1999-04-21" in output
