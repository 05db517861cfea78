"""The frame of a page: relative to wherever it stands, everything escaped, nothing inline."""

from __future__ import annotations

import hashlib
import json
import pickle
import re
from pathlib import Path
from urllib.parse import urljoin

import pytest
from bs4 import Tag
from mkdocs.utils import normalize_url

from site_src.builder.assets import find_material
from site_src.markup.shell import Frame, Shell, make_extra
from site_src.paths import THEME
from tests.site_src.pages.written import parse_html, text_at

HOSTILE = '"><script>alert(1)</script>{{ 7 }}'


@pytest.fixture
def shell() -> Shell:
    assets = {
        "css": "a.css", "js": "a.js", "early": "e.js", "serif": "s.woff2",
        "pages": {"compare": "compare.1.js"}, "styles": {"compare": "compare.1.css"},
    }  # fmt: skip
    rules = [{"number": "702.1", "words": HOSTILE, "address": "cr/702/", "anchor": "702.1"}]
    chapters = [{"number": "702", "heading": HOSTILE, "address": "cr/702/", "rules": rules}]
    contents = [{"number": "7", "heading": HOSTILE, "address": "cr/#7", "chapters": chapters}]
    facts = {
        "contents": contents,
        "rulings": [],
        "rulings_years": "",
        "documentation": [],
        "sample": False,
        "bulletins": False,
    }
    return Shell(make_extra(assets, facts))


@pytest.mark.parametrize("address", ["", "terms/", "history/702.40/", "a.html"])
def test_addresses_are_relative_to_the_page(shell: Shell, address: str) -> None:
    soup = parse_html(shell.page(Frame(address, "A page"), "<div class='page'><h1>A page</h1></div>"))
    addresses = [
        str(tag.get("href") or tag.get("src")) for tag in soup.select("link[href], script[src], .md-tabs a[href]")
    ]
    assert all(":" not in target and target[0] != "/" for target in addresses)
    resolved = {urljoin(f"https://host/below/{address}", target) for target in addresses}
    assert {f"https://host/below/{target}" for target in ("assets/a.css", "assets/e.js", "cr/", "terms/")} <= resolved
    (home,) = soup.select("a.md-header__title")
    assert urljoin(f"https://host/below/{address}", str(home["href"])) == "https://host/below/"


@pytest.mark.parametrize("title", [HOSTILE, "", '<div id="_text" tabindex="-1">'])
def test_a_body_is_in_the_frame_once_and_in_its_place(shell: Shell, title: str) -> None:
    frame = Frame("history/702.40/", title, title, scripts=["compare"], styles=["compare"], about=json.dumps(title))
    soup = parse_html(shell.page(frame, "<p class='body'>x</p>"))
    assert [paragraph.text for paragraph in soup.select("main #_text > .body")] == ["x"]
    assert len(soup.select(".body")) == len(soup.select("#_text")) == 1


def test_a_shell_can_be_sent_to_worker_processes(shell: Shell) -> None:
    again: Shell = pickle.loads(pickle.dumps(shell))
    assert again.page(Frame("x/", "X"), "") == shell.page(Frame("x/", "X"), "")


def test_nothing_of_a_title_is_markup_and_json_ld_cannot_end_its_block(shell: Shell) -> None:
    about = json.dumps({"name": "</script><script>alert(1)</script>"})
    frame = Frame("x/", HOSTILE, HOSTILE, base_path="cr/", section="7", chapter="702", about=about)
    html = shell.page(frame, "<p>body</p>")
    soup = parse_html(html)
    assert "<script>alert" not in html
    assert text_at(soup, "title").startswith(HOSTILE)
    assert [tag["content"] for tag in soup.select('meta[property="og:title"]')] == [HOSTILE]
    for selector in (".md-nav--primary", ".md-sidebar--secondary"):
        assert HOSTILE in text_at(soup, selector)
    blocks = soup.select('script[type="application/ld+json"]')
    assert [json.loads(str(block.string)) for block in blocks] == [json.loads(about)]
    assert soup.select("script:not([src]):not([type])") == []


def test_the_title_of_the_home_page_names_the_game(shell: Shell) -> None:
    home = parse_html(shell.page(Frame("", "X"), ""))
    titles = [text_at(home, "title"), *(str(tag["content"]) for tag in home.select('meta[property="og:title"]'))]
    assert titles == ["Magic: The Gathering Comprehensive Rules"] * 2
    assert text_at(parse_html(shell.page(Frame("x/", "X"), "")), "title") == "X · Comprehensive Rules"


def test_the_policy_allows_nothing_inline(shell: Shell) -> None:
    soup = parse_html(shell.page(Frame("x/", "X", scripts=("compare",), styles=("compare",)), "<p>x</p>"))
    (policy,) = (str(tag["content"]) for tag in soup.select('meta[http-equiv="Content-Security-Policy"]'))
    assert "unsafe-inline" not in policy
    assert policy.startswith("default-src 'none'")
    assert soup.select('script:not([src], [type="application/json"]), style, [style], [onclick]') == []
    assert soup.select('script[src="../assets/compare.1.js"]')
    assert soup.select('link[href="../assets/compare.1.css"]')
    with pytest.raises(KeyError):
        shell.page(Frame("x/", "X", scripts=("none",)), "")


def test_a_frame_is_not_indented_and_a_body_stays_as_it_is(shell: Shell) -> None:
    body = '<div class="page">\n\n  <pre>a\n\n  b</pre></div>'
    for address in ("x/", "x/y/"):
        around = shell.page(Frame(address, "X"), body).split(body)
        assert len(around) == 2
        assert all("\n\n" not in part and "\n " not in part for part in around)


def test_the_bar_says_the_edition_and_leads_back(shell: Shell) -> None:
    page = shell.page(Frame("x/", "X"), "<p>x</p>")
    (latest,) = parse_html(page).select(".edition-bar")
    assert [link["href"] for link in latest.select(".edition-latest a")] == ["../e/latest/"], "its day is nowhere in it"
    assert parse_html(page).select(
        '[defer][fetchpriority=high][src="../assets/latest.js"], link[href="../assets/editions.css"]'
    )[1:]
    assert "edition-bar-old" not in latest["class"]
    words = "Edition of 11 July 2009, Magic 2010"
    (old,) = parse_html(shell.page(Frame("x/", "X", edition_words=words), "<p>x</p>")).select(".edition-bar")
    assert "edition-bar-old" in old["class"]
    assert words in old.get_text()
    assert [link["href"] for link in old.select("a.edition-back")] == ["../cr/"]
    frame = Frame("e/2009-07-11/", "X", edition="2009-07-11", edition_words="Edition of 11 July 2009")
    soup = parse_html(shell.page(frame, "<p>x</p>"))
    tabs = {str(tag.string): tag["href"] for tag in soup.select(".md-tabs a")}
    assert (tabs["Rules"], tabs["Glossary"], tabs["History"]) == ("./", "./#glossary", "../../history/"), "its own"


def test_search_engines_are_told_what_to_list_and_canonical_addresses_where_the_place_is_known(shell: Shell) -> None:
    unplaced = parse_html(shell.page(Frame("x/", "X", indexed=False), ""))
    assert unplaced.select("link[rel=canonical]") == []
    assert unplaced.select("meta[name=robots]") != []
    assert parse_html(shell.page(Frame("x/", "X"), "")).select("meta[name=robots]") == []
    placed = parse_html(Shell(shell.extra, "https://site.invalid/rules/").page(Frame("x/", "X"), ""))
    assert [tag["href"] for tag in placed.select("link[rel=canonical]")] == ["https://site.invalid/rules/x/"]
    assert [tag["content"] for tag in placed.select('meta[property="og:url"]')] == ["https://site.invalid/rules/x/"]


def test_the_drawer_goes_from_section_to_rule(shell: Shell) -> None:
    soup = parse_html(shell.page(Frame("cr/702/", "X", base_path="cr/", section="7", chapter="702"), "<p>x</p>"))
    assert [tag["href"] for tag in soup.select(".md-nav--primary ul ul > li > a")] == ["./", "#702.1"]
    current = soup.select(".md-nav--primary [aria-current=true]:not(.md-tabs a)")
    assert [tag["href"] for tag in current] == ["./"]
    assert [tag["href"] for tag in soup.select(".md-sidebar--secondary [data-md-component=toc] a")] == ["#702.1"]


UPSTREAM = {
    "base.html": "cfbf793362e67de5",
    "partials/footer.html": "50c2a75f013b7b03",
    "partials/header.html": "8cf3fb15bcf969ff",
    "partials/javascripts/base.html": "d6113712bc4deb30",
    "partials/javascripts/content.html": "3722e156f0f6339d",
    "partials/javascripts/palette.html": "8790389765ea6036",
    "partials/nav.html": "af33f6e032f632eb",
    "partials/palette.html": "fb935107ae7d3d74",
    "partials/search.html": "bfd556535abcddb9",
    "partials/tabs.html": "d2c82916569e645a",
    "partials/toc.html": "fde48f583563364b",
    "partials/top.html": "98f6f9ac2ebf6ef9",
}
"""Digest of each file of Material that ours stand in for, or extend, as it was when ours were written."""


def test_what_we_override_is_as_it_was_upstream() -> None:
    """If this fails: read what changed in Material's file, follow it in ours where it matters, write the new digest."""
    material = find_material()
    ours = {path.relative_to(THEME).as_posix() for path in THEME.rglob("*.html")}
    overridden = {name for name in ours if (material / name).is_file()} - {"main.html", "404.html"}
    assert overridden | {"base.html"} == set(UPSTREAM)
    assert {name: digest_of(material / name) for name in UPSTREAM} == UPSTREAM


def digest_of(path: Path) -> str:
    """Without what differs from release to release: hashes in file names, the version."""
    text = re.sub(r"[.][0-9a-f]{8}[.]min|mkdocs-material-[0-9.]+", "", path.read_text(encoding="utf-8"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def test_another_engine_renders_the_same_frame(shell: Shell) -> None:
    """Zensical, Material's successor, renders templates with MiniJinja, which knows no methods of Python."""
    minijinja = pytest.importorskip("minijinja", reason="minijinja is not installed (make setup)")
    places = (THEME, find_material())

    def load(name: str) -> str | None:
        path = next((place / name for place in places if (place / name).is_file()), None)
        return path.read_text(encoding="utf-8") if path else None

    frame = Frame(
        "cr/702/", "X", base_path="cr/", section="7", chapter="702", scripts=["compare"], next=("cr/703/", "703")
    )
    page, config = shell.context(frame)
    page.content = "<p>x</p>"
    engine = minijinja.Environment(
        loader=load,
        auto_escape_callback=lambda _: False,
        filters={"url": lambda value: normalize_url(str(value), page=page), "script_tag": str},  # type: ignore[arg-type]
    )
    theme = {name: config["theme"][name] for name in config["theme"]}
    values = {"page": vars(page), "config": {**config, "theme": theme}, "nav": [1], "base_url": "../.."}
    assert normalize(engine.render_template("main.html", **values)) == normalize(shell.page(frame, "<p>x</p>"))


def normalize(html: str) -> list[object]:
    """Every tag with its attributes and every text, without the blanks around it."""
    soup = parse_html(html)
    config = soup.select_one("#__config")
    assert config is not None
    # engines write JSON in different orders
    config.string = json.dumps(json.loads(str(config.string)), sort_keys=True)
    parts = soup.descendants
    return [(part.name, part.attrs) if isinstance(part, Tag) else text for part in parts if (text := str(part).strip())]


def test_a_page_is_written_to_its_address(shell: Shell, tmp_path: Path) -> None:
    for address in ("", "history/702.40/", "offline.html"):
        shell.write(tmp_path, Frame(address, "X"), "contents.html.j2", sections=())
    written = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.html")}
    assert written == {"history/702.40/index.html", "index.html", "offline.html"}
