"""A run of `upgrade`: scan, judge, renumber; then what to write, the declaration that goes with it, and what is said.

First everything is computed, then everything is written, so that errors occur before a file is touched.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from itertools import dropwhile
from pathlib import Path

from msgspec import Struct, structs

from comprules.lint.config import (
    UNKNOWN,
    ConfigError,
    FoundConfig,
    Options,
    Settings,
    check_name,
    edition_of,
    new_config,
    pattern_of,
    settings_of,
    with_keys,
)
from comprules.lint.files import Notice, find_files
from comprules.lint.formats import format_count, relative_path
from comprules.lint.linter import Linter, ScannedFile
from comprules.lint.transaction import Rewrite, RewriteError, write_all
from comprules.printable import printable
from graph.citations.find import find_citations
from graph.citations.judge.messages import join_words
from graph.citations.renumber import Outcome, Renumberer, apply_outcomes, with_stamps
from graph.history import Destination
from graph.ledger import Ledger
from rules.files import remove_temporary
from rules.numbers import name_of, number_of
from rules.text import FEW

_OTHERWISE = {
    "scattered": "its rules are no range any more, and no short list",
    "form": "the new number cannot be written in this form",
    "malformed": "it cannot be meant as it is written",
    "stamp": "its stamp names no edition",
    "shared": "its stamp covers others that are left or ignored",
    "contradicted": "the words beside it mean another rule; see `comprules check`",
    "accepted": "`comprules check` accepts it: its x may be any letter, or it still has a part of its rule",
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
        upgraded: The citations, in order; `unchanged` are those that name the same rules in both editions.
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
    is_done = set(plan.bases.values()) == {target}  # all citing files are declared for it already
    if is_done and plan.unstamped:
        record = printable(relative_path(str(plan.record)))
        yield f"{record} declares these files for {target} already; what has no stamp stays as it is"
    if plan.undated and not is_done and plan.first != target:
        verb, pass_as, it = ("has", "one", "it") if plan.undated == 1 else ("have", "citations", "them")
        yield (
            f"{format_count(plan.undated, 'citation')} left {verb} no stamp, and will pass for {pass_as} of {target}; "
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
    statuses = ("renumbered", "unchanged", "left", "ignored")
    changed, unchanged, left, ignored = (len(plan.with_status(status)) for status in statuses)
    parts = [
        f"{format_count(changed, 'citation')} {'renumbered' if written else 'to renumber'}",
        f"{unchanged:,} unchanged",
        f"{left:,} left",
        *([f"{ignored:,} ignored by comments"] if ignored else []),
    ]
    files = format_count(len(plan.rewrites), "file")
    done = f"{files} {'written' if written else 'to write'}" if plan.rewrites else "nothing to write"
    if plan.record and plan.rewrites and plan.rewrites[-1].place == plan.record.resolve():
        done += f", with the declaration in {printable(relative_path(str(plan.record)))}"
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
        unchanged=len(plan.with_status("unchanged")),
        left=len(plan.with_status("left")),
        ignored=len(plan.with_status("ignored")),
        citations=tuple(upgraded for upgraded in plan.upgraded if upgraded.status != "unchanged"),
        notices=tuple(Notice(printable(notice.path), printable(notice.message)) for notice in plan.notices),
    )


def plan_upgrade(ledger: Ledger, options: Options, found: FoundConfig, paths: Sequence[str]) -> UpgradePlan:
    """Return the plan of a run.

    Raises:
        PathError: A path does not exist or cannot be read.
        ConfigError: The configuration cannot declare the edition; or an edition is unknown, none to start from is
            named, or the two sources disagree.
        RewriteError: comprules failed on a file.
    """
    linter = Linter(_settings_of(options, found, ledger), ledger)
    files = find_files(paths, linter.settings)
    plan = plan_files(linter, options, found, paths, (linter.scan(file) for file in files.files))
    plan.files, plan.leftovers, plan.notices = len(files.files), files.leftovers, [*files.notices, *plan.notices]
    return plan


def plan_files(
    linter: Linter, options: Options, found: FoundConfig, paths: Sequence[str], files: Iterable[ScannedFile]
) -> UpgradePlan:
    """Return the plan for files that are scanned as it goes on; takes the arguments and raises as `plan_upgrade`."""
    pin = found.edition
    plan = UpgradePlan(linter.settings, pin and linter.history.resolve(pin))
    renumberer = Renumberer(linter.judge, unsafe=options.unsafe)
    for scanned in files:
        plan.notices += scanned.notices
        try:
            _upgrade_file(plan, scanned, renumberer, options, paths)
        except Exception as error:
            raise RewriteError(
                f"{scanned.path}: comprules failed here ({type(error).__name__}: {error}), and nothing was written. "
                "Leave the file out with `exclude`, and please report it"
            ) from error
    record = _find_record(options, found, paths)
    if record is not None:
        _declare(plan, found, record, paths)
    return plan


def _settings_of(options: Options, found: FoundConfig, ledger: Ledger) -> Settings:
    """Return the settings of a run; their edition is that of `--from` if none is declared for all files."""
    settings = settings_of(options, found, ledger)
    base = options.first and edition_of(ledger, options.first, "--from")
    if not (base or settings.edition or settings.editions):
        raise ConfigError(
            "for which edition were the citations written? Say it with --from EDITION, or declare it once with "
            "`comprules init`"
        )
    if base and settings.edition not in {None, base, settings.target}:
        raise ConfigError(
            f"{found.place}edition: the citations are declared for {settings.edition}, and --from says {base}; leave "
            "--from out, or mend the declaration"
        )
    return structs.replace(settings, edition=settings.edition or base)


def _upgrade_file(
    plan: UpgradePlan, scanned: ScannedFile, renumberer: Renumberer, options: Options, roots: Sequence[str]
) -> None:
    """Add to a plan what becomes of a file."""
    if not scanned.citations:
        return
    path, text, base = scanned.path, scanned.text, plan.settings.base_of(scanned.path)
    place = Path(path).resolve()
    outcomes = renumberer.renumber(text, scanned.citations, base, scanned.is_ignored)
    if options.stamp_left:
        outcomes = with_stamps(text, outcomes, find_citations)
    plan.bases[place] = base
    new = apply_outcomes(text, outcomes)
    problem = _find_problem(scanned, roots) if new != text else None
    if problem is not None:
        plan.notices.append(Notice(path, f"skipped: {problem}"))
        plan.staying.append(place)
        return
    for outcome in outcomes:
        is_unstamped = outcome.citation.stamp is None
        plan.unstamped += is_unstamped
        plan.undated += is_unstamped and outcome.status == "left" and outcome.new == outcome.citation.raw
        plan.upgraded.append(
            UpgradedAnswer(
                printable(path),
                *scanned.place(outcome.citation.start),
                outcome.status,
                outcome.edition,
                outcome.citation.raw,
                outcome.new,
                tuple(outcome.causes),
                _describe_reason(outcome, plan.settings.target) if outcome.status == "left" else None,
                tuple(MovedNumber(its.number, its.kind, its.successor, its.keys) for its in outcome.destinations),
            )
        )
    if new != text:
        plan.rewrites.append(Rewrite(path, place, scanned.data, scanned.encode(new)))


def _find_problem(scanned: ScannedFile, roots: Sequence[str]) -> str | None:
    """Return why a file cannot be changed; None if it can. A link is followed only to targets within the roots."""
    path = Path(scanned.path)
    if not scanned.exact:
        return "its UTF-16 is damaged, and writing it would lose what is there"
    named = [Path(root).resolve() for root in roots if not Path(root).is_symlink() or Path(root).is_dir()]
    if path.is_symlink() and not any(path.resolve().is_relative_to(root) for root in named):
        return f"a symbolic link to {path.resolve()}, outside of the paths; name that instead"
    return None


def _find_record(options: Options, found: FoundConfig, paths: Sequence[str]) -> Path | None:
    """Return the configuration in which to declare the edition, which may not exist yet.

    Raises:
        ConfigError: It would not be found the next time.
    """
    if options.record is None:
        return found.file or (None if options.no_config else new_config(paths))
    if found.file is not None:
        raise ConfigError(f"--record: {found.file} applies to these paths already, and will declare the edition")
    check_name(options.record)
    for path in paths:
        if not Path(path).resolve().is_relative_to(options.record.resolve().parent):
            raise ConfigError(
                f"--record: {options.record} is not at or above {path}, and would not be found the next time"
            )
    return options.record


def _declare(plan: UpgradePlan, found: FoundConfig, file: Path, paths: Sequence[str]) -> None:
    """Add to a plan the rewrite of the configuration, which may already be among the rewrites."""
    place = file.resolve()
    keys = _list_keys(plan, found, place.parent, paths)
    planned = next((rewrite for rewrite in plan.rewrites if rewrite.place == place), None)
    old = planned.old if planned else place.read_bytes() if place.exists() else None
    if old is None and not plan.unstamped:
        return
    new = with_keys(file, planned.new if planned else old or b"", keys) if keys else None
    plan.record = file
    if new is not None and new != old:
        plan.rewrites = [rewrite for rewrite in plan.rewrites if rewrite is not planned]
        plan.rewrites.append(Rewrite(os.path.relpath(file).replace(os.sep, "/"), place, old, new))


def _list_keys(plan: UpgradePlan, found: FoundConfig, root: Path, paths: Sequence[str]) -> dict[str, object]:
    """Return the keys that declare for which edition all files are after the upgrade."""
    target = plan.settings.target
    moving = [place for place, base in plan.bases.items() if base not in {None, target}]
    undeclared = [place for place, base in plan.bases.items() if base is None]
    editions = dict(found.editions)
    keys: dict[str, object] = {}
    if any(root.is_relative_to(Path(path).resolve()) for path in paths):
        # The edition of the whole tree needs no patterns, except for what is left open and what is within that.
        is_whole = plan.settings.edition is not None
        kept = dropwhile(lambda item: is_whole and item[1] != UNKNOWN, editions.items())
        editions = {pattern: name if name == UNKNOWN else target for pattern, name in kept}
        keys = {"edition": target} if plan.settings.edition else {}
    else:
        for path in (Path(path).resolve() for path in paths):
            moved = [place for place in moving if place.is_relative_to(path)]
            # A folder is declared as one, unless it has files of which nobody says for which edition they are.
            whole = moved and not any(place.is_relative_to(path) for place in undeclared)
            for place in [path] if whole else moved:
                new = pattern_of(place, root)
                done = [old for old in editions if old == new or (new.endswith("/") and old.startswith(new))]
                editions = {old: name for old, name in editions.items() if old not in done} | {new: target}
        if not moving:
            return {}
    stays = {pattern_of(place, root): plan.settings.base_of(str(place)) or UNKNOWN for place in plan.staying}
    return keys | {"editions": editions | stays, "folder-editions": None}
