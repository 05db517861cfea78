"""Which rules a tree cites: in code, in tests, in documents.

A citation counts for the rule that it means: one that was written for an older edition counts for where its rule is in
the target edition. A wrong number counts for no rule and is listed.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Literal

import msgspec

from comprules.lint.config import FoundConfig, Roles, shared_folder
from comprules.lint.ignored import list_fitting
from comprules.lint.linter import Linter, Linters
from comprules.lint.nearest import TreeSettings
from comprules.lint.notices import Notice
from comprules.lint.pool import map_batches
from comprules.lint.read import File, PathError
from comprules.lint.records import Checked, merge_results
from comprules.lint.scan import ScannedFile
from comprules.printable import printable
from graph.citations.codes import INTERNAL
from graph.citations.records import LONGEST_LINE, Citation, Meaning
from graph.history import History
from graph.ledger import open_ledger
from rules.errors import ComprulesError
from rules.numbers import chapter_of, is_number, kind_of, number_of, sort_key

Role = Literal["code", "tests", "documents"]
ROLES: tuple[Role, ...] = ("code", "tests", "documents")
USUAL = Roles(
    tests=(
        *("[Tt]est/", "[Tt]ests/", "*[-_.][Tt]est/", "*[-_.][Tt]ests/", "__tests__/", "[Ss]pec/", "[Ss]pecs/", "e2e/"),
        *("test.*", "tests.*", "test_*.*", "*[-_.]test.*", "*[-_.]tests.*", "*[-_.]spec.*", "conftest.py"),
        *("*[a-z0-9]Test.*", "*[a-z0-9]Tests.*", "*[a-z0-9]Spec.*"),
    ),
    documents=("docs/", "doc/", "*.md", "*.mdx", "*.markdown", "*.rst", "*.adoc", "*.org", "*.tex", "*.txt"),
)
"""The patterns of a role for which the configuration has none."""

_TEST_WORD = re.compile(r"(?:^|_)(?:[Tt]est|TEST)s?(?![a-z])|(?<=[a-z\d])Tests?(?![a-z])|^should(?![a-z])")
_TEST_CALL = re.compile(
    r"\s*(?:await\s+)?(?:it|test|describe|context|scenario|specify|TEST\w*)(?:\.\w+)*!?\s*\(?\s*([\"'`])(?:(?!\1).)*"
)
"""The start of a line that calls a test by a name in quotes, up to a place in that name."""
_TEST_MARK = re.compile(
    r"(?:#\[(?:\w+::)*(?:test|rstest|test_case)\b|@\w*Test\b|\[(?:Fact|Theory|Test)\b)[^\n]*+\s*+"
    r"(?:(?:#\[|@|\[)[^\n]*+\s*+)*+\Z"
)
"""The lines above a function that mark it as a test."""
_TEST_BLOCK = re.compile(
    r"^#\[cfg\(test\)\]\r?\n(?:#\[.*\n){0,3}(?:pub )?mod \w+ \{\r?\n(?:(?!\}).+\n?|\n)*+", re.MULTILINE
)
"""A module of tests in a file of Rust, up to the brace that begins a line."""
_DRIFT = frozenset({"CR002", "CR003"})


class CoverageError(ComprulesError):
    """Error: a file to compare with is no coverage; the message says why."""


class Place(msgspec.Struct, frozen=True, order=True, omit_defaults=True):
    """A place in a file; and of a number that is printed there what it is and counts for.

    Attributes:
        path: The file.
        line: From 1.
        number: The number, in full.
        role: The role of the place.
        code: The code of what is wrong with it; None if nothing is.
        rules: The numbers of the rules for which it counts; none if it is wrong.
    """

    path: str
    line: int
    number: str | None = None
    role: Role | None = None
    code: str | None = None
    rules: tuple[str, ...] = ()


class CitedRule(msgspec.Struct, frozen=True):
    """A number of the edition, its title if it has one, and the places that cite it, by role."""

    number: str
    title: str | None = None
    code: tuple[Place, ...] = ()
    tests: tuple[Place, ...] = ()
    documents: tuple[Place, ...] = ()


class Chapter(msgspec.Struct, frozen=True):
    """A chapter: how many rules and subrules it has, and how many of them are cited, by role and in `any`."""

    number: str
    title: str | None
    rules: int
    cited: dict[str, int]


class Summary(msgspec.Struct, frozen=True):
    """The figures of a tree.

    Attributes:
        files: Number of searched files.
        citing: Number of files that cite rules.
        citations: Number of citations.
        rules: Number of rules and subrules of the edition, without sections and chapters.
        cited: How many of them are cited, by role and in `any`.
        percent: The percentage that is cited in code.
        untested: Those cited in code and in no test.
        uncited: Those cited nowhere.
        drifted: Number of printed numbers that count for the place where their rule is now.
        wrong: The numbers that count for no rule, without those that a comment lets pass.
    """

    files: int
    citing: int
    citations: int
    rules: int
    cited: dict[str, int]
    percent: float
    untested: tuple[str, ...]
    uncited: tuple[str, ...]
    drifted: int
    wrong: tuple[Place, ...]


class Coverage(msgspec.Struct, frozen=True):
    """Which rules of an edition a tree cites; the document of `--format json`.

    Attributes:
        edition: The edition.
        rules: Every section, chapter, rule and subrule, in order.
        chapters: The chapters.
        summary: The figures.
        against: By role, the rules that are cited now and were not in another coverage (`gained`), and the other way
            round (`lost`); None without another coverage.
        notices: What was skipped.
    """

    edition: str
    rules: tuple[CitedRule, ...]
    chapters: tuple[Chapter, ...]
    summary: Summary
    against: dict[str, dict[str, list[str]]] | None = None
    notices: tuple[Notice, ...] = ()


def cover_files(files: Sequence[File], tree: TreeSettings, paths: Sequence[str], jobs: int | None = None) -> Coverage:
    """Return which rules files cite.

    Args:
        files: The files.
        tree: The configurations of the run, with the roles of files; all have the same target.
        paths: The paths that led to the files: without a configuration, patterns are relative to the folder they share.
        jobs: Maximum number of processes; None to choose by size.

    Raises:
        PathError: A named file cannot be read.
        WorkerError: A process was killed.
    """
    shared = shared_folder(paths).resolve()
    batches = list(map_batches(partial(Linters, tree), partial(_cover_batch, tree, shared), files, jobs))
    searched = merge_results(counts for counts, _ in batches)
    numbers = [number for _, numbers in batches for number in numbers]
    store, edition = open_ledger(), tree.main.target
    places: dict[tuple[str, Role | None], set[Place]] = defaultdict(set)
    for cited in numbers:
        for number in cited.rules:
            places[number, cited.role].add(Place(cited.path, cited.line))
    title_of = store.headings(edition).get
    rules = tuple(
        CitedRule(number, title_of(number), *(tuple(sorted(places[number, role])) for role in ROLES))
        for number in sorted({*filter(is_number, map(number_of, store.keys(edition)))}, key=sort_key)
    )
    counted = [rule for rule in rules if "." in rule.number]
    counts = _count(counted)
    summary = Summary(
        files=searched.files,
        citing=searched.citing,
        citations=searched.citations,
        rules=len(counted),
        cited=counts,
        percent=round(100 * counts["code"] / max(len(counted), 1), 1),
        untested=tuple(rule.number for rule in counted if rule.code and not rule.tests),
        uncited=tuple(rule.number for rule in counted if not (rule.code or rule.tests or rule.documents)),
        drifted=sum(bool(cited.code and cited.rules) for cited in numbers),
        wrong=tuple(cited for cited in numbers if not cited.rules),
    )
    chapters = tuple(
        Chapter(number, title_of(number), len(some), _count(some)) for number, some in group_by_chapter(rules).items()
    )
    return Coverage(edition, rules, chapters, summary, notices=searched.notices)


def compare(coverage: Coverage, before: Coverage, history: History) -> Coverage:
    """Return a coverage with its difference to an earlier one, whose numbers are followed to the same edition."""
    differences = {}
    for role in ROLES:
        now = {rule.number for rule in coverage.rules if getattr(rule, role)}
        then = {
            number
            for rule in before.rules
            if getattr(rule, role)
            for number in history.destination(rule.number, before.edition, coverage.edition).numbers
        }
        differences[str(role)] = {"gained": sorted(now - then, key=sort_key), "lost": sorted(then - now, key=sort_key)}
    return msgspec.structs.replace(coverage, against=differences)


def read_coverage(file: Path) -> Coverage:
    """Return the coverage that `--format json` wrote into a file.

    Raises:
        CoverageError: It cannot be read, or is something else.
    """
    try:
        return msgspec.json.decode(file.read_bytes(), type=Coverage)
    except OSError as error:
        raise CoverageError(f"{file}: {error.strerror}; check the path") from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise CoverageError(f"{file}: this is no JSON of `comprules coverage`: {error}") from error


def group_by_chapter(rules: Iterable[CitedRule]) -> dict[str, list[CitedRule]]:
    """Return the rules and subrules of each chapter."""
    chapters: dict[str, list[CitedRule]] = {}
    for rule in rules:
        if kind_of(rule.number) != "section":
            members = chapters.setdefault(chapter_of(rule.number), [])
            members += [rule] if "." in rule.number else []
    return chapters


def _role_of(path: str, found: FoundConfig, shared: Path) -> Role:
    """Return the role that a file has by its path.

    Args:
        path: The file.
        found: The configuration that decides for it.
        shared: The folder to which patterns are relative if the file has no configuration.
    """
    roles = found.coverage
    patterns: list[tuple[str, Role]] = [(pattern, "tests") for pattern in roles.tests or USUAL.tests]
    patterns += [(pattern, "documents") for pattern in roles.documents or USUAL.documents]
    inside = found.file is not None or shared.is_relative_to(found.root.resolve())
    root = found.root.resolve() if inside else shared
    return ["code", *list_fitting(tuple(patterns), root, path)][-1]


def _cover_batch(
    tree: TreeSettings, shared: Path, linters: Linters, files: Sequence[File]
) -> tuple[Checked, list[Place]]:
    """Return what was searched in some files, and the numbers that they cite.

    Raises:
        PathError: A file was named on the command line and cannot be read.
    """
    counts, numbers = [], []
    for file in files:
        try:
            linter = linters.of_file(file.path)
            scanned = linter.scan(file)
            role = _role_of(file.path, tree.config_of(file.path), shared)
            numbers += list(_list_numbers(linter, scanned, role)) if scanned.citations else []
            count = len(scanned.citations)
            counts.append(Checked((), scanned.notices, int(scanned.searched), int(count > 0), count))
        except PathError:
            raise
        except Exception:  # noqa: BLE001 - an internal error; the other files still count
            counts.append(Checked(files=1))
            numbers.append(Place(printable(file.path), 1, "", "code", INTERNAL))
    return merge_results(counts), numbers


def _list_numbers(linter: Linter, scanned: ScannedFile, role: Role) -> Iterator[Place]:
    """Yield the numbers that a file of a role cites."""
    path, place = printable(scanned.path), scanned.place
    blocks = [match.span() for match in _TEST_BLOCK.finditer(scanned.text)]
    judged = linter.judge.meanings(scanned.citations, linter.settings.base_of(scanned.path))
    for citation, meanings in zip(scanned.citations, judged, strict=True):
        in_test = any(start <= citation.start < end for start, end in blocks) or _is_test_name(scanned, citation)
        its: Role = "tests" if role == "code" and in_test else role
        for meaning in (*meanings, *_list_between(citation, meanings)):
            rules = find_rules(linter.history, meaning, linter.settings.target)
            code = meaning.fault.code if meaning.fault else None
            if rules or (code and not scanned.is_ignored(citation)):
                yield Place(path, place(citation.start)[0], meaning.number, its, code, rules)


def _count(rules: Sequence[CitedRule]) -> dict[str, int]:
    """Return how many of some rules are cited, by role and in `any`."""
    counts = {str(role): sum(bool(getattr(rule, role)) for rule in rules) for role in ROLES}
    return counts | {"any": sum(bool(rule.code or rule.tests or rule.documents) for rule in rules)}


def find_rules(history: History, meaning: Meaning, target: str) -> tuple[str, ...]:
    """Return the numbers in the target edition of the rule that a printed number means; none if it is wrong.

    A fault that follows from the edition of the number alone says where its rule is; every other one is an error.
    """
    fault = meaning.fault
    if fault and (meaning.edition is None or fault.code not in _DRIFT or fault.evidence not in {"stamp", "declared"}):
        return ()
    place = history.destination(meaning.number, meaning.edition or target, target)
    if place.sure:
        return place.numbers
    return () if fault or not history.exists(meaning.number, target) else (meaning.number,)


def _list_between(citation: Citation, meanings: Sequence[Meaning]) -> list[Meaning]:
    """Return the meanings of the numbers of a range that are not printed: they are of the same edition as its ends."""
    if citation.form != "range" or any(meaning.fault and meaning.fault.code not in _DRIFT for meaning in meanings):
        return []
    between = [number for number in citation.numbers if all(number != meaning.number for meaning in meanings)]
    return [msgspec.structs.replace(meanings[0], number=number, fault=None) for number in between]


def _is_test_name(scanned: ScannedFile, citation: Citation) -> bool:
    """Return whether a citation is in the name of a test."""
    text, (first, _) = scanned.text, scanned.span(scanned.place(citation.start)[0])
    if citation.start - first > LONGEST_LINE:
        return False
    if _TEST_CALL.fullmatch(text, first, citation.start):
        return True
    head = re.split(r"\W", text[first : citation.start])[-1]
    tail = re.split(r"\W", text[citation.end : citation.end + LONGEST_LINE])[0]
    if _TEST_WORD.search(head + citation.raw + tail):
        return True
    is_named = citation.form == "identifier" or text[first : citation.start].count("`") == 1
    return is_named and _TEST_MARK.search(text[max(0, first - LONGEST_LINE) : first]) is not None
