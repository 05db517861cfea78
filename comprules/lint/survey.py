"""The first pass over a tree: which files can cite at all, and which rules the tree as a whole cites.

It only searches bytes; nothing is decoded or judged. The second pass (`scan`) reads the remaining files again.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from comprules.lint.files import tell_skipped
from graph.citations.find.tree import ALONE, certain_rules, count_bracketed, tree_of, uncertain_rules

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from comprules.lint.files import File, Notice
    from comprules.lint.findings import Checked
    from graph.citations.find.tree import TreeContext


@dataclass(frozen=True, slots=True)
class Glance:
    """The result of the first pass for a file.

    Attributes:
        candidate: Whether to read it in the second pass.
        data_kind: What kind of data it is, if it is skipped as data.
        rules: The rules that it certainly cites, with counts.
        uncertain: Numbers that are citations only if the tree cites their rules, or chapters if it cites them.
        bracketed: Count of numbers alone in brackets, at most 3: citations only if the tree cites the rules.
        is_text: Whether it counts as searched.
        notice: Why it could not be read.
        failure: An internal error.
    """

    candidate: bool = False
    data_kind: str | None = None
    rules: Counter[str] | None = None
    uncertain: frozenset[str] = frozenset()
    bracketed: int = 0
    is_text: bool = True
    notice: Notice | None = None
    failure: Checked | None = None


@dataclass(frozen=True, slots=True)
class TreeSurvey:
    """The result of the first pass for a tree.

    Attributes:
        candidates: The files to read, in order.
        tree: What is known about the tree as a whole.
        searched: Number of text files that need not be read again.
        notices: About skipped files, one for each kind.
        failures: Internal errors.
    """

    candidates: tuple[File, ...]
    tree: TreeContext = ALONE
    searched: int = 0
    notices: tuple[Notice, ...] = ()
    failures: tuple[Checked, ...] = ()


def glance_at(data: bytes, *, may_cite: bool, data_kind: Callable[[], str | None]) -> Glance:
    """Return what the first pass keeps of a text file.

    Args:
        data: Its bytes.
        may_cite: Whether it holds anything like a citation, or a comment for us.
        data_kind: Returns the kind of data, None if a person may have written the file; called only if needed.
    """
    uncertain = uncertain_rules(data)
    bracketed = count_bracketed(data)
    if not (may_cite or uncertain or bracketed):
        return Glance()
    kind = data_kind()
    if kind is not None:
        return Glance(data_kind=kind) if may_cite else Glance()
    rules = certain_rules(data)
    return Glance(candidate=may_cite, rules=rules, uncertain=uncertain, bracketed=bracketed)


def put_together(files: Sequence[File], glances: Iterable[Glance], *, said: bool | None) -> TreeSurvey:
    """Return what the first pass found in all files of a tree together.

    Args:
        files: The files.
        glances: The result for each file, in the same order.
        said: Whether the tree cites the rules, by the configuration; None if that does not say.
    """
    seen = list(zip(files, glances, strict=True))
    tree = tree_of(
        (glance.rules for _, glance in seen if glance.rules), (glance.bracketed for _, glance in seen), said=said
    )
    candidates: list[File] = []
    kinds: dict[str, list[str]] = {}
    notices: list[Notice] = []
    for file, glance in seen:
        bracketed = tree.cites and glance.bracketed >= tree.least_bracketed
        if glance.candidate or any(map(tree.knows, glance.uncertain)) or bracketed:
            candidates.append(file)
        elif glance.data_kind:
            kinds.setdefault(glance.data_kind, []).append(file.path)
        elif glance.notice:
            notices.append(glance.notice)
    texts = [glance for _, glance in seen if glance.is_text]
    searched = len(texts) - len(candidates) - sum(map(len, kinds.values()))
    notices += [tell_skipped(f"it is {kind}", paths) for kind, paths in kinds.items()]
    failures = tuple(glance.failure for _, glance in seen if glance.failure)
    return TreeSurvey(tuple(candidates), tree, searched, tuple(notices), failures)
