"""What is done with one file: read, leave out quickly what cites nothing, find, judge, let pass what comments name."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from comprules.lint.codes import DRIFTED, REWORDED
from comprules.lint.files import File, Notice, read_file
from comprules.lint.findings import Checked, Cited, Finding
from comprules.lint.ignores import MARK, apply, find_ignores, outside
from comprules.lint.texts import Lines, decode, is_binary, is_utf16
from graph.citations.records import TooManyCitationsError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from comprules.lint.ignored import Layer
    from graph.citations.records import Citation, Judgement

_LONG = 400
"""Characters; of longer lines only what is around the mark is kept."""
_AROUND = 120


@dataclass(frozen=True, slots=True)
class Settings:
    """What a run is to do; picklable, so that worker processes can have it.

    Attributes:
        edition: Id of the edition that citations are held against.
        pin: Id of the edition that they are meant for; None without one.
        since: Id of the edition since when drift and rewordings are reported; None without one.
        codes: The findings that are reported.
        per_file: Patterns of files, each with findings that are not reported there.
        root: The folder that these patterns are relative to.
        largest: Bytes; larger files are left out.
        keep_citations: Whether the citations themselves are wanted.
        find_only: Whether they are not to be judged.
        confidence: Findings that are less sure are not reported, 0 to 1.
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

    def possible(self) -> frozenset[str]:
        """The findings that can occur at all and are reported."""
        impossible = {REWORDED} if self.since is None else set()
        if self.since is None and self.pin is None:
            impossible.add(DRIFTED)
        return self.codes - impossible


class Judging(Protocol):
    """What the engine needs of `graph.citations.judge.Judge`."""

    def judge_file(self, citations: Sequence[Citation]) -> Sequence[Sequence[Judgement]]:
        """What is wrong with each citation of a file."""

    def unknown_stamp(self, citation: Citation) -> bool:
        """Whether a citation has a stamp that names no edition."""


class Engine:
    """Finds and judges, with all that a process needs for it only once.

    Args:
        settings: What the run is to do.
        find: The citations of a text.
        might_cite: Whether bytes may hold a citation; quick, and never False where there is one.
        judging: Makes what judges a citation; called when the first one turns up.
    """

    def __init__(
        self,
        settings: Settings,
        find: Callable[[str], Sequence[Citation]],
        might_cite: Callable[[bytes], bool],
        judging: Callable[[], Judging],
    ) -> None:
        self.settings = settings
        self._find = find
        self._might_cite = might_cite
        self._judging = judging
        self._judge: Judging | None = None

    def check_file(self, file: File) -> Checked:
        """Reads and checks a file.

        Raises:
            PathError: It was named on the command line and cannot be read.
        """
        data = read_file(file, self.settings.largest)
        return Checked(notices=(data,)) if isinstance(data, Notice) else self.check_bytes(file.path, data, file.named)

    def check_bytes(self, path: str, data: bytes, named: bool = True) -> Checked:
        """Checks the content of a file; that a binary one is left out is told where it was named."""
        if is_binary(data):
            return Checked(notices=(Notice(path, "skipped: it is binary"),) if named else ())
        if not (MARK in data or self._might_cite(data) or is_utf16(data)):
            return Checked(files=1)
        try:
            return self._check_text(path, decode(data).text)
        except TooManyCitationsError as error:
            return Checked(
                notices=(Notice(path, f"skipped: it has {error}; split it, or leave it out with `exclude`"),), files=1
            )
        except Exception as error:
            error.add_note(f"while checking {path}")  # a bug; whoever meets it must know with which file
            raise

    def _check_text(self, path: str, text: str) -> Checked:
        citations = [one for one in self._find(text) if one.form != "placeholder"]
        has_ignores = MARK.decode() in text
        if not citations and not has_ignores:
            return Checked(files=1)
        lines = Lines(text)
        ignores = find_ignores(text, lines) if has_ignores else ()
        citations = outside(citations, ignores)
        judged, stamps = ([], {}) if self.settings.find_only else self._judged(path, citations, lines)
        left, passed = ([], 0) if self.settings.find_only else apply(ignores, judged, lines, self.settings.possible())
        return Checked(
            findings=tuple(self._findings(path, text, lines, left)),
            stamps=tuple(stamps.items()),
            files=1,
            citing=int(bool(citations)),
            citations=len(citations),
            numbers=frozenset(number for one in citations for number in one.numbers),
            passed=passed,
            cited=tuple(_cited(path, lines, one) for one in citations) if self.settings.keep_citations else (),
        )

    def _judged(self, path: str, citations: Sequence[Citation], lines: Lines) -> tuple[list[Judgement], dict[str, str]]:
        """The findings, and the first place of each stamp that names no edition."""
        stamps: dict[str, str] = {}
        if citations and self._judge is None:
            self._judge = self._judging()
        if self._judge is None:
            return [], stamps
        for one in citations:
            if one.stamp is not None and one.stamp not in stamps and self._judge.unknown_stamp(one):
                stamps[one.stamp] = f"{path}:{lines.place(one.start)[0]}"
        judged = [one for of_one in self._judge.judge_file(citations) for one in of_one]
        return judged, stamps

    def _findings(self, path: str, text: str, lines: Lines, judged: Sequence[Judgement]) -> list[Finding]:
        codes = self.settings.codes - _not_here(self.settings, path) if judged else self.settings.codes
        least = self.settings.confidence
        return [_finding(path, text, lines, one) for one in judged if one.code in codes and one.confidence >= least]


def make_engine(settings: Settings) -> Engine:
    """The engine over the ledger that ships, or `$COMPRULES_LEDGER`."""
    from graph.citations.find import find_citations, might_cite  # noqa: PLC0415 - `--help` has no use for them

    def judging() -> Judging:
        from graph.citations.judge import Judge  # noqa: PLC0415 - many trees cite nothing
        from graph.ledger import open_ledger  # noqa: PLC0415

        return Judge(open_ledger(), settings.edition, settings.pin, settings.since)

    return Engine(settings, find_citations, might_cite, judging)


def _not_here(settings: Settings, path: str) -> frozenset[str]:
    """The codes that are not reported in a file."""
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
    from comprules.lint.ignored import layer_of  # noqa: PLC0415 - seldom needed

    return [(layer_of([pattern]), codes) for pattern, codes in per_file]


def _finding(path: str, text: str, lines: Lines, judged: Judgement) -> Finding:
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
        marked=text[judged.start : judged.end][:_LONG],
        source=source,
        source_column=first - start + 1,
        content=hashlib.sha256("".join(source.split()).encode("utf-8", "replace")).hexdigest()[:16],
    )


def _cited(path: str, lines: Lines, citation: Citation) -> Cited:
    line, column = lines.place(citation.start)
    start, stop = lines.span(line)
    return Cited(path, line, column, max(min(citation.end, stop) - start, column - 1) + 1, citation)
