"""One straight pipe for every form of the linter: a file is read and scanned once, then judged; so are many files.

`check`, editors, assistants and Python report what is judged; `upgrade` renumbers what is scanned. The findings of a
file follow from the file and the settings alone. An internal error ends the work on one citation or one file, never the
run: it becomes a finding of its own (CR900).
"""

import bisect
import os
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import nullcontext
from functools import cached_property, lru_cache, partial
from itertools import accumulate, groupby
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeVar

import msgspec

from comprules.lint.config import SURE, Settings
from comprules.lint.files import DecodedText, File, Notice, PathError, decode, describe_data, is_binary, read_file
from comprules.lint.findings import OPENING, Checked, Finding, PlacedCitation, is_report, merge_results
from comprules.progress import progress_bar
from graph.citations.codes import CODES, INTERNAL, OFF_TOPIC, UNUSED, code_of, unknown_code
from graph.citations.records import DIRECTIVE, LONGEST_TEXT, Citation, Fault, TooManyCitationsError
from graph.citations.rulings import judge_rulings, might_cite_rulings
from graph.history import History
from graph.ledger import Ledger, open_ledger
from rules.late_patterns import compile_late
from rules.workers import map_with_workers

if TYPE_CHECKING:
    from comprules.lint.nearest import TreeSettings
    from comprules.lint.plan import Planner
    from graph.citations.judge.judge import Judge


Scope = Literal["line", "next-line", "file"]

MARK = DIRECTIVE.encode()
"""A file without these bytes has no such comment."""

_IGNORE = compile_late(rf"(?<![\w-]){DIRECTIVE}[ \t]*ignore(-next-line|-file)?(?![\w-])(?:\[([^\]\r\n]{{0,200}})\])?")
_NEAREST_FIRST: tuple[Scope, ...] = ("line", "next-line", "file")


class Ignore(msgspec.Struct, frozen=True):
    """A comment that suppresses findings.

    Attributes:
        scope: What it covers.
        line: The line it covers, or for scope `file` the line it is on; from 1.
        codes: The codes it names; None for all.
        words: The words in the brackets, also those that are no codes.
        start: Offset of its first character.
        end: Offset after it, without the reason.
    """

    scope: Scope
    line: int
    codes: frozenset[str] | None
    words: tuple[str, ...]
    start: int
    end: int


def find_ignores(lines: DecodedText) -> tuple[Ignore, ...]:
    """Return the comments in a text, in order."""
    ignores = []
    for match in _IGNORE.finditer(lines.text):
        scope: Scope = "next-line" if match[1] == "-next-line" else "file" if match[1] == "-file" else "line"
        line = lines.place(match.start())[0] + (scope == "next-line")
        words = [word for word in (match[2] or "").split(",") if word.strip()]
        codes = frozenset(code for word in words if (code := code_of(word)))
        ignores.append(Ignore(scope, line, codes if words else None, tuple(words), match.start(), match.end()))
    return tuple(ignores)


def select_outside(citations: Iterable[Citation], ignores: Sequence[Ignore]) -> tuple[Citation, ...]:
    """Return the citations outside such comments: `ignore[CR100]` would look like a citation of chapter 100."""
    starts = [ignore.start for ignore in ignores]
    before = ((citation, bisect.bisect_left(starts, citation.end)) for citation in citations)
    return tuple(citation for citation, count in before if not count or ignores[count - 1].end <= citation.start)


def apply(
    ignores: Sequence[Ignore], faults: Sequence[Fault], lines: DecodedText, possible: Collection[str]
) -> tuple[list[Fault], int]:
    """Return the findings of a file that remain, and what is wrong with its comments.

    Args:
        ignores: The comments, in order.
        faults: All findings, also of codes that are not reported.
        lines: The lines of the text.
        possible: The codes that can occur in this run; a comment that names others is not reported as unused.

    Returns:
        The findings that no comment covers and those about comments, by place; and the number of suppressed ones.
    """
    if not ignores:
        return list(faults), 0
    ignores = sorted(ignores, key=lambda ignore: _NEAREST_FIRST.index(ignore.scope))
    used: dict[Ignore, set[str]] = {ignore: set() for ignore in ignores}
    # Line (0 for the whole file) and code (None for all) → the comments, those with the nearest scope first.
    covering: dict[tuple[int, str | None], list[Ignore]] = defaultdict(list)
    for ignore in ignores:
        for code in (None,) if ignore.codes is None else ignore.codes:
            covering[0 if ignore.scope == "file" else ignore.line, code].append(ignore)

    def lets_pass(fault: Fault, but: Ignore | None = None) -> bool:
        """Return whether a comment covers a finding, and note the nearest as used; none covers one about itself."""
        first, last = (lines.place(offset)[0] for offset in (fault.start, max(fault.start, fault.end - 1)))
        for line in (*range(first, last + 1), 0) if fault.code != INTERNAL else ():
            of_codes = (covering.get((line, code), ()) for code in (None, fault.code))
            nearest = (next((ignore for ignore in some if ignore is not but), None) for some in of_codes)
            if found := list(filter(None, nearest)):
                used[min(found, key=lambda ignore: (_NEAREST_FIRST.index(ignore.scope), ignore.start))].add(fault.code)
                return True
        return False

    left = [fault for fault in faults if not lets_pass(fault)]
    passed = len(faults) - len(left)
    # Comments for files come last: they may cover a finding about another comment.
    for ignore in ignores:
        complaints = _find_complaints(ignore, used[ignore], possible)
        left += [complaint for complaint in complaints if not lets_pass(complaint, but=ignore)]
    return sorted(left, key=lambda fault: (fault.start, fault.end, fault.code)), passed


def _find_complaints(ignore: Ignore, used: set[str], possible: Collection[str]) -> list[Fault]:
    """Return the findings about a comment: unknown codes in it, and codes that it suppresses but that do not occur."""
    messages = [problem for word in ignore.words if (problem := unknown_code(word))]
    where = {"line": "on this line", "next-line": "on the next line", "file": "in this file"}[ignore.scope]
    if ignore.codes is None and not used:
        messages.append(f"nothing is found {where}; take this comment away")
    elif ignore.codes is not None:
        idle = sorted((ignore.codes - used - {UNUSED}) & frozenset(possible))
        if idle:
            whole = idle == sorted(ignore.codes) and not messages
            remedy = "take this comment away" if whole else "take that out of the comment"
            messages.append(
                f"{', '.join(f'{code} {CODES[code].name}' for code in idle)} is not found {where}; {remedy}"
            )
    return [
        Fault(
            UNUSED,
            f"{words[:1].upper()}{words[1:]}{'' if words.endswith('?') else '.'}",
            start=ignore.start,
            end=ignore.end,
        )
        for words in messages
    ]


_AROUND = 120
"""Characters around the mark that are kept of a line longer than `LONGEST_TEXT`."""
_UNTOLD = frozenset({"a lock file", "a minified bundle", "a drawing"})
"""Kinds of data that nobody expects to be searched, and that most trees for the web are full of."""
_Worker = TypeVar("_Worker")
_Result = TypeVar("_Result")

_OPENING = 20_000
"""Cost of opening a file, in bytes that could be searched in that time; measured with `python -m bench`."""
_BATCH = 8_000_000
"""Cost of a batch; to search less takes less time than to start a process for it."""
LEAST_CITATIONS, LEAST_RULES = 8, 4
"""Citations, and different rules cited, that a tree must have to count as citing Magic's rules: one slip in a physics
project is not enough."""
CONFIDENCE = 0.99
"""The share of findings with evidence that were right, 685 of 691 in public trees; no kind differs much."""


class ScannedFile(DecodedText, frozen=True, kw_only=True, dict=True):
    """A file as it was read, with its citations; its text is empty if it cannot cite anything, or was skipped.

    Attributes:
        path: The file, by the path that led to it.
        ignores: Its comments that suppress findings.
        citations: Its citations, outside of such comments, with the stamps of their blocks; no placeholders.
        notices: Why it was skipped.
        searched: Whether it counts as searched.
        data: Its bytes.
    """

    path: str
    ignores: tuple[Ignore, ...] = ()
    citations: tuple[Citation, ...] = ()
    notices: tuple[Notice, ...] = ()
    searched: bool = False
    data: bytes = b""

    def is_ignored(self, citation: Citation) -> bool:
        """Return whether a comment that suppresses findings applies to a citation."""
        first, last = (self.place(place)[0] for place in (citation.start, citation.end - 1))
        return any(ignore.scope == "file" or first <= ignore.line <= last for ignore in self.ignores)


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
            return _skip(path, "it is binary" if named else None)
        declared = self.settings.says_cites_rules(path)
        may_cite_rulings = bool(self.settings.works) and might_cite_rulings(data)
        if not (MARK in data or may_cite_rulings or might_cite(data, cites_rules=declared or None)):
            return ScannedFile("", path=path, searched=True)
        own = "a baseline of comprules" if OPENING.match(data) else "a report of comprules" if is_report(data) else None
        kind = own or describe_data(path, data)
        if kind is not None:
            return _skip(path, f"it is {kind}" if named or kind not in _UNTOLD else None)
        if declared is False:
            return _skip(path, "it cites no rules, says the configuration")
        decoded = decode(data)
        text = decoded.text
        try:
            found = [cited for cited in find_citations(text, cites_rules=declared) if cited.form != "placeholder"]
        except TooManyCitationsError as error:
            return _skip(path, f"it has {error}; split it, or leave it out with `exclude`")
        foreign = describe_foreign(text, found, lambda number: bool(self.history.periods(number))) if found else None
        if foreign is not None:
            return _skip(path, foreign)
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
            findings=tuple(_make_finding(scanned, fault) for fault in left if fault.code in codes),
            notices=(*scanned.notices, *self._report_stamps(scanned)),
            files=int(scanned.searched),
            citing=int(bool(citations or rulings)),
            citations=len(citations) + len(rulings),
            numbers=frozenset(rulings).union(*(citation.numbers for citation in citations)),
            passed=passed,
            cited=tuple(
                PlacedCitation(
                    **msgspec.structs.asdict(citation) | _find_place(scanned, citation.start, citation.end), path=path
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
            return Checked(findings=(_make_finding(ScannedFile("", path=path), _internal_error(error)),), files=1)

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
                    faults.append(_advise(fault, citation, (remedies or {}).get(place), is_safe=is_safe))
            except Exception as error:  # noqa: BLE001 - an internal error; the other citations are still judged
                faults.append(_internal_error(error, citation.start, citation.end))
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
        if self.settings.says_cites_rules(scanned.path) or _shape_of(new) == _shape_of(fault.number):
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


def _shape_of(number: str) -> tuple[bool, bool, str]:
    """Return what a number says about the file around it: whether a chapter can have it, and its letter."""
    from graph.citations.find.forms import is_plausible  # noqa: PLC0415 - many trees cite nothing

    letter = number[-1] if number[-1].isalpha() else ""
    return is_plausible(number[:3]), "." in number, letter


def _advise(fault: Fault, citation: Citation, options: str | None, *, is_safe: bool) -> Fault:
    """Return a fault with a suggestion that can be followed as it says, or with none.

    Args:
        fault: The fault as it was judged.
        citation: Its citation.
        options: The options with which `upgrade` fixes it; None if it does not.
        is_safe: Whether the file has the same citations once the suggestion is written at its place.
    """
    if fault.fix == "place" and not is_safe:
        hint = (
            f" With {fault.suggestion} alone this file would no longer show that it cites the rules: declare that "
            "first, with `cites-rules` in the configuration."
        )
        return msgspec.structs.replace(fault, message=fault.message + hint, fix="")
    if fault.fix != "file":
        return fault
    if options is None:
        return msgspec.structs.replace(fault, suggestions=(), fix="")
    companion = "stamp" if citation.stamp is not None else "declaration"
    hint = f" To fix the number together with its {companion}, run: comprules upgrade --write {options}FILE."
    return msgspec.structs.replace(fault, message=fault.message + hint)


def _skip(path: str, why: str | None) -> ScannedFile:
    return ScannedFile("", path=path, notices=(Notice(path, f"skipped: {why}"),) if why else ())


def _internal_error(error: Exception, start: int = 0, end: int = 0) -> Fault:
    """Return an internal error as a fault, with the facts needed to report it."""
    import traceback  # noqa: PLC0415 - only needed for faults

    frames = traceback.extract_tb(error.__traceback__)
    place = f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    what = f"{type(error).__name__}{place}: {str(error)[:LONGEST_TEXT]}"
    message = (
        f"comprules failed here and went on without it ({what}). Please report this line, with the words beside it and "
        "what `comprules --version` says."
    )
    return Fault(INTERNAL, message, start=start, end=end)


def _make_finding(scanned: ScannedFile, fault: Fault) -> Finding:
    text, code = scanned.text, CODES[fault.code]
    place = _find_place(scanned, fault.start, fault.end)
    start, stop = scanned.span(place["line"])
    end = min(fault.end, stop)
    first, last = (
        (start, stop) if stop - start <= LONGEST_TEXT else (max(start, fault.start - _AROUND), min(end + _AROUND, stop))
    )
    return Finding(
        code=code.code,
        name=code.name,
        severity=code.severity,
        message=fault.message,
        path=scanned.path,
        **place,
        number=fault.number,
        suggestion=fault.suggestion,
        edition_broken=fault.broken,
        confidence=CONFIDENCE if fault.evidence else 1.0,
        fix=fault.fix,
        marked=text[fault.start : fault.end][:LONGEST_TEXT],
        source=text[first:last],
        source_column=first - start + 1,
    )


def _find_place(scanned: ScannedFile, start: int, end: int) -> dict[str, int]:
    """Return line, column and the column of the end, on the same line, of a part of a file."""
    line, column = scanned.place(start)
    first, stop = scanned.span(line)
    return {"line": line, "column": column, "end_column": max(min(end, stop) - first, column - 1) + 1}


def check_files(
    files: Sequence[File],
    settings: "Settings | TreeSettings",
    jobs: int | None = None,
    ledger: Ledger | None = None,
) -> Checked:
    """Check files.

    Args:
        files: The files.
        settings: The settings of all files, or those of each.
        jobs: Maximum number of processes; None to choose by size, at most one per core.
        ledger: The ledger; None for the one that `open_ledger` finds.

    Raises:
        PathError: A named file cannot be read.
        WorkerError: A process was killed.
    """
    checked = merge_results(map_batches(partial(Linters, settings, ledger), _check_batch, files, jobs))
    if not settings.main.is_declared and cites_rules(checked.cited):
        from comprules.lint.dating import describe_undeclared  # noqa: PLC0415 - not needed by most checks

        main = settings.main
        judge = Linter(main, ledger).judge
        return msgspec.structs.replace(checked, undeclared=describe_undeclared(checked.cited, judge, main.root))
    return checked


def scan_tree(
    files: Sequence[File], settings: Settings, ledger: Ledger, jobs: int | None = None
) -> tuple[Checked, bool]:
    """Return the citations of a tree, and whether bare numbers in it are citations, too.

    What the configuration says of `cites-rules` holds; otherwise the tree is read again if it cites rules, and what is
    then found decides.

    Args:
        files: The files of the tree.
        settings: The settings that follow from its configuration.
        ledger: The ledger.
        jobs: Maximum number of processes; None to choose by size.
    """
    # With an edition nothing is hinted at.
    settings = msgspec.structs.replace(settings, keep_citations=True, editions=(), edition=settings.target)
    checked = check_files(files, settings, jobs, ledger)
    if settings.cites_rules or not cites_rules(checked.cited):
        return checked, False
    more = check_files(files, msgspec.structs.replace(settings, cites_rules=(("*", True),)), jobs, ledger)
    known = {(placed.path, placed.line, placed.column) for placed in checked.cited}
    bare = [placed for placed in more.cited if (placed.path, placed.line, placed.column) not in known]
    numbers = {number for placed in bare for number in placed.numbers}
    # Bare numbers are citations if most of them named a rule in some edition.
    are_rules = bool(numbers) and sum(bool(ledger.holders(number)) for number in numbers) >= SURE * len(numbers)
    return (more, True) if are_rules else (checked, False)


def cites_rules(citations: Iterable[Citation]) -> bool:
    """Return whether the citations of a tree are enough to declare that it cites Magic's rules."""
    rules = Counter(number for citation in citations for number in citation.numbers)
    return rules.total() >= LEAST_CITATIONS and len(rules) >= LEAST_RULES


def map_batches(
    make: Callable[[], _Worker],
    work: Callable[[_Worker, Sequence[File]], _Result],
    files: Sequence[File],
    jobs: int | None = None,
) -> Iterator[_Result]:
    """Yield the result of each batch of files, in order, from as many processes as pay; shows progress.

    Args:
        make: Makes a worker, once a process; pickled.
        work: Applied to a worker and a batch; pickled.
        files: The files.
        jobs: Maximum number of processes; None to choose by size, at most one per core.

    Raises:
        WorkerError: A process was killed.
    """
    costs = accumulate(file.size + _OPENING for file in files)
    by_batch = groupby(zip(files, costs, strict=True), key=lambda pair: pair[1] // _BATCH)
    batches = [tuple(file for file, _ in pairs) for _, pairs in by_batch]
    # In a container this process may use fewer cores than the machine has.
    cores = len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
    shown = progress_bar("checking") if len(batches) > 1 else nullcontext(lambda _done, _all, _what: None)
    with shown as report, map_with_workers(make, work, batches, jobs or min(cores, len(batches))) as results:
        for result, done in zip(results, accumulate(map(len, batches)), strict=True):
            report(done, len(files), "files")
            yield result


def _check_batch(linters: Linters, files: Sequence[File]) -> Checked:
    return merge_results(linters.of_file(file.path).check_file(file) for file in files)
