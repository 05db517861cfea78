"""PDF and Word files that are cut, locked, damaged or made to do harm: a message, in bounded time and memory."""

from __future__ import annotations

import base64
import io
import re
import subprocess
import sys
import zipfile
import zlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from docx.oxml.ns import nsdecls
from hypothesis import given, settings
from hypothesis import strategies as st
from reportlab.lib.pdfencrypt import StandardEncryption

from scraper.documents import reading, worker
from scraper.documents.messages import PAGE_UNREADABLE, REFUSED
from scraper.documents.pdf_file import lost_its_end, survey_streams
from scraper.layout import UnknownDialect
from scraper.parse import LARGEST, parse_bytes
from tests.scraper.accounts import codes_of
from tests.scraper.document_files import draw_pdf, make_docx, make_pdf

MEGABYTES = 500

RULES = "".join(
    f"{chapter}. {name}\n" + "".join(f"{chapter}.{n}. A {name.lower()} eats {n} times a day.\n" for n in range(1, 60))
    for chapter, name in ((101, "Lamb"), (102, "Ram"), (103, "Ewe"), (104, "Dog"))
)


@cache
def pdf() -> bytes:
    return make_pdf(RULES)


@cache
def word() -> bytes:
    return make_docx(RULES)


def refusal_of(data: bytes) -> str:
    with pytest.raises(UnknownDialect) as caught:
        parse_bytes(data, "rules.pdf")
    return str(caught.value)


def objects(*bodies: bytes) -> bytes:
    """A PDF of these objects, the first one its root."""
    out, places = b"%PDF-1.5\n", []
    for number, body in enumerate(bodies, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    end = b"xref\n0 %d\n0000000000 65535 f \n%strailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF"
    return out + end % (len(bodies) + 1, table, len(bodies) + 1, len(out))


def stream(content: bytes, entries: bytes = b"") -> bytes:
    return b"<</Length %d%s>>stream\n%s\nendstream" % (len(content), entries, content)


ROOT, FONT = b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"
PAGE = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Resources<</Font<</F 5 0 R>>>>/Contents 4 0 R>>"


def one_page(content: bytes, entries: bytes = b"") -> bytes:
    return objects(ROOT, b"<</Type/Pages/Kids[3 0 R]/Count 1>>", PAGE, stream(content, entries), FONT)


def pack(content: bytes) -> bytes:
    return one_page(zlib.compress(content, 9), b"/Filter/FlateDecode")


def forms(count: int) -> bytes:
    """A page that draws a form ten times, which draws the next one ten times, and so on."""
    page = PAGE.replace(b"/Font<</F 5 0 R>>", b"/XObject<</X 5 0 R>>")
    entries = b"/Type/XObject/Subtype/Form/Resources<</XObject<</X %d 0 R>>>>"
    rows = [stream(b"/X Do " * 10, entries % (n + 6)) for n in range(count)]
    return objects(ROOT, b"<</Type/Pages/Kids[3 0 R]/Count 1>>", page, stream(b"/X Do"), *rows, stream(b""))


def with_body(xml: str) -> bytes:
    """A Word file with this as the part that holds the text."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(word())) as whole, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in whole.namelist():
            archive.writestr(name, xml if name == "word/document.xml" else whole.read(name))
    return out.getvalue()


def body(inside: str) -> str:
    return f"<w:document {nsdecls('w')}><w:body>{inside}</w:body></w:document>"


HOSTILE = {
    "a stream of 200 MB": lambda: pack(b" " * 200_000_000),
    "700,000 operators": lambda: pack(b"BT /F 1 Tf (x) Tj ET " * 700_000),
    "a word of 15 MB": lambda: pack(b"BT /F 1 Tf (" + b"x" * 15_000_000 + b") Tj ET"),
    "100,000 nested arrays": lambda: one_page(b"[" * 100_000 + b"]" * 100_000),
    "forms within forms": lambda: forms(40),
    "a form that draws itself": lambda: forms(1).replace(b"/X 6 0 R", b"/X 5 0 R"),
    "pages that hold themselves": lambda: objects(ROOT, b"<</Type/Pages/Count 3/Kids[2 0 R 2 0 R]>>"),
    "10,000 nested lists of pages": lambda: objects(
        ROOT, *[b"<</Type/Pages/Count 1/Kids[%d 0 R]>>" % (n + 3) for n in range(10_000)]
    ),
    "10 MB in one line": lambda: b"%PDF-1.5\n" + b"x" * 10_000_000,
    "500,000 objects": lambda: b"%PDF-1.5\n" + b"1 0 obj<</Type/Page>>endobj " * 500_000,
    "100,000 nested entries": lambda: b"%PDF-1.5\n1 0 obj " + b"<</A" * 100_000 + b"\nendobj\ntrailer<</Root 1 0 R>>",
    "3.5 million paragraphs": lambda: with_body(body("<w:p/>" * 3_500_000)),
    "10,000 nested paragraphs": lambda: with_body(body("<w:p>" * 10_000 + "</w:p>" * 10_000)),
    "10 MB in one paragraph": lambda: with_body(body(f"<w:p><w:r><w:t>{'101.1. A lamb ' * 700_000}</w:t></w:r></w:p>")),
    "entities of entities": lambda: with_body(
        '<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa">'
        + "".join(f'<!ENTITY {chr(98 + n)} "{f"&{chr(97 + n)};" * 10}">' for n in range(10))
        + "]>"
        + body("<w:p><w:r><w:t>&k;</w:t></w:r></w:p>")
    ),
    "a part of 200 MB": lambda: with_body(" " * 200_000_000),
    "an archive behind a password": lambda: re.sub(
        rb"(?s)(PK\x01\x02....)\x00", lambda found: found[1] + b"\x01", word()
    ),
    "a document without a word": lambda: make_docx(""),
    "far too large": lambda: b"%PDF-1.4\n" + bytes(LARGEST),
    "locked": lambda: make_pdf(RULES, password="wool"),
    "pictures only": lambda: draw_pdf([lambda canvas: canvas.rect(72, 72, 99, 99)] * 3),
    "an empty archive": lambda: b"PK\x05\x06" + b"\0" * 18,
}


REASONS = {
    "far too large": "the file is larger than any edition",
    "locked": "it is encrypted",
    "pictures only": "no text on the 3 pages",
}
COSTLY = {
    "a stream of 200 MB", "700,000 operators", "a word of 15 MB", "forms within forms", "10 MB in one line",
    "500,000 objects", "3.5 million paragraphs", "a part of 200 MB",
}  # fmt: skip
"""A second and more of computing each."""


def check_message(message: str, name: str) -> None:
    assert message.startswith("rules.pdf: ")
    assert "; " in message, "what to do about it"
    assert REASONS.get(name, "") in message


@pytest.mark.parametrize("name", sorted(HOSTILE.keys() - COSTLY))
def test_hostile_files_get_a_message(name: str) -> None:
    check_message(refusal_of(HOSTILE[name]()), name)


MEASURE = """
import pathlib, resource, sys
resource.setrlimit(resource.RLIMIT_CPU, (120, 120))  # this stops what runs away
from scraper.parse import parse_bytes
from scraper.layout import UnknownDialect
try:
    parse_bytes(pathlib.Path(sys.argv[1]).read_bytes(), "rules.pdf")
except UnknownDialect as error:
    print(error)
used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
print(max(row.ru_maxrss for row in used) / (1e6 if sys.platform == "darwin" else 1e3))
"""
SHELL = '"$@"; exit $?'
"""A process counts the memory of the one that it was begun from as its own; a shell between has little."""


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="limits of memory and of computing are POSIX's")
@pytest.mark.parametrize("name", sorted(COSTLY))
def test_costly_files_get_a_message_in_bounded_time_and_memory(name: str, tmp_path: Path) -> None:
    file = tmp_path / "hostile"
    file.write_bytes(HOSTILE[name]())
    root = Path(__file__).parents[2]
    command = ["sh", "-c", SHELL, "sh", sys.executable, "-c", MEASURE, str(file)]
    completed = subprocess.run(command, capture_output=True, text=True, cwd=root, check=True)
    message, _, megabytes = completed.stdout.rstrip().rpartition("\n")
    check_message(message, name)
    assert float(megabytes) < MEGABYTES


def test_a_pdf_locked_against_changes_is_read() -> None:
    lock: Any = StandardEncryption("", ownerPassword="wool", canPrint=0)
    assert len(parse_bytes(make_pdf(RULES, password=lock), "rules.pdf").rules) == 4 * 60


LONG_SHARES = (pytest.param(pdf, share, share - 0.3, marks=pytest.mark.long) for share in (0.8, 0.99))


@pytest.mark.parametrize(("make", "share", "least"), [(pdf, 0.5, 0.2), *LONG_SHARES, (word, 0.9, 0.42)])
def test_a_cut_file_gives_what_is_left(make: Callable[[], bytes], share: float, least: float) -> None:
    texts = {rule.key: rule.text for rule in parse_bytes(make(), "x").rules}
    document = parse_bytes(make()[: int(share * len(make()))], "x")
    assert document.condition == "truncated"
    assert "file-cut" in codes_of(document)
    assert sum(rule.text == texts[rule.key] for rule in document.rules[:-1]) >= least * len(texts)


@settings(max_examples=25)
@given(st.floats(0.02, 0.995))
def test_a_cut_pdf_is_always_reported_as_cut(share: float) -> None:
    parts = list(worker.read("pdf", pdf()[: int(share * len(pdf()))]))
    assert {part.problem.code for part in parts if part.problem} & {"file-cut", REFUSED}


def test_a_pdf_for_the_web_that_was_cut_after_its_first_end_mark_is_reported_as_cut() -> None:
    whole = one_page(b"BT /F 11 Tf 72 700 Td (101.1. A lamb eats.) Tj ET")
    linearized = whole.replace(b"%PDF-1.5\n", b"%%PDF-1.5\n%%/Linearized 1/L %d\n" % (2 * len(whole)), 1)
    assert lost_its_end(linearized)
    assert not lost_its_end(linearized + b"x" * len(whole) + b"startxref\n0\n%%EOF\r\n")


def test_a_damaged_stream_is_reported() -> None:
    data = pack(b"BT /F 11 Tf 72 700 Td (101.1. A lamb eats grass and grass only.) Tj ET ")
    place = data.index(b"endstream") - 3
    assert survey_streams(data).broken == 0
    assert survey_streams(data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]).broken == 1
    encoded = base64.a85encode(zlib.compress(b"A lamb eats grass.")) + b"~>"
    both = b"/Filter [ /ASCII85Decode /FlateDecode ]"
    assert survey_streams(one_page(encoded, both)).broken == 0
    assert survey_streams(one_page(encoded[:-8] + b"~>", both)).broken == 1


def text_pages(count: int) -> bytes:
    """A PDF of pages with a rule each."""
    first = 6 + count
    numbers = [f"{100 + n // 90}.{n % 90 + 1}." for n in range(count)]
    texts = [stream(f"BT /F 11 Tf 72 700 Td ({number} A lamb eats.) Tj ET".encode()) for number in numbers]
    pages = [PAGE.replace(b"4 0 R", b"%d 0 R" % (first + n)) for n in range(count)]
    kids = b" ".join(b"%d 0 R" % (6 + n) for n in range(count))
    return objects(ROOT, b"<</Type/Pages/Count %d/Kids[%s]>>" % (count, kids), b"null", b"null", FONT, *pages, *texts)


def test_a_long_pdf_is_read_to_its_end_and_one_that_no_edition_can_be_is_refused() -> None:
    assert len(parse_bytes(text_pages(400), "rules.pdf").rules) == 400
    assert "it has 10,000 pages, more than any edition (2,000 at most)" in refusal_of(text_pages(10_000))


def test_the_last_guard_grows_with_the_file() -> None:
    assert worker.seconds_for(0) == worker.SECONDS
    assert worker.seconds_for(30_000_000) == worker.SECONDS + 30 * worker.SECONDS_PER_MEGABYTE


def test_a_file_whose_reading_was_stopped_is_refused_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """How far the reading came may depend on the machine."""
    half, _ = reading._ask_worker(pdf(), "pdf")
    monkeypatch.setattr(reading, "_ask_worker", lambda *_: (half[: len(half) // 2], False))
    assert "longer, or more memory, than any edition" in refusal_of(pdf())


def test_a_file_whose_reading_was_stopped_before_its_first_page_is_not_called_empty(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(reading, "_ask_worker", lambda *_: (b"", False))
    assert "longer, or more memory, than any edition" in refusal_of(word())


def test_a_refusal_counts_although_the_worker_was_stopped_after_it(monkeypatch: pytest.MonkeyPatch) -> None:
    refused = b'{"problem":{"code":"refused","severity":"warning","message":"it is encrypted","hint":"unlock it"}}\n'
    monkeypatch.setattr(reading, "_ask_worker", lambda *_: (refused, False))
    assert "cannot be read: it is encrypted; unlock it" in refusal_of(pdf())


def test_a_broken_page_is_lost_by_itself() -> None:
    texts = [stream(b"BT /F 11 Tf 72 700 Td (10%d.1. A lamb eats.) Tj ET" % n) for n in range(1, 6)]
    texts[2] = stream(b"BT (x) Tj ET", b"/Filter/NoSuchFilter")
    pages = [PAGE.replace(b"4 0 R", b"%d 0 R" % n) for n in range(11, 16)]
    pages[3] = b"null"
    kids = b"<</Type/Pages/Count 5/Kids[6 0 R 7 0 R 8 0 R 9 0 R 10 0 R]>>"
    data = objects(ROOT, kids, b"null", b"null", FONT, *pages, *texts)
    parts = list(worker.read("pdf", data))
    assert [bool(part.page) for part in parts if part.page is not None] == [True, True, False, False, True]
    problems = [part.problem for part in parts if part.problem]
    assert [(row.code, row.message.partition(",")[0]) for row in problems] == [
        (PAGE_UNREADABLE, "page 4 was not read: it is missing or damaged"),
        ("empty-page", "no text is on 1 page"),
    ]


CUT_OR_FLIPPED = st.tuples(
    st.floats(0, 1), st.lists(st.tuples(st.floats(0, 1, exclude_max=True), st.integers(1, 255)), max_size=8)
)


def spoil(data: bytes, how: tuple[float, list[tuple[float, int]]]) -> bytes:
    share, flips = how
    spoiled = bytearray(data)
    for place, bits in flips:
        spoiled[int(place * len(spoiled))] ^= bits
    return bytes(spoiled[: max(8, int(share * len(spoiled)))])


@given(CUT_OR_FLIPPED, st.sampled_from(["pdf", "docx"]))
def test_any_spoiled_file_yields_pages_or_a_message(how: tuple[float, list[tuple[float, int]]], kind: str) -> None:
    """In this process, for speed; the limits are the worker's."""
    assert list(worker.read(kind, spoil(pdf() if kind == "pdf" else word(), how)))


@settings(max_examples=8)
@given(CUT_OR_FLIPPED, st.booleans())
def test_any_spoiled_file_yields_records_or_an_error(how: tuple[float, list[tuple[float, int]]], is_pdf: bool) -> None:
    try:
        document = parse_bytes(spoil(pdf() if is_pdf else word(), how), "rules.pdf")
    except UnknownDialect:
        return
    assert document.rules or "no-rules" in codes_of(document)


@pytest.mark.parametrize("kind", ["pdf", "docx"])
def test_bytes_of_no_such_file_are_refused(kind: str) -> None:
    parts = worker.read(kind, b"%PDF-1.4 and nothing more")
    assert REFUSED in {part.problem.code for part in parts if part.problem}


@pytest.mark.long
def test_a_script_needs_no_guard(tmp_path: Path) -> None:
    """A worker that imported the caller's script anew would start workers without end."""
    script, file = tmp_path / "script.py", tmp_path / "rules.pdf"
    file.write_bytes(pdf())
    script.write_text(
        "import sys, pathlib\nfrom scraper.parse import parse_bytes\n"
        "print(len(parse_bytes(pathlib.Path(sys.argv[1]).read_bytes(), 'x').rules))\n"
    )
    root = Path(__file__).parents[2]
    completed = subprocess.run([sys.executable, script, file], capture_output=True, text=True, cwd=root,
                          env={"PYTHONPATH": str(root), "PATH": ""}, check=True)  # fmt: skip
    assert completed.stdout == "240\n"
