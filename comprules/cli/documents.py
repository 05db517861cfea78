"""The document that a command was given, from a file, standard input or an address."""

import click

from comprules.cli.crawling import web_settings
from comprules.recognition import read_recognised
from rules.records import ParsedDocument
from scraper.parse import LARGEST
from scraper.web.addresses import has_scheme


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
        return read_recognised(data, address, dialect)
    with click.open_file(file, "rb") as stream:
        data = stream.read(LARGEST + 1)
    return read_recognised(data, "standard input" if file == "-" else file, dialect)
