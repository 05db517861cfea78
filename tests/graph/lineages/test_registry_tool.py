"""The maintainers' tool adds what is new, mends digests, and tells what is lost; it never takes an id away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from graph.lineages import Passage, digest, read_registry
from graph.lineages.registry import anchor_of
from graph.lineages.registry_tool import main
from rules.links import Link
from tests.graph.lineages.small import link
from tests.rules.histories import Texts, write_history

A, B, C = "2001-01-01", "2002-02-02", "2003-03-03"
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
    mended = {lineage.id: lineage.first for lineage in read_registry(registry)}
    assert mended[f"100.2@{A}"] == anchor_of(f"100.2@{A}", digest(Passage(None, "Two, that is.")))


def test_the_later_anchor_stays(tmp_path: Path) -> None:
    run(tmp_path, "--write")
    more = {**EDITIONS, C: {"100.4": "One.", "glossary:Word": "Sense."}}
    _, registry = run(tmp_path, "--write", editions=more, links={**LINKS, C: [link("100.3", "100.4")]})
    later = {lineage.id: lineage.later for lineage in read_registry(registry)}
    assert later[f"100.1@{A}"] == anchor_of(f"100.3@{B}", digest(Passage(None, "One.")))


def test_the_sample_and_what_is_no_knowledge_base_are_refused(
    sample_kb: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    registry = tmp_path / "lineages.txt"
    registry.touch()
    for path, problem in ((sample_kb, "sample"), (tmp_path / "none.sqlite", "no knowledge base here")):
        assert main([str(path), "--registry", str(registry), "--write"]) == 2
        assert problem in capsys.readouterr().err
    assert registry.read_text(encoding="utf-8") == ""
