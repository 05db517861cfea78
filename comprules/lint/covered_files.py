"""The numbers that each file of a tree cites, and the rules for which they count."""

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

import msgspec

from comprules.lint.cache import ResultCache
from comprules.lint.cache_keys import ResultKeys
from comprules.lint.counted_rules import find_rules, list_unprinted
from comprules.lint.coverage_answers import Place
from comprules.lint.linter import Linter, Linters
from comprules.lint.nearest import TreeSettings
from comprules.lint.notices import Notice
from comprules.lint.pool import map_files
from comprules.lint.read import File
from comprules.lint.records import Checked
from comprules.lint.reuse import Reuse, is_cache_faster
from comprules.lint.roles import Role, RoleFinder, role_of_file
from comprules.lint.scan import ScannedFile
from comprules.printable import printable
from graph.citations.codes import INTERNAL
from graph.citations.records import Citation, Fault
from graph.citations.rulings import RulingCitation, RulingMeaning
from graph.ledger import Ledger


class CoveredFile(msgspec.Struct, frozen=True):
    """A file that was searched, or skipped.

    Attributes:
        counts: The counts of the file, and notices if it was skipped.
        places: The numbers that it cites, with the rules for which they count.
    """

    counts: Checked
    places: list[Place]


def cover_each(
    files: Sequence[File],
    tree: TreeSettings,
    shared: Path,
    jobs: int | None,
    *,
    ledger: Ledger,
    cache: ResultCache | None,
) -> list[CoveredFile]:
    """Return the numbers that each file cites, in the order of the files.

    Args:
        files: The files.
        tree: The configurations of the run, with the roles of files.
        shared: The folder that the paths of the run share, to which patterns are relative without a configuration.
        jobs: Maximum number of processes; None to choose by size.
        ledger: The ledger.
        cache: The results of earlier runs; None to use none.

    Raises:
        PathError: A named file cannot be read.
        WorkerError: A process was killed.
    """
    make_linters = partial(Linters, tree, ledger)
    cover_content = partial(_cover_content, tree, shared)
    if cache is None or not is_cache_faster(files):
        return list(map_files(make_linters, cover_content, files, jobs))
    reuse: Reuse[CoveredFile] = Reuse(
        cache,
        ResultKeys("coverage", ledger),
        CoveredFile,
        is_lasting=_is_lasting,
        describe=partial(_find_role, tree, shared),
    )
    keyed = reuse.map_files(files, tree, make_linters, cover_content, jobs)
    return [covered for _, covered in keyed]


def _is_lasting(covered: CoveredFile) -> bool:
    """Return whether the result for a file may be remembered: the program did not fail on the file."""
    return all(place.fault_code != INTERNAL for place in covered.places)


def _find_role(tree: TreeSettings, shared: Path, file: File) -> Role:
    return role_of_file(file.path, tree.config_of(file.path), shared)


def _cover_content(tree: TreeSettings, shared: Path, linters: Linters, file: File, data: bytes | Notice) -> CoveredFile:
    """Return the numbers that a file cites.

    Args:
        tree: The configurations of the run.
        shared: The folder that the paths of the run share.
        linters: The linters of the run.
        file: The file.
        data: Its bytes, or the notice that it is skipped.
    """
    try:
        linter = linters.of_file(file.path)
        scanned = linter.scanner.scan_content(file, data)
        roles = RoleFinder(scanned, _find_role(tree, shared, file))
        places: list[Place] = []
        if scanned.citations:
            places = list(_list_numbers(linter, scanned, roles))
        rulings = linter.judge_rulings(scanned)
        places += _list_rulings(scanned, rulings, roles)
    except Exception:  # noqa: BLE001 - an internal error; the other files still count
        failed = Place(path=printable(file.path), line=1, number="", role="code", fault_code=INTERNAL)
        return CoveredFile(Checked(files=1), [failed])
    count = len(scanned.citations) + len(rulings)
    counts = Checked(notices=scanned.notices, files=int(scanned.searched), citing=int(count > 0), citations=count)
    return CoveredFile(counts, places)


def _list_numbers(linter: Linter, scanned: ScannedFile, roles: RoleFinder) -> Iterator[Place]:
    """Yield the numbers of the Comprehensive Rules that a file cites.

    A number that counts for no rule is left out if nothing is wrong with it, or if a comment suppresses the finding.
    """
    judged = linter.judge.meanings(scanned.citations, linter.settings.base_of(scanned.path))
    for citation, meanings in zip(scanned.citations, judged, strict=True):
        for meaning in (*meanings, *list_unprinted(citation, meanings)):
            rules = find_rules(linter.history, meaning, linter.settings.target)
            is_reported = meaning.fault is not None and not scanned.is_ignored(citation)
            if rules or is_reported:
                yield _make_place(scanned, roles, citation, number=meaning.number, fault=meaning.fault, rules=rules)


def _list_rulings(scanned: ScannedFile, rulings: Sequence[RulingMeaning], roles: RoleFinder) -> Iterator[Place]:
    """Yield the numbers of a rulings summary that a file cites, such as `A.2.3`.

    Each counts for the rules of which its ruling is surely or likely another wording. A number that counts for no rule
    is left out, unless no issue of the summary has the number and no comment suppresses the finding.
    """
    for meaning in rulings:
        citation = meaning.citation
        is_reported = not meaning.has_rule and not scanned.is_ignored(citation)
        if meaning.numbers or is_reported:
            yield _make_place(
                scanned, roles, citation, number=citation.number, fault=meaning.fault, rules=meaning.numbers
            )


def _make_place(
    scanned: ScannedFile,
    roles: RoleFinder,
    citation: Citation | RulingCitation,
    *,
    number: str,
    fault: Fault | None,
    rules: tuple[str, ...],
) -> Place:
    """Return the place of a cited number.

    Args:
        scanned: The file.
        roles: The roles of its citations.
        citation: The citation that names the number.
        number: The number.
        fault: The fault of the number; None if there is none.
        rules: The rules for which the number counts.
    """
    line, _ = scanned.place(citation.start)
    fault_code = None
    if fault is not None:
        fault_code = fault.code
    return Place(
        path=printable(scanned.path),
        line=line,
        number=number,
        role=roles.role_of(citation),
        fault_code=fault_code,
        rules=rules,
    )
