"""`comprules update`: what it takes, what it refuses, and that the ledger in use stays whatever happens."""

from __future__ import annotations

import datetime as dt
import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import filelock
import pytest

from comprules.cli.sources import say_old_ledger
from comprules.facts import SAMPLE
from comprules.update import Update, UpdateError, UpdateReport
from graph.ledger import open_ledger, user_ledger_path
from graph.ledger.make import ledger_of
from rules.store import open_store
from scraper.archive import load_archive
from scraper.published import links_to_rules, mirrors_of
from scraper.registry import Registry, RegistryEdition, load_registry
from scraper.web.settings import FetchSettings
from tests.comprules.running import read_refusal, run
from tests.scraper.loopback import Site, running_site, status, whole

QUICK = FetchSettings(connect_timeout=60, read_timeout=60, attempts=1, backoff=0.01, longest_wait=1, pause=0)
ENTRIES = load_archive(SAMPLE).entries
NEWEST, BEFORE = ENTRIES[-1].edition, ENTRIES[-2].edition
TEXT = (SAMPLE / ENTRIES[-1].copies[0].file).read_bytes()
OLDER_TEXT = (SAMPLE / ENTRIES[-3].copies[0].file).read_bytes()
PROXY = b"<html><body><h1>Sign in</h1><a href='/login.txt'>go on</a></body></html>"


@pytest.fixture
def site() -> Iterator[Site]:
    with running_site() as running:
        yield running


@pytest.fixture
def archive(old_ledger: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An archive of all editions but the newest; a ledger and a knowledge base of them are in use."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("COMPRULES_LEDGER", str(old_ledger))
    monkeypatch.setenv("COMPRULES_DB", str(shutil.copy(old_ledger.with_suffix(".sqlite"), tmp_path / "kb.sqlite")))
    return Path(shutil.copytree(old_ledger.parent / "archive", tmp_path / "archive"))


def update_archive(
    archive: Path, site: Site | None = None, today: str = NEWEST, source: str | None = None
) -> UpdateReport:
    page = None if site is None else f"{site.base}/rules"
    return Update(archive, today, source, registry=Registry((), page), fetch=QUICK, jobs=1).run()


def publish(site: Site, data: bytes, name: str = "MagicCompRules%2020990101.txt") -> str:
    address = site.serve(f"/downloads/{name}", whole(data))
    site.serve("/rules", whole(f'<p><a href="/downloads/{name}">Text</a> <a href="/a.pdf">other</a></p>'.encode()))
    return address


def test_the_newest_edition_comes_from_another_archive(archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    report = update_archive(archive, source=str(SAMPLE))
    assert (report.added, report.newest, report.ledger) == ((NEWEST,), NEWEST, user_ledger_path())
    monkeypatch.setenv("COMPRULES_LEDGER", str(report.ledger))
    with open_ledger() as ledger, open_store(report.store) as store:
        assert report.ledger.read_bytes() == ledger_of(store)
        assert ledger.resolve("latest") == NEWEST
    report.store.unlink()
    assert update_archive(archive, source=str(SAMPLE)).added == ()
    assert report.store.exists(), "nothing newer, but there was no knowledge base"


def test_it_comes_from_the_publishers_page(archive: Path, site: Site) -> None:
    """The date that counts is the text's, not the file name's."""
    address = publish(site, TEXT)
    report = update_archive(archive, site)
    assert (report.added, report.newest) == ((NEWEST,), NEWEST)
    assert any(address in note and "nobody has recorded its hash" in note for note in report.notes)
    assert load_archive(archive).entries[-1].copies[0].url == address


def test_a_ledger_never_loses_an_edition(archive: Path, site: Site) -> None:
    publish(site, TEXT)
    with pytest.raises(UpdateError, match=f"knows, such as {ENTRIES[0].edition}.*the old one was kept"):
        update_archive(archive.with_name("empty"), site)
    assert not user_ledger_path().exists()


@pytest.mark.parametrize(
    ("data", "today", "note"),
    [
        (PROXY, NEWEST, "the download is not the text of the rules"),
        (b"", NEWEST, "the download is not the text of the rules"),
        (b"\x00\xff" * 5000, NEWEST, "the download is not the text of the rules"),
        (TEXT[: len(TEXT) // 6], NEWEST, "the download has"),
        (TEXT[: -len(TEXT) // 8], NEWEST, "the download is truncated"),
        (TEXT.replace(b"These rules are effective", b"They hold"), NEWEST, "does not state when it took effect"),
        (OLDER_TEXT, NEWEST, f"older than {BEFORE}"),
        (TEXT, BEFORE, f"takes effect on {NEWEST} and is used from that day"),
    ],
)
def test_a_file_that_does_not_count_changes_nothing(
    archive: Path, site: Site, data: bytes, today: str, note: str
) -> None:
    publish(site, data)
    before = load_archive(archive).entries
    report = update_archive(archive, site, today)
    assert report.added == ()
    assert any(note in message for message in report.notes), report.notes
    assert load_archive(archive).entries == before
    assert not user_ledger_path().exists()


def test_an_edition_of_the_archive_counts_from_the_day_on_which_it_takes_effect(archive: Path) -> None:
    shutil.rmtree(archive)
    shutil.copytree(SAMPLE, archive)
    note = (
        f"{archive}: edition {NEWEST} takes effect on {NEWEST} and is used from that day; run this command again then"
    )
    report = update_archive(archive, today=BEFORE)
    assert (report.added, report.newest, report.notes) == ((), BEFORE, (note,))
    assert not user_ledger_path().exists()
    report.store.unlink()
    assert update_archive(archive, today=BEFORE).notes == (note,)
    with open_store(report.store) as store:
        assert store.edition_ids[-1] == BEFORE
    report = update_archive(archive, today=NEWEST)
    assert (report.added, report.newest, report.notes) == ((NEWEST,), NEWEST, ())


def test_a_damaged_knowledge_base_is_named_when_it_is_rebuilt(archive: Path) -> None:
    store = update_archive(archive).store
    data = bytearray(store.read_bytes())
    data[-1] ^= 1
    store.write_bytes(data)
    (note,) = update_archive(archive, source=str(SAMPLE)).notes
    assert note.startswith(f"{store}: this file is damaged")


def test_what_cannot_be_had_is_a_sentence(archive: Path, site: Site) -> None:
    site.serve("/rules", whole(PROXY))
    assert ["proxy" in note for note in update_archive(archive, site).notes] == [True]
    site.serve("/rules", status(503))
    assert ["503" in note for note in update_archive(archive, site).notes] == [True]
    links = "".join(f'<a href="/MagicCompRules%20209901{day:02}.txt">Text</a>' for day in range(1, 13))
    site.serve("/rules", whole(links.encode()))
    left_out, *missing = update_archive(archive, site).notes
    assert left_out.endswith("links to 12 texts of the rules; the last 4 were not read")
    assert ["404" in note for note in missing] == [True] * 8
    address = site.serve("/newest.txt", status(404))
    later = RegistryEdition(NEWEST, publisher=address)
    later_one = Update(archive, NEWEST, registry=Registry((later,)), fetch=QUICK)
    assert later_one.run().notes == (f"{NEWEST}: no source had it ({address}: not found (404))",)


def test_without_a_network_it_is_said_once_and_what_is_here_is_used(archive: Path, site: Site) -> None:
    silent = tuple(
        RegistryEdition(entry.edition, publisher=f"http://127.0.0.1:9/{entry.edition}") for entry in ENTRIES[:-1]
    )
    registry = Registry(silent, "http://127.0.0.1:9/")
    update = Update(archive, NEWEST, registry=registry, fetch=QUICK, jobs=1)
    report = update.run()
    assert report.offline
    (note,) = report.notes
    assert note.startswith("no network: 127.0.0.1:9")
    report.store.unlink()
    again = update.run()
    assert again.store.exists(), "made of the archive that is here"
    assert len(again.notes) == 1
    again.store.unlink()
    with pytest.raises(UpdateError, match="could not download any edition: no network"):
        Update(archive.with_name("empty"), NEWEST, registry=registry, fetch=QUICK, jobs=1).run()
    site.serve("/rules", status(503))
    assert not update_archive(archive, site).offline, "a host that answers anything shows a network"


def test_the_command(archive: Path) -> None:
    path = user_ledger_path()
    path.parent.mkdir(parents=True)
    with filelock.FileLock(path.with_name(f".{path.name}.lock")):
        message = read_refusal("update", "--archive", str(archive), "--from", str(SAMPLE))
    assert "another `comprules update` is running" in message
    result = run("update", "--archive", str(archive), "--from", str(SAMPLE), "--jobs", "1", "--json")
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["added"] == [NEWEST]
    assert f"new: {NEWEST}; the newest edition is {NEWEST}" in result.stderr


def test_the_newer_ledger_answers_and_is_named(
    archive: Path, old_ledger: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    report = update_archive(archive, source=str(SAMPLE))
    own = report.ledger
    report.store.unlink()
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("COMPRULES_LEDGER")
    monkeypatch.setattr("graph.ledger.ledger.SHIPPED", old_ledger)
    line = f"Using your own ledger, up to {NEWEST}: {own}"
    (tmp_path / "a.txt").write_text("CR 702.40a\n")
    for command in (("trace", "702.40a", "--json"), ("check", "a.txt"), ("editions", "--json")):
        result = run(*command)
        assert result.exit_code == 0, result.output
        assert line in result.stderr.splitlines(), command
    own.write_bytes(own.read_bytes()[:-100])
    result = run("trace", "702.40a", "--json")
    assert result.exit_code == 0, "the one that ships answers"
    assert "Your own ledger is not used: " in result.stderr
    assert "to rebuild it, run: comprules update" in result.stderr
    shutil.copy(old_ledger, own)
    with open_ledger() as ledger:
        assert ledger.path == old_ledger, "of two that know the same the shipped one answers"


def test_an_old_ledger_is_told_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    with open_ledger() as ledger:
        newest = dt.date.fromisoformat(ledger.resolve("latest"))
        for days, beyond, notices in ((1, [], 0), (364, [], 0), (370, [], 1), (1, ["702.999a", "702.998b"], 1)):
            say_old_ledger(ledger, beyond, newest + dt.timedelta(days=days))
            lines = capsys.readouterr().err.splitlines()
            assert len(lines) == notices, days
            assert all("comprules update" in line for line in lines), days


def test_an_edition_beyond_the_ledger_is_an_error(
    old_ledger: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COMPRULES_LEDGER", str(old_ledger))
    (tmp_path / "a.txt").write_text("CR 702.40a\n")
    for arguments in (
        ("check", ".", "--to", NEWEST),
        ("check", ".", "--edition", NEWEST),
        ("upgrade", ".", "--to", NEWEST),
        ("map", "--from", NEWEST),
        ("trace", "702.40a", "--as-of", NEWEST),
    ):
        assert "comprules update" in read_refusal(*arguments), arguments


def test_files_on_a_page_and_in_public_archives() -> None:
    page = b"""<a href="/x/MagicCompRules%2020260925.txt">t</a> <a href="notes.txt">n</a>
        {"u":"https://files.example/Comprehensive%20Rules%2020221007.txt"}
        <a href='/x/MagicCompRules%2020260925.txt'>"""
    assert links_to_rules(page, "https://example.org/en/rules") == (
        "https://example.org/x/MagicCompRules%2020260925.txt",
        "https://files.example/Comprehensive%20Rules%2020221007.txt",
    )
    urls = mirrors_of("https://example.org/MagicCompRules%2020991231.txt", load_registry())
    assert urls
    assert all("/HEAD/" in url and ("20991231" in url or "2099-12-31" in url) for url in urls)
    assert mirrors_of("https://example.org/MagicCompRules.txt", load_registry()) == ()
