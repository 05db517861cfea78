"""The endurance test sees what two worlds have different, and grows its archives edition by edition."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

from bench.endurance import hash_files, list_differences, make_sources
from scraper.archive import load_archive


def test_a_difference_is_seen(tmp_path: Path) -> None:
    worlds = [tmp_path / "first", tmp_path / "second"]
    for world in worlds:
        (world / "notes").mkdir(parents=True)
        (world / "notes" / "same").write_text("same")
        (world / "changed").write_text(world.name)
        (world / "link").symlink_to(world.name)
    (worlds[0] / "only").touch()
    (worlds[1] / ".site.lock").write_text("held")
    assert list_differences(*map(hash_files, worlds)) == ["changed", "link", "only"]


def test_archives_grow(tmp_path: Path) -> None:
    days = [[edition.edition for edition in load_archive(source).entries] for source in make_sources(tmp_path)]
    assert len(days) > 2
    for fewer, more in pairwise(days):
        assert more[:-1] == fewer
