"""Ids that were published stay: whatever is added to the history, wherever the archive differs, and by the tool."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from graph.lineages.registry import (
    REGISTRY_FILE,
    LineageRegistryError,
    Registered,
    digest,
    format_registry,
    read_registry,
)
from graph.lineages.registry_tool import main
from rules.change import Passage
from rules.links import Link
from tests.graph.lineages.small import Small, added, deleted, link
from tests.rules.histories import Texts, write_history

EARLIER, A, B, C = "2000-01-01", "2001-01-01", "2002-02-02", "2003-03-03"
ONE, TWO = digest(Passage(None, "One.")), digest(Passage(None, "Two."))


def make_registered(name: str, digest_there: str, later: str = "", digest_later: str = "") -> Registered:
    return Registered(name, digest_there, later, digest_later)


def test_an_older_edition_changes_no_id_and_of_several_the_oldest_names_it() -> None:
    small = Small({EARLIER: {"100.7": "One."}, A: {"100.1": "One."}}, {A: [link("100.7", "100.1")]})
    assert list(small.list_versions()) == [f"100.7@{EARLIER}"]
    assert list(small.list_versions([make_registered(f"100.1@{A}", ONE)])) == [f"100.1@{A}"]
    other_text = make_registered(f"100.1@{A}", TWO)  # does not count
    assert list(small.list_versions([other_text])) == [f"100.7@{EARLIER}"]
    small = Small({A: {"100.1": "One."}, B: {"100.2": "One."}}, {B: [link("100.1", "100.2")]})
    lineage_trace = small.trace([make_registered(f"100.2@{B}", ONE), make_registered(f"100.1@{A}", ONE)])
    assert [*lineage_trace.lineages] == [f"100.1@{A}"]
    assert lineage_trace.aliases == ((f"100.2@{B}", f"100.1@{A}"),)


def test_the_later_anchor_serves_only_where_the_first_is_missing_and_no_id_is_given_twice() -> None:
    small = Small({B: {"100.2": "One."}, C: {"100.2": "One."}})
    assert list(small.list_versions([make_registered(f"100.1@{A}", ONE, f"100.2@{C}", ONE)])) == [f"100.1@{A}"]
    small = Small({A: {"100.1": "One.", "100.2": "Two."}})
    names = small.list_versions([make_registered(f"100.1@{A}", ONE, f"100.2@{A}", TWO)])
    assert {name: versions[0][0] for name, versions in names.items()} == {f"100.{n}@{A}": f"100.{n}" for n in (1, 2)}
    # the registry's id went with 100.2, by its later anchor, since another text now stands at the first
    small = Small({A: {"100.1": "Two."}, B: {"100.1": "Two.", "100.2": "One."}}, {B: added("100.2")})
    versions = small.list_versions([make_registered(f"100.1@{A}", ONE, f"100.2@{B}", ONE)])
    keys = [(name, versions_of[0][0]) for name, versions_of in versions.items()]
    assert keys == [(f"100.1@{A}", "100.2"), (f"100.1@{A}#2", "100.1")]


def test_registering_all_and_adding_an_edition_between_keeps_all_ids() -> None:
    days = {A: {"100.1": "One.", "100.2": "Two."}, C: {"100.1": "Two.", "100.3": "One.", "100.4": "New."}}
    links = {C: [link("100.1", "100.3"), link("100.2", "100.1"), *added("100.4")]}
    starts = {lineage: versions[0] for lineage, versions in Small(days, links).trace().lineages.items()}
    register = [
        make_registered(name, digest(Passage(None, days[start.first][start.key]))) for name, start in starts.items()
    ]
    between = {A: days[A], B: {"100.1": "Two.", "100.2": "New."}, C: days[C]}
    to_between = [link("100.2", "100.1"), *deleted("100.1"), *added("100.2")]
    more = Small(between, {B: to_between, C: [link("100.2", "100.4"), *added("100.3")]}).trace(register)
    last_keys = {lineage: versions[-1].key for lineage, versions in more.lineages.items()}
    assert starts.keys() <= last_keys.keys()
    assert more.aliases == ()
    assert last_keys[f"100.4@{C}"] == "100.4"


class TestFile:
    def test_round_trip(self, tmp_path: Path) -> None:
        path = tmp_path / "lineages.txt"
        lineages = (
            make_registered(f"glossary:In Play@{A}#2", ONE),
            make_registered(f"502.35b#2@{B}", ONE, f"702.1@{C}", TWO),
        )
        path.write_text(format_registry(reversed(lineages)), encoding="utf-8")
        assert read_registry(path) == lineages
        assert lineages[0].anchors == ((A, "glossary:In Play", ONE),)
        assert lineages[1].anchors == ((B, "502.35b#2", ONE), (C, "702.1", TWO))
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
        committed = REGISTRY_FILE.read_text(encoding="utf-8")
        assert format_registry(read_registry()) == committed, "the committed one is in its form and order"


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


EDITIONS = {A: {"100.1": "One.", "100.2": "Two."}, B: {"100.3": "One.", "glossary:Word": "Sense."}}
LINKS = {B: [link("100.1", "100.3"), link("100.2", None, "deleted"), link(None, "glossary:Word", "added")]}


def run(
    folder: Path, *options: str, editions: Mapping[str, Texts] = EDITIONS, links: Mapping[str, Sequence[Link]] = LINKS
) -> tuple[int, Path]:
    store = write_history(folder / "kb.sqlite", editions, links)
    registry = folder / "lineages.txt"
    registry.touch()
    return main([str(store), "--registry", str(registry), *options]), registry


def test_new_lineages_are_added_and_a_second_run_changes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, registry = run(tmp_path, "--write")
    assert status == 0
    one, two, word = (digest(Passage(*passage)) for passage in ((None, "One."), (None, "Two."), ("Word", "Sense.")))
    text = f"100.1@{A}\t{one}\t100.3@{B}\t{one}\n100.2@{A}\t{two}\nglossary:Word@{B}\t{word}\n"
    assert registry.read_text(encoding="utf-8") == text
    assert capsys.readouterr().err == f"added: 100.1@{A}\nadded: 100.2@{A}\nadded: glossary:Word@{B}\n"
    assert run(tmp_path)[0] == 0
    assert capsys.readouterr() == (text, "")
    assert registry.read_text(encoding="utf-8") == text


def test_ids_that_are_lost_are_told_and_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    registry = tmp_path / "lineages.txt"
    registry.write_text(f"900.1@{A}\t{'0' * 12}\n", encoding="utf-8")
    status, _ = run(tmp_path, "--write")
    assert status == 1
    assert f"no longer resolves: 900.1@{A}" in capsys.readouterr().err
    assert f"900.1@{A}" in {lineage.id for lineage in read_registry(registry)}


def test_a_better_reading_mends_the_digest(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(tmp_path, "--write")
    better = {**EDITIONS, A: {"100.1": "One.", "100.2": "Two, that is."}}
    status, registry = run(tmp_path, "--write", editions=better)
    assert status == 0
    assert f"new digest: 100.2@{A}" in capsys.readouterr().err
    mended = {lineage.id: lineage.digest for lineage in read_registry(registry)}
    assert mended[f"100.2@{A}"] == digest(Passage(None, "Two, that is."))


def test_the_later_anchor_stays(tmp_path: Path) -> None:
    run(tmp_path, "--write")
    more = {**EDITIONS, C: {"100.4": "One.", "glossary:Word": "Sense."}}
    _, registry = run(tmp_path, "--write", editions=more, links={**LINKS, C: [link("100.3", "100.4")]})
    later = {lineage.id: (lineage.later, lineage.later_digest) for lineage in read_registry(registry)}
    assert later[f"100.1@{A}"] == (f"100.3@{B}", digest(Passage(None, "One.")))


def test_the_sample_and_what_is_no_knowledge_base_are_refused(
    sample_kb: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    registry = tmp_path / "lineages.txt"
    registry.touch()
    for path, problem in ((sample_kb, "sample"), (tmp_path / "none.sqlite", "no knowledge base here")):
        assert main([str(path), "--registry", str(registry), "--write"]) == 2
        assert problem in capsys.readouterr().err
    assert registry.read_text(encoding="utf-8") == ""
