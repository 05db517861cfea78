"""A run of `upgrade`: scan, judge, renumber; then what to write, the declaration that goes with it, and what is said.

First everything is computed, then everything is written, so that errors occur before a file is touched.
"""

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import dropwhile
from pathlib import Path

from msgspec import Struct

from comprules.lint.config import (
    UNKNOWN,
    FoundConfig,
    pattern_of,
    with_keys,
)
from comprules.lint.files import Notice
from comprules.lint.findings import format_count, relative_path
from comprules.lint.linter import Linter, ScannedFile
from comprules.lint.transaction import Rewrite, RewriteError, write_all
from comprules.printable import printable
from graph.citations.find.finder import find_citations
from graph.citations.judge.messages import join_words
from graph.citations.renumber.renumberer import Outcome, Renumberer, apply_outcomes, with_stamps
from graph.history import Destination
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


class Upgrade:
    """A run: takes scanned files one after the other, then the declaration that goes with them.

    Args:
        linter: Its settings are those of the run.
        found: The configuration.
        paths: The paths on the command line.
        record: The configuration's file, in which the edition is declared, though it need not exist; None to declare
            nothing.
        unsafe: Whether to follow reworded rules too.
        stamp_left: Whether to write their edition behind citations that are left.

    Attributes:
        rewrites: The files that change, the configuration last.
        upgraded: The citations, in order; `unchanged` are those that name the same rules in both editions.
        notices: About skipped files.
        leftovers: Files left in the folders by killed runs.
        recorded: The configuration that declares the edition.
    """

    def __init__(
        self,
        linter: Linter,
        found: FoundConfig,
        paths: Sequence[str],
        record: Path | None,
        *,
        unsafe: bool = False,
        stamp_left: bool = False,
    ) -> None:
        self.rewrites: list[Rewrite] = []
        self.upgraded: list[UpgradedAnswer] = []
        self.notices: list[Notice] = []
        self.leftovers: tuple[str, ...] = ()
        self.recorded: Path | None = None
        self._linter, self._settings = linter, linter.settings
        self._found, self._paths, self._record = found, paths, record
        self._unsafe, self._stamp_left, self._written = unsafe, stamp_left, False
        self._renumberer = Renumberer(linter.judge, unsafe=unsafe)
        self._files = 0
        # Citations without a stamp, whose edition only a declaration shows; those of them that are left and get none.
        self._unstamped = self._undated = 0
        self._bases: dict[Path, str | None] = {}  # the edition from which each citing file goes, if it is declared
        self._staying: list[Path] = []  # files that would change, and cannot

    @property
    def _first(self) -> str:
        """Return the edition, or the editions, that citations go from."""
        target = self._settings.target
        editions = sorted({base for base in self._bases.values() if base and base != target})
        return ", ".join(editions) or self._settings.edition or target

    def add(self, scanned: ScannedFile) -> None:
        """Add what becomes of a file.

        Raises:
            RewriteError: comprules failed on it.
        """
        self._files += 1
        self.notices += scanned.notices
        try:
            if scanned.citations:
                self._renumber(scanned)
        except Exception as error:
            raise RewriteError(
                f"{scanned.path}: comprules failed here ({type(error).__name__}: {error}), and nothing was written. "
                "Leave the file out with `exclude`, and please report it"
            ) from error

    def _renumber(self, scanned: ScannedFile) -> None:
        path, text, base = scanned.path, scanned.text, self._settings.base_of(scanned.path)
        place = Path(path).resolve()
        outcomes = self._renumberer.renumber(text, scanned.citations, base, scanned.is_ignored)
        if self._stamp_left:
            outcomes = with_stamps(text, outcomes, find_citations)
        self._bases[place] = base
        new = apply_outcomes(text, outcomes)
        problem = _find_problem(scanned, self._paths) if new != text else None
        if problem is not None:
            self.notices.append(Notice(path, f"skipped: {problem}"))
            self._staying.append(place)
            return
        for outcome in outcomes:
            is_unstamped = outcome.citation.stamp is None
            self._unstamped += is_unstamped
            self._undated += is_unstamped and outcome.status == "left" and outcome.new == outcome.citation.raw
            self.upgraded.append(
                UpgradedAnswer(
                    printable(path),
                    *scanned.place(outcome.citation.start),
                    outcome.status,
                    outcome.edition,
                    outcome.citation.raw,
                    outcome.new,
                    tuple(outcome.causes),
                    _describe_reason(outcome, self._settings.target) if outcome.status == "left" else None,
                    tuple(MovedNumber(its.number, its.kind, its.successor, its.keys) for its in outcome.destinations),
                )
            )
        if new != text:
            self.rewrites.append(Rewrite(path, place, scanned.data, scanned.encode(new)))

    def declare(self) -> None:
        """Add the rewrite of the configuration, which may already be among the rewrites; it may not exist yet.

        Raises:
            ConfigError: It cannot declare the edition.
        """
        file = self._record
        if file is None:
            return
        place = file.resolve()
        keys = self._list_keys(place.parent)
        planned = next((rewrite for rewrite in self.rewrites if rewrite.place == place), None)
        old = planned.old if planned else place.read_bytes() if place.exists() else None
        if old is None and not self._unstamped:
            return
        new = with_keys(file, planned.new if planned else old or b"", keys) if keys else None
        self.recorded = file
        if new is not None and new != old:
            self.rewrites = [rewrite for rewrite in self.rewrites if rewrite is not planned]
            self.rewrites.append(Rewrite(os.path.relpath(file).replace(os.sep, "/"), place, old, new))

    def _list_keys(self, root: Path) -> dict[str, object]:
        """Return the keys that declare for which edition all files are after the upgrade."""
        settings, target, paths = self._settings, self._settings.target, [Path(path).resolve() for path in self._paths]
        moving = [place for place, base in self._bases.items() if base not in {None, target}]
        editions = dict(self._found.editions)
        keys: dict[str, object] = {}
        if any(root.is_relative_to(path) for path in paths):
            # The edition of the whole tree needs no patterns, except for what is left open and what is within that.
            kept = dropwhile(lambda item: settings.edition is not None and item[1] != UNKNOWN, editions.items())
            editions = {pattern: name if name == UNKNOWN else target for pattern, name in kept}
            keys = {"edition": target} if settings.edition else {}
        elif not moving:
            return {}
        else:
            undeclared = [place for place, base in self._bases.items() if base is None]
            for path in paths:
                moved = [place for place in moving if place.is_relative_to(path)]
                # A folder is declared as one, unless it has files of which nobody says for which edition they are.
                whole = moved and not any(place.is_relative_to(path) for place in undeclared)
                for place in [path] if whole else moved:
                    new = pattern_of(place, root)
                    done = [old for old in editions if old == new or (new.endswith("/") and old.startswith(new))]
                    editions = {old: name for old, name in editions.items() if old not in done} | {new: target}
        stays = {pattern_of(place, root): settings.base_of(str(place)) or UNKNOWN for place in self._staying}
        return keys | {"editions": editions | stays, "folder-editions": None}

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
        write_all(self.rewrites, home, self._settings.target)
        self._written = True

    def answer(self) -> UpgradeAnswer:
        """Return all of it. File names that are not UTF-8 have escaped bytes."""
        pin, counts = self._found.edition, Counter(upgraded.status for upgraded in self.upgraded)
        return UpgradeAnswer(
            first=self._first,
            target=self._settings.target,
            pin=pin and self._linter.history.resolve(pin),
            unsafe=self._unsafe,
            written=self._written,
            recorded=printable(str(self.recorded)) if self.recorded else None,
            files=self._files,
            files_changed=tuple(printable(rewrite.path) for rewrite in self.rewrites),
            renumbered=counts["renumbered"],
            unchanged=counts["unchanged"],
            left=counts["left"],
            ignored=counts["ignored"],
            citations=tuple(upgraded for upgraded in self.upgraded if upgraded.status != "unchanged"),
            notices=tuple(Notice(printable(notice.path), printable(notice.message)) for notice in self.notices),
        )

    def list_asides(self) -> Iterator[str]:
        """Yield what a person must know about declarations."""
        target, first = self._settings.target, self._first
        is_done = set(self._bases.values()) == {target}  # all citing files are declared for it already
        if is_done and self._unstamped:
            record = printable(relative_path(str(self.recorded)))
            yield f"{record} declares these files for {target} already; what has no stamp stays as it is"
        if self._undated and not is_done and first != target:
            verb, pass_as, it = ("has", "one", "it") if self._undated == 1 else ("have", "citations", "them")
            yield (
                f"{format_count(self._undated, 'citation')} left {verb} no stamp, and will pass for {pass_as} of "
                f"{target}; --stamp-left writes {first} behind {it}, names and addresses aside"
            )
        if self.recorded is None and self._unstamped and first != target:
            yield (
                f"{'' if self._written else 'once this is written, '}nothing in this tree says that it is for "
                f"{target} now: a second run with --from {first} would take its new numbers for old ones and move them "
                f'again. Put edition = "{target}" at the top of comprules.toml, or under [tool.comprules] in '
                "pyproject.toml"
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
        done = f"{files} {'written' if answer.written else 'to write'}" if self.rewrites else "nothing to write"
        if self.recorded and self.rewrites and self.rewrites[-1].place == self.recorded.resolve():
            done += f", with the declaration in {printable(relative_path(str(self.recorded)))}"
        return f"{answer.first} to {answer.target}: {', '.join(parts)}, in {format_count(answer.files, 'file')}; {done}"


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


def _find_problem(scanned: ScannedFile, roots: Sequence[str]) -> str | None:
    """Return why a file cannot be changed; None if it can. A link is followed only to targets within the roots."""
    path = Path(scanned.path)
    if not scanned.exact:
        return "its UTF-16 is damaged, and writing it would lose what is there"
    named = [Path(root).resolve() for root in roots if not Path(root).is_symlink() or Path(root).is_dir()]
    if path.is_symlink() and not any(path.resolve().is_relative_to(root) for root in named):
        return f"a symbolic link to {path.resolve()}, outside of the paths; name that instead"
    return None
