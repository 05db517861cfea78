"""The records of `upgrade --json`, and in words why a citation is left."""

from collections.abc import Sequence

from msgspec import Struct

from comprules.lint.notices import NoticeAnswer
from comprules.lint.scan import ScannedFile
from comprules.printable import printable
from graph.citations.renumber.outcomes import Outcome
from graph.citations.rulings import RulingMeaning
from graph.history import Destination
from rules.numbers import name_of, number_of
from rules.sentences import join_words
from rules.text import FEW

_REASONS = {
    "scattered": "its rules are no longer a range or a short list",
    "form": "the new number cannot be written in this form",
    "malformed": "as written, it makes no sense",
    "stamp": "its stamp names no edition",
    "shared": "its stamp covers others that are left or ignored",
    "contradicted": "the words next to it mean another rule; see `comprules check`",
    "accepted": "`comprules check` accepts it: its x may be any letter, or it still leads to a part of its rule",
    "block": "another citation of its rule in this file already has its new number, judging by the words next to it",
    "file": "its file stays as it is, because another citation in it is left",
}
"""Reasons why a citation is left, other than its numbers."""


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
        reason = _describe_reason(outcome, target)
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


def _describe_reason(outcome: Outcome, target: str) -> str:
    """Return why a citation is left, and where its rules are."""
    blocking = [destination for destination in outcome.destinations if not destination.is_verbatim]
    reasons = [_describe_fate(destination, outcome.edition or "", target) for destination in blocking[:FEW]]
    if len(blocking) > FEW:
        reasons.append(f"and {len(blocking) - FEW} more of its rules")
    reasons += [_REASONS[cause] for cause in outcome.causes if cause in _REASONS]
    if outcome.awaits_consent:
        rules = "them"
        if len(blocking) == 1:
            rules = "it"
        reasons.append(f"--unsafe follows {rules}")
    return "; ".join(reasons)


def _describe_fate(destination: Destination, edition: str, target: str) -> str:
    """Return what became of a rule that has no single successor with the same words.

    Args:
        destination: Where the rule is now.
        edition: The edition that the citation is upgraded from.
        target: The edition that the citation is upgraded to.
    """
    number = destination.number
    successor = destination.successor
    successors = _name_successors(destination)
    match destination.kind:
        case "absent":
            return f"{edition} has no {number}"
        case "deleted":
            return f"nothing in {target} continues {number}"
        case "reworded":
            return f"{number} is {successor} and was reworded{_describe_parts(destination, successors)}"
        case "split":
            main = ""
            if successor and len(successors) > 1:
                main = f", mainly {successor}"
            return f"{number} was split into {join_words(successors)}{main}"
        case "merged":
            merged = successor or join_words(successors)
            return f"{number} went into {merged} with other rules{_describe_parts(destination, successors)}"
        case "ambiguous":
            if len(successors) > 1:
                return f"{number} may be {join_words(successors, 'or')}"
            return f"{number} is {join_words(successors)}, which does not name one rule alone"
        case kind:
            raise ValueError(f"a citation of {number} is not left because its rule is {kind}")


def _name_successors(destination: Destination) -> list[str]:
    """Return where a rule is now, in words, each place once: numbers, and names of glossary entries."""
    successors: list[str] = []
    for key in destination.keys:
        successor_name = number_of(key)
        if ":" in key:
            successor_name = f"the glossary entry {name_of(key)}"
        if successor_name not in successors:
            successors.append(successor_name)
    return successors


def _describe_parts(destination: Destination, successors: Sequence[str]) -> str:
    """Return where other parts of a rule are that kept its words; empty if there are none."""
    if not destination.same or len(successors) < 2:
        return ""
    return f"; parts of it are in {join_words(successors[1:])}"
