"""PDF, files of word processors and e-books of the text of an edition, as a publisher's program would make them."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any
from xml.sax.saxutils import escape

import docx
from docx.document import Document
from reportlab.lib.enums import TA_JUSTIFY, TA_LEFT
from reportlab.lib.pagesizes import A5
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Paragraph, SimpleDocTemplate

HEAD = "Rules of the Flocks"


def make_pdf(
    text: str,
    *,
    space: float = 6,
    justified: bool = False,
    bold: Collection[str] = (),
    head: str = HEAD,
    password: str | None = None,
) -> bytes:
    """A PDF of a text with a paragraph a line.

    Args:
        text: Its paragraphs; blank lines are left out.
        space: Points between paragraphs.
        justified: Whether lines are stretched to the margin.
        bold: Paragraphs in bold that are set close to the next one: headwords.
        head: Running head; below is the number of the page.
        password: To open it.
    """
    plain = ParagraphStyle(
        "plain", fontName="Times-Roman", fontSize=11, leading=13, spaceAfter=space,
        alignment=TA_JUSTIFY if justified else TA_LEFT,
    )  # fmt: skip
    strong = ParagraphStyle("strong", parent=plain, fontName="Times-Bold", spaceAfter=0)

    def frame(canvas: Canvas, document: Any) -> None:
        canvas.setFont("Times-Italic", 9)
        canvas.drawString(72, 560, head)
        canvas.drawCentredString(210, 30, f"- {document.page} -")

    out = io.BytesIO()
    # As small as it is, for paragraphs to go over many pages.
    document = SimpleDocTemplate(out, pagesize=A5, topMargin=50, bottomMargin=60, encrypt=password, invariant=1)
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    story = [Paragraph(escape(line), strong if line in bold else plain) for line in lines]
    document.build(story, onFirstPage=frame, onLaterPages=frame)
    return out.getvalue()


def draw_pdf(pages: Sequence[Callable[[Canvas], None]]) -> bytes:
    """A PDF whose pages are drawn by hand."""
    out = io.BytesIO()
    canvas = Canvas(out, invariant=1)
    for draw in pages:
        draw(canvas)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def lines_at(*rows: tuple[float, float, str], font: str = "Times-Roman", size: float = 11) -> Callable[[Canvas], None]:
    """Draws these lines, each with its place from the left and from the bottom."""

    def draw(canvas: Canvas) -> None:
        for x, y, text in rows:
            canvas.setFont(font, size)
            canvas.drawString(x, y, text)

    return draw


def rows_at(rows: Sequence[str], *more: tuple[float, float, str]) -> Callable[[Canvas], None]:
    """Draws rows from the top of a page, one below the other, and more lines at their places."""
    return lines_at(*[(72, 700 - 13 * n, row) for n, row in enumerate(rows)], *more)


def begin_docx(text: str) -> Document:
    """A Word document with a paragraph a line, to be changed before it is saved."""
    document = docx.Document()
    for line in text.splitlines():
        document.add_paragraph(line)
    return document


def save_docx(document: Document) -> bytes:
    """Its file."""
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def make_docx(text: str, *, head: str = HEAD) -> bytes:
    """A Word file of a text with a paragraph a line; blank lines are empty paragraphs."""
    document = begin_docx(text)
    document.sections[0].header.paragraphs[0].text = head
    return save_docx(document)


CONTAINER = (
    '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
    '<rootfile full-path="{package}" media-type="application/oebps-package+xml"/></rootfiles></container>'
)
PACKAGE = '<package xmlns="http://www.idpf.org/2007/opf"><manifest>{items}</manifest><spine>{spine}</spine></package>'
PAGE = (
    '<?xml version="1.0"?>\n<html xmlns="http://www.w3.org/1999/xhtml"><head><title>A book</title></head>{body}</html>'
)


def page_name(number: int) -> str:
    """The path of a page of an e-book."""
    return f"book/text/page {number}.xhtml"


def zip_parts(parts: Mapping[str, str | bytes], *, kind: str = "application/epub+zip") -> bytes:
    """An e-book, or another kind of archive that names its kind first, of these parts by their path."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(zipfile.ZipInfo("mimetype"), kind)
        for path, part in parts.items():
            archive.writestr(path, part)
    return out.getvalue()


def make_epub(
    bodies: Sequence[str],
    *,
    spine: Sequence[int] | None = None,
    container: str = CONTAINER.format(package="book/content.opf"),
    package: str | None = None,
    others: Mapping[str, str | bytes] | None = None,
) -> bytes:
    """An e-book.

    Args:
        bodies: The bodies of its pages; they are stored last page first.
        spine: Numbers of the pages in the order of reading; all in their order if not given.
        container: The part that names the package.
        package: The part that lists all others, if it is not made of the pages.
        others: More parts by their path.
    """
    items = "".join(
        f'<item id="p{number}" href="text/page%20{number}.xhtml" media-type="application/xhtml+xml"/>'
        for number in range(len(bodies))
    )
    references = "".join(f'<itemref idref="p{number}"/>' for number in (range(len(bodies)) if spine is None else spine))
    pages = {
        page_name(number): PAGE.format(body=f"<body>{bodies[number]}</body>") for number in reversed(range(len(bodies)))
    }
    lists = {
        "META-INF/container.xml": container,
        "book/content.opf": PACKAGE.format(items=items, spine=references) if package is None else package,
    }
    return zip_parts({**lists, **pages, **(others or {})})


OPEN_DOCUMENT = "".join(
    f' xmlns:{prefix}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
    for prefix, name in (
        ("office", "office"), ("style", "style"), ("text", "text"), ("table", "table"), ("draw", "drawing"),
        ("svg", "svg-compatible"),
    )
)  # fmt: skip
ODT = "application/vnd.oasis.opendocument.text"


def write_paragraphs(text: str) -> str:
    """A paragraph of OpenDocument for each line of a text; runs of spaces and tabs are elements."""
    rows = [
        escape(line).replace("\t", "<text:tab/>").replace("  ", ' <text:s text:c="1"/>') for line in text.splitlines()
    ]
    return "".join(f"<text:p>{row}</text:p>" for row in rows)


def make_odt(
    body: str, *, styles: str = "", head: str = HEAD, others: Mapping[str, str | bytes] | None = None
) -> bytes:
    """An OpenDocument text, as LibreOffice stores it: the text last.

    Args:
        body: The content of its text, in XML.
        styles: Styles of lists.
        head: The page header.
        others: More parts by their path, or parts to use in place of these.
    """
    content = (
        f"<office:document-content{OPEN_DOCUMENT}><office:automatic-styles>{styles}</office:automatic-styles>"
        f"<office:body><office:text>{body}</office:text></office:body></office:document-content>"
    )
    header = f"<style:header><text:p>{head}</text:p></style:header>"
    frames = f"<office:master-styles><style:master-page>{header}</style:master-page></office:master-styles>"
    parts = {
        "META-INF/manifest.xml": "<manifest/>",
        "styles.xml": f"<office:document-styles{OPEN_DOCUMENT}>{frames}</office:document-styles>",
        "content.xml": content,
        **(others or {}),
    }
    return zip_parts(parts, kind=ODT)


def make_flat_odt(body: str) -> bytes:
    """The same as one XML document."""
    return (
        f'<?xml version="1.0"?>\n<office:document{OPEN_DOCUMENT} office:mimetype="{ODT}">'
        f"<office:body><office:text>{body}</office:text></office:body></office:document>"
    ).encode()
