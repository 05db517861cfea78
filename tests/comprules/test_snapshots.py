"""What takes long reads one knowledge base, or one ledger, to the end, whatever replaces the file meanwhile."""

from __future__ import annotations

import hashlib
import itertools
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import comprules.cli.commands.export
import graph.network.slices
import site_src.context
from comprules.reference import fill_in
from comprules.survey.pool import survey_trees
from graph.ledger import SHIPPED
from graph.ledger.ledger import LEDGER_VARIABLE
from graph.ledger.make import ledger_of
from rules.store import open_store
from site_src.builder.site import build_site
from site_src.paths import ROOT
from tests.comprules.running import run
from tests.site_src.tiny import write_tiny


class Replacer:
    """Puts one of two files in the place of the other, again and again.

    Args:
        path: The file that is replaced; the first of the two is put there.
        first: One file.
        second: The other one.
        in_place: Whether the bytes of the file are written over, not another file renamed to its name.
    """

    def __init__(self, path: Path, first: Path, second: Path, *, in_place: bool) -> None:
        self.path = path
        self.count = 0
        self._others = itertools.cycle([second, first])
        self._in_place = in_place
        shutil.copyfile(first, path)

    def replace(self, *_: object) -> None:
        self.count += 1
        other = next(self._others)
        if self._in_place:
            shutil.copyfile(other, self.path)
            return
        waiting = self.path.with_name("waiting")
        shutil.copyfile(other, waiting)
        waiting.replace(self.path)


def digests(folder: Path) -> dict[str, str]:
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


@pytest.fixture(params=[False, True], ids=["renamed", "overwritten"])
def replacer(request: pytest.FixtureRequest, tmp_path: Path, sample_kb: Path) -> Replacer:
    """Replaces a tiny knowledge base by that of the sample and back."""
    tiny = write_tiny(tmp_path / "tiny.sqlite")
    return Replacer(tmp_path / "kb.sqlite", tiny, sample_kb, in_place=request.param)


def test_export(replacer: Replacer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = ["--format", "csv", "--db", str(replacer.path)]
    assert run("export", str(tmp_path / "wanted"), *arguments).exit_code == 0

    @contextmanager
    def replacing_bar(_title: str) -> Iterator[Callable[..., None]]:
        yield replacer.replace

    monkeypatch.setattr(comprules.cli.commands.export, "progress_bar", replacing_bar)
    assert run("export", str(tmp_path / "data"), *arguments).exit_code == 0
    assert replacer.count > 10
    assert digests(tmp_path / "data") == digests(tmp_path / "wanted")


def test_graph(replacer: Replacer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = ["graph", "--db", str(replacer.path), "--out"]
    assert run(*arguments, str(tmp_path / "wanted")).exit_code == 0
    select = graph.network.slices.select

    def replacing_select(*of: object) -> object:
        replacer.replace()
        return select(*of)  # type: ignore[arg-type]

    monkeypatch.setattr(graph.network.slices, "select", replacing_select)
    assert run(*arguments, str(tmp_path / "graph")).exit_code == 0
    assert replacer.count == 1
    assert (tmp_path / "graph").read_bytes() == (tmp_path / "wanted").read_bytes()


@pytest.mark.long
@pytest.mark.skipif(not (ROOT / "node_modules" / "esbuild").is_dir(), reason="the browser libraries are not installed")
@pytest.mark.parametrize("jobs", [1, 2])
def test_site(replacer: Replacer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jobs: int) -> None:
    monkeypatch.setattr(site_src.context, "_SMALL", 0 if jobs > 1 else 20)
    monkeypatch.setattr(os, "cpu_count", lambda: jobs)
    build_site(replacer.path, tmp_path / "wanted", fill_in, progress=lambda _: None)
    build_site(replacer.path, tmp_path / "site", fill_in, progress=replacer.replace)
    assert replacer.count > 5
    assert digests(tmp_path / "site") == digests(tmp_path / "wanted")


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("in_place", [False, True])
def test_survey(tmp_path: Path, sample_kb: Path, monkeypatch: pytest.MonkeyPatch, jobs: int, *, in_place: bool) -> None:
    with open_store(sample_kb) as store:
        (tmp_path / "sample.ledger").write_bytes(ledger_of(store))
    replacer = Replacer(tmp_path / "ledger", SHIPPED, tmp_path / "sample.ledger", in_place=in_place)
    monkeypatch.setenv(LEDGER_VARIABLE, str(replacer.path))
    trees = {f"tree{number}": [("a.rs", f"// CR 702.40a, {number}00.1".encode())] for number in range(1, 9)}
    survey_trees(trees, tmp_path / "wanted", jobs)
    replacer.replace()
    replacer.replace()
    survey_trees(trees, tmp_path / "survey", jobs, replacer.replace)
    assert replacer.count == 2 + len(trees)
    assert (tmp_path / "survey").read_bytes() == (tmp_path / "wanted").read_bytes()
