"""Ingest aligns editions and traces lineages: completely, once, and the same however it comes about."""

from __future__ import annotations

import json
import shutil
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING
from unittest.mock import patch

import pytest

from comprules import code
from comprules.ingest import IngestError, ingest
from comprules.steps import StepWorker, drop_trivial
from graph.lineages.registry import read_registry
from rules.change import Passage
from rules.links import Link, StepRecords, Version
from rules.store import Store, open_store
from tests.comprules.running import ROOT
from tests.comprules.test_ingest import manifest, without, write_manifest
from tests.graph.lineages.small import added, deleted, link

if TYPE_CHECKING:
    from collections.abc import Sequence

ISSUE = "1999-04-21"
"""The issue of a rulings summary in the sample, which no step leads to."""
ALIGN_STEP = StepWorker.work
"""The real method, which `Counted` replaces."""


class Counted:
    """The real aligner, which notes what it was asked; works in one process only."""

    def __init__(self) -> None:
        self.steps: list[tuple[str, str]] = []

    def work(self, worker: StepWorker, plan: StepRecords) -> StepRecords:
        self.steps.append(plan.ends)
        return ALIGN_STEP(worker, plan)

    def run(self, archive: Path, path: Path) -> list[tuple[str, str]]:
        self.steps.clear()
        with patch.object(StepWorker, "work", self.work):
            self.report = ingest(archive, path, jobs=1)
        return list(self.steps)


def editions_of(store: Store, version: Version) -> tuple[str, ...]:
    editions = store.edition_ids
    return editions[editions.index(version.first) : editions.index(version.last) + 1]


def test_lineages_and_versions_of_the_sample(sample_kb: Path) -> None:
    with open_store(sample_kb) as store:
        for edition in store.edition_ids:
            assert tuple(store.lineages(edition)) == store.keys(edition)
            assert len(set(store.lineages(edition).values())) == len(store.keys(edition)), "two records on one lineage"
        seen = [(edition, version.key) for version in store.all_versions() for edition in editions_of(store, version)]
        assert sorted(seen) == sorted((edition, key) for edition in store.edition_ids for key in store.keys(edition))
        for version in store.all_versions():
            previous = store.previous(version.first)
            assert previous is not None or version.kind == "added"
            if version.kind != "returned" and previous is not None:
                assert set(version.sources) <= set(store.keys(previous)), version
        meta = store.meta()
    assert (meta["aligning_code"], meta["tracing_code"]) == (code.aligning_code(), code.tracing_code())
    assert json.loads(meta["unread"]) == {}


def test_a_new_edition_between_two_works_the_steps_beside_it(sample_kb: Path, archive: Path, tmp_path: Path) -> None:
    whole = manifest(archive)
    days = [entry["edition"] for entry in whole if entry["edition"] != ISSUE]
    without(archive, days[2])
    counted = Counted()
    path = tmp_path / "kb.sqlite"
    assert counted.run(archive, path) == [(days[0], days[1]), (days[1], days[3]), (days[3], days[4])]
    with open_store(path) as store:
        assert store.previous(days[3]) == days[1]
    write_manifest(archive, whole)
    assert counted.run(archive, path) == [(days[1], days[2]), (days[2], days[3])]
    assert path.read_bytes() == sample_kb.read_bytes()
    with open_store(path) as store:
        assert [store.previous(edition) for edition in days] == [None, *days[:-1]]


def test_an_edition_that_is_gone_works_one_step(archive: Path, base: Path, tmp_path: Path) -> None:
    days = [entry["edition"] for entry in manifest(archive)]
    counted = Counted()
    without(archive, days[2])
    assert counted.run(archive, base) == [(days[1], days[3])]
    assert counted.report.worked == ()
    with open_store(base) as store:
        assert store.edition_ids == (*days[:2], *days[3:])
    fresh = tmp_path / "fresh.sqlite"
    ingest(archive, fresh, jobs=1)
    assert base.read_bytes() == fresh.read_bytes()
    assert counted.run(archive, base) == []


def test_new_code_of_a_phase_works_that_phase_alone(archive: Path, base: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("comprules.ingest_plan.tracing_code", lambda: "another")
    report = ingest(archive, base, jobs=1)
    assert (report.written, report.worked, report.aligned) == (True, (), ())
    assert not ingest(archive, base, jobs=1).written
    for module in ("ingest_plan", "steps"):
        monkeypatch.setattr(f"comprules.{module}.aligning_code", lambda: "another")
    report = ingest(archive, base, jobs=1)
    assert (report.written, report.worked, len(report.aligned)) == (True, (), 4)
    assert not ingest(archive, base, jobs=1).written


def test_a_registry_that_cannot_be_read_leaves_the_old_file(
    archive: Path, base: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = base.read_bytes()
    spoilt = tmp_path / "lineages.txt"
    spoilt.write_text("no line of a registry\n")
    monkeypatch.setattr("comprules.ingest_history.read_registry", lambda: read_registry(spoilt))
    with pytest.raises(IngestError, match=r"lineages\.txt:1"):
        ingest(archive, base, jobs=1, fresh=True)
    assert base.read_bytes() == before


def test_both_phases_are_told(archive: Path, tmp_path: Path) -> None:
    progress: list[tuple[int, int, str]] = []
    ingest(archive, tmp_path / "kb.sqlite", jobs=1, progress=lambda *step: progress.append(step))
    days = [entry["edition"] for entry in manifest(archive)]
    assert progress == [
        *((number, 6, f"reading {day}") for number, day in enumerate(days, 1)),
        *((number, 4, f"aligning {day}") for number, day in enumerate(days[2:], 1)),
    ]


def test_an_aligner_that_fails_is_told_with_its_step(archive: Path, tmp_path: Path) -> None:
    def fails(*_: object, **__: object) -> StepRecords:
        raise ZeroDivisionError

    with patch("comprules.steps.align", fails), pytest.raises(ZeroDivisionError) as caught:
        ingest(archive, tmp_path / "kb.sqlite", jobs=1)
    days = [entry["edition"] for entry in manifest(archive)]
    assert caught.value.__notes__ == [f"while aligning {days[2]} with {days[1]}"]
    assert not (tmp_path / "kb.sqlite").exists()


A, B = "2001-01-01", "2002-02-02"


def passages(**texts: str) -> dict[str, Passage]:
    rules = {f"100.{name[1:]}": Passage(text=text) for name, text in texts.items()}
    return rules | {"glossary:Word": Passage("Word", "Sense.")}


KEPT = link("100.1", "100.1", "kept")


@pytest.mark.parametrize(
    ("links", "after"),
    [
        ([link("100.1", "100.1", "kept", "typographic")], "One."),
        ([link("100.1", "100.2", "renumbered")], "One."),
        (deleted("100.1"), "One."),
        (added("100.1"), "One."),
        ([KEPT], "One. "),  # unchanged to the aligner, but not to the letter
        ([KEPT, link("100.2", "100.1", "merged", "wording", main=False)], "One."),  # all of a record, or none
    ],
)
def test_only_links_to_what_is_kept_and_unchanged_are_dropped(links: Sequence[Link], after: str) -> None:
    old, new = passages(r1="One.", r2="Two."), passages(r1=after)
    assert drop_trivial(tuple(links), old, new) == tuple(links)
    assert drop_trivial((KEPT, link("glossary:Word", "glossary:Word", "kept")), old, passages(r1="One.")) == ()


def test_code_of_a_phase_is_not_that_of_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folders = {package: tmp_path / package for package in code._FOLDERS}
    for package, folder in folders.items():
        shutil.copytree(ROOT / package, folder, ignore=shutil.ignore_patterns("__pycache__", "sample"))
    monkeypatch.setattr(code, "_FOLDERS", folders)

    def hashes() -> list[str]:
        return [wrapper.__wrapped__() for wrapper in (code.reading_code, code.aligning_code, code.tracing_code)]

    def changed_phases(file: str) -> list[bool]:
        before = hashes()
        path = tmp_path / file
        path.write_text(f"# {file}")
        return [first != second for first, second in zip(before, hashes(), strict=True)]

    for file, changed in {
        "rules/records.py": [True, False, False],
        "graph/references/find.py": [True, False, False],
        "rules/align/exact.py": [False, True, False],
        "graph/documents/condition.py": [True, False, False],
        "graph/ledger/comprules.ledger": [True, False, False],
        "graph/terms.toml": [False, True, False],
        "graph/lineages/chains.py": [False, False, True],
        "graph/lineages.txt": [False, False, True],
        "scraper/editions.toml": [False, False, False],
        "graph/compare/comparison.py": [False, False, False],
    }.items():
        assert changed_phases(file) == changed, file


@pytest.mark.parametrize("library", ["beautifulsoup4", "lxml", "pypdfium2", "python-docx", "rapidfuzz", "striprtf"])
def test_another_version_of_a_library_is_other_code(monkeypatch: pytest.MonkeyPatch, library: str) -> None:
    installed = metadata.version

    def version(name: str) -> str:
        if name == library:
            raise metadata.PackageNotFoundError
        return installed(name)

    before = code.reading_code.__wrapped__()
    assert f"-{library} {installed(library)}" in before
    monkeypatch.setattr(metadata, "version", version)
    assert code.reading_code.__wrapped__() == before.replace(f"{library} {installed(library)}", f"{library} none")


def test_less_is_never_covered_than_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(code._FOLDERS, "graph", tmp_path)
    with pytest.raises(FileNotFoundError, match=r"changed\.py"):
        code.aligning_code.__wrapped__()


def test_the_real_code_is_found() -> None:
    assert len({code.reading_code(), code.aligning_code(), code.tracing_code(), code._make_fingerprint((), ())}) == 4
