"""E-mails, pages that a browser saved as one file, and exports of a wiki: the text inside them is read."""

from __future__ import annotations

from email.message import EmailMessage
from html import escape

import pytest

from scraper.layout import UnknownDialect
from scraper.mail import MOST_PARTS, read_mail
from scraper.parse import parse_bytes, read_source
from tests.scraper.accounts import codes_of

DATE = "These rules are effective as of January 1, 2015."
RULES = [f"10{n}.1. A lamb of the {n}th flock – a “lamb” – eats grass, and only grass, until the dog barks and the "
         "shepherd comes." for n in range(1, 9)]  # fmt: skip
TEXT = "\n".join([DATE, "101. The Lamb", *RULES]) + "\n"
PARAGRAPHS = "".join(f"<p>{escape(rule)}</p>" for rule in RULES)
PAGE = f"<html><head><meta charset='utf-8'></head><body>{PARAGRAPHS}</body></html>"


def make_mail(text: str = TEXT, *, coding: str = "quoted-printable", page: str = "") -> EmailMessage:
    """A message with a text, and with the same as a page."""
    message = EmailMessage()
    message["Subject"] = "The rules"
    message["From"] = "shepherd@flocks.example"
    message.set_content(text, cte=coding)
    if page:
        message.add_alternative(page, subtype="html", cte=coding)
    return message


def texts_of(data: bytes) -> list[str]:
    return [f"{rule.number}. {rule.text}" for rule in parse_bytes(data, "rules.eml").rules if rule.text]


@pytest.mark.parametrize("coding", ["quoted-printable", "base64"])
def test_the_text_of_a_message_is_read_in_any_coding(coding: str) -> None:
    assert texts_of(make_mail(coding=coding).as_bytes()) == RULES
    assert texts_of(make_mail("See the page.", coding=coding, page=PAGE).as_bytes()) == RULES
    assert texts_of(b"From shepherd@flocks.example Sat Jan 3 2015\n" + make_mail(coding=coding).as_bytes()) == RULES


def test_a_saved_page_is_read_without_its_styles_and_pictures() -> None:
    message = make_mail(".x { color: green }" * 900)
    message.set_type("text/css")
    related = EmailMessage()
    related.set_content(PAGE, subtype="html", cte="quoted-printable")
    related.make_related()
    related.attach(message)
    data = b"From: <Saved by Blink>\r\nSnapshot-Content-Location: https://flocks.example/\r\n" + related.as_bytes()
    assert texts_of(data) == RULES
    assert "parts-left-out" not in codes_of(parse_bytes(data, "rules.mht"))


def test_what_is_attached_is_named_and_a_message_without_text_is_refused() -> None:
    message = make_mail()
    message.add_attachment(b"%PDF-1.4", maintype="application", subtype="pdf")
    (told,) = [row for row in read_source(message.as_bytes(), "x").diagnostics if row.code == "parts-left-out"]
    assert told.message == "1 other part was not read, the first is application/pdf"
    alone = b"MIME-Version: 1.0\nContent-Type: application/zip\n\nflocks\n"
    with pytest.raises(
        UnknownDialect, match="this e-mail has no text, only application/zip; save what is attached to it"
    ):
        read_source(alone, "x")


def test_a_message_that_was_cut_is_reported_as_cut() -> None:
    data = make_mail("See the page.", page=PAGE).as_bytes()
    document = parse_bytes(data[: len(data) * 3 // 4], "rules.eml")
    assert (document.condition, "file-cut" in codes_of(document)) == ("truncated", True)


@pytest.mark.parametrize(
    "data",
    [
        TEXT.encode(),
        b"Title: The rules\nAuthor: A shepherd\n\n" + TEXT.encode(),
        b"MIME-Version: 1.0\n" + TEXT.encode() * 3,
        b"MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=a\n\n" + b"boundary=a\n" * (MOST_PARTS + 1),
        b"",
    ],
)
def test_other_texts_are_no_messages(data: bytes) -> None:
    assert read_mail(data) is None


def test_the_pages_of_an_export_of_a_wiki_are_read_and_the_rest_is_dropped_for_a_reason() -> None:
    pages = "".join(
        f"<page>\n<title>Page {n}</title><revision><text bytes='9' xml:space='preserve'>== 10{n}. Lamb ==\n"
        f"'''10{n}.1.''' A lamb &amp; a ram eat &lt;grass&gt;.</text></revision>\n</page>\n"
        for n in range(1, 5)
    )
    data = f"<mediawiki xmlns='x'>\n<siteinfo><sitename>Flocks</sitename></siteinfo>\n{pages}</mediawiki>\n"
    document = parse_bytes(data.encode(), "wiki.xml")
    rules = [(rule.number, rule.text or rule.heading, rule.line) for rule in document.rules]
    assert rules[:3] == [
        ("101", "Lamb", 4), ("101.1", "A lamb & a ram eat <grass>.", 5), ("102", "Lamb", 8),
    ]  # fmt: skip
    assert [row.line for row in document.dropped if row.reason == "page-field"][:4] == [1, 2, 3, 4]
    assert "unclaimed-line" not in codes_of(document)
