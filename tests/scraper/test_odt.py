"""OpenDocument text: the records of its text, the numbers of its lists, and what is lost of it."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scraper.documents import worker
from scraper.documents.kinds import readable_kind
from scraper.documents.limits import MOST_PARAGRAPHS
from scraper.documents.messages import REFUSED
from scraper.documents.odt import MOST_SPACES
from scraper.documents.reading import read_document
from scraper.layout import UnknownDialect
from scraper.list_marks import show_number
from scraper.parse import parse_bytes
from tests.scraper.accounts import codes_of
from tests.scraper.document_files import HEAD, OPEN_DOCUMENT, make_flat_odt, make_odt, write_paragraphs, zip_parts
from tests.scraper.test_documents import DATES, RULES, differences, text_of


def style(name: str, *levels: str) -> str:
    """A style of lists; of each level the element without its own attributes."""
    placed = (level.replace(" ", f' text:level="{depth}" ', 1) for depth, level in enumerate(levels, 1))
    inside = "".join(f"<text:{level}/>" for level in placed)
    return f'<text:list-style style:name="{name}">{inside}</text:list-style>'


NUMBER = 'list-level-style-number style:num-format="1" style:num-suffix="."'
LETTER = 'list-level-style-number style:num-format="a" style:num-suffix="."'
BULLET = 'list-level-style-bullet text:bullet-char="*"'


def item(words: str, inside: str = "", start: str = "") -> str:
    begins = f' text:start-value="{start}"' if start else ""
    return f"<text:list-item{begins}><text:p>{words}</text:p>{inside}</text:list-item>"


def lines_of(body: str, *styles: str) -> list[str]:
    return [line.text for line in read_document(make_odt(body, styles="".join(styles)), "odt", "x.odt").lines]


@pytest.mark.parametrize("date", [DATES[-1], *(pytest.param(date, marks=pytest.mark.long) for date in DATES[1:-1])])
@pytest.mark.parametrize("make", [make_odt, make_flat_odt])
def test_open_document_text_gives_the_records_of_its_text(date: str, make: object) -> None:
    assert callable(make)
    document = parse_bytes(make(write_paragraphs(text_of(date))), "sample.odt")
    assert differences(document, text_of(date)) == []
    assert (document.dialect, document.encoding, document.condition) == ("official", "odt", "good")


def test_page_headers_are_dropped_for_a_reason() -> None:
    document = parse_bytes(make_odt(write_paragraphs(RULES)), "x.odt")
    assert [(row.reason, row.text) for row in document.dropped] == [("page-header", HEAD)]


def test_spaces_tabs_and_line_breaks_are_elements_and_other_white_space_is_one_space() -> None:
    body = (
        '<text:p>\n  101.1.<text:tab/>A  <text:span>\n lamb<text:s text:c="3"/></text:span>eats.'
        "<text:line-break/>It sleeps.<text:soft-page-break/></text:p>"
        f'<text:p>It<text:s text:c="{10**9}"/>w<text:s text:c="{MOST_SPACES + 1}"/>akes.</text:p>'
    )
    assert lines_of(body) == ["101.1.\tA lamb   eats.", "It sleeps.", f"It w{' ' * MOST_SPACES}akes."]


def test_deletions_and_descriptions_of_pictures_are_not_in_the_text_and_text_boxes_are() -> None:
    body = (
        "<text:tracked-changes><text:changed-region><text:deletion><text:p>wolf</text:p></text:deletion>"
        "</text:changed-region></text:tracked-changes>"
        "<text:h>101. Lamb</text:h>"
        "<text:p>101.1. A lamb eats.<draw:frame><draw:text-box><text:p>101.2. It sleeps.</text:p></draw:text-box>"
        "<svg:desc>A picture of a wolf</svg:desc></draw:frame></text:p><!-- wolf -->"
        "<table:table><table:table-row><table:table-cell><text:p>101.3.</text:p></table:table-cell>"
        "<table:table-cell><text:p>A ewe counts.</text:p></table:table-cell></table:table-row></table:table>"
    )
    document = parse_bytes(make_odt(body), "x.odt")
    assert [(rule.number, rule.text or rule.heading) for rule in document.rules] == [
        ("101", "Lamb"), ("101.1", "A lamb eats."), ("101.2", "It sleeps."), ("101.3", "A ewe counts."),
    ]  # fmt: skip


def test_the_numbers_of_lists_are_those_that_a_word_processor_shows() -> None:
    inner = f"<text:list>{item('grass')}{item('hay')}</text:list>"
    body = (
        f'<text:list text:style-name="L" xml:id="first">{item("A lamb.", inner)}{item("A ram.", start="7")}</text:list>'
        f'<text:list text:style-name="L">{item("A ewe.", inner)}</text:list>'
        f'<text:list text:continue-list="first" text:style-name="L">{item("A dog.")}</text:list>'
        f'<text:list text:continue-numbering="true" text:style-name="L">{item("A cat.")}</text:list>'
        f'<text:list text:style-name="B">{item("A bee.")}</text:list>'
    )
    assert lines_of(body, style("L", NUMBER, LETTER), style("B", BULLET)) == [
        "1. A lamb.", "a. grass", "b. hay", "7. A ram.", "1. A ewe.", "a. grass", "b. hay", "8. A dog.", "9. A cat.",
        "A bee.",
    ]  # fmt: skip


def test_a_rule_of_three_levels_is_read_from_its_lists() -> None:
    chapter = f'{NUMBER} text:start-value="101"'
    rule = f'{NUMBER} text:display-levels="2"'
    letter = 'list-level-style-number style:num-format="a" text:display-levels="3" style:num-suffix=" "'
    lettered = f"<text:list>{item('It eats grass.')}{item('It eats hay.')}</text:list>"
    rules = f"<text:list>{item('A lamb eats.', lettered)}{item('A lamb sleeps.')}</text:list>"
    lists = f'<text:list text:style-name="L">{item("Lamb", rules)}{item("Ram")}</text:list>'
    assert lines_of(lists, style("L", chapter, rule, letter))[:4] == [
        "101. Lamb", "101.1. A lamb eats.", "101.1.a It eats grass.", "101.1.b It eats hay.",
    ]  # fmt: skip
    body = f'<text:list text:style-name="L">{item("A lamb.")}</text:list>'
    pattern = 'list-level-style-number style:num-format="I" loext:num-list-format="(%1%/%7%)"'
    loext = ' xmlns:loext="urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0"'
    assert lines_of(body, style("L", pattern).replace(" ", f"{loext} ", 1)) == ["(I/) A lamb."]


@pytest.mark.parametrize(
    ("body", "code", "words"),
    [
        ("<text:note><text:note-body><text:p>On lambs.</text:p></text:note-body></text:note>", "notes-left-out",
         "1 line of footnotes was not read, the first is 'On lambs.'"),
        ("<office:annotation><text:p>On lambs.</text:p></office:annotation>", "notes-left-out", "of comments"),
        (f'<text:list text:style-name="none">{item("A ram counts.")}</text:list>', "counted-numbers", "1 paragraph "),
        ('<text:h text:outline-level="1">A ram counts.</text:h>', "counted-numbers", "1 paragraph "),
    ],
)  # fmt: skip
def test_what_is_lost_is_told(body: str, code: str, words: str) -> None:
    outline = '<text:outline-style><text:outline-level-style text:level="1" style:num-format="1"/></text:outline-style>'
    source = read_document(make_odt(write_paragraphs(RULES) + body, styles=outline), "odt", "x.odt")
    (told,) = [row for row in source.diagnostics if row.code == code]
    assert words in told.message
    assert "On lambs." not in source.text


@pytest.mark.parametrize("share", [0.9, 0.97])
def test_a_cut_file_gives_what_is_left_and_is_reported_as_cut(share: float) -> None:
    for data in (make_odt(write_paragraphs(RULES * 40)), make_flat_odt(write_paragraphs(RULES * 40))):
        document = parse_bytes(data[: int(share * len(data))], "x.odt")
        assert (document.condition, "file-cut" in codes_of(document)) == ("truncated", True)
        assert document.rules


ENTITIES = (
    '<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa">'
    + "".join(f'<!ENTITY {chr(98 + n)} "{f"&{chr(97 + n)};" * 10}">' for n in range(10))
    + f"]><office:document-content{OPEN_DOCUMENT}><office:body><office:text><text:p>&k;</text:p></office:text>"
    "</office:body></office:document-content>"
)
HOSTILE = {
    "entities of entities": (ENTITIES, "there is no text in it|cut or damaged"),
    "too many paragraphs": ("<text:p/>" * (MOST_PARAGRAPHS + 1), "far more paragraphs"),
    "nested paragraphs": ("<text:p>" * 10_000 + "</text:p>" * 10_000, "nested too deep|cut or damaged"),
    "no text": ("", "there is no text in it"),
}


@pytest.mark.parametrize("name", sorted(HOSTILE))
def test_hostile_files_get_a_message(name: str) -> None:
    body, reason = HOSTILE[name]
    data = make_odt(body)
    if name == "entities of entities":
        data = make_odt("", others={"content.xml": body})
    with pytest.raises(UnknownDialect, match=f"^rules.odt: this OpenDocument text cannot be read: .*(?:{reason}).*; "):
        parse_bytes(data, "rules.odt")


def test_a_huge_part_is_refused() -> None:
    data = make_odt(" " * 200_000_000)  # made here: a constant of the module would stay in memory for all other tests
    with pytest.raises(UnknownDialect, match="larger than any edition"):
        parse_bytes(data, "rules.odt")


def test_a_file_behind_a_password_is_refused() -> None:
    manifest = {"META-INF/manifest.xml": "<manifest:encryption-data/>"}
    for data in (
        make_odt("", others=manifest),
        re.sub(rb"(?s)(PK\x01\x02....)\x00", lambda found: found[1] + b"\x01", make_odt("")),
    ):
        with pytest.raises(UnknownDialect, match="it is encrypted; save it without a password"):
            parse_bytes(data, "rules.odt")


def test_files_are_known_by_their_first_bytes_or_their_parts() -> None:
    assert readable_kind(make_odt("")) == "odt"
    assert readable_kind(make_flat_odt("")) == "odt"
    assert readable_kind(zip_parts({"content.xml": "", "META-INF/manifest.xml": ""}, kind="")) == "odt"
    sheet = make_flat_odt("").replace(b"opendocument.text", b"opendocument.spreadsheet")
    assert readable_kind(sheet) is None


@given(st.floats(0, 1), st.lists(st.tuples(st.floats(0, 1, exclude_max=True), st.integers(1, 255)), max_size=8))
def test_any_spoiled_file_yields_lines_or_a_message(share: float, flips: list[tuple[float, int]]) -> None:
    spoiled = bytearray(make_odt(write_paragraphs(RULES)))
    for place, bits in flips:
        spoiled[int(place * len(spoiled))] ^= bits
    assert list(worker.read("odt", bytes(spoiled[: max(8, int(share * len(spoiled)))])))


def test_bytes_of_no_such_file_are_refused() -> None:
    for data in (b"PK\x03\x04 and nothing more", b"<office:document", b"<a/>"):
        parts = worker.read("odt", data)
        assert REFUSED in {part.problem.code for part in parts if part.problem}, data


def test_numbers_are_shown_as_lists_show_them() -> None:
    forms = [(4, "1"), (28, "a"), (702, "A"), (1994, "i"), (9, "I"), (0, "a"), (-2, "i"), (5000, "i"), (3, "*")]
    assert [show_number(*row) for row in forms] == ["4", "ab", "ZZ", "mcmxciv", "IX", "0", "-2", "5000", "3"]
