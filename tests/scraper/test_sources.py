"""Pages as families of sites see them, one by one, and pages that mean harm."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.growth import grows_in_proportion
from scraper.sources import SOURCES, chapters, ebook, mediawiki, publisher, source_of, wordpress
from scraper.sources.page import WebPage
from scraper.sources.paging import next_page
from scraper.web.addresses import AddressError, normal_address
from scraper.web.scope import Scope, scope_of
from scraper.web.steps import SourceError
from tests.scraper.rules_sites import html_page, link

HERE = "https://example.org/rules/index.html"


def page(body: str, head: str = "", address: str = HERE) -> WebPage:
    return WebPage(address, html_page(body, head).encode(), "text/html")


def addresses(found: WebPage) -> list[str]:
    """What a page leads to, below the folder of the page."""
    return [lead.address.removeprefix("https://example.org/rules/") for lead in source_of(found).contents(found)]


def family(body: str, head: str = "") -> str:
    return str(source_of(page(body, head)).NAME)


class TestRecognising:
    def test_numbers_of_chapters_in_words_or_in_addresses(self) -> None:
        words = "".join(link(f"p{number}", f"{number}. Boats") for number in (100, 101, 702))
        assert family(words) == "chapters"
        named = "".join(
            link(f"cr{number}/", name) for number, name in ((601, "Casting"), (607, "Links"), (113, "Cargo"))
        )
        assert family(named) == "chapters"
        rules = "".join(link(f"702-{number}.html", f"702.{number}") for number in (1, 2, 3))
        assert addresses(page(rules)) == ["702-1.html", "702-2.html", "702-3.html"]

    def test_what_has_numbers_and_lists_no_chapters(self) -> None:
        assert family("".join(link(f"/news/{year}", f"News of {year}") for year in (2019, 2020, 2021))) == "site"
        assert family(link("/1", "1. Boats") + link("/2", "100 boats")) == "site"

    def test_sections_of_the_contents_page_itself_are_no_pages(self) -> None:
        parts = link("#1", "1. Boats") + link("index.html#2", "2. Harbours")
        listed = "".join(link(f"{number}.html", f"{number}. Boats") for number in (100, 101, 102, 100))
        glossary = link("glossary.html", "Glossary")
        assert addresses(page(f"{parts}{listed}{glossary}")) == ["100.html", "101.html", "102.html", "glossary.html"]

    def test_rulings_have_a_dash(self) -> None:
        letters = "".join(link(f"{name}.html", f"{name} - Boats") for name in ("A.1", "A.2", "C.1"))
        numbers = "".join(link(f"rule-{name}.php", f"{name} - Boats") for name in ("401", "402", "G6"))
        assert family(letters) == family(numbers) == "rulings"
        assert family(link("a", "Top") + link("b", "Return to Rules Index") + link("c", "A.1 - Boats")) == "site"

    def test_a_wiki_names_itself_and_its_api(self) -> None:
        api = '<link rel="EditURI" type="application/rsd+xml" href="//example.org/w/api.php?action=rsd">'
        generator = '<meta name="generator" content="MediaWiki 1.39.5">'
        title = f"<script>var x = {json.dumps({'wgPageName': 'Boats_“and”_more'})};</script>"
        found = page(title, generator + api)
        assert source_of(found) is mediawiki
        (lead,) = mediawiki.contents(found)
        assert lead.address.startswith("https://example.org/w/api.php?action=query&format=json")
        assert lead.address.endswith("&titles=Boats+%E2%80%9Cand%E2%80%9D+more")
        assert family("", generator) == "site", "without an API there is nothing to ask"
        assert family("", api) == "site", "blogs have such a link too"

    @pytest.mark.parametrize(
        ("address", "title"),
        [
            ("https://example.org/wiki/Big_boats", "Big+boats"),
            ("https://example.org/index.php?title=Big_boats&action=view", "Big+boats"),
        ],
    )
    def test_the_title_of_an_article_without_scripts(self, address: str, title: str) -> None:
        head = '<meta name="generator" content="MediaWiki 1.15.1"><link rel="EditURI" href="/w/api.php?action=rsd">'
        (lead,) = mediawiki.contents(page("", head, address))
        assert lead.address.endswith(f"&titles={title}")
        with pytest.raises(SourceError, match="does not state its title"):
            mediawiki.contents(page("", head, "https://example.org/"))

    def test_a_page_and_a_post_of_wordpress(self) -> None:
        root = '<link rel="https://api.w.org/" href="https://example.org/wp-json/">'
        for kind in ("pages", "posts"):
            own = f'<link rel="alternate" title="JSON" type="application/json" href="/wp-json/wp/v2/{kind}/7">'
            feed = '<link rel="alternate" type="application/json+oembed" href="/wp-json/oembed/1.0/embed?url=x">'
            (lead,) = wordpress.contents(page("", feed + root + own))
            assert lead.address == f"https://example.org/wp-json/wp/v2/{kind}/7"
        (listed,) = wordpress.contents(page("", root))
        assert listed.kind == "index"
        plain = '<link rel="https://api.w.org/" href="https://example.org/index.php?rest_route=/">'
        (listed,) = wordpress.contents(page("", plain))
        assert listed.address.startswith("https://example.org/index.php?rest_route=/wp/v2/pages&per_page=100")

    def test_a_long_list_of_wordpress_goes_on(self) -> None:
        rows = [{"id": number, "link": f"https://example.org/rules/{number}/"} for number in range(100)]
        place = "https://example.org/wp-json/wp/v2/pages?parent=3&per_page=100"
        *pages, following = wordpress.contents(WebPage(place, json.dumps(rows).encode()))
        assert len(pages) == 100
        assert following.address == f"{place}&page=2"
        *_, third = wordpress.contents(WebPage(following.address, json.dumps(rows).encode()))
        assert third.address == f"{place}&page=3"
        assert len(wordpress.contents(WebPage(place, json.dumps(rows[:99]).encode()))) == 99

    def test_relative_links_with_a_base(self) -> None:
        listed = "".join(link(f"{number}.html", f"{number}. Boats") for number in (100, 101, 102))
        assert addresses(page(listed, '<base href="/rules/deep/">'))[0] == "deep/100.html"


class TestNextPage:
    @pytest.mark.parametrize(
        "words", ["Next", "next page »", "Следующая страница", "Nächste Seite", "»", "→", "[Next Chapter]"]
    )
    def test_words(self, words: str) -> None:
        lead = next_page(page(link("2.html", words) + link("0.html", "previous")))
        assert lead is not None
        assert lead.address == "https://example.org/rules/2.html"

    def test_the_surest_sign_decides(self) -> None:
        lead = next_page(page(link("other.html", "Next"), '<link rel="next" href="two.html">'))
        assert lead is not None
        assert lead.address.endswith("two.html")
        assert next_page(page(link("a.html", "Next week") + link("https://other.example/", "Next"))) is None
        twice = next_page(page(link("a.html", "Next") * 2))
        assert twice is not None

    def test_numbers_count_only_where_the_address_counts_along(self) -> None:
        found = page(
            link("read-31.html", "31") + link("read-29.html", "29"), address="https://example.org/read-30.html"
        )
        lead = next_page(found)
        assert lead is not None
        assert lead.address == "https://example.org/read-31.html"
        assert next_page(page(link("31.html", "31"), address="https://example.org/12-30.html")) is None
        assert next_page(page(link("/545/9002", "2"), address="https://example.org/545/9001")) is None


def test_all_forms_of_all_editions_are_leads() -> None:
    names = [f"MagicCompRules%20{year}0101.{form}" for year in range(2010, 2014) for form in ("txt", "pdf", "rtf")]
    found = page("".join(link(f"/files/{name}", name) for name in names))
    assert [lead.address for lead in publisher.contents(found)] == [f"https://example.org/files/{n}" for n in names]


class TestHarm:
    @given(
        st.binary(max_size=400), st.sampled_from(["", "text/html; charset=utf-16", "application/json", "x; charset=?"])
    )
    def test_any_bytes(self, body: bytes, kind: str) -> None:
        for start in (b"", b"<html><a href=", b'{"query": ', b'[{"id": 1, "link": '):
            found = WebPage("https://example.org/w/api.php?x=/wp/v2/", start + body, kind)
            for source in SOURCES:
                source.recognizes(found)
                try:
                    source.contents(found) if source.recognizes(found) else ()
                    source.next_page(found)
                except SourceError:
                    pass

    @given(st.text(max_size=80), st.sampled_from([HERE, "", "http://[::1]:80/a/"]))
    def test_any_link(self, text: str, base: str) -> None:
        try:
            address = normal_address(text, base)
        except AddressError:
            return
        assert normal_address(address) == address
        assert "/../" not in address
        assert "#" not in address

    @pytest.mark.parametrize(
        "answer", [None, 1, [], [1], {"query": 1}, {"query": {"pages": {"1": 2}}}, {"error": 1}, {"id": "x"}]
    )
    def test_answers_of_another_shape(self, answer: object) -> None:
        body = json.dumps(answer).encode()
        found = WebPage("https://example.org/wp-json/wp/v2/pages/1", body, "application/json")
        assert not wordpress.recognizes(found) or wordpress.contents(found) == ()
        found = WebPage("https://example.org/w/api.php?x", body, "application/json")
        if isinstance(answer, dict) and "error" in answer:
            with pytest.raises(SourceError, match="API answers: an error"):
                mediawiki.contents(found)
        else:
            assert not mediawiki.recognizes(found) or mediawiki.contents(found) == ()

    @pytest.mark.parametrize(
        "piece",
        ["<!--", "<a href='x", "<a", "<base href=/b><a href=c>100.1</a>", "<option value=/a>", '"wgPageName":"'],
    )
    def test_the_cost_is_in_proportion(self, piece: str) -> None:
        def read(count: int) -> Callable[[], object]:
            found = WebPage(HERE, b"<html>" + piece.encode() * count, "text/html")
            return lambda: [source.recognizes(found) for source in SOURCES]

        assert grows_in_proportion(read, 500)

    def test_links_that_lead_out_or_nowhere_are_none(self) -> None:
        words = (
            "javascript:alert(1)",
            "mailto:me@example.org",
            "data:text/html,x",
            "file:///etc/passwd",
            "http://",
            "#x",
            "",
        )
        assert page("".join(link(word, "100. Boats") for word in words)).links == ()
        assert page(link("https://me:secret@example.org/", "x")).links == ()


class TestScope:
    def test_it_is_the_folder_of_the_address(self) -> None:
        assert scope_of("https://example.org/rules/index.html") == Scope("example.org", "/rules/")
        assert scope_of("https://example.org/rules/") == Scope("example.org", "/rules/")
        assert scope_of("https://example.org/rules") == Scope("example.org", "/")
        scope = scope_of("https://example.org:8080/rules/")
        assert scope.refusal("https://example.org:8080/rules/a/b") is None
        assert scope.refusal("https://example.org/rules/a") == "it is on another host, example.org"
        assert scope.refusal("https://example.org:8080/rulesets/a") == "it is not below /rules/"


def test_every_family_says_how_it_reads() -> None:
    names = [source.NAME for source in SOURCES]
    assert len(set(names)) == len(names)
    for source in SOURCES:
        said = source.__doc__ or ""
        assert all(f"{head}" in said for head in ("History:", "Recognised:", "Order:", "Navigation:")), source.NAME


def test_a_book_that_begins_twice_is_not_begun() -> None:
    assert ebook.contents(page(link("1.html", "Read") + link("2.html", "Start reading"))) == ()
    assert chapters.contents(page("")) == ()
