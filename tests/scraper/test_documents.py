"""PDF and Word files: the sample editions as such files give the records of their text; the structure of pages."""

from __future__ import annotations

import io
import re
import zipfile
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from docx.document import Document
from docx.opc.packuri import PackURI
from docx.opc.part import Part
from docx.oxml import OxmlElement
from docx.oxml.ns import nsdecls, qn

from rules.installed import read_source, requirement
from rules.records import ParsedDocument
from scraper.decode import decode
from scraper.documents import pdf, pdfium_calls, worker
from scraper.documents.hyphens import mend_hyphens
from scraper.documents.kinds import readable_kind
from scraper.documents.messages import PageLine
from scraper.documents.pdf import clean_text
from scraper.documents.reading import read_document
from scraper.layout import UnknownDialect, paragraphs, without_leader
from scraper.parse import parse_bytes
from tests.scraper.accounts import accounted_lines, codes_of, without_blanks
from tests.scraper.document_files import HEAD, begin_docx, draw_pdf, lines_at, make_docx, make_pdf, rows_at, save_docx

EDITIONS = Path(__file__).parents[2] / "comprules" / "sample" / "editions"
WRAPPED = "1999-04-23"
"""Has 80 columns: as a Word file each of its lines would be a paragraph."""
ISSUE = "1999-04-21"
"""The issue of a rulings summary in the sample."""
DATES = sorted(folder.name for folder in EDITIONS.iterdir() if folder.name != ISSUE)

RULES = "".join(f"10{n}.1. A lamb of flock {n} eats grass, and only grass, until the dog of its shepherd comes back.\n"
                for n in range(1, 9))  # fmt: skip


def text_of(date: str) -> str:
    """The sample edition with a paragraph a line, as far as the standard type of a PDF can print it."""
    text = decode((EDITIONS / date / "sample.txt").read_bytes()).text.replace("\r\n", "\n").replace("\r", "\n")
    return text.encode("cp1252", "replace").decode("cp1252")


def unwrap_lines(date: str) -> str:
    """The text with a paragraph a line; that of 1999 has 80 columns."""
    if date != WRAPPED:
        return text_of(date)
    source = decode(text_of(date).encode(), "sample.txt")
    return "\n\n".join(paragraph.text for paragraph in paragraphs(list(source.lines)))


def records(document: ParsedDocument) -> dict[str, tuple[Any, ...]]:
    """Every rule and entry by its key, white space aside."""
    tables: dict[str, tuple[Any, ...]] = {
        rule.key: (rule.kind, rule.heading, rule.label, *map(without_blanks, (rule.text, *rule.examples)))
        for rule in document.rules
    }
    return tables | {entry.key: (entry.term, without_blanks(entry.text)) for entry in document.glossary}


def differences(document: ParsedDocument, text: str) -> list[tuple[str, Any, Any]]:
    expected, actual = records(parse_bytes(text.encode(), "sample.txt")), records(document)
    assert len(expected) > 100
    return [(key, expected.get(key), actual.get(key)) for key in {**expected, **actual}
            if expected.get(key) != actual.get(key)]  # fmt: skip


# The space between paragraphs, and whether lines are justified: all with the first edition, two with each other one.
DRESSES = [(0.0, False), (0.0, True), (6.0, False), (6.0, True)]
DRESSED = [(DATES[0], dress) for dress in DRESSES]
DRESSED += [(date, dress) for at, date in enumerate(DATES[1:]) for dress in DRESSES[at % 2 :: 2]]


@pytest.mark.parametrize(
    ("date", "dress"), [*DRESSED[:2], *(pytest.param(*row, marks=pytest.mark.long) for row in DRESSED[2:])]
)
def test_a_pdf_gives_the_records_of_its_text_and_none_of_its_lines_is_lost(
    date: str, dress: tuple[float, bool]
) -> None:
    space, justified = dress
    text = unwrap_lines(date)
    headwords = {entry.term for entry in parse_bytes(text.encode(), "sample.txt").glossary}
    data = make_pdf(text, space=space, justified=justified, bold=headwords)
    document = parse_bytes(data, "sample.pdf")
    assert differences(document, text) == []
    assert (document.dialect, document.encoding, document.condition) == ("official", "pdf", "good")
    assert document.edition == date
    dropped = [row for row in document.dropped if row.reason.startswith("page-")]
    pages = len(dropped) // 2
    assert pages >= 3
    assert [row.text for row in dropped if row.reason == "page-header"] == [HEAD] * pages
    assert [row.text for row in dropped if row.reason == "page-number"] == [f"- {n} -" for n in range(1, pages + 1)]
    source = read_document(data, "pdf", "sample.pdf")
    lines = {number for number, line in enumerate(source.text.split("\n"), 1) if line.strip()}
    assert lines <= accounted_lines(document)
    assert "unclaimed-line" not in codes_of(document)
    assert {line.first for line in source.lines} | {row.line for row in source.dropped} == lines


@pytest.mark.parametrize("date", [DATES[-1], *(pytest.param(date, marks=pytest.mark.long) for date in DATES[1:-1])])
def test_a_word_file_gives_the_records_of_its_text(date: str) -> None:
    document = parse_bytes(make_docx(text_of(date)), "sample.docx")
    assert differences(document, text_of(date)) == []
    assert (document.dialect, document.encoding, document.condition) == ("official", "docx", "good")
    assert [row.text for row in document.dropped if row.reason == "page-header"] == [HEAD]


def body(*pages: list[str]) -> list[tuple[str, bool]]:
    """The lines of the body of a PDF with these lines on its pages, and whether a paragraph surely begins with each."""
    source = read_document(draw_pdf([rows_at(rows) for rows in pages]), "pdf", "x.pdf")
    return [(line.text, line.after_blank) for line in source.lines]


def test_even_and_odd_heads_and_feet_of_two_lines_go_and_equal_lines_inside_stay() -> None:
    names = ["Ada", "Bess", "Cora", "Dora", "Elsa", "Fay", "Gwen", "Hope", "Iris", "Joan"]

    def page(n: int) -> Any:
        head = f"Chapter {n // 3 + 1}" if n % 2 else "All about sheep"
        return lines_at((72, 780, head), (72, 700, f"{names[n - 1]} is a ewe,"), (72, 687, f"a lamb of {names[-n]}."),
                        (72, 40, "Wool Press"), (72, 30, str(n)))  # fmt: skip

    source = read_document(draw_pdf([page(n) for n in range(1, 11)]), "pdf", "x.pdf")
    assert [line.text for line in source.lines][:3] == ["Ada is a ewe,", "a lamb of Joan.", "Bess is a ewe,"]
    assert len(source.lines) == 20
    assert Counter(row.reason for row in source.dropped) == {"page-header": 10, "page-footer": 10, "page-number": 10}
    assert (len(source.pages), source.pages[0]) == (10, 1)


def test_outermost_lines_that_are_no_running_heads_stay() -> None:
    """Those of a document without heads, rules at the edge of each page, the number of a lone page."""
    assert len(body(*[[f"{word} comes first", f"and last a {word}"] for word in ("Ram", "Ewe", "Lamb", "Dog")])) == 8
    assert len(body(*[[f"10{n}.1. A lamb", "eats grass", f"10{n}.2. A ram"] for n in range(1, 7)])) == 18
    assert ("1", False) in body(["101.1. A lamb eats.", "1"])


def test_messages_tell_the_page() -> None:
    placed = [row for row in parse_bytes(make_pdf(RULES * 3), "flocks.pdf").diagnostics if row.line]
    assert placed
    assert all("(page " in row.message for row in placed)
    assert not any("(page " in row.message for row in parse_bytes((RULES * 3).encode(), "x").diagnostics)


def test_a_paragraph_goes_on_over_a_page_break() -> None:
    first = ["101.1. The shepherd of a flock counts every one of his sheep, lambs and rams when the evening",
             "comes, and once more when it has come and he is back at home before the fire, where his"]  # fmt: skip
    second = ["wife asks him how many he has counted this time and if he is quite sure that nothing is lost.",
              "101.2. A lamb sleeps.", "101.3. A ram does not."]  # fmt: skip
    document = parse_bytes(draw_pdf([rows_at(first, (300, 30, "1")), rows_at(second, (300, 30, "2"))]), "x.pdf")
    whole = " ".join([*first, second[0]]).removeprefix("101.1. ")
    assert [rule.text for rule in document.rules] == [whole, "A lamb sleeps.", "A ram does not."]
    span = document.rules[0].span
    assert span is not None
    assert (span.first_line, span.last_line) == (1, 4), "the number of page 1 is line 3"


def test_rows_that_all_begin_with_numbers_are_rules_although_no_sentence_ends() -> None:
    texts = [f"101.{rule}{letter} A lamb that sleeps is counted by the shepherd and by his dog when the moon is high"
             for rule in range(1, 6) for letter in (".", "a", "b")]  # fmt: skip
    document = parse_bytes(draw_pdf([rows_at(texts[:8]), rows_at(texts[8:])]), "x.pdf")
    assert [rule.text for rule in document.rules] == [text.partition(" ")[2] for text in texts]


def test_a_gap_parts_paragraphs_and_raised_letters_do_not() -> None:
    def draw(canvas: Any) -> None:
        lines_at((72, 700, "Lambs are"), (72, 687, "small."), (72, 660, "Rams are"), (72, 647, "large."))(canvas)
        lines_at((72, 620, "Wool"), (72, 606, "is warm."), (72, 593, "Always."))(canvas)
        lines_at((95, 624, "TM"), size=6)(canvas)

    source = read_document(draw_pdf([draw]), "pdf", "x.pdf")
    begins = [line.text for line in source.lines if line.after_blank]
    assert begins[:2] == ["Lambs are", "Rams are"]
    assert "is warm." not in begins


def test_hyphens_of_the_typesetter_are_mended_and_those_of_the_writer_kept_and_this_is_reported() -> None:
    """Kept are also those at the end of a paragraph and before a number."""
    broken = "A shep-|herd and a snow-|covered dog-|house, un\u00ad|told. The shepherd, a snow-covered ram."
    lines = broken.split("|")
    assert mend_hyphens(lines, frozenset()) == [(1, "shepherd"), (4, "untold")]
    mended = "A shepherd |and a snow-|covered dog-|house, untold. |The shepherd, a snow-covered ram."
    assert lines == mended.split("|")
    assert mend_hyphens(["A cat-", "", "fish, a catfish, cat-", "3. A dog"], frozenset()) == []
    assert mend_hyphens(["A cat-", "17", "fish, a catfish."], frozenset({2})) == [(1, "catfish")]
    rows = ["101.1. The flock has a shep-", "herd, and he a dog.", "101.2. A shepherd sings.", "101.3. A dog does not."]
    document = parse_bytes(draw_pdf([rows_at(rows)]), "x.pdf")
    assert document.rules[0].text == "The flock has a shepherd, and he a dog."
    reported = [row for row in document.diagnostics if row.code == "mended-hyphens"]
    assert [(row.line, row.message) for row in reported] == [
        (1, "1 word broken at a line end was joined, the first is 'shepherd' (page 1)")
    ]


def test_word_files_keep_line_breaks_tabs_insertions_and_text_boxes() -> None:
    document = begin_docx("101.1. A lamb\teats.")
    document.paragraphs[0].add_run().add_break()
    document.paragraphs[0].add_run("It sleeps.")
    changed = document.add_paragraph("101.2. A ")
    for tag, inner, words in (("w:ins", "w:t", "ram "), ("w:del", "w:delText", "wolf ")):
        change, run, text = OxmlElement(tag), OxmlElement("w:r"), OxmlElement(inner)
        text.text = words
        run.append(text)
        change.append(run)
        changed._p.append(change)
    changed.add_run("waits.")
    document.add_table(1, 1).cell(0, 0).paragraphs[0].text = "101.3. A ewe counts."
    moved, paragraph = OxmlElement("w:moveFrom"), document.add_paragraph("101.4. A dog moved away.")._p
    paragraph.addprevious(moved)
    moved.append(paragraph)
    source = read_document(save_docx(document), "docx", "x.docx")
    expected = ["101.1. A lamb\teats.", "It sleeps.", "101.2. A ram waits.", "101.3. A ewe counts."]
    assert [line.text for line in source.lines] == expected


def add_notes(document: Document) -> None:
    notes = f"<w:footnotes {nsdecls('w')}><w:p><w:r><w:t>A note on lambs.</w:t></w:r></w:p></w:footnotes>"
    part = Part(PackURI("/word/footnotes.xml"), "application/xml", notes.encode(), document.part.package)
    document.part.relate_to(part, "notes")


def add_counted_paragraph(document: Document) -> None:
    document.add_paragraph("A ram counts.", style="List Number")


def add_symbol(document: Document, code: str = "F0E0") -> None:
    symbol = OxmlElement("w:sym")
    symbol.set(qn("w:char"), code)
    document.paragraphs[0].runs[0]._r.append(symbol)


@pytest.mark.parametrize(
    ("change", "code", "line", "words"),
    [
        (add_notes, "notes-left-out", 0, "1 line of footnotes was not read, the first is 'A note on lambs.'"),
        (add_counted_paragraph, "counted-numbers", 17, "save it as text"),
        (add_symbol, "lossy-encoding", 1, ""),
        (partial(add_symbol, code="none"), "lossy-encoding", 1, ""),
    ],
    ids=["notes", "numbers that Word counts", "symbols of a symbol face", "a symbol without a code"],
)
def test_what_is_lost_of_a_word_file_is_told(
    change: Callable[[Document], None], code: str, line: int, words: str
) -> None:
    document = begin_docx(RULES)
    change(document)
    parsed = parse_bytes(save_docx(document), "x.docx")
    (told,) = [row for row in parsed.diagnostics if row.code == code]
    assert (told.line, told.severity) == (line, "warning")
    assert words in told.message + told.hint
    assert parsed.rules[0].text.endswith("\ufffd") == (code == "lossy-encoding")


def test_ligatures_are_letters_and_broken_words_have_hyphens() -> None:
    assert clean_text("the \ufb01rst \ufb02ock\0") == "the first flock\ufffd"
    assert clean_text("a snow-covered shep\ufffe") == "a snow-covered shep-"


def test_each_row_of_a_page_has_its_place_its_size_and_its_fonts() -> None:
    def draw(canvas: Any) -> None:
        lines_at((72, 700, "101.1. A lamb"), size=9)(canvas)
        lines_at((140, 700, "and a ram"), font="Times-Bold", size=12)(canvas)
        canvas.scale(2, 2)
        lines_at((36, 300, "101.2. A ewe"), size=5)(canvas)

    parts = list(worker.read("pdf", draw_pdf([draw])))
    assert [row for part in parts for row in part.page or ()] == [
        PageLine("101.1. A lamb and a ram", 72, 700, 12, ("Times-Roman", "Times-Bold")),
        PageLine("101.2. A ewe", 72, 600, 10, ("Times-Roman",)),
    ]


def test_a_row_of_very_many_words_is_known_by_the_type_of_some(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at: list[int] = []
    find_text_object = pdfium_calls.find_text_object

    def count_text_object(page: int, index: int) -> Any:
        looked_at.append(index)
        return find_text_object(page, index)

    words = [(72 + 2 * place, 700, f"ram{place} ") for place in range(150)]
    monkeypatch.setattr(pdf, "find_text_object", count_text_object)
    (row,) = [row for part in pdf.read_pdf(draw_pdf([lines_at(*words, size=1)])) for row in part.page or ()]
    assert (row.text.split(), row.x, row.size) == ([f"ram{place}" for place in range(150)], 72, 1)
    assert (len(looked_at), looked_at[0]) == (pdf.MOST_WORDS, 0)


def test_a_tab_before_a_page_number_is_a_leader() -> None:
    assert without_leader("101. The Flock\t12") == "101. The Flock"
    assert without_leader("101. The Flock of 12") == "101. The Flock of 12"
    contents = "Contents\n1. Sheep\t3\n101. The Flock\t4\nGlossary\t9\n\n1. Sheep\n101. The Flock\n" + RULES
    document = parse_bytes(make_docx(contents + "Glossary\n\nLamb\nA small sheep.\n"), "x.docx")
    assert [entry.term for entry in document.glossary] == ["Lamb"]
    assert "contents-disagree" not in codes_of(document)


@pytest.mark.parametrize(("data", "package"), [(make_pdf(RULES), "pypdfium2"), (make_docx(RULES), "docx")])
def test_without_the_extra_the_message_names_it(
    data: bytes, package: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / f"{package}.py").write_text("raise ModuleNotFoundError", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    wanted = re.escape(requirement(read_source(), "documents"))
    with pytest.raises(UnknownDialect, match=rf'need an extra; pip install "{wanted}"'):
        parse_bytes(data, "rules.file")


def test_kinds_are_told_by_their_first_bytes_and_other_files_get_a_remedy() -> None:
    for data in (b"%PDF-1.4\n", b"HTTP/1.1 200 OK\r\n\r\n%PDF-1.7\n", b"\xef\xbb\xbf%PDF-1.4"):
        assert readable_kind(data) == "pdf", data
    assert readable_kind(b"PK\x03\x04rest of [Content_Types].xml") == "docx"
    assert {readable_kind(data) for data in (b"PK\x03\x04rest", b"101.1. A %PDF-1 lamb", b"PK", b"")} == {None}
    assert readable_kind(b"{\\rtf1\\ansi 101.1. A lamb}") == "rtf"
    with pytest.raises(UnknownDialect, match=r"an old Word file \(\.doc\); .* save it as \.docx, or as text"):
        parse_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, "rules.doc")
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("rules.txt", RULES)
    with pytest.raises(UnknownDialect, match=r"rules\.zip: this is a zip archive; unpack it and read the files in it"):
        parse_bytes(out.getvalue(), "rules.zip")


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"PK\x03\x04 [Content_Types].xml xl/workbook.xml", r"an Excel workbook \(.xlsx\); save its sheet as CSV"),
        (b"PK\x03\x04 [Content_Types].xml ppt/presentation.xml", "a presentation"),
        (b"PK\x03\x04 mimetypeapplication/vnd.oasis.opendocument.spreadsheetPK", "an OpenDocument sheet"),
        (b"PK\x03\x04 mimetypeapplication/vnd.oasis.opendocument.graphicsPK", "an OpenDocument drawing"),
        (b"\x1f\x8b\x08\0rest", r"a compressed file \(.gz\); unpack it"),
        (b"a book of lambs".ljust(60, b"\0") + b"BOOKMOBI", r"a book for Kindle .*; convert it to EPUB"),
        (b"\x89PNG\r\n", "a picture; a picture has no text"),
        (b"rules.txt".ljust(257, b"\0") + b"ustar", "a tar archive"),
    ],
)
def test_each_kind_of_file_that_is_not_read_has_its_name_and_a_remedy(data: bytes, words: str) -> None:
    with pytest.raises(UnknownDialect, match=f"^rules: this is {words}"):
        parse_bytes(data, "rules")


def test_a_glossary_of_a_word_file_without_empty_paragraphs_is_read_whole() -> None:
    """Short texts, such as `See Lamb.`, are told from headwords by the space between paragraphs."""
    text = f"{RULES}Glossary\nKid\nSee rule 101.1.\nIf\nSee Lamb.\nInk Ewe\nSee rule 102.1.\nLamb\nA small sheep.\n"
    document = parse_bytes(make_docx(text), "x.docx")
    assert [entry.term for entry in document.glossary] == ["Kid", "If", "Ink Ewe", "Lamb"]
    text = text.replace("\n", "\n\n", 1)
    assert [line.first for line in read_document(make_docx(text), "docx", "x.docx").lines][:3] == [1, 3, 4]


def make_rtf(text: str) -> bytes:
    """An RTF file with a paragraph a line, as word processors write it: characters beyond ASCII as numbers."""
    out = [r"{\rtf1\ansi\ansicpg1252{\fonttbl{\f0 Times;}}{\stylesheet{\s0 Normal;}}"]
    for line in text.splitlines():
        escaped = re.sub(r"[\\{}]", r"\\\g<0>", line)
        plain = "".join(char if char.isascii() else f"\\u{ord(char)}?" for char in escaped)
        out.append(rf"\pard\plain\s0 {{\b0 {plain}}}\par")
    return "\n".join([*out, "}"]).encode()


@pytest.mark.parametrize("date", [DATES[-1], *(pytest.param(date, marks=pytest.mark.long) for date in DATES[1:-1])])
def test_an_rtf_file_gives_the_records_of_its_text(date: str) -> None:
    document = parse_bytes(make_rtf(text_of(date)), "sample.rtf")
    assert differences(document, text_of(date)) == []
    assert (document.dialect, document.encoding, document.condition) == ("official", "rtf", "good")


def test_text_after_a_surplus_brace_of_an_rtf_file_is_reported() -> None:
    data = make_rtf(RULES)
    half = data.index(b"\\pard", len(data) // 2)
    document = parse_bytes(data[:half] + b"}" + data[half:], "rules.rtf")
    (problem,) = (problem for problem in document.diagnostics if problem.code == "file-damaged")
    assert problem.message.startswith(f"{len(data[half:].rstrip(b'}').strip()):,} bytes after its last brace")
    assert document.condition != "good"
    for harmless in (b"}", b"\r\n", b"\0\0", b"}\n{}"):
        assert "file-damaged" not in codes_of(parse_bytes(data + harmless, "rules.rtf"))


def test_braces_in_binary_data_of_an_rtf_file_are_no_groups() -> None:
    data = make_rtf(RULES)
    expected = parse_bytes(data, "rules.rtf")
    half = data.index(b"\\pard", len(data) // 2)
    for binary in (b"{{{{", b"}}}}", b"\\bin", b"\\{}}"):
        for group in (b"{\\pict\\bin4 %b}", b"{\\*\\object{\\bin4 %b}}"):
            document = parse_bytes(data[:half] + group % binary + data[half:], "rules.rtf")
            assert document.rules == expected.rules
            assert codes_of(document) == codes_of(expected)
    assert "file-cut" in codes_of(parse_bytes(data[:half] + b"{\\pict\\bin999999999 " + data[half:], "rules.rtf"))


def test_a_cut_rtf_file_is_reported_as_cut() -> None:
    data = make_rtf(RULES)
    document = parse_bytes(data[: len(data) * 2 // 3], "rules.rtf")
    assert (document.condition, "file-cut" in codes_of(document)) == ("truncated", True)
    assert document.rules
    with pytest.raises(UnknownDialect, match="nested deeper"):
        parse_bytes(b"{\\rtf1 " + b"{" * 100_000, "rules.rtf")
