"""The whole build: what it leaves behind, what it refuses, and that its steps taken one by one do the same."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from filelock import FileLock
from mkdocs.utils.yaml import yaml_load

import site_src.builder.assets
import site_src.builder.site
from comprules.reference import fill_in
from rules.file_list import MARKER, FileList, read_list
from site_src.builder.site import SiteError, build_site
from site_src.paths import ROOT
from tests.conftest import made_once
from tests.site_src.tiny import write_tiny

needs_assets = pytest.mark.skipif(
    not (ROOT / "node_modules" / "esbuild").is_dir(), reason="the browser libraries are not installed (make setup)"
)


def ignore_message(_: str) -> None:
    """A progress callback for tests."""


def digests(folder: Path) -> dict[str, str]:
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a small knowledge base, its site, and what the build said."""

    def make(folder: Path) -> None:
        messages: list[str] = []
        build_site(write_tiny(folder / "tiny.sqlite", sample=True), folder / "site", fill_in, progress=messages.append)
        (folder / "told.json").write_text(json.dumps(messages))

    return made_once(tmp_path_factory, "tiny-site", make)


@pytest.mark.long
@needs_assets
def test_the_same_knowledge_base_gives_the_same_site(tiny: Path, tmp_path: Path) -> None:
    """Also over an old one, whose own pages go and whose others stay, over a killed run, and by way of a link."""
    first = digests(tiny / "site")
    place = tmp_path / "place"
    shutil.copytree(tiny / "site", place)
    (place / "stale.html").write_text("old")
    written = read_list(place)
    assert written is not None
    files = {**written.files, "stale.html": hashlib.sha256(b"old").hexdigest()}
    (place / MARKER).write_bytes(msgspec.json.encode(FileList("site", files)))
    (place / "CNAME").write_text("example.org")
    (place / "cr" / "index.html").write_text("mine")
    (tmp_path / "link").symlink_to(place)
    (tmp_path / ".place.comprules" / "fresh").mkdir(parents=True)
    (tmp_path / ".place.comprules" / MARKER).touch()
    (tmp_path / ".place-of-somebody").mkdir()
    told: list[str] = []
    build_site(tiny / "tiny.sqlite", tmp_path / "link", fill_in, progress=ignore_message, tell=told.append)
    kept = (
        "kept files that comprules did not write: CNAME; kept changed files and did not write the new ones: "
        "cr/index.html"
    )
    assert told == [f"{tmp_path}/link: {kept}"]
    assert ((place / "CNAME").read_text(), (place / "cr" / "index.html").read_text()) == ("example.org", "mine")
    same = {name: digest for name, digest in digests(place).items() if name not in {"CNAME", "cr/index.html"}}
    assert same == {name: digest for name, digest in first.items() if name != "cr/index.html"}
    assert (tmp_path / "link").is_symlink()
    assert {path.name for path in tmp_path.iterdir()} == {".place.lock", ".place-of-somebody", "link", "place"}


@pytest.mark.long
@needs_assets
def test_what_a_site_has(tiny: Path) -> None:
    first = digests(tiny / "site")
    assert sum(name.endswith(".html") for name in first) > 10
    assert "writing the pages" in json.loads((tiny / "told.json").read_text())
    addresses = {"", "cr/", "cr/702/", "cr/702.40/", "glossary/", "editions/", "e/1999-04-23/", "about/", "docs/"}
    addresses |= {"docs/tutorial/", "docs/contributing/"}
    assert {f"{address}index.html" for address in addresses} <= set(first)
    assert {"404.html", "search/now.json", "assets/jump.json"} <= set(first)
    search = (tiny / "site/search/index.html").read_text(encoding="utf-8")
    assert search.index("assets/early.") < search.index('rel="stylesheet"'), "the words are asked for first"
    commands = (tiny / "site/docs/commands/index.html").read_text(encoding="utf-8")
    assert "Usage: comprules trace" in commands
    assert "<!-- reference" not in commands
    architecture = (tiny / "site/docs/architecture/index.html").read_text(encoding="utf-8")
    assert '<svg class="flow"' in architecture
    assert 'href="contributing/"' in (tiny / "site/docs/index.html").read_text(encoding="utf-8")


@pytest.mark.long
@needs_assets
def test_a_failure_keeps_the_old_site(tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "site"
    shutil.copytree(tiny / "site", out)
    with pytest.raises(SiteError, match="comprules ingest"):
        build_site(tmp_path / "none.sqlite", out, fill_in, progress=ignore_message)
    monkeypatch.setattr(site_src.builder.assets, "SCRIPT", tmp_path / "gone.mjs")
    with pytest.raises(SiteError, match=r"gone\.mjs is missing"):
        build_site(tiny / "tiny.sqlite", out, fill_in, progress=ignore_message)
    assert digests(out) == digests(tiny / "site")
    assert sorted(path.name for path in tmp_path.iterdir()) == [".site.lock", "site"]


def test_what_is_not_ours_to_write_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Folders of others, what another run writes, anything without the browser libraries."""
    store = write_tiny(tmp_path / "tiny.sqlite")
    with FileLock(tmp_path / ".site.lock"), pytest.raises(SiteError, match="another run"):
        build_site(store, tmp_path / "site", fill_in, progress=ignore_message)
    assert not (tmp_path / "site").exists()
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "thesis.txt").write_text("mine")
    with pytest.raises(SiteError, match="comprules did not write it"):
        build_site(store, tmp_path / "home", fill_in, progress=ignore_message)
    with pytest.raises(SiteError, match="a file; name a folder"):
        build_site(store, store, fill_in, progress=ignore_message)
    assert (tmp_path / "home" / "thesis.txt").read_text() == "mine"
    monkeypatch.setattr(site_src.builder.assets, "ROOT", tmp_path)
    with pytest.raises(SiteError, match="make site"):
        site_src.builder.assets.build_assets(tmp_path / "assets")


@pytest.mark.long
@needs_assets
def test_three_steps_by_hand_make_the_same_site(tiny: Path, tmp_path: Path) -> None:
    """The second is `mkdocs build`, which needs no code of ours: no hook, no plugin, plain data."""
    source, site = tmp_path / "mkdocs", tmp_path / "site"

    def run(*arguments: object) -> None:
        settings = {**os.environ, "COMPRULES_DB": str(tiny / "tiny.sqlite"), "NO_MKDOCS_2_WARNING": "1"}
        command = [sys.executable, "-m", *map(str, arguments)]
        done = subprocess.run(command, cwd=ROOT, env=settings, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr

    run("comprules.site", "pages", source)
    with (source / "mkdocs.yml").open(encoding="utf-8") as file:
        settings = yaml_load(file)
    assert (settings["hooks"], settings["plugins"]) == ([], [])
    run("mkdocs", "build", "--strict", "--config-file", source / "mkdocs.yml", "--site-dir", site)
    run("comprules.site", "finish", source, site)
    assert digests(site) == {name: digest for name, digest in digests(tiny / "site").items() if name != MARKER}


@needs_assets
def test_the_assets_are_built_into_the_folder_that_a_relative_path_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commands: list[list[str]] = []

    def record_command(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        commands.append(command)
        return subprocess.CompletedProcess(command, 0, "", "")

    monkeypatch.setattr(subprocess, "run", record_command)
    monkeypatch.chdir(tmp_path)
    site_src.builder.assets.build_assets(Path("assets"))
    assert commands[0][2] == str(tmp_path / "assets"), "node runs in the checkout"
    assert (tmp_path / "assets").is_dir()


def test_whatever_the_assets_are_made_from_makes_older_ones_outdated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sets, the table of prefetches, the templates, the version of mkdocs-material: all that the script gets."""
    assets = site_src.builder.assets
    (tmp_path / "package-lock.json").write_text("{}")
    (tmp_path / "theme").mkdir()
    monkeypatch.setattr(assets, "ROOT", tmp_path)
    for folder in ("ASSETS", "THEME"):
        monkeypatch.setattr(assets, folder, tmp_path / folder.lower())
    hashes = [assets.hash_sources(["M10"]), assets.hash_sources(["M11"])]
    monkeypatch.setattr(assets, "PREFETCHES", ())
    hashes.append(assets.hash_sources(["M11"]))
    (tmp_path / "theme" / "page.html").write_text("<p>A page.</p>")
    hashes.append(assets.hash_sources(["M11"]))
    monkeypatch.setattr("importlib.metadata.version", lambda _name: "0.1")
    hashes.append(assets.hash_sources(["M11"]))
    (tmp_path / "package-lock.json").write_text('{"packages": {}}')
    hashes.append(assets.hash_sources(["M11"]))
    assert len(set(hashes)) == len(hashes)
    assert assets.hash_sources(["M11"]) == hashes[-1]
