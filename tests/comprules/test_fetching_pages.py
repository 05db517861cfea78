"""Pages of web sites on the command line: fetched, read, identified, and among the witnesses of an edition."""

from __future__ import annotations

import html
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from comprules.facts import find_archive
from comprules.ingest import ingest
from rules.store import open_store
from tests.comprules.running import read_output, read_refusal, run
from tests.comprules.test_fragments import EDITION, piece
from tests.scraper.loopback import Site, running_site, status, whole
from tests.scraper.rules_sites import html_page, link, serve_book, serve_chapters, serve_page

AT_ONCE = ("--delay", "0")


@pytest.fixture
def site() -> Iterator[Site]:
    with running_site() as running:
        yield running


@pytest.fixture(autouse=True)
def nobody_to_write_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COMPRULES_CONTACT", raising=False)


def page_of(archive: Path) -> str:
    """A page of a rules site with a part of a sample edition."""
    return html_page("".join(f"<p>{html.escape(line)}</p>" for line in piece(archive)))


def test_a_fetched_page_is_a_witness_after_ingest(site: Site, archive: Path, base: Path) -> None:
    start = serve_page(
        site, "/rules/", html_page("".join(link(f"{page}.html", f"{page}. Boats") for page in (101, 102, 103)))
    )
    for page in (101, 102, 103):
        site.serve(f"/rules/{page}.html", status(404))
    serve_page(site, "/rules/102.html", page_of(archive))
    said = read_output("fetch", start, *AT_ONCE, "--archive", str(archive), status=2)
    assert "1 fetched, 1 leading to others, 2 failed" in said
    assert f"Next: comprules ingest --archive {archive}" in said
    report = ingest(archive, base, jobs=1)
    assert not [problem for problem in report.diagnostics if "web/" in problem.path]
    with open_store(base) as store:
        fragment = store.edition(EDITION).witnesses[-1]
    assert fragment.condition == "fragment"
    assert fragment.origin == site.base.removeprefix("http://")


def test_a_page_is_parsed_and_identified_from_its_address(site: Site, archive: Path, base: Path) -> None:
    address = serve_page(site, "/102.html", page_of(archive))
    records = json.loads(run("parse", address, "--json").stdout)
    assert records["dialect"] == "rules-site"
    answer = json.loads(run("identify", address, "--db", str(base), "--json").stdout)
    assert EDITION in answer["editions"]
    assert "not found (404)" in read_refusal("parse", f"{site.base}/gone")
    site.serve("/robots.txt", whole(b"User-agent: *\nDisallow: /"))
    assert "save the page" in read_refusal("identify", address, "--db", str(base))
    assert "not a web address" in read_refusal("parse", "ftp://example.org/rules.txt")


def test_a_dry_run_lists_what_would_be_fetched_and_why(site: Site, tmp_path: Path) -> None:
    result = run("fetch", "--dry-run", serve_chapters(site), *AT_ONCE, "--archive", str(tmp_path / "new"))
    assert result.exit_code == 0
    assert f'{site.base}/rules/607.html\n    to fetch, chapters: listed as "607. Linked Boats"' in result.stdout
    assert not (tmp_path / "new").exists()
    assert "Next:" not in result.stderr


def test_the_report_as_json_and_the_bounds(site: Site, tmp_path: Path) -> None:
    result = run("fetch", serve_book(site), "--pages", "2", *AT_ONCE, "--json", "--archive", str(tmp_path))
    assert result.exit_code == 2
    assert "Stopped: 2 pages were looked at" in result.stderr
    report = json.loads(result.stdout)
    assert [page["outcome"] for page in report["pages"]] == ["index", "fetched"]
    assert list(report) == ["archive", "pages", "stopped"]


def test_an_archive_of_pages_alone_is_no_archive_of_editions(
    site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("COMPRULES_ARCHIVE", raising=False)
    monkeypatch.setattr("scraper.archive.default_archive_dir", lambda: tmp_path / "data")
    said = run("fetch", serve_chapters(site), *AT_ONCE, "--archive", str(tmp_path / "data")).stderr
    assert "Next, to get editions to compare the pages with: comprules fetch --all" in said
    assert find_archive(None) is None
    target = str(tmp_path / "data")
    assert "fetch some with `comprules fetch`" in read_refusal(
        "ingest", "--archive", target, "--db", str(tmp_path / "kb.sqlite")
    )


def test_who_asks_is_named(site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = serve_chapters(site)
    run("fetch", page, *AT_ONCE, "--archive", str(tmp_path / "a"))
    assert "no address to write to" in site.requests[-1].headers["User-Agent"]
    monkeypatch.setenv("COMPRULES_CONTACT", "me@example.org")
    run("fetch", page, *AT_ONCE, "--archive", str(tmp_path / "b"))
    assert site.requests[-1].headers["User-Agent"].endswith("(+me@example.org)")
    refusal = read_refusal("fetch", page, "--contact", "me\r\nX: y", "--archive", str(tmp_path / "c"))
    assert "is not an address" in refusal


def test_editions_and_pages_are_not_mixed(tmp_path: Path) -> None:
    target = ("--archive", str(tmp_path / "new"))
    assert "not both" in read_refusal("fetch", "M10", "http://127.0.0.1:9/", *target)
    assert "not both" in read_refusal("fetch", "--all", "http://127.0.0.1:9/", *target)
    assert "leave it out" in read_refusal("fetch", "http://127.0.0.1:9/", "--from", "elsewhere", *target)
    assert "--follow concerns pages" in read_refusal("fetch", "M10", "--follow", *target)
    assert "known ones are" in read_refusal("fetch", "http://127.0.0.1:9/", "--source", "blog", *target)
    assert "not a web address" in read_refusal("fetch", "file:///etc/passwd", *target)
    assert not (tmp_path / "new").exists()
