"""A document as data: its records, the lines that belong to no record, its problems."""

from msgspec import Struct

from graph.answers.rule import PassageAnswer, answer_passage
from graph.documents.extent import Extent
from graph.documents.problems import ProblemAnswer, answer_problem
from graph.references.printed_index import PrintedIndexEntry, read_printed_index
from rules.conversion import extend
from rules.records import Condition, Dropped, ParsedDocument, Rule, Span


class HealthAnswer(Struct, frozen=True):
    """An edition's copies, as `doctor` found them.

    Attributes:
        edition: The edition.
        best: File of the best copy; null if none is usable.
        condition: Condition of the edition's text as assembled from all its copies.
        findings: The problems found in the copies.
    """

    edition: str
    best: str | None
    condition: Condition
    findings: tuple[ProblemAnswer, ...]


class DocumentRule(PassageAnswer, frozen=True, kw_only=True):
    """A rule of a document.

    Attributes:
        label: The number as printed, if that differs from the regular form.
        line: Line of the document where the rule begins, from 1.
    """

    label: str
    line: int | None


class DocumentEntry(Struct, frozen=True):
    """A glossary entry of a document, and its first line."""

    term: str
    text: str
    line: int | None


class DocumentMatter(Struct, frozen=True):
    """Text around the rules, such as the credits, and its first line."""

    name: str
    text: str
    line: int | None


class DocumentIndexEntry(Struct, frozen=True):
    """An entry of the index that ends a document.

    Attributes:
        term: The term.
        under: The main entry that this one is indented under.
        references: The numbers, as printed.
        see: The entry to look up instead.
    """

    term: str
    under: str | None
    references: tuple[str, ...]
    see: str | None


class DocumentAnswer(Struct, frozen=True, kw_only=True):
    """A document as records.

    Attributes:
        work: `comprehensive-rules` or `rulings-summary`.
        dialect: Name of the form in which the document is written.
        encoding: The encoding of the document.
        edition: The effective date that the document states.
        condition: Condition of the document: `good`, `damaged`, `truncated`, `fragment` or `destroyed`.
        rules: The rules.
        glossary: The glossary entries.
        matter: Introduction, credits and the like.
        index: The entries of the index.
        dropped: The lines that belong to no record, with the reason.
        diagnostics: The problems of the document.
        extent: How much of an edition the document contains. The document is compared with the edition that has nearly
            all of its texts; failing that, with the edition whose date it states; failing that, with the edition whose
            numbers it uses. Null if the document was not compared with an edition.
        differing: Numbers and terms (`glossary:Storm`) whose text in the document differs from the edition in `extent`,
            or is missing there. If `extent` is null, the comparison is with the nearest edition.
    """

    work: str
    dialect: str
    encoding: str
    edition: str | None
    condition: Condition
    rules: tuple[DocumentRule, ...]
    glossary: tuple[DocumentEntry, ...]
    matter: tuple[DocumentMatter, ...]
    index: tuple[DocumentIndexEntry, ...]
    dropped: tuple[Dropped, ...]
    diagnostics: tuple[ProblemAnswer, ...]
    extent: Extent | None
    differing: tuple[str, ...] = ()


def answer_document(document: ParsedDocument, extent: Extent | None, differing: tuple[str, ...]) -> DocumentAnswer:
    """Return a parsed document.

    Args:
        document: The document.
        extent: How much of an edition the document contains; None if it was not compared with an edition.
        differing: The keys of the texts of the document that this edition lacks.
    """
    glossary = [DocumentEntry(entry.term, entry.text, _first_line(entry.span)) for entry in document.glossary]
    matter = [DocumentMatter(part.name, part.text, _first_line(part.span)) for part in document.matter]
    return DocumentAnswer(
        work=document.work,
        dialect=document.dialect,
        encoding=document.encoding,
        edition=document.edition,
        condition=document.condition,
        rules=tuple(map(_answer_rule, document.rules)),
        glossary=tuple(glossary),
        matter=tuple(matter),
        index=tuple(map(_answer_index_entry, read_printed_index(document.matter))),
        dropped=document.dropped,
        diagnostics=tuple(map(answer_problem, document.diagnostics)),
        extent=extent,
        differing=differing,
    )


def _answer_rule(rule: Rule) -> DocumentRule:
    return extend(answer_passage(rule), DocumentRule, label=rule.label, line=_first_line(rule.span))


def _answer_index_entry(entry: PrintedIndexEntry) -> DocumentIndexEntry:
    numbers = tuple(entry.text[start:end] for start, end in entry.numbers)
    return DocumentIndexEntry(entry.term, entry.under, numbers, entry.see)


def _first_line(span: Span | None) -> int | None:
    return span.first_line if span else None
