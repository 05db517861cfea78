"""E-books: read in the order of their spine as one page, whole or with a message, in bounded time and memory."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.records import ParsedDocument
from scraper.documents import epub, worker
from scraper.documents.kinds import readable_kind
from scraper.documents.limits import MOST_PAGES, MOST_UNPACKED
from scraper.documents.messages import REFUSED
from scraper.layout import UnknownDialect
from scraper.parse import parse_bytes
from tests.scraper.accounts import codes_of
from tests.scraper.document_files import CONTAINER, PACKAGE, PAGE, make_docx, make_epub, page_name, zip_parts

COVER = "<h1>Rules of the Flocks</h1><p>These rules are effective as of January 1, 2015.</p>"
FLOCK = (
    "<h1>1. Sheep</h1><h2>101. The Flock</h2><p>101.1. A lamb eats.</p><p>101.1a It eats grass.</p>"
    "<p>101.2. A ram counts.</p><p>Example: It counts two.</p>"
)
DOG = "<h2>102. The Dog</h2><p>102.1. A dog barks.</p><p>102.2. It guards the flock.</p>"
GLOSSARY = (
    "<h1>Glossary</h1><p><b>Dog</b></p><p>One that barks. See rule 102.1.</p>"
    "<p><b>Lamb</b></p><p>One that eats. See rule 101.1.</p>"
)
BODIES = [COVER, FLOCK, DOG, GLOSSARY]
NUMBERS = ["1", "101", "101.1", "101.1a", "101.2", "102", "102.1", "102.2"]


def read(data: bytes) -> ParsedDocument:
    return parse_bytes(data, "rules.epub")


def numbers_of(document: ParsedDocument) -> list[str]:
    return [rule.number for rule in document.rules]


def refusal_of(data: bytes) -> str:
    with pytest.raises(UnknownDialect) as caught:
        read(data)
    return str(caught.value)


def test_an_e_book_gives_the_records_of_its_pages_as_one_page() -> None:
    book = read(make_epub(BODIES))
    page = read(PAGE.format(body=f"<body>{''.join(BODIES)}</body>").encode())
    assert (book.encoding, book.edition, book.condition) == ("epub", "2015-01-01", "good")
    assert numbers_of(book) == NUMBERS
    assert [(rule.heading, rule.text, rule.examples) for rule in book.rules] == [
        (rule.heading, rule.text, rule.examples) for rule in page.rules
    ]
    assert [(entry.term, entry.text) for entry in book.glossary] == [(row.term, row.text) for row in page.glossary]
    assert "unclaimed-line" not in codes_of(book)


def test_the_spine_is_the_order_of_reading_and_each_page_is_read_once() -> None:
    turned = [BODIES[2], COVER, BODIES[3], BODIES[1]]
    book = read(make_epub(turned, spine=[1, 3, 0, 0, 3, 2, 1]))
    assert numbers_of(book) == NUMBERS
    assert len(book.glossary) == 2


def test_a_table_of_contents_in_the_spine_is_the_contents() -> None:
    links = "".join(f"<li><a href='page%201.xhtml'>{name}</a></li>" for name in ("101. The Flock", "102. The Dog"))
    book = read(make_epub([COVER, f"<nav><h1>Contents</h1><ol>{links}</ol></nav>", *BODIES[1:]]))
    assert numbers_of(book) == NUMBERS
    assert len(book.glossary) == 2


def test_what_is_missing_is_reported() -> None:
    whole = make_epub(BODIES)
    lacking = read(make_epub(BODIES, spine=[0, 1, 3, 7]))
    assert lacking.condition == "damaged"
    assert {"page-unreadable", "pages-left-out"} <= set(codes_of(lacking))
    message = next(row.message for row in lacking.diagnostics if row.code == "pages-left-out")
    assert page_name(2) in message
    with zipfile.ZipFile(io.BytesIO(whole)) as archive:
        place = archive.getinfo(page_name(2)).header_offset
    damaged = bytearray(whole)
    damaged[place + 30 + len(page_name(2)) + 5] ^= 255
    document = read(bytes(damaged))
    assert (document.condition, "page-unreadable" in codes_of(document)) == ("damaged", True)
    assert "102.1" not in numbers_of(document)


def test_pages_have_encodings_of_their_own() -> None:
    words = "A “quoted” dog – the last."
    pages = {
        page_name(number): PAGE.format(body=f"<body>{BODIES[number]}<p>{number}01.9. {words}</p></body>").encode(codec)
        for number, codec in ((1, "cp1252"), (2, "utf-16"))
    }
    book = read(make_epub(BODIES, others=pages))
    assert [rule.text for rule in book.rules if rule.number.endswith("01.9")] == [words, words]
    assert "odd-characters" not in codes_of(book)


def repeat_items(count: int) -> str:
    items = "".join(f'<item id="i{n}" href="{n}.xhtml" media-type="text/html"/>' for n in range(count))
    return PACKAGE.format(items=items, spine="".join(f'<itemref idref="i{n}"/>' for n in range(count)))


ENTITIES = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 20}">' for n in range(1, 20))
BOMB = f'<!DOCTYPE package [<!ENTITY e0 "ha">{ENTITIES}]><package>&e19;</package>'
HOSTILE: dict[str, tuple[Callable[[], bytes], str]] = {
    "a bomb of entities": (lambda: make_epub(BODIES, package=BOMB), "defines entities"),
    "pages that unpack to a lot": (
        lambda: make_epub(["<p>101.1. A lamb.</p>" + " " * (MOST_UNPACKED // 4)] * 5),
        "larger than any edition",
    ),
    "a list that unpacks to a lot": (
        lambda: make_epub(BODIES, package="<package>" + " " * MOST_UNPACKED + "</package>"),
        "larger than any edition",
    ),
    "many pages": (lambda: make_epub(BODIES, package=repeat_items(MOST_PAGES + 1)), f"{MOST_PAGES + 1:,} pages"),
    "many parts": (lambda: make_epub(BODIES, package=f"<package>{'<item/>' * 100_001}</package>"), "100,000 parts"),
    "a package outside": (
        lambda: make_epub(BODIES, container=CONTAINER.format(package="../../etc/passwd")),
        "is not in it",
    ),
    "no package": (lambda: make_epub(BODIES, container="<container/>"), "names no package"),
    "no spine": (lambda: make_epub(BODIES, package="<package/>"), "lists no pages"),
    "pages outside": (
        lambda: make_epub(
            [],
            package=PACKAGE.format(
                items='<item id="a" href="../../../etc/passwd" media-type="text/html"/>', spine='<itemref idref="a"/>'
            ),
        ),
        "none of its pages",
    ),
    "a list that is cut": (lambda: make_epub(BODIES, package="<package><manifest>"), "cut or damaged"),
    "a seller's protection": (
        lambda: make_epub(
            BODIES,
            others={"META-INF/encryption.xml": '<e><CipherReference URI="book/text/page%201.xhtml"/></e>'},
        ),
        "protected by the seller",
    ),
    "half a book": (lambda: make_epub(BODIES)[:-200], "cut or damaged"),
    "a book of pictures": (lambda: make_epub(["<img src='1.png'/>"] * 4), "is it the text of an edition"),
    "a deep page": (lambda: make_epub(["<div>" * 50_000]), "is it the text of an edition"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_books_get_a_message(name: str) -> None:
    make, words = HOSTILE[name]
    message = refusal_of(make())
    assert message.startswith("rules.epub: ")
    assert words in message
    assert "; " in message, "what to do about it"


def test_fonts_may_be_encrypted() -> None:
    listed = {"META-INF/encryption.xml": '<e><CipherReference URI="book/fonts/a.otf"/></e>'}
    assert numbers_of(read(make_epub(BODIES, others=listed))) == NUMBERS


def test_a_page_is_never_unpacked_beyond_its_stated_size() -> None:
    large = "<p>101.1. A lamb eats.</p>" + " " * 5_000_000
    data = bytearray(make_epub([*BODIES[:1], large]))
    size, stated = len(PAGE.format(body=f"<body>{large}</body>")), 1000
    for place in (data.find(size.to_bytes(4, "little")), data.rfind(size.to_bytes(4, "little"))):
        data[place : place + 4] = stated.to_bytes(4, "little")
    parts = [part for part in worker.read("epub", bytes(data)) if part.markup]
    assert all(len(part.markup or "") < 2 * stated for part in parts)


def test_books_are_known_by_their_first_bytes_or_their_container() -> None:
    book = make_epub(BODIES)
    assert readable_kind(book) == "epub"
    assert readable_kind(zip_parts({"META-INF/container.xml": ""})) == "epub"
    assert readable_kind(book[70:]) is None
    assert readable_kind(make_docx("101.1. A lamb eats.")) == "docx"


@given(st.floats(0, 1), st.lists(st.tuples(st.floats(0, 1, exclude_max=True), st.integers(1, 255)), max_size=8))
def test_any_spoiled_book_yields_pages_or_a_message(share: float, flips: list[tuple[float, int]]) -> None:
    spoiled = bytearray(make_epub(BODIES))
    for place, bits in flips:
        spoiled[int(place * len(spoiled))] ^= bits
    parts = list(worker.read("epub", bytes(spoiled[: max(8, int(share * len(spoiled)))])))
    assert any(part.markup is not None or part.problem for part in parts)


def test_bytes_of_no_book_are_refused() -> None:
    parts = worker.read("epub", b"PK\x03\x04 and nothing more")
    assert REFUSED in {part.problem.code for part in parts if part.problem}


def test_addresses_stay_inside() -> None:
    assert epub._resolve("book", "a%20b.xhtml#part") == "book/a b.xhtml"
    assert epub._resolve("book", "../../secret") == "../secret"
