"""The first pass over a tree: which files can cite at all.

It only searches bytes; nothing is decoded or judged. The second pass (`scan`) reads the remaining files again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from comprules.lint.files import tell_skipped

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from comprules.lint.files import File, Notice
    from comprules.lint.findings import Checked


@dataclass(frozen=True, slots=True)
class Glance:
    """The result of the first pass for a file.

    Attributes:
        candidate: Whether to read it in the second pass.
        data_kind: What kind of data it is, if it is skipped as data.
        is_text: Whether it counts as searched.
        notice: Why it could not be read.
        failure: An internal error.
    """

    candidate: bool = False
    data_kind: str | None = None
    is_text: bool = True
    notice: Notice | None = None
    failure: Checked | None = None


@dataclass(frozen=True, slots=True)
class TreeSurvey:
    """The result of the first pass for a tree.

    Attributes:
        candidates: The files to read, in order.
        searched: Number of text files that need not be read again.
        notices: About skipped files, one for each kind.
        failures: Internal errors.
    """

    candidates: tuple[File, ...]
    searched: int = 0
    notices: tuple[Notice, ...] = ()
    failures: tuple[Checked, ...] = ()


def glance_at(*, may_cite: bool, data_kind: Callable[[], str | None]) -> Glance:
    """Return what the first pass keeps of a text file.

    Args:
        may_cite: Whether it holds anything like a citation, or a comment for us.
        data_kind: Returns the kind of data, None if a person may have written the file; called only if needed.
    """
    kind = data_kind() if may_cite else None
    return Glance(candidate=may_cite and kind is None, data_kind=kind)


def put_together(files: Sequence[File], glances: Iterable[Glance]) -> TreeSurvey:
    """Return what the first pass found in all files of a tree together.

    Args:
        files: The files.
        glances: The result for each file, in the same order.
    """
    seen = list(zip(files, glances, strict=True))
    candidates: list[File] = []
    kinds: dict[str, list[str]] = {}
    notices: list[Notice] = []
    for file, glance in seen:
        if glance.candidate:
            candidates.append(file)
        elif glance.data_kind:
            kinds.setdefault(glance.data_kind, []).append(file.path)
        elif glance.notice:
            notices.append(glance.notice)
    texts = [glance for _, glance in seen if glance.is_text]
    searched = len(texts) - len(candidates) - sum(map(len, kinds.values()))
    notices += [tell_skipped(f"it is {kind}", paths) for kind, paths in kinds.items()]
    failures = tuple(glance.failure for _, glance in seen if glance.failure)
    return TreeSurvey(tuple(candidates), searched, tuple(notices), failures)
