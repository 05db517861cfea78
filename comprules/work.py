"""Turns the copies of one edition into records of the knowledge base, in worker processes; so everything pickles."""

import msgspec
from msgspec import Struct

from graph.references.resolve import left_out, resolve_references
from rules.records import COMPREHENSIVE_RULES, CardSet, Diagnostic, ParsedDocument, Reading
from scraper.archive import Archive, ArchiveEntry, Copy, check_copy
from scraper.collate import collate
from scraper.layout import UnknownDialect
from scraper.parse import parse_bytes

_NO_DIALECT = "none"


class Task(Struct, frozen=True):
    """An edition to read: its entry in the archive, its facts in the registry, a hash of everything that decides it."""

    archive: Archive
    entry: ArchiveEntry
    sets: tuple[CardSet, ...]
    aliases: tuple[str, ...]
    fingerprint: str


class EditionOutcome(Struct, frozen=True):
    """The result for an edition.

    Attributes:
        edition: Its id.
        reading: None if no copy was usable.
        diagnostics: The problems found.
        unknown: Whether no copy was usable, though none is damaged: no dialect claims them.
    """

    edition: str
    reading: Reading | None
    diagnostics: tuple[Diagnostic, ...]
    unknown: bool = False


FAULT = "internal-error"
"""The code of diagnostics about internal errors."""


def work(task: Task) -> EditionOutcome:
    """Read, collate and resolve one edition; an internal error leaves out only this edition."""
    try:
        return _work(task)
    except Exception as error:  # noqa: BLE001 - one edition must not end the run
        file = task.entry.copies[0].file if task.entry.copies else "manifest.json"
        return EditionOutcome(
            task.entry.edition, None, (_report_fault(f"edition {task.entry.edition} is left out", file, error),)
        )


def _work(task: Task) -> EditionOutcome:
    documents: list[tuple[Copy, ParsedDocument]] = []
    problems: list[Diagnostic] = []
    for copy in task.entry.copies:
        document = _parse_copy(task, copy, problems)
        if document is not None:
            documents.append((copy, document))
    edition = task.entry.edition
    if not any(document.condition != "destroyed" and document.rules for _, document in documents):
        problems.extend(problem for _, document in documents for problem in document.diagnostics)
        unknown = bool(documents) and all(document.dialect == _NO_DIALECT for _, document in documents)
        unknown = unknown and len(documents) == len(task.entry.copies)
        problems.append(_nothing_left(task, unknown=unknown))
        return EditionOutcome(edition, None, tuple(problems), unknown)
    reading = collate(edition, task.sets, task.aliases, documents)
    references = resolve_references(reading.rules, reading.glossary)
    unsearched = left_out(references)
    if unsearched is not None:
        file = documents[0][0].file
        problems.append(Diagnostic("too-many-references", "warning", f"edition {edition}: {unsearched}", file))
    problems += reading.diagnostics
    facts = {"diagnostics": tuple(problems), "references": references, "fingerprint": task.fingerprint}
    return EditionOutcome(edition, msgspec.structs.replace(reading, **facts), tuple(problems))


def _parse_copy(task: Task, copy: Copy, problems: list[Diagnostic]) -> ParsedDocument | None:
    """Return the copy as records; None, with a problem noted, if it cannot be read or its hash is wrong."""
    data, wrong = check_copy(task.archive, copy, task.entry.edition)
    if wrong is not None:
        problems.append(wrong)
    if data is None or wrong is not None:
        return None
    try:
        return parse_bytes(data, copy.file)
    except UnknownDialect as error:
        return ParsedDocument(  # the edition keeps the copy as a destroyed witness
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
    except Exception as error:  # noqa: BLE001 - one copy must not end the run
        problems.append(_report_fault("this copy is not used", copy.file, error))
        return None


def _report_fault(consequence: str, file: str, error: Exception) -> Diagnostic:
    """Return the diagnostic for an unexpected error."""
    words = " ".join(str(error).split())[:200]
    message = f"comprules failed unexpectedly ({type(error).__name__}: {words}); {consequence}"
    return Diagnostic(FAULT, "error", message, file, hint="please report it")


def _nothing_left(task: Task, *, unknown: bool) -> Diagnostic:
    edition = task.entry.edition
    files = ", ".join(copy.file for copy in task.entry.copies) or "the manifest lists none"
    why = "no dialect claims its copies" if unknown else "none of its copies can be used"
    hint = "the bytes are right; this version of comprules cannot read them" if unknown else ""
    return Diagnostic(
        "no-usable-witness",
        "error",
        f"edition {edition} is left out: {why} ({files})",
        task.entry.copies[0].file if task.entry.copies else "manifest.json",
        hint=hint or f"fetch it again: comprules fetch {edition}",
    )
