"""The check of many files, and whether a tree cites the rules."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from msgspec import Struct, structs

from comprules.lint.cache import ResultCache
from comprules.lint.cache_keys import ResultKeys
from comprules.lint.linter import Linter, Linters
from comprules.lint.notices import Notice
from comprules.lint.pool import map_files
from comprules.lint.read import File
from comprules.lint.records import Checked, merge_results
from comprules.lint.reuse import Reuse, is_cache_faster, recall_text
from comprules.lint.settings import Settings
from graph.citations.records import Citation
from graph.ledger import Ledger

if TYPE_CHECKING:
    from comprules.lint.nearest import TreeSettings

LEAST_CITATIONS = 8
"""Citations that a tree must have to count as citing Magic's rules: one slip in a physics project is not enough."""
LEAST_RULES = 4
"""Different rules that it must cite to count as such: one number that is repeated shows little."""
LEAST_SHARE_OF_RULES = 0.9
"""Minimum share of the different bare numbers of a tree that were numbers of rules, for all of them to be citations.

In sample trees it is at most a half where they are prices and scores, and at least 0.97 where they cite rules."""


class TreeCitations(Struct, frozen=True):
    """The citations of a tree.

    Attributes:
        checked: The citations, with the counts and notices of the files.
        cites_rules: Whether bare numbers are citations, too, which the configuration does not say yet. A bare number is
            one without a cue, such as the `702.19b` of `// 702.19b`.
    """

    checked: Checked
    cites_rules: bool


def check_files(
    files: Sequence[File],
    tree: "TreeSettings",
    jobs: int | None,
    ledger: Ledger,
    cache: ResultCache | None = None,
) -> Checked:
    """Check files; results of earlier runs are used if that is faster.

    Args:
        files: The files.
        tree: The configurations of the run.
        jobs: Maximum number of processes; None to choose by size, at most one per core.
        ledger: The ledger.
        cache: The results of earlier runs; None to use none.

    Raises:
        PathError: A named file cannot be read.
        WorkerError: A process was killed.
    """
    make = partial(Linters, tree, ledger)
    if cache is None or not is_cache_faster(files):
        checked = merge_results(map_files(make, _check_content, files, jobs))
        return structs.replace(checked, undeclared=_describe_undeclared(checked, tree.main, ledger))
    keys = ResultKeys("check", ledger)
    reuse: Reuse[Checked] = Reuse(cache, keys, Checked, is_lasting=lambda result: not result.internal_errors)
    keyed = reuse.map_files(files, tree, make, _check_content, jobs)
    checked = merge_results(result for _, result in keyed)
    describe = partial(_describe_undeclared, checked, tree.main, ledger)
    undeclared = recall_text(cache, keys.key_of_run(tree.main, [key for key, _ in keyed]), describe)
    return structs.replace(checked, undeclared=undeclared)


def _describe_undeclared(checked: Checked, main: Settings, ledger: Ledger) -> str | None:
    """Return a note about the edition that undeclared files seem to have; None if one is declared or none is likely."""
    if main.is_declared or not cites_rules(checked.cited):
        return None
    from comprules.lint.dating import describe_undeclared  # noqa: PLC0415 - not needed by most checks

    return describe_undeclared(checked.cited, Linter(main, ledger).judge, main.root)


def scan_tree(files: Sequence[File], tree: "TreeSettings", ledger: Ledger, jobs: int | None) -> TreeCitations:
    """Return the citations of a tree, and whether the configuration should declare bare numbers citations, too.

    If the configuration already has a value for `cites-rules`, the answer is no. Otherwise a tree that surely cites
    rules is read again with bare numbers, and the answer is yes if nearly all of them were numbers of rules.

    Args:
        files: The files of the tree.
        tree: Its configuration, which is that of all files.
        ledger: The ledger.
        jobs: Maximum number of processes; None to choose by size.
    """
    # With a declared edition, no time is spent on a note about the edition that the tree seems to have.
    tree = tree.with_settings(keep_citations=True, editions=(), edition=tree.main.target)
    with_cues = check_files(files, tree, jobs, ledger)
    if tree.main.cites_rules or not cites_rules(with_cues.cited):
        return TreeCitations(with_cues, cites_rules=False)
    with_bare = check_files(files, tree.with_settings(cites_rules=(("*", True),)), jobs, ledger)
    places = {(placed.path, placed.line, placed.column) for placed in with_cues.cited}
    bare = [placed for placed in with_bare.cited if (placed.path, placed.line, placed.column) not in places]
    if _are_rules({number for placed in bare for number in placed.numbers}, ledger):
        return TreeCitations(with_bare, cites_rules=True)
    return TreeCitations(with_cues, cites_rules=False)


def _are_rules(numbers: Collection[str], ledger: Ledger) -> bool:
    """Return whether nearly all of some numbers were numbers of rules in any edition; False for no numbers."""
    count = sum(bool(ledger.holders(number)) for number in numbers)
    return count > 0 and count >= LEAST_SHARE_OF_RULES * len(numbers)


def cites_rules(citations: Iterable[Citation]) -> bool:
    """Return whether the citations of a tree are enough to declare that it cites Magic's rules."""
    rules = Counter(number for citation in citations for number in citation.numbers)
    return rules.total() >= LEAST_CITATIONS and len(rules) >= LEAST_RULES


def _check_content(linters: Linters, file: File, data: bytes | Notice) -> Checked:
    return linters.of_file(file.path).check_content(file, data)
