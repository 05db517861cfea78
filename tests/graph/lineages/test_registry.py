"""Ids that were published stay: whatever is added to the history, and wherever the archive differs."""

from __future__ import annotations

from pathlib import Path

import pytest

from graph.lineages import REGISTRY_FILE, LineageRegistryError, Passage, Registered, digest, read_registry
from graph.lineages.registry import Anchor, anchor_of, format_registry
from tests.graph.lineages.small import Small, added, deleted, link

EARLIER, A, B, C = "2000-01-01", "2001-01-01", "2002-02-02", "2003-03-03"
ONE, TWO = digest(Passage(None, "One.")), digest(Passage(None, "Two."))


def make_registered(name: str, digest_there: str, later: str = "", digest_later: str = "") -> Registered:
    return Registered(name, anchor_of(name, digest_there), anchor_of(later, digest_later) if later else None)


def test_an_older_edition_changes_no_registered_id() -> None:
    small = Small({EARLIER: {"100.7": "One."}, A: {"100.1": "One."}}, {A: [link("100.7", "100.1")]})
    assert list(small.list_versions()) == [f"100.7@{EARLIER}"]
    assert list(small.list_versions([make_registered(f"100.1@{A}", ONE)])) == [f"100.1@{A}"]


def test_the_oldest_of_several_names_it_and_the_others_still_resolve() -> None:
    small = Small({A: {"100.1": "One."}, B: {"100.2": "One."}}, {B: [link("100.1", "100.2")]})
    lineage_trace = small.trace([make_registered(f"100.2@{B}", ONE), make_registered(f"100.1@{A}", ONE)])
    assert [lineage.id for lineage in lineage_trace.lineages] == [f"100.1@{A}"]
    assert lineage_trace.aliases == ((f"100.2@{B}", f"100.1@{A}"),)


def test_another_text_at_the_anchor_does_not_count() -> None:
    small = Small({EARLIER: {"100.7": "One."}, A: {"100.1": "One."}}, {A: [link("100.7", "100.1")]})
    assert list(small.list_versions([make_registered(f"100.1@{A}", TWO)])) == [f"100.7@{EARLIER}"]


def test_the_later_anchor_serves_where_the_first_edition_is_missing() -> None:
    small = Small({B: {"100.2": "One."}, C: {"100.2": "One."}})
    assert list(small.list_versions([make_registered(f"100.1@{A}", ONE, f"100.2@{C}", ONE)])) == [f"100.1@{A}"]


def test_the_first_anchor_goes_before_the_later() -> None:
    small = Small({A: {"100.1": "One.", "100.2": "Two."}})
    names = small.list_versions([make_registered(f"100.1@{A}", ONE, f"100.2@{A}", TWO)])
    assert list(names) == [f"100.1@{A}", f"100.2@{A}"]
    assert names[f"100.1@{A}"][0][0] == "100.1"


def test_no_id_is_given_twice() -> None:
    # the registry's id went with 100.2, by its later anchor, since another text now stands at the first
    small = Small({A: {"100.1": "Two."}, B: {"100.1": "Two.", "100.2": "One."}}, {B: added("100.2")})
    versions = small.list_versions([make_registered(f"100.1@{A}", ONE, f"100.2@{B}", ONE)])
    assert list(versions) == [f"100.1@{A}", f"100.1@{A}#2"]
    assert versions[f"100.1@{A}"][0][0] == "100.2"
    assert versions[f"100.1@{A}#2"][0][0] == "100.1"


def test_registering_all_and_adding_an_edition_between_keeps_all_ids() -> None:
    days = {A: {"100.1": "One.", "100.2": "Two."}, C: {"100.1": "Two.", "100.3": "One.", "100.4": "New."}}
    links = {C: [link("100.1", "100.3"), link("100.2", "100.1"), *added("100.4")]}
    before = Small(days, links).trace()
    register = [
        make_registered(lineage.id, digest(Passage(None, text)))
        for lineage in before.lineages
        for text in [days[lineage.versions[0].first][lineage.versions[0].key]]
    ]
    more = Small(
        {A: days[A], B: {"100.1": "Two.", "100.2": "New."}, C: days[C]},
        {B: [link("100.2", "100.1"), *deleted("100.1"), *added("100.2")], C: [link("100.2", "100.4"), *added("100.3")]},
    ).trace(register)
    ids = {lineage.id for lineage in more.lineages} | {alias for alias, _ in more.aliases}
    assert {lineage.id for lineage in before.lineages} <= ids
    assert dict(more.aliases) == {}
    assert {lineage.id: lineage.versions[-1].key for lineage in more.lineages if lineage.id == f"100.4@{C}"} == {
        f"100.4@{C}": "100.4"
    }


class TestFile:
    def test_round_trip(self, tmp_path: Path) -> None:
        path = tmp_path / "lineages.txt"
        lineages = (
            make_registered(f"glossary:In Play@{A}#2", ONE),
            make_registered(f"502.35b#2@{B}", ONE, f"702.1@{C}", TWO),
        )
        path.write_text(format_registry(reversed(lineages)), encoding="utf-8")
        assert read_registry(path) == lineages
        assert lineages[0].first == Anchor(A, "glossary:In Play", ONE)
        assert lineages[1].first.key == "502.35b#2"
        assert path.read_text(encoding="utf-8").count("\n") == 2

    @pytest.mark.parametrize(
        ("line", "message"),
        [
            ("100.1@2001-01-01", "1 fields"),
            ("100.1@2001-01-01\txyz", "not a digest"),
            (f"100.1\t{ONE}", "KEY@EDITION"),
            (f"100.1@2001-01-01\t{ONE}\t100.2", "3 fields"),
            (f"100.1@{A}\t{ONE}\n100.1@{A}\t{TWO}", "twice"),
        ],
    )
    def test_a_line_that_is_wrong_is_named(self, tmp_path: Path, line: str, message: str) -> None:
        path = tmp_path / "lineages.txt"
        path.write_text(f"100.9@{A}\t{ONE}\n{line}\n", encoding="utf-8")
        with pytest.raises(LineageRegistryError, match=rf"lineages\.txt:[23]: .*{message}"):
            read_registry(path)

    def test_missing(self, tmp_path: Path) -> None:
        with pytest.raises(LineageRegistryError, match="cannot be read"):
            read_registry(tmp_path / "none")

    def test_the_committed_one_is_in_its_form_and_order(self) -> None:
        assert format_registry(read_registry()) == REGISTRY_FILE.read_text(encoding="utf-8")


def test_digests_tell_parts_apart() -> None:
    passages = [
        Passage(None, "One.", ("Two.",)),
        Passage(None, "One.", (), ("Two.",)),
        Passage("One.", "Two."),
        Passage(None, "One.Two."),
        Passage(None, "One.", ("Two.", "Three.")),
        Passage(None, "One.", ("Two.",), ("Three.",)),
    ]
    assert len({digest(passage) for passage in passages}) == len(passages)
