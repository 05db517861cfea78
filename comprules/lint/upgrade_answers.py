"""The records of `upgrade --json`."""

from msgspec import Struct

from comprules.lint.left_citations import describe_reason
from comprules.lint.notices import NoticeAnswer
from comprules.lint.scan import ScannedFile
from comprules.printable import printable
from graph.citations.renumber.outcomes import Outcome
from graph.citations.rulings import RulingMeaning


class MovedNumber(Struct, frozen=True, rename={"keys": "in"}):
    """A number of a citation, and where its rule is now.

    Attributes:
        old: The number as it was cited.
        fate: What became of the rule.
        new: The number under which the rule itself goes on, also after a split; null if there is none.
        keys: Where the rule is, in all its parts.
    """

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
        edition: The edition that the citation is upgraded from.
        old: The words of the citation.
        new: The words that replace them.
        causes: The reasons for which the citation is left.
        reason: The same as a sentence.
        numbers: The numbers of the citation.
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
        first: The edition that citations are upgraded from.
        target: The edition that the files are upgraded to.
        pin: The edition declared for all files.
        unsafe: Whether reworded rules are followed too.
        written: Whether the files were written.
        recorded: The configuration that declares the edition.
        files: Number of files.
        files_changed: The files that change.
        renumbered: Number of citations that are renumbered.
        unchanged: Number of citations that name the same rules in both editions.
        left: Number of citations that are left.
        ignored: Number of citations that comments suppress.
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
    notices: tuple[NoticeAnswer, ...]


def describe_outcome(scanned: ScannedFile, outcome: Outcome, target: str) -> UpgradedAnswer:
    """Return what becomes of a citation.

    Args:
        scanned: The file.
        outcome: What becomes of the citation.
        target: The edition that the file is upgraded to.
    """
    line, column = scanned.place(outcome.citation.start)
    reason = None
    if outcome.status == "left":
        reason = describe_reason(outcome, target)
    numbers = [
        MovedNumber(destination.number, destination.kind, destination.successor, destination.keys)
        for destination in outcome.destinations
    ]
    return UpgradedAnswer(
        path=printable(scanned.path),
        line=line,
        column=column,
        status=outcome.status,
        edition=outcome.edition,
        old=outcome.citation.raw,
        new=outcome.new,
        causes=tuple(outcome.causes),
        reason=reason,
        numbers=tuple(numbers),
    )


def describe_ruling(scanned: ScannedFile, ruling: RulingMeaning) -> UpgradedAnswer:
    """Return what becomes of a citation of a rulings summary: it stays, since it is of another work."""
    citation = ruling.citation
    line, column = scanned.place(citation.start)
    status = "ignored"
    reason = None
    if not scanned.is_ignored(citation):
        status = "left"
        message = "nothing is known to restate it"
        if ruling.fault is not None:
            message = ruling.fault.message
        reason = f"it is of another work, the rulings summary: {message}"
    return UpgradedAnswer(
        path=printable(scanned.path),
        line=line,
        column=column,
        status=status,
        edition=ruling.issue,
        old=citation.number,
        new=citation.number,
        causes=("another-work",),
        reason=reason,
        numbers=(MovedNumber(citation.number, _name_fate(ruling), None, ruling.numbers),),
    )


def _name_fate(ruling: RulingMeaning) -> str:
    """Return what became of a ruling of a summary."""
    if not ruling.issue:
        return "absent"
    if ruling.restated:
        return "restated"
    return "unmatched"
