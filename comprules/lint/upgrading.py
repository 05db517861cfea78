"""Upgrades the citations in files to another edition, file by file."""

from __future__ import annotations

import hashlib
from contextlib import contextmanager
from dataclasses import dataclass, fields
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from comprules.lint.copies import LEAST_NUMBERS, Copies
from comprules.lint.files import File, Notice, PathError, read_file
from comprules.lint.ignores import MARK, find_ignores
from comprules.lint.other_rules import find_other_rules
from comprules.lint.rewriting import Rewrite, RewriteError
from comprules.lint.texts import DecodedText, Lines, decode, is_binary, is_utf16
from graph.citations.find import find_citations, might_cite
from graph.citations.find.tree import ALONE
from graph.citations.judge import Judge
from graph.citations.records import TooManyCitationsError
from graph.citations.renumber import Renumberer
from graph.citations.renumber.stamping import with_stamps
from graph.history import History

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from comprules.lint.ignores import Ignore
    from comprules.lint.upgrade_range import UpgradeRange
    from graph.citations.find.tree import TreeContext
    from graph.citations.records import Citation
    from graph.citations.renumber import Outcome
    from graph.ledger import Ledger


@dataclass(frozen=True, slots=True)
class Upgraded:
    """A citation that the report of an upgrade mentions, with its place; line and column count from 1."""

    path: str
    line: int
    column: int
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Worked:
    """The result for some files.

    Attributes:
        rewrites: The files that change, in order.
        upgraded: The citations that are renumbered, ignored or left, in order.
        unchanged: Number of citations that name the same rules in both editions.
        unstamped: Number of citations without a stamp, whose edition only a pin shows.
        files: Number of searched files.
        notices: About skipped files.
        staying: Citing files that do not change, symbolic links resolved, with the SHA-256 of their content.
    """

    rewrites: tuple[Rewrite, ...] = ()
    upgraded: tuple[Upgraded, ...] = ()
    unchanged: int = 0
    unstamped: int = 0
    files: int = 0
    notices: tuple[Notice, ...] = ()
    staying: tuple[tuple[Path, str], ...] = ()

    def __add__(self, other: Worked) -> Worked:
        return Worked(*(getattr(self, field.name) + getattr(other, field.name) for field in fields(self)))


@dataclass(frozen=True, slots=True)
class _Citing:
    """A file that cites rules, as read."""

    file: File
    data: bytes
    decoded: DecodedText
    lines: Lines
    ignores: Sequence[Ignore]
    citations: tuple[Citation, ...]


class Upgrade:
    """Upgrades files one after the other.

    Args:
        ledger: The ledger.
        editions: The editions to upgrade from and to.
        unsafe: Whether to follow reworded rules too.
        stamp_left: Whether to write their edition behind citations that are left.
        largest: Bytes; larger files are skipped.
        tree: What is known about the tree of the files.
    """

    def __init__(
        self,
        ledger: Ledger,
        editions: UpgradeRange,
        *,
        unsafe: bool,
        stamp_left: bool,
        largest: int,
        tree: TreeContext = ALONE,
    ) -> None:
        self.editions = editions
        self._find = partial(find_citations, tree=tree)
        self._tree = tree
        self._ledger = ledger
        self._copies = Copies(ledger)
        self._largest = largest
        self._stamp_left = stamp_left
        self._renumberer = Renumberer(Judge(History(ledger), editions.target), unsafe=unsafe)

    def work(self, files: Iterable[File], roots: Sequence[str]) -> Worked:
        """Return the result of upgrading files.

        Args:
            files: The files.
            roots: The named paths: a symbolic link is followed only to targets within them.

        Raises:
            PathError: A named file cannot be read.
        """
        rewrites: list[Rewrite] = []
        upgraded: list[Upgraded] = []
        notices: list[Notice] = []
        staying: list[tuple[Path, str]] = []
        unchanged = unstamped = count = 0
        read: list[_Citing] = []
        for file in files:
            count += 1
            with _report_file(file):
                citing = self._read_file(file)
            if isinstance(citing, Notice):
                notices.append(citing)
            elif citing is not None:
                read.append(citing)
        others, told = find_other_rules(
            {
                citing.file.path: frozenset(number for citation in citing.citations for number in citation.numbers)
                for citing in read
                if not citing.file.named
            },
            self._ledger,
        )
        notices += told
        read = [citing for citing in read if citing.file.path not in others]
        for result in read:
            with _report_file(result.file):
                outcome = self._upgrade_file(result, roots)
            if isinstance(outcome, Notice):
                notices.append(outcome)
                continue
            rewrite, citations = outcome
            rewrites += rewrite
            if not rewrite:
                staying.append((Path(result.file.path).resolve(), hashlib.sha256(result.data).hexdigest()))
            upgraded += (citation for citation in citations if citation.outcome.status != "unchanged")
            unchanged += sum(citation.outcome.status == "unchanged" for citation in citations)
            unstamped += sum(citation.outcome.citation.stamp is None for citation in citations)
        return Worked(tuple(rewrites), tuple(upgraded), unchanged, unstamped, count, tuple(notices), tuple(staying))

    def _read_file(self, file: File) -> _Citing | Notice | None:
        """Return a file and its citations; None if it has none."""
        data = read_file(file, self._largest)
        if isinstance(data, Notice):
            return data
        if is_binary(data):
            return Notice(file.path, "skipped: it is binary") if file.named else None
        if not (self._tree.cites or might_cite(data) or is_utf16(data)):
            return None
        decoded = decode(data)
        lines = Lines(decoded.text)
        ignores = find_ignores(decoded.text, lines) if MARK.decode() in decoded.text else ()
        try:
            citations = tuple(citation for citation in self._find(decoded.text) if not _is_in_ignore(citation, ignores))
        except TooManyCitationsError as error:
            return Notice(file.path, f"skipped: it has {error}; split it, or leave it out with `exclude`")
        many = not file.named and len(citations) >= LEAST_NUMBERS
        copy = self._copies.describe(decoded.text, citations) if many else None
        if copy is not None:
            return Notice(file.path, f"skipped: {copy}")
        return _Citing(file, data, decoded, lines, ignores, citations) if citations else None

    def _upgrade_file(self, citing: _Citing, roots: Sequence[str]) -> tuple[list[Rewrite], list[Upgraded]] | Notice:
        file, text, lines = citing.file, citing.decoded.text, citing.lines
        renumbering = self._renumberer.renumber(
            text,
            citing.citations,
            None if self.editions.is_done else self.editions.base,
            lambda citation: _is_ignored(citation, citing.ignores, lines),
        )
        if self._stamp_left:
            renumbering = with_stamps(text, renumbering, self._find)
        placed = [
            Upgraded(file.path, *lines.place(outcome.citation.start), outcome) for outcome in renumbering.outcomes
        ]
        if not renumbering.edits:
            return [], placed
        if not citing.decoded.exact:
            return Notice(file.path, "skipped: its UTF-16 is damaged, and writing it would lose what is there")
        place = Path(file.path).resolve()
        if Path(file.path).is_symlink() and not _is_inside(place, roots):
            return Notice(file.path, f"skipped: a symbolic link to {place}, outside of the paths; name that instead")
        return [Rewrite(file.path, place, citing.data, citing.decoded.encode(renumbering.apply_edits(text)))], placed


@contextmanager
def _report_file(file: File) -> Iterator[None]:
    """Turn an internal error into one that names the file in which it occurs; then nothing is written.

    Raises:
        RewriteError: An internal error occurred.
    """
    try:
        yield
    except (PathError, OSError):
        raise
    except Exception as error:
        raise RewriteError(
            f"{file.path}: comprules failed here ({type(error).__name__}: {error}), and nothing was written. "
            "Leave the file out with `exclude`, and please report it"
        ) from error


def _is_in_ignore(citation: Citation, ignores: Sequence[Ignore]) -> bool:
    """Return whether an apparent citation is part of a comment for comprules: `ignore[CR100]`."""
    return any(ignore.start < citation.end and citation.start < ignore.end for ignore in ignores)


def _is_ignored(citation: Citation, ignores: Sequence[Ignore], lines: Lines) -> bool:
    if not ignores:
        return False
    first, last = lines.place(citation.start)[0], lines.place(citation.end - 1)[0]
    return any(ignore.scope == "file" or first <= ignore.line <= last for ignore in ignores)


def _is_inside(place: Path, roots: Sequence[str]) -> bool:
    named = [Path(root) for root in roots if not Path(root).is_symlink() or Path(root).is_dir()]
    return any(place.is_relative_to(root.resolve()) for root in named)
