"""Turn the copies of one edition into records of the knowledge base, in worker processes."""

from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct, structs

from comprules.known_texts import judge_copy
from graph.references.resolve import left_out, resolve_references
from rules.records import COMPREHENSIVE_RULES, RETYPED, CardSet, Diagnostic, Edition, ParsedDocument, Reading
from scraper.archive import Archive, ArchiveEntry, Copy, check_copy
from scraper.collate import collate
from scraper.collation.copies import are_equally_whole, is_usable
from scraper.layout import UnknownDialect
from scraper.parse import parse_bytes

_NO_DIALECT = "none"
"""The dialect of a document that no dialect claims."""
_LONGEST_WORDS = 200
"""Maximum number of characters of an unexpected error in a diagnostic, which is one line."""
_LATEST_COPIES = 8
"""Number of copies whose records are kept: those of an edition and of both its neighbours, with a few to spare."""
INTERNAL_ERROR = "internal-error"
"""The code of diagnostics about internal errors."""
CODES_WITHOUT_DIALECT = frozenset({"unknown-dialect", "no-usable-witness"})
"""The codes of diagnostics about an edition with undamaged copies, none of which any dialect claims."""


class Task(Struct, frozen=True):
    """An edition to read; can be pickled, as its reading can.

    Attributes:
        archive: The archive.
        entry: The edition's entry in the archive.
        sets: The sets it was published with.
        aliases: File dates of the edition.
        fingerprint: A hash of everything that decides its reading.
        neighbours: The entries of the editions before and after it, if it has several copies.
    """

    archive: Archive
    entry: ArchiveEntry
    sets: tuple[CardSet, ...]
    aliases: tuple[str, ...]
    fingerprint: str
    neighbours: tuple[ArchiveEntry, ...] = ()


class EditionWorker:
    """Reads editions, one after the other, in one process.

    A copy is read for its own edition and as a neighbour of two others, so the records of the latest copies are kept.
    """

    def __init__(self) -> None:
        self._parse = lru_cache(_LATEST_COPIES)(_parse_and_judge)

    def work(self, task: Task) -> Reading:
        """Read the copies of one edition, collate them, and resolve references.

        A reading without rules means that the edition must be left out; its diagnostics say why.
        """
        try:
            return self._work(task)
        except Exception as error:  # noqa: BLE001 - one edition must not end the run
            fault = _report_fault(f"edition {task.entry.edition} is left out", _first_file(task), error)
            return _leave_out(task, [fault])

    def _work(self, task: Task) -> Reading:
        """Read the copies of one edition; errors that are not foreseen are raised."""
        problems: list[Diagnostic] = []
        documents: list[tuple[Copy, ParsedDocument]] = []
        for copy in task.entry.copies:
            document = self._parse_copy(task, copy, problems)
            if document is not None:
                documents.append((copy, document))
        if not any(is_usable(document) for _, document in documents):
            for _, document in documents:
                problems.extend(document.diagnostics)
            problems.append(_report_unusable(task, [document for _, document in documents]))
            return _leave_out(task, problems)
        neighbours: list[list[ParsedDocument]] = []
        if are_equally_whole(documents):
            neighbours = [self._parse_usable(task.archive, neighbour) for neighbour in task.neighbours]
        reading = collate(task.entry.edition, task.sets, task.aliases, documents, neighbours)
        references = resolve_references(reading.rules, reading.glossary)
        unsearched = left_out(references)
        if unsearched is not None:
            message = f"edition {task.entry.edition}: {unsearched}"
            problems.append(Diagnostic("too-many-references", "warning", message, documents[0][0].file))
        diagnostics = (*problems, *reading.diagnostics)
        return structs.replace(reading, diagnostics=diagnostics, references=references, fingerprint=task.fingerprint)

    def _parse_usable(self, archive: Archive, entry: ArchiveEntry) -> list[ParsedDocument]:
        """Return the usable copies of a neighbouring edition; the others are reported by the task of that edition."""
        documents: list[ParsedDocument] = []
        for copy in entry.copies:
            data, wrong = check_copy(archive, copy, entry.edition)
            if data is None or wrong is not None or copy.condition == RETYPED:
                continue
            try:
                document = self._parse(copy, data)
            except Exception:  # noqa: BLE001, S112 - one copy must not end the run
                continue
            if is_usable(document):
                documents.append(document)
        return documents

    def _parse_copy(self, task: Task, copy: Copy, problems: list[Diagnostic]) -> ParsedDocument | None:
        """Return a copy as records; None if it cannot be read or has a wrong hash, which is added to `problems`.

        A copy that no dialect claims is returned as a destroyed one without records.
        """
        data, wrong = check_copy(task.archive, copy, task.entry.edition)
        if wrong is not None:
            problems.append(wrong)
        if data is None or wrong is not None:
            return None
        try:
            return self._parse(copy, data)
        except UnknownDialect as error:
            return _make_destroyed(copy, error)
        except Exception as error:  # noqa: BLE001 - one copy must not end the run
            problems.append(_report_fault("this copy is not used", copy.file, error))
            return None


def _report_unusable(task: Task, documents: Sequence[ParsedDocument]) -> Diagnostic:
    """Return the problem of an edition of which no copy can be used."""
    edition = task.entry.edition
    files = ", ".join(copy.file for copy in task.entry.copies) or "the manifest lists none"
    why = "none of its copies can be used"
    hint = f"fetch it again: comprules fetch {edition}"
    dialects = [document.dialect for document in documents]
    if dialects and dialects == [_NO_DIALECT] * len(task.entry.copies):
        why = "no dialect recognises its copies"
        hint = "the bytes are right; this version of comprules cannot read them"
    message = f"edition {edition} is left out: {why} ({files})"
    return Diagnostic("no-usable-witness", "error", message, _first_file(task), hint=hint)


def _leave_out(task: Task, problems: list[Diagnostic]) -> Reading:
    """Return the reading of an edition of which no copy can be used."""
    registered = (task.entry.edition, COMPREHENSIVE_RULES, task.sets, task.aliases)
    return Reading(
        edition=Edition(*registered, _NO_DIALECT, (), "destroyed"),
        rules=(),
        glossary=(),
        matter=(),
        variants=(),
        diagnostics=tuple(problems),
    )


def _first_file(task: Task) -> str:
    if task.entry.copies:
        return task.entry.copies[0].file
    return "manifest.json"


def _parse_and_judge(copy: Copy, data: bytes) -> ParsedDocument:
    """Return a copy as records, with its condition and all its problems.

    Raises:
        UnknownDialect: No dialect claims the copy.
    """
    return judge_copy(copy, parse_bytes(data, copy.file))


def _make_destroyed(copy: Copy, error: UnknownDialect) -> ParsedDocument:
    """Return a copy that no dialect claims as a document without records: the edition keeps it as a destroyed one."""
    return ParsedDocument(
        name=copy.file,
        work=COMPREHENSIVE_RULES,
        dialect=_NO_DIALECT,
        encoding="unknown",
        edition=None,
        condition="destroyed",
        rules=(),
        glossary=(),
        matter=(),
        dropped=(),
        diagnostics=(Diagnostic("unknown-dialect", "error", str(error), copy.file),),
    )


def _report_fault(consequence: str, file: str, error: Exception) -> Diagnostic:
    """Return the diagnostic for an unexpected error."""
    words = " ".join(str(error).split())[:_LONGEST_WORDS]
    message = f"comprules failed unexpectedly ({type(error).__name__}: {words}); {consequence}"
    return Diagnostic(INTERNAL_ERROR, "error", message, file, hint="please report it")
