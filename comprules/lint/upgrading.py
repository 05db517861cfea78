"""A run of `upgrade`: scan, judge, renumber; then what to write, the declaration that goes with it, and what is said.

First everything is computed, then everything is written, so that errors occur before a file is touched.
"""

import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from comprules.counts import format_count
from comprules.lint.declaration import check_above, with_keys
from comprules.lint.formats.places import relative_path
from comprules.lint.linter import Linters
from comprules.lint.nearest import TreeSettings
from comprules.lint.notices import Notice, NoticeAnswer, answer_notices
from comprules.lint.redeclare import CitingFile, ConfigScope, Redeclaration
from comprules.lint.scan import ScannedFile
from comprules.lint.settings import Settings
from comprules.lint.transaction import Rewrite, RewriteError, write_all
from comprules.printable import printable
from graph.citations.judge.messages import join_words
from graph.citations.renumber.outcomes import Outcome
from graph.citations.rulings import RulingMeaning
from graph.history import Destination
from rules.files import remove_temporary
from rules.numbers import name_of, number_of
from rules.text import FEW

SHOWN = 20
"""Maximum number of files that stay as they are to name."""
_OTHERWISE = {
    "scattered": "its rules are no longer a range or a short list",
    "form": "the new number cannot be written in this form",
    "malformed": "as written, it makes no sense",
    "stamp": "its stamp names no edition",
    "shared": "its stamp covers others that are left or ignored",
    "contradicted": "the words next to it mean another rule; see `comprules check`",
    "accepted": "`comprules check` accepts it: its x may be any letter, or it still leads to a part of its rule",
    "block": "another citation of its rule in this file already has its new number, judging by the words next to it",
    "file": "its file stays as it is, because another citation in it is left",
}
"""Reasons why a citation is left, other than its numbers."""


class MovedNumber(Struct, frozen=True, rename={"keys": "in"}):
    """A number of a citation: what became of its rule, its number now if one is sure, and where the rule is."""

    old: str
    fate: str
    new: str | None
    keys: tuple[str, ...]


class UpgradedAnswer(Struct, frozen=True):
    """A citation that is renumbered, left or ignored.

    Attributes:
        path: The file.
        line: From 1.
        column: From 1.
        status: `renumbered`, `left` or `ignored`.
        edition: The edition that the citation is upgraded from.
        old: The words of the citation.
        new: The words that replace them.
        causes: The reasons for which the citation is left.
        reason: The same as a sentence.
        numbers: The numbers of the citation.
    """

    path: str
    line: int
    column: int
    status: str
    edition: str | None
    old: str
    new: str
    causes: tuple[str, ...]
    reason: str | None
    numbers: tuple[MovedNumber, ...]


class UpgradeAnswer(Struct, frozen=True, kw_only=True, rename={"first": "from", "target": "to"}):
    """What `upgrade` does to files, or would do.

    Attributes:
        first: The edition that citations are upgraded from.
        target: The edition that the files are upgraded to.
        pin: The edition declared for all files.
        unsafe: Whether reworded rules are followed too.
        written: Whether the files were written.
        recorded: The configuration that declares the edition.
        files: Number of files.
        files_changed: The files that change.
        renumbered: Number of citations that are renumbered.
        unchanged: Number of citations that name the same rules in both editions.
        left: Number of citations that are left.
        ignored: Number of citations that comments suppress.
        citations: The citations that are renumbered, left or ignored.
        notices: What was skipped.
    """

    first: str
    target: str
    pin: str | None
    unsafe: bool
    written: bool
    recorded: str | None
    files: int
    files_changed: tuple[str, ...]
    renumbered: int
    unchanged: int
    left: int
    ignored: int
    citations: tuple[UpgradedAnswer, ...]
    notices: tuple[NoticeAnswer, ...]


class _Held(Struct, frozen=True):
    """A file that stays as it is: its edition, the lines because of which, and the citations that wait for them."""

    path: str
    edition: str
    lines: Sequence[int]
    waiting: int

    def describe(self) -> str:
        """Return a sentence about it."""
        lines = join_words([str(line) for line in self.lines[:FEW]])
        more = ""
        if self.lines[FEW:]:
            more = f" and {len(self.lines) - FEW:,} more"
        noun = "lines"
        if len(self.lines) == 1:
            noun = "line"
        waiting = ""
        if self.waiting:
            waiting = f"; {format_count(self.waiting, 'citation waits', 'citations wait')} for that"
        return f"{printable(self.path)}: it stays at {self.edition} because of {noun} {lines}{more}{waiting}"


class Upgrade:
    """A run: takes scanned files one after the other, then the declarations that go with them.

    Args:
        linters: The linters of the run; the settings of each have the edition that files go from.
        tree: The configurations of the run.
        paths: The paths on the command line.
        record: Returns the file in which the editions of a file are declared if it has no configuration, though it need
            not exist; None to declare nothing at all.
        unsafe: Whether to follow reworded rules too.

    Attributes:
        rewrites: The files that change, configurations last.
        upgraded: The citations, in order; `unchanged` are those that name the same rules in both editions.
        notices: About skipped files.
        leftovers: Files left in the folders by killed runs.
        recorded: The configurations that declare the editions.
    """

    def __init__(
        self,
        linters: Linters,
        tree: TreeSettings,
        paths: Sequence[str],
        record: Callable[[str], Path] | None,
        *,
        unsafe: bool = False,
    ) -> None:
        self.rewrites: list[Rewrite] = []
        self.upgraded: list[UpgradedAnswer] = []
        self.notices: list[Notice] = []
        self.leftovers: tuple[str, ...] = ()
        self.recorded: list[Path] = []
        self._linters = linters
        self._tree = tree
        self._paths = paths
        self._record = record
        self._unsafe = unsafe
        self._written = False
        self._files = 0
        self._has_stamps = False
        self._scopes: dict[Path | None, ConfigScope] = {}
        self._held: list[_Held] = []

    @property
    def _citing(self) -> list[CitingFile]:
        return [citing for scope in self._scopes.values() for citing in scope.files]

    @property
    def _targets(self) -> list[str]:
        return sorted({scope.settings.target for scope in self._scopes.values()} or {self._tree.main.target})

    @property
    def _first(self) -> str:
        """Return the edition, or the editions, that citations are upgraded from."""
        editions = sorted({citing.base for citing in self._citing if citing.base and citing.base != citing.target})
        return ", ".join(editions) or self._tree.main.edition or self._tree.main.target

    @property
    def declares_nothing(self) -> bool:
        """Return whether there are citations, and neither a declaration nor a stamp says for which edition."""
        return not self._has_stamps and all(citing.base is None and citing.issue is None for citing in self._citing)

    def add(self, scanned: ScannedFile) -> None:
        """Add what becomes of a file.

        Raises:
            RewriteError: comprules failed on it.
        """
        self._files += 1
        self.notices += scanned.notices
        try:
            rulings = self._linters.of_file(scanned.path).judge_rulings(scanned)
            if scanned.citations or rulings:
                self._plan(scanned)
            self.upgraded += [_describe_ruling(scanned, ruling) for ruling in rulings]
        except Exception as error:
            raise RewriteError(
                f"{scanned.path}: comprules failed here ({type(error).__name__}: {error}), and nothing was written. "
                "Leave the file out with `exclude`, and please report it"
            ) from error

    def _plan(self, scanned: ScannedFile) -> None:
        path = scanned.path
        linter = self._linters.of_file(scanned.path)
        settings = linter.settings
        base = settings.base_of(path)
        place = Path(path).resolve()
        scope = self._scope_of(path, settings)
        plan = linter.planner(scanned, base).plan(unsafe=self._unsafe, stamp_left=settings.stamp_left)
        problem = None
        if plan.text != scanned.text:
            problem = _find_problem(scanned, self._paths)
        is_moving = plan.moves and problem is None
        has_unstamped = any(citation.stamp is None for citation in scanned.citations)
        self._has_stamps |= any(citation.stamp is not None for citation in scanned.citations)
        issue = settings.issue_of(path)
        scope.files.append(
            CitingFile(
                place=place,
                base=base,
                target=settings.target,
                is_moving=is_moving,
                has_unstamped=has_unstamped,
                issue=issue,
            )
        )
        if problem is not None:
            self.notices.append(Notice(path, "content", f"skipped: {problem}"))
            return
        if plan.holding and base not in {None, settings.target}:
            lines = sorted({scanned.place(scanned.citations[held].start)[0] for held in plan.holding})
            waiting = sum("file" in outcome.causes for outcome in plan.outcomes)
            self._held.append(_Held(path, base or "", lines, waiting))
        for outcome in plan.outcomes:
            self.upgraded.append(_describe_outcome(scanned, outcome, settings.target))
        if plan.text != scanned.text:
            self.rewrites.append(Rewrite(path, place, scanned.data, scanned.encode(plan.text)))

    def _scope_of(self, path: str, settings: Settings) -> ConfigScope:
        """Return the files that a configuration decides for, or may be made for."""
        found = self._tree.config_of(path)
        file = None
        if self._record is not None:
            file = found.file or self._record(path)
        key = file and file.resolve()
        if key not in self._scopes:
            self._scopes[key] = ConfigScope(file, found, settings, [])
        return self._scopes[key]

    def declare(self) -> None:
        """Add the rewrites of the configurations, which may already be among the rewrites; they may not exist yet.

        Raises:
            ConfigError: One cannot declare the edition.
        """
        main = self._tree.config.file
        if self._record is not None and main is not None and main.resolve() not in self._scopes:
            self._scopes[main.resolve()] = ConfigScope(main, self._tree.config, self._tree.main, [])
        for scope in self._scopes.values():
            if scope.file is not None:
                self._declare(scope.file, scope)

    def _declare(self, file: Path, scope: ConfigScope) -> None:
        """Add the rewrite of a configuration, unless the declaration needs none."""
        place = file.resolve()
        planned = next((rewrite for rewrite in self.rewrites if rewrite.place == place), None)
        old, data = _read_planned(place, planned, self._tree.buffers)
        if old is None and not any(citing.has_unstamped and citing.is_moving for citing in scope.files):
            return
        check_above(file, (os.path.relpath(citing.place) for citing in scope.files))
        paths = [Path(path).resolve() for path in self._paths]
        keys = Redeclaration(scope, place.parent, paths, self._linters.of_file(str(place)).history).list_keys()
        self.recorded.append(file)
        if not keys:
            return
        new = with_keys(file, data, keys)
        if new != old:
            self.rewrites = [rewrite for rewrite in self.rewrites if rewrite is not planned]
            self.rewrites.append(Rewrite(os.path.relpath(file).replace(os.sep, "/"), place, old, new))

    def write(self, home: Path) -> None:
        """Write all of it.

        Args:
            home: The folder for the journal.

        Raises:
            RewriteError: A file cannot be written; then none was.
            OSError: The system failed.
        """
        for path in self.leftovers:
            remove_temporary(Path(path))
        write_all(self.rewrites, home, self._tree.main.target)
        self._written = True

    def answer(self) -> UpgradeAnswer:
        """Return all of it. File names that are not UTF-8 have escaped bytes."""
        pin = self._tree.config.edition
        counts = Counter(upgraded.status for upgraded in self.upgraded)
        return UpgradeAnswer(
            first=self._first,
            target=", ".join(self._targets),
            pin=pin and self._linters.of_file(".").history.resolve(pin),
            unsafe=self._unsafe,
            written=self._written,
            recorded=", ".join(printable(str(file)) for file in self.recorded) or None,
            files=self._files,
            files_changed=tuple(printable(rewrite.path) for rewrite in self.rewrites),
            renumbered=counts["renumbered"],
            unchanged=counts["unchanged"],
            left=counts["left"],
            ignored=counts["ignored"],
            citations=tuple(upgraded for upgraded in self.upgraded if upgraded.status != "unchanged"),
            notices=answer_notices(self.notices),
        )

    def list_asides(self) -> Iterator[str]:
        """Yield what a person must know about declarations."""
        target = ", ".join(self._targets)
        unstamped = [citing for citing in self._citing if citing.has_unstamped]
        is_done = bool(self._citing) and all(citing.base == citing.target for citing in self._citing)
        if is_done and unstamped:
            records = ", ".join(printable(relative_path(str(file))) for file in self.recorded)
            yield f"{records} already declares {target} for these files; citations without a stamp stay as they are"
        undeclared = [citing for citing in unstamped if citing.base is None]
        if undeclared and len(undeclared) < len(self._citing):
            yield (
                f"{format_count(len(undeclared), 'file')} without a declaration: citations in them without a stamp "
                "stay as they are; `comprules init` declares them"
            )
        if self._held:
            yield from self._describe_held()
        if not self.recorded and any(citing.is_moving for citing in unstamped):
            yield self._warn_undeclared(target)

    def _describe_held(self) -> Iterator[str]:
        """Yield which files stay as they are, and how to upgrade them."""
        for held in self._held[:SHOWN]:
            yield held.describe()
        if self._held[SHOWN:]:
            yield f"... and {format_count(len(self._held) - SHOWN, 'more file')} that keep their edition"
        yield (
            "upgrading these files would hide findings: fix those lines or mark them with the edition "
            "(CR 112.7a @2018-07-13), or let --stamp-left do that in comments and prose"
        )

    def _warn_undeclared(self, target: str) -> str:
        """Return the warning that nothing declares the new edition."""
        condition = "" if self._written else "once this is written, "
        return (
            f"{condition}nothing in this tree declares {target}: a second run with --from {self._first} "
            "would mistake the new numbers for old ones and renumber them again. "
            f'Put edition = "{target}" at the top of comprules.toml, or under [tool.comprules] in pyproject.toml'
        )

    def summary(self) -> str:
        """Return what was done or would be done; always printed."""
        answer = self.answer()
        parts = [
            f"{format_count(answer.renumbered, 'citation')} {'renumbered' if answer.written else 'to renumber'}",
            f"{answer.unchanged:,} unchanged",
            f"{answer.left:,} left",
            *([f"{answer.ignored:,} ignored by comments"] if answer.ignored else []),
        ]
        files = format_count(len(self.rewrites), "file")
        done = "nothing to write"
        if self.rewrites:
            done = f"{files} {'written' if answer.written else 'to write'}"
        changed = {rewrite.place for rewrite in self.rewrites}
        records = [printable(relative_path(str(file))) for file in self.recorded if file.resolve() in changed]
        done += f", with the declaration in {', '.join(records)}" if records else ""
        return f"{answer.first} to {answer.target}: {', '.join(parts)}, in {format_count(answer.files, 'file')}; {done}"


def _read_planned(place: Path, planned: Rewrite | None, buffers: Mapping[Path, bytes]) -> tuple[bytes | None, bytes]:
    """Return the bytes of a file, None if it does not exist; and those it will have after its planned rewrite.

    Args:
        place: The file.
        planned: The rewrite; None if none is planned.
        buffers: Files that are open in an editor, with their content.
    """
    if planned is not None:
        return planned.old, planned.new
    if place in buffers:
        return buffers[place], buffers[place]
    if not place.exists():
        return None, b""
    data = place.read_bytes()
    return data, data


def _describe_outcome(scanned: ScannedFile, outcome: Outcome, target: str) -> UpgradedAnswer:
    return UpgradedAnswer(
        printable(scanned.path),
        *scanned.place(outcome.citation.start),
        outcome.status,
        outcome.edition,
        outcome.citation.raw,
        outcome.new,
        tuple(outcome.causes),
        _describe_reason(outcome, target) if outcome.status == "left" else None,
        tuple(
            MovedNumber(destination.number, destination.kind, destination.successor, destination.keys)
            for destination in outcome.destinations
        ),
    )


def _describe_ruling(scanned: ScannedFile, ruling: RulingMeaning) -> UpgradedAnswer:
    """Return what becomes of a citation of a rulings summary: it stays, since it is of another work."""
    citation = ruling.citation
    is_ignored = scanned.is_ignored(citation)
    message = ruling.fault.message if ruling.fault else "nothing is known to restate it"
    fate = "restated" if ruling.restated else "unmatched"
    return UpgradedAnswer(
        printable(scanned.path),
        *scanned.place(citation.start),
        "ignored" if is_ignored else "left",
        ruling.issue,
        citation.number,
        citation.number,
        ("another-work",),
        None if is_ignored else f"it is of another work, the rulings summary: {message}",
        (MovedNumber(citation.number, fate if ruling.issue else "absent", None, ruling.numbers),),
    )


def _describe_reason(outcome: Outcome, target: str) -> str:
    """Return why a citation is left, and where its rules are."""
    blocking = [destination for destination in outcome.destinations if not destination.is_verbatim]
    reasons = [_describe_fate(destination, outcome.edition or "", target) for destination in blocking[:FEW]]
    reasons += [f"and {len(blocking) - FEW} more of its rules"] if len(blocking) > FEW else []
    reasons += [_OTHERWISE[cause] for cause in outcome.causes if cause in _OTHERWISE]
    reasons += [f"--unsafe follows {'it' if len(blocking) == 1 else 'them'}"] if outcome.awaits_consent else []
    return "; ".join(reasons)


def _describe_fate(destination: Destination, edition: str, target: str) -> str:
    number = destination.number
    successor = destination.successor
    names = (f"the glossary entry {name_of(key)}" if ":" in key else number_of(key) for key in destination.keys)
    keys = list(dict.fromkeys(names))
    unclear = f"{number} is {join_words(keys)}, which does not name one rule alone"
    parts = f"; parts of it are in {join_words(keys[1:])}" if destination.same and keys[1:] else ""
    return {
        "absent": f"{edition} has no {number}",
        "deleted": f"nothing in {target} continues {number}",
        "reworded": f"{number} is {successor} and was reworded{parts}",
        "split": f"{number} was split into {join_words(keys)}"
        + (f", mainly {successor}" if successor and keys[1:] else ""),
        "merged": f"{number} went into {successor or join_words(keys)} with other rules{parts}",
        "ambiguous": f"{number} may be {join_words(keys, 'or')}" if keys[1:] else unclear,
    }[destination.kind]


def _find_problem(scanned: ScannedFile, roots: Sequence[str]) -> str | None:
    """Return why a file cannot be changed; None if it can. A link is followed only to targets within the roots."""
    path = Path(scanned.path)
    if not scanned.exact:
        return "its UTF-16 is damaged, and writing the file would lose characters"
    named = [Path(root).resolve() for root in roots if not Path(root).is_symlink() or Path(root).is_dir()]
    if path.is_symlink() and not any(path.resolve().is_relative_to(root) for root in named):
        return f"a symbolic link to {path.resolve()}, which is outside the paths; name that file instead"
    return None
