"""The linter of a configuration: a file is read and scanned once, then judged.

`check`, editors, assistants and Python report what is judged; `upgrade` renumbers what is scanned. The findings of a
file follow from the file and the settings alone. An internal error ends the work on one citation or one file, never the
run: it becomes a finding of its own (CR900).
"""

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache, partial
from typing import TYPE_CHECKING

from comprules.lint.findings import JudgedFault, internal_error, make_finding, place_citation
from comprules.lint.ignores import IgnoreComments, apply_ignores
from comprules.lint.notices import Notice
from comprules.lint.read import File
from comprules.lint.records import Checked, PlacedCitation
from comprules.lint.scan import ScannedFile, Scanner
from comprules.lint.settings import Settings
from graph.citations.codes import CHOSEN_CODES
from graph.citations.records import Citation, Fault
from graph.citations.rulings import RulingMeaning, judge_rulings
from graph.history import History
from graph.ledger import Ledger

if TYPE_CHECKING:
    from comprules.lint.nearest import TreeSettings
    from comprules.lint.plan import Planner
    from graph.citations.judge.judge import Judge


class Linter:
    """Scans and judges files, one after the other.

    Args:
        settings: The settings of the run.
        ledger: The ledger.
        sharing: A linter of other settings, whose history of the rules is used too; its judge also, if the settings
            that a judge has are the same.
    """

    def __init__(self, settings: Settings, ledger: Ledger, sharing: "Linter | None" = None) -> None:
        self.settings = settings
        self._ledger = ledger
        self._sharing = sharing

    @cached_property
    def history(self) -> History:
        """Return the history of all rules."""
        if self._sharing is not None:
            return self._sharing.history
        return History(self._ledger)

    @cached_property
    def judge(self) -> "Judge":
        """Return the judge of the run."""
        from graph.citations.judge.judge import Judge  # noqa: PLC0415 - many trees cite nothing

        settings = self.settings
        if self._sharing is not None and _list_judge_settings(self._sharing.settings) == _list_judge_settings(settings):
            return self._sharing.judge
        return Judge(self.history, settings.target, since=settings.since, chosen=CHOSEN_CODES & settings.codes)

    @cached_property
    def scanner(self) -> Scanner:
        """Return the scanner of the run."""
        return Scanner(self.settings, lambda: self.history)

    def check(self, scanned: ScannedFile) -> Checked:
        """Return the findings of a file that was scanned."""
        settings = self.settings
        citations = scanned.citations
        rulings = self.judge_rulings(scanned)
        faults = self._judge_citations(scanned)
        faults += [ruling.fault for ruling in rulings if ruling.fault is not None]
        reported, suppressed = self.select_reported(scanned, faults)
        numbers = {number for citation in citations for number in citation.numbers}
        numbers.update(ruling.citation.number for ruling in rulings)
        cited: tuple[PlacedCitation, ...] = ()
        # Without a declaration, the citations of the whole run show the edition that it seems to have.
        if settings.keep_citations or not settings.is_declared:
            cited = tuple(place_citation(scanned, citation) for citation in citations)
        return Checked(
            findings=tuple(make_finding(scanned, fault, settings.severity_of(fault.code)) for fault in reported),
            notices=(*scanned.notices, *self._report_stamps(scanned)),
            files=int(scanned.searched),
            citing=int(bool(citations or rulings)),
            citations=len(citations) + len(rulings),
            numbers=frozenset(numbers),
            passed=suppressed,
            cited=cited,
        )

    def select_reported(self, scanned: ScannedFile, faults: Sequence[Fault]) -> tuple[list[Fault], int]:
        """Return the faults of a file that are reported, also about comments, and how many the comments suppress."""
        possible = self.settings.possible_codes(scanned.path)
        remaining, suppressed = apply_ignores(scanned.ignores, faults, scanned, possible)
        codes = self.settings.codes_in(scanned.path)
        return [fault for fault in remaining if fault.code in codes], suppressed

    def judge_rulings(self, scanned: ScannedFile) -> tuple[RulingMeaning, ...]:
        """Return the meanings of the numbers of a rulings summary in a file; none if the file declares no summary."""
        if not self.settings.cites_rulings(scanned.path):
            return ()
        issue = self.settings.issue_of(scanned.path)
        return judge_rulings(self.history, scanned.text, issue, self.settings.target)

    def check_content(self, file: File, data: bytes | Notice) -> Checked:
        """Return the findings of a file that was read; if the program fails on it, one finding that says so.

        Args:
            file: The file.
            data: Its bytes, or why they are not read.
        """
        try:
            return self.check(self.scanner.scan_content(file, data))
        except Exception as error:  # noqa: BLE001 - an internal error; the other files are still checked
            fault = internal_error(error)
            severity = self.settings.severity_of(fault.code)
            return Checked(findings=(make_finding(ScannedFile("", path=file.path), fault, severity),), files=1)

    def check_bytes(self, path: str, data: bytes) -> Checked:
        """Return the findings of the content of a named file, which need not be on the disk like that."""
        return self.check_content(File(path, len(data), named=True), data)

    def make_planner(self, scanned: ScannedFile, *, is_upgraded: bool = False) -> "Planner":
        """Return the planner of the upgrade of a file.

        Args:
            scanned: The file.
            is_upgraded: Whether the file is planned to be declared for the target edition, whatever is declared now.
        """
        from comprules.lint.plan import Planner  # noqa: PLC0415 - few files need it

        base = self.judge.target if is_upgraded else self.settings.base_of(scanned.path)
        return Planner(
            self.judge,
            scanned.text,
            scanned.citations,
            base,
            find=partial(self._scan_instead, scanned),
            is_ignored=scanned.is_ignored,
            is_suppressed=IgnoreComments(scanned.ignores, scanned).suppress,
            is_estimate=not is_upgraded and self.settings.is_estimate(scanned.path),
        )

    def _scan_instead(self, scanned: ScannedFile, text: str) -> Sequence[Citation]:
        """Return the citations of another text in the place of a file."""
        return self.scanner.scan_bytes(scanned.path, scanned.encode(text), named=True).citations

    def _judge_citations(self, scanned: ScannedFile) -> list[Fault]:
        """Return the faults of the citations of a file; an internal error is a fault, too."""
        base = self.settings.base_of(scanned.path)
        is_estimate = self.settings.is_estimate(scanned.path)
        judged: list[JudgedFault] = []
        for index, citation in enumerate(scanned.citations):
            try:
                for fault in self.judge.find_faults(scanned.citations, index, base, is_estimate=is_estimate):
                    judged.append(JudgedFault(fault, index))  # noqa: PERF401 - those before an error are kept
            except Exception as error:  # noqa: BLE001 - an internal error; the other citations are still judged
                judged.append(JudgedFault(internal_error(error, citation.start, citation.end), index))
        return list(self._advise(scanned, judged))

    def _advise(self, scanned: ScannedFile, judged: Sequence[JudgedFault]) -> Iterator[Fault]:
        """Yield the faults of a file, each with a suggestion that can be followed as it is, or without one.

        Args:
            scanned: The file.
            judged: The faults as they were judged.
        """
        if not judged:
            return
        from comprules.lint.remedies import Advisor  # noqa: PLC0415 - most files have no fault

        advisor = Advisor(
            scanned,
            self.settings,
            judged,
            make_planner=partial(self.make_planner, scanned),
            find=partial(self._scan_instead, scanned),
        )
        for judged_fault in judged:
            try:
                yield advisor.advise(judged_fault)
            except Exception as error:  # noqa: BLE001 - an internal error; the other citations are still judged
                yield internal_error(error, judged_fault.fault.start, judged_fault.fault.end)

    def _report_stamps(self, scanned: ScannedFile) -> list[Notice]:
        """Return a notice for each stamp that names no edition, at its first place."""
        notices: list[Notice] = []
        first_citing: dict[str, Citation] = {}
        for citation in scanned.citations:
            if citation.stamp:
                first_citing.setdefault(citation.stamp, citation)
        for stamp, citation in first_citing.items():
            if not self.judge.find_edition(stamp):
                line, _ = scanned.place(citation.start)
                reason = f"the stamp {stamp!r} names no edition and is ignored"
                notices.append(Notice(f"{scanned.path}:{line}", "stamp", reason))
        return notices


def _list_judge_settings(settings: Settings) -> tuple[object, ...]:
    """Return the settings that a judge depends on."""
    return settings.target, settings.since, CHOSEN_CODES & settings.codes


class Linters:
    """The linters of a run, one for each configuration; they share the history of the rules.

    Args:
        tree: The configurations of the run.
        ledger: The ledger.
    """

    def __init__(self, tree: "TreeSettings", ledger: Ledger) -> None:
        self._tree = tree
        self._ledger = ledger
        self._linters: dict[int, Linter] = {}
        self._first: Linter | None = None

    def of_file(self, path: str) -> Linter:
        """Return the linter of the settings that decide for a file."""
        settings = self._tree.of_file(path)
        key = id(settings)  # there is one object for each configuration, which lives as long as the run
        if key not in self._linters:
            self._linters[key] = Linter(settings, self._ledger, self._first)
            self._first = self._first or self._linters[key]
        return self._linters[key]


@lru_cache(maxsize=64)
def shared_linter(settings: Settings, ledger: Ledger) -> Linter:
    """Return the linter for settings and a ledger, made once for each; a tree has few different settings."""
    return Linter(settings, ledger)
