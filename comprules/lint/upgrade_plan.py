"""The plan of an upgrade: what becomes of each citation and each file, and what is said about it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from comprules.lint.files import Notice
from comprules.lint.formats.wording import format_count, relative_path
from comprules.lint.printable import FEW, printable
from comprules.lint.transaction import Rewrite, write_all
from graph.citations.judge.messages import join_words
from rules.files import remove_temporary
from rules.numbers import name_of, number_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from comprules.lint.config import Settings
    from comprules.lint.linter import ScannedFile
    from graph.citations.renumber import Outcome
    from graph.history import Destination

_OTHERWISE = {
    "scattered": "its rules are no range any more, and no short list",
    "form": "the new number cannot be written in this form",
    "malformed": "it cannot be meant as it is written",
    "stamp": "its stamp names no edition",
    "shared": "its stamp covers others that are left or ignored",
    "contradicted": "the words beside it mean another rule; see `comprules check`",
    "block": "other citations of its rule in this file are left, or are for the new edition already",
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
        edition: The edition that the citation goes from.
        old: Its words.
        new: The words instead.
        causes: Why it is left.
        reason: The same as a sentence.
        numbers: Its numbers.
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
        first: The edition that citations go from.
        target: The edition that they go to.
        pin: The edition declared for all files.
        unsafe: Whether reworded rules are followed too.
        written: Whether the files were written.
        recorded: The configuration that declares the edition.
        files: Number of files.
        files_changed: The files that change.
        renumbered: Number of citations that are renumbered.
        unchanged: Number of citations that name the same rules in both editions.
        left: Number of citations that are left.
        ignored: Number of citations that comments let pass.
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
    notices: tuple[Notice, ...]


class UpgradePlan(Struct):
    """The plan of a run.

    Attributes:
        settings: The settings of the run.
        pin: The edition that the configuration declares for all files; None without one.
        rewrites: The files that change, the configuration last.
        upgraded: The citations that are renumbered, ignored or left, in order.
        unchanged: Number of citations that name the same rules in both editions.
        unstamped: Number of citations without a stamp, whose edition only a declaration shows.
        undated: Number of those of them that are left and get no stamp.
        files: Number of files.
        notices: About skipped files.
        bases: The edition from which each citing file goes, if it is declared.
        staying: Files that would change, and cannot.
        leftovers: Files left in the folders by killed runs.
        record: The configuration that declares the edition; None if there is none.
    """

    settings: Settings
    pin: str | None = None
    rewrites: list[Rewrite] = []
    upgraded: list[UpgradedAnswer] = []
    unchanged: int = 0
    unstamped: int = 0
    undated: int = 0
    files: int = 0
    notices: list[Notice] = []
    bases: dict[Path, str | None] = {}
    staying: list[Path] = []
    leftovers: tuple[str, ...] = ()
    record: Path | None = None

    @property
    def first(self) -> str:
        """Return the edition, or the editions, that citations go from."""
        target = self.settings.target
        editions = {base for base in self.bases.values() if base not in {None, target}}
        return ", ".join(sorted(edition for edition in editions if edition)) or self.settings.edition or target

    @property
    def is_done(self) -> bool:
        """Return whether all citing files are declared for the target already."""
        return set(self.bases.values()) == {self.settings.target}

    def with_status(self, status: str) -> list[UpgradedAnswer]:
        """Return the citations of a status."""
        return [upgraded for upgraded in self.upgraded if upgraded.status == status]

    def write(self, home: Path) -> None:
        """Write all of the plan.

        Args:
            home: The folder for the journal.

        Raises:
            RewriteError: A file cannot be written; then none was.
            OSError: The system failed.
        """
        for path in self.leftovers:
            remove_temporary(Path(path))
        write_all(self.rewrites, home, self.settings.target)


def left_line(left: UpgradedAnswer) -> str:
    """Return the line about a citation that is left.

    For example: `src/stack.rs:12:8: 112.7a left: 112.7a is 113.7a and was reworded; --unsafe follows it`.
    """
    return f"{left.path}:{left.line}:{left.column}: {printable(' '.join(left.old.split()))} left: {left.reason}"


def _describe_reason(outcome: Outcome, target: str) -> str:
    """Return why a citation is left, and where its rules are."""
    blocking = [destination for destination in outcome.destinations if not destination.is_verbatim]
    reasons = [_describe_fate(destination, outcome.edition or "", target) for destination in blocking[:FEW]]
    reasons += [f"and {len(blocking) - FEW} more of its rules"] if len(blocking) > FEW else []
    reasons += [_OTHERWISE[cause] for cause in outcome.causes if cause in _OTHERWISE]
    reasons += [f"--unsafe follows {'it' if len(blocking) == 1 else 'them'}"] if outcome.awaits_consent else []
    return "; ".join(reasons)


def _describe_fate(destination: Destination, edition: str, target: str) -> str:
    number, successor = destination.number, destination.successor
    names = (f"the glossary entry {name_of(key)}" if ":" in key else number_of(key) for key in destination.keys)
    keys = list(dict.fromkeys(names))
    unclear = f"{number} is {join_words(keys)}, which does not name one rule alone"
    return {
        "absent": f"{edition} has no {number}",
        "deleted": f"nothing in {target} continues {number}",
        "reworded": f"{number} is {join_words(keys)} and was reworded",
        "split": f"{number} was split into {join_words(keys)}"
        + (f", mainly {successor}" if successor and keys[1:] else ""),
        "merged": f"{number} went into {join_words(keys)} with other rules",
        "ambiguous": f"{number} may be {join_words(keys, 'or')}" if keys[1:] else unclear,
    }[destination.kind]


def list_asides(plan: UpgradePlan, *, written: bool) -> Iterator[str]:
    """Yield what a person must know about declarations."""
    target = plan.settings.target
    if plan.is_done and plan.unstamped:
        record = printable(relative_path(str(plan.record)))
        yield f"{record} declares these files for {target} already; what has no stamp stays as it is"
    count = plan.undated
    if count and not plan.is_done and plan.first != target:
        verb, pass_as, it = ("has", "one", "it") if count == 1 else ("have", "citations", "them")
        yield (
            f"{format_count(count, 'citation')} left {verb} no stamp, and will pass for {pass_as} of {target}; "
            f"--stamp-left writes {plan.first} behind {it}, names and addresses aside"
        )
    if plan.record is None and plan.unstamped and plan.first != target:
        yield (
            f"{'' if written else 'once this is written, '}nothing in this tree says that it is for {target} now: a "
            f"second run with --from {plan.first} would take its new numbers for old ones and move them again. Put "
            f'edition = "{target}" at the top of comprules.toml, or under [tool.comprules] in pyproject.toml'
        )


def summary(plan: UpgradePlan, *, written: bool) -> str:
    """Return what was done or would be done; always printed."""
    changed, left = len(plan.with_status("renumbered")), plan.with_status("left")
    ignored = len(plan.with_status("ignored"))
    parts = [
        f"{format_count(changed, 'citation')} {'renumbered' if written else 'to renumber'}",
        f"{plan.unchanged:,} unchanged",
        f"{len(left):,} left",
    ]
    parts += [f"{ignored:,} ignored by comments"] if ignored else []
    files = format_count(len(plan.rewrites), "file")
    done = f"{files} {'written' if written else 'to write'}" if plan.rewrites else "nothing to write"
    declared = plan.rewrites and plan.record and plan.rewrites[-1].place == plan.record.resolve()
    done += (
        f", with the declaration in {printable(relative_path(str(plan.record)))}" if declared and plan.record else ""
    )
    return f"{plan.first} to {plan.settings.target}: {', '.join(parts)}, in {format_count(plan.files, 'file')}; {done}"


def answer_upgrade(plan: UpgradePlan, *, written: bool, unsafe: bool) -> UpgradeAnswer:
    """Return the whole plan. File names that are not UTF-8 have escaped bytes."""
    return UpgradeAnswer(
        first=plan.first,
        target=plan.settings.target,
        pin=plan.pin,
        unsafe=unsafe,
        written=written,
        recorded=printable(str(plan.record)) if plan.record else None,
        files=plan.files,
        files_changed=tuple(printable(rewrite.path) for rewrite in plan.rewrites),
        renumbered=len(plan.with_status("renumbered")),
        unchanged=plan.unchanged,
        left=len(plan.with_status("left")),
        ignored=len(plan.with_status("ignored")),
        citations=tuple(plan.upgraded),
        notices=tuple(Notice(printable(notice.path), printable(notice.message)) for notice in plan.notices),
    )


def answer_citation(outcome: Outcome, scanned: ScannedFile, target: str) -> UpgradedAnswer:
    """Return what becomes of a citation of a file."""
    return UpgradedAnswer(
        printable(scanned.path),
        *scanned.lines.place(outcome.citation.start),
        outcome.status,
        outcome.edition,
        outcome.citation.raw,
        outcome.new,
        tuple(outcome.causes),
        _describe_reason(outcome, target) if outcome.status == "left" else None,
        tuple(MovedNumber(two.number, two.kind, two.successor, tuple(two.keys)) for two in outcome.destinations),
    )
