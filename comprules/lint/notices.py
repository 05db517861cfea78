"""Notices about files that were skipped, and about other problems of a tree that are no findings."""

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct, structs

from comprules.printable import printable
from rules.sentences import FEW

NoticeKind = Literal[
    "left-out",  # by the configuration
    "content",  # nothing in it can be a citation, or can be changed
    "copy",  # a copy of Magic's rules
    "comparison",  # of two editions of Magic's rules
    "other-rules",  # it cites other rules
    "size",
    "special",  # a pipe, a socket, a device
    "repository",  # another one, in a folder
    "unread",  # the system refused to read it
    "configuration",  # about a configuration: it is not used, or decides for a part of the tree
    "stamp",  # an edition next to a citation that does not exist
    "interrupted",  # an upgrade that has to be finished
    "editor",  # what an editor is told of a document
]
MANY_NUMBERS = 12
"""How many numbers of rules a skipped file must have for a report to mention it: with fewer, as in a list of dates or
versions, little is lost."""
_GATHERED = frozenset({"content", "copy", "comparison", "other-rules", "size", "repository"})
"""The kinds of notices that are joined if they have the same reason: `a.js: skipped: …; likewise b.js and 7 more`."""


class Notice(Struct, frozen=True):
    """A message about something that was skipped or ignored; it is no finding.

    Attributes:
        path: The file or folder, or a place in a file.
        kind: What sort of reason it is.
        reason: The reason, which may be the same for many files.
        aside: What follows the reason for this file alone, with the punctuation before it.
        numbers: How many numbers of rules are in what was skipped, as far as they were counted.
        is_skipped: Whether the file or folder was skipped; the message then begins with that word.
    """

    path: str
    kind: NoticeKind
    reason: str
    aside: str = ""
    numbers: int = 0
    is_skipped: bool = False

    @property
    def has_many_numbers(self) -> bool:
        """Return whether so many numbers were skipped that a report mentions it."""
        return self.numbers >= MANY_NUMBERS

    @property
    def whole_reason(self) -> str:
        """Return the whole reason: `it cites other rules, such as 2.1`."""
        return self.reason + self.aside

    @property
    def message(self) -> str:
        """Return the words for a person: `skipped: it cites other rules, such as 2.1`."""
        if self.is_skipped:
            return f"skipped: {self.whole_reason}"
        return self.whole_reason


class NoticeAnswer(Struct, frozen=True):
    """A notice in an answer.

    Attributes:
        path: The file or folder, or the place in a file as `path:line:column`.
        message: What happened to it, and why.
    """

    path: str
    message: str


def report_skipped(path: str, kind: NoticeKind, reason: str, aside: str = "", numbers: int = 0) -> Notice:
    """Return the notice that a file or folder was skipped; the arguments are the fields of the notice."""
    return Notice(path, kind, reason, aside, numbers, is_skipped=True)


def report_left_out(path: str) -> Notice:
    """Return the notice that the configuration leaves a file out."""
    return report_skipped(path, "left-out", "excluded by the configuration")


def answer_notices(notices: Iterable[Notice]) -> tuple[NoticeAnswer, ...]:
    """Return notices in the form of the public JSON; bytes of file names that are no UTF-8 are escaped."""
    return tuple(NoticeAnswer(printable(notice.path), printable(notice.message)) for notice in notices)


def gather_notices(notices: Iterable[Notice]) -> list[Notice]:
    """Return the notices, with one for all files that were skipped for the same reason; it names the first few."""
    groups: dict[tuple[str, str] | int, list[Notice]] = {}
    for index, notice in enumerate(notices):
        group_key: tuple[str, str] | int = index  # a notice of another kind is a group by itself
        if notice.kind in _GATHERED:
            group_key = (notice.kind, notice.reason)
        groups.setdefault(group_key, []).append(notice)
    return [_join_notices(group) for group in groups.values()]


def _join_notices(notices: list[Notice]) -> Notice:
    """Return one notice for several files with the same reason; it has none of their asides."""
    first, *likewise = notices
    if not likewise:
        return first
    named, unnamed = likewise[: FEW - 1], likewise[FEW - 1 :]
    paths = ", ".join(notice.path for notice in named)
    more = ""
    if unnamed:
        more = f" and {len(unnamed):,} more"
    numbers = sum(notice.numbers for notice in notices)
    return structs.replace(first, aside=f"; likewise {paths}{more}", numbers=numbers)
