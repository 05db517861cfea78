"""The check of one file: read it, skip it quickly if it cites nothing, find, judge, apply its comments.

An internal error ends the work on one citation or one file, never the run: it becomes a finding of its own (CR900).
"""

from __future__ import annotations

import hashlib
import traceback
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from comprules.lint.codes import DRIFTED, INTERNAL, REWORDED
from comprules.lint.copies import LEAST_NUMBERS
from comprules.lint.data_files import describe_data
from comprules.lint.files import File, Notice, PathError, read_file
from comprules.lint.findings import Checked, Finding, PlacedCitation
from comprules.lint.ignores import MARK, apply, find_ignores, select_outside
from comprules.lint.survey import Glance, glance_at
from comprules.lint.texts import Lines, decode, is_binary, is_utf16
from graph.citations.codes import OFF_TOPIC
from graph.citations.find.tree import ALONE, TreeContext
from graph.citations.records import TooManyCitationsError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from comprules.lint.ignored import Layer
    from graph.citations.judge import Judge
    from graph.citations.records import Citation, Judgement
    from graph.ledger import Ledger

_LONG = 400
"""Characters; of longer lines only the part around the mark is kept."""
_AROUND = 120


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a run; picklable for worker processes.

    Attributes:
        edition: Id of the edition that citations are checked against.
        pin: Id of the edition that they were written for; None without one.
        since: Id of the edition since which drift and rewordings are reported; None without one.
        codes: Codes of the findings to report.
        per_file: Patterns of files, each with codes of findings not to report there.
        root: The folder that these patterns are relative to.
        largest: Bytes; larger files are skipped.
        keep_citations: Whether to return the citations themselves too.
        find_only: Whether to find citations without judging them.
        confidence: Minimum confidence of reported findings, 0 to 1.
        cites_rules: Whether the tree cites the rules, by the configuration; None if that does not say.
        tree: The result of the first pass over the tree.
        folder_pins: Patterns of files, each with their pin; the last matching one decides.
    """

    edition: str
    pin: str | None
    since: str | None
    codes: frozenset[str]
    per_file: tuple[tuple[str, frozenset[str]], ...]
    root: Path
    largest: int
    keep_citations: bool = False
    find_only: bool = False
    confidence: float = 0.0
    cites_rules: bool | None = None
    tree: TreeContext = ALONE
    folder_pins: tuple[tuple[str, str], ...] = ()

    def find_possible(self) -> frozenset[str]:
        """Return the codes of the findings that can occur and are reported."""
        impossible = {REWORDED} if self.since is None else set()
        if self.since is None and self.pin is None and not self.folder_pins:
            impossible.add(DRIFTED)
        return self.codes - impossible


class Copying(Protocol):
    """The part of `comprules.lint.copies.Copies` that the engine needs."""

    def describe(self, text: str, citations: Sequence[Citation]) -> str | None:
        """Return what a file is a copy of, in words; None if it is no copy."""


class Engine:
    """Finds and judges citations; creates what that needs only once per process.

    Args:
        settings: The settings of the run.
        find: Returns the citations of a text.
        might_cite: Returns whether bytes may hold a citation; fast, and never False if they do.
        judging: Returns the judge; called with the first citation.
        copies: Returns the recogniser of copies of the rules; called when a file may be a copy.
    """

    def __init__(
        self,
        settings: Settings,
        find: Callable[[str], Sequence[Citation]],
        might_cite: Callable[[bytes], bool],
        judging: Callable[[], Judge],
        copies: Callable[[], Copying | None],
    ) -> None:
        self.settings = settings
        self.find = lru_cache(1)(find)  # an editor asks for the citations of a text after its findings
        self._might_cite = might_cite
        self._judge = lru_cache(1)(judging)
        self._copies = lru_cache(1)(copies)

    def glance_at_file(self, file: File) -> Glance:
        """Return what the first pass keeps of a file.

        Raises:
            PathError: It was named on the command line and cannot be read.
        """
        try:
            data = read_file(file, self.settings.largest)
            if isinstance(data, Notice):
                return Glance(is_text=False, notice=data)
            if is_binary(data):
                notice = Notice(file.path, "skipped: it is binary") if file.named else None
                return Glance(is_text=False, notice=notice)
            may_cite = MARK in data or self._might_cite(data) or is_utf16(data)
            kind = (lambda: None) if file.named else partial(describe_data, file.path, data)
            return glance_at(data, may_cite=may_cite, data_kind=kind)
        except PathError:
            raise
        except Exception as error:  # noqa: BLE001 - an internal error; the other files are still checked
            return Glance(failure=Checked(findings=(_internal_error(file.path, error),)))

    def check_file(self, file: File) -> Checked:
        """Read and check a file.

        Raises:
            PathError: It was named on the command line and cannot be read.
        """
        try:
            data = read_file(file, self.settings.largest)
        except PathError:
            raise
        except Exception as error:  # noqa: BLE001 - after any error the other files are still checked
            return Checked(findings=(_internal_error(file.path, error),), files=1)
        return Checked(notices=(data,)) if isinstance(data, Notice) else self.check_bytes(file.path, data, file.named)

    def check_bytes(self, path: str, data: bytes, named: bool = True) -> Checked:
        """Check the content of a file; return a notice if it is binary and was named."""
        if is_binary(data):
            return Checked(notices=(Notice(path, "skipped: it is binary"),) if named else ())
        if not (MARK in data or self.settings.tree.cites or self._might_cite(data) or is_utf16(data)):
            return Checked(files=1)
        try:
            return self._check_text(path, decode(data).text, named)
        except TooManyCitationsError as error:
            return Checked(
                notices=(Notice(path, f"skipped: it has {error}; split it, or leave it out with `exclude`"),), files=1
            )
        except Exception as error:  # noqa: BLE001 - an internal error; the other files are still checked
            return Checked(findings=(_internal_error(path, error),), files=1)

    def _check_text(self, path: str, text: str, named: bool) -> Checked:
        citations: Sequence[Citation] = [it for it in self.find(text) if it.form != "placeholder"]
        copies = self._copies() if not named and len(citations) >= LEAST_NUMBERS else None
        copy = copies.describe(text, citations) if copies else None
        if copy is not None:
            return Checked(notices=(Notice(path, f"skipped: {copy}"),), files=1)
        has_ignores = MARK.decode() in text
        if not citations and not has_ignores:
            return Checked(files=1)
        lines = Lines(text)
        ignores = find_ignores(text, lines) if has_ignores else ()
        citations = select_outside(citations, ignores)
        judged, stamps, failed = (
            ([], {}, []) if self.settings.find_only else self._judge_citations(path, citations, lines)
        )
        left, passed = (
            ([], 0) if self.settings.find_only else apply(ignores, judged, lines, self.settings.find_possible())
        )
        return Checked(
            findings=(*failed, *self._make_findings(path, text, lines, left)),
            stamps=tuple(stamps.items()),
            files=1,
            citing=int(bool(citations)),
            citations=len(citations),
            numbers=frozenset(number for citation in citations for number in citation.numbers),
            passed=passed,
            cited=tuple(_place_citation(path, lines, citation) for citation in citations)
            if self.settings.keep_citations
            else (),
        )

    def _judge_citations(
        self, path: str, citations: Sequence[Citation], lines: Lines
    ) -> tuple[list[Judgement], dict[str, str], list[Finding]]:
        """Return the findings, the first place of each stamp that names no edition, and internal errors as findings."""
        judged: list[Judgement] = []
        stamps: dict[str, str] = {}
        failed: list[Finding] = []
        if not citations:
            return judged, stamps, failed
        judge, base = self._judge(), pin_of(self.settings, path)
        try:
            for stamped in citations:
                if stamped.stamp is not None and stamped.stamp not in stamps and judge.unknown_stamp(stamped):
                    stamps[stamped.stamp] = f"{path}:{lines.place(stamped.start)[0]}"
            return [judgement for of_one in judge.judge_file(citations, base) for judgement in of_one], stamps, failed
        except Exception:  # noqa: BLE001 - an internal error: each is judged alone to find the cause
            for citation in citations:
                try:
                    judged += judge.judge_file([citation], base)[0]
                except Exception as error:  # noqa: BLE001 - as above; the other citations are still judged
                    failed.append(_internal_error(path, error, *lines.place(citation.start)))
        return judged, stamps, failed

    def _make_findings(self, path: str, text: str, lines: Lines, judged: Sequence[Judgement]) -> list[Finding]:
        codes = self.settings.codes - _not_here(self.settings, path) if judged else self.settings.codes
        least = self.settings.confidence
        return [
            _make_finding(path, text, lines, judgement)
            for judgement in judged
            if judgement.code in codes and judgement.confidence >= least
        ]


def make_engine(settings: Settings, known: Ledger | None = None) -> Engine:
    """Return the engine over a ledger; without one, over the ledger that `open_ledger` finds."""
    from graph.citations.find import find_citations, might_cite  # noqa: PLC0415 - not needed for `--help`

    @lru_cache(1)
    def ledger() -> Ledger:
        from graph.ledger import open_ledger  # noqa: PLC0415 - many trees cite nothing

        return known or open_ledger()

    def judging() -> Judge:
        from graph.citations.judge import Judge  # noqa: PLC0415 - many trees cite nothing
        from graph.history import History  # noqa: PLC0415 - as above

        off_topic = OFF_TOPIC in settings.codes
        return Judge(History(ledger()), settings.edition, since=settings.since, off_topic=off_topic)

    def copies() -> Copying:
        from comprules.lint.copies import Copies  # noqa: PLC0415 - most trees have none

        return Copies(ledger())

    return Engine(settings, partial(find_citations, tree=settings.tree), might_cite, judging, copies)


def pin_of(settings: Settings, path: str) -> str | None:
    """Return the pin of a file."""
    if not settings.folder_pins:
        return settings.pin
    place = Path(path).resolve()
    if not place.is_relative_to(settings.root):
        return settings.pin
    relative = place.relative_to(settings.root).as_posix()
    fitting = [pin for layer, pin in _pin_layers(settings.folder_pins) if layer and layer.verdict(relative)]
    return fitting[-1] if fitting else settings.pin


@lru_cache(maxsize=1)
def _pin_layers(pins: tuple[tuple[str, str], ...]) -> list[tuple[Layer | None, str]]:
    from comprules.lint.ignored import layer_of  # noqa: PLC0415 - rarely needed

    return [(layer_of([pattern]), pin) for pattern, pin in pins]


def _not_here(settings: Settings, path: str) -> frozenset[str]:
    """Return the codes that are not reported in a file."""
    if not settings.per_file:
        return frozenset()
    place = Path(path).resolve()
    if not place.is_relative_to(settings.root):
        return frozenset()
    relative = place.relative_to(settings.root).as_posix()
    layers = _layers(settings.per_file)
    return frozenset(code for layer, codes in layers if layer and layer.verdict(relative) for code in codes)


@lru_cache(maxsize=1)
def _layers(per_file: tuple[tuple[str, frozenset[str]], ...]) -> list[tuple[Layer | None, frozenset[str]]]:
    from comprules.lint.ignored import layer_of  # noqa: PLC0415 - rarely needed

    return [(layer_of([pattern]), codes) for pattern, codes in per_file]


def _internal_error(path: str, error: Exception, line: int = 1, column: int = 1) -> Finding:
    """Return an internal error as a finding, with the facts needed to report it."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    what = f"{type(error).__name__}{place}: {str(error)[:_LONG]}"
    return Finding(
        code=INTERNAL,
        message=f"comprules failed here and went on without it ({what}). Please report this line, with the "
        "words beside it and what `comprules --version` says.",
        path=path,
        line=line,
        column=column,
        end_column=column + 1,
        number="",
        suggestion=None,
        edition_broken=None,
        marked="",
        source="",
        source_column=column,
        content=hashlib.sha256(what.encode("utf-8", "replace")).hexdigest()[:16],
    )


def _make_finding(path: str, text: str, lines: Lines, judged: Judgement) -> Finding:
    line, column = lines.place(judged.start)
    start, stop = lines.span(line)
    end = min(judged.end, stop)
    whole = stop - start <= _LONG
    first, last = (start, stop) if whole else (max(start, judged.start - _AROUND), min(end + _AROUND, stop))
    source = text[first:last]
    return Finding(
        code=judged.code,
        message=judged.message,
        path=path,
        line=line,
        column=column,
        end_column=max(end - start, column - 1) + 1,
        number=judged.number,
        suggestion=judged.suggestion,
        edition_broken=judged.edition_broken,
        confidence=round(judged.confidence, 2),
        evidence=judged.evidence,
        fix=judged.fix,
        marked=text[judged.start : judged.end][:_LONG],
        source=source,
        source_column=first - start + 1,
        content=hashlib.sha256("".join(source.split()).encode("utf-8", "replace")).hexdigest()[:16],
    )


def _place_citation(path: str, lines: Lines, citation: Citation) -> PlacedCitation:
    line, column = lines.place(citation.start)
    start, stop = lines.span(line)
    return PlacedCitation(path, line, column, max(min(citation.end, stop) - start, column - 1) + 1, citation)
