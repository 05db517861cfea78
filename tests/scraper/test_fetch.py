"""Fetching, against a server on loopback that misbehaves."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from unittest.mock import Mock
from urllib.parse import quote

import filelock
import pytest
from msgspec.structs import replace

import scraper.web.client
import scraper.web.pace
from rules.edition_names import UnknownEdition
from rules.records import CardSet
from scraper import archive_writer
from scraper.archive import ArchiveError, load_archive, write_manifest
from scraper.fetch import FetchReport, fetch, fetch_pages
from scraper.fetch_edition import EditionReport
from scraper.fetch_errors import FetchError
from scraper.registry import Registry, RegistryEdition, RegistryWitness
from scraper.web.pace import Pace
from scraper.web.settings import FetchSettings
from tests.scraper.archives import write_archive
from tests.scraper.loopback import (
    Answer,
    Site,
    misplaced,
    ranged,
    redirect,
    running_site,
    stalled,
    status,
    truncated,
    unbounded,
    whole,
)

QUICK = FetchSettings(connect_timeout=60, read_timeout=60, attempts=3, backoff=0.01, longest_wait=2, pause=0)
TEXT = b"".join(f"{number}. A rule made up for this test.\n".encode() for number in range(100, 4000))
OTHER = TEXT.replace(b"made up", b"thought up")


@pytest.fixture
def site() -> Iterator[Site]:
    with running_site() as running:
        yield running


def sha(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


ORIGINS = {name: {"repository": f"example/{name}", "commit": "abc"} for name in "ab"}
Step = tuple[str, str, int]


class Nearby(Registry, frozen=True):
    """A registry whose places name whole addresses."""

    def address_of(self, place: str) -> str:
        return place.partition(":")[2]


def nearby(*editions: RegistryEdition) -> Nearby:
    return Nearby(editions, origins=ORIGINS)


def witness(name: str, data: bytes, *addresses: str) -> RegistryWitness:
    at, *same = (f"{name}:{address}" for address in addresses)
    return RegistryWitness(at=at, bytes=len(data), sha256=sha(data), same=tuple(same))


def edition(*witnesses: RegistryWitness, day: str = "2005-08-01", publisher: str | None = None) -> RegistryEdition:
    sets = (CardSet("9ED", "Ninth Edition"),)
    return RegistryEdition(day, sets=sets, publisher=publisher, witnesses=witnesses)


FILE = "editions/2005-08-01/a.txt"


def edition_at(site: Site, *answers: Answer, publisher: str | None = None) -> RegistryEdition:
    """An edition with one file, for which these answers are given in turn."""
    return edition(witness("a", TEXT, site.serve("/a.txt", *answers)), publisher=publisher)


def run(target: Path, *editions: RegistryEdition, **options: object) -> FetchReport:
    settings = options.pop("settings", QUICK)
    return fetch([], target, registry=nearby(*editions), settings=settings, **options)  # type: ignore[arg-type]


def run_for(target: Path, known: RegistryEdition, **options: object) -> EditionReport:
    """What a run reports of the only edition."""
    (fetched,) = run(target, known, **options).editions
    return fetched


def test_a_file_comes_verified_into_a_new_archive_and_again_only_when_it_is_damaged(site: Site, tmp_path: Path) -> None:
    known = edition_at(site, whole(TEXT))
    events: list[Step] = []
    target = tmp_path / "new"
    assert run_for(target, known, progress=lambda *step: events.append(step)).outcome == "fetched"
    [entry] = load_archive(target).entries
    assert (entry.edition, entry.set_code) == ("2005-08-01", "9ED")
    assert entry.copies[0].url == site.base + "/a.txt"
    assert entry.copies[0].file == FILE
    assert (target / FILE).read_bytes() == TEXT
    assert events[:2] == [("files", "", 1), ("bytes", "", len(TEXT))]
    assert events[-2:] == [("advanced", FILE, len(TEXT)), ("finished", FILE, 0)]
    assert not (target / ".partial").exists()
    assert site.requests[0].headers["User-Agent"].startswith("comprules")

    before = (target / "manifest.json").read_bytes()
    assert run_for(target, known).outcome == "present"
    assert (target / "manifest.json").read_bytes() == before
    write_manifest(target, [])
    assert run_for(target, known).outcome == "present", "a file that the manifest lost is adopted"
    assert load_archive(target).entries[0].copies[0].sha256 == sha(TEXT)
    assert len(site.requests) == 1
    (target / FILE).write_bytes(TEXT[:-1])
    assert run_for(target, known).outcome == "fetched"
    assert (target / FILE).read_bytes() == TEXT


def test_sources_are_tried_in_turn_and_the_publishers_copy_finds_its_own_witness(site: Site, tmp_path: Path) -> None:
    good, publisher = site.serve("/good.txt", whole(TEXT)), site.serve("/publisher.txt", whole(OTHER))
    first = witness("a", TEXT, site.serve("/gone.txt", status(404)), good)
    fetched = run_for(tmp_path / "one", edition(first, publisher=publisher))
    assert fetched.files[0].address == good
    assert [failure.address for failure in fetched.failures] == [publisher, site.base + "/gone.txt"]
    assert "404" in fetched.failures[1].reason
    second = witness("b", OTHER, site.serve("/b.txt", whole(OTHER)))
    files = run_for(tmp_path / "two", edition(first, second, publisher=publisher)).files
    assert {file.file: file.address for file in files} == {FILE: good, "editions/2005-08-01/b.txt": publisher}
    assert not site.asked("/b.txt")


REVERSED = bytes(reversed(TEXT))
REFUSED: dict[str, tuple[Answer, str, int | None]] = {
    "a wrong hash, which is not asked for again": (whole(REVERSED), sha(REVERSED), 1),
    "a wrong length, before the body is read": (stalled(TEXT + b"more", 10), f"not {len(TEXT):,}", None),
    "a server that wants hours": (status(503, Retry_After="7200"), "7,200 s", 1),
    "endless redirects": (redirect("/a.txt"), "redirects", None),
    "no length, and too much": (unbounded(TEXT + b"more"), f"more than {len(TEXT):,} bytes", None),
    "no length, and too little": (unbounded(TEXT[:9]), f"after 9 of {len(TEXT):,} bytes", None),
}
"""Answer → what is reported of it, how often it is requested."""


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused_leaves_nothing(site: Site, tmp_path: Path, name: str) -> None:
    answer, reason, requests = REFUSED[name]
    events: list[Step] = []
    report = run(tmp_path, edition_at(site, answer), progress=lambda *step: events.append(step))
    assert report.editions[0].outcome == "failed"
    assert not report.usable
    assert reason in report.editions[0].failures[0].reason
    assert [text for step, text, _ in events if step == "abandoned"] == [FILE]
    assert requests in {len(site.requests), None}
    assert not list(tmp_path.rglob("*.txt"))
    assert requests is None or not list(tmp_path.rglob("*.part"))


def test_errors_of_the_server_are_reported_and_asked_again_after_the_wait_it_wants(
    site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited: list[float] = []
    monkeypatch.setattr(scraper.web.client, "sleep", waited.append)
    events: list[Step] = []
    known = edition_at(site, status(500), status(503), status(429, Retry_After="1"), whole(TEXT))
    settings = replace(QUICK, attempts=4)
    assert run_for(tmp_path, known, settings=settings, progress=lambda *step: events.append(step)).outcome == "fetched"
    notes = [text for step, text, _ in events if step == "note"]
    assert [code in note for code, note in zip(("500", "503", "429"), notes, strict=True)] == [True] * 3
    assert len(site.requests) == 4
    pauses = [seconds for seconds in waited if seconds]
    assert (len(pauses), pauses[-1]) == (3, 1.0)


# A part of the file, then what the server says when it is asked for the rest, then anew.
RESUMED: dict[str, tuple[Answer, ...]] = {
    "it has ranges": (truncated(TEXT, 70000), ranged(TEXT)),
    "it ignores ranges and sends all": (truncated(TEXT, 70000), whole(TEXT)),
    "its file changed meanwhile": (truncated(REVERSED, 70000), ranged(TEXT), ranged(TEXT)),
    "it has no such range": (truncated(TEXT, 70000), status(416), whole(TEXT)),
    "it sends another range": (truncated(TEXT, 70000), misplaced(TEXT), whole(TEXT)),
}


@pytest.mark.parametrize("name", RESUMED)
def test_a_truncated_download_is_resumed(site: Site, tmp_path: Path, name: str) -> None:
    assert run_for(tmp_path, edition_at(site, *RESUMED[name])).outcome == "fetched"
    assert (tmp_path / FILE).read_bytes() == TEXT
    first, second, *anew = (request.headers for request in site.requests)
    assert "Range" not in first
    assert int(second["Range"].removeprefix("bytes=").removesuffix("-")) > 65536
    assert ["Range" in headers for headers in anew] == [False] * (len(RESUMED[name]) - 2)


def test_the_next_run_resumes_what_the_last_one_left(site: Site, tmp_path: Path) -> None:
    known, events = edition_at(site, truncated(TEXT, 70000), ranged(TEXT)), list[Step]()
    once = FetchSettings(attempts=1, pause=0)
    assert run_for(tmp_path, known, settings=once).outcome == "failed"
    assert run_for(tmp_path, known, settings=once, progress=lambda *step: events.append(step)).outcome == "fetched"
    assert "Range" in site.requests[1].headers
    assert next(count for step, _, count in events if step == "advanced") > 65536


def test_a_stalling_server_loses_its_turn_and_a_silent_host_is_left_alone(site: Site, tmp_path: Path) -> None:
    known = edition_at(site, stalled(TEXT, 1000), publisher=site.serve("/other.txt", status(404)))
    impatient = FetchSettings(read_timeout=1, attempts=2, backoff=0.01, pause=0)
    failures = run_for(tmp_path, known, settings=impatient).failures
    assert "no answer" in failures[1].reason
    assert "2 tries" in failures[1].reason
    editions = [
        edition(witness("a", TEXT, f"http://127.0.0.1:9/{day}", site.serve(f"/{day}", whole(TEXT))), day=day)
        for day in ("2005-08-01", "2005-10-01")
    ]
    first, second = run(tmp_path, *editions, settings=replace(impatient, read_timeout=30)).editions
    assert (first.outcome, second.outcome) == ("fetched", "fetched")
    assert "no connection" in first.failures[0].reason
    assert "does not answer" in second.failures[0].reason


def test_a_dripping_server_is_given_up_after_the_time_for_one_file(site: Site, tmp_path: Path) -> None:
    def drip(handler: BaseHTTPRequestHandler) -> None:
        handler.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(TEXT))
        handler.close_connection = True
        while not handler.site.closed.wait(0.02):  # type: ignore[attr-defined]
            handler.wfile.write(b"1")

    editions = [
        edition(witness("a", TEXT, site.serve(f"/{day}", drip)), day=day)
        for day in ("2005-08-01", "2005-10-01", "2006-02-01")
    ]
    patient = FetchSettings(connect_timeout=60, read_timeout=60, file_timeout=0.3, attempts=4, backoff=0.01, pause=0)
    first, *others = run(tmp_path, *editions, settings=patient).editions
    assert "not complete after" in first.failures[0].reason
    assert len(site.requests) == 1
    assert all("is too slow" in other.failures[0].reason for other in others)


def test_an_unknown_edition_is_taken_unverified_and_loudly(site: Site, tmp_path: Path) -> None:
    known = edition(publisher=site.serve("/new.txt", whole(TEXT)), day="2027-01-15")
    events: list[Step] = []
    [file] = run_for(tmp_path, known, progress=lambda *step: events.append(step)).files
    assert (file.sha256, file.verified) == (sha(TEXT), False)
    assert "unverified" in next(text for step, text, _ in events if step == "note")
    assert load_archive(tmp_path).entries[0].copies[0].origin == "127.0.0.1"
    assert run_for(tmp_path, known).outcome == "present"
    assert len(site.requests) == 1


def test_what_cannot_be_trusted_without_a_hash(site: Site, tmp_path: Path) -> None:
    """But a redirect to another host is followed where the hash decides."""
    with running_site() as mirror:
        elsewhere = mirror.serve("/b.txt", whole(TEXT)).replace("127.0.0.1", "localhost")
        answers = {
            "page": whole(b"<html>", Content_Type="text/html; charset=utf-8"),
            "elsewhere": redirect(elsewhere),
            "endless": truncated(TEXT, 5000),
            "unbounded": unbounded(TEXT),
        }
        for kind, answer in answers.items():
            assert run_for(tmp_path, edition(publisher=site.serve("/new.txt", answer))).outcome == "failed", kind
            assert not list(tmp_path.rglob("*.txt")), kind
        assert run_for(tmp_path, edition_at(site, redirect(elsewhere))).outcome == "fetched"


def test_one_request_at_a_time_and_no_second_run_beside_the_first(site: Site, tmp_path: Path) -> None:
    days = [f"2010-01-{day:02}" for day in range(1, 9)]
    known = [edition(witness("a", TEXT, site.serve(f"/{day}", whole(TEXT))), day=day) for day in days]
    with filelock.FileLock(tmp_path / ".fetch.lock"), pytest.raises(FetchError, match="is filling this archive"):
        run(tmp_path, *known)
    with pytest.raises(UnknownEdition, match="XYZ"):
        fetch([days[0], "XYZ"], tmp_path, registry=nearby(*known), settings=QUICK)
    assert not site.requests
    report = run(tmp_path, *known, settings=FetchSettings(pause=0))
    assert [edition.outcome for edition in report.editions].count("fetched") == 8
    assert max(request.at_once for request in site.requests) == 1
    assert [entry.edition for entry in load_archive(tmp_path).entries] == days


def test_requests_to_a_host_have_a_pause_between_them(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []
    monkeypatch.setattr(scraper.web.pace, "sleep", slept.append)
    pace = Pace(86_400)
    for host in ("one.example", "one.example", "two.example"):
        pace.wait_turn(host)
    assert [seconds > 80_000 for seconds in slept] == [False, True, False]


def test_a_killed_run_is_continued(site: Site, tmp_path: Path) -> None:
    """A real process is killed in the middle of its second file; the first one stays, the second is resumed."""
    first = witness("a", TEXT, site.serve("/a.txt", ranged(TEXT)))
    second = witness("b", OTHER, site.serve("/b.txt", stalled(OTHER, 70000)))
    program = f"""
from pathlib import Path
from scraper.fetch import fetch
from tests.scraper.test_fetch import *
fetch([], Path({str(tmp_path)!r}), registry=nearby({edition(first, second)!r}))
"""
    process = subprocess.Popen([sys.executable, "-c", program], cwd=Path(__file__).parents[2])
    try:
        waiting = threading.Event()
        for _ in range(2_400):
            parts = (tmp_path / ".partial").glob("*.part") if site.asked("/b.txt") else ()
            if any(part.stat().st_size for part in parts):
                break
            waiting.wait(0.05)
        else:
            pytest.fail("the process did not get to its second file")
    finally:
        process.kill()
        process.wait()
    assert [copy.file for copy in load_archive(tmp_path).entries[0].copies] == [FILE]
    site.serve("/b.txt", ranged(OTHER))
    assert run_for(tmp_path, edition(first, second)).outcome == "fetched"
    assert len(site.asked("/a.txt")) == 1
    assert "Range" in site.asked("/b.txt")[-1].headers


def test_a_disk_that_cannot_be_written_stops_the_run_and_leaves_the_archive(
    site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(tmp_path, edition(witness("a", TEXT, site.serve("/a.txt", whole(TEXT))), day="2004-10-01"))
    before = (tmp_path / "manifest.json").read_bytes()
    known = edition(witness("b", OTHER, site.serve("/b.txt", whole(OTHER))))
    full = Mock(side_effect=OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)))
    monkeypatch.setattr(archive_writer, "put_in_place", full)
    with pytest.raises(FetchError, match="free some space"):
        run(tmp_path, known)
    full.assert_called_once()
    assert (tmp_path / "manifest.json").read_bytes() == before
    assert not (tmp_path / "editions/2005-08-01/b.txt").exists()
    monkeypatch.setattr(Path, "mkdir", Mock(side_effect=PermissionError(errno.EACCES, os.strerror(errno.EACCES))))
    with pytest.raises(FetchError, match="that you may write to"):
        run(tmp_path / "x", known)


def test_folders_that_cannot_be_an_archive_are_refused(site: Site, tmp_path: Path) -> None:
    for name in ("others", "outside", "archive"):
        (tmp_path / name).mkdir()
    (tmp_path / "others/holiday.txt").write_text("photos")
    with pytest.raises(FetchError, match="it is not an archive"):
        run(tmp_path / "others", edition())
    write_manifest(tmp_path / "archive", [])
    (tmp_path / "archive/editions").symlink_to(tmp_path / "outside")
    with pytest.raises(ArchiveError, match="symbolic link"):
        run(tmp_path / "archive", edition_at(site, whole(TEXT)))
    assert not list((tmp_path / "outside").iterdir())


def other_archive(root: Path, *texts: tuple[str, bytes]) -> Path:
    return write_archive(root, {day: {"my copy.txt": data} for day, data in texts})


def fetch_from(source: Path | str, target: Path, *names: str) -> FetchReport:
    return fetch(names, target, str(source), registry=Registry(()), settings=QUICK)


COPY = "editions/2005-08-01/my copy.txt"


def test_from_a_folder(tmp_path: Path) -> None:
    source = other_archive(tmp_path / "source", ("2005-08-01", TEXT), ("2005-10-01", OTHER))
    report = fetch_from(source, tmp_path / "target", "latest")
    assert [fetched.edition for fetched in report.editions] == ["2005-10-01"]
    assert load_archive(tmp_path / "target").entries == load_archive(source).entries[1:]
    assert (tmp_path / "target/editions/2005-10-01/my copy.txt").read_bytes() == OTHER
    with pytest.raises(FetchError, match="is the archive itself"):
        fetch_from(source, source)


def test_from_a_folder_with_wrong_files_or_with_another_copy_at_the_same_path(tmp_path: Path) -> None:
    source = other_archive(tmp_path / "source", ("2005-08-01", TEXT), ("2005-10-01", OTHER))
    (source / COPY).write_bytes(OTHER)
    (source / "editions/2005-10-01/my copy.txt").unlink()
    first, second = fetch_from(source, tmp_path / "target").editions
    assert (first.outcome, second.outcome) == ("failed", "failed")
    assert "do not match the manifest" in first.failures[0].reason
    assert "missing" in second.failures[0].reason
    assert not (tmp_path / "target/manifest.json").exists()
    other = other_archive(tmp_path / "other", ("2005-08-01", OTHER))
    target = other_archive(tmp_path / "kept", ("2005-08-01", TEXT))
    (kept,) = fetch_from(other, target).editions
    assert kept.outcome == "failed"
    assert "is kept" in kept.failures[0].reason
    assert (target / COPY).read_bytes() == TEXT


def test_odd_copies_do_not_keep_the_others_from_coming(site: Site, tmp_path: Path) -> None:
    """Copies without bytes, names that no file system takes, and a file in the place of a folder."""
    source = other_archive(tmp_path / "source", ("2005-08-01", TEXT), ("2005-10-01", b""), ("2006-02-01", OTHER))
    rows = json.loads((source / "manifest.json").read_text())
    good = rows[0]["copies"][0]
    for name in ("x" * 300, "é" * 200, "x/" * 3000 + "a"):
        rows[0]["copies"].append({**good, "file": f"editions/2005-08-01/{name}", "sha256": sha(name.encode())})
    (source / "manifest.json").write_text(json.dumps(rows))
    for number, place in enumerate((str(source), site.base)):
        site.serve("/manifest.json", whole((source / "manifest.json").read_bytes()))
        for row in rows:
            file = row["copies"][0]["file"]
            site.serve(f"/{quote(file)}", whole((source / file).read_bytes()))
        target = tmp_path / f"target{number}"
        (target / "editions").mkdir(parents=True)
        write_manifest(target, ())
        (target / "editions" / "2006-02-01").write_text("in the way")
        report = fetch_from(place, target)
        assert [each.outcome for each in report.editions] == ["partial", "fetched", "failed"], report
        assert (target / rows[1]["copies"][0]["file"]).read_bytes() == b""


def test_from_an_address(site: Site, tmp_path: Path) -> None:
    source = other_archive(tmp_path / "source", ("2005-08-01", TEXT))
    site.serve("/old/manifest.json", whole((source / "manifest.json").read_bytes()))
    for number, ending in enumerate(("", "/", "/manifest.json")):
        site.serve("/old/editions/2005-08-01/my%20copy.txt", status(500), whole(TEXT))
        (fetched,) = fetch_from(f"{site.base}/old{ending}", tmp_path / str(number)).editions
        assert fetched.outcome == "fetched", ending


def test_from_what_is_no_address_and_from_addresses_without_an_honest_manifest(site: Site, tmp_path: Path) -> None:
    for address in ("http://", "https://[", "HTTP://:80"):
        with pytest.raises(FetchError, match="not a web address"):
            fetch_from(address, tmp_path / "target")
    with pytest.raises(FetchError, match=r"manifest\.json: not found \(404\); check the address"):
        fetch_from(site.base, tmp_path / "target")
    copy = {"file": "../../outside.txt", "origin": "x", "bytes": len(TEXT), "sha256": sha(TEXT)}
    rows = [{"edition": "2005-08-01", "set": None, "copies": [copy]}]
    site.serve("/manifest.json", whole(json.dumps(rows).encode()))
    with pytest.raises(ArchiveError, match="must stay inside the folder"):
        fetch_from(site.base, tmp_path / "target")


def test_pages_are_fetched_once_and_one_failure_spares_the_rest(site: Site, tmp_path: Path) -> None:
    settings = replace(QUICK, largest=1_000)
    good, large = site.serve("/good", whole(b"<p>boats</p>")), site.serve("/large", whole(b"x" * 5_000))
    missing = f"{site.base}/missing"
    pages = {"first": [missing, good], "second": [missing], "third": [good], "large": [large]}
    reports = fetch_pages(pages, tmp_path / "pages", settings=settings).pages
    assert [(report.name, report.outcome, len(report.failures)) for report in reports] == [
        ("first", "fetched", 1),
        ("second", "failed", 1),
        ("third", "fetched", 0),
        ("large", "failed", 1),
    ]
    assert sorted(path.name for path in (tmp_path / "pages").iterdir()) == ["first.html", "third.html"]
    assert (tmp_path / "pages" / "first.html").read_bytes() == b"<p>boats</p>"
    count = len(site.requests)
    again = fetch_pages({name: pages[name] for name in ("first", "third")}, tmp_path / "pages", settings=QUICK)
    assert [report.outcome for report in again.pages] == ["present", "present"]
    assert len(site.requests) == count


SILENT = "http://127.0.0.1:9"


def test_without_a_network_no_source_is_tried_and_what_is_here_is_recorded(site: Site, tmp_path: Path) -> None:
    days = [f"20{year:02}-08-01" for year in range(20)]
    lacking = [
        edition(witness("a", TEXT, f"{SILENT}/{day}"), day=day, publisher=f"{SILENT}/publisher/{day}") for day in days
    ]
    events: list[Step] = []
    report = run(tmp_path, *lacking, progress=lambda *step: events.append(step))
    assert report.silent_hosts == ("127.0.0.1:9",)
    told = [(row.edition, row.outcome, row.failures) for row in report.editions]
    assert told == [(day, "failed", ()) for day in days]
    assert events == []
    here = edition(witness("b", TEXT, site.serve("/b.txt", whole(TEXT))), day="2001-08-01")
    assert not run(tmp_path, here).silent_hosts, "a host that answers shows a network"
    assert not run(tmp_path, edition(witness("b", TEXT, f"{SILENT}/b"), day="2001-08-01")).silent_hosts, "none lacks"
    again = run(tmp_path, *lacking[2:], edition(witness("b", TEXT, f"{SILENT}/b"), day="2001-08-01"))
    outcomes = {row.edition: row.outcome for row in again.editions}
    assert outcomes.pop("2001-08-01") == "present"
    assert set(outcomes.values()) == {"failed"}
    known = replace(QUICK, attempts=1, check_network=False)
    asked = run(tmp_path, lacking[0], settings=known)
    assert asked.editions[0].failures, "whoever has asked already learns of each source"


def test_without_a_network_no_page_is_tried(tmp_path: Path) -> None:
    (tmp_path / "kept.html").write_text("<p>boats</p>")
    pages = {name: [f"{SILENT}/{name}"] for name in ("kept", "first", "second")}
    report = fetch_pages(pages, tmp_path, settings=QUICK)
    assert report.silent_hosts == ("127.0.0.1:9",)
    assert [page.outcome for page in report.pages] == ["present", "failed", "failed"]
    assert not fetch_pages({"kept": pages["kept"]}, tmp_path, settings=QUICK).silent_hosts
