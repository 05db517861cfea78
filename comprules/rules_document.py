"""A rules document of the user: one file, or several that are its parts, in the order in which they are named.

The lines of several files are numbered through, so that every line of a record belongs to one file.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from comprules.places import Place, locate_passage, read_lines
from rules.errors import ComprulesError
from rules.numbers import ordinals
from rules.records import Diagnostic, GlossaryEntry, Matter, ParsedDocument, Rule, Span
from scraper import outline, outline_numbers
from scraper.labels import check_numbers
from scraper.layout import SourceDocument, UnknownDialect
from scraper.parse import parse_source, read_source

_NUMBER_CODES = frozenset({"duplicate-number", "missing-number", "out-of-order-number", "misprinted-number"})
"""Codes of what readers report about numbers; for several files it is found anew."""
STDIN_NAME = "<stdin>"


S = TypeVar("S", Rule, GlossaryEntry, Matter)


class DocumentFile(Struct, frozen=True):
    """A file of a document.

    Attributes:
        path: As the user named it.
        first: How many lines of the document are before it.
        lines: Its lines.
    """

    path: str
    first: int
    lines: tuple[str, ...]


class RulesDocument(Struct, frozen=True):
    """A document and its files.

    Attributes:
        parsed: The records of all files; their lines are those of the document.
        files: The files, in order.
    """

    parsed: ParsedDocument
    files: tuple[DocumentFile, ...]

    def locate(self, span: Span | None, passage: str, start: int, end: int) -> tuple[DocumentFile, Place]:
        """Return the file and the place in it of a part of a passage.

        Args:
            span: The lines of the record, in the document.
            passage: The passage.
            start: Offset of the part in the passage.
            end: Offset after it.
        """
        starts = [file.first for file in self.files]
        if span:
            file = self.files[max(bisect_right(starts, span.first_line - 1) - 1, 0)]
        else:
            file = self.files[0]
        own = None
        if span:
            own = Span(span.first_line - file.first, span.last_line - file.first)
        return file, locate_passage(file.lines, own, passage, start, end)


def read_rules_document(contents: Sequence[tuple[str, bytes]], dialect: str | None = None) -> RulesDocument:
    """Read files as one document.

    Args:
        contents: Path and bytes of each file.
        dialect: Name of the dialect to read them as; None to detect that of each.

    Raises:
        UnknownDialect: Some of them cannot be read; the message has a line for each. Without them, references into
            them would be taken for broken ones.
        ComprulesError: They are not parts of one work.
    """
    sources: list[SourceDocument] = []
    problems: list[str] = []
    for path, data in contents:
        try:
            sources.append(read_source(data, path))
        except UnknownDialect as error:
            problems.append(str(error))
    documents: list[ParsedDocument] = []
    likely = dialect or _find_shared_dialect(sources)
    for source in sources:
        try:
            documents.append(_parse(source, dialect, likely))
        except UnknownDialect as error:
            problems.append(str(error))
    if problems:
        raise UnknownDialect("\n".join(problems))
    files = _number_lines(sources)
    if len(documents) == 1:
        return RulesDocument(documents[0], files)
    return RulesDocument(_merge(documents, [file.first for file in files]), files)


def _number_lines(sources: Iterable[SourceDocument]) -> tuple[DocumentFile, ...]:
    """Return the files, with their lines numbered through."""
    files: list[DocumentFile] = []
    first = 0
    for source in sources:
        lines = read_lines(source.text)
        files.append(DocumentFile(source.name, first, lines))
        first += len(lines)
    return tuple(files)


def _find_shared_dialect(sources: Sequence[SourceDocument]) -> str | None:
    """Return the dialect of those files of a document that a dialect claims; None if they differ, or none is claimed.

    A part that is too short to be recognised by itself is of that dialect too.
    """
    dialects: set[str] = set()
    for source in sources if len(sources) > 1 else ():
        try:
            dialects.add(_read_claimed(source).dialect)
        except UnknownDialect:
            continue
    if len(dialects) == 1:
        return dialects.pop()
    return None


def _parse(source: SourceDocument, dialect: str | None, likely: str | None) -> ParsedDocument:
    """Return the records of one file.

    Args:
        source: The file.
        dialect: The dialect that the user named.
        likely: The dialect of the other files, for a file that none claims.

    Raises:
        UnknownDialect: It cannot be read, or it has no rule.
    """
    try:
        if dialect:
            parsed = _read_as(source, dialect)
        else:
            parsed = _read_claimed(source)
    except UnknownDialect:
        if dialect or not likely:
            raise
        parsed = _read_as(source, likely)
    if not parsed.rules and not parsed.glossary:
        raise UnknownDialect(f"{source.name}: no rule could be read from it, as {parsed.dialect}")
    return parsed


def _read_as(source: SourceDocument, dialect: str) -> ParsedDocument:
    if dialect == outline.NAME:
        return outline.parse(source)
    return parse_source(source, dialect)


def _read_claimed(source: SourceDocument) -> ParsedDocument:
    """Return the records of a file; the numbering is the file's own if no dialect of the Magic rules claims it."""
    try:
        return parse_source(source)
    except UnknownDialect:
        if outline.claims_document(source):
            return outline.parse(source)
        raise


def _merge(documents: Sequence[ParsedDocument], offsets: Sequence[int]) -> ParsedDocument:
    """Return the records of several files as those of one document."""
    works = dict.fromkeys(document.work for document in documents)
    if len(works) > 1:
        named = ", ".join(f"{document.name} ({document.work})" for document in documents)
        raise ComprulesError(f"these are no parts of one document: {named}; audit them one by one")
    shifted = list(zip(documents, offsets, strict=True))
    rules = [_shift(rule, offset) for document, offset in shifted for rule in document.rules]
    entries = [_shift(entry, offset) for document, offset in shifted for entry in document.glossary]
    matter = [_shift(part, offset) for document, offset in shifted for part in document.matter]
    numbered = tuple(
        replace(rule, ordinal=ordinal)
        for rule, ordinal in zip(rules, ordinals(rule.number for rule in rules), strict=True)
    )
    glossary = tuple(
        replace(entry, ordinal=ordinal)
        for entry, ordinal in zip(entries, ordinals(entry.term for entry in entries), strict=True)
    )
    name = ", ".join(document.name for document in documents)
    check: Callable[[Sequence[Rule], str], Iterable[Diagnostic]] = check_numbers
    if outline.WORK in works:
        check = outline_numbers.check_numbers
    problems = [
        replace(problem, line=problem.line + offset if problem.line else 0)
        for document, offset in shifted
        for problem in document.diagnostics
        if problem.code not in _NUMBER_CODES
    ]
    editions = {document.edition for document in documents if document.edition}
    odd = [document.condition for document in documents if document.condition not in ("good", "fragment")]
    return replace(
        documents[0],
        name=name,
        edition=editions.pop() if len(editions) == 1 else None,
        condition=odd[0] if odd else "good",
        rules=numbered,
        glossary=glossary,
        matter=tuple(matter),
        dropped=(),
        diagnostics=(*problems, *_check(check, numbered, name)),
    )


def _check(
    check: Callable[[Sequence[Rule], str], Iterable[Diagnostic]], rules: Sequence[Rule], name: str
) -> tuple[Diagnostic, ...]:
    return tuple(check(rules, name))


def _shift(record: S, offset: int) -> S:
    """Return a record with its lines counted from the beginning of the first file."""
    if record.span is None:
        return record
    return replace(record, span=Span(record.span.first_line + offset, record.span.last_line + offset))
