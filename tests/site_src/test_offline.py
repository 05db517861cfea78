"""Which files are kept where, and when a version is another one."""

from __future__ import annotations

from pathlib import Path

from site_src.pages.offline.groups import groups_of, kept_files
from site_src.pages.offline.write import megabytes_in_words

FILES = (
    "index.html", "404.html", "sw.js", "manifest.webmanifest", "feed.xml", "assets/a.12345678.js", "cr/702/index.html",
    "search/now.json", "search/past.json", "api/v1/e/2026-04-17/manifest.json", "api/v1/rule/1.json",
    "history/702/index.html", "compare/index.html", "download/all.sqlite.xz", "pictures/growth/growth.csv",
)  # fmt: skip


def test_each_file_is_in_one_group_or_left_out_and_a_version_is_of_names_and_contents(tmp_path: Path) -> None:
    for name in FILES:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name, encoding="utf-8")
    groups = groups_of(kept_files(tmp_path))
    assert {group.name: [file.address for file in group.files] for group in groups} == {
        "now": ["assets/a.12345678.js", "cr/702/", "", "manifest.webmanifest", "search/now.json"],
        "search": ["search/past.json"],
        "editions": ["api/v1/e/2026-04-17/manifest.json"],
        "histories": ["history/702/"],
        "more": ["compare/"],
    }
    shell = [file.address for file in groups[0].files if file.is_shell]
    assert shell == ["assets/a.12345678.js", "", "manifest.webmanifest"]
    before = [group.digest for group in groups]
    assert [group.digest for group in groups_of(kept_files(tmp_path))] == before
    (tmp_path / "cr" / "702" / "index.html").write_text("other", encoding="utf-8")
    after = [group.digest for group in groups_of(kept_files(tmp_path))]
    assert [old == new for old, new in zip(before, after, strict=True)] == [False, True, True, True, True]


def test_sizes_are_rounded_up() -> None:
    assert [megabytes_in_words(size) for size in (1, 1_000_000, 1_000_001)] == ["1 MB", "1 MB", "2 MB"]
