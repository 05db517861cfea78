"""Read a document of the user; whether it is a copy of the rules is decided as in `check`."""

from graph.documents.recognition import report_no_copy
from graph.documents.refusal import find_refusal
from graph.ledger import open_ledger
from graph.ledger.comparisons import COMPARISON, shows_changes
from graph.ledger.copies import is_copy
from rules.records import ParsedDocument
from scraper.layout import UnclaimedDocument, UnknownDialect
from scraper.parse import parse_source, read_source

_REMEDY = "its sentences are those of the rules; save it as plain text, with each rule on a line after its number"


def read_recognised(data: bytes, name: str, dialect: str | None = None) -> ParsedDocument:
    """Return the records of a document.

    A document that quotes the Comprehensive Rules but is no copy of them has a diagnostic that says so.

    Args:
        data: Its bytes.
        name: Its name in messages.
        dialect: Name of the dialect to use; None to detect it.

    Raises:
        UnknownDialect: No dialect claims the document, or there is no dialect `dialect`. If the document is a copy of
            the rules in a form that no dialect reads, the message says so.
    """
    source = read_source(data, name)
    if dialect is None and shows_changes(source.text):
        raise UnknownDialect(f"{COMPARISON}; read one of the two instead", name)
    with open_ledger() as ledger:
        try:
            document = parse_source(source, dialect)
        except UnclaimedDocument as error:
            if not is_copy(source.text, ledger):
                raise
            raise UnknownDialect(f"{error.cause}; {_REMEDY}", name) from error
        refusal = ""
        if dialect is None:
            refusal = find_refusal(document, is_destroyed=source.condition == "destroyed")
        if refusal:
            raise UnknownDialect(refusal, name)
        return report_no_copy(document, source.text, ledger)
