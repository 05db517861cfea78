"""One straight pipe for every form of the linter: a file is read and scanned once, then judged.

`check`, editors, assistants and Python report what is judged; `upgrade` renumbers what is scanned. The findings of a
file follow from the file and the settings alone. An internal error ends the work on one citation or one file, never the
run: it becomes a finding of its own (CR900).
"""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec import structs

from comprules.lint.baseline import OPENING
from comprules.lint.data_files import describe_data
from comprules.lint.files import File, Notice, PathError, read_file
from comprules.lint.findings import Checked, Finding, PlacedCitation
from comprules.lint.formats import is_report
from comprules.lint.ignores import MARK, Ignore, apply, apply_stamps, find_ignores, select_outside
from comprules.lint.texts import DecodedText, Lines, decode, is_binary
from graph.citations.codes import CODES, INTERNAL, OFF_TOPIC
from graph.citations.records import Citation, Judgement, TooManyCitationsError

if TYPE_CHECKING:
    from comprules.lint.config import Settings
    from graph.citations.judge import Judge
    from graph.history import History
    from graph.ledger import Ledger

_LONG = 400
"""Characters; of longer lines only the part around the mark is kept."""
_AROUND = 120
_NO_TEXT, _NO_LINES = DecodedText("", "utf-8"), Lines("")
_UNTOLD = frozenset({"a lock file", "a minified bundle", "a drawing"})
"""Kinds of data that nobody expects to be searched, and that most trees for the web are full of."""


class ScannedFile(msgspec.Struct, frozen=True):
    """A file as it was read, with its citations.

    Attributes:
        path: The file, by the path that led to it.
        decoded: Its text; empty if it cannot cite anything, or was skipped.
        lines: The lines of the text.
        ignores: Its comments that suppress findings.
        citations: Its citations, outside of such comments, with the stamps of their blocks; no placeholders.
        notices: Why it was skipped.
        searched: Whether it counts as searched.
        data: Its bytes.
    """

    path: str
    decoded: DecodedText = _NO_TEXT
    lines: Lines = _NO_LINES
    ignores: tuple[Ignore, ...] = ()
    citations: tuple[Citation, ...] = ()
    notices: tuple[Notice, ...] = ()
    searched: bool = False
    data: bytes = b""

    def is_ignored(self, citation: Citation) -> bool:
        """Return whether a comment that suppresses findings applies to a citation."""
        first, last = (self.lines.place(place)[0] for place in (citation.start, citation.end - 1))
        return any(ignore.scope == "file" or first <= ignore.line <= last for ignore in self.ignores)


class Linter:
    """Scans and judges files, one after the other; opens the ledger with the first citation.

    Args:
        settings: The settings of the run.
        ledger: The ledger; None for the one that `open_ledger` finds.
    """

    def __init__(self, settings: Settings, ledger: Ledger | None = None) -> None:
        self.settings = settings
        self._ledger = ledger

    @cached_property
    def history(self) -> History:
        """Return the history of all rules."""
        from graph.history import History  # noqa: PLC0415 - many trees cite nothing
        from graph.ledger import open_ledger  # noqa: PLC0415

        return History(self._ledger or open_ledger())

    @cached_property
    def judge(self) -> Judge:
        """Return the judge of the run."""
        from graph.citations.judge import Judge  # noqa: PLC0415 - as above

        settings = self.settings
        off_topic = OFF_TOPIC in settings.codes
        return Judge(self.history, settings.target, since=settings.since, off_topic=off_topic)

    def scan(self, file: File) -> ScannedFile:
        """Read a file and find its citations.

        Raises:
            PathError: It was named on the command line and cannot be read.
        """
        data = read_file(file, self.settings.largest)
        if isinstance(data, Notice):
            return ScannedFile(file.path, notices=(data,))
        return self.scan_bytes(file.path, data, named=file.named)

    def scan_bytes(self, path: str, data: bytes, *, named: bool = True) -> ScannedFile:
        """Find the citations in the bytes of a file.

        Args:
            path: Its path, which decides what is declared for it.
            data: Its content.
            named: Whether the user asked for this file, and is told of everything that is skipped.
        """
        from graph.citations.find import find_citations, might_cite  # noqa: PLC0415 - not needed for `--help`
        from graph.citations.find.foreign import describe_foreign  # noqa: PLC0415

        if is_binary(data):
            return _skip(path, "it is binary" if named else None)
        declared = self.settings.says_cites_rules(path)
        if not (MARK in data or might_cite(data, cites_rules=declared or None)):
            return ScannedFile(path, searched=True)
        own = "a baseline of comprules" if OPENING.match(data) else "a report of comprules" if is_report(data) else None
        kind = own or describe_data(path, data)
        if kind is not None:
            return _skip(path, f"it is {kind}" if named or kind not in _UNTOLD else None)
        if declared is False:
            return _skip(path, "it cites no rules, says the configuration")
        decoded = decode(data)
        text, lines = decoded.text, Lines(decoded.text)
        try:
            found = [cited for cited in find_citations(text, cites_rules=declared) if cited.form != "placeholder"]
        except TooManyCitationsError as error:
            return _skip(path, f"it has {error}; split it, or leave it out with `exclude`")
        foreign = describe_foreign(text, found, lambda number: bool(self.history.periods(number))) if found else None
        if foreign is not None:
            return _skip(path, foreign)
        ignores = find_ignores(text, lines) if MARK.decode() in text else ()
        citations = apply_stamps(text, select_outside(found, ignores))
        return ScannedFile(path, decoded, lines, ignores, tuple(citations), searched=True, data=data)

    def check(self, scanned: ScannedFile) -> Checked:
        """Return the findings of a file that was scanned."""
        path, lines, citations = scanned.path, scanned.lines, scanned.citations
        if not (citations or scanned.ignores):
            return Checked(notices=scanned.notices, files=int(scanned.searched))
        judged, failed = self._judge_citations(scanned)
        left, passed = apply(scanned.ignores, judged, lines, self.settings.possible_codes(path))
        codes, least = self.settings.codes_in(path), self.settings.confidence
        findings = [
            _make_finding(scanned, judgement)
            for judgement in left
            if judgement.code in codes and judgement.confidence >= least
        ]
        return Checked(
            findings=(*failed, *findings),
            notices=(*scanned.notices, *self._report_stamps(scanned)),
            files=int(scanned.searched),
            citing=int(bool(citations)),
            citations=len(citations),
            numbers=frozenset(number for citation in citations for number in citation.numbers),
            passed=passed,
            cited=tuple(_place_citation(scanned, citation) for citation in citations)
            if self.settings.keep_citations
            else (),
        )

    def check_file(self, file: File) -> Checked:
        """Read and check a file.

        Raises:
            PathError: It was named on the command line and cannot be read.
        """
        try:
            return self.check(self.scan(file))
        except PathError:
            raise
        except Exception as error:  # noqa: BLE001 - an internal error; the other files are still checked
            return Checked(findings=(_internal_error(file.path, error),), files=1)

    def check_bytes(self, path: str, data: bytes) -> Checked:
        """Check the content of a file, which need not be on the disk like that."""
        try:
            return self.check(self.scan_bytes(path, data))
        except Exception as error:  # noqa: BLE001 - as above
            return Checked(findings=(_internal_error(path, error),), files=1)

    def _judge_citations(self, scanned: ScannedFile) -> tuple[list[Judgement], list[Finding]]:
        """Return the findings about citations, and internal errors as findings."""
        citations = scanned.citations
        if not citations:
            return [], []
        base = self.settings.base_of(scanned.path)
        try:
            return [judgement for some in self.judge.judge_file(citations, base) for judgement in some], []
        except Exception:  # noqa: BLE001 - an internal error: each is judged alone to find the cause
            judged: list[Judgement] = []
            failed: list[Finding] = []
            for citation in citations:
                try:
                    judged += self.judge.judge_file([citation], base)[0]
                except Exception as error:  # noqa: BLE001 - as above; the other citations are still judged
                    failed.append(_internal_error(scanned.path, error, *scanned.lines.place(citation.start)))
            return judged, failed

    def _report_stamps(self, scanned: ScannedFile) -> list[Notice]:
        """Return a notice for each stamp that names no edition, at its first place."""
        places: dict[str, int] = {}
        for citation in scanned.citations:
            if citation.stamp is not None and citation.stamp not in places and self.judge.unknown_stamp(citation):
                places[citation.stamp] = scanned.lines.place(citation.start)[0]
        said = "names no edition; passed over"
        return [Notice(f"{scanned.path}:{line}", f"the stamp {stamp!r} {said}") for stamp, line in places.items()]


def _skip(path: str, why: str | None) -> ScannedFile:
    return ScannedFile(path, notices=(Notice(path, f"skipped: {why}"),) if why else ())


def _internal_error(path: str, error: Exception, line: int = 1, column: int = 1) -> Finding:
    """Return an internal error as a finding, with the facts needed to report it."""
    import traceback  # noqa: PLC0415 - only needed for faults

    frames = traceback.extract_tb(error.__traceback__)
    place = f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    what = f"{type(error).__name__}{place}: {str(error)[:_LONG]}"
    message = (
        f"comprules failed here and went on without it ({what}). Please report this line, with the words beside it and "
        "what `comprules --version` says."
    )
    finding = _make_finding(ScannedFile(path), Judgement(INTERNAL, message, "", 0, 0))
    return structs.replace(finding, line=line, column=column, end_column=column + 1, source_column=column)


def _make_finding(scanned: ScannedFile, judged: Judgement) -> Finding:
    text, code = scanned.decoded.text, CODES[judged.code]
    place = _find_place(scanned, judged.start, judged.end)
    start, stop = scanned.lines.span(place["line"])
    end = min(judged.end, stop)
    whole = stop - start <= _LONG
    first, last = (start, stop) if whole else (max(start, judged.start - _AROUND), min(end + _AROUND, stop))
    return Finding(
        code=code.code,
        name=code.name,
        severity=code.severity,
        message=judged.message,
        path=scanned.path,
        **place,
        number=judged.number,
        suggestion=judged.suggestion,
        edition_broken=judged.edition_broken,
        confidence=judged.confidence,
        fix=judged.fix,
        marked=text[judged.start : judged.end][:_LONG],
        source=text[first:last],
        source_column=first - start + 1,
    )


def _place_citation(scanned: ScannedFile, citation: Citation) -> PlacedCitation:
    return PlacedCitation(
        path=scanned.path,
        **_find_place(scanned, citation.start, citation.end),
        raw=citation.raw,
        form=citation.form,
        numbers=citation.numbers,
        cue=citation.cue,
        stamp=citation.stamp,
        citation=citation,
    )


def _find_place(scanned: ScannedFile, start: int, end: int) -> dict[str, int]:
    """Return line, column and the column of the end, on the same line, of a part of a file."""
    line, column = scanned.lines.place(start)
    first, stop = scanned.lines.span(line)
    return {"line": line, "column": column, "end_column": max(min(end, stop) - first, column - 1) + 1}
