"""`fetch` against servers and manifests that mean harm: it ends, writes only what is its own, and keeps no secret."""

from __future__ import annotations

import gzip
import os
import re
import signal
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest

from scraper.archive import ArchiveEntry, Copy, load_archive, write_manifest
from scraper.fetch import FetchReport, fetch
from scraper.registry import RegistryEdition
from scraper.web.settings import FetchSettings
from scraper.web.steps import FetchProgress
from tests.comprules.lint.trees import write
from tests.comprules.running import run as cli
from tests.scraper.loopback import Site, redirect, running_site, status, whole
from tests.scraper.test_fetch import FILE, QUICK, TEXT, edition_at, nearby, sha

ONCE = FetchSettings(connect_timeout=60, read_timeout=60, file_timeout=0.5, attempts=1, longest_wait=2, pause=0)


@pytest.fixture
def site() -> Iterator[Site]:
    with running_site() as running:
        yield running


def run(
    target: Path, *editions: RegistryEdition, settings: FetchSettings = ONCE, progress: FetchProgress | None = None
) -> FetchReport:
    return fetch([], target, registry=nearby(*editions), settings=settings, progress=progress)


def reasons(report: FetchReport) -> str:
    return "\n".join(failure.reason for edition in report.editions for failure in edition.failures)


def drip(head: bytes, drop: bytes) -> Callable[[BaseHTTPRequestHandler], None]:
    """A beginning, then a few bytes now and then for ever: never silent for long."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.wfile.write(head)
        handler.close_connection = True
        while not handler.site.closed.wait(0.02):  # type: ignore[attr-defined]
            handler.wfile.write(drop)

    return answer


BOMB = gzip.compress(gzip.compress(gzip.compress(b"0" * 50_000_000)))
HEAD = b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(TEXT)
MOVED = b"HTTP/1.1 302 Found\r\nLocation: /x\r\nContent-Length: 9999\r\n\r\n"
ANSWERS = {
    "stacked gzip": (whole(BOMB.ljust(len(TEXT), b"\0"), Content_Encoding="gzip, gzip, gzip"), "sent it compressed"),
    "gzip of another length": (whole(gzip.compress(TEXT), Content_Encoding="x-gzip"), "announces .* bytes"),
    "slow body": (drip(HEAD, b"1"), "not complete after"),
    "slow head": (drip(b"HTTP/1.1 200 OK\r\nX-A: ", b"1"), "not complete after"),
    "slow redirect": (drip(b"HTTP/1.1 302 Found\r\nLocation: /x\r\nContent-Length: 9999\r\n\r\n", b"1"), "not found"),
    "20 digits": (status(503, Retry_After="9" * 20), "asks to wait"),
    "5,000 digits": (status(503, Retry_After="9" * 5000), "asks to wait"),
    "a date of no calendar": (status(503, Retry_After="Mon, 01 Jan 99999999999 00:00:00 GMT"), "503|1 try$"),
    "a redirect to dots": (redirect("http://.../"), "invalid|not a web address|Invalid|broke|connection"),
    "a redirect to nonsense": (redirect("http://[::1/\u00e9"), "invalid|not a web address|Invalid|broke"),
    "a redirect to a file": (redirect("file:///etc/passwd"), "unsupported|invalid|not a web address|protocol"),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_answers(site: Site, tmp_path: Path, name: str) -> None:
    answer, reason = ANSWERS[name]
    report = run(tmp_path / "new", edition_at(site, answer))
    assert [fetched.outcome for fetched in report.editions] == ["failed"]
    assert re.search(reason, reasons(report)), reasons(report)
    assert not (tmp_path / "new" / FILE).exists()


def test_an_interrupt_ends_what_runs(site: Site, tmp_path: Path) -> None:
    """The server stays silent until the test ends, and the settings would wait ten minutes."""
    patient = FetchSettings(connect_timeout=600, read_timeout=600, file_timeout=600, pause=0)

    def stay_silent(handler: BaseHTTPRequestHandler) -> None:
        handler.wfile.write(HEAD)
        os.kill(os.getpid(), signal.SIGINT)
        handler.site.closed.wait()  # type: ignore[attr-defined]
        handler.close_connection = True

    assert threading.current_thread() is threading.main_thread()
    steps: list[str] = []
    known = edition_at(site, stay_silent)
    with pytest.raises(KeyboardInterrupt):
        run(tmp_path / "new", known, settings=patient, progress=lambda step, *_: steps.append(step))
    assert steps == ["files", "bytes", "started"], "what a stop leaves is not abandoned"


@pytest.mark.parametrize(
    "file",
    [FILE, "fragments/page12.txt", ".fetch.lock", "manifest.json", "editions/.hidden/x", "editions", "EDITIONS/x"],
)
@pytest.mark.parametrize("source", ["web", "folder"])
def test_only_what_the_manifest_owns_is_written(site: Site, tmp_path: Path, file: str, source: str) -> None:
    target, other = tmp_path / "target", tmp_path / "other"
    write(target, {FILE: b"mine", "fragments/page12.txt": b"mine"})
    write_manifest(target, [])
    before = {path: path.read_bytes() for path in target.rglob("*") if path.is_file()}
    other.mkdir()
    write_manifest(other, [ArchiveEntry("2005-08-01", (Copy(file, "example.org", len(TEXT), sha(TEXT)),))])
    if not (other / file).exists():
        write(other, {file: TEXT})
    site.serve("/manifest.json", whole((other / "manifest.json").read_bytes()))
    site.serve(f"/{file}", whole(TEXT)) if file != "manifest.json" else None
    report = fetch([], target, site.base if source == "web" else str(other), settings=QUICK)
    assert [fetched.outcome for fetched in report.editions] == ["failed"]
    after = {path: path.read_bytes() for path in target.rglob("*") if path.is_file() and path.suffix != ".lock"}
    assert after == before


def test_credentials_are_not_kept(site: Site, tmp_path: Path) -> None:
    copies = tuple(Copy(f"editions/2005-08-01/{name}.txt", "example.org", len(TEXT), sha(TEXT)) for name in "a")
    write_manifest(tmp_path, [ArchiveEntry("2005-08-01", copies)])
    site.serve("/manifest.json", whole((tmp_path / "manifest.json").read_bytes()))
    site.serve("/editions/2005-08-01/a.txt", whole(TEXT))
    source = site.base.replace("http://", "http://user:secret@")
    report = fetch([], tmp_path / "new", source, settings=QUICK)
    assert site.requests[-1].headers["Authorization"].startswith("Basic ")
    assert load_archive(tmp_path / "new").entries[0].copies[0].url == f"{site.base}/editions/2005-08-01/a.txt"
    assert "secret" not in repr(report)
    assert not [path for path in (tmp_path / "new").rglob("*") if path.is_file() and b"secret" in path.read_bytes()]


@pytest.mark.parametrize("place", ["", "[::1", "no..host/", ":port/", "HOST/damaged"])
@pytest.mark.parametrize("scheme", ["http", "ftp"])
def test_credentials_are_not_shown(site: Site, tmp_path: Path, scheme: str, place: str) -> None:
    site.serve("/damaged/manifest.json", whole(b'{"user": 1}'))
    address = f"{scheme}://user:secret@{place.replace('HOST', site.base.partition('//')[2])}"
    result = cli("fetch", "--all", "--from", address, "--archive", str(tmp_path / "new"), "--json")
    assert result.exit_code == 2, result.output
    assert result.stderr.startswith("Error: ")
    assert "secret" not in result.output
