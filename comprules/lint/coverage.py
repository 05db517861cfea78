"""The rules of an edition that a tree cites in code, in tests and in documents, with the figures of the tree.

`counted_rules` decides for which rule a citation counts, and `covered_files` finds the citations.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from comprules.lint.cache import ResultCache
from comprules.lint.config import shared_folder
from comprules.lint.counted_rules import find_rules
from comprules.lint.coverage_answers import Chapter, CitedRule, Coverage, Place, Summary
from comprules.lint.covered_files import cover_each
from comprules.lint.nearest import TreeSettings
from comprules.lint.notices import Notice, answer_notices
from comprules.lint.read import File
from comprules.lint.records import Checked, merge_results
from comprules.lint.roles import ROLES, Role
from graph.citations.records import Meaning
from graph.history import History
from graph.ledger import Ledger
from rules.keys import number_of
from rules.numbers import chapter_of, is_number, kind_of, sort_key


def cover_files(
    files: Sequence[File],
    tree: TreeSettings,
    paths: Sequence[str],
    jobs: int | None,
    *,
    ledger: Ledger,
    cache: ResultCache | None = None,
) -> tuple[Coverage, tuple[Notice, ...]]:
    """Return the rules that files cite, and the files that were skipped.

    Args:
        files: The files.
        tree: The configurations of the run, with the roles of files; all have the same target.
        paths: The paths that led to the files: without a configuration, patterns are relative to the folder they share.
        jobs: Maximum number of processes; None to choose by size.
        ledger: The ledger.
        cache: The results of earlier runs; None to use none.

    Raises:
        PathError: A named file cannot be read.
        WorkerError: A process was killed.
    """
    covered = cover_each(files, tree, shared_folder(paths).resolve(), jobs, ledger=ledger, cache=cache)
    totals = merge_results(file.counts for file in covered)
    cited = [place for file in covered for place in file.places]
    rules = _attach_places(ledger, tree.main.target, cited)
    coverage = Coverage(
        edition=tree.main.target,
        rules=rules,
        chapters=_list_chapters(rules),
        summary=_summarize(totals, [rule for rule in rules if _is_rule(rule.number)], cited),
        notices=answer_notices(totals.notices),
    )
    return coverage, totals.notices


def compare(coverage: Coverage, before: Coverage, history: History) -> Coverage:
    """Return a coverage with its difference to an earlier one (`against`).

    Args:
        coverage: The coverage of now.
        before: The earlier coverage, maybe of an older edition; its numbers count in the edition of now
            for the rules for which citations of them would count.
        history: The history of the rules.
    """
    differences: dict[str, dict[str, list[str]]] = {}
    for role in ROLES:
        now = {rule.number for rule in coverage.rules if rule.places(role)}
        then: set[str] = set()
        for rule in before.rules:
            if rule.places(role):
                cited = Meaning(rule.number, before.edition)
                then.update(find_rules(history, cited, coverage.edition))
        gained = sorted(now - then, key=sort_key)
        lost = sorted(then - now, key=sort_key)
        differences[role] = {"gained": gained, "lost": lost}
    return replace(coverage, against=differences)


def group_by_chapter(rules: Iterable[CitedRule]) -> dict[str, list[CitedRule]]:
    """Return the rules and subrules of each chapter: of 702 `702.1`, `702.1a` and so on.

    A chapter without rules has an empty list. Sections, such as 7, are left out.
    """
    chapters: dict[str, list[CitedRule]] = {}
    for rule in rules:
        if kind_of(rule.number) == "section":
            continue
        members = chapters.setdefault(chapter_of(rule.number), [])
        if _is_rule(rule.number):
            members.append(rule)
    return chapters


def _is_rule(number: str) -> bool:
    """Return whether a number is that of a rule or subrule: `702.1a`, not the chapter `702`."""
    return kind_of(number) in {"rule", "subrule"}


def _attach_places(ledger: Ledger, edition: str, cited: Iterable[Place]) -> tuple[CitedRule, ...]:
    """Return every number of an edition in order, with the places that cite it; glossary entries are left out.

    Args:
        ledger: The ledger.
        edition: The edition.
        cited: The places of all cited numbers.
    """
    places: defaultdict[tuple[str, Role | None], set[Place]] = defaultdict(set)
    for place in cited:
        for number in place.rules:
            places[number, place.role].add(Place(place.path, place.line))
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


def _summarize(totals: Checked, rules: Sequence[CitedRule], cited: Sequence[Place]) -> Summary:
    """Return the figures of a tree.

    Args:
        totals: The counts of all files together.
        rules: The rules and subrules of the edition.
        cited: The numbers that are cited.
    """
    counts = _count(rules)
    return Summary(
        files=totals.files,
        citing=totals.citing,
        citations=totals.citations,
        rules=len(rules),
        cited=counts,
        percent=round(100 * counts["code"] / max(len(rules), 1), 1),
        untested=tuple(rule.number for rule in rules if rule.code and not rule.tests),
        uncited=tuple(rule.number for rule in rules if not rule.is_cited),
        # An outdated number has a fault, but still counts for a rule.
        drifted=sum(bool(place.fault_code and place.rules) for place in cited),
        wrong=tuple(place for place in cited if not place.rules),
    )


def _count(rules: Sequence[CitedRule]) -> dict[str, int]:
    """Return how many of some rules are cited, by role and in `any`."""
    counts: dict[str, int] = {}
    for role in ROLES:
        counts[str(role)] = sum(bool(rule.places(role)) for rule in rules)
    counts["any"] = sum(rule.is_cited for rule in rules)
    return counts
