"""The linter of a configuration: a file is read and scanned once, then judged.

`check`, editors, assistants and Python report what is judged; `upgrade` renumbers what is scanned. The findings of a
file follow from the file and the settings alone. An internal error ends the work on one citation or one file, never the
run: it becomes a finding of its own (CR900).
"""

from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache, partial
from typing import TYPE_CHECKING

import msgspec

from comprules.lint.baseline import OPENING
from comprules.lint.data_files import describe_data
from comprules.lint.decode import decode, is_binary
from comprules.lint.notices import Notice
from comprules.lint.own_reports import is_report
from comprules.lint.read import File, PathError, read_file
from comprules.lint.records import Checked, PlacedCitation
from comprules.lint.settings import Settings
from graph.citations.codes import OFF_TOPIC
from graph.citations.records import Citation, Fault, TooManyCitationsError
from graph.citations.rulings import judge_rulings, might_cite_rulings
from graph.history import History
from graph.ledger import Ledger, open_ledger

if TYPE_CHECKING:
    from comprules.lint.nearest import TreeSettings
    from comprules.lint.plan import Planner
    from graph.citations.judge.judge import Judge
from comprules.lint.findings import find_place, internal_error, make_finding
from comprules.lint.ignores import MARK, apply, find_ignores, select_outside
from comprules.lint.remedies import advise, shape_of
from comprules.lint.scan import UNTOLD, ScannedFile, skip


class Linter:
    """Scans and judges files, one after the other; opens the ledger with the first citation.

    Args:
        settings: The settings of the run.
        ledger: The ledger; None for the one that `open_ledger` finds.
        sharing: A linter of other settings, whose history of the rules and judge are used too.
    """

    def __init__(self, settings: Settings, ledger: Ledger | None = None, sharing: "Linter | None" = None) -> None:
        self.settings = settings
        self._ledger = ledger
        self._sharing = sharing

    @cached_property
    def history(self) -> History:
        """Return the history of all rules."""
        return self._sharing.history if self._sharing else History(self._ledger or open_ledger())

    @cached_property
    def judge(self) -> "Judge":
        """Return the judge of the run."""
        from graph.citations.judge.judge import Judge  # noqa: PLC0415 - many trees cite nothing

        settings = self.settings
        if self._sharing and _list_judged(self._sharing.settings) == _list_judged(settings):
            return self._sharing.judge
        return Judge(self.history, settings.target, since=settings.since, off_topic=OFF_TOPIC in settings.codes)

    def scan(self, file: File) -> ScannedFile:
        """Read a file and find its citations.

        Raises:
            PathError: It was named on the command line and cannot be read.
        """
        data = read_file(file, self.settings.largest)
        if isinstance(data, Notice):
            return ScannedFile("", path=file.path, notices=(data,))
        return self.scan_bytes(file.path, data, named=file.named)

    def scan_bytes(self, path: str, data: bytes, *, named: bool = True) -> ScannedFile:
        """Find the citations in the bytes of a file.

        Args:
            path: Its path, which decides what is declared for it.
            data: Its content.
            named: Whether the user asked for this file, and is told of everything that is skipped.
        """
        from graph.citations.find.finder import find_citations, might_cite  # noqa: PLC0415 - not needed for `--help`
        from graph.citations.find.foreign import describe_foreign  # noqa: PLC0415 - not needed for `--help`

        if is_binary(data):
            return skip(path, "it is binary" if named else None)
        declared = self.settings.says_cites_rules(path)
        may_cite_rulings = bool(self.settings.works) and might_cite_rulings(data)
        if not (MARK in data or may_cite_rulings or might_cite(data, cites_rules=declared or None)):
            return ScannedFile("", path=path, searched=True)
        own = "a baseline of comprules" if OPENING.match(data) else "a report of comprules" if is_report(data) else None
        kind = own or describe_data(path, data)
        if kind is not None:
            return skip(path, f"it is {kind}" if named or kind not in UNTOLD else None)
        if declared is False:
            return skip(path, "it cites no rules, says the configuration")
        decoded = decode(data)
        text = decoded.text
        try:
            found = [cited for cited in find_citations(text, cites_rules=declared) if cited.form != "placeholder"]
        except TooManyCitationsError as error:
            return skip(path, f"it has {error}; split it, or leave it out with `exclude`")
        foreign = describe_foreign(text, found, lambda number: bool(self.history.periods(number))) if found else None
        if foreign is not None:
            return skip(path, foreign)
        ignores = find_ignores(decoded) if MARK.decode() in text else ()
        cited = select_outside(found, ignores)
        return ScannedFile(
            **msgspec.structs.asdict(decoded), path=path, ignores=ignores, citations=cited, searched=True, data=data
        )

    def check(self, scanned: ScannedFile) -> Checked:
        """Return the findings of a file that was scanned."""
        path, citations = scanned.path, scanned.citations
        rulings, of_rulings = judge_rulings(self.history, scanned.text) if self.settings.works else ((), ())
        judged = [*self._judge_citations(scanned, self.settings.base_of(path)), *of_rulings]
        left, passed = apply(scanned.ignores, judged, scanned, self.settings.possible_codes(path))
        codes = self.settings.codes_in(path)
        return Checked(
            findings=tuple(make_finding(scanned, fault) for fault in left if fault.code in codes),
            notices=(*scanned.notices, *self._report_stamps(scanned)),
            files=int(scanned.searched),
            citing=int(bool(citations or rulings)),
            citations=len(citations) + len(rulings),
            numbers=frozenset(rulings).union(*(citation.numbers for citation in citations)),
            passed=passed,
            cited=tuple(
                PlacedCitation(
                    **msgspec.structs.asdict(citation) | find_place(scanned, citation.start, citation.end), path=path
                )
                for citation in (citations if self.settings.keep_citations or not self.settings.is_declared else ())
            ),
        )

    def check_file(self, file: File) -> Checked:
        """Read and check a file.

        Raises:
            PathError: It was named on the command line and cannot be read.
        """
        return self._check(file.path, partial(self.scan, file))

    def check_bytes(self, path: str, data: bytes) -> Checked:
        """Check the content of a file, which need not be on the disk like that."""
        return self._check(path, partial(self.scan_bytes, path, data))

    def _check(self, path: str, scan: Callable[[], ScannedFile]) -> Checked:
        try:
            return self.check(scan())
        except PathError:
            raise
        except Exception as error:  # noqa: BLE001 - an internal error; the other files are still checked
            return Checked(findings=(make_finding(ScannedFile("", path=path), internal_error(error)),), files=1)

    def _judge_citations(self, scanned: ScannedFile, base: str | None) -> list[Fault]:
        """Return the faults of the citations of a file, and internal errors among them."""
        faults: list[Fault] = []
        remedies: dict[int, str] | None = None
        for place, citation in enumerate(scanned.citations):
            try:
                for fault in self.judge.find_faults(scanned.citations, place, base):
                    if fault.fix == "file" and remedies is None:
                        remedies = self._find_remedies(scanned, base)
                    is_safe = fault.fix != "place" or self._keeps_citations(scanned, citation, fault)
                    faults.append(advise(fault, citation, (remedies or {}).get(place), is_safe=is_safe))
            except Exception as error:  # noqa: BLE001 - an internal error; the other citations are still judged
                faults.append(internal_error(error, citation.start, citation.end))
        return faults

    def planner(self, scanned: ScannedFile, base: str | None) -> "Planner":
        """Return what plans the upgrade of a file.

        Args:
            scanned: The file.
            base: The edition declared for it; None if none is.
        """
        from comprules.lint.plan import Planner  # noqa: PLC0415 - few files need it

        def find(text: str) -> Sequence[Citation]:
            return self.scan_bytes(scanned.path, scanned.encode(text)).citations

        return Planner(self.judge, scanned.text, scanned.citations, base, find=find, is_ignored=scanned.is_ignored)

    def _find_remedies(self, scanned: ScannedFile, base: str | None) -> dict[int, str]:
        """Return the options of `upgrade` with which it fixes citations, by the places of these; the plainest ones."""
        planner = self.planner(scanned, base)
        remedies: dict[int, str] = {}
        for unsafe, stamp_left in ((False, False), (False, True), (True, False), (True, True)):
            if stamp_left or not self.settings.stamp_left:
                plan = planner.plan(unsafe=unsafe, stamp_left=stamp_left)
                options = "--unsafe " * unsafe + "--stamp-left " * (stamp_left and not self.settings.stamp_left)
                remedies = dict.fromkeys(plan.fixed, options) | remedies
        return remedies

    def _keeps_citations(self, scanned: ScannedFile, citation: Citation, fault: Fault) -> bool:
        """Return whether a file has the same citations with a suggestion in its place.

        A number that is of the same kind is as good a reason to take the file for one that cites the rules.
        """
        new = fault.suggestions[0]
        if self.settings.says_cites_rules(scanned.path) or shape_of(new) == shape_of(fault.number):
            return True
        text = f"{scanned.text[: fault.start]}{new}{scanned.text[fault.end :]}"
        again = self.scan_bytes(scanned.path, scanned.encode(text)).citations
        shift = len(new) - (fault.end - fault.start)
        starts = [other.start + shift * (other.start > citation.start) for other in scanned.citations]
        return [other.start for other in again] == starts

    def _report_stamps(self, scanned: ScannedFile) -> list[Notice]:
        """Return a notice for each stamp that names no edition, at its first place."""
        places: dict[str, int] = {}
        for citation in scanned.citations:
            if citation.stamp and citation.stamp not in places and not self.judge.find_edition(citation.stamp):
                places[citation.stamp] = scanned.place(citation.start)[0]
        return [
            Notice(f"{scanned.path}:{line}", f"the stamp {stamp!r} names no edition; passed over")
            for stamp, line in places.items()
        ]


def _list_judged(settings: Settings) -> tuple[object, ...]:
    """Return the settings that a judge has."""
    return settings.target, settings.since, OFF_TOPIC in settings.codes


class Linters:
    """The linters of a run, one for each configuration; they share what they know of the rules.

    Args:
        settings: The settings of all files, or those of each.
        ledger: The ledger; None for the one that `open_ledger` finds.
    """

    def __init__(self, settings: "Settings | TreeSettings", ledger: Ledger | None = None) -> None:
        self._settings, self._ledger = settings, ledger
        self._linters: dict[int, Linter] = {}
        self._first: Linter | None = None

    def of_file(self, path: str) -> Linter:
        """Return the linter of the settings that decide for a file."""
        settings = self._settings.of_file(path)
        linter = self._linters.get(id(settings))
        if linter is None:
            linter = self._linters[id(settings)] = Linter(settings, self._ledger, self._first)
            self._first = self._first or linter
        return linter


shared_linter = lru_cache(maxsize=64)(Linter)
"""Returns the linter of settings and a ledger; it is made once for each configuration, of which a tree has few."""
