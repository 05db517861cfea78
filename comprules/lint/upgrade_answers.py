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
        old: The cited number.
        fate: What became of its rule: `kept`, `moved`, `reworded`, `split`, `merged`, `ambiguous`, `deleted` or
            `absent` (the edition never had it); of a rulings summary also `restated` or `unmatched`.
        new: The new number of the rule; after a split, that of its main part. Null if no rule continues it.
        keys: Keys of all rules that continue the rule or a part of it; empty if there are none.
    """

    old: str
    fate: str
    new: str | None
    keys: tuple[str, ...]


class UpgradedAnswer(Struct, frozen=True):
    """A citation that is renumbered, left or ignored.

    Attributes:
        path: The file.
        line: Line of the first character, from 1.
        column: Column of the first character, from 1.
        status: `renumbered`, `left` (not changed, for the reason given) or `ignored` (a comment suppresses it).
        edition: The edition that the citation is upgraded from; null if none is known.
        old: The citation as it is in the file.
        new: The citation after the upgrade; the same as `old` if it is left or ignored.
        causes: Codes of the reasons why the citation is left, such as `contradicted`; empty if it is not left. A
            citation of a rulings summary always has `another-work`, even if it is ignored.
        reason: The reasons in words; null if the citation is not left.
        numbers: The numbers of the citation, and what became of their rules.
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
        first: The edition, or several with commas between them, that citations are upgraded from.
        target: The edition, or several with commas between them, that the files are upgraded to.
        pin: The edition that the main configuration declares for all files; null without one.
        unsafe: Whether `--unsafe` allowed the upgrade to follow reworded and split rules.
        written: Whether the files were written; false without `--write`.
        recorded: Paths of the configurations that declare the new edition, with commas between them; null if none
            does.
        files: Number of files that were searched.
        files_changed: Paths of the files that change.
        renumbered: Number of citations that are renumbered.
        unchanged: Number of citations whose rules have the same numbers in both editions.
        left: Number of citations that are left unchanged; `causes` and `reason` say why.
        ignored: Number of citations that comments suppress.
        remaining: Number of findings that `check` reports in these files after the upgrade; a baseline may know them.
        citations: The citations that are renumbered, left or ignored.
        notices: What was skipped, and why.
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
    remaining: int
    citations: tuple[UpgradedAnswer, ...]
    notices: tuple[NoticeAnswer, ...]


def describe_outcome(scanned: ScannedFile, outcome: Outcome, target: str) -> UpgradedAnswer:
    """Return the outcome for a citation as an answer.

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
    """Return the outcome for a citation of a rulings summary: it stays, since it is of another work."""
    citation = ruling.citation
    line, column = scanned.place(citation.start)
    status = "left"
    reason: str | None = _describe_left_ruling(ruling)
    if scanned.is_ignored(citation):
        status = "ignored"
        reason = None
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


def _describe_left_ruling(ruling: RulingMeaning) -> str:
    """Return the reason for leaving a citation of a rulings summary, with what is known about the ruling."""
    message = "nothing is known to restate it"
    if ruling.fault is not None:
        message = ruling.fault.message
    return f"it is of another work, the rulings summary: {message}"


def _name_fate(ruling: RulingMeaning) -> str:
    """Return what became of a ruling of a summary, as `MovedNumber.fate` names it."""
    if not ruling.issue:
        return "absent"
    if ruling.restated:
        return "restated"
    return "unmatched"
