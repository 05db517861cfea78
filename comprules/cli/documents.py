"""Read the document that a user names: a file, standard input or the address of a page."""

import click

from comprules.cli.crawling import web_settings
from comprules.recognition import read_recognised
from rules.records import ParsedDocument
from scraper.parse import LARGEST
from scraper.web.addresses import has_scheme


def read_document(file: str, dialect: str | None) -> ParsedDocument:
    """Return the records of a document.

    Of a document that is too large to be an edition, only the first bytes are read.

    Args:
        file: A path, `-` for standard input, or the address of a page.
        dialect: The name of the dialect; None to detect it.

    Raises:
        OSError: The file cannot be read.
        AddressError: `file` looks like an address, but not like one of a web page.
        FetchError: The page cannot be downloaded.
        UnknownDialect: No dialect claims the document, or there is none of that name.
    """
    if has_scheme(file):
        from scraper.crawl import read_page  # noqa: PLC0415 - slow to import

        address, data = read_page(file, web_settings())
        return read_recognised(data, address, dialect)
    with click.open_file(file, "rb") as stream:
        data = stream.read(LARGEST + 1)
    return read_recognised(data, "standard input" if file == "-" else file, dialect)
