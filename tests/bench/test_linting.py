"""The tree that the linter is measured on."""

from __future__ import annotations

from pathlib import Path

from bench.linting import make_tree
from graph.citations.find.finder import find_citations


def content(root: Path) -> dict[str, bytes]:
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def test_the_tree_is_the_same_each_time_of_the_size_that_was_asked_for_and_every_fifth_file_cites(
    tmp_path: Path,
) -> None:
    for name in ("one", "two"):
        make_tree(tmp_path / name, files=50, megabytes=0.2)
    first = content(tmp_path / "one")
    assert first == content(tmp_path / "two")
    assert len(first) == 51, "and the .gitignore"
    assert 150_000 < sum(map(len, first.values())) < 300_000
    assert sum(bool(find_citations(data.decode())) for data in first.values()) == 10
