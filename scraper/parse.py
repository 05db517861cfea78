"""Parsing one document's bytes to records: decode it, find its dialect, and let the dialect claim the lines.

Guarantees: a document of no known dialect is an error, never an empty result; lines that a dialect neither claims nor
drops are in the diagnostics as `unclaimed-line`.
"""

from types import ModuleType

from msgspec.structs import replace

from rules.counts import format_count
from rules.json_files.detached import describe_detached
from rules.json_files.unread import describe_unread
from rules.records import Diagnostic, ParsedDocument, choose_worst
from rules.typeset_sources import find_typeset_form
from scraper.decode import decode
from scraper.dialects import DIALECTS
from scraper.dialects.rulings import RulingsDialect
from scraper.documents.kinds import readable_kind
from scraper.documents.other_kinds import name_other_kind
from scraper.documents.reading import LOSES_END, LOSES_TEXT, read_document
from scraper.layout import SourceDocument, UnclaimedDocument, UnknownDialect, UnreadForm, split_lines
from scraper.mail import MailText, read_mail
from scraper.proportion import check_proportions
from scraper.wiki_dump import unwrap_dump

LARGEST = 32_000_000
"""Maximum size in bytes: ten times that of the largest known copy, a PDF. Larger files would only cost memory."""

MOST_LINES = 100_000
"""Maximum number of lines: eight times those of the longest edition; each line costs memory, however short."""

CONTROLS = bytes({*range(1, 32)} - {*b"\t\n\v\f\r\x1a"})
"""Control characters that text does not contain, and UTF-16 text only rarely; in a picture or an archive they are about
one byte in ten."""


def parse_bytes(data: bytes, name: str, dialect: str | None = None) -> ParsedDocument:
    """Read one document as records.

    Args:
        data: Its bytes.
        name: Its name in messages.
        dialect: Name of the dialect to use; None to detect it.

    Raises:
        UnknownDialect: No dialect claims the document, the document is empty, far too large or no text, or there is no
            dialect `dialect`.
    """
    return parse_source(read_source(data, name), dialect)


def parse_source(source: SourceDocument, dialect: str | None = None) -> ParsedDocument:
    """Read a decoded document as records, as `parse_bytes` does.

    Raises:
        UnknownDialect: No dialect claims the document, or there is no dialect `dialect`.
        UnreadForm: It is the source of a typesetting program, and no dialect was named.
    """
    by_name = {module.NAME: module for module in DIALECTS}
    if dialect and dialect not in by_name:
        raise UnknownDialect(f"there is no dialect {dialect!r}; the known ones are {', '.join(by_name)}")
    if dialect:
        reader = by_name[dialect]
    else:
        _refuse_typeset(source)
        reader = choose_dialect(source)
    document: ParsedDocument = reader.parse(source)
    return check_proportions(document)


def _refuse_typeset(source: SourceDocument) -> None:
    """Raise `UnreadForm` if a document is the source of a typesetting program."""
    typeset = find_typeset_form(source.text)
    if typeset is not None:
        raise UnreadForm(f"this is {typeset.name}; {typeset.remedy}", source.name)


def read_source(data: bytes, name: str) -> SourceDocument:
    """Return the document's lines, whatever the kind of the file.

    Raises:
        UnknownDialect: The file has no readable text.
    """
    kind = readable_kind(data)
    other_kind = name_other_kind(data) if kind is None else None
    if other_kind is not None:
        raise UnknownDialect(f"this is {other_kind}", name)
    if len(data) > LARGEST:
        message = f"the file is larger than any edition ({LARGEST:,} bytes at most); is it the text of an edition?"
        raise UnknownDialect(message, name)
    if kind is not None:
        return read_document(data, kind, name)
    mail = read_mail(data)
    if mail is not None:
        return _read_mail(mail, name)
    return _read_text(data, name)


def _read_mail(mail: MailText, name: str) -> SourceDocument:
    """Return the lines of the text of an e-mail or a saved page.

    Raises:
        UnknownDialect: It has no readable text.
    """
    if not mail.data:
        message = (
            f"this e-mail has no text, only {', '.join(mail.unread[:3]) or 'headers'}; save what is attached to it"
        )
        raise UnknownDialect(message, name)
    document = _read_text(mail.data, name)
    problems = list(document.diagnostics)
    condition = document.condition
    if mail.is_cut:
        problems.append(
            Diagnostic("file-cut", "warning", "the end of the file is missing", name, hint="fetch it again")
        )
        condition = choose_worst([condition, "truncated"])
    if mail.unread:
        unread = format_count(len(mail.unread), "other part was", "other parts were")
        message = f"{unread} not read, the first is {mail.unread[0]}"
        problems.append(Diagnostic("parts-left-out", "info", message, name, hint="read what is attached on its own"))
    return replace(document, condition=condition, diagnostics=tuple(problems))


def _read_text(data: bytes, name: str) -> SourceDocument:
    """Return the lines of a text.

    Raises:
        UnknownDialect: It is empty, no text, or has far too many lines.
    """
    if not data.strip(b"\0 \t\r\n"):
        raise UnknownDialect("the file is empty; fetch it again", name)
    # In UTF-16, one byte of every curly quote looks like a control character, but there nearly half of all bytes are
    # zeros.
    controls = len(data) - len(data.translate(None, CONTROLS))
    if controls > len(data) // 20 and data.count(0) < len(data) // 3:
        raise UnknownDialect("this is not text; fetch it again", name)
    # Each line of a file from Windows ends with both characters.
    if data.count(b"\n") + data.count(b"\r") > 2 * MOST_LINES:
        raise UnknownDialect(f"far more lines than any edition has ({MOST_LINES:,} at most)", name)
    return unwrap_dump(decode(data, name))


def _find_loss(source: SourceDocument) -> str | None:
    """Return the loss by which no dialect can claim a document, as a clause with a remedy; None if none is known.

    A file may have lost its end or some of its text when it was read, or may be the half of two files that has no text.
    """
    losses = [problem for problem in source.diagnostics if problem.code in LOSES_END | LOSES_TEXT]
    if losses:
        return f"the rest of it is not the text of an edition: {losses[0].message}; {losses[0].hint}"
    detached = describe_detached(source.text)
    if detached:
        return f"{detached}; join the two files by their hashes"
    return None


def choose_dialect(source: SourceDocument) -> ModuleType | RulingsDialect:
    """Return the dialect that claims a document most surely.

    For a destroyed document of which a dialect recognises the remains, that is the first of all dialects, since any of
    them reports the damage.

    Raises:
        UnknownDialect: No dialect claims it, or two are equally confident.
    """
    claims = []
    for dialect in DIALECTS:
        confidence = dialect.claims_document(source)
        if confidence == 1:  # the document itself states what it is
            return dialect
        claims.append((confidence, dialect))
    (confidence, dialect), (next_confidence, next_dialect), *_ = sorted(claims, key=lambda claim: -claim[0])
    if not confidence and source.condition == "destroyed" and _is_claimed_without_zeros(source):
        return dialect
    if not confidence:
        loss = _find_loss(source)
        if loss is not None:
            raise UnknownDialect(loss, source.name)
        raise UnclaimedDocument(describe_unread(source.text) or "unknown dialect", source.name)
    if confidence == next_confidence:
        raise UnknownDialect(f"both {dialect.NAME} and {next_dialect.NAME} claim this document", source.name)
    return dialect


def _is_claimed_without_zeros(source: SourceDocument) -> bool:
    """Return whether a dialect recognises a destroyed document when the zero bytes are removed from it.

    Zero bytes may stand within the numbers of its rules, by which a dialect recognises it. A picture or a program has
    zero bytes too, but no numbers of rules when they are removed.
    """
    lines = tuple(split_lines(source.text.replace("\0", "")))
    return any(dialect.claims_document(replace(source, lines=lines)) for dialect in DIALECTS)
