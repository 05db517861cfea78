"""PDF and Word files made of the text of an edition, as a publisher's program would make them."""

from __future__ import annotations

import io
from collections.abc import Callable, Collection, Sequence
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
