"""Documents with tags as blocks: no text is lost, every block knows its line, hostile pages end in time."""

from __future__ import annotations

import json
import re
import tracemalloc
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.growth import grows_in_proportion
from rules.records import Span
from scraper.claims import Claims
from scraper.decode import decode
from scraper.layout import SourceDocument
from scraper.markup import prepare
from scraper.markup.page import MOST_BLOCKS, has_markup, read_form, read_page
from scraper.site_pages.lines import own_lines


def page(text: str) -> SourceDocument:
    document = read_page(decode(f"<html>{text}".encode(), "page.html"))
    assert document is not None
    return document


def texts(text: str) -> list[str]:
    return [block.text for block in page(text).lines]


def test_blocks_know_their_lines_whatever_ends_a_line() -> None:
    blocks = page("<body>\n<p>One\r\nand <b\n>two</b>\r<p>three<!-- four\nfive -->\n\n<p>six").lines
    outermost = [(block.text, block.place) for block in blocks if not block.chrome]
    assert outermost == [("One and two", Span(2, 4)), ("three", Span(5, 5)), ("six", Span(8, 8))]
    document = page("<p>one<p>two<p>three")
    assert [line.first for line in document.lines] == [1, 2, 3]
    assert {block.line for block in document.lines} == {1}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<p>a &lt; b &amp;amp; &eacute;&#8220;c&#x201d;", ["a < b &amp; é“c”"]),
        ("<p>costs <-wood-> or <3 & more", ["costs <-wood-> or <3 & more"]),
        ("<p>pay <cost> for it</cost>", ["pay <cost> for it</cost>"]),
        ("<p>one&nbsp; two\n\tthree", ["one two three"]),
        ("<p>o<b>n</b>e<br>two<br/><br>three", ["one", "two", "three"]),
        ("<p>never <a href='x closed", ["never <a href='x closed"]),
        ("<p>a <!-- never closed <p>b", ["a never closed", "b"]),
        ("<p>a <!never closed", ["a never closed"]),
        ("<p>a <![CDATA[<b> & c]]> d", ["a <b> & c d"]),
        ("<p>a<script>if (b) <p>c", ["aif (b)", "c"]),
        ("</p></p></div>a</b></i><li>b<td>c", ["a", "b", "c"]),
        ('<p title="x > y" data-a=\'">\'>a<p title="lost quote>b</p>', ["a", "b"]),
        ("<pre>one\n  two\n\nthree</pre>", ["one", "two", "three"]),
        ("<p>a&#10;b&#13;c", ["a b c"]),
    ],
)
def test_no_text_is_lost(text: str, expected: list[str]) -> None:
    assert texts(text) == expected


def test_what_was_reinterpreted_is_reported_with_its_place() -> None:
    texts_by_code = {
        "unknown-tag": "<p>a ¶<cost> b",
        "unclosed-tag": "<p>a ¶<b c",
        "unclosed-comment": "<p>a ¶<!-- b",
        "unclosed-script": "<p>¶<script>a",
    }
    for code, text in texts_by_code.items():
        problem = next(row for row in page("\n" + text.replace("¶", "")).diagnostics if row.code == code)
        assert (problem.line, problem.column) == (2, text.index("¶") + 1)


def test_roles_and_links() -> None:
    text = "<h3 id=s1>1. A</h3><ul><li>b<ul><li><a name=q></a>c</ul></ul><table><tr><td>d</table>"
    text += "<p><a href=e>f</a> <a href=g>h</a>"
    blocks = page(text).lines
    assert [block.role for block in blocks] == ["heading", "item", "item", "cell", "text"]
    assert [block.linked for block in blocks] == [False, False, False, False, True]


@pytest.mark.parametrize(
    ("markup", "expected"),
    [
        ("<ol><li>A lamb.</li><li><p>A ram.</p><p>It waits.</p></li></ol>", ["1. A lamb.", "2. A ram.", "It waits."]),
        ("<ol start=100><li>A lamb.<li value='7'>A ram.<li>A ewe.</ol>", ["100. A lamb.", "7. A ram.", "8. A ewe."]),
        (
            "<ol type=a start=27><li>A lamb.<ol class='upperroman x'><li>It eats.</li></ol></li><li>A ram.</li></ol>",
            ["aa. A lamb.", "I. It eats.", "ab. A ram."],
        ),
        ("<OL TYPE='a'><LI>A lamb.<LI VALUE=4>A ram.</OL>", ["a. A lamb.", "d. A ram."]),
        ("<OL TYPE='I'><LI>A lamb.<LI>A ram.</OL>", ["I. A lamb.", "II. A ram."]),
        ("<ol style='list-style-type: lower-latin'><li><b>A</b> lamb.</li></ol>", ["a. A lamb."]),
        ("<ol style='list-style: none'><li>A lamb.</li></ol>", ["A lamb."]),
        ("<ol><li>101.1. A lamb.</li><li>(b) A ram.</li><li>Example: A ewe.</li></ol>",
         ["101.1. A lamb.", "(b) A ram.", "Example: A ewe."]),
        ("<ol><li><a href='x'>A lamb</a></li><li></li></ol><p>A ram.</p>", ["A lamb", "A ram."]),
        ("<ul><li>A lamb.</li></ul><li>A ram.</li>", ["A lamb.", "A ram."]),
    ],
)  # fmt: skip
def test_items_of_ordered_lists_have_the_numbers_that_a_browser_shows(markup: str, expected: list[str]) -> None:
    assert texts(markup) == expected


def test_an_element_that_html_does_not_have_ends_where_it_is_closed() -> None:
    assert texts("<p><o:p x='1'>A lamb</o:p> <word x='1'>eats</word>, and </word>.</p>") == ["A lamb eats, and ."]
    assert texts("<p>A <word>lamb</word>.</p>") == ["A <word>lamb</word>."]
    blocks = page("<p>A lamb.</p><div title='footer'><sdfield type=PAGE>12</sdfield></div>").lines
    assert [(block.text, block.chrome) for block in blocks] == [("A lamb.", ""), ("12", "sdfield")]


def test_scripts_styles_comments_and_chrome_are_named_and_shortened() -> None:
    """And a menu that is never closed takes no rules with it."""
    document = page(f"<script>{'x' * 5000}</script><style>y</style><!--z--><nav>menu</nav><p>rule<footer>end</footer>")
    assert [block.chrome for block in document.lines] == ["script", "style", "comment", "nav", "", "footer"]
    assert len(document.lines[0].text) < 200
    kept = list(own_lines(document.lines, claims := Claims(document, "dialect")))
    assert [line.text for line in kept] == ["rule"]
    reasons = [row.reason for row in claims.close(None, "good").dropped]
    assert reasons == ["page-script", "page-style", "page-comment", "page-nav", "page-footer"]
    menu = page("<nav><p>Home</p><p>100.1. A lamb eats.<p>Example: It eats grass.")
    assert [line.chrome for line in menu.lines] == ["nav", "", ""]


def test_cyrillic_shown_as_latin_is_mended_and_french_is_not() -> None:
    mended = page("<p>Ïîëíûå ïðàâèëà<p>Séance and déjà vu, Ææ")
    assert [block.text for block in mended.lines] == ["Полные правила", "Séance and déjà vu, Ææ"]
    assert [problem.code for problem in mended.diagnostics if problem.code == "mojibake"] == ["mojibake"]


def form_of(raw: str) -> tuple[list[str], set[str]]:
    """The texts of a JSON document that holds a page, and the codes of what is told of it."""
    form = read_form(decode(raw.encode(), "x.json"))
    if form is None:
        return [], set()
    return [block.text for block in form.lines if not block.chrome], {problem.code for problem in form.diagnostics}


def test_plain_text_with_a_stray_tag_and_json_of_another_shape_are_no_page() -> None:
    assert not has_markup("100.1. A lamb <br /> eats <-grass-> if x < y.\n" * 2)
    assert has_markup("<!-- x --><!DOCTYPE html>")
    for raw in ("[1, 2]", '{"content": {"rendered": 5}}', '{"content": "<p>100.1 a</p>"}', "{" * 5000):
        assert form_of(raw)[0] == [], raw


def test_json_that_is_cut_or_nested_too_deep_is_read_as_far_as_it_goes() -> None:
    whole = json.dumps({"content": {"rendered": "<p>one “word”</p><p>two \ud83d\ude00</p>"}})
    cut, codes = form_of(whole[:-12])
    assert cut[0] == "one “word”"
    assert {"broken-json", "json-cut"} <= codes
    wrong, codes = form_of(whole.replace("one", "one \\x"))
    assert "two 😀" in wrong
    assert "broken-json" in codes
    assert "two 😀" in form_of("[" * 90_000 + whole)[0]


HOSTILE = ["<p>100.1. a</p>", "<b>x</b>", "<div>", "<!--", "<![CDATA[", "<?", "<!", "<script>", "<script></script>",
           "<a ", "<a b='", '<a b="', "</div", "</b>", "<", "&", "&#", "&amp;", "=", "<a =", "<p ======", "<br>",
           "<td>a", "\u041f "]  # fmt: skip


@pytest.mark.parametrize("piece", HOSTILE)
def test_what_one_line_costs_grows_with_its_length(piece: str) -> None:
    def source(size: int) -> SourceDocument:
        return decode(b"<html><p>first</p>" + (piece * (size // len(piece))).encode(), "x.html")

    document = read_page(source(30_000))
    assert document is not None
    assert document.lines[0].text == "first"
    assert grows_in_proportion(lambda size: partial(read_page, source(size)), 60_000)


@pytest.mark.parametrize("piece", ["<p>100.1. a</p>", "<b>x</b>"])
def test_a_page_of_too_many_tags_is_read_up_to_there(monkeypatch: pytest.MonkeyPatch, piece: str) -> None:
    monkeypatch.setattr(prepare, "MOST_TAGS", 5_000)
    document = read_page(decode(b"<html><p>first</p>" + piece.encode() * 6_000, "x.html"))
    assert document is not None
    assert document.lines[0].text == "first"
    assert len(document.lines) <= MOST_BLOCKS
    assert {problem.line for problem in document.diagnostics if problem.code == "markup-cut"} == {1}


def test_json_of_too_many_pages_is_read_up_to_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scraper.markup.page.MOST_PAGES", 3)
    pages = [{"content": {"rendered": f"<p>page {number}</p>"}} for number in range(5)]
    document = read_page(decode(json.dumps(pages, indent=1).encode(), "x.json"), "json")
    assert document is not None
    assert [block.text for block in document.lines if not block.chrome] == ["page 0", "page 1", "page 2"]
    assert {problem.code: problem.line for problem in document.diagnostics} == {"markup-cut": 14}


def test_json_of_the_most_pages_is_read_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scraper.markup.page.MOST_PAGES", 3)
    pages = [{"content": {"rendered": f"<p>page {number}</p>"}, "slug": f"end {number}"} for number in range(3)]
    document = read_page(decode(json.dumps(pages, indent=1).encode(), "x.json"), "json")
    assert document is not None
    assert "end 2" in document.lines[-1].text, "what follows the last page is a field"
    assert [block.text for block in document.lines if not block.chrome] == ["page 0", "page 1", "page 2"]
    assert document.diagnostics == ()


def test_memory_stays_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """What lies beyond the most tags that are read costs nothing but its own bytes."""

    def peak(tags: int) -> int:
        source = decode(b"<html>" + b"<b>x</b>" * (tags // 2), "x.html")
        tracemalloc.start()
        read_page(source)
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return most

    monkeypatch.setattr(prepare, "MOST_TAGS", 5_000)
    assert peak(4 * 5_000) < 2 * peak(5_000)


def test_ten_thousand_deep() -> None:
    assert texts(f"{'<div>' * 10_000}<p>deep</p>{'</div>' * 10_000}<p>after") == ["deep", "after"]


PIECES = st.sampled_from(
    ["<p>", "</p>", "<b>", "</b>", "<br>", "<ul><li>", "</ul>", "<pre>", "</pre>", "<script>", "</script>", "<style>",
     "<!--", "-->", "<![CDATA[", "]]>", "<!", "<?", ">", "<", "&", "&lt;", "&#10;", "&#x201c;", "<cost>", "<a href='",
     '"', "'", "\n", "\r\n", "\r", " ", "word", "100.1. ", "lamb", "\ufdd1", "é", "Ïðàâ", "<nav>", "</nav>", "<td>"]
)  # fmt: skip


@given(st.lists(PIECES, max_size=40))
def test_any_markup_has_its_blocks_in_order_and_its_words(pieces: list[str]) -> None:
    text = "".join(pieces)
    document = page(text)
    lines = re.split(r"\r\n|\r|\n", text)
    spans = [block.place for block in document.lines]
    assert all(1 <= span.first_line <= span.last_line <= len(lines) for span in spans)
    assert spans == sorted(spans)
    assert all(block.text == block.text.strip() != "" for block in document.lines)
    if not re.search("<[!?/a-z]|'|\"", text.replace("<p>", "").replace("<nav>", "").replace("<b>", "")):
        # Nothing that can hold words but text.
        assert sum(block.text.count("lamb") for block in document.lines) == text.count("lamb")
