"""The document that a command was given, from a file, standard input or an address."""

import click

from comprules.cli.crawling import web_settings
from graph.ledger import open_ledger
from graph.ledger.copies import is_copy
from rules.records import ParsedDocument
from scraper.decode import decode
from scraper.documents.reading import kind_of
from scraper.layout import UnknownDialect
from scraper.parse import LARGEST, QUESTION, parse_bytes
from scraper.web.addresses import has_scheme

_REMEDY = "its sentences are those of the rules; save it as plain text, with each rule on a line of its own"


def read_document(file: str, dialect: str | None) -> ParsedDocument:
    """Return the records of a document, `-` for standard input; it may be the address of a page.

    Of a document that is too large to be an edition, only the first bytes are read.

    Raises:
        OSError: It cannot be read.
        AddressError: It looks like an address, but is none of the web.
        FetchError: The page at an address cannot be had.
        UnknownDialect: No dialect claims it, or there is none of that name.
    """
    if has_scheme(file):
        from scraper.crawl import read_page  # noqa: PLC0415 - slow to import

        address, data = read_page(file, web_settings())
        return parse_bytes(data, address, dialect)
    with click.open_file(file, "rb") as stream:
        data = stream.read(LARGEST + 1)
    name = "standard input" if file == "-" else file
    try:
        return parse_bytes(data, name, dialect)
    except UnknownDialect as error:
        if str(error).endswith(QUESTION) and _has_sentences_of_rules(data):
            reason = str(error).removesuffix(QUESTION)
            raise UnknownDialect(f"{reason}{_REMEDY}") from error
        raise


def _has_sentences_of_rules(data: bytes) -> bool:
    """Return whether a file that no dialect reads is a copy of the rules by its sentences, as for `comprules check`."""
    if kind_of(data) is not None or len(data) > LARGEST:
        return False
    with open_ledger() as ledger:
        return is_copy(decode(data).text, ledger)
