"""The frame of a page: relative to wherever it stands, everything escaped, nothing inline."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from site_src.markup.shell import Frame, Shell, Side

HOSTILE = '"><script>alert(1)</script>{{ 7 }}'


@pytest.fixture
def shell() -> Shell:
    assets = {
        "css": "a.css", "js": "a.js", "early": "e.js", "serif": "s.woff2",
        "pages": {"compare": "compare.1.js"}, "styles": {"compare": "compare.1.css"},
    }  # fmt: skip
    contents = [{"number": "7", "heading": HOSTILE, "chapters": [["702", HOSTILE]]}]
    latest = {"id": "2026-04-17", "words": f"Edition of 17 April 2026, {HOSTILE}"}
    return Shell(assets, {"contents": contents, "summary": [], "latest": latest, "sample": False})


def parsed(html: str) -> BeautifulSoup:
    return BeautifulSoup(html, "html.parser")


@pytest.mark.parametrize(
    ("address", "root"), [("", "./"), ("terms/", "../"), ("history/702.40/", "../../"), ("a.html", "./")]
)
def test_addresses_are_relative_to_the_page(shell: Shell, address: str, root: str) -> None:
    soup = parsed(shell.page(address, "A page", "<div class='page'><h1>A page</h1></div>"))
    assert soup.select_one("a.wordmark")["href"] == root  # type: ignore[index]
    found = [str(tag.get("href") or tag.get("src")) for tag in soup.select("link[href], script[src], header a[href]")]
    assert found
    assert all(one.startswith(root) for one in found)


def test_nothing_of_a_title_is_markup(shell: Shell) -> None:
    html = shell.framed(Frame("x/", HOSTILE, HOSTILE, side=Side("cr/", "7", "702")), "<p>body</p>")
    assert "<script>alert" not in html
    soup = parsed(html)
    assert soup.title is not None
    assert soup.title.get_text().startswith(HOSTILE)
    assert soup.select_one('meta[property="og:title"]')["content"] == HOSTILE  # type: ignore[index]
    assert HOSTILE in soup.select_one(".side").get_text()  # type: ignore[union-attr]


def test_the_policy_allows_nothing_inline(shell: Shell) -> None:
    html = shell.page("x/", "X", "<p>x</p>", scripts=("compare",), styles=("compare",))
    soup = parsed(html)
    policy = str(soup.select_one('meta[http-equiv="Content-Security-Policy"]')["content"])  # type: ignore[index]
    assert "unsafe-inline" not in policy
    assert policy.startswith("default-src 'none'")
    assert soup.select("script:not([src]), style, [style], [onclick]") == []
    assert soup.select_one('script[src="../assets/compare.1.js"]') is not None
    assert soup.select_one('link[href="../assets/compare.1.css"]') is not None
    with pytest.raises(KeyError):
        shell.page("x/", "X", "", scripts=("none",))


def test_json_ld_cannot_end_its_block(shell: Shell) -> None:
    about = json.dumps({"name": "</script><script>alert(1)</script>"})
    soup = parsed(shell.framed(Frame("x/", "X", about=about), "<p>x</p>"))
    blocks = soup.select('script[type="application/ld+json"]')
    assert [json.loads(str(one.string)) for one in blocks] == [json.loads(about)]
    assert soup.select("script:not([src]):not([type])") == []


def test_the_bar_says_the_edition_and_leads_back(shell: Shell) -> None:
    latest = parsed(shell.page("x/", "X", "<p>x</p>")).select_one(".edition-bar")
    assert latest is not None
    assert "the latest" in latest.get_text()
    assert "edition-bar-old" not in latest["class"]
    words = "Edition of 11 July 2009, Magic 2010"
    old = parsed(shell.page("x/", "X", "<p>x</p>", edition_words=words)).select_one(".edition-bar")
    assert old is not None
    assert "edition-bar-old" in old["class"]
    assert words in old.get_text()
    assert old.select_one("a.edition-back")["href"] == "../e/2026-04-17/"  # type: ignore[index]


def test_canonical_addresses_only_where_the_place_is_known(shell: Shell) -> None:
    assert parsed(shell.page("x/", "X", "")).select("link[rel=canonical]") == []
    placed = Shell(shell.assets, shell.facts, "https://site.invalid/rules/")
    soup = parsed(placed.page("x/", "X", ""))
    assert soup.select_one("link[rel=canonical]")["href"] == "https://site.invalid/rules/x/"  # type: ignore[index]
    assert soup.select_one('meta[property="og:url"]')["content"] == "https://site.invalid/rules/x/"  # type: ignore[index]


def test_search_engines_are_told_what_to_list(shell: Shell) -> None:
    assert parsed(shell.page("x/", "X", "")).select("meta[name=robots]") != []
    assert parsed(shell.page("x/", "X", "", indexed=True)).select("meta[name=robots]") == []


def test_a_page_is_written_to_its_address(shell: Shell, tmp_path: Path) -> None:
    for address in ("", "history/702.40/", "offline.html"):
        shell.write(tmp_path, address, "page")
    assert sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.html")) == [
        "history/702.40/index.html",
        "index.html",
        "offline.html",
    ]


def test_it_can_be_sent_to_worker_processes(shell: Shell) -> None:
    again = pickle.loads(pickle.dumps(shell))
    assert again.page("x/", "X", "") == shell.page("x/", "X", "")
