"""The rules that a tree cites in code, in tests and in documents.

A citation counts for the rule that it means: one that was written for an older edition counts for where its rule is in
the target edition. A wrong number counts for no rule and is listed.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

import msgspec

from comprules.lint.cache import ResultCache
from comprules.lint.cache_keys import ResultKeys
from comprules.lint.config import shared_folder
from comprules.lint.coverage_answers import Chapter, CitedRule, Coverage, Place, Summary
from comprules.lint.linter import Linter, Linters
from comprules.lint.nearest import TreeSettings
from comprules.lint.notices import Notice, answer_notices
from comprules.lint.pool import map_batches
from comprules.lint.read import File, read_file
from comprules.lint.records import Checked, merge_results
from comprules.lint.reuse import Reuse, is_cache_faster
from comprules.lint.roles import ROLES, Role, TestFinder, role_of_file
from comprules.lint.scan import ScannedFile
from comprules.printable import printable
from graph.citations.codes import INTERNAL
from graph.citations.records import Citation, Meaning
from graph.citations.rulings import RulingMeaning
from graph.history import History
from graph.ledger import Ledger, open_ledger
from rules.keys import number_of
from rules.numbers import chapter_of, is_number, kind_of, sort_key

_DRIFT = frozenset({"CR002", "CR003"})
"""The faults of numbers that were right in an older edition; all others are slips."""


class _CoveredFile(msgspec.Struct, frozen=True):
    """A file that was searched, or skipped.

    Attributes:
        searched: The counts of the file, and notices if it was skipped.
        places: The numbers that it cites.
    """

    searched: Checked
    places: list[Place]


def cover_files(
    files: Sequence[File],
    tree: TreeSettings,
    paths: Sequence[str],
    jobs: int | None = None,
    *,
    ledger: Ledger | None = None,
    cache: ResultCache | None = None,
) -> tuple[Coverage, tuple[Notice, ...]]:
    """Return the rules that files cite, and the files that were skipped.

    Args:
        files: The files.
        tree: The configurations of the run, with the roles of files; all have the same target.
        paths: The paths that led to the files: without a configuration, patterns are relative to the folder they share.
        jobs: Maximum number of processes; None to choose by size.
        ledger: The ledger; None for the one that `open_ledger` finds.
        cache: The results of earlier runs; None to use none.

    Raises:
        PathError: A named file cannot be read.
        WorkerError: A process was killed.
    """
    covered = _cover_each(files, tree, shared_folder(paths).resolve(), jobs, ledger=ledger, cache=cache)
    searched = merge_results(file.searched for file in covered)
    cited = [place for file in covered for place in file.places]
    rules = _list_rules(tree.main.target, cited)
    coverage = Coverage(
        edition=tree.main.target,
        rules=rules,
        chapters=_list_chapters(rules),
        summary=_summarize(searched, [rule for rule in rules if "." in rule.number], cited),
        notices=answer_notices(searched.notices),
    )
    return coverage, searched.notices


def compare(coverage: Coverage, before: Coverage, history: History) -> Coverage:
    """Return a coverage with its difference to an earlier one (`against`).

    Args:
        coverage: The coverage of now.
        before: The earlier coverage, maybe of an older edition; its numbers are followed to the edition of now.
        history: The history of the rules.
    """
    differences: dict[str, dict[str, list[str]]] = {}
    for role in ROLES:
        now = {rule.number for rule in coverage.rules if rule.places(role)}
        then: set[str] = set()
        for rule in before.rules:
            if rule.places(role):
                then.update(history.destinations.of_number(rule.number, before.edition, coverage.edition).numbers)
        gained = sorted(now - then, key=sort_key)
        lost = sorted(then - now, key=sort_key)
        differences[role] = {"gained": gained, "lost": lost}
    return msgspec.structs.replace(coverage, against=differences)


def group_by_chapter(rules: Iterable[CitedRule]) -> dict[str, list[CitedRule]]:
    """Return the rules and subrules of each chapter; sections are left out, and a chapter may have none."""
    chapters: dict[str, list[CitedRule]] = {}
    for rule in rules:
        if kind_of(rule.number) == "section":
            continue
        members = chapters.setdefault(chapter_of(rule.number), [])
        if "." in rule.number:
            members.append(rule)
    return chapters


def find_rules(history: History, meaning: Meaning, target: str) -> tuple[str, ...]:
    """Return the numbers in the target edition of the rule that a printed number means.

    A number that was right in the edition named by a stamp or a declaration, such as 502.9a of 2003, counts for the
    rule that continues it, 702.19a; for none if no rule surely does. With any other fault the number counts for no
    rule.
    """
    if meaning.fault is not None and not _is_outdated(meaning):
        return ()
    destination = history.destinations.of_number(meaning.number, meaning.edition or target, target)
    if destination.sure:
        return destination.numbers
    if meaning.fault is None and history.lineages.edition_has(target, meaning.number):
        return (meaning.number,)
    return ()


def _is_outdated(meaning: Meaning) -> bool:
    """Return whether a number with a fault was right in the edition that a stamp or a declaration names."""
    fault = meaning.fault
    if fault is None or meaning.edition is None:
        return False
    return fault.code in _DRIFT and fault.evidence in {"stamp", "declared"}


def _list_rules(edition: str, cited: Iterable[Place]) -> tuple[CitedRule, ...]:
    """Return every number of an edition in order, with the places that cite it; glossary entries are left out."""
    places: defaultdict[tuple[str, Role | None], set[Place]] = defaultdict(set)
    for place in cited:
        for number in place.rules:
            places[number, place.role].add(Place(place.path, place.line))
    ledger = open_ledger()
    titles = ledger.headings(edition)
    numbers = {number_of(key) for key in ledger.keys(edition)}
    return tuple(
        _make_rule(number, titles.get(number), places) for number in sorted(filter(is_number, numbers), key=sort_key)
    )


def _make_rule(number: str, title: str | None, places: Mapping[tuple[str, Role | None], set[Place]]) -> CitedRule:
    by_role = {role: tuple(sorted(places.get((number, role), ()))) for role in ROLES}
    return CitedRule(number, title, **by_role)


def _list_chapters(rules: Sequence[CitedRule]) -> tuple[Chapter, ...]:
    titles = {rule.number: rule.title for rule in rules}
    chapters = group_by_chapter(rules)
    return tuple(
        Chapter(number, titles.get(number), len(members), _count(members)) for number, members in chapters.items()
    )


def _summarize(searched: Checked, rules: Sequence[CitedRule], cited: Sequence[Place]) -> Summary:
    """Return the figures of a tree.

    Args:
        searched: What was searched.
        rules: The rules and subrules of the edition.
        cited: The numbers that are cited.
    """
    counts = _count(rules)
    return Summary(
        files=searched.files,
        citing=searched.citing,
        citations=searched.citations,
        rules=len(rules),
        cited=counts,
        percent=round(100 * counts["code"] / max(len(rules), 1), 1),
        untested=tuple(rule.number for rule in rules if rule.code and not rule.tests),
        uncited=tuple(rule.number for rule in rules if not rule.is_cited),
        drifted=sum(bool(place.code and place.rules) for place in cited),
        wrong=tuple(place for place in cited if not place.rules),
    )


def _count(rules: Sequence[CitedRule]) -> dict[str, int]:
    """Return how many of some rules are cited, by role and in `any`."""
    counts: dict[str, int] = {}
    for role in ROLES:
        counts[str(role)] = sum(bool(rule.places(role)) for rule in rules)
    counts["any"] = sum(rule.is_cited for rule in rules)
    return counts


def _cover_each(
    files: Sequence[File],
    tree: TreeSettings,
    shared: Path,
    jobs: int | None,
    *,
    ledger: Ledger | None,
    cache: ResultCache | None,
) -> list[_CoveredFile]:
    """Return what was searched in each file, and the numbers that it cites; arguments as in `cover_files`.

    Raises:
        PathError: A named file cannot be read.
        WorkerError: A process was killed.
    """
    make = partial(Linters, tree, ledger)
    if cache is None or ledger is None or not is_cache_faster(files):
        batches = map_batches(make, partial(_cover_batch, tree, shared), files, jobs)
        return [covered for batch in batches for covered in batch]
    keys = ResultKeys("coverage", ledger)
    reuse: Reuse[_CoveredFile] = Reuse(
        cache, keys, _CoveredFile, is_lasting=_is_lasting, describe=lambda file: _find_role(tree, shared, file)
    )
    keyed = reuse.map_files(files, tree, make, partial(_cover_content, tree, shared), jobs)
    return [covered for _, covered in keyed]


def _is_lasting(covered: _CoveredFile) -> bool:
    """Return whether the result for a file may be remembered: the program did not fail on the file."""
    return all(place.code != INTERNAL for place in covered.places)


def _find_role(tree: TreeSettings, shared: Path, file: File) -> Role:
    return role_of_file(file.path, tree.config_of(file.path), shared)


def _cover_batch(tree: TreeSettings, shared: Path, linters: Linters, files: Sequence[File]) -> list[_CoveredFile]:
    """Return what was searched in each of some files, and the numbers that it cites.

    Raises:
        PathError: A file was named on the command line and cannot be read.
    """
    covered: list[_CoveredFile] = []
    for file in files:
        data = read_file(file, linters.of_file(file.path).settings.largest)
        covered.append(_cover_content(tree, shared, linters, file, data))
    return covered


def _cover_content(
    tree: TreeSettings, shared: Path, linters: Linters, file: File, data: bytes | Notice
) -> _CoveredFile:
    """Return what was searched in a file that was read, and the numbers that it cites."""
    try:
        linter = linters.of_file(file.path)
        scanned = linter.scan_content(file, data)
        role = _find_role(tree, shared, file)
        places: list[Place] = []
        if scanned.citations:
            places = list(_list_numbers(linter, scanned, role))
        rulings = linter.judge_rulings(scanned)
        places += _list_rulings(scanned, rulings, role)
    except Exception:  # noqa: BLE001 - an internal error; the other files still count
        failed = Place(path=printable(file.path), line=1, number="", role="code", code=INTERNAL)
        return _CoveredFile(Checked(files=1), [failed])
    return _CoveredFile(_count_file(scanned, len(scanned.citations) + len(rulings)), places)


def _count_file(scanned: ScannedFile, count: int) -> Checked:
    """Return the counts of a file that has `count` citations."""
    return Checked(notices=scanned.notices, files=int(scanned.searched), citing=int(count > 0), citations=count)


def _list_numbers(linter: Linter, scanned: ScannedFile, role: Role) -> Iterator[Place]:
    """Yield the numbers that a file of a role cites.

    A number that counts for no rule is left out if nothing is wrong with it, or if a comment suppresses the finding.
    """
    path = printable(scanned.path)
    finder = TestFinder(scanned)
    judged = linter.judge.meanings(scanned.citations, linter.settings.base_of(scanned.path))
    for citation, meanings in zip(scanned.citations, judged, strict=True):
        line, _ = scanned.place(citation.start)
        citation_role = role
        if role == "code" and finder.is_in_test(citation):
            citation_role = "tests"
        for meaning in (*meanings, *_list_between(citation, meanings)):
            rules = find_rules(linter.history, meaning, linter.settings.target)
            code = None
            if meaning.fault:
                code = meaning.fault.code
            is_wrong = code is not None and not scanned.is_ignored(citation)
            if rules or is_wrong:
                yield Place(path=path, line=line, number=meaning.number, role=citation_role, code=code, rules=rules)


def _list_rulings(scanned: ScannedFile, rulings: Sequence[RulingMeaning], role: Role) -> Iterator[Place]:
    """Yield the numbers of a rulings summary that a file cites.

    Each counts for the rules that surely or likely restate its ruling. A number whose ruling no rule is known to
    restate is not wrong, and is left out.
    """
    finder = TestFinder(scanned)
    for meaning in rulings:
        citation = meaning.citation
        is_wrong = meaning.issue is None and not scanned.is_ignored(citation)
        if not meaning.numbers and not is_wrong:
            continue
        line, _ = scanned.place(citation.start)
        citation_role = role
        if role == "code" and finder.is_in_block(citation.start):
            citation_role = "tests"
        code = None
        if meaning.fault:
            code = meaning.fault.code
        path = printable(scanned.path)
        yield Place(path=path, line=line, number=citation.number, role=citation_role, code=code, rules=meaning.numbers)


def _list_between(citation: Citation, meanings: Sequence[Meaning]) -> list[Meaning]:
    """Return the meanings of the numbers of a range that are not printed, such as 702.19b of `702.19a-c`.

    They are of the same edition as the first number. If an end of the range is wrong, nothing is known about them.
    """
    if citation.form != "range":
        return []
    if any(meaning.fault and meaning.fault.code not in _DRIFT for meaning in meanings):
        return []
    printed = {meaning.number for meaning in meanings}
    between = [number for number in citation.numbers if number not in printed]
    return [msgspec.structs.replace(meanings[0], number=number, fault=None) for number in between]
