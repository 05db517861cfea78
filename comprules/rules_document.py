"""A rules document of the user: one file, or several that are its parts, in the order in which they are named.

The lines of several files are numbered as one sequence: if the first file has 100 lines, line 101 is the first line of
the second file.
"""

from collections.abc import Container, Iterable, Sequence
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from comprules.places import Place, has_passage, locate_passage, read_lines
from rules.errors import ComprulesError
from rules.records import Condition, Diagnostic, GlossaryEntry, Matter, ParsedDocument, Rule, Span
from scraper import outline, outline_numbers
from scraper.labels import check_numbers
from scraper.layout import SourceDocument, UnknownDialect, UnreadForm
from scraper.ordinals import with_ordinals_of_entries, with_ordinals_of_rules
from scraper.parse import parse_source, read_source

_NUMBER_CODES = frozenset({"duplicate-number", "missing-number", "out-of-order-number", "misprinted-number"})
"""Codes of diagnostics about numbers; for several files, the numbers of the whole document are checked again."""
STDIN_NAME = "<stdin>"


RecordT = TypeVar("RecordT", Rule, GlossaryEntry, Matter)


class DocumentFile(Struct, frozen=True):
    """A file of a document.

    Attributes:
        path: The file, as the user named it.
        lines_before: Number of lines of the document before this file.
        lines: Its lines.
    """

    path: str
    lines_before: int
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
        """Return the file that has a part of a passage, and the place in that file.

        Args:
            span: The lines of the record, counted in the document; None to search all files.
            passage: The passage.
            start: Offset of the part in the passage.
            end: Offset after it.
        """
        if span is None:
            file = self._find_file_with(passage)
            return file, locate_passage(file.lines, None, passage, start, end)
        file = self._find_file_at(span.first_line)
        span_in_file = Span(span.first_line - file.lines_before, span.last_line - file.lines_before)
        return file, locate_passage(file.lines, span_in_file, passage, start, end)

    def _find_file_with(self, passage: str) -> DocumentFile:
        """Return the first file that has a passage letter for letter; the first of all if none has."""
        for file in self.files:
            if has_passage(file.lines, passage):
                return file
        return self.files[0]

    def _find_file_at(self, line: int) -> DocumentFile:
        """Return the file that has a line of the document."""
        for file in reversed(self.files):
            if file.lines_before < line:
                return file
        return self.files[0]


def read_rules_document(contents: Sequence[tuple[str, bytes]], dialect: str | None = None) -> RulesDocument:
    """Read files as one document.

    Args:
        contents: Path and bytes of each file.
        dialect: Name of the dialect to read them as; None to detect that of each.

    Raises:
        UnknownDialect: Some files cannot be read; the message has a line for each. They cannot be left out, since
            references into them would be taken for broken ones.
        ComprulesError: The files are not parts of one work.
    """
    sources: list[SourceDocument] = []
    problems: list[str] = []
    for path, data in contents:
        try:
            sources.append(read_source(data, path))
        except UnknownDialect as error:
            problems.append(str(error))
    documents: list[ParsedDocument] = []
    for outcome in _parse_each(sources, dialect):
        if isinstance(outcome, UnknownDialect):
            problems.append(str(outcome))
        else:
            documents.append(outcome)
    if problems:
        raise UnknownDialect("\n".join(problems))
    files = _number_lines(sources)
    if len(documents) == 1:
        return RulesDocument(documents[0], files)
    return RulesDocument(_merge(documents, [file.lines_before for file in files]), files)


def _number_lines(sources: Iterable[SourceDocument]) -> tuple[DocumentFile, ...]:
    """Return the files, with their lines numbered as one sequence."""
    files: list[DocumentFile] = []
    lines_before = 0
    for source in sources:
        lines = read_lines(source.text)
        files.append(DocumentFile(source.name, lines_before, lines))
        lines_before += len(lines)
    return tuple(files)


def _parse_each(sources: Sequence[SourceDocument], dialect: str | None) -> list[ParsedDocument | UnknownDialect]:
    """Return the records of each file, or the error if it cannot be read or has no rule.

    A part of a document may be too short to be recognised by itself. If the other files are in one dialect, it is read
    in that dialect, too.

    Args:
        sources: The files.
        dialect: The dialect that the user named; None to detect that of each file.
    """
    outcomes = [_try_parsing(source, dialect) for source in sources]
    shared = _find_shared_dialect(outcomes)
    if dialect is None and shared is not None:
        for index, source in enumerate(sources):
            if isinstance(outcomes[index], UnknownDialect):
                outcomes[index] = _try_parsing(source, shared)
    return [_refuse_empty(outcome) for outcome in outcomes]


def _try_parsing(source: SourceDocument, dialect: str | None) -> ParsedDocument | UnknownDialect:
    """Return the records of a file in a dialect, or in the one that claims it; the error if it cannot be read."""
    try:
        if dialect:
            return _read_as(source, dialect)
        return _read_claimed(source)
    except UnknownDialect as error:
        return error


def _find_shared_dialect(outcomes: Iterable[ParsedDocument | UnknownDialect]) -> str | None:
    """Return the dialect of all files that could be read; None if there are several dialects, or no such file."""
    dialects = {outcome.dialect for outcome in outcomes if isinstance(outcome, ParsedDocument)}
    if len(dialects) == 1:
        return dialects.pop()
    return None


def _refuse_empty(outcome: ParsedDocument | UnknownDialect) -> ParsedDocument | UnknownDialect:
    """Return the outcome of reading a file, or an error in place of a document without any rule or entry."""
    if isinstance(outcome, UnknownDialect) or outcome.rules or outcome.glossary:
        return outcome
    return UnknownDialect(f"no rule could be read from it, as {outcome.dialect}", outcome.name)


def _read_as(source: SourceDocument, dialect: str) -> ParsedDocument:
    """Return the records of a file in a named dialect, which may be `outline`: numbers such as 1.2.3."""
    if dialect == outline.NAME:
        return outline.parse(source)
    return parse_source(source, dialect)


def _read_claimed(source: SourceDocument) -> ParsedDocument:
    """Return the records of a file in the dialect that claims it.

    If none of the dialects of Magic's rules does, it may be another rule book, with numbers such as 1.2.3 (`outline`).
    """
    try:
        return parse_source(source)
    except UnreadForm:
        raise
    except UnknownDialect:
        if outline.claims_document(source):
            return outline.parse(source)
        raise


def _merge(documents: Sequence[ParsedDocument], offsets: Sequence[int]) -> ParsedDocument:
    """Return the records of several files as those of one document.

    Args:
        documents: The files, in order.
        offsets: For each file, the number of lines of the files before it.

    Raises:
        ComprulesError: The files are of different works.
    """
    works = {document.work for document in documents}
    if len(works) > 1:
        named = ", ".join(f"{document.name} ({document.work})" for document in documents)
        raise ComprulesError(f"these files are not parts of one document: {named}; audit them one by one")
    shifted = [_shift_document(document, offset) for document, offset in zip(documents, offsets, strict=True)]
    rules = with_ordinals_of_rules([rule for document in shifted for rule in document.rules])
    name = ", ".join(document.name for document in documents)
    problems = [problem for document in shifted for problem in document.diagnostics]
    # A number that is missing in one file may be in another one, so the numbers of all files are checked together.
    problems = [problem for problem in problems if problem.code not in _NUMBER_CODES]
    problems += _check_numbers(rules, name, works)
    return replace(
        documents[0],
        name=name,
        edition=_find_common_edition(documents),
        condition=_choose_condition(documents),
        rules=rules,
        glossary=with_ordinals_of_entries([entry for document in shifted for entry in document.glossary]),
        matter=tuple(part for document in shifted for part in document.matter),
        dropped=(),
        diagnostics=tuple(problems),
    )


def _find_common_edition(documents: Sequence[ParsedDocument]) -> str | None:
    """Return the edition that the files state; None if they state none or several."""
    editions = {document.edition for document in documents if document.edition}
    return editions.pop() if len(editions) == 1 else None


def _choose_condition(documents: Sequence[ParsedDocument]) -> Condition:
    """Return the condition of a document: that of its first damaged file, else `good`.

    A part of a document may have been recognised as a `fragment`. Together the parts are no fragment.
    """
    for document in documents:
        if document.condition not in ("good", "fragment"):
            return document.condition
    return "good"


def _check_numbers(rules: Sequence[Rule], name: str, works: Container[str]) -> Iterable[Diagnostic]:
    """Return the faults of the numbers of a document, whose form depends on its work."""
    if outline.WORK in works:
        return outline_numbers.check_numbers(rules, name)
    return check_numbers(rules, name)


def _shift_document(document: ParsedDocument, offset: int) -> ParsedDocument:
    """Return a document with all lines counted from the beginning of the first file."""
    return replace(
        document,
        rules=tuple(_shift(rule, offset) for rule in document.rules),
        glossary=tuple(_shift(entry, offset) for entry in document.glossary),
        matter=tuple(_shift(part, offset) for part in document.matter),
        diagnostics=tuple(_shift_problem(problem, offset) for problem in document.diagnostics),
    )


def _shift_problem(problem: Diagnostic, offset: int) -> Diagnostic:
    """Return a diagnostic with its line, if it has one, counted from the beginning of the first file."""
    if not problem.line:
        return problem
    return replace(problem, line=problem.line + offset)


def _shift(record: RecordT, offset: int) -> RecordT:
    """Return a record with its lines counted from the beginning of the first file."""
    if record.span is None:
        return record
    return replace(record, span=Span(record.span.first_line + offset, record.span.last_line + offset))
