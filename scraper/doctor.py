"""Examination of an archive's copies, from their bytes.

Guarantees: every copy is read; each defect is a diagnostic with file and line; no copy is judged by its name. Misprints
of the publisher are no defect of a copy and are not reported here.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from rules.records import COMPREHENSIVE_RULES, Condition, Diagnostic, ParsedDocument, Reading
from rules.workers import count_cores, map_in_pool
from scraper.archive import Archive, ArchiveEntry, Copy, check_copy
from scraper.collate import collate
from scraper.layout import UnknownDialect
from scraper.parse import parse_bytes
from scraper.proportion import MEASURES
from scraper.registry import load_registry
from scraper.retyping import RetypingGuard, plain_passage

COPY_DEFECTS = frozenset(
    {
        *(measure.code for measure in MEASURES),
        "ambiguous-encoding",
        "bad-date",
        "contents-disagree",
        "control-characters",
        "cut-mid-sentence",
        "destroyed",
        "incomplete",
        "letters-lost",
        "lossy-encoding",
        "marks-lost",
        "misdated",
        "mojibake",
        "no-rules",
        "odd-characters",
        "order-differs",
        "quotes-lost",
        "texts-differ",
        "texts-slipped",
        "texts-unknown",
        "truncated",
        "two-dates",
        "unclaimed-line",
        "witnesses-disagree",
    }
)
"""Codes of diagnostics of the parser and the collation that concern the copy, not the publisher's text."""

Progress = Callable[[int, int, str], None]
"""Called with the number of finished editions, the total, and the edition just finished."""

Judge = Callable[[Copy, ParsedDocument], ParsedDocument]
"""Returns the records of a copy with its condition and all its problems. It is sent to worker processes."""


class EditionHealth(Struct, frozen=True):
    """The health of an edition's copies.

    Attributes:
        edition: Id of the edition.
        best: File of the best copy, empty if none is usable.
        condition: Condition of the reading made from all copies; `destroyed` if no copy is usable.
        findings: Defects, in the order of the copies in the manifest; then signs that a copy was retyped.
        passages: The words of the reading of the Comprehensive Rules, to compare it with other editions; None outside
            of `diagnose`.
    """

    edition: str
    best: str
    condition: Condition
    findings: tuple[Diagnostic, ...]
    passages: Mapping[str, str] | None = None


def diagnose(
    archive: Archive,
    editions: Sequence[str] = (),
    jobs: int | None = None,
    progress: Progress | None = None,
    judge: Judge | None = None,
) -> tuple[EditionHealth, ...]:
    """Return the health of the editions of an archive, oldest first.

    Args:
        archive: The archive, from `scraper.archive.load_archive`.
        editions: Ids of the editions to examine; all if empty. Signs of retyping, which show only next to the other
            editions, are looked for only if all are examined.
        jobs: Maximum number of worker processes; None for the number of processors; with 1 everything runs in this
            process.
        progress: Called with each finished edition.
        judge: Returns a copy's records judged by comparison with the known texts; None if each copy is judged by
            itself.

    Raises:
        WorkerError: A worker process was killed from outside.
    """
    registry = load_registry()
    entries = [
        registry.with_conditions(entry) for entry in archive.entries if not editions or entry.edition in editions
    ]
    healths: list[EditionHealth] = []
    guard = RetypingGuard()
    with map_in_pool(partial(examine_edition, archive, judge=judge), entries, jobs or count_cores(), run=4) as examined:
        for health in examined:
            findings = health.findings
            if health.passages and not editions:
                findings += guard.check(health.edition, health.condition, health.passages)
            healths.append(replace(health, findings=findings, passages=None))
            if progress is not None:
                progress(len(healths), len(entries), health.edition)
    return tuple(healths)


def examine_edition(archive: Archive, entry: ArchiveEntry, judge: Judge | None = None) -> EditionHealth:
    """Examine the copies of one edition; `judge` as for `diagnose`."""
    findings: list[Diagnostic] = []
    documents: list[tuple[Copy, ParsedDocument]] = []
    for copy in entry.copies:
        document = _read_copy(archive, entry, copy, findings, judge)
        if document is not None:
            documents.append((copy, document))
    if not documents:
        message = f"edition {entry.edition} has no copy that can be read"
        hint = f"fetch it again: comprules fetch {entry.edition}"
        findings.append(Diagnostic("no-usable-witness", "error", message, hint=hint))
        return EditionHealth(entry.edition, "", "destroyed", tuple(findings))

    reading = collate(entry.edition, (), (), documents)
    findings += [finding for finding in _select_copy_defects(reading.diagnostics) if finding not in findings]
    condition = reading.edition.condition
    best = ""
    if condition != "destroyed":
        best = reading.edition.witnesses[0].file
    return EditionHealth(entry.edition, best, condition, tuple(findings), _list_passages(reading))


def _read_copy(
    archive: Archive, entry: ArchiveEntry, copy: Copy, findings: list[Diagnostic], judge: Judge | None
) -> ParsedDocument | None:
    """Return a copy as records; None if it cannot be read. What is found about it is added to the findings."""
    data, wrong = check_copy(archive, copy, entry.edition)
    if wrong is not None:
        findings.append(wrong)
    if data is None:
        return None
    try:
        document = parse_bytes(data, copy.file)
    except UnknownDialect as error:
        findings.append(Diagnostic("unknown-dialect", "error", str(error), copy.file))
        return None
    if judge is not None:
        document = judge(copy, document)
    findings += _select_copy_defects(document.diagnostics)
    if wrong is not None:
        # A copy whose bytes are not the recorded ones is never the best, whatever its content.
        return replace(document, condition="destroyed")
    return document


def _list_passages(reading: Reading) -> dict[str, str]:
    """Return the words of each rule and entry of an edition of the Comprehensive Rules, by key; none of other works."""
    if reading.edition.work != COMPREHENSIVE_RULES or not reading.rules:
        return {}
    passages = {rule.key: plain_passage(rule.heading, rule.text) for rule in reading.rules}
    for entry in reading.glossary:
        passages[entry.key] = plain_passage(entry.term, entry.text)
    return passages


def _select_copy_defects(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return the diagnostics that concern a copy, not the publisher's text."""
    return [diagnostic for diagnostic in diagnostics if diagnostic.code in COPY_DEFECTS]
