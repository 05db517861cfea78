"""Crawling sites of each family on a server of the loopback interface, and sites that mean harm."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

import scraper.web.client
import scraper.web.pace
from scraper.archive import Archive, ArchiveError, load_archive
from scraper.crawl import crawl, read_page
from scraper.crawling.limits import BARREN
from scraper.fetch_errors import FetchError
from scraper.fragments import load_fragments
from scraper.parse import parse_bytes
from scraper.registry import Registry, RegistryEdition
from scraper.sources import UnknownSource
from scraper.visits import CrawlReport, CrawlSettings
from scraper.web.addresses import AddressError, name_of_host, normal_address
from scraper.web.client import WebClient
from scraper.web.polite import PolitePages
from scraper.web.settings import FetchSettings
from scraper.web.steps import SourceError
from tests.scraper.document_files import make_docx, make_pdf
from tests.scraper.loopback import Site, marked, redirect, running_site, stalled, status, truncated, whole
from tests.scraper.rules_sites import (
    CHAPTERS,
    book_page,
    chapter,
    edition_text,
    html_page,
    link,
    serve_book,
    serve_chapters,
    serve_page,
    serve_rulings,
    serve_trap,
    serve_wiki,
    serve_wordpress,
)

QUICK = FetchSettings(connect_timeout=60, read_timeout=60, attempts=2, backoff=0.01, longest_wait=2, pause=0)
BEGIN = dt.datetime(2030, 1, 1, tzinfo=dt.UTC)
DAY = dt.timedelta(days=1)


@pytest.fixture
def site() -> Iterator[Site]:
    with running_site() as running:
        yield running


def run(
    target: Path,
    *addresses: str,
    day: int = 0,
    web: FetchSettings = QUICK,
    registry: Registry | None = None,
    notes: list[str] | None = None,
    **settings: object,
) -> CrawlReport:
    chosen = CrawlSettings(**settings)  # type: ignore[arg-type]
    known = registry or Registry()

    def note(step: str, text: str, _number: int) -> None:
        if step == "note" and notes is not None:
            notes.append(text)

    return crawl(addresses, target, chosen, note, web=web, registry=known, now=lambda: BEGIN + day * DAY)


def outcomes(report: CrawlReport) -> list[str]:
    return [page.outcome for page in report.pages]


def fetched(report: CrawlReport, site: Site) -> list[str]:
    """The paths of the pages that came new, in order."""
    return [page.address.removeprefix(site.base) for page in report.with_outcome("fetched")]


def reasons(report: CrawlReport) -> str:
    return "\n".join(filter(None, (page.reason for page in report.pages)))


def asked(site: Site) -> list[str]:
    return [request.path for request in site.requests if request.path != "/robots.txt"]


def files(target: Path) -> list[Path]:
    return [path for path in target.rglob("*") if path.is_file() and path.name != ".fetch.lock"]


class TestFamilies:
    def test_chapters_in_the_order_of_the_contents(self, site: Site, tmp_path: Path) -> None:
        report = run(tmp_path, serve_chapters(site))
        assert fetched(report, site) == [f"/rules/{number}.html" for number in CHAPTERS]
        assert {page.source for page in report.pages} == {"chapters"}
        assert report.pages[1].why == 'listed as "601. Loading Boats"'
        assert "/shop/" not in asked(site)
        assert report.complete

    def test_an_ebook_from_its_description_to_the_last_page(self, site: Site, tmp_path: Path) -> None:
        report = run(tmp_path, serve_book(site))
        assert fetched(report, site) == [f"/books/rules-read-{page}.html" for page in (1, 2, 3)]
        rows = json.loads((tmp_path / "web/pages.json").read_text())
        after = {row["address"].removeprefix(site.base): row.get("after", "") for row in rows}
        assert after["/books/rules-read-3.html"] == f"{site.base}/books/rules-read-2.html"
        assert after["/books/rules-read-1.html"] == ""

    def test_one_page_of_a_book_is_one_page_unless_the_next_are_wanted(self, site: Site, tmp_path: Path) -> None:
        serve_book(site)
        second = f"{site.base}/books/rules-read-2.html"
        notes: list[str] = []
        run(tmp_path, second, notes=notes)
        assert asked(site) == ["/books/rules-read-2.html"]
        assert "rules-read-3.html; use --follow to fetch that page too" in notes[0]
        assert fetched(run(tmp_path, second, follow=True), site) == ["/books/rules-read-3.html"]
        assert asked(site) == ["/books/rules-read-2.html", "/books/rules-read-3.html"]

    def test_the_numbers_of_pages_lead_on_and_choices_of_chapters_too(self, site: Site, tmp_path: Path) -> None:
        for page in (1, 2, 3):
            numbers = "".join(link(f"view.php?book=7&page={number}", str(number)) for number in (1, 2, 3))
            serve_page(site, f"/view.php?book=7&page={page}", book_page(4 * page, numbers))
        report = run(tmp_path / "a", f"{site.base}/view.php?book=7&page=1", follow=True)
        assert [page[-1] for page in fetched(report, site)] == ["1", "2", "3"]
        choices = "".join(f'<option value="/view.php?book=7&amp;page={page}">{page}</option>' for page in (3, 1))
        listed = serve_page(site, "/book/", html_page(f"<select>{choices}</select>"))
        assert [page[-1] for page in fetched(run(tmp_path / "b", listed.removesuffix("book/") + "book/"), site)] == []
        top = serve_page(site, "/book.html", html_page(f"<select>{choices}</select>"))
        assert [page[-1] for page in fetched(run(tmp_path / "c", top), site)] == ["3", "1"]

    def test_two_next_pages_are_none(self, site: Site, tmp_path: Path) -> None:
        words = link("/b.html", "Next") + link("/c.html", "next »")
        notes: list[str] = []
        page = serve_page(site, "/a.html", book_page(1, words))
        run(tmp_path, page, notes=notes, follow=True)
        assert "two links say that they are the next page" in notes[0]
        assert asked(site) == ["/a.html"]

    def test_rulings_by_sections(self, site: Site, tmp_path: Path) -> None:
        report = run(tmp_path, serve_rulings(site))
        assert fetched(report, site) == [f"/rulings/{section}.html" for section in ("A.1", "A.2", "T.2")]
        (_, first), *_ = load_fragments(Archive(tmp_path, ()))[0]
        assert parse_bytes(first, "x").work == "rulings-summary"

    def test_a_wiki_through_its_api_with_lists_that_go_on(self, site: Site, tmp_path: Path) -> None:
        report = run(tmp_path, serve_wiki(site))
        assert outcomes(report) == ["index", "index", "fetched", "index", "fetched"]
        documents = [parse_bytes(data, copy.file) for copy, data in load_fragments(Archive(tmp_path, ()))[0]]
        assert [document.dialect for document in documents] == ["rules-site"] * 2
        assert {rule.tags for document in documents for rule in document.rules} == {("Harbour Set",)}
        assert documents[0].rules[1].text == "A boat at sea counts as 1."

    def test_an_article_of_a_wiki_and_an_error_of_its_api(self, site: Site, tmp_path: Path) -> None:
        serve_wiki(site, ("Mooring",))
        report = run(tmp_path / "a", f"{site.base}/wiki/Mooring")
        assert outcomes(report) == ["index", "fetched"]
        (place,) = [path for path in site.answers if "titles=Mooring" in path]
        serve_page(
            site, place, json.dumps({"error": {"code": "maxlag", "info": "the wiki is busy"}}), "application/json"
        )
        report = run(tmp_path / "b", f"{site.base}/wiki/Mooring")
        assert "the wiki's API answers: the wiki is busy" in reasons(report)
        assert not report.complete

    def test_wordpress_through_its_json_and_only_below_the_page(self, site: Site, tmp_path: Path) -> None:
        report = run(tmp_path, serve_wordpress(site))
        assert fetched(report, site) == ["/wp-json/wp/v2/pages/12", "/wp-json/wp/v2/pages/11"]
        (skipped,) = report.with_outcome("skipped")
        assert skipped.reason == "it is not below /rules/"
        documents = [parse_bytes(data, copy.file) for copy, data in load_fragments(Archive(tmp_path, ()))[0]]
        assert {len(document.rules) for document in documents} == {5}

    def test_wordpress_without_its_interface_is_read_as_pages_for_people(self, site: Site, tmp_path: Path) -> None:
        head = f'<link rel="https://api.w.org/" href="{site.base}/wp-json/"><link rel="alternate"'
        head += f' type="application/json" href="{site.base}/wp-json/wp/v2/pages/5">'
        page = serve_page(site, "/cr607/", chapter("607", "Linked Boats").replace("</head>", f"{head}</head>"))
        site.serve("/wp-json/wp/v2/pages/5", status(401))
        assert "unauthorized (401)" in reasons(run(tmp_path, page))
        assert fetched(run(tmp_path, page, source="chapters"), site) == ["/cr607/"]

    def test_files_of_the_publisher_become_copies_of_editions(self, site: Site, tmp_path: Path) -> None:
        with running_site() as media, running_site() as stranger:
            text = edition_text().encode("utf-8-sig")
            there = media.serve("/2030/MagicCompRules%2020300301.txt", whole(text))
            strange = stranger.serve("/MagicCompRules.txt", whole(text)).replace("127.0.0.1", "localhost")
            page = html_page(f"{link(there, 'TXT')}{link(strange, 'another')}{link('/news', 'News')}")
            known = Registry((RegistryEdition("2029-01-01", publisher=there),))
            report = run(tmp_path, serve_page(site, "/en/rules", page), registry=known)
            assert outcomes(report) == ["skipped", "index", "fetched"]
            assert "localhost" in reasons(report)
        (entry,) = load_archive(tmp_path).entries
        (copy,) = entry.copies
        assert (entry.edition, copy.url) == ("2030-03-01", there)
        assert (tmp_path / copy.file).read_bytes() == text
        assert load_fragments(load_archive(tmp_path)) == ((), ())

    def test_word_and_pdf_are_copies_beside_the_text(self, site: Site, tmp_path: Path) -> None:
        text = edition_text()
        forms = {"txt": text.encode(), "docx": make_docx(text), "pdf": make_pdf(text, head="")}
        links = ""
        for form, data in forms.items():
            site.serve(f"/files/MagicCompRules.{form}", whole(data, Content_Type="application/octet-stream"))
            links += link(f"/files/MagicCompRules.{form}", form.upper())
        report = run(tmp_path, serve_page(site, "/en/rules", html_page(links)))
        assert [page.outcome for page in report.pages] == ["index", "fetched", "fetched", "fetched"]
        (entry,) = load_archive(tmp_path).entries
        assert entry.edition == "2030-03-01"
        old = site.serve("/files/CompRules.docx", whole(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" * 99))
        report = run(tmp_path, serve_page(site, "/old/rules", html_page(link(old, "Word"))))
        assert "save it as .docx" in reasons(report)
        assert not report.complete
        assert {Path(copy.file).suffix: (tmp_path / copy.file).read_bytes() for copy in entry.copies} == {
            f".{form}": data for form, data in forms.items()
        }

    def test_all_pages_below_a_folder(self, site: Site, tmp_path: Path) -> None:
        words = link("/a/deep/two.html", "two") + link("/b/one.html", "outside") + link("boat.png", "a picture")
        start = serve_page(site, "/a/", html_page(words))
        serve_page(site, "/a/deep/two.html", html_page(link("../three.html", "three") + link("/a/", "up")))
        serve_page(site, "/a/three.html", chapter("607", "Linked Boats"))
        report = run(tmp_path, start)
        assert "--follow" in reasons(report)
        assert not report.complete
        assert files(tmp_path) == []
        assert fetched(run(tmp_path, start, follow=True), site) == ["/a/three.html"]
        assert not site.asked("/b/one.html")

    def test_unknown_families_and_addresses_are_refused_before_anything_is_asked(
        self, site: Site, tmp_path: Path
    ) -> None:
        with pytest.raises(
            UnknownSource, match="known ones are mediawiki, wordpress, rulings, chapters, publisher, ebook, site"
        ):
            run(tmp_path / "new", site.base, source="blog")
        for address in (
            "ftp://example.org/",
            "https://",
            "http://[::1",
            "https://user:secret@example.org/",
            "https://a..b/",
        ):
            with pytest.raises(AddressError) as refused:
                run(tmp_path / "new", site.base, address)
            assert "secret" not in str(refused.value)
        assert not site.requests
        assert not (tmp_path / "new").exists()


class TestOnceAndAgain:
    def test_nothing_is_asked_twice_within_a_day_then_only_whether_it_changed(self, site: Site, tmp_path: Path) -> None:
        bodies = {number: chapter(number, title).encode() for number, title in CHAPTERS.items()}
        start = serve_chapters(site)
        site.serve("/rules/601.html", marked(bodies["601"], '"v1"', Content_Type="text/html"))
        stamp = "Mon, 01 Jan 2029 00:00:00 GMT"
        site.serve("/rules/607.html", marked(bodies["607"], Last_Modified=stamp, Content_Type="text/html"))
        run(tmp_path, start)
        requests = len(site.requests)
        assert outcomes(run(tmp_path, start)) == ["index", "present", "present", "present"]
        assert len(site.requests) == requests
        report = run(tmp_path, start, day=2)
        assert outcomes(report) == ["index", "unchanged", "unchanged", "unchanged"]
        assert site.asked("/rules/601.html")[1].headers["If-None-Match"] == '"v1"'
        assert site.asked("/rules/607.html")[1].headers["If-Modified-Since"] == stamp
        assert outcomes(run(tmp_path, start, day=2)) == ["index", "present", "present", "present"]

    def test_a_page_that_changed_is_kept_beside_what_it_was(self, site: Site, tmp_path: Path) -> None:
        old, new = chapter("607", "Linked Boats").encode(), chapter("607", "Unlinked Boats").encode()
        page = site.serve("/607.html", whole(old), whole(new))
        first = run(tmp_path, page).pages[0]
        second = run(tmp_path, page, day=2).pages[0]
        assert (first.outcome, second.outcome) == ("fetched", "changed")
        assert "this page has changed since 2030-01-01" in (second.reason or "")
        assert (tmp_path / str(first.file)).read_bytes() == old
        assert (tmp_path / str(second.file)).read_bytes() == new
        assert len(load_fragments(Archive(tmp_path, ()))[0]) == 2
        assert outcomes(run(tmp_path, page, day=4)) == ["unchanged"]

    def test_a_page_that_lost_its_rules_leaves_what_it_was(self, site: Site, tmp_path: Path) -> None:
        page = site.serve(
            "/607.html", whole(chapter("607", "Linked Boats").encode()), whole(b"<html><p>Moved.</p></html>")
        )
        file = run(tmp_path, page).pages[0].file
        report = run(tmp_path, page, day=2)
        assert outcomes(report) == ["failed"]
        assert "the archive keeps the page of 2030-01-01" in reasons(report)
        assert (tmp_path / str(file)).exists()

    def test_a_stopped_run_goes_on_where_it_stopped(self, site: Site, tmp_path: Path) -> None:
        start = serve_chapters(site)
        page = chapter("607", "Linked Boats").encode()
        site.serve("/rules/607.html", status(429, Retry_After="7200"), whole(page))
        report = run(tmp_path, start)
        assert report.stopped is not None
        assert "7,200 s" in report.stopped
        assert "run the same command again later" in report.stopped
        assert not site.asked("/rules/113.html"), "a host that wants no more requests gets none"
        again = run(tmp_path, start)
        assert outcomes(again) == ["index", "present", "fetched", "fetched"]

    def test_the_bytes_and_where_they_came_from(self, site: Site, tmp_path: Path) -> None:
        site.serve("/old", redirect("/rules/607.html"))
        serve_chapters(site)
        run(tmp_path, f"{site.base}/old#607.1")
        (row,) = json.loads((tmp_path / "fragments/manifest.json").read_text())
        body = chapter("607", "Linked Boats").encode()
        assert (tmp_path / row["file"]).read_bytes() == body
        assert row["url"] == f"{site.base}/rules/607.html"
        assert row["fetched"] == "2030-01-01T00:00:00+00:00"
        assert site.requests[0].headers["User-Agent"].startswith("comprules/")

    def test_damaged_files_are_fetched_again_and_a_damaged_list_is_refused(self, site: Site, tmp_path: Path) -> None:
        page = serve_page(site, "/607.html", chapter("607", "Linked Boats"))
        file = tmp_path / str(run(tmp_path, page).pages[0].file)
        whole_bytes = file.read_bytes()
        file.write_bytes(b"spoiled")
        assert outcomes(run(tmp_path, page)) == ["fetched"]
        assert file.read_bytes() == whole_bytes
        (tmp_path / "web/pages.json").write_text('[{"address": 1}]')
        with pytest.raises(ArchiveError, match="remove it to fetch all pages again"):
            run(tmp_path, page)

    def test_a_dry_run_tells_what_and_why_and_stores_nothing(self, site: Site, tmp_path: Path) -> None:
        start = serve_chapters(site)
        report = run(tmp_path / "new", start, dry_run=True)
        assert outcomes(report) == ["index", "planned", "planned", "planned"]
        assert asked(site) == ["/rules/"]
        assert not (tmp_path / "new").exists()
        run(tmp_path, start)
        assert outcomes(run(tmp_path, start, dry_run=True)) == ["index", "present", "present", "present"]
        later = run(tmp_path, start, dry_run=True, day=2)
        assert "it is downloaded again only if it changed" in reasons(later)

    def test_a_page_written_before_the_run_was_killed_is_entered_by_the_next(self, site: Site, tmp_path: Path) -> None:
        page = serve_page(site, "/607.html", chapter("607", "Linked Boats"))
        first = run(tmp_path, page)
        before = {path: path.read_bytes() for path in files(tmp_path)}
        for name in ("fragments/manifest.json", "web/pages.json"):
            (tmp_path / name).unlink()
        assert outcomes(run(tmp_path, page)) == ["fetched"]
        assert {path: path.read_bytes() for path in files(tmp_path)} == before
        assert first.complete

    def test_what_the_list_of_fragments_has_besides_is_kept(self, site: Site, tmp_path: Path) -> None:
        page = serve_page(site, "/607.html", chapter("607", "Linked Boats"))
        run(tmp_path, page)
        path = tmp_path / "fragments/manifest.json"
        (tmp_path / "fragments/mine.txt").write_text("mine")
        mine = {"file": "fragments/mine.txt", "origin": "a box", "found": "in the cellar"}
        path.write_text(json.dumps([mine, *json.loads(path.read_text())]))
        other = serve_page(site, "/608.html", chapter("608", "Far Boats"))
        run(tmp_path, other)
        rows = json.loads(path.read_text())
        assert rows[0] == mine
        assert [row.get("url", "")[-8:] for row in rows] == ["", "607.html", "608.html"]


class TestManners:
    def test_robots_decide_and_set_the_pace(self, site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        slept: list[float] = []
        monkeypatch.setattr(scraper.web.pace, "sleep", slept.append)
        robots = b"User-agent: comprules\nDisallow: /rules/607\nCrawl-delay: 30\n\nUser-agent: *\nDisallow: /\n"
        site.serve("/robots.txt", whole(robots))
        report = run(tmp_path, serve_chapters(site))
        assert outcomes(report) == ["index", "fetched", "failed", "fetched"]
        assert "robots.txt forbids it; save the page yourself" in reasons(report)
        assert "/rules/607.html" not in asked(site)
        assert [round(seconds) for seconds in slept if seconds > 1] == [30, 30]
        assert len(site.asked("/robots.txt")) == 1

    def test_robots_that_forbid_all_or_cannot_be_read(self, site: Site, tmp_path: Path) -> None:
        start = serve_chapters(site)
        for answer in (whole(b"User-agent: *\nDisallow: /"), status(503), whole(b"#" * 600_000)):
            site.serve("/robots.txt", answer)
            report = run(tmp_path, start)
            assert outcomes(report) == ["failed"]
            assert "robots.txt" in reasons(report)
        assert asked(site) == []
        assert files(tmp_path) == []

    def test_a_host_that_wants_no_requests_now_is_left_alone(self, site: Site, tmp_path: Path) -> None:
        start = serve_chapters(site)
        site.serve("/robots.txt", status(429, Retry_After="7200"))
        report = run(tmp_path, start)
        assert "7,200 s" in str(report.stopped)
        assert asked(site) == [], "a 429 does not mean that there is no robots.txt"

    def test_a_redirect_to_a_forbidden_page_is_not_followed(self, site: Site, tmp_path: Path) -> None:
        site.serve("/robots.txt", whole(b"User-agent: *\nDisallow: /private/"))
        secret = serve_page(site, "/private/607.html", chapter("607", "Linked Boats"))
        report = run(tmp_path, site.serve("/607.html", redirect(secret)))
        assert "forbids it" in reasons(report)
        assert asked(site) == ["/607.html"]

    def test_a_site_that_wants_hours_between_pages_gives_one(self, site: Site, tmp_path: Path) -> None:
        site.serve("/robots.txt", whole(b"User-agent: *\nCrawl-delay: 7200"))
        start = serve_chapters(site)
        report = run(tmp_path, start)
        assert asked(site) == ["/rules/"]
        assert "wants 7,200 s between two pages" in str(report.stopped)

    def test_a_redirect_is_paced_as_a_page(self, site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        slept: list[float] = []
        monkeypatch.setattr(scraper.web.pace, "sleep", slept.append)
        page = serve_page(site, "/rules/607.html", chapter("607", "Linked Boats"))
        moved = site.serve("/607.html", redirect(page))
        for delay, waited in ((30, 30), (7200, 120)):
            site.serve("/robots.txt", whole(f"User-agent: *\nCrawl-delay: {delay}".encode()))
            slept.clear()
            assert outcomes(run(tmp_path / str(delay), moved)) == ["fetched"]
            assert [round(seconds) for seconds in slept if seconds > 1] == [waited]

    def test_a_host_that_gives_one_page_gives_no_second_by_a_redirect(
        self, site: Site, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(scraper.web.pace, "sleep", lambda _: None)
        with running_site() as slow, WebClient(QUICK, None) as client:
            slow.serve("/robots.txt", whole(b"User-agent: *\nCrawl-delay: 7200"))
            slow.serve("/607.html", whole(b"boats"))
            moved = [site.serve(f"/{number}.html", redirect(f"{slow.base}/607.html")) for number in (1, 2)]
            pages = PolitePages(client)
            hosts = {name_of_host(site.base)}
            assert pages.get(moved[0], 1000, hosts).body == b"boats"
            for address in (moved[1], f"{slow.base}/607.html"):
                with pytest.raises(SourceError, match="wants 7,200 s between two pages"):
                    pages.get(address, 1000, hosts)
            assert asked(slow) == ["/607.html"]

    def test_the_address_to_write_to_is_named(self, site: Site, tmp_path: Path) -> None:
        page = serve_page(site, "/607.html", chapter("607", "Linked Boats"))
        run(tmp_path, page, web=replace(QUICK, contact="mailto:me@example.org"))
        assert [request.headers["User-Agent"].endswith("(+mailto:me@example.org)") for request in site.requests] == [
            True
        ] * 2

    def test_a_busy_server_is_waited_for(self, site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        slept: list[float] = []
        monkeypatch.setattr(scraper.web.client, "sleep", slept.append)
        page = chapter("607", "Linked Boats").encode()
        address = site.serve("/607.html", status(429, Retry_After="2"), whole(page))
        assert outcomes(run(tmp_path, address)) == ["fetched"]
        assert 2.0 in slept


class TestBadInput:
    @pytest.mark.parametrize(
        ("address", "words"),
        [
            ("http://127.0.0.1:9/x", "no connection"),
            ("http://nowhere.invalid/x", "no connection"),
        ],
    )
    def test_a_host_that_does_not_answer(self, tmp_path: Path, address: str, words: str) -> None:
        report = run(tmp_path, address, web=replace(QUICK, attempts=1))
        assert words in reasons(report)
        assert "run the same command again later" in str(report.stopped)
        assert files(tmp_path) == []

    def test_redirects_elsewhere(self, site: Site, tmp_path: Path) -> None:
        with running_site() as other:
            there = serve_page(other, "/607.html", chapter("607", "Linked Boats")).replace("127.0.0.1", "localhost")
            report = run(tmp_path, site.serve("/away", redirect(there)))
            assert f"it leads to another host; if that page is meant, name it: {there}" in reasons(report)
            assert not other.requests
        for place in ("file:///etc/passwd", "ftp://example.org/607.html", "data:text/html,x"):
            report = run(tmp_path, site.serve("/away", redirect(place)))
            assert "address" in reasons(report), place
        serve_page(site, "/elsewhere/607.html", chapter("607", "Linked Boats"))
        start = serve_chapters(site)
        site.serve("/rules/607.html", redirect("/elsewhere/607.html"))
        report = run(tmp_path, start)
        assert "it is not below /rules/" in reasons(report)
        assert outcomes(report) == ["index", "fetched", "failed", "fetched"]

    def test_what_is_no_page_of_rules(self, site: Site, tmp_path: Path) -> None:
        answers = {
            "/empty": whole(b""),
            "/picture": whole(b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 9),
            "/words": whole(b"<html><p>About boats.</p></html>"),
            "/gone": status(404),
            "/broken": status(500),
            "/cut": truncated(chapter("607", "Linked Boats").encode(), 300),
        }
        for path, answer in answers.items():
            report = run(tmp_path, site.serve(path, answer))
            assert outcomes(report) == ["failed"], path
            assert not report.complete
            assert reasons(report)
            assert files(tmp_path) == [], path

    def test_a_page_that_never_ends_and_one_that_is_too_large(self, site: Site, tmp_path: Path) -> None:
        quick = replace(QUICK, file_timeout=0.5, attempts=1)
        report = run(tmp_path, site.serve("/slow", stalled(b"<html>" * 99, 20)), web=quick)
        assert "not complete after" in reasons(report)
        small = replace(QUICK, largest=1000)
        report = run(tmp_path, site.serve("/large", whole(b"x" * 2000)), web=small)
        assert "more than 1,000 bytes" in reasons(report)
        assert files(tmp_path) == []

    def test_an_index_of_very_many_links_is_refused_whole(
        self, site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        numbers = [f"{number % 899 + 100}.{number}" for number in range(2000)]
        start = serve_page(site, "/rules/", html_page("".join(link(number, number) for number in numbers)))
        report = run(tmp_path, start)
        assert "it leads to 2,000 pages, more than the 500 of a run" in reasons(report)
        monkeypatch.setattr("scraper.markup.prepare.MOST_TAGS", 1500)
        assert "it leads to at least 7" in reasons(run(tmp_path, start))
        assert "more tags than are read" in reasons(run(tmp_path, start, most_pages=10**6))
        assert asked(site) == ["/rules/"] * 3
        assert files(tmp_path) == []

    def test_the_bounds_on_pages_and_bytes(self, site: Site, tmp_path: Path) -> None:
        book = serve_book(site, pages=5)
        report = run(tmp_path, book, most_pages=3)
        assert outcomes(report) == ["index", "fetched", "fetched"]
        assert "3 pages were looked at, and there are more" in str(report.stopped)
        assert outcomes(run(tmp_path, book)).count("fetched") == 3
        report = run(tmp_path / "other", book, most_bytes=600)
        assert "more than" in reasons(report) or "bytes were fetched" in str(report.stopped)
        assert not report.complete

    def test_a_trap_of_endless_links(self, site: Site, tmp_path: Path) -> None:
        report = run(tmp_path, serve_trap(site, range(200)), follow=True)
        assert f"the last {BARREN} pages had no new rules" in str(report.stopped)
        assert len(asked(site)) <= BARREN + 1

    def test_a_trap_that_shows_one_page_at_endless_addresses(self, site: Site, tmp_path: Path) -> None:
        for page in range(200):
            body = book_page(4, '<a rel="next" href="/next">x</a>')
            serve_page(site, f"/p{page}", body.replace("/next", f"/p{page + 1}"))
        report = run(tmp_path / "a", f"{site.base}/p0", follow=True, most_pages=20)
        assert "20 pages were looked at" in str(report.stopped)
        with running_site() as other:
            other.answers.clear()
            same = whole(book_page(4, link("more/", "next")).encode())
            for number in range(80):
                other.serve(f"/{'more/' * number}", same)
            report = run(tmp_path / "b", f"{other.base}/", follow=True)
            assert outcomes(report) == ["fetched", "doubled"], "the same bytes lead nowhere new"

    def test_an_encoding_that_is_not_the_stated_one(self, site: Site, tmp_path: Path) -> None:
        words = chapter("607", "Linked Boats", link("608.html", "Следующая")).encode("cp1251", "xmlcharrefreplace")
        page = site.serve("/rules/607.html", whole(words, Content_Type="text/html; charset=windows-1251"))
        serve_page(site, "/rules/608.html", chapter("608", "Far Boats"))
        assert fetched(run(tmp_path, page, follow=True), site) == ["/rules/607.html", "/rules/608.html"]
        curly = chapter("609", "Boats").replace("Boats.”", "Boats’.”").encode("cp1252")
        wrong = site.serve("/rules/609.html", whole(curly, Content_Type="text/html; charset=utf-8"))
        (visit,) = run(tmp_path, wrong).pages
        stored = (tmp_path / str(visit.file)).read_bytes()
        assert stored == curly
        assert "“Linked Boats’.”" in parse_bytes(stored, "x").rules[2].text

    def test_one_failure_hides_no_other_page(self, site: Site, tmp_path: Path) -> None:
        start = serve_chapters(site)
        site.serve("/rules/607.html", status(404))
        report = run(tmp_path, start, f"{site.base}/nothing")
        assert outcomes(report) == ["index", "fetched", "failed", "fetched", "failed"]
        assert not report.complete

    def test_a_folder_that_is_no_archive_is_left_alone(self, site: Site, tmp_path: Path) -> None:
        (tmp_path / "mine.txt").write_text("mine")
        with pytest.raises(FetchError, match="not an archive"):
            run(tmp_path, serve_chapters(site))
        assert not asked(site)


class TestOnePage:
    def test_it_is_read_and_not_stored(self, site: Site) -> None:
        serve_page(site, "/607.html", chapter("607", "Linked Boats"))
        address, data = read_page(site.serve("/old", redirect("/607.html")), QUICK)
        assert address == f"{site.base}/607.html"
        assert parse_bytes(data, address).rules[1].number == "607.1"

    def test_it_obeys_robots(self, site: Site) -> None:
        site.serve("/robots.txt", whole(b"User-agent: *\nDisallow: /"))
        with pytest.raises(FetchError, match="forbids it"):
            read_page(serve_page(site, "/607.html", chapter("607", "Linked Boats")), QUICK)
        assert asked(site) == []


@pytest.mark.parametrize(
    ("link_text", "normal"),
    [
        ("HTTPS://Example.ORG:443/a/../b/./c#d", "https://example.org/b/c"),
        ("https://example.org", "https://example.org/"),
        ("https://example.org/%2e%2e/secret", "https://example.org/secret"),
        ("//other.example/x", "https://other.example/x"),
        ("/rules/../../x", "https://example.org/x"),
        ("?page=2", "https://example.org/rules/?page=2"),
        ("Regel ä.html", "https://example.org/rules/Regel%20%C3%A4.html"),
        ("https://example.org//evil.example/x", "https://example.org/evil.example/x"),
        ("http://example.org:8080/a%20b?x=1&y=[2]", "http://example.org:8080/a%20b?x=1&y=[2]"),
    ],
)
def test_addresses_have_one_form(link_text: str, normal: str) -> None:
    assert normal_address(link_text, "https://example.org/rules/") == normal
    assert normal_address(normal) == normal
